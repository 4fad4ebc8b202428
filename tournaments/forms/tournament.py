"""The form of a tournament."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _gettext
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.forms.choosing import OPTIONS, GameChoice, as_chosen
from tournaments.models import LARGEST_CAPACITY, LONGEST_OFFER, MOST_ROUNDS, Tournament
from tournaments.services.organising import PLAYABLE, time_zones
from tournaments.services.telling import VARIANTS
from tournaments.standings.metrics import METRICS, USUAL_ORDER

# In the order in which they decide.
METRIC_FIELDS = [f"metric_{place}" for place in range(1, len(METRICS) + 1)]
METRIC_LABELS = [
    _("First decides"),
    _("then"),
    _("then"),
    _("then"),
    _("then"),
    _("at last"),
]
# Left empty, they are what is usual.
USUAL = ("confirm_hours", "planned_rounds", "table_size", "score_weight")


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


@dataclass(frozen=True)
class Group:
    """Fields that belong together."""

    title: str
    fields: list[BoundField]

    @property
    def has_errors(self) -> bool:
        return any(field.errors for field in self.fields)


class TournamentForm(GameChoice, forms.ModelForm):
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
        fields = ["name", "venue", "about"]
        help_texts = {"about": _("What to bring, what it costs, how to get there: shown as it is.")}
        widgets = {"about": forms.Textarea(attrs={"rows": 3})}

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
    planned_rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=1,
        help_text=_("In each round everybody plays a whole game, at a table drawn anew."),
    )
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"),
        required=False,
        choices=[(size, str(size)) for size in (4, 3, 2)],
        coerce=int,
        empty_value=None,
        help_text=_("Where the number doesn't come out even, some tables are smaller."),
    )
    score_weight = forms.DecimalField(
        label=_("Weight of the score"),
        required=False,
        min_value=0,
        max_digits=4,
        decimal_places=1,
        initial=0,
        help_text=_(
            "0: all rounds are drawn ahead, so that few meet twice. Otherwise players of like"
            " score sit together from the second round on: how many repeated meetings a"
            " difference of one table point weighs as much as."
        ),
    )
    finals = forms.ChoiceField(
        label=_("After the rounds"), required=False, choices=Tournament.Finals.choices
    )

    # What everybody fills in, and what most leave as it is.
    basics = (
        *("name", "variant", *OPTIONS, "starts_at", "time_zone", "venue", "about"),
        *("capacity", "planned_rounds", "table_size"),
    )
    further = (
        (
            _("Registration and check-in"),
            ("closes_at", "confirm_hours", "check_in_opens_at", "check_in_closes_at"),
        ),
        (_("Finals, seating, and what decides"), ("finals", "score_weight", *METRIC_FIELDS)),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_options()
        measures = [("", "–"), *((key, metric.label) for key, metric in METRICS.items())]
        for name, usual, label in zip(METRIC_FIELDS, USUAL_ORDER, METRIC_LABELS, strict=True):
            self.fields[name] = forms.ChoiceField(
                label=label,
                required=False,
                choices=[(key, _gettext(text)) for key, text in measures],
                initial=usual,
            )
        tournament = self.instance
        if tournament.pk:
            self.initial = {
                **self.initial,
                **as_chosen(tournament.config),
                "variant": tournament.variant,
                "starts_at": _as_typed(tournament.starts_locally),
                "closes_at": _as_typed(tournament.closes_locally),
                "confirm_hours": tournament.confirm_hours,
                "check_in_opens_at": _as_typed(tournament.check_in_opens_locally),
                "check_in_closes_at": _as_typed(tournament.check_in_closes_locally),
                "time_zone": tournament.time_zone,
                "capacity": tournament.capacity,
                "planned_rounds": tournament.planned_rounds,
                "table_size": tournament.table_size,
                "score_weight": tournament.score_weight,
                "finals": tournament.finals,
                **dict(zip(METRIC_FIELDS, [*tournament.metrics, *[""] * 6], strict=False)),
            }

    @property
    def groups(self) -> list[Group]:
        """The fields as the page arranges them; all groups but the first can be folded."""
        asked = [("", self.basics), *((str(title), names) for title, names in self.further)]
        return [
            Group(title, [self[name] for name in names if name in self.fields])
            for title, names in asked
        ]

    @property
    def time_zones(self) -> list[str]:
        """What the browser offers while one types."""
        return sorted(zone for zone in time_zones() if "/" in zone)

    def as_asked(self) -> dict[str, Any]:
        """The fields as ``save_tournament`` takes them, options of the chosen game among them."""
        data = self.cleaned_data
        times = ("starts_at", "closes_at", "check_in_opens_at", "check_in_closes_at")
        fields = ("name", "venue", "about", "variant", "time_zone", "capacity", *times)
        given = {name: data[name] for name in fields}
        usual = {name: data[name] for name in USUAL if data[name] not in (None, "")}
        metrics = [data[name] for name in METRIC_FIELDS if data[name]]
        return {
            **given,
            **usual,
            "config": self.config(),
            "finals": data["finals"],
            "metrics": metrics or list(USUAL_ORDER),
        }

    def refuse(self, refusal: Refusal) -> None:
        """Show what a service refused at its field."""
        field = {"metrics": METRIC_FIELDS[0]}.get(refusal.field, refusal.field)
        field = field.removeprefix("config.")
        self.add_error(field if field in self.fields else None, refusal.message)


def _as_typed(moment: datetime | None) -> str | None:
    """As the browser's field for a time wants it."""
    return f"{moment:%Y-%m-%dT%H:%M}" if moment else None
