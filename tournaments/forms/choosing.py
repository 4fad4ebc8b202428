"""Which game is played, with which options: for a tournament, or for one round of it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.rules import rules_of
from tournaments.services.organising import PLAYABLE
from tournaments.services.telling import VARIANTS

# How an option that all tables of a tournament share is asked for; its first choice is usual.
OPTIONS: dict[str, tuple[Any, list[tuple[Any, Any]]]] = {
    "areas": (_("Areas"), [(6, _("six areas")), (5, _("five areas (tables of two only)"))]),
    "pieces": (_("Side of the boards"), [(3, _("three pieces")), (4, _("four pieces"))]),
    # The rules want one for each seat of a table.
    "levels": (
        _("Level"),
        [(None, _("everybody chooses")), *(([level] * 4, str(level)) for level in (1, 2, 3, 4))],
    ),
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


def as_chosen(config: Mapping[str, Any]) -> dict[str, str]:
    """The options as the fields show them: to a field a list would be several choices."""
    return {name: str(value) for name, value in config.items()}


class GameChoice(forms.BaseForm):
    """Adds the options of all games to a form with a field ``variant``; sent, only its own stay."""

    def add_options(self) -> None:
        """A field for each option; the browser shows those of the chosen game."""
        for name, (label, choices) in OPTIONS.items():
            games = [key for key in PLAYABLE if name in options_of(key)]
            self.fields[name] = forms.ChoiceField(
                label=label,
                choices=choices,
                required=choices[0][0] is not None,
                help_text=", ".join(str(VARIANTS[key]) for key in games),
                widget=forms.Select(attrs={"data-games": " ".join(games)}),
            )
        if self.is_bound:
            variant = self["variant"].value()
            own = options_of(variant) if variant in PLAYABLE else []
            for name in OPTIONS:
                if name not in own:
                    del self.fields[name]

    def config(self) -> dict[str, Any]:
        """The options that were chosen, as the rules take them."""
        chosen = self.cleaned_data
        return {
            name: value
            for name in OPTIONS
            if name in chosen
            for value, _label in OPTIONS[name][1]
            if str(value) == chosen[name]
        }
