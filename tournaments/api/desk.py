"""The organiser's deeds through the API: a tournament's life, its plan, its boxes, play-offs."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import asking
from tournaments.api.permission import OfTournament
from tournaments.api.serializers import TournamentSerializer
from tournaments.models import DeckInRoom, Tournament
from tournaments.services import boards, finals, organising
from tournaments.services.results import playoffs_of


class InRoomSerializer(serializers.Serializer[DeckInRoom]):
    """A deck that lies in the room, and how many boxes of it."""

    deck = serializers.CharField(source="deck.key")
    boxes = serializers.IntegerField()


class LevelPlayerSerializer(serializers.Serializer[Any]):
    """A player by the registration."""

    registration = serializers.IntegerField(source="number")
    player = serializers.CharField(source="name")


class PlayoffsSerializer(serializers.Serializer[Any]):
    """Who shares a place now, when all results are in; and what was played out, winners first."""

    level = serializers.ListField(child=LevelPlayerSerializer(many=True))
    played = serializers.ListField(child=LevelPlayerSerializer(many=True))


class DeskViewSet(OfTournament):
    """What the desk does with a tournament."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses=TournamentSerializer)
    @action(detail=True, methods=["post"])
    def open(self, request: Request, pk: int) -> Response:
        """Let people register; the tournament is public from now on."""
        return self._told(organising.open_registration(tournament=self.run()))

    @extend_schema(request=None, responses=TournamentSerializer)
    @action(detail=True, methods=["post"])
    def close(self, request: Request, pk: int) -> Response:
        """Nobody registers any more; withdrawing is still possible."""
        return self._told(organising.close_registration(tournament=self.run()))

    @extend_schema(request=None, responses=TournamentSerializer)
    @action(detail=True, methods=["post"])
    def finish(self, request: Request, pk: int) -> Response:
        """Publish the final standings; every game must have come to its end."""
        return self._told(organising.finish(tournament=self.run()))

    @extend_schema(request=None, responses=TournamentSerializer)
    @action(detail=True, methods=["post"], url_path="call-off")
    def call_off(self, request: Request, pk: int) -> Response:
        """End it without a result, for good."""
        return self._told(organising.call_off(tournament=self.run(), now=timezone.now()))

    @extend_schema(request=asking.PlanSerializer, responses=TournamentSerializer)
    @action(detail=True, methods=["put"])
    def plan(self, request: Request, pk: int) -> Response:
        """Play more or fewer rounds while it runs."""
        tournament = self.run()
        asked = self.read(asking.PlanSerializer)
        return self._told(organising.change_rounds(tournament=tournament, **asked))

    @extend_schema(methods=["get"], responses=InRoomSerializer(many=True))
    @extend_schema(
        methods=["post"], request=asking.BoxesSerializer, responses=InRoomSerializer(many=True)
    )
    @action(detail=True, methods=["get", "post"], pagination_class=None)
    def boxes(self, request: Request, pk: int) -> Response:
        """Which boxes lie in the room; POST says how many of a deck there are, 0 for none."""
        tournament = self.run()
        if request.method == "POST":
            asked = self.read(asking.BoxesSerializer)
            boards.put_in_room(user=self.person, tournament=tournament, **asked)
        there: Any = tournament.decks_in_room.select_related("deck").order_by("deck__key")
        return Response(InRoomSerializer(there, many=True).data)

    @extend_schema(methods=["get"], responses=PlayoffsSerializer)
    @extend_schema(
        methods=["post"], request=asking.PlayedOutSerializer, responses={201: PlayoffsSerializer}
    )
    @action(detail=True, methods=["get", "post"])
    def playoffs(self, request: Request, pk: int) -> Response:
        """Who is level; POST says how they have played it out."""
        tournament = self.run()
        if request.method != "POST":
            return Response(self._playoffs(tournament))
        asked = self.read(asking.PlayedOutSerializer)
        keys = dict(tournament.registrations.values_list("number", "pk"))
        finals.record_playoff(
            user=self.person,
            tournament=tournament,
            order=[keys.get(number, 0) for number in asked["order"]],
            now=timezone.now(),
        )
        return Response(self._playoffs(tournament), status.HTTP_201_CREATED)

    def _playoffs(self, tournament: Tournament) -> Any:
        groups = finals.to_play_off(tournament)
        people = {one.pk: one for one in tournament.registrations.select_related("user")}
        return PlayoffsSerializer(
            {
                "level": [
                    [people[key] for key in sorted(group)]
                    for group, played_out in groups.items()
                    if not played_out
                ],
                "played": [[people[key] for key in one.players] for one in playoffs_of(tournament)],
            }
        ).data

    def _told(self, tournament: Tournament) -> Response:
        context = self.get_serializer_context()
        return Response(TournamentSerializer(tournament, context=context).data)
