"""The desk's forms for rounds: the next one, two players who change places, a play-off."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from puzzles.models import Deck
from puzzles.services.refusal import Refusal
from tournaments.forms.choosing import GameChoice, as_chosen
from tournaments.models import MOST_ROUNDS, Round, Tournament
from tournaments.services.boards import MOST_BOXES
from tournaments.services.clock import LONGEST_CLOCK
from tournaments.services.organising import PLAYABLE
from tournaments.services.telling import VARIANTS


class Refusable(forms.Form):
    """A form that shows what a service refused, at its field if it has it."""

    def refuse(self, refusal: Refusal) -> None:
        field = refusal.field.removeprefix("config.")
        self.add_error(field if field in self.fields else None, refusal.message)


class NextRoundForm(GameChoice, Refusable):
    """Which round is drawn, with which game, and why before all results are in."""

    number = forms.IntegerField(widget=forms.HiddenInput)
    variant = forms.ChoiceField(label=_("Game"), choices=[(key, VARIANTS[key]) for key in PLAYABLE])
    early_reason = forms.CharField(
        label=_("Why not wait for all results"),
        required=False,
        max_length=200,
        help_text=_("Only if results are missing; it is shown with the round."),
    )
    field_order = ["number", "variant"]

    def __init__(self, tournament: Tournament, number: int, data: Any = None) -> None:
        usual = {"number": number, "variant": tournament.variant}
        super().__init__(data, initial={**usual, **as_chosen(tournament.config)})
        self.add_options()

    def as_asked(self) -> dict[str, Any]:
        """The fields as ``draw_next_round`` takes them."""
        names = ("number", "variant", "early_reason")
        return {"config": self.config(), **{name: self.cleaned_data[name] for name in names}}


class ExchangeForm(Refusable):
    """Two players of a round who change places."""

    def __init__(self, tables: Sequence[Mapping[int, str]], data: Any = None) -> None:
        super().__init__(data)
        self.tables = tables
        players = [
            (_("Table %(number)s") % {"number": number}, list(table.items()))
            for number, table in enumerate(tables, 1)
        ]
        for name, label in (("one", _("This player")), ("other", _("changes places with"))):
            self.fields[name] = forms.TypedChoiceField(label=label, choices=players, coerce=int)


class PlayoffForm(Refusable):
    """The places of players who were level, as they played them out."""

    def __init__(
        self, level: Mapping[int, str], data: Any = None, *, order: Sequence[int] = ()
    ) -> None:
        entered = {str(key): place for place, key in enumerate(order, 1)}
        super().__init__(data, prefix=f"playoff-{min(level)}", initial=entered)
        self.level = level
        for key, name in level.items():
            self.fields[str(key)] = forms.IntegerField(
                label=name, min_value=1, max_value=len(level)
            )

    def clean(self) -> dict[str, Any]:
        places = list(self.cleaned_data.values())
        if len(set(places)) < len(places):
            raise forms.ValidationError(_("Each place once."))
        return self.cleaned_data

    @property
    def order(self) -> list[int]:
        """The registrations' keys, the winner first."""
        return sorted(self.level, key=lambda key: self.cleaned_data[str(key)])


class BoxesForm(Refusable):
    """How many boxes of a deck lie in the room."""

    def __init__(self, decks: Sequence[Deck], data: Any = None) -> None:
        super().__init__(data)
        choices = [
            (game, [(deck.key, str(deck)) for deck in of_game])
            for game, of_game in groupby(decks, key=Deck.get_variant_display)
        ]
        self.fields["deck"] = forms.ChoiceField(label=_("Deck"), choices=choices)
        self.fields["boxes"] = forms.IntegerField(
            label=_("Boxes"),
            min_value=0,
            max_value=MOST_BOXES,
            initial=1,
            help_text=_("One for each table; 0 takes the deck out. For rounds drawn from now on."),
        )


class PlannedRoundsForm(Refusable):
    """How many rounds are played after all."""

    planned_rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    finals = forms.ChoiceField(
        label=_("After the rounds"), required=False, choices=Tournament.Finals.choices
    )


class ClockForm(Refusable):
    """Which round's clock is meant: the desk may look at an earlier one still."""

    round = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, drawn: Round | None = None) -> None:
        super().__init__(data, initial={"round": drawn and drawn.pk}, auto_id="clock_%s")


class MinutesForm(ClockForm):
    """For how long the clock is started."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=LONGEST_CLOCK)


class ExtensionForm(MinutesForm):
    """Which table gets more time."""

    table = forms.IntegerField(label=_("Table"), min_value=1)
    field_order = ["round", "table"]
