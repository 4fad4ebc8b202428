"""Piece sets: their pieces drawn as text; a change of shape withdraws the verdicts."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from puzzles import solver
from puzzles.forms import LayersField
from puzzles.models import Piece, PieceSet, Task
from puzzles.services import tasks
from ubongo_site.desk import ChosenRowsAreKeys, RefusedFormsAreBadRequests


class PieceForm(forms.ModelForm):
    layers = LayersField(
        label=_("Shape"), read=lambda layers: solver.parse_layers(layers, "layers").layers()
    )

    class Meta:
        model = Piece
        fields = ("code", "name", "layers", "copies", "tint", "position")


class PieceFormSet(BaseInlineFormSet):
    def clean(self) -> None:
        """A code that a task uses must stay."""
        super().clean()
        kept = {
            form.cleaned_data.get("code")
            for form in self.forms
            if form.cleaned_data and not form.cleaned_data.get("DELETE")
        }
        used: set[str] = set()
        if self.instance.pk:
            for pieces in Task.objects.filter(piece_set=self.instance).values_list(
                "pieces", flat=True
            ):
                used.update(pieces)
        if used - kept:
            codes = " ".join(sorted(used - kept))
            raise ValidationError(gettext("Tasks use these pieces: %(codes)s") % {"codes": codes})


class PieceInline(admin.TabularInline):
    model = Piece
    form = PieceForm
    formset = PieceFormSet
    extra = 0
    min_num = 1


@admin.register(PieceSet)
class PieceSetAdmin(RefusedFormsAreBadRequests, ChosenRowsAreKeys, admin.ModelAdmin):
    list_display = ("__str__", "key", "variant", "dimension", "flip")
    inlines = (PieceInline,)

    def get_readonly_fields(
        self, request: HttpRequest, obj: PieceSet | None = None
    ) -> tuple[str, ...]:
        return () if obj is None else ("key", "dimension", "flip")

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        piece_set = PieceSet.objects.get(pk=form.instance.pk)
        withdrawn = tasks.withdraw_verdicts(piece_set=piece_set, now=timezone.now())
        if withdrawn:
            message = ngettext(
                "%(count)s task is a draft again and is checked.",
                "%(count)s tasks are drafts again and are checked.",
                withdrawn,
            )
            self.message_user(request, message % {"count": withdrawn})
