"""Addresses under ``/api/v1/tournaments/``."""

from rest_framework.routers import SimpleRouter

from tournaments.api.clock import ClockViewSet
from tournaments.api.desk import DeskViewSet
from tournaments.api.registrations import PlayerViewSet, RegistrationViewSet
from tournaments.api.rounds import RoundViewSet
from tournaments.api.solo import SoloViewSet
from tournaments.api.tables import TableViewSet
from tournaments.api.views import TournamentViewSet

ONE = "tournaments/<int:pk>"

router = SimpleRouter(use_regex_path=False)
router.register("tournaments", TournamentViewSet, basename="api-tournament")
router.register("tournaments", DeskViewSet, basename="api-desk")
router.register("tournaments", PlayerViewSet, basename="api-player")
router.register(f"{ONE}/registrations", RegistrationViewSet, basename="api-registration")
router.register(f"{ONE}/rounds", RoundViewSet, basename="api-round")
router.register(f"{ONE}/rounds/<int:number>", ClockViewSet, basename="api-clock")
router.register(f"{ONE}/tables", TableViewSet, basename="api-table")
router.register("solo", SoloViewSet, basename="api-solo")

urlpatterns = router.urls
