"""A tournament: what the organiser wants of it, and where it stands."""

import secrets
import unicodedata
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.validators import (
    MaxLengthValidator,
    MaxValueValidator,
    MinValueValidator,
)
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from puzzles.models import PLAIN_NAME
from tournaments.standings.metrics import USUAL_ORDER

Person = AbstractBaseUser
Visitor = AbstractBaseUser | AnonymousUser

LARGEST_CAPACITY = 1000
# How many hours somebody from the waitlist may have to confirm a place: at most a week.
LONGEST_OFFER = 168
MOST_ROUNDS = 20
LONGEST_ABOUT = 2000
# What a check-in code is made of: nothing that is taken for something else on a poster.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def plain_text(text: str) -> None:
    """Lines of text, without other control characters."""
    if any(unicodedata.category(sign) == "Cc" and sign not in "\r\n\t" for sign in text):
        raise ValidationError(_("A text has no control characters."))


def new_check_in_code() -> str:
    """A code that whoever stands before the poster can read, and nobody else guesses."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


def usual_order() -> list[str]:
    """By what players are ranked unless the organiser arranges it otherwise."""
    return list(USUAL_ORDER)


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

    OVER = (State.FINISHED, State.CALLED_OFF)

    class Finals(models.TextChoices):
        NONE = "", pgettext_lazy("tournament", "nothing")
        FINAL = "final", pgettext_lazy("tournament", "a final table")
        SEMIS = "semis", pgettext_lazy("tournament", "semi-finals and a final table")

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
    venue = models.CharField(
        _("venue"), max_length=120, blank=True, default="", validators=[PLAIN_NAME]
    )
    about = models.TextField(
        _("about"),
        blank=True,
        default="",
        validators=[MaxLengthValidator(LONGEST_ABOUT), plain_text],
    )
    closes_at = models.DateTimeField(_("registration closes"), null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(
        _("places"), validators=[MinValueValidator(2), MaxValueValidator(LARGEST_CAPACITY)]
    )
    confirm_hours = models.PositiveSmallIntegerField(
        _("hours to confirm"), default=0, validators=[MaxValueValidator(LONGEST_OFFER)]
    )
    check_in_opens_at = models.DateTimeField(_("check-in opens"), null=True, blank=True)
    check_in_closes_at = models.DateTimeField(_("check-in closes"), null=True, blank=True)
    check_in_code = models.CharField(max_length=8, default=new_check_in_code, editable=False)
    planned_rounds = models.PositiveSmallIntegerField(
        _("rounds"), default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    table_size = models.PositiveSmallIntegerField(
        _("players at a table"),
        default=4,
        validators=[MinValueValidator(2), MaxValueValidator(4)],
    )
    score_weight = models.DecimalField(
        _("weight of the score"),
        max_digits=4,
        decimal_places=1,
        default=0,
        validators=[MinValueValidator(0)],
    )
    finals = models.CharField(
        _("after the rounds"), max_length=5, choices=Finals.choices, default=Finals.NONE, blank=True
    )
    metrics = models.JSONField(_("what decides"), default=usual_order)
    # Who sits with whom in the rounds drawn ahead: by the round's number, registrations' keys.
    # Under "stacks" what of a box each gets there (see services.boards).
    plan = models.JSONField(default=dict, editable=False)
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
    def is_one_game(self) -> bool:
        """Whether each player plays a single game, so that its score says it all."""
        return self.planned_rounds == 1 and not self.finals

    @property
    def starts_locally(self) -> datetime:
        """The beginning as a clock on the wall of the place shows it (a time without a zone)."""
        return self.on_the_wall(self.starts_at)

    @property
    def closes_locally(self) -> datetime | None:
        """When registration closes, by a clock of the place."""
        return self.closes_at and self.on_the_wall(self.closes_at)

    @property
    def check_in_opens_locally(self) -> datetime | None:
        """When players can check in, by a clock of the place."""
        return self.check_in_opens_at and self.on_the_wall(self.check_in_opens_at)

    @property
    def check_in_closes_locally(self) -> datetime | None:
        """Until when they can."""
        return self.check_in_closes_at and self.on_the_wall(self.check_in_closes_at)

    def on_the_wall(self, moment: datetime) -> datetime:
        """A moment as a clock of the place shows it (a time without a zone)."""
        return moment.astimezone(ZoneInfo(self.time_zone)).replace(tzinfo=None)
