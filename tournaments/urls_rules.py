"""Addresses of the rules' pages."""

from django.urls import path

from tournaments.views.rules import index, variant

urlpatterns = [
    path("", index, name="rules"),
    path("<slug:key>/", variant, name="rules-of"),
]
