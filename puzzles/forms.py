"""Forms: what a person typed or drew, turned into what the services take."""

import json
from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from puzzles import solver
from puzzles.models import PieceSet, Proposal, Task
from puzzles.services import generations
from puzzles.services.content import read_task
from puzzles.services.refusal import Refusal

MOST_UPLOADED_BYTES = 2_000_000
MOST_BOARDS = 72  # of the largest deck that is generated, of 3-D Family


class AreaField(forms.CharField):
    """An area as text: ``#`` a cell, ``.`` none; a line or a ``/`` is a row.

    An empty line begins the next level, bottom first.
    """

    widget = forms.Textarea(attrs={"rows": 8, "cols": 30, "spellcheck": "false"})

    def to_python(self, value: Any) -> Any:
        text = (super().to_python(value) or "").replace("\r", "").replace("/", "\n")
        levels = [level.split("\n") for level in text.strip("\n").split("\n\n")]
        rows = [[row.strip() for row in level if row.strip()] for level in levels]
        return [level for level in rows if level]

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list):
            return "\n\n".join("\n".join(level) for level in value)
        return value


class LayersField(AreaField):
    """A shape or an area as text, kept as layers; ``read`` refuses what is none."""

    def __init__(self, *, read: Callable[[Any], Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._read = read

    def clean(self, value: Any) -> Any:
        layers = super().clean(value)
        try:
            return self._read(layers)
        except solver.MalformedTask as error:
            raise forms.ValidationError(Refusal.of(error).message) from error


class PieceCodesField(forms.CharField):
    """Piece codes: a JSON list from the editor, or codes with commas or blanks between them."""

    widget = forms.TextInput(attrs={"size": 40, "spellcheck": "false"})

    def to_python(self, value: Any) -> Any:
        text = (super().to_python(value) or "").strip()
        if not text.startswith("["):
            return text.replace(",", " ").split()
        try:
            codes = json.loads(text)
        except (ValueError, RecursionError):
            codes = None
        if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
            raise forms.ValidationError(_("This is no list of piece codes."))
        return codes

    def prepare_value(self, value: Any) -> Any:
        return json.dumps(value) if isinstance(value, list) else value


class TaskForm(forms.ModelForm):
    """A task as people draw it; ``cleaned_data["drawn"]`` is what the solver takes."""

    area = AreaField(
        label=_("Area"),
        help_text=_("# is a cell, . is none; an empty line begins the next level."),
    )
    height = forms.IntegerField(label=_("Levels"), min_value=1, max_value=20, initial=1)
    pieces = PieceCodesField(
        label=_("Pieces"), help_text=_("The codes of the pieces, with blanks between them.")
    )

    class Meta:
        model = Task
        fields = ["name", "piece_set"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            prism = self.instance.region.area_and_height()
            self.initial["area"] = [list(prism[0])] if prism else self.instance.layers
            self.initial["height"] = prism[1] if prism else 1
            self.initial["pieces"] = self.instance.pieces

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if not {"piece_set", "area", "height", "pieces"} <= data.keys():
            return data
        piece_set: PieceSet = data["piece_set"]
        levels = data["area"]
        try:
            if len(levels) > 1:
                drawn = read_task(piece_set=piece_set, pieces=data["pieces"], layers=levels)
            else:
                drawn = read_task(
                    piece_set=piece_set,
                    pieces=data["pieces"],
                    area=levels[0],
                    height=data["height"],
                )
        except Refusal as refusal:
            field = "area" if refusal.field == "layers" else refusal.field
            self.add_error(field if field in self.fields else None, refusal.message)
        else:
            data["drawn"] = drawn
        return data


def sets_for_editor() -> dict[int, dict[str, Any]]:
    """What the editor has to know of the piece sets that can be chosen, by their primary key."""
    solid = PieceSet.Dimension.SOLID
    return {
        row.pk: {"key": row.key, "solid": row.dimension == solid} for row in PieceSet.objects.all()
    }


class RejectionForm(forms.Form):
    """Why a proposal is rejected."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=Proposal.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        help_text=_("The player reads it, and whoever draws the same card again."),
    )


class GenerationForm(forms.Form):
    """Which deck to generate."""

    variant = forms.ChoiceField(label=_("Game"), choices=generations.variants)
    seed = forms.IntegerField(
        label=_("Seed"),
        help_text=_("Any whole number; the same seed gives the same deck, every time."),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        required=False,
        help_text=_("The same in every language; without one the deck is called by its id."),
    )


class AcceptanceForm(forms.Form):
    """All boards of a generated deck, or those with these numbers."""

    every = forms.BooleanField(required=False)
    boards = forms.TypedMultipleChoiceField(
        required=False,
        coerce=int,
        choices=[(number, number) for number in range(1, MOST_BOARDS + 1)],
    )

    @property
    def chosen(self) -> list[int] | None:
        """The numbers; None for all."""
        return None if self.cleaned_data["every"] else self.cleaned_data["boards"]


class ImportForm(forms.Form):
    """A task file to be uploaded."""

    file = forms.FileField(label=_("Task file"))

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_UPLOADED_BYTES:
            raise forms.ValidationError(_("A task file may have at most 2 MB."))
        return file
