"""The API's addresses for tournaments; every queryset begins with what the person may see."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_view,
)
from rest_framework import status, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from puzzles.services.prints import PrintOptions, print_sheets
from tournaments.api import serializers
from tournaments.models import Game, Tournament
from tournaments.services import confirming, exports, games, presence, prints, registration, rounds

TABLE = r"tables/<int:number>"


@extend_schema_view(
    list=extend_schema(responses=serializers.TournamentSerializer(many=True)),
    retrieve=extend_schema(responses=serializers.WholeTournamentSerializer),
)
class TournamentViewSet(viewsets.ReadOnlyModelViewSet[Tournament]):
    """Tournaments: their people, tables and standings."""

    queryset = Tournament.objects.none()
    lookup_value_converter = "int"

    def get_queryset(self) -> Any:
        return Tournament.objects.visible_to(self.request.user)

    def get_serializer_class(self) -> Any:
        if self.action == "retrieve":
            return serializers.WholeTournamentSerializer
        return serializers.TournamentSerializer

    @extend_schema(
        parameters=[OpenApiParameter("what", str, "path", enum=list(exports.TABLES))],
        responses=serializers.RowsSerializer,
    )
    @action(detail=True, url_path="files/<str:what>")
    def files(self, request: Request, pk: int, what: str) -> Response:
        """Standings, pairings or results of all rounds, as rows."""
        tournament = self.get_object()
        if what not in exports.TABLES:
            raise Http404
        return Response({"rows": exports.TABLES[what](tournament)})

    @extend_schema(
        parameters=[
            OpenApiParameter("kind", str, "path", enum=["table-slips", "standings", "posters"]),
            OpenApiParameter("paper", str, enum=["a4", "letter"]),
            OpenApiParameter("language", str, enum=["en", "de"]),
            OpenApiParameter("ink_saving", bool),
        ],
        responses={(200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY)},
    )
    @action(detail=True, url_path="prints/<str:kind>", permission_classes=[IsAuthenticated])
    def prints(self, request: Request, pk: int, kind: str) -> HttpResponse:
        """Sheets for the tables and the wall, by the organiser."""
        own = get_object_or_404(Tournament.objects.run_by(request.user), pk=pk)
        if kind not in prints.KINDS:
            raise Http404
        asked = request.query_params
        options = PrintOptions(
            kind,
            tournament=own.pk,
            paper=asked.get("paper", "a4"),
            language=asked.get("language", "en"),
            ink_saving=asked.get("ink_saving", "false") == "true",
        )
        printed = print_sheets(options=options)
        return HttpResponse(printed.content, content_type="application/pdf")

    @extend_schema(request=None, responses=serializers.RegistrationSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def register(self, request: Request, pk: int) -> Response:
        """Take part: a place, or the waitlist."""
        own = registration.register_player(
            user=_person(request), tournament=self.get_object(), now=timezone.now()
        )
        return Response(serializers.RegistrationSerializer(own).data)

    @extend_schema(request=None, responses=serializers.RegistrationSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def confirm(self, request: Request, pk: int) -> Response:
        """Take the place that is offered."""
        own = registration.confirm_place(
            user=_person(request), tournament=self.get_object(), now=timezone.now()
        )
        return Response(serializers.RegistrationSerializer(own).data)

    @extend_schema(
        request=serializers.CheckInSerializer, responses=serializers.RegistrationSerializer
    )
    @action(
        detail=True, methods=["post"], url_path="check-in", permission_classes=[IsAuthenticated]
    )
    def check_in(self, request: Request, pk: int) -> Response:
        """Say that one is there, with the code of the place."""
        given = serializers.CheckInSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        own = presence.check_in(
            user=_person(request),
            tournament=self.get_object(),
            now=timezone.now(),
            **given.validated_data,
        )
        return Response(serializers.RegistrationSerializer(own).data)

    @extend_schema(request=None, responses=serializers.RegistrationSerializer)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def withdraw(self, request: Request, pk: int) -> Response:
        """Take part no longer."""
        own = registration.withdraw_player(
            user=_person(request), tournament=self.get_object(), now=timezone.now()
        )
        return Response(serializers.RegistrationSerializer(own).data)

    @extend_schema(
        request=serializers.EntrySerializer,
        responses={
            200: serializers.EntrySerializer,
            201: serializers.EntrySerializer,
            409: serializers.ConflictSerializer,
        },
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=f"{TABLE}/entries",
        permission_classes=[IsAuthenticated],
    )
    def entries(self, request: Request, pk: int, number: int) -> Response:
        """Record an entry, by the organiser. The same key again gives the same entry."""
        given = serializers.EntrySerializer(data=request.data)
        given.is_valid(raise_exception=True)
        try:
            recorded = games.record_entry(
                user=_person(request),
                game=self._own_game(pk, number),
                now=timezone.now(),
                **given.validated_data,
            )
        except games.Conflict as conflict:
            return _told(conflict)
        code = status.HTTP_201_CREATED if recorded.is_new else status.HTTP_200_OK
        return Response(recorded.entry.as_told(), code)

    @extend_schema(request=None, responses=serializers.TableSerializer)
    @action(
        detail=True,
        methods=["post"],
        url_path=f"{TABLE}/confirm",
        permission_classes=[IsAuthenticated],
    )
    def confirm_result(self, request: Request, pk: int, number: int) -> Response:
        """Say that the result is right: two of the table do, or the organiser."""
        game = confirming.confirm_result(
            user=_person(request), game=self._own_game(pk, number), now=timezone.now()
        )
        return Response(serializers.TableSerializer(games.view_of(game)).data)

    @extend_schema(
        request=serializers.UndoSerializer,
        responses={200: serializers.TableSerializer, 409: serializers.ConflictSerializer},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=f"{TABLE}/undo",
        permission_classes=[IsAuthenticated],
    )
    def undo(self, request: Request, pk: int, number: int) -> Response:
        """Take back the last round, by the organiser."""
        given = serializers.UndoSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        game = self._own_game(pk, number)
        try:
            games.undo_last(
                user=_person(request), game=game, now=timezone.now(), **given.validated_data
            )
        except games.Conflict as conflict:
            return _told(conflict)
        return Response(serializers.TableSerializer(games.view_of(game)).data)

    @extend_schema(request=serializers.CorrectionSerializer, responses=serializers.TableSerializer)
    @action(
        detail=True,
        methods=["post"],
        url_path=f"{TABLE}/correct",
        permission_classes=[IsAuthenticated],
    )
    def correct(self, request: Request, pk: int, number: int) -> Response:
        """Put something else in place of a round, by the organiser, with a reason."""
        given = serializers.CorrectionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        view = rounds.correct_rounds(
            user=_person(request),
            game=self._own_game(pk, number),
            corrections={one["index"]: one["events"] for one in (*asked.get("also", ()), asked)},
            reason=asked["reason"],
            now=timezone.now(),
        )
        return Response(serializers.TableSerializer(view).data)

    @extend_schema(request=serializers.SheetSerializer, responses=serializers.TableSerializer)
    @action(
        detail=True,
        methods=["post"],
        url_path=f"{TABLE}/sheet",
        permission_classes=[IsAuthenticated],
    )
    def sheet(self, request: Request, pk: int, number: int) -> Response:
        """Record a whole finished game, by the organiser: all of it or nothing."""
        given = serializers.SheetSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        game = self._own_game(pk, number)
        try:
            view = rounds.record_sheet(
                user=_person(request), game=game, now=timezone.now(), **given.validated_data
            )
        except rounds.IllegalRound as illegal:
            body = {illegal.field: [illegal.message], "index": illegal.index}
            return Response(body, status.HTTP_400_BAD_REQUEST)
        return Response(serializers.TableSerializer(view).data)

    @extend_schema(request=serializers.AgreementSerializer, responses=serializers.TableSerializer)
    @action(
        detail=True,
        methods=["post"],
        url_path=f"{TABLE}/agree",
        permission_classes=[IsAuthenticated],
    )
    def agree(self, request: Request, pk: int, number: int) -> Response:
        """Note what the table agreed on, by the organiser, before the game begins."""
        given = serializers.AgreementSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        game = self._own_game(pk, number)
        games.agree(game=game, options=given.validated_data["config"])
        return Response(serializers.TableSerializer(games.view_of(game)).data)

    def _own_game(self, pk: int, number: int) -> Game:
        """The table of the latest round, or of the one that the address names."""
        found = Game.objects.at_hand_of(_person(self.request)).at_table(pk, number)
        wanted = self.request.query_params.get("round", "")
        if wanted.isdecimal() and len(wanted) < 6:
            found = found.filter(round__number=int(wanted))
        game = found.select_related("tournament", "round").order_by("-round__number").first()
        if game is None:
            raise Http404
        return game


def _told(conflict: games.Conflict) -> Response:
    there = [entry.as_told() for entry in conflict.there]
    body = {conflict.field: [conflict.message], "there": there}
    return Response(body, status.HTTP_409_CONFLICT)


def _person(request: Request) -> Any:
    return request.user
