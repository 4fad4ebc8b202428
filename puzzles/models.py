"""The catalog: piece sets, decks, boards, tasks, the solver's verdicts, and jobs to fetch them.

No workflow lives here: what a person does is a function in ``puzzles.services``. Three rules are
kept by the database itself: one task per region and pieces up to symmetry (``fingerprint``), one
verdict per content and engine, one task per number of a board.
"""

import uuid
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Count, Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from puzzles import solver, words
from puzzles.engine import ENGINE

Visitor = AbstractBaseUser | AnonymousUser

# A name is shown and printed: no control characters, nothing that only looks like markup.
PLAIN_NAME = RegexValidator(r"^[^\x00-\x1f\x7f<>]*$", _("Names may not contain < or >."))


def validate_die_faces(faces: object) -> None:
    """A list of the faces 1 to 6 that choose a task, each once."""
    is_right = (
        isinstance(faces, list)
        and all(face in range(1, 7) for face in faces)
        and len(set(faces)) == len(faces)
    )
    if not is_right:
        raise ValidationError(_("Die numbers are a list such as [1, 2], each from 1 to 6."))


def is_curator(user: Visitor) -> bool:
    """May this person see what is not published?"""
    return bool(getattr(user, "is_staff", False)) and user.has_perm("puzzles.change_task")  # type: ignore[union-attr]


