"""Tournaments through the API: read, made, changed; their standings, files and sheets."""

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
from rest_framework import mixins, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from puzzles.services.prints import PrintOptions, print_sheets
from tournaments.api import serializers
from tournaments.api.asking import AskedTournamentSerializer
from tournaments.api.permission import OfTournament, unless_unchanged
from tournaments.models import Tournament
from tournaments.services import exports, organising, prints
from tournaments.services.overview import overview_of


@extend_schema_view(list=extend_schema(responses=serializers.TournamentSerializer(many=True)))
class TournamentViewSet(mixins.ListModelMixin, OfTournament):
    """Tournaments: their people, tables and standings."""

    serializer_class = serializers.TournamentSerializer
    always_400 = ("prints",)

    @extend_schema(responses=serializers.WholeTournamentSerializer)
    @unless_unchanged
    def retrieve(self, request: Request, pk: int) -> Response:
        """A tournament with everything that its public page shows."""
        context = self.get_serializer_context()
        return Response(serializers.WholeTournamentSerializer(self.seen(), context=context).data)

    @extend_schema(
        request=AskedTournamentSerializer, responses={201: serializers.TournamentSerializer}
    )
    def create(self, request: Request) -> Response:
        """Make a tournament; it is a draft until registration is opened."""
        made = self._saved(None, self.read(AskedTournamentSerializer))
        body = self.get_serializer(made).data
        return Response(body, status.HTTP_201_CREATED, headers={"Location": str(body["url"])})

    @extend_schema(request=AskedTournamentSerializer, responses=serializers.TournamentSerializer)
    def update(self, request: Request, pk: int) -> Response:
        """Change a tournament that isn't seated yet, by the organiser; what is left out is as
        usual."""
        changed = self._saved(self.run(), self.read(AskedTournamentSerializer))
        return Response(self.get_serializer(changed).data)

    @extend_schema(
        request=AskedTournamentSerializer(partial=True),
        responses=serializers.TournamentSerializer,
    )
    def partial_update(self, request: Request, pk: int) -> Response:
        """Change some of it; what is left out stays. Another game has options of its own."""
        tournament = self.run()
        asked = self.read(AskedTournamentSerializer, partial=True)
        # What is asked for may not go with what stays, and is refused at that.
        self.sent = dict.fromkeys(organising.ASKED)
        changed = organising.change_tournament(
            user=self.person, tournament=tournament, asked=asked, now=timezone.now()
        )
        return Response(self.get_serializer(changed).data)

    def _saved(self, tournament: Tournament | None, asked: dict[str, Any]) -> Tournament:
        return organising.save_tournament(
            user=self.person,
            tournament=tournament,
            now=timezone.now(),
            **{"config": {}, "closes_at": None, **asked},
        )

    @extend_schema(responses=serializers.StandingsSerializer)
    @action(detail=True)
    @unless_unchanged
    def standings(self, request: Request, pk: int) -> Response:
        """Places, figures and why; exact figures are in ``files/standings``."""
        overview = overview_of(self.seen())
        return Response(serializers.StandingsSerializer(overview).data)

    @extend_schema(
        parameters=[OpenApiParameter("what", str, "path", enum=list(exports.TABLES))],
        responses=serializers.RowsSerializer,
    )
    @action(detail=True, url_path="files/<str:what>")
    def files(self, request: Request, pk: int, what: str) -> Response:
        """Standings, pairings or results of all rounds, as rows."""
        tournament = self.seen()
        if what not in exports.TABLES:
            raise Http404
        return Response({"rows": exports.TABLES[what](tournament)})

    @extend_schema(
        parameters=[
            OpenApiParameter("kind", str, "path", enum=prints.KINDS),
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
