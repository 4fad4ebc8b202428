"""Rounds through the API: how they are seated and what came of them; drawn, exchanged."""

import secrets
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from puzzles.services.refusal import Refusal
from tournaments.api import asking
from tournaments.api.clock import ClockSerializer
from tournaments.api.examples import NEXT, NEXT_EARLY
from tournaments.api.permission import OfRound, unless_unchanged
from tournaments.models import Game, Round, Seat
from tournaments.seating.quality import CannotExchange, Quality
from tournaments.services import drawing
from tournaments.services.games import GameView
from tournaments.services.overview import public_name


class SeatSerializer(serializers.Serializer[Seat]):
    """Who sits there: the number of the registration, and the name that the reader may know."""

    registration = serializers.IntegerField(source="registration.number")
    player = serializers.SerializerMethodField()

    def get_player(self, seat: Seat) -> str:
        return _name_of(seat, is_desk=self.context["is_desk"])


def _name_of(seat: Seat, *, is_desk: bool) -> str:
    return seat.registration.name if is_desk else public_name(seat.registration)


class BoardsSerializer(serializers.Serializer[Any]):
    """The boards or cards that were dealt to a table, seat by seat: such as 7A, its front."""

    deck = serializers.CharField()
    box = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class SeatedTableSerializer(serializers.Serializer[Game]):
    """A table of a round. Scores and places are those of a finished game, seat by seat.

    ``boards`` and ``dispute`` are told to the desk alone.
    """

    number = serializers.IntegerField(source="table")
    game = serializers.IntegerField(source="pk")
    seats = SeatSerializer(source="seats.all", many=True)
    scores = serializers.SerializerMethodField()
    places = serializers.SerializerMethodField()
    confirmed_at = serializers.DateTimeField(allow_null=True)
    extra_minutes = serializers.IntegerField()
    ends_at = serializers.SerializerMethodField()
    boards = serializers.SerializerMethodField()
    dispute = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField(), allow_null=True))
    def get_scores(self, game: Game) -> list[int] | None:
        return game.result and game.result["scores"]

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField(), allow_null=True))
    def get_places(self, game: Game) -> list[int] | None:
        return game.result and game.result["places"]

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_ends_at(self, game: Game) -> Any:
        return game.round.ends_at(game.extra_minutes)

    @extend_schema_field(BoardsSerializer(allow_null=True))
    def get_boards(self, game: Game) -> Any:
        return game.boards if self.context["is_desk"] else None

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_dispute(self, game: Game) -> str | None:
        return game.dispute if self.context["is_desk"] else None


class DrawnRoundSerializer(serializers.ModelSerializer[Round]):
    """A round that was drawn, and its tables."""

    clock = ClockSerializer(source="*")
    config = serializers.JSONField()
    early_reason = serializers.CharField()
    tables: Any = SeatedTableSerializer(source="games.all", many=True)

    class Meta:
        model = Round
        fields = [
            "number",
            "kind",
            "variant",
            "config",
            "drawn_at",
            "early_reason",
            "clock",
            "tables",
        ]


class QualitySerializer(serializers.Serializer[Any]):
    """How well a round is seated: pairs that meet again, players at a smaller table once more
    before everybody was, and the mean distance from the best score at a table to the worst."""

    repeats = serializers.IntegerField()
    short_again = serializers.IntegerField()
    spread = serializers.FloatField()


class WholeTableSerializer(SeatedTableSerializer):
    """A table with what it agreed on, how many rounds of it were corrected, and why it is seated
    as it is."""

    config = serializers.JSONField()
    corrections = serializers.IntegerField()
    seating = serializers.ListField(child=serializers.CharField())


class WholeRoundSerializer(DrawnRoundSerializer):
    """A round with the quality of its seating."""

    tables = serializers.SerializerMethodField()
    quality = serializers.SerializerMethodField()

    class Meta(DrawnRoundSerializer.Meta):
        fields = [*DrawnRoundSerializer.Meta.fields, "quality"]

    @extend_schema_field(WholeTableSerializer(many=True))
    def get_tables(self, drawn: Round) -> list[dict[str, Any]]:
        games = drawn.games.all()
        seated = {
            seat.registration_id: _name_of(seat, is_desk=self.context["is_desk"])
            for game in games
            for seat in game.seats.all()
        }
        quality: Quality[int] = self.context["quality"]
        return [
            {
                **SeatedTableSerializer(game, context=self.context).data,
                "config": game.config,
                "corrections": GameView(game, ()).corrections,
                "seating": [phrase.spoken(gettext) for phrase in figures.said(seated)],
            }
            for game, figures in zip(games, quality.tables, strict=True)
        ]

    @extend_schema_field(QualitySerializer)
    def get_quality(self, drawn: Round) -> Any:
        return QualitySerializer(self.context["quality"]).data


