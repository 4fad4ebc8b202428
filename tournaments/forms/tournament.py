"""The form of a tournament."""

from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.models import LARGEST_CAPACITY, LONGEST_OFFER, Tournament
from tournaments.rules import rules_of
from tournaments.services.organising import PLAYABLE
from tournaments.services.telling import VARIANTS

# How an option that all tables of a tournament share is asked for; its first choice is usual.
OPTIONS: dict[str, tuple[Any, list[tuple[Any, Any]]]] = {
    "areas": (_("Areas"), [(6, _("six areas")), (5, _("five areas (tables of two only)"))]),
    "pieces": (_("Side of the boards"), [(3, _("three pieces")), (4, _("four pieces"))]),
    "side": (_("Side of the cards"), [("easy", _("easy")), ("difficult", _("difficult"))]),
    "playoff": (
        _("Level at the top"),
        [(True, _("a playoff decides")), (False, _("they share the place"))],
    ),
}


def options_of(variant: str) -> list[str]:
    """Which of these options the rules of a variant know."""
    known = rules_of(variant).parse_config({}).to_json()
    return [name for name in OPTIONS if name in known]


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

    variant = forms.ChoiceField(label=_("Game"), choices=[(key, VARIANTS[key]) for key in PLAYABLE])
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
        *("name", "variant", *OPTIONS, "starts_at", "time_zone", "closes_at", "capacity"),
        *("confirm_hours", "check_in_opens_at", "check_in_closes_at"),
    ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, (label, choices) in OPTIONS.items():
            games = [key for key in PLAYABLE if name in options_of(key)]
            self.fields[name] = forms.ChoiceField(
                label=label,
                choices=choices,
                help_text=", ".join(str(VARIANTS[key]) for key in games),
                widget=forms.Select(attrs={"data-games": " ".join(games)}),
            )
        self.order_fields(self.field_order)
        tournament = self.instance
        if tournament.pk:
            self.initial = {
                **self.initial,
                **tournament.config,
                "variant": tournament.variant,
                "starts_at": _as_typed(tournament.starts_locally),
                "closes_at": _as_typed(tournament.closes_locally),
                "confirm_hours": tournament.confirm_hours,
                "check_in_opens_at": _as_typed(tournament.check_in_opens_locally),
                "check_in_closes_at": _as_typed(tournament.check_in_closes_locally),
                "time_zone": tournament.time_zone,
                "capacity": tournament.capacity,
            }
        if self.is_bound:
            self._drop_options_of_other_games(self["variant"].value())

    def _drop_options_of_other_games(self, variant: object) -> None:
        own = options_of(variant) if variant in PLAYABLE else []
        for name in OPTIONS:
            if name not in own:
                del self.fields[name]

    @property
    def time_zones(self) -> list[str]:
        """What the browser offers while one types."""
        return sorted(zone for zone in available_timezones() if "/" in zone)

    def as_asked(self) -> dict[str, Any]:
        """The fields as ``save_tournament`` takes them, options of the chosen game among them."""
        data = self.cleaned_data
        config = {
            name: value
            for name in OPTIONS
            if name in data
            for value, _label in OPTIONS[name][1]
            if str(value) == data[name]
        }
        times = ("starts_at", "closes_at", "check_in_opens_at", "check_in_closes_at")
        fields = ("name", "variant", "time_zone", "capacity", *times)
        confirm_hours = data["confirm_hours"] or 0
        given = {name: data[name] for name in fields}
        return {"config": config, "confirm_hours": confirm_hours, **given}

    def refuse(self, refusal: Refusal) -> None:
        """Show what a service refused at its field."""
        field = refusal.field.removeprefix("config.")
        self.add_error(field if field in self.fields else None, refusal.message)


def _as_typed(moment: datetime | None) -> str | None:
    """As the browser's field for a time wants it."""
    return f"{moment:%Y-%m-%dT%H:%M}" if moment else None
