"""Tournaments: who plays, at which table, and every entry that was made of a game.

A game is the replay of its live entries. Entries are never changed or deleted: an undone or
corrected one is retired, with who did it, when and why, and the next one takes its index.
"""

import uuid
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from puzzles.models import PLAIN_NAME
from tournaments import solo_models  # noqa: F401 (the rows of those who play alone)

Person = AbstractBaseUser
Visitor = AbstractBaseUser | AnonymousUser

LARGEST_CAPACITY = 1000


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def visible_to(self, user: Visitor) -> "TournamentQuerySet":
        """Everything that left the draft, and one's own drafts."""
        public = ~Q(state=Tournament.State.DRAFT)
        return self.filter(public | Q(organiser_id=user.pk) if user.pk else public)

    def run_by(self, user: Visitor) -> "TournamentQuerySet":
        """Those whose desk this person may sit at."""
        return self.filter(organiser_id=user.pk) if user.pk else self.none()


class Tournament(models.Model):
    """One event: people register, are seated at tables, and each table plays a game.

    ``version`` counts every change that anybody could see; pages use it as their ETag.
    """

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("tournament", "draft")
        OPEN = "open", pgettext_lazy("tournament", "open for registration")
        CLOSED = "closed", pgettext_lazy("tournament", "registration closed")
        RUNNING = "running", pgettext_lazy("tournament", "running")
        FINISHED = "finished", pgettext_lazy("tournament", "finished")
        CALLED_OFF = "called-off", pgettext_lazy("tournament", "called off")

    name = models.CharField(_("name"), max_length=80, validators=[PLAIN_NAME])
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="tournaments",
        verbose_name=_("organiser"),
    )
    variant = models.CharField(_("game"), max_length=20)
    config = models.JSONField(_("options"), default=dict)
    starts_at = models.DateTimeField(_("begins"))
    time_zone = models.CharField(_("time zone"), max_length=60)
    closes_at = models.DateTimeField(_("registration closes"), null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(
        _("places"), validators=[MinValueValidator(2), MaxValueValidator(LARGEST_CAPACITY)]
    )
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.DRAFT, editable=False
    )
    seed = models.BigIntegerField(default=0, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    created = models.DateTimeField(_("created"), auto_now_add=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-starts_at", "-pk"]
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.pk])

    @property
    def starts_locally(self) -> datetime:
        """The beginning as a clock on the wall of the place shows it (a time without a zone)."""
        return self._on_the_wall(self.starts_at)

    @property
    def closes_locally(self) -> datetime | None:
        """When registration closes, by a clock of the place."""
        return self.closes_at and self._on_the_wall(self.closes_at)

    def _on_the_wall(self, moment: datetime) -> datetime:
        return moment.astimezone(ZoneInfo(self.time_zone)).replace(tzinfo=None)


class Registration(models.Model):
    """A person's wish to play; ``number`` is the order of arrival, which the waitlist keeps."""

    class State(models.TextChoices):
        REGISTERED = "registered", pgettext_lazy("registration", "registered")
        WAITING = "waiting", pgettext_lazy("registration", "on the waitlist")
        WITHDRAWN = "withdrawn", pgettext_lazy("registration", "withdrawn")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="registrations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="registrations")
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=12, choices=State.choices)
    is_present = models.BooleanField(_("present"), default=False)
    changed = models.DateTimeField(_("changed"))

    class Meta:
        ordering = ["number"]
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_registration_each"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_arrival_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"


class GameQuerySet(models.QuerySet["Game"]):
    def with_everything(self) -> "GameQuerySet":
        """With the people at the table and all entries, for many games at once."""
        return self.select_related("tournament").prefetch_related(
            "seats__registration__user", "entries"
        )


class Game(models.Model):
    """One game at one table; the seats' names and order are those of ``seats``."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="games")
    table = models.PositiveSmallIntegerField(_("table"))
    config = models.JSONField(default=dict)
    seed = models.BigIntegerField(default=0)

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ["table"]
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "table"], name="one_game_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.table}"


class Seat(models.Model):
    """Who sits where in a game; numbers begin at 0."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    registration = models.ForeignKey(Registration, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_person_a_seat"),
            models.UniqueConstraint(fields=["game", "registration"], name="one_seat_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.number}"


class Entry(models.Model):
    """An event of a game as somebody entered it.

    ``key`` is chosen by whoever sends it: the same key twice is the same entry, never two.
    """

    class Retirement(models.TextChoices):
        UNDONE = "undone", pgettext_lazy("entry", "undone")
        CORRECTED = "corrected", pgettext_lazy("entry", "corrected")

    game = models.ForeignKey(Game, models.CASCADE, related_name="entries")
    key = models.UUIDField(default=uuid.uuid4)
    index = models.PositiveIntegerField()
    event = models.JSONField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("author")
    )
    entered_at = models.DateTimeField(_("entered"))
    retired_at = models.DateTimeField(null=True)
    retired_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    retirement = models.CharField(max_length=10, choices=Retirement.choices, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True, validators=[PLAIN_NAME])

    class Meta:
        ordering = ["index", "pk"]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="one_entry_a_key"),
            models.UniqueConstraint(
                fields=["game", "index"],
                condition=Q(retired_at__isnull=True),
                name="one_live_entry_an_index",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} #{self.index}"

    def as_told(self) -> dict[str, Any]:
        """What a client is told of it."""
        return {"key": str(self.key), "index": self.index, "event": self.event}
