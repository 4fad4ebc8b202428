"""Games at tables: who sits where, and every entry that was made.

A game is the replay of its live entries. Entries are never changed or deleted: an undone or
corrected one is retired, with who did it, when and why, and the next one takes its index.
"""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from puzzles.models import PLAIN_NAME
from tournaments.models.registrations import Registration
from tournaments.models.rounds import Clock, Round
from tournaments.models.tournaments import Person, Tournament


class GameQuerySet(models.QuerySet["Game"]):
    def at_hand_of(self, user: Person) -> "GameQuerySet":
        """Those whose entries this person may make: the desk's, and where they sit themselves."""
        if user.pk is None:
            return self.none()
        own = Q(tournament__organiser_id=user.pk) | Q(seats__registration__user_id=user.pk)
        return self.filter(own).distinct()

    def at_table(self, tournament_id: int, number: int) -> "GameQuerySet":
        """Those that a table of a tournament plays, round by round.

        No number is too large to be asked for: such a tournament is just not there.
        """
        of = Tournament.objects.filter(pk=tournament_id)
        return self.filter(tournament__in=of, table=number)

    def latest_of(self, player: Registration) -> "Game | None":
        """The one of the latest round that a player had a seat in."""
        own = self.filter(seats__registration=player).select_related("round")
        return own.order_by("-round__number").first()


class Game(models.Model):
    """One game at one table; the seats' names and order are those of ``seats``."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="games")
    round = models.ForeignKey(Round, models.CASCADE, related_name="games")
    table = models.PositiveSmallIntegerField(_("table"))
    config = models.JSONField(default=dict)
    seed = models.BigIntegerField(default=0)
    # Scores and places by seat once the game is over, so that standings need no replay.
    result = models.JSONField(null=True, editable=False)
    # The deck, which box of it, and the sides of boards for each seat, where they were dealt.
    boards = models.JSONField(null=True, editable=False)
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True)
    # What a player says is wrong with the result.
    dispute = models.CharField(
        _("what is wrong"), max_length=200, blank=True, validators=[PLAIN_NAME]
    )

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ["round__number", "table"]
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_game_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.table}"

    @property
    def where(self) -> str:
        """The table's number, with that of the round where there are several."""
        if self.tournament.is_one_game:
            return str(self.table)
        return f"{self.round.number}/{self.table}"

    @property
    def result_in_figures(self) -> str:
        """Scores and places, by which a result is known for the same; empty while it goes on."""
        return "" if self.result is None else "{scores} {places}".format(**self.result)

    @property
    def clock(self) -> Clock | None:
        """The round's clock as it goes for this table."""
        return self.round.clock(self.extra_minutes)


class Seat(models.Model):
    """Who sits where in a game; numbers begin at 0."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    registration = models.ForeignKey(Registration, models.PROTECT, related_name="seats")
    # Whether the player was written to that they sit at this table.
    is_told = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_person_a_seat"),
            models.UniqueConstraint(fields=["game", "registration"], name="one_seat_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.number}"


class Confirmation(models.Model):
    """Somebody says that the result of a game is right, as it stands."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="confirmations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    confirmed_at = models.DateTimeField(_("confirmed"))

    class Meta:
        verbose_name = _("confirmation")
        verbose_name_plural = _("confirmations")
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="one_confirmation_each"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.user}"


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
    # Which round of the game it was then; pawns and playoffs have no number.
    retired_round = models.PositiveSmallIntegerField(null=True)
    # Of an entry that a correction brought: the first one of the round that it stands for now.
    replaces = models.ForeignKey("self", models.SET_NULL, related_name="replacements", null=True)

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
