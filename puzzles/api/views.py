"""The API's addresses; every queryset begins with what the person may see."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, status, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from puzzles.api import serializers
from puzzles.downloads import task_file_response
from puzzles.filters import TaskFilter
from puzzles.models import Deck, Job, PieceSet, Proposal, Task, is_curator
from puzzles.services import jobs, proposals, queue, taskfiles, tasks
from puzzles.services.content import read_task


class PieceSetViewSet(viewsets.ReadOnlyModelViewSet[PieceSet]):
    """The piece sets that cards are made for."""

    queryset = PieceSet.objects.prefetch_related("pieces")
    serializer_class = serializers.PieceSetSerializer
    lookup_field = "key"
    lookup_value_converter = "slug"


class TaskViewSet(viewsets.ReadOnlyModelViewSet[Task]):
    """The catalog, with the filters of its page."""

    queryset = Task.objects.none()
    serializer_class = serializers.TaskSerializer
    filterset_class = TaskFilter
    lookup_value_converter = "int"

    def get_queryset(self) -> Any:
        user = self.request.user
        tasks = Task.objects.visible_to(user).select_related("piece_set", "verdict")
        listed = self.action != "list" or is_curator(user)
        return tasks if listed else tasks.exclude(state=Task.State.RETIRED)


@extend_schema_view(
    list=extend_schema(responses=serializers.DeckSerializer(many=True)),
    retrieve=extend_schema(responses=serializers.DeckWithBoardsSerializer),
)
class DeckViewSet(viewsets.ReadOnlyModelViewSet[Deck]):
    """Decks and their boards."""

    queryset = Deck.objects.none()
    lookup_field = "key"
    lookup_value_converter = "slug"

    def get_queryset(self) -> Any:
        decks = Deck.objects.visible_to(self.request.user).select_related("piece_set")
        return decks if self.action == "list" else decks.prefetch_related("boards__entries__task")

    def get_serializer_class(self) -> Any:
        if self.action == "list":
            return serializers.DeckSerializer
        return serializers.DeckWithBoardsSerializer

    @extend_schema(responses=OpenApiTypes.OBJECT)
    @action(detail=True, url_path="task-file")
    def task_file(self, request: Request, key: str) -> HttpResponse:
        """All tasks of the deck as a task file."""
        deck = self.get_object()
        text = taskfiles.export_task_file(exported=taskfiles.tasks_of_deck(deck=deck))
        return task_file_response(text, name=deck.key)


class JobViewSet(mixins.RetrieveModelMixin, mixins.ListModelMixin, viewsets.GenericViewSet[Job]):
    """Jobs for the solver: one's own, and all of them for a curator."""

    queryset = Job.objects.none()
    serializer_class = serializers.JobSerializer
    permission_classes = [IsAuthenticated]
    lookup_value_converter = "uuid"

    def get_queryset(self) -> Any:
        return Job.objects.visible_to(self.request.user).select_related("verdict", "task")

    def get_throttles(self) -> Any:
        self.throttle_scope = "check" if self.action == "create" else None
        return super().get_throttles()

    @extend_schema(
        request=serializers.ContentSerializer,
        responses={202: serializers.SubmittedSerializer},
    )
    def create(self, request: Request) -> Response:
        """Have something drawn checked: 202 with the job's address in ``Location``."""
        given = serializers.ContentSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        piece_set = given.validated_data["piece_set"]
        drawn = read_task(**given.validated_data)
        job = jobs.submit_drawing(
            user=request.user, drawn=drawn, piece_set=piece_set, now=timezone.now()
        )
        there = tasks.find_task(drawn=drawn, piece_set=piece_set)
        visible = Task.objects.visible_to(request.user).select_related("piece_set", "verdict")
        job.existing = visible.filter(pk=there.pk).first() if there else None  # type: ignore[attr-defined]
        body = serializers.SubmittedSerializer(job, context=self.get_serializer_context()).data
        return Response(body, status.HTTP_202_ACCEPTED, headers={"Location": str(body["url"])})

    @extend_schema(request=None, responses=serializers.JobSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Stop the job."""
        job = queue.cancel(job=self.get_object(), now=timezone.now())
        return Response(self.get_serializer(job).data)

    @extend_schema(request=None, responses=serializers.JobSerializer)
    @action(detail=True, methods=["post"])
    def retry(self, request: Request, pk: str) -> Response:
        """Queue a failed or cancelled job again."""
        job = queue.retry(job=self.get_object(), now=timezone.now())
        return Response(self.get_serializer(job).data)


class ProposalViewSet(
    mixins.RetrieveModelMixin, mixins.ListModelMixin, viewsets.GenericViewSet[Proposal]
):
    """Proposed cards: one's own, and all of them for a curator."""

    queryset = Proposal.objects.none()
    serializer_class = serializers.ProposalSerializer
    permission_classes = [IsAuthenticated]
    lookup_value_converter = "int"

    def get_queryset(self) -> Any:
        return Proposal.objects.visible_to(self.request.user).with_checks()

    def get_throttles(self) -> Any:
        self.throttle_scope = "check" if self.action == "create" else None
        return super().get_throttles()

    @extend_schema(
        request=serializers.ProposedSerializer,
        responses={201: serializers.ProposalSerializer},
    )
    def create(self, request: Request) -> Response:
        """Propose a card; one that exists already is refused, with its address if it is shown."""
        given = serializers.ProposedSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        content = dict(given.validated_data)
        name = content.pop("name")
        try:
            made = proposals.propose_task(
                user=request.user,
                drawn=read_task(**content),
                piece_set=content["piece_set"],
                name=name,
                now=timezone.now(),
            )
        except proposals.AlreadyKnown as known:
            context = self.get_serializer_context()
            there = serializers.TaskSerializer(known.task, context=context).data
            refused = {known.field: [known.message], "existing": there if known.task else None}
            return Response(refused, status.HTTP_400_BAD_REQUEST)
        body = self.get_serializer(self.get_queryset().get(pk=made.pk)).data
        return Response(body, status.HTTP_201_CREATED, headers={"Location": str(body["url"])})

    @extend_schema(request=None, responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Withdraw an open proposal of one's own."""
        proposals.withdraw_proposal(user=request.user, proposal=self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)
