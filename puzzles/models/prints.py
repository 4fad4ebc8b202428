"""Jobs for the printer: large prints that a worker makes."""

import uuid
from collections.abc import Collection
from pathlib import Path

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from puzzles import words
from puzzles.models.jobs import Job
from puzzles.models.people import Visitor


class PrintJobQuerySet(models.QuerySet["PrintJob"]):
    def visible_to(self, user: Visitor, *, held: Collection[str] = ()) -> "PrintJobQuerySet":
        """One's own, and for a stranger those whose ids the session holds; nobody else's."""
        if user.is_authenticated:
            return self.filter(requested_by_id=user.pk)
        return self.filter(requested_by=None, pk__in=held)

    def open(self) -> "PrintJobQuerySet":
        return self.filter(state__in=Job.OPEN)


class PrintJob(models.Model):
    """Sheets for a worker to print. The row is the truth; the queue only wakes somebody.

    ``claim`` names the one worker that may finish it, until ``lease_until``.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(_("kind of sheets"), max_length=20)
    options = models.JSONField()
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="prints"
    )
    state = models.CharField(
        _("state"), max_length=12, choices=Job.State.choices, default=Job.State.QUEUED
    )
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    claim = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    wake_at = models.DateTimeField()
    wakes = models.PositiveSmallIntegerField(default=0)
    pages_done = models.PositiveIntegerField(_("progress"), default=0)
    pages = models.PositiveIntegerField(_("pages"), default=0)
    name = models.CharField(_("name"), max_length=200, blank=True)
    failure = models.CharField(
        _("why it failed"), max_length=12, blank=True, choices=list(words.PRINT_FAILURES.items())
    )
    created = models.DateTimeField(_("created"))
    finished = models.DateTimeField(_("finished"), null=True)

    objects = PrintJobQuerySet.as_manager()

    class Meta:
        ordering = ["-created", "pk"]
        verbose_name = _("print")
        verbose_name_plural = _("prints")
        indexes = [models.Index(fields=["state", "wake_at"], name="print_to_be_woken")]

    def __str__(self) -> str:
        return str(self.id)

    def get_absolute_url(self) -> str:
        return reverse("print-job", args=[self.pk])

    @property
    def is_open(self) -> bool:
        return self.state in Job.OPEN

    @property
    def path(self) -> Path:
        """Where the worker keeps the file."""
        return Path(settings.PRINTS_DIR) / f"{self.pk}.pdf"
