"""Forms of the organiser."""

from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.models import LARGEST_CAPACITY, LONGEST_OFFER, Registration, Tournament
from tournaments.services.organising import PLAYABLE


class PlaceTimeField(forms.DateTimeField):
    """A time as a clock of the place shows it: no zone yet."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"], **options)

    def to_python(self, value: Any) -> Any:
        moment = super().to_python(value)
        return moment and moment.replace(tzinfo=None)

    def prepare_value(self, value: Any) -> Any:
        return value


class TournamentForm(forms.ModelForm):
    """A tournament: times are those of the place, in its own time zone."""

    areas = forms.TypedChoiceField(
        label=_("Areas"),
        choices=[(6, _("six areas")), (5, _("five areas (tables of two only)"))],
        coerce=int,
    )
    starts_at = PlaceTimeField(label=_("Begins"))
    closes_at = PlaceTimeField(
        label=_("Registration closes"), required=False, help_text=_("Empty: when you close it.")
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        initial="Europe/Berlin",
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"}),
    )
    capacity = forms.IntegerField(
        label=_("Places"), min_value=2, max_value=LARGEST_CAPACITY, initial=16
    )

    class Meta:
        model = Tournament
        fields = ["name"]

    confirm_hours = forms.IntegerField(
        label=_("Hours to confirm"),
        required=False,
        min_value=0,
        max_value=LONGEST_OFFER,
        initial=0,
        help_text=_(
            "How long somebody from the waitlist may take to confirm a place that became free."
            " 0: they move up at once."
        ),
    )
    check_in_opens_at = PlaceTimeField(
        label=_("Check-in opens"),
        required=False,
        help_text=_("Empty: only the desk notes who is there."),
    )
    check_in_closes_at = PlaceTimeField(label=_("Check-in closes"), required=False)

    field_order = [
        *("name", "areas", "starts_at", "time_zone", "closes_at", "capacity"),
        *("confirm_hours", "check_in_opens_at", "check_in_closes_at"),
    ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tournament = self.instance
        if tournament.pk:
            self.initial = {
                **self.initial,
                "areas": tournament.config.get("areas", 6),
                "starts_at": _as_typed(tournament.starts_locally),
                "closes_at": _as_typed(tournament.closes_locally),
                "confirm_hours": tournament.confirm_hours,
                "check_in_opens_at": _as_typed(tournament.check_in_opens_locally),
                "check_in_closes_at": _as_typed(tournament.check_in_closes_locally),
                "time_zone": tournament.time_zone,
                "capacity": tournament.capacity,
            }

    @property
    def time_zones(self) -> list[str]:
        """What the browser offers while one types."""
        return sorted(zone for zone in available_timezones() if "/" in zone)

    def as_asked(self) -> dict[str, Any]:
        """The fields as ``save_tournament`` takes them; one game is playable so far."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "variant": PLAYABLE[0],
            "config": {"areas": data["areas"]},
            "starts_at": data["starts_at"],
            "time_zone": data["time_zone"],
            "closes_at": data["closes_at"],
            "capacity": data["capacity"],
            "confirm_hours": data["confirm_hours"] or 0,
            "check_in_opens_at": data["check_in_opens_at"],
            "check_in_closes_at": data["check_in_closes_at"],
        }

    def refuse(self, refusal: Refusal) -> None:
        """Show what a service refused at its field."""
        field = {"config.areas": "areas"}.get(refusal.field, refusal.field)
        self.add_error(field if field in self.fields else None, refusal.message)


class GuestForm(forms.Form):
    """Somebody without an account, as the desk enters them."""

    name = forms.CharField(label=_("Name"), max_length=Registration.LONGEST_GUEST_NAME)
    is_present = forms.BooleanField(label=_("is there"), required=False)

    def refuse(self, refusal: Refusal) -> None:
        """Show what the service refused."""
        self.add_error("name" if refusal.field == "guest_name" else None, refusal.message)


def _as_typed(moment: datetime | None) -> str | None:
    """As the browser's field for a time wants it."""
    return f"{moment:%Y-%m-%dT%H:%M}" if moment else None
