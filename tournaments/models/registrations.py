"""Who wants to play."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from puzzles.models import PLAIN_NAME
from tournaments.models.tournaments import Tournament


class RegistrationQuerySet(models.QuerySet["Registration"]):
    def present(self) -> "RegistrationQuerySet":
        """Those who have a place and are there: who is drawn."""
        return self.filter(state=Registration.State.REGISTERED, is_present=True)


class Registration(models.Model):
    """Somebody's wish to play; ``number`` is the order of arrival, which the waitlist keeps.

    It is a person with an account, or a guest whom the desk entered by name. What may become of
    it, says `tournaments.services.registration`.
    """

    class State(models.TextChoices):
        REGISTERED = "registered", pgettext_lazy("registration", "registered")
        WAITING = "waiting", pgettext_lazy("registration", "on the waitlist")
        OFFERED = "offered", pgettext_lazy("registration", "a place is offered")
        WITHDRAWN = "withdrawn", pgettext_lazy("registration", "withdrawn")
        REMOVED = "removed", pgettext_lazy("registration", "taken off by the organiser")

    HOLDS_A_PLACE = (State.REGISTERED, State.OFFERED)
    GONE = (State.WITHDRAWN, State.REMOVED)
    LONGEST_GUEST_NAME = 40

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="registrations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="registrations", null=True
    )
    guest_name = models.CharField(
        _("name"), max_length=LONGEST_GUEST_NAME, blank=True, validators=[PLAIN_NAME]
    )
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=12, choices=State.choices)
    offered_until = models.DateTimeField(_("to be confirmed until"), null=True)
    is_present = models.BooleanField(_("present"), default=False)
    # Otherwise of the first round alone: in a hall one hears when the next ones are drawn.
    mails_each_round = models.BooleanField(
        _("an e-mail with the table of each round"), default=False
    )
    language = models.CharField(max_length=10, default=settings.LANGUAGE_CODE)
    changed = models.DateTimeField(_("changed"))

    objects = RegistrationQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_registration_each"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_arrival_a_number"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, guest_name="")
                | (Q(user__isnull=True) & ~Q(guest_name="")),
                name="an_account_or_a_guest",
            ),
            models.CheckConstraint(
                condition=Q(state="offered", offered_until__isnull=False)
                | (~Q(state="offered") & Q(offered_until__isnull=True)),
                name="an_offer_has_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    @property
    def offered_until_locally(self) -> datetime | None:
        """Until when an offered place must be confirmed, by a clock of the place."""
        return self.offered_until and self.tournament.on_the_wall(self.offered_until)

    @property
    def name(self) -> str:
        """The nickname, for those who may read it; strangers get ``public_name``."""
        return self.guest_name if self.user is None else str(self.user.public_name)

    @property
    def is_listed(self) -> bool:
        """May strangers read the name?"""
        return self.user is None or self.user.is_listed
