"""Tasks and the solver's verdicts on them."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from puzzles import solver, words
from puzzles.engine import ENGINE
from puzzles.models.people import PLAIN_NAME, Visitor, is_curator
from puzzles.models.pieces import PieceSet

if TYPE_CHECKING:
    from puzzles.models.jobs import Job


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
            classes = self.essentially_different
            return words.SOLUTIONS % {"count": self.covers if classes is None else classes}
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
        """Everything for a curator; what is published, and what they proposed, for others.

        A retired task on a published deck can still be looked at: the deck keeps it.
        """
        if is_curator(user):
            return self
        on_deck = Task.objects.filter(boards__deck__state="published")
        visible = Q(state=Task.State.PUBLISHED) | Q(
            state=Task.State.RETIRED, pk__in=on_deck.values("pk")
        )
        if user.is_authenticated:
            visible |= Q(proposal__author_id=user.pk)
        return self.filter(visible)

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
        PROPOSED = "proposed", pgettext_lazy("task", "proposed")
        REJECTED = "rejected", pgettext_lazy("task", "rejected")

    # What a player proposed and no curator has taken into the catalog.
    CANDIDATES = (State.PROPOSED, State.REJECTED)

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
        return self.jobs.order_by("-created", "-pk").first()

    @property
    def current_verdict(self) -> Verdict | None:
        """The verdict, unless an earlier engine gave it."""
        return self.verdict if self.verdict and self.verdict.engine == ENGINE else None