class PieceSet(models.Model):
    """The polyominoes or polycubes that the cards of one game are made for."""

    class Dimension(models.IntegerChoices):
        FLAT = 2, _("2-D")
        SOLID = 3, _("3-D")

    key = models.SlugField(_("key"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=80, validators=[PLAIN_NAME])
    variant = models.CharField(
        _("game"), max_length=20, blank=True, choices=list(words.VARIANTS.items())
    )
    dimension = models.PositiveSmallIntegerField(_("dimension"), choices=Dimension.choices)
    flip = models.BooleanField(_("pieces may be turned over"), default=False)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("piece set")
        verbose_name_plural = _("piece sets")

    def __str__(self) -> str:
        return gettext(self.name)

    @cached_property
    def shapes(self) -> solver.PieceSet:
        """The set as the solver takes it."""
        return solver.PieceSet(
            key=self.key,
            dimension=self.dimension,
            flip=self.flip,
            pieces={
                piece.code: solver.parse_layers(piece.layers, "piece_set")
                for piece in self.pieces.all()
            },
        )


class Piece(models.Model):
    """One piece of a set: its code, as printed, and its shape as text layers, bottom first."""

    piece_set = models.ForeignKey(PieceSet, models.CASCADE, related_name="pieces")
    code = models.CharField(_("code"), max_length=20, validators=[PLAIN_NAME])
    name = models.CharField(_("name"), max_length=80, blank=True, validators=[PLAIN_NAME])
    layers = models.JSONField(_("shape"))
    copies = models.PositiveSmallIntegerField(
        _("copies in the box"), default=1, validators=[MinValueValidator(1)]
    )
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    tint = models.PositiveSmallIntegerField(
        _("colour in pictures"), default=0, choices=list(words.TINTS.items())
    )

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("piece")
        verbose_name_plural = _("pieces")
        constraints = [
            models.UniqueConstraint(fields=["piece_set", "code"], name="one_piece_per_code"),
        ]

    def __str__(self) -> str:
        return self.code


class DeckQuerySet(models.QuerySet["Deck"]):
    def visible_to(self, user: Visitor) -> "DeckQuerySet":
        """Everything for a curator, what is published for everybody else."""
        return self if is_curator(user) else self.filter(state=Deck.State.PUBLISHED)

    def with_counts(self) -> "DeckQuerySet":
        """Each deck with how many boards, tasks and proven tasks it has."""
        is_proven = Q(boards__entries__task__verdict__engine=ENGINE)
        return self.annotate(
            board_count=Count("boards", distinct=True),
            task_count=Count("boards__entries", distinct=True),
            proven_count=Count("boards__entries", filter=is_proven, distinct=True),
        )


class Deck(models.Model):
    """Boards that belong together; once published its content stays as it is."""

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("deck", "draft")
        PROVING = "proving", pgettext_lazy("deck", "published as soon as proven")
        PUBLISHED = "published", pgettext_lazy("deck", "published")

    key = models.SlugField(_("key"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=80, validators=[PLAIN_NAME])
    variant = models.CharField(_("game"), max_length=20, choices=list(words.VARIANTS.items()))
    piece_set = models.ForeignKey(
        PieceSet, models.PROTECT, related_name="decks", verbose_name=_("piece set")
    )
    state = models.CharField(
        _("state"), max_length=12, choices=State.choices, default=State.DRAFT, editable=False
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)

    objects = DeckQuerySet.as_manager()

    class Meta:
        ordering = ["variant", "name", "pk"]
        verbose_name = _("deck")
        verbose_name_plural = _("decks")

    def __str__(self) -> str:
        return gettext(self.name)

    def get_absolute_url(self) -> str:
        return reverse("deck", args=[self.key])


class Board(models.Model):
    """One side of a board of a deck, with the tasks printed on it."""

    class Side(models.TextChoices):
        A = "A", "A"
        B = "B", "B"

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="boards", verbose_name=_("deck"))
    number = models.PositiveSmallIntegerField(_("number"), validators=[MinValueValidator(1)])
    side = models.CharField(_("side"), max_length=1, choices=Side.choices, default=Side.A)
    level = models.PositiveSmallIntegerField(_("level"), null=True, blank=True)
    colour = models.CharField(
        _("player colour"), max_length=10, blank=True, choices=list(words.COLOURS.items())
    )
    # The area as it lies on this board; a task found elsewhere may lie turned or turned over.
    layers = models.JSONField(_("area"))
    tasks: "models.ManyToManyField[Task, BoardTask]" = models.ManyToManyField(
        "Task", through="BoardTask", related_name="boards"
    )

    class Meta:
        ordering = ["number", "side"]
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        constraints = [
            models.UniqueConstraint(fields=["deck", "number", "side"], name="one_board_per_side"),
        ]

    def __str__(self) -> str:
        return f"{self.deck} {self.number}{self.side}"


class BoardTask(models.Model):
    """A task on a board, with its number there and the die faces that choose it."""

    board = models.ForeignKey(Board, models.CASCADE, related_name="entries")
    task = models.ForeignKey("Task", models.PROTECT, related_name="entries", verbose_name=_("task"))
    number = models.PositiveSmallIntegerField(_("number"), validators=[MinValueValidator(1)])
    die = models.JSONField(
        _("die numbers"), default=list, blank=True, validators=[validate_die_faces]
    )

    class Meta:
        ordering = ["number"]
        verbose_name = _("task on the board")
        verbose_name_plural = _("tasks on the board")
        constraints = [
            models.UniqueConstraint(fields=["board", "number"], name="one_task_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.board} · {self.number}"


class Verdict(models.Model):
    """What the solver says of one content; the tasks of that very content point to it.

    ``shown`` holds some of the covers: lists of ``[code, [[x, y, z], …]]``.
    """

    content_hash = models.CharField(max_length=64)
    engine = models.CharField(max_length=40)
    kind = models.CharField(_("verdict"), max_length=12, choices=list(words.VERDICTS.items()))
    covers = models.BigIntegerField(_("covers"))
    essentially_different = models.BigIntegerField(_("essentially different"), null=True)
    complete = models.BooleanField(_("whole search done"))
    impossible = models.CharField(
        _("why impossible"), max_length=20, blank=True, choices=list(words.IMPOSSIBLE.items())
    )
    stopped_by = models.CharField(
        _("stopped by"), max_length=12, blank=True, choices=list(words.STOPPED_BY.items())
    )
    nodes = models.BigIntegerField(_("search steps"))
    dead_ends = models.BigIntegerField(_("dead ends"))
    difficulty = models.FloatField(_("difficulty in bits"), null=True)
    difficulty_parts = models.JSONField(default=list)
    near_misses = models.BigIntegerField(_("near misses"), null=True)
    shown = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("verdict")
        verbose_name_plural = _("verdicts")
        constraints = [
            models.UniqueConstraint(
                fields=["content_hash", "engine"], name="one_verdict_per_content"
            ),
        ]

    def __str__(self) -> str:
        """The verdict in a few words, as on a card."""
        if self.kind == "several":
            return words.SOLUTIONS % {"count": self.essentially_different}
        if self.kind == "at_least":
            return words.AT_LEAST % {"count": self.covers}
        return str(words.VERDICTS[self.kind])

    @property
    def solutions(self) -> list[Any]:
        """The covers to look at: one of each symmetry class, where the classes are known."""
        covers: list[Any] = self.shown
        return covers[: self.essentially_different]

    @property
    def proves_a_cover(self) -> bool:
        """Is there at least one cover? Only then may a task be published."""
        return self.covers >= 1


class TaskQuerySet(models.QuerySet["Task"]):
    def visible_to(self, user: Visitor) -> "TaskQuerySet":
        """Everything for a curator, what is published for everybody else."""
        return self if is_curator(user) else self.filter(state=Task.State.PUBLISHED)

    def proven(self) -> "TaskQuerySet":
        """With a verdict of today's engine on the content as it is now."""
        return self.filter(verdict__engine=ENGINE)

    def unproven(self) -> "TaskQuerySet":
        """Without a verdict, or with one of an earlier engine."""
        return self.filter(Q(verdict__isnull=True) | ~Q(verdict__engine=ENGINE))

    def without_cover(self) -> "TaskQuerySet":
        """Unproven, or proven to have no cover that anybody found."""
        return self.exclude(verdict__engine=ENGINE, verdict__covers__gte=1)


class Task(models.Model):
    """A region and the pieces that are to cover it.

    ``verdict`` is only ever set to one whose ``content_hash`` is the task's own, so an edit
    withdraws it by itself.
    """

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("task", "draft")
        PUBLISHED = "published", pgettext_lazy("task", "published")
        RETIRED = "retired", pgettext_lazy("task", "retired")

    name = models.CharField(_("name"), max_length=80, blank=True, validators=[PLAIN_NAME])
    piece_set = models.ForeignKey(
        PieceSet, models.PROTECT, related_name="tasks", verbose_name=_("piece set")
    )
    layers = models.JSONField(_("area"))
    pieces = models.JSONField(_("pieces"))
    cells = models.PositiveSmallIntegerField(_("cells"))
    piece_count = models.PositiveSmallIntegerField(_("number of pieces"))
    fingerprint = models.CharField(max_length=64, unique=True)
    content_hash = models.CharField(max_length=64, db_index=True)
    verdict = models.ForeignKey(
        Verdict, models.SET_NULL, null=True, related_name="tasks", verbose_name=_("verdict")
    )
    state = models.CharField(
        _("state"), max_length=12, choices=State.choices, default=State.DRAFT, db_index=True
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="tasks",
        verbose_name=_("author"),
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)
    changed = models.DateTimeField(_("changed"), auto_now=True)

    objects = TaskQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("task")
        verbose_name_plural = _("tasks")

    def __str__(self) -> str:
        return self.name or gettext("Task %(number)s") % {"number": self.pk}

    def get_absolute_url(self) -> str:
        return reverse("task", args=[self.pk])

    @property
    def region(self) -> solver.Region:
        return solver.Region.from_layers(self.layers)

    @property
    def latest_job(self) -> "Job | None":
        """The last job that was asked for this task."""
        return self.jobs.order_by("-created").first()

    @property
    def current_verdict(self) -> Verdict | None:
        """The verdict, unless an earlier engine gave it."""
        return self.verdict if self.verdict and self.verdict.engine == ENGINE else None


class JobQuerySet(models.QuerySet["Job"]):
    def visible_to(self, user: Visitor) -> "JobQuerySet":
        """All for a curator, one's own for a person who is logged in, none for a stranger."""
        if is_curator(user):
            return self
        return self.filter(requested_by_id=user.pk) if user.is_authenticated else self.none()

    def open(self) -> "JobQuerySet":
        return self.filter(state__in=Job.OPEN)


class Job(models.Model):
    """A content for the solver to judge. The row is the truth; the queue only wakes a worker.

    ``claim`` names the one worker that may write the verdict, until ``lease_until``.
    """

    class State(models.TextChoices):
        QUEUED = "queued", pgettext_lazy("job", "queued")
        RUNNING = "running", pgettext_lazy("job", "running")
        DONE = "done", pgettext_lazy("job", "done")
        FAILED = "failed", pgettext_lazy("job", "failed")
        CANCELLED = "cancelled", pgettext_lazy("job", "cancelled")

    OPEN = (State.QUEUED, State.RUNNING)
    # What a worker does one after the other: search the covers, then measure the difficulty.
    STEPS = 2

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    piece_set = models.ForeignKey(PieceSet, models.CASCADE, related_name="+")
    content = models.JSONField()
    content_hash = models.CharField(max_length=64)
    task = models.ForeignKey(
        Task, models.SET_NULL, null=True, related_name="jobs", verbose_name=_("task")
    )
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="jobs",
        verbose_name=_("requested by"),
    )
    state = models.CharField(_("state"), max_length=12, choices=State.choices, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    claim = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    wake_at = models.DateTimeField()
    wakes = models.PositiveSmallIntegerField(default=0)
    steps_done = models.PositiveSmallIntegerField(_("progress"), default=0)
    verdict = models.ForeignKey(
        Verdict, models.SET_NULL, null=True, related_name="jobs", verbose_name=_("verdict")
    )
    failure = models.CharField(
        _("why it failed"), max_length=12, blank=True, choices=list(words.FAILURES.items())
    )
    created = models.DateTimeField(_("created"))
    finished = models.DateTimeField(_("finished"), null=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering = ["-created", "pk"]
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        indexes = [models.Index(fields=["state", "wake_at"], name="job_to_be_woken")]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def is_open(self) -> bool:
        return self.state in self.OPEN
