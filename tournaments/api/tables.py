"""A table through the API, for those who sit there and for the desk."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asking import DisputeSerializer
from tournaments.api.events import EventField
from tournaments.api.examples import CORRECTION, ENTRY, SHEET
from tournaments.api.permission import OfTournament, unless_unchanged
from tournaments.api.rounds import BoardsSerializer
from tournaments.api.serializers import (
    AgreementSerializer,
    ConflictSerializer,
    CorrectionSerializer,
    EntrySerializer,
    SheetSerializer,
    TableSerializer,
    UndoSerializer,
)
from tournaments.models import Entry, Game
from tournaments.services import confirming, games, rounds
from tournaments.services.games import GameView

WHICH = [
    OpenApiParameter("round", int, description="The round's number; without it the latest one."),
    OpenApiParameter(
        "game",
        int,
        description="The key of a game: 404 once the tables were drawn anew.",
    ),
]


SEEN = OpenApiParameter(
    "seen", str, description="The table's ``result`` that was looked at: 409 if it is another now."
)


class TakenBackSerializer(serializers.Serializer[rounds.TakenBack]):
    """A round that was undone or corrected: what it said, what says it now, who did it and why."""

    round = serializers.IntegerField(source="first.retired_round", allow_null=True)
    before = serializers.CharField()
    after = serializers.CharField()
    retirement = serializers.CharField(source="first.retirement")
    by = serializers.CharField(source="first.retired_by.public_name")
    at = serializers.DateTimeField(source="first.retired_at")
    reason = serializers.CharField(source="first.reason")


class KeptEntrySerializer(serializers.ModelSerializer[Entry]):
    """An entry that counts; ``id`` is what ``seen`` names."""

    event = EventField()

    class Meta:
        model = Entry
        fields = ["id", "key", "index", "event"]


class OwnTableSerializer(TableSerializer):
    """A table as those see it who sit there: also the boards, and what became of the result."""

    entries = KeptEntrySerializer(many=True)
    result = serializers.CharField(source="game.result_in_figures")
    round = serializers.IntegerField(source="game.round.number")
    variant = serializers.CharField()
    game = serializers.IntegerField(source="game.pk")
    boards = BoardsSerializer(source="game.boards", allow_null=True)
    confirmed_by = serializers.SerializerMethodField()
    dispute = serializers.CharField(source="game.dispute")
    taken_back = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_confirmed_by(self, view: GameView) -> list[str]:
        given: Any = view.game.confirmations.select_related("user")
        return [one.user.public_name for one in given]

    @extend_schema_field(TakenBackSerializer(many=True))
    def get_taken_back(self, view: GameView) -> Any:
        gone: Any = rounds.taken_back(view)
        return TakenBackSerializer(gone, many=True).data


class TableViewSet(OfTournament):
    """A table: what happened there, undone, corrected, confirmed."""

    permission_classes = [IsAuthenticated]
    lookup_field = "number"
    always_400 = ("entries", "confirm_result", "undo", "correct", "sheet", "agree")

    @extend_schema(parameters=WHICH, responses=OwnTableSerializer)
    @unless_unchanged
    def retrieve(self, request: Request, pk: int, number: int) -> Response:
        """A table with all that was entered there and what was taken back."""
        return Response(OwnTableSerializer(games.view_of(self._own_game())).data)

    @extend_schema(
        parameters=WHICH,
        request=EntrySerializer,
        responses={200: EntrySerializer, 201: EntrySerializer, 409: ConflictSerializer},
        examples=[ENTRY],
    )
    @action(detail=True, methods=["post"])
    def entries(self, request: Request, pk: int, number: int) -> Response:
        """Record an entry. The same key again gives the same entry."""
        asked = self.read(EntrySerializer)
        try:
            recorded = games.record_entry(
                user=self.person,
                game=self._own_game(),
                now=timezone.now(),
                **asked,
            )
        except games.Conflict as conflict:
            return _told(conflict)
        code = status.HTTP_201_CREATED if recorded.is_new else status.HTTP_200_OK
        return Response(recorded.entry.as_told(), code)

    @extend_schema(
        parameters=[*WHICH, SEEN],
        request=None,
        responses={200: TableSerializer, 409: ConflictSerializer},
    )
    @action(detail=True, methods=["post"], url_path="confirm")
    def confirm_result(self, request: Request, pk: int, number: int) -> Response:
        """Say that the result is right: two of the table do, or the organiser, who so decides a
        dispute, too."""
        try:
            game = confirming.confirm_result(
                user=self.person,
                game=self._own_game(),
                now=timezone.now(),
                seen=request.query_params.get("seen"),
            )
        except games.Conflict as conflict:
            return _told(conflict)
        return Response(TableSerializer(games.view_of(game)).data)

    @extend_schema(parameters=WHICH, request=DisputeSerializer, responses=OwnTableSerializer)
    @action(detail=True, methods=["post"])
    def dispute(self, request: Request, pk: int, number: int) -> Response:
        """Say that the result is wrong, and why: the desk looks after it."""
        game = self._own_game()
        reason = self.read(DisputeSerializer)["dispute"]
        disputed = confirming.dispute_result(user=self.person, game=game, reason=reason)
        return Response(OwnTableSerializer(games.view_of(disputed)).data)

    @extend_schema(
        parameters=WHICH,
        request=UndoSerializer,
        responses={200: TableSerializer, 409: ConflictSerializer},
    )
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, pk: int, number: int) -> Response:
        """Take back the last round, or a part of it."""
        asked = self.read(UndoSerializer)
        game = self._own_game()
        try:
            games.undo_last(user=self.person, game=game, now=timezone.now(), **asked)
        except games.Conflict as conflict:
            return _told(conflict)
        return Response(TableSerializer(games.view_of(game)).data)

    @extend_schema(
        parameters=WHICH,
        request=CorrectionSerializer,
        responses={200: TableSerializer, 409: ConflictSerializer},
        examples=[CORRECTION],
    )
    @action(detail=True, methods=["post"])
    def correct(self, request: Request, pk: int, number: int) -> Response:
        """Put something else in place of a round, with a reason."""
        asked = self.read(CorrectionSerializer)
        corrected = (*asked.get("also", ()), asked)
        try:
            view = rounds.correct_rounds(
                user=self.person,
                game=self._own_game(),
                corrections={one["index"]: one["events"] for one in corrected},
                reason=asked["reason"],
                now=timezone.now(),
                seen={one["index"]: one["seen"] for one in corrected if "seen" in one},
            )
        except games.Conflict as conflict:
            return _told(conflict)
        return Response(TableSerializer(view).data)

    @extend_schema(
        parameters=WHICH, request=SheetSerializer, responses=TableSerializer, examples=[SHEET]
    )
    @action(detail=True, methods=["post"])
    def sheet(self, request: Request, pk: int, number: int) -> Response:
        """Record a whole finished game: all of it or nothing."""
        asked = self.read(SheetSerializer)
        game = self._own_game()
        try:
            view = rounds.record_sheet(user=self.person, game=game, now=timezone.now(), **asked)
        except rounds.IllegalRound as illegal:
            body = {illegal.field: [illegal.message], "index": illegal.index}
            return Response(body, status.HTTP_400_BAD_REQUEST)
        return Response(TableSerializer(view).data)

    @extend_schema(parameters=WHICH, request=AgreementSerializer, responses=TableSerializer)
    @action(detail=True, methods=["post"])
    def agree(self, request: Request, pk: int, number: int) -> Response:
        """Note what the table agreed on, before the game begins."""
        asked = self.read(AgreementSerializer)
        game = self._own_game()
        games.agree(game=game, options=asked["config"])
        return Response(TableSerializer(games.view_of(game)).data)

    def version(self) -> str | None:
        row = self._own_games().values_list("pk", "tournament__version").first()
        return row and f"{row[0]}.{row[1]}"

    def _own_game(self) -> Game:
        """The table of the latest round, or of the round or game that the address names."""
        game: Game | None = self._own_games().select_related("tournament", "round").first()
        if game is None:
            raise Http404
        return game

    def _own_games(self) -> Any:
        own = Game.objects.at_hand_of(self.person)
        found = own.at_table(self.kwargs["pk"], self.kwargs["number"])
        asked = self.request.query_params
        for name, field in (("round", "round__number"), ("game", "pk")):
            if name in asked:
                wanted = asked[name]
                is_number = wanted.isdecimal() and len(wanted) < 10
                found = found.filter(**{field: int(wanted)}) if is_number else found.none()
        return found.order_by("-round__number")


def _told(conflict: games.Conflict) -> Response:
    there = [entry.as_told() for entry in conflict.there]
    body = {conflict.field: [conflict.message], "there": there}
    return Response(body, status.HTTP_409_CONFLICT)
