"""What a person chooses before printing, turned into the options of the service."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from puzzles.services import prints
from puzzles.services.refusal import Refusal


class ReadField(forms.CharField):
    """A number that the service reads from what was typed."""

    def __init__(self, read: Callable[[str], int], **options: Any) -> None:
        super().__init__(**options)
        self._read = read

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return self._read(text)
        except Refusal as refusal:
            raise forms.ValidationError(refusal.message) from refusal


class DicePadForm(forms.Form):
    """The options of a dice pad; ``cleaned_data["options"]`` is what the service takes."""

    seed = ReadField(
        prints.read_seed,
        label=_("Seed or id"),
        help_text=_("The same seed gives the same areas."),
        widget=forms.TextInput(attrs={"size": 14, "autocomplete": "off", "spellcheck": "false"}),
    )
    sheets = ReadField(
        prints.read_sheets,
        label=_("Sheets"),
        help_text=_("One for each player; all show the same areas."),
        widget=forms.NumberInput(attrs={"min": 1, "max": prints.MOST_SHEETS}),
    )
    paper = forms.ChoiceField(label=_("Paper"), choices=[("a4", "A4"), ("letter", "Letter")])
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    ink_saving = forms.BooleanField(
        label=_("Save ink"), help_text=_("Lines only, nothing filled."), required=False
    )

    def clean(self) -> dict[str, Any]:
        super().clean()
        if not self.errors:
            try:
                self.cleaned_data["options"] = prints.DicePadOptions(**self.cleaned_data)
            except Refusal as refusal:
                self.add_error(refusal.field, refusal.message)
        return self.cleaned_data
