"""Generating a deck: asked for, watched, looked at board by board, and accepted."""

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from puzzles.admin.jobs import WorkAdmin
from puzzles.forms import AcceptanceForm, GenerationForm
from puzzles.models import DeckGeneration
from puzzles.services import generations, queue
from puzzles.services.refusal import Refusal

DEEDS = {"cancel": queue.cancel, "retry": queue.retry}


@admin.register(DeckGeneration)
class DeckGenerationAdmin(WorkAdmin):
    list_display = ("__str__", "variant", "state", "progress", "deck", "created")
    list_filter = ("state", "variant")
    list_select_related = ("deck",)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<uuid:pk>/state/", wrap(self.state_view), name="puzzles_deckgeneration_state"),
            path(
                "<uuid:pk>/<str:deed>/do/", wrap(self.deed_view), name="puzzles_deckgeneration_deed"
            ),
            *super().get_urls(),
        ]

    def get_queryset(self, request: HttpRequest) -> Any:
        """A list doesn't need the decks themselves, which are large."""
        return super().get_queryset(request).defer("result")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("puzzles.add_deck")

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Choose what to generate."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        is_sent = request.method == "POST"
        form = GenerationForm(request.POST) if is_sent else GenerationForm()
        if is_sent and form.is_valid():
            try:
                asked = generations.submit_generation(
                    user=request.user, now=timezone.now(), **form.cleaned_data
                )
            except Refusal as refusal:
                form.add_error(refusal.field, refusal.message)
            else:
                return redirect("admin:puzzles_deckgeneration_change", asked.pk)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Generate a deck"),
            "form": form,
        }
        status = 400 if form.errors else 200
        return render(request, "admin/puzzles/deckgeneration/add.html", context, status=status)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Watch the deck being generated; then look at its boards, and accept them or some."""
        generation = get_object_or_404(self._visible(request), pk=_as_uuid(object_id))
        if request.method != "POST":
            return self._page(request, generation, AcceptanceForm(), status=200)
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = AcceptanceForm(request.POST)
        if not form.is_valid():
            return self._page(request, generation, form, status=400)
        try:
            deck = generations.accept(
                user=request.user,
                generation=generation,
                numbers=form.chosen,
                now=timezone.now(),
            )
        except Refusal as refusal:
            form.add_error(None, refusal.message)
            status = 409 if refusal.field == "state" else 400
            return self._page(request, generation, form, status=status)
        words = _("The deck %(deck)s is a draft now; publish it when it is proven.") % {
            "deck": deck
        }
        self.message_user(request, words, messages.SUCCESS)
        return redirect("admin:puzzles_deck_changelist")

    def state_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """How the job stands; htmx asks for this again until it has ended."""
        generation = get_object_or_404(self._visible(request), pk=pk)
        context = self._state(generation)
        # A poll that finds nothing new swaps nothing.
        if request.GET.get("seen") == context["seen"] and generation.is_open:
            return HttpResponse(status=204)
        answer = render(request, "admin/puzzles/deckgeneration/_state.html", context)
        if generation.result:
            answer["HX-Refresh"] = "true"  # now the boards are there
        return answer

    def deed_view(self, request: HttpRequest, pk: UUID, deed: str) -> HttpResponse:
        """Cancel the job, or try it again."""
        generation = get_object_or_404(self._visible(request), pk=pk)
        if request.method == "POST" and deed in DEEDS:
            if not self.has_add_permission(request):
                raise PermissionDenied
            try:
                DEEDS[deed](job=generation, now=timezone.now())
            except Refusal as refusal:
                form = AcceptanceForm({})
                form.add_error(None, refusal.message)
                return self._page(request, generation, form, status=409)
        return redirect("admin:puzzles_deckgeneration_change", pk)

    def _visible(self, request: HttpRequest) -> Any:
        if not self.has_view_permission(request):
            raise PermissionDenied
        return self.get_queryset(request).select_related("deck")

    def _page(
        self, request: HttpRequest, generation: DeckGeneration, form: AcceptanceForm, *, status: int
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": str(generation),
            "boards": generations.boards_of(generation=generation),
            "form": form,
            **self._state(generation),
        }
        template = "admin/puzzles/deckgeneration/change.html"
        return render(request, template, context, status=status)

    def _state(self, generation: DeckGeneration) -> dict[str, Any]:
        waits = queue.is_waiting_long(job=generation, now=timezone.now())
        seen = f"{generation.state}.{generation.attempts}.{generation.steps_done}.{int(waits)}"
        return {"job": generation, "waits": waits, "seen": seen}


def _as_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
