"""Whom the API lets do what with a tournament, and how it answers a deed at the wrong time."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from django.utils.decorators import method_decorator
from django.utils.translation import get_language, gettext
from django.views.decorators.http import condition
from rest_framework import serializers, status, viewsets
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
        visible = Tournament.objects.visible_to(self.person)
        return get_object_or_404(visible, pk=self.kwargs["pk"])

    def run(self) -> Tournament:
        """The tournament of the address; 403 for whoever sees it and doesn't run it."""
        tournament = self.seen()
        if not self.runs(tournament):
            message = gettext("Only who runs the tournament can do that.")
            self.permission_denied(self.request, message=message)
        return tournament

    def runs(self, tournament: Tournament) -> bool:
        """Whether this person sits at the tournament's desk."""
        return bool(tournament.organiser_id == self.request.user.pk)

    def read(self, kind: type[serializers.Serializer[Any]], **options: Any) -> dict[str, Any]:
        """What was sent, field by field: in the body, or to be looked at in the address."""
        is_look = self.request.method == "GET"
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


View = Callable[..., Response]


def unless_unchanged(view: View) -> View:
    """Whoever has the tournament as it stands is answered 304, by one look at its version."""

    def etag(request: Request, pk: int, **_kwargs: Any) -> str | None:
        rows = Tournament.objects.visible_to(request.user).filter(pk=pk)
        row = rows.values_list("version", "organiser_id").first()
        if row is None:
            return None
        version, organiser = row
        return f'"{pk}.{version}.{get_language()}.{organiser == request.user.pk}"'

    conditional = method_decorator(condition(etag_func=etag))(view)

    @wraps(view)
    def answered(*args: Any, **kwargs: Any) -> Response:
        answer: Response = conditional(*args, **kwargs)
        patch_cache_control(answer, private=True, no_cache=True)
        return answer

    return answered
