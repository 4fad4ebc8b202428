"""Playing alone: runs, what was tapped in them, and the results that make the records.

A run is the replay of its events. Which tasks come in it, and in which order, is drawn when it
starts; starts, deadlines and arrivals are the server's.
"""

import uuid
from datetime import date
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When, Window
from django.db.models.functions import Rank, RowNumber
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournaments import Visitor


class SoloRunQuerySet(models.QuerySet["SoloRun"]):
    def visible_to(self, user: Visitor) -> "SoloRunQuerySet":
        """One's own; nobody looks at how another plays."""
        return self.filter(player_id=user.pk) if user.pk else self.none()


class SoloRun(models.Model):
    """A game of one person alone.

    ``deal`` holds the tasks in the order in which they come, each with the content that it had:
    ``[[pk, content_hash], …]``. ``deadline`` is when the time is up; a form without a clock ends
    there without a result, for then nobody plays any more.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="solo_runs",
        verbose_name=_("player"),
    )
    variant = models.CharField(_("game"), max_length=20)
    config = models.JSONField()
    seed = models.BigIntegerField()
    deal = models.JSONField()
    started_at = models.DateTimeField(_("begins"))
    deadline = models.DateTimeField(_("ends"))
    ended_at = models.DateTimeField(null=True)

    objects = SoloRunQuerySet.as_manager()

    class Meta:
        ordering = ["-started_at", "-pk"]
        verbose_name = _("solo game")
        verbose_name_plural = _("solo games")
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(ended_at__isnull=True), name="one_solo_run_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("solo-run", args=[self.pk])


class SoloEvent(models.Model):
    """An event of a run. ``key`` is chosen by whoever sends it: the same key is the same event."""

    run = models.ForeignKey(SoloRun, models.CASCADE, related_name="events")
    key = models.UUIDField(default=uuid.uuid4)
    index = models.PositiveIntegerField()
    event = models.JSONField()
    arrived_at = models.DateTimeField()

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["run", "key"], name="one_solo_event_a_key"),
            models.UniqueConstraint(fields=["run", "index"], name="one_solo_event_an_index"),
        ]

    def __str__(self) -> str:
        return f"{self.run} #{self.index}"

    def as_told(self) -> dict[str, Any]:
        """What a client is told of it."""
        return {"key": str(self.key), "index": self.index, "event": self.event}


class SoloResultQuerySet(models.QuerySet["SoloResult"]):
    def public(self) -> "SoloResultQuerySet":
        """Those of people who want to be shown."""
        return self.filter(player__is_listed=True, player__is_active=True)

    def holding_records(self, today: date) -> "SoloResultQuerySet":
        """Of these the best of each form on that day, in its month up to then, and ever up to then.

        Of each player the first that is as good. Against the clock the time doesn't count
        (``rules.records`` says which of two results is the better).
        """
        until = self.filter(day__lte=today)
        spans = (until.filter(day=today), until.filter(day__gte=today.replace(day=1)), until)
        best = (span._first_of_the_best().values("pk") for span in spans)
        return self.filter(reduce(or_, (Q(pk__in=pks) for pks in best)))

    def _first_of_the_best(self) -> "SoloResultQuerySet":
        time_counts = Q(form__has_key="tasks")
        seconds = Case(When(time_counts, then=F("seconds")), default=Value(0.0))
        better_first = [F("solved").desc(), seconds.asc()]
        ranked = self.annotate(
            place=Window(Rank(), partition_by=["variant", "form"], order_by=better_first),
            turn=Window(
                RowNumber(),
                partition_by=["variant", "form", "player"],
                order_by=[*better_first, F("reached_at").asc(), F("pk").asc()],
            ),
        )
        return ranked.filter(place=1, turn=1)


class SoloResult(models.Model):
    """What a run that is over is worth; results of the same variant and form are compared.

    It stays when a task is edited later: what was solved was proven when it was.
    """

    run = models.OneToOneField(SoloRun, models.CASCADE, related_name="result")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="solo_results"
    )
    variant = models.CharField(max_length=20)
    form = models.JSONField()
    day = models.DateField()
    solved = models.PositiveSmallIntegerField()
    seconds = models.FloatField(null=True)
    reached_at = models.DateTimeField()

    objects = SoloResultQuerySet.as_manager()

    class Meta:
        ordering = ["reached_at", "pk"]
        indexes = [models.Index(fields=["variant", "day"], name="solo_results_of_a_day")]

    def __str__(self) -> str:
        return f"{self.run}: {self.solved}"
