"""People, for those who may change accounts."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from ubongo_site.accounts.models import User
from ubongo_site.desk import ChosenRowsAreKeys, RefusedFormsAreBadRequests


@admin.register(User)
class PersonAdmin(RefusedFormsAreBadRequests, ChosenRowsAreKeys, UserAdmin):
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("On the site"), {"fields": ("nickname", "is_listed")}),
    )
