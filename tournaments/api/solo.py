"""Playing alone through the API: the records, one's runs, and what happens in them."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.events import OptionsField
from tournaments.models import SoloRun
from tournaments.services import solo
from tournaments.services.records import records_of


class BestSerializer(serializers.Serializer[Any]):
    """Somebody's result that no other of its time beats."""

    player = serializers.CharField()
    day = serializers.DateField()
    solved = serializers.IntegerField()
    seconds = serializers.FloatField(allow_null=True)


class RecordsSerializer(serializers.Serializer[Any]):
    """A form and its records: of today, of this month, ever. Who is level shares a record."""

    variant = serializers.CharField(source="form.variant")
    config = serializers.JSONField(source="form.to_json")
    day = BestSerializer(many=True, source="records.day")
    month = BestSerializer(many=True, source="records.month")
    ever = BestSerializer(many=True, source="records.ever")


class DealtTaskSerializer(serializers.Serializer[Any]):
    """The task that lies there; ``id`` is what an event calls it."""

    id = serializers.CharField(source="pk")
    area = serializers.JSONField(source="layers")
    pieces = serializers.ListField(child=serializers.CharField())
    piece_set = serializers.CharField(source="piece_set.key")


class RunSerializer(serializers.Serializer[solo.RunView]):
    """A run as it stands; ``now`` is the server's clock, which decides."""

    id = serializers.IntegerField(source="run.pk")
    variant = serializers.CharField(source="run.variant")
    config = serializers.JSONField(source="run.config")
    started_at = serializers.DateTimeField(source="run.started_at")
    deadline = serializers.DateTimeField(source="run.deadline")
    ended_at = serializers.DateTimeField(source="run.ended_at", allow_null=True)
    now = serializers.SerializerMethodField()
    task = DealtTaskSerializer(allow_null=True)
    solved = serializers.SerializerMethodField()
    set_aside = serializers.ListField(child=serializers.CharField(), source="state.set_aside")
    counts = serializers.SerializerMethodField()

    @extend_schema_field(serializers.DateTimeField())
    def get_now(self, view: solo.RunView) -> Any:
        return self.context["now"]

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_solved(self, view: solo.RunView) -> list[str]:
        return [task for task, _seconds in view.state.solved]

    @extend_schema_field(serializers.BooleanField())
    def get_counts(self, view: solo.RunView) -> bool:
        """Whether the run has a result."""
        return view.result is not None


class StartSerializer(serializers.Serializer[Any]):
    """What to play: a variant, and its form as in a game file."""

    variant = serializers.CharField(max_length=20)
    config = OptionsField()


class TapSerializer(serializers.Serializer[Any]):
    """What became of the task that lies there, with a key of the sender's own.

    There is no time in it: the server stamps the arrival.
    """

    key = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=solo.TAPS)
    task = serializers.CharField(max_length=20)


class TappedSerializer(serializers.Serializer[Any]):
    """An event as it was taken."""

    key = serializers.UUIDField()
    index = serializers.IntegerField()
    event = serializers.JSONField()


class SoloViewSet(viewsets.ViewSet):
    """Records for everybody, runs for who plays them."""

    @extend_schema(responses=RecordsSerializer(many=True))
    @action(detail=False, url_path="records")
    def records(self, request: Request) -> Response:
        """The records of every form that anybody reached."""
        held = records_of(now=timezone.now())
        return Response(RecordsSerializer(held, many=True).data)

    @extend_schema(request=StartSerializer, responses={201: RunSerializer})
    @action(detail=False, methods=["post"], url_path="runs", permission_classes=[IsAuthenticated])
    def start(self, request: Request) -> Response:
        """Deal and start the clock; 409 while another run goes on."""
        given = StartSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        now = timezone.now()
        try:
            run = solo.start_run(
                user=_person(request),
                variant=given.validated_data["variant"],
                options=given.validated_data["config"],
                seed=solo.any_seed(),
                now=now,
            )
        except solo.Untimely as untimely:
            return _told(untimely)
        return self._run(solo.RunView(run), status.HTTP_201_CREATED)

    @extend_schema(responses=RunSerializer)
    @action(detail=False, url_path="runs/<int:number>", permission_classes=[IsAuthenticated])
    def run(self, request: Request, number: int) -> Response:
        """One's own run as it stands."""
        return self._run(solo.look_at(run=self._own(number), now=timezone.now()))

    @extend_schema(request=TapSerializer, responses={200: TappedSerializer, 201: TappedSerializer})
    @action(
        detail=False,
        methods=["post"],
        url_path="runs/<int:number>/events",
        permission_classes=[IsAuthenticated],
    )
    def tap(self, request: Request, number: int) -> Response:
        """Solved, or set aside. The same key again gives the same event; 409 when it is late."""
        given = TapSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        try:
            tapped = solo.tap(run=self._own(number), now=timezone.now(), **given.validated_data)
        except solo.Untimely as untimely:
            return _told(untimely)
        code = status.HTTP_201_CREATED if tapped.is_new else status.HTTP_200_OK
        return Response(tapped.event.as_told(), code)

    @extend_schema(request=None, responses=RunSerializer)
    @action(
        detail=False,
        methods=["post"],
        url_path="runs/<int:number>/give-up",
        permission_classes=[IsAuthenticated],
    )
    def give_up(self, request: Request, number: int) -> Response:
        """End a run without a result."""
        return self._run(solo.give_up(run=self._own(number), now=timezone.now()))

    def _own(self, number: int) -> SoloRun:
        run = SoloRun.objects.visible_to(self.request.user).filter(pk=number).first()
        if run is None:
            raise Http404
        return run

    def _run(self, view: solo.RunView, code: int = status.HTTP_200_OK) -> Response:
        return Response(RunSerializer(view, context={"now": timezone.now()}).data, code)


def _told(untimely: solo.Untimely) -> Response:
    return Response({untimely.field: [untimely.message]}, status.HTTP_409_CONFLICT)


def _person(request: Request) -> Any:
    return request.user
