"""Addresses of the pages for those who play alone."""

from django.urls import path

from tournaments.views import solo

urlpatterns = [
    path("", solo.choose, name="solo"),
    path("start/", solo.start, name="solo-start"),
    path("records/", solo.all_records, name="solo-records"),
    path("own/", solo.own, name="solo-own"),
    path("runs/<int:pk>/", solo.run, name="solo-run"),
    path("runs/<int:pk>/tap/", solo.tap, name="solo-tap"),
    path("runs/<int:pk>/give-up/", solo.give_up, name="solo-give-up"),
]
