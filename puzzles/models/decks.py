"""Decks, their boards, and the tasks on a board."""

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from puzzles import words
from puzzles.engine import ENGINE
from puzzles.models.people import PLAIN_NAME, Visitor, is_curator
from puzzles.models.pieces import PieceSet
from puzzles.models.tasks import Task


def validate_die_faces(faces: object) -> None:
    """A list of the faces 1 to 6 that choose a task, each once."""
    is_right = (
        isinstance(faces, list)
        and all(face in range(1, 7) for face in faces)
        and len(set(faces)) == len(faces)
    )
    if not is_right:
        raise ValidationError(_("Die numbers are a list such as [1, 2], each from 1 to 6."))


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
    # An area for the dice has no tasks, but takes a careful player so many rounds.
    expected_rounds = models.FloatField(_("expected rounds"), null=True, blank=True)
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
