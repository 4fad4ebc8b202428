"""What the API says of each thing, and what it takes."""

from typing import Any

from django.core.validators import slug_re
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from puzzles.levels import level_of
from puzzles.models import (
    PLAIN_NAME,
    Board,
    BoardTask,
    Deck,
    Job,
    Piece,
    PieceSet,
    Proposal,
    Task,
    Verdict,
)


class PieceSerializer(serializers.ModelSerializer[Piece]):
    """A piece: its code and its shape as text layers, bottom first."""

    layers = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))

    class Meta:
        model = Piece
        fields = ["code", "name", "layers", "copies"]


class PieceSetSerializer(serializers.ModelSerializer[PieceSet]):
    """A piece set with all its pieces."""

    pieces = PieceSerializer(many=True)

    class Meta:
        model = PieceSet
        fields = ["key", "name", "variant", "dimension", "flip", "pieces"]


class VerdictSerializer(serializers.ModelSerializer[Verdict]):
    """What the solver says; ``covers`` is a lower bound unless ``complete``."""

    level = serializers.SerializerMethodField()
    shown = serializers.ListField(child=serializers.JSONField())
    difficulty_parts = serializers.ListField(child=serializers.FloatField())
    impossible = serializers.SerializerMethodField()
    stopped_by = serializers.SerializerMethodField()

    class Meta:
        model = Verdict
        fields = [
            "kind",
            "covers",
            "essentially_different",
            "complete",
            "impossible",
            "stopped_by",
            "nodes",
            "dead_ends",
            "difficulty",
            "difficulty_parts",
            "near_misses",
            "level",
            "shown",
        ]

    def get_level(self, verdict: Verdict) -> int | None:
        return None if verdict.difficulty is None else level_of(verdict.difficulty)

    def get_impossible(self, verdict: Verdict) -> str | None:
        return verdict.impossible or None

    def get_stopped_by(self, verdict: Verdict) -> str | None:
        return verdict.stopped_by or None


class TaskSerializer(serializers.ModelSerializer[Task]):
    """A task with its verdict."""

    url = serializers.HyperlinkedIdentityField(view_name="api-task-detail")
    page = serializers.CharField(source="get_absolute_url")
    piece_set = serializers.SlugRelatedField[PieceSet](slug_field="key", read_only=True)
    layers = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    pieces = serializers.ListField(child=serializers.CharField())
    verdict = VerdictSerializer(source="current_verdict", allow_null=True)

    class Meta:
        model = Task
        fields = [
            "id",
            "url",
            "page",
            "name",
            "piece_set",
            "layers",
            "pieces",
            "cells",
            "state",
            "verdict",
        ]


class BoardTaskSerializer(serializers.ModelSerializer[BoardTask]):
    """A task's place on a board."""

    task = serializers.HyperlinkedRelatedField[Task](view_name="api-task-detail", read_only=True)
    pieces = serializers.ListField(child=serializers.CharField(), source="task.pieces")
    die = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        model = BoardTask
        fields = ["number", "die", "task", "pieces"]


class BoardSerializer(serializers.ModelSerializer[Board]):
    """One side of a board."""

    layers = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    tasks = BoardTaskSerializer(source="entries", many=True)

    class Meta:
        model = Board
        fields = ["number", "side", "level", "colour", "layers", "expected_rounds", "tasks"]


class DeckSerializer(serializers.ModelSerializer[Deck]):
    """A deck; its boards stand on its own address, its tasks in its task file."""

    url = serializers.HyperlinkedIdentityField(view_name="api-deck-detail", lookup_field="key")
    page = serializers.CharField(source="get_absolute_url")
    piece_set = serializers.SlugRelatedField[PieceSet](slug_field="key", read_only=True)
    task_file = serializers.SerializerMethodField()

    class Meta:
        model = Deck
        fields = ["key", "url", "page", "name", "variant", "piece_set", "state", "task_file"]

    @extend_schema_field(serializers.URLField())
    def get_task_file(self, deck: Deck) -> str:
        return reverse("api-deck-task-file", args=[deck.key], request=self.context.get("request"))


class DeckWithBoardsSerializer(DeckSerializer):
    """A deck with its boards."""

    boards = BoardSerializer(many=True)

    class Meta(DeckSerializer.Meta):
        fields = [*DeckSerializer.Meta.fields, "boards"]


class PieceSetKeyField(serializers.SlugRelatedField[PieceSet]):
    """A piece set by its key; what can't be a key isn't looked up."""

    def to_internal_value(self, data: Any) -> PieceSet:
        if not isinstance(data, str) or not slug_re.match(data):
            self.fail("invalid")
        found: PieceSet = super().to_internal_value(data)
        return found


class ContentSerializer(serializers.Serializer[Any]):
    """Something drawn, for the solver: ``area`` and ``height``, or ``layers`` (bottom first)."""

    piece_set = PieceSetKeyField(
        slug_field="key", queryset=PieceSet.objects.prefetch_related("pieces")
    )
    area = serializers.ListField(
        child=serializers.CharField(max_length=400, allow_blank=True, trim_whitespace=False),
        required=False,
        max_length=400,
    )
    height = serializers.IntegerField(default=1, min_value=1, max_value=20)
    layers = serializers.ListField(
        child=serializers.ListField(
            child=serializers.CharField(max_length=400, allow_blank=True, trim_whitespace=False),
            max_length=400,
        ),
        required=False,
        max_length=20,
    )
    pieces = serializers.ListField(
        child=serializers.CharField(max_length=20), allow_empty=True, max_length=400
    )


class JobSerializer(serializers.ModelSerializer[Job]):
    """A job: its state, and its verdict when it is done."""

    url = serializers.HyperlinkedIdentityField(view_name="api-job-detail")
    page = serializers.SerializerMethodField()
    task = serializers.HyperlinkedRelatedField[Task](view_name="api-task-detail", read_only=True)
    verdict = VerdictSerializer(allow_null=True)

    class Meta:
        model = Job
        fields = [
            "id",
            "url",
            "page",
            "task",
            "state",
            "attempts",
            "steps_done",
            "failure",
            "created",
            "finished",
            "verdict",
        ]

    def get_page(self, job: Job) -> str:
        return reverse("job", args=[job.pk])


class SubmittedSerializer(JobSerializer):
    """The answer to something drawn: its job, and the catalog's task that looks the same."""

    existing = TaskSerializer(allow_null=True)

    class Meta(JobSerializer.Meta):
        fields = [*JobSerializer.Meta.fields, "existing"]


class ProposedSerializer(ContentSerializer):
    """A card that a player proposes: something drawn, and a name if it has one."""

    name = serializers.CharField(
        max_length=80, required=False, default="", allow_blank=True, validators=[PLAIN_NAME]
    )


class ProposalSerializer(serializers.ModelSerializer[Proposal]):
    """A proposal, how it stands, and the reason if it was rejected."""

    url = serializers.HyperlinkedIdentityField(view_name="api-proposal-detail")
    task = TaskSerializer()
    state = serializers.ChoiceField(choices=Proposal.State.choices)
    reason = serializers.SerializerMethodField()

    class Meta:
        model = Proposal
        fields = ["id", "url", "state", "reason", "created", "decided", "task"]

    def get_reason(self, proposal: Proposal) -> str | None:
        return proposal.reason if proposal.state == Proposal.State.REJECTED else None
