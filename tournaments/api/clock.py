"""The clock of a round through the API."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from puzzles.services.refusal import Refusal
from tournaments.api import asking
from tournaments.api.permission import OfRound
from tournaments.models import Round
from tournaments.services import clock


class ClockSerializer(serializers.Serializer[Round]):
    """When a round ends; ``seconds_left`` while the clock is paused, and then it has no end.

    A table with ``extra_minutes`` ends so much later.
    """

    minutes = serializers.IntegerField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.SerializerMethodField()
    seconds_left = serializers.SerializerMethodField()

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_ends_at(self, drawn: Round) -> Any:
        return drawn.ends_at()

    @extend_schema_field(serializers.FloatField(allow_null=True))
    def get_seconds_left(self, drawn: Round) -> float | None:
        held = drawn.clock()
        return held.left.total_seconds() if held and held.ends_at is None else None


class TimedClockSerializer(ClockSerializer):
    """A clock, and what the server's own shows now: its end is to be told by that one."""

    now = serializers.SerializerMethodField()

    @extend_schema_field(serializers.DateTimeField())
    def get_now(self, drawn: Round) -> Any:
        return timezone.now()


class ClockViewSet(OfRound):
    """The clock of a round: everybody reads it, the desk has it in hand."""

    @extend_schema(responses=TimedClockSerializer)
    @action(detail=False, url_path="clock")
    def clock(self, request: Request, pk: int, number: int) -> Response:
        """When the round ends."""
        return _told(self.drawn(self.seen()))

    @extend_schema(request=asking.MinutesSerializer, responses=TimedClockSerializer)
    @action(detail=False, methods=["post"], url_path="clock/start")
    def start(self, request: Request, pk: int, number: int) -> Response:
        """Let the latest round last so many minutes from now on, by the organiser."""
        drawn = self.drawn(self.run())
        asked = self.read(asking.MinutesSerializer)
        return _told(clock.start_clock(drawn=drawn, now=timezone.now(), **asked))

    @extend_schema(request=None, responses=TimedClockSerializer)
    @action(detail=False, methods=["post"], url_path="clock/pause")
    def pause(self, request: Request, pk: int, number: int) -> Response:
        """Hold the clock, by the organiser."""
        return _told(clock.pause_clock(drawn=self.drawn(self.run()), now=timezone.now()))

    @extend_schema(request=None, responses=TimedClockSerializer)
    @action(detail=False, methods=["post"], url_path="clock/resume")
    def resume(self, request: Request, pk: int, number: int) -> Response:
        """Let a paused clock go on, by the organiser."""
        return _told(clock.resume_clock(drawn=self.drawn(self.run()), now=timezone.now()))

    @extend_schema(request=None, responses=TimedClockSerializer)
    @action(detail=False, methods=["post"], url_path="clock/stop")
    def stop(self, request: Request, pk: int, number: int) -> Response:
        """Put the clock back to where it was before it was started, by the organiser."""
        return _told(clock.stop_clock(drawn=self.drawn(self.run())))

    @extend_schema(request=asking.ExtensionSerializer, responses=TimedClockSerializer)
    @action(detail=False, methods=["post"], url_path="clock/extend")
    def extend(self, request: Request, pk: int, number: int) -> Response:
        """Give one table more time, by the organiser."""
        drawn = self.drawn(self.run())
        asked = self.read(asking.ExtensionSerializer)
        game = drawn.games.filter(table=asked["table"]).first()
        if game is None:
            raise Refusal(gettext("There is no such table."), field="table")
        clock.extend_table(game=game, minutes=asked["minutes"], now=timezone.now())
        return _told(drawn)


def _told(drawn: Round) -> Response:
    return Response(TimedClockSerializer(drawn).data)
