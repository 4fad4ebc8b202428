"""What a table agrees on before it begins: who begins, levels, colours, how the gems lie."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from puzzles.services.refusal import Refusal
from tournaments.rules.classic_2003 import IN_A_ROW, ROWS
from tournaments.rules.dice import AREAS
from tournaments.rules.junior import COLOURS
from tournaments.services.games import GameView
from tournaments.services.telling import COLOURS as WORDS
from tournaments.services.telling import LETTERS, letters

LEVELS = (1, 2, 3, 4)


class AgreementForm(forms.Form):
    """The options of this table that its variant knows, one field a seat where each has its own."""

    def __init__(self, view: GameView, data: Any = None) -> None:
        super().__init__(data)
        self.config = view.config.to_json()
        seats = list(enumerate(view.names))
        self.fields["first"] = _choice(_("Who begins"), seats, self.config["first"])
        if "areas" in self.config and len(seats) == 2:
            areas = [(number, str(number)) for number in AREAS]
            self.fields["areas"] = _choice(_("Areas"), areas, self.config["areas"])
        if "levels" in self.config:
            levels = [("", "–"), *((level, str(level)) for level in LEVELS)]
            self._one_a_seat("levels", _("Level of %(name)s"), view.names, levels)
        if "colours" in self.config:
            colours = [(colour, WORDS[colour]) for colour in COLOURS]
            self._one_a_seat("colours", _("Colour of %(name)s"), view.names, colours)
        if "gems" in self.config:
            self.fields["gems"] = forms.CharField(
                label=_("The gems on the board"),
                initial=_written(self.config["gems"]),
                max_length=500,
                help_text=_(
                    "As drawn by the site, or write how they lie: %(rows)s lines, one a row, each"
                    " with %(gems)s letters that begin nearest the pawn. %(letters)s"
                )
                % {"rows": ROWS, "gems": IN_A_ROW, "letters": LETTERS},
                widget=forms.Textarea(attrs={"rows": ROWS, "spellcheck": "false"}),
            )

    def _one_a_seat(self, option: str, label: str, names: tuple[str, ...], choices: Any) -> None:
        for seat, name in enumerate(names):
            chosen = self.config[option] and self.config[option][seat]
            field = _choice(label % {"name": name}, choices, chosen)
            self.fields[f"{option}-{seat}"] = field

    def as_asked(self) -> dict[str, Any]:
        """The options as ``agree`` takes them."""
        data = self.cleaned_data
        options: dict[str, Any] = {"first": int(data["first"])}
        if "areas" in data:
            options["areas"] = int(data["areas"])
        if "levels" in self.config:
            levels = self._of_each_seat("levels")
            # Nobody says, or everybody: a blank one beside others is refused by the rules.
            options["levels"] = [int(level or 0) for level in levels] if any(levels) else None
        if "colours" in self.config:
            options["colours"] = self._of_each_seat("colours")
        if "gems" in self.config:
            options["gems"] = _read(data["gems"])
        return options

    def _of_each_seat(self, option: str) -> list[str]:
        return [self.cleaned_data[name] for name in self.fields if name.startswith(f"{option}-")]

    def refuse(self, refusal: Refusal) -> None:
        """Show what a service refused at its field, or at the first of those of the seats."""
        option = refusal.field.removeprefix("config.")
        at = [name for name in self.fields if name.split("-")[0] == option]
        self.add_error(at[0] if at else None, refusal.message)


def _choice(label: str, choices: Any, chosen: Any) -> forms.ChoiceField:
    is_blank_allowed = any(value == "" for value, _label in choices)
    return forms.ChoiceField(
        label=label, choices=choices, initial=chosen, required=not is_blank_allowed
    )


def _written(rows: list[list[str]]) -> str:
    """The rows of the board as lines of letters."""
    letter = letters()
    return "\n".join("".join(letter[colour] for colour in row) for row in rows)


def _read(lines: str) -> list[list[str]]:
    """The rows that lines of letters mean; what is no letter of a gem stays as it is."""
    colours = {letter: colour for colour, letter in letters().items()}
    rows = ("".join(line.split()).upper() for line in lines.splitlines())
    return [[colours.get(letter, letter) for letter in row] for row in rows if row]
