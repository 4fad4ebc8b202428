"""Decks and their boards; what is published keeps its content."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from puzzles import solver
from puzzles.forms import LayersField
from puzzles.models import Board, BoardTask, Deck, DeckProof, Task
from puzzles.services import decks
from puzzles.services.content import has_area
from puzzles.services.refusal import Refusal
from ubongo_site.desk import ChosenRowsAreKeys, RefusedFormsAreBadRequests


@admin.register(Deck)
class DeckAdmin(RefusedFormsAreBadRequests, ChosenRowsAreKeys, admin.ModelAdmin):
    list_display = ("__str__", "variant", "state", "proven")
    list_filter = ("variant", "state")
    fields = ("key", "name", "variant", "piece_set")
    actions = ("publish",)
    change_list_template = "admin/puzzles/deck/list.html"

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).with_counts()  # type: ignore[attr-defined]

    def get_readonly_fields(self, request: HttpRequest, obj: Deck | None = None) -> tuple[str, ...]:
        return () if obj is None else ("key", "variant", "piece_set")

    def has_delete_permission(self, request: HttpRequest, obj: Deck | None = None) -> bool:
        keeps = obj is not None and obj.state == Deck.State.PUBLISHED
        return not keeps and super().has_delete_permission(request, obj)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """A deck's proofs go with it; nobody needs a right of its own for that."""
        deleted, counts, lacking, kept = super().get_deleted_objects(objs, request)
        return deleted, counts, set(lacking) - {DeckProof._meta.verbose_name}, kept

    @admin.display(description=_("proven"))
    def proven(self, deck: Any) -> str:
        return gettext("%(proven)s of %(all)s") % {
            "proven": deck.proven_count,
            "all": deck.task_count,
        }

    @admin.action(
        description=_("Publish the selected decks as soon as they are proven"),
        permissions=["change"],
    )
    def publish(self, request: HttpRequest, queryset: QuerySet[Deck]) -> None:
        for deck in queryset:
            try:
                kept = decks.publish_deck(user=request.user, deck=deck, now=timezone.now())
                self.message_user(request, f"{kept}: {kept.get_state_display()}")
            except Refusal as refusal:
                self.message_user(request, f"{deck}: {refusal.message}", messages.ERROR)


class BoardForm(forms.ModelForm):
    layers = LayersField(
        label=_("Area"), read=lambda layers: solver.Region.from_layers(layers).layers()
    )

    class Meta:
        model = Board
        fields = ("deck", "number", "side", "level", "colour", "layers")


class BoardTaskFormSet(BaseInlineFormSet):
    def clean(self) -> None:
        """The tasks of a board have the board's area, turned or turned over perhaps."""
        super().clean()
        layers = self.instance.layers
        for form in self.forms:
            task = form.cleaned_data.get("task") if form.is_valid() else None
            if task is not None and layers and not has_area(task=task, layers=layers):
                form.add_error("task", _("This task has another area than the board."))
            if task is not None and task.state in Task.CANDIDATES:
                form.add_error("task", _("This task is a proposal that nobody has accepted."))


class BoardTaskInline(admin.TabularInline):
    model = BoardTask
    formset = BoardTaskFormSet
    autocomplete_fields = ("task",)
    extra = 1


@admin.register(Board)
class BoardAdmin(RefusedFormsAreBadRequests, ChosenRowsAreKeys, admin.ModelAdmin):
    list_display = ("__str__", "level", "colour")
    list_filter = ("deck",)
    list_select_related = ("deck",)
    form = BoardForm
    inlines = (BoardTaskInline,)

    def formfield_for_foreignkey(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "deck":
            kwargs["queryset"] = Deck.objects.filter(state=Deck.State.DRAFT)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: Board | None = None) -> bool:
        return _is_draft(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Board | None = None) -> bool:
        return _is_draft(obj) and super().has_delete_permission(request, obj)


def _is_draft(board: Board | None) -> bool:
    return board is None or board.deck.state == Deck.State.DRAFT
