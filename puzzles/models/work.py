"""What a worker is to do, of whatever kind: one row each."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from puzzles import words
from puzzles.models.people import Visitor, is_curator


class WorkQuerySet(models.QuerySet):
    def visible_to(self, user: Visitor) -> "WorkQuerySet":
        """All for a curator, one's own for a person who is logged in, none for a stranger."""
        if is_curator(user):
            return self
        return self.filter(requested_by_id=user.pk) if user.is_authenticated else self.none()

    def open(self) -> "WorkQuerySet":
        return self.filter(state__in=Work.OPEN)


class Work(models.Model):
    """Something that a worker is to do. The row is the truth; the queue only wakes a worker.

    ``claim`` names the one worker that may write what comes out, until ``lease_until``. Each kind
    says in ``steps`` how many steps there are; ``steps_done`` of them are done.
    """

    class State(models.TextChoices):
        QUEUED = "queued", pgettext_lazy("job", "queued")
        RUNNING = "running", pgettext_lazy("job", "running")
        DONE = "done", pgettext_lazy("job", "done")
        FAILED = "failed", pgettext_lazy("job", "failed")
        CANCELLED = "cancelled", pgettext_lazy("job", "cancelled")

    OPEN = (State.QUEUED, State.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="%(class)ss",
        verbose_name=_("requested by"),
    )
    state = models.CharField(_("state"), max_length=12, choices=State.choices, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    claim = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    wake_at = models.DateTimeField()
    wakes = models.PositiveSmallIntegerField(default=0)
    steps_done = models.PositiveSmallIntegerField(_("progress"), default=0)
    failure = models.CharField(
        _("why it failed"), max_length=12, blank=True, choices=list(words.FAILURES.items())
    )
    created = models.DateTimeField(_("created"))
    finished = models.DateTimeField(_("finished"), null=True)

    objects = WorkQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["-created", "pk"]
        indexes = [models.Index(fields=["state", "wake_at"], name="%(class)s_to_be_woken")]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def is_open(self) -> bool:
        return self.state in self.OPEN
