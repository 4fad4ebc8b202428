"""Addresses of one's own account, beside allauth's."""

from django.urls import path, re_path

from ubongo_site.accounts import views

urlpatterns = [
    path("profile/", views.profile, name="profile"),
    re_path(r"^profile/api-key/(?P<deed>make|drop)/$", views.api_key, name="api-key"),
]
