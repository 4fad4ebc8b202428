"""Whom the API lets do what with a tournament, and how it answers a deed at the wrong time."""

from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, gettext
from django.views.decorators.http import condition
from rest_framework import serializers, status, viewsets
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from puzzles.services.refusal import Refusal
from tournaments.models import Round, Tournament


class OfTournament(viewsets.GenericViewSet[Tournament]):
    """What belongs to a tournament: whoever sees it reads, whoever runs it decides.

    A refusal at a field that was sent is a mistake in it: 400. Any other says that the tournament
    is not at that point: 409.
    """

    queryset = Tournament.objects.none()
    lookup_value_converter = "int"
    # Deeds that answer 400 to everything, from before there was this rule: clients count on it.
    always_400: ClassVar[tuple[str, ...]] = ()
    # What a sender expects to come next says which point it is meant for.
    EXPECTED = ("number",)

    sent: Mapping[str, Any] = {}

    def get_queryset(self) -> Any:
        return Tournament.objects.visible_to(self.request.user)

    @property
    def person(self) -> Any:
        """Who is asking."""
        return self.request.user

    def seen(self) -> Tournament:
        """The tournament of the address; 404 for whoever may not see it."""
        found: Tournament = get_object_or_404(self.get_queryset(), pk=self.kwargs["pk"])
        return found

    def run(self) -> Tournament:
        """The tournament of the address; 403 for whoever sees it and doesn't run it."""
        tournament = self.seen()
        if not self.runs(tournament):
            message = gettext("Only the organiser of this tournament can do that.")
            self.permission_denied(self.request, message=message)
        return tournament

    def runs(self, tournament: Tournament) -> bool:
        """Whether this person sits at the tournament's desk."""
        return bool(tournament.organiser_id == self.request.user.pk)

    def version(self) -> str | None:
        """What changes with all that the address tells this person; None where there is nothing."""
        rows = self.get_queryset().filter(pk=self.kwargs["pk"])
        row = rows.values_list("version", "organiser_id").first()
        return row and f"{row[0]}.{row[1] == self.request.user.pk}"

    def read(self, kind: type[serializers.Serializer[Any]], **options: Any) -> dict[str, Any]:
        """What was sent, field by field: in the body, or to be looked at in the address."""
        is_look = self.request.method in SAFE_METHODS
        given = kind(data=self.request.query_params if is_look else self.request.data, **options)
        given.is_valid(raise_exception=True)
        self.sent = given.validated_data
        return dict(given.validated_data)

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Refusal) and self.action not in self.always_400:
            field = exc.field.partition(".")[0]
            if field not in self.sent or field in self.EXPECTED:
                return Response({exc.field: [exc.message]}, status.HTTP_409_CONFLICT)
        return super().handle_exception(exc)


class OfRound(OfTournament):
    """What belongs to a round of a tournament."""

    def drawn(self, tournament: Tournament) -> Round:
        """The round of the address."""
        return get_object_or_404(tournament.rounds, number=self.kwargs["number"])


def unless_unchanged(view: Callable[..., Response]) -> Callable[..., Response]:
    """Whoever has what the address tells as it stands is answered 304, by one look at it."""

    @wraps(view)
    def answered(viewset: OfTournament, request: Request, *args: Any, **kwargs: Any) -> Response:
        def etag(*_args: Any, **_kwargs: Any) -> str | None:
            version = viewset.version()
            return None if version is None else f'"{version}.{get_language()}"'

        conditional = condition(etag_func=etag)(partial(view, viewset))
        answer: Response = conditional(request, *args, **kwargs)
        patch_cache_control(answer, private=True, no_cache=True)
        return answer

    return answered
