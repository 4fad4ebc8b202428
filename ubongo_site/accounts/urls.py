"""Addresses of one's own account, beside allauth's."""

from django.urls import path

from ubongo_site.accounts import views

urlpatterns = [path("profile/", views.profile, name="profile")]
