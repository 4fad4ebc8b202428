"""All addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path
from django.utils.translation import gettext_lazy as _
from django.views.generic import RedirectView

from ubongo_site.api import schema
from ubongo_site.legal import legal

__all__ = ["schema", "urlpatterns"]  # importing the schema registers what it describes

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = _("Ubongo: the curator's desk")
admin.site.index_title = _("Catalog")

urlpatterns = [
    path("", include("puzzles.urls")),
    path("tournaments/", include("tournaments.urls")),
    path("rules/", include("tournaments.urls_rules")),
    path("solo/", include("tournaments.urls_solo")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include("puzzles.api.urls")),
    path("accounts/", include("ubongo_site.accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("favicon.ico", RedirectView.as_view(url=f"{settings.STATIC_URL}icon.svg")),
    re_path(r"^(?P<page>imprint|privacy)/$", legal, name="legal"),
    path("language/", include("django.conf.urls.i18n")),
]
