"""People, for those who may change accounts."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from ubongo_site.accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("On the site"), {"fields": ("nickname", "is_listed")}),
    )
