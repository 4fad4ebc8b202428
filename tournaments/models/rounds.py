"""The rounds of a tournament: each with its game, its tables and its clock."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from puzzles.models import PLAIN_NAME, Deck
from tournaments.models.tournaments import Tournament


@dataclass(frozen=True)
class Clock:
    """A clock that was started: when it runs out, or what is left of it while it is paused."""

    ends_at: datetime | None = None
    left: timedelta = timedelta()

    @property
    def left_in_figures(self) -> str:
        """What is left, as minutes and seconds."""
        return "{}:{:02}".format(*divmod(max(0, int(self.left.total_seconds())), 60))


class Round(models.Model):
    """A round that was drawn: everybody who was present sits at a table of it.

    The clock is the server's: a round ends ``minutes`` after ``started_at``, and later by what it
    was paused for.
    """

    class Kind(models.TextChoices):
        ROUND = "round", pgettext_lazy("tournament", "round")
        SEMI = "semi", pgettext_lazy("tournament", "semi-final")
        FINAL = "final", pgettext_lazy("tournament", "final")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=5, choices=Kind.choices, default=Kind.ROUND)
    variant = models.CharField(_("game"), max_length=20)
    config = models.JSONField(_("options"), default=dict)
    seed = models.BigIntegerField(default=0)
    drawn_at = models.DateTimeField(_("drawn"))
    early_reason = models.CharField(
        _("why before all results were in"), max_length=200, blank=True, validators=[PLAIN_NAME]
    )
    minutes = models.PositiveSmallIntegerField(_("minutes"), null=True)
    started_at = models.DateTimeField(_("clock started"), null=True)
    paused_at = models.DateTimeField(_("clock paused"), null=True)
    paused_for = models.DurationField(default=timedelta)

    class Meta:
        ordering = ["number"]
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    def ends_at(self, extra_minutes: int = 0) -> datetime | None:
        """When the clock runs out for a table; None unless it was started and isn't paused."""
        if self.started_at is None or self.minutes is None or self.paused_at is not None:
            return None
        return self.started_at + self.paused_for + timedelta(minutes=self.minutes + extra_minutes)

    def left_at(self, now: datetime, extra_minutes: int = 0) -> timedelta | None:
        """How long the clock goes on for a table, less than nothing if its time is up.

        None unless it was started.
        """
        if self.started_at is None or self.minutes is None:
            return None
        gone = (self.paused_at or now) - self.started_at - self.paused_for
        return timedelta(minutes=self.minutes + extra_minutes) - gone

    def clock(self, extra_minutes: int = 0) -> Clock | None:
        """The clock of a table; None unless it was started."""
        if self.paused_at is not None:
            return Clock(left=self.left_at(self.paused_at, extra_minutes) or timedelta())
        ends_at = self.ends_at(extra_minutes)
        return None if ends_at is None else Clock(ends_at)


class DeckInRoom(models.Model):
    """So many boxes of a deck lie in the room where a tournament is played."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="decks_in_room")
    deck = models.ForeignKey(Deck, models.CASCADE, related_name="+", verbose_name=_("deck"))
    boxes = models.PositiveSmallIntegerField(_("boxes"), default=1)

    class Meta:
        verbose_name = _("deck in the room")
        verbose_name_plural = _("decks in the room")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "deck"], name="a_deck_once_in_a_room"),
        ]

    def __str__(self) -> str:
        return f"{self.boxes} × {self.deck}"


class Playoff(models.Model):
    """Players who were level have played it out: registrations' keys, the winner first."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="playoffs")
    order = models.JSONField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("author")
    )
    entered_at = models.DateTimeField(_("entered"))

    class Meta:
        ordering = ["pk"]
        verbose_name = _("play-off")
        verbose_name_plural = _("play-offs")

    def __str__(self) -> str:
        return f"{self.tournament} {self.pk}"
