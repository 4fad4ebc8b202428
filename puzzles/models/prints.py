"""Jobs for the printer: large prints that a worker makes."""

from collections.abc import Collection
from pathlib import Path

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from puzzles import words
from puzzles.models.people import Visitor
from puzzles.models.work import Work, WorkQuerySet


class PrintJobQuerySet(WorkQuerySet):
    def visible_to(self, user: Visitor, *, held: Collection[str] = ()) -> "PrintJobQuerySet":
        """One's own, and for a stranger those whose ids the session holds; nobody else's."""
        if user.is_authenticated:
            return self.filter(requested_by_id=user.pk)
        return self.filter(requested_by=None, pk__in=held)


class PrintJob(Work):
    """Sheets for a worker to print; the steps are the pages."""

    kind = models.CharField(_("kind of sheets"), max_length=20)
    options = models.JSONField()
    steps = models.PositiveIntegerField(_("pages"), default=0)
    name = models.CharField(_("name"), max_length=200, blank=True)
    failure = models.CharField(
        _("why it failed"), max_length=12, blank=True, choices=list(words.PRINT_FAILURES.items())
    )

    objects = PrintJobQuerySet.as_manager()  # type: ignore[misc] # a narrower kind of the same

    class Meta(Work.Meta):
        verbose_name = _("print")
        verbose_name_plural = _("prints")

    def get_absolute_url(self) -> str:
        return reverse("print-job", args=[self.pk])

    @property
    def path(self) -> Path:
        """Where the worker keeps the file."""
        return Path(settings.PRINTS_DIR) / f"{self.pk}.pdf"
