"""What a person chooses before printing, turned into the options of the service."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from puzzles.models import PieceSet, Visitor
from puzzles.services import prints
from puzzles.services.refusal import Refusal

PLAIN = {"autocomplete": "off", "spellcheck": "false"}


class ReadField(forms.CharField):
    """Something that the service reads from what was typed or chosen."""

    def __init__(self, read: Callable[[object], Any], **options: Any) -> None:
        super().__init__(**options)
        self._read = read

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return self._read(text)
        except Refusal as refusal:
            raise forms.ValidationError(refusal.message) from refusal


class PrintForm(forms.Form):
    """The options of a kind of sheets; ``cleaned_data["options"]`` is what the service takes.

    Only decks are offered whose cards this person may print.
    """

    def __init__(self, kind: prints.Kind, user: Visitor, data: Mapping[str, Any] | None) -> None:
        super().__init__(data)
        self.kind = kind
        for name in kind.options:
            self.fields[name] = self._field(name, user)

    def _field(self, name: str, user: Visitor) -> forms.Field:
        if name == "deck":
            decks = prints.printable_decks(user)
            choices = [(deck.key, str(deck)) for deck in decks]
            return forms.ChoiceField(label=_("Deck"), choices=choices)
        if name == "piece_set":
            sets = [(one.key, str(one)) for one in PieceSet.objects.all()]
            return forms.ChoiceField(label=_("Piece set"), choices=sets)
        if name == "ink_saving":
            return forms.BooleanField(
                label=_("Save ink"), help_text=_("Lines only, nothing filled."), required=False
            )
        field = _FIELDS[name]()
        if name == "sheets":
            field.help_text = str(self.kind.sheets_are)
        return field

    def clean(self) -> dict[str, Any]:
        super().clean()
        if not self.errors:
            try:
                self.cleaned_data["options"] = prints.PrintOptions.read(
                    self.kind.key, dict(self.cleaned_data)
                )
            except Refusal as refusal:
                self.add_error(refusal.field, refusal.message)
        return self.cleaned_data


def _typed(name: str, *, size: int, **options: Any) -> Callable[[], forms.Field]:
    widget = forms.TextInput(attrs={"size": size, **PLAIN})
    return partial(ReadField, prints.READERS[name], widget=widget, **options)


def _number(name: str, *, least: float, most: float, **options: Any) -> Callable[[], forms.Field]:
    step = options.pop("step", 1)
    widget = forms.NumberInput(attrs={"min": least, "max": most, "step": step})
    return partial(ReadField, prints.READERS[name], widget=widget, **options)


_FIELDS: Mapping[str, Callable[[], forms.Field]] = {
    "paper": partial(
        forms.ChoiceField, label=_("Paper"), choices=[("a4", "A4"), ("letter", "Letter")]
    ),
    "language": partial(forms.ChoiceField, label=_("Language"), choices=settings.LANGUAGES),
    "seed": _typed(
        "seed", size=14, label=_("Seed or id"), help_text=_("The same seed gives the same areas.")
    ),
    "sheets": _number(
        "sheets",
        least=1,
        most=prints.MOST_SHEETS,
        label=_("Sheets"),
    ),
    "pads": _number(
        "pads",
        least=1,
        most=50,
        label=_("Different pads"),
        help_text=_("More of them have other areas, by the next seeds."),
    ),
    "areas": partial(
        forms.TypedChoiceField,
        label=_("Areas"),
        coerce=int,
        choices=[("6", _("6, the whole game")), ("5", _("5, for two who agree"))],
    ),
    "boards": _typed(
        "boards",
        size=14,
        required=False,
        label=_("Boards"),
        help_text=_("Such as 1-4, 7; nothing means all of them."),
    ),
    "square_mm": _typed(
        "square_mm",
        size=6,
        label=_("Width of a square in mm"),
        help_text=_(
            "12.5, 13, 14.5, 16 or whatever your pieces have. With larger squares fewer cards "
            "share a page."
        ),
    ),
    "duplex": partial(
        forms.ChoiceField,
        label=_("Backs"),
        choices=[
            ("long", _("on both sides, turned over the long edge")),
            ("short", _("on both sides, turned over the short edge")),
            ("fold", _("beside the fronts, to be folded and glued")),
        ],
        help_text=_("As the printer is set; the same cards come out in each way."),
    ),
    "order": partial(
        forms.ChoiceField,
        label=_("Order of the pages"),
        choices=[
            ("interleaved", _("front, back, front, back")),
            ("fronts-first", _("all fronts, then all backs")),
        ],
        help_text=_("All fronts first is for printers without a duplex unit."),
    ),
    "back_x_mm": _number(
        "back_x_mm",
        least=-5,
        most=5,
        step="0.1",
        label=_("Move backs to the right, mm"),
        help_text=_("If the backs come out shifted: by how much they must move."),
    ),
    "back_y_mm": _number("back_y_mm", least=-5, most=5, step="0.1", label=_("Move backs up, mm")),
}
