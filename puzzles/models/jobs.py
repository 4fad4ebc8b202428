"""Jobs for the solver."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from puzzles import words
from puzzles.models.people import Visitor, is_curator
from puzzles.models.pieces import PieceSet
from puzzles.models.tasks import Task, Verdict


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
