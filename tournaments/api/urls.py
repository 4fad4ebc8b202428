"""Addresses under ``/api/v1/tournaments/``."""

from rest_framework.routers import SimpleRouter

from tournaments.api import solo, views

router = SimpleRouter(use_regex_path=False)
router.register("tournaments", views.TournamentViewSet, basename="api-tournament")
router.register("solo", solo.SoloViewSet, basename="api-solo")

urlpatterns = router.urls