class CostSerializer(serializers.Serializer[Any]):
    """The quality of a round as it is seated, and after an exchange."""

    now = QualitySerializer()
    then = QualitySerializer()


class RoundViewSet(OfRound):
    """The rounds of a tournament: everybody reads them, the desk draws them."""

    lookup_field = "number"
    pagination_class = None

    @extend_schema(responses=DrawnRoundSerializer(many=True))
    @unless_unchanged
    def list(self, request: Request, pk: int) -> Response:
        """All rounds that were drawn, with their tables and results."""
        tournament = self.seen()
        drawn = tournament.rounds.prefetch_related("games__seats__registration__user")
        context = {"is_desk": self.runs(tournament)}
        return Response(DrawnRoundSerializer(drawn, many=True, context=context).data)

    @extend_schema(responses=WholeRoundSerializer)
    @unless_unchanged
    def retrieve(self, request: Request, pk: int, number: int) -> Response:
        """A round, with corrections and with the quality of its seating."""
        return self._told(self.drawn(self.seen()))

    @extend_schema(
        request=asking.NextRoundSerializer,
        responses={201: WholeRoundSerializer},
        examples=[NEXT, NEXT_EARLY],
    )
    def create(self, request: Request, pk: int) -> Response:
        """Draw the next round, by the organiser; the first one is drawn by ``seat``."""
        tournament = self.run()
        drawing.draw_next_round(
            tournament=tournament,
            seed=secrets.randbelow(drawing.SEEDS),
            now=timezone.now(),
            **self.read(asking.NextRoundSerializer),
        )
        drawn = get_object_or_404(tournament.rounds, number=self.sent["number"])
        address = reverse("api-round-detail", args=[pk, drawn.number], request=request)
        return self._told(drawn, status=status.HTTP_201_CREATED, headers={"Location": address})

    @extend_schema(request=None, responses=WholeRoundSerializer)
    @action(detail=False, methods=["post"])
    def seat(self, request: Request, pk: int) -> Response:
        """Seat who is present, by the organiser: draw the first round and begin, or draw the
        latest one anew while nothing was entered of it."""
        tournament = self.run()
        [game, *_others] = drawing.seat_present_players(
            tournament=tournament,
            seed=secrets.randbelow(drawing.SEEDS),
            now=timezone.now(),
        )
        return self._told(game.round)

    @extend_schema(
        methods=["get"],
        parameters=[
            OpenApiParameter("one", int, description="the number of a registration"),
            OpenApiParameter("other", int),
        ],
        responses=CostSerializer,
    )
    @extend_schema(methods=["post"], request=asking.PairSerializer, responses=WholeRoundSerializer)
    @action(detail=True, methods=["get", "post"])
    def exchange(self, request: Request, pk: int, number: int) -> Response:
        """Let two players change places (POST), or see what that would cost (GET); by the
        organiser."""
        drawn = self.drawn(self.run())
        asked = self.read(asking.PairSerializer)
        keys = dict(drawn.tournament.registrations.values_list("number", "pk"))
        one, other = (keys.get(asked[name], 0) for name in ("one", "other"))
        if request.method == "POST":
            return self._told(
                drawing.exchange_players(drawn=drawn, one=one, other=other, now=timezone.now())
            )
        games = drawing.games_of(drawn)
        now = drawing.quality_of_round(drawn, games)
        try:
            then = drawing.quality_of_round(drawn, games, instead=(one, other))
        except CannotExchange as refused:
            raise Refusal(gettext(refused.phrase.text), field="other") from refused
        return Response(CostSerializer({"now": now, "then": then}).data)

    # --- their parts ------------------------------------------------------------------------

    def _told(self, drawn: Round, **answer: Any) -> Response:
        rows = Round.objects.select_related("tournament")
        found = rows.prefetch_related("games__seats__registration__user", "games__entries")
        whole = get_object_or_404(found, pk=drawn.pk)
        games = whole.games.all()
        if not all(game.seats.all() for game in games):
            raise Http404  # somebody draws it anew
        quality = drawing.quality_of_round(whole, list(games))
        context = {"is_desk": self.runs(whole.tournament), "quality": quality}
        return Response(WholeRoundSerializer(whole, context=context).data, **answer)
