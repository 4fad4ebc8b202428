"""The print shop: a page for each kind of sheets; nobody needs an account for it."""

import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from puzzles.print_forms import PrintForm
from puzzles.printing.deck import Deck
from puzzles.services import prints
from puzzles.services.refusal import Refusal


@require_safe
def print_shop(request: HttpRequest) -> HttpResponse:
    """All that can be printed."""
    return render(request, "prints/shop.html", {"kinds": prints.KINDS.values()})


@require_safe
def print_page(request: HttpRequest, kind: str) -> HttpResponse:
    """The options of a kind of sheets, with what the address says."""
    return _page(request, _form_of(request, kind))


@require_safe
def print_file(request: HttpRequest, kind: str) -> HttpResponse:
    """The sheets as a PDF; what can't be printed is told on the page."""
    form = _form_of(request, kind)
    if not form.is_valid():
        return _page(request, form)
    options = form.cleaned_data["options"]
    try:
        printed = prints.print_sheets(options=options, deck=_deck_of(request, form))
    except Refusal as refusal:
        form.add_error(refusal.field, refusal.message)
        return _page(request, form)
    return pdf_response(printed)


def pdf_response(printed: prints.PrintedFile) -> HttpResponse:
    """A PDF as a download."""
    return HttpResponse(
        printed.content,
        content_type="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{printed.name}"'},
    )


def _form_of(request: HttpRequest, key: str) -> PrintForm:
    """The form with what the address says, and with what is usual where it says nothing."""
    if key not in prints.KINDS:
        raise Http404
    kind = prints.KINDS[key]
    usual: dict[str, Any] = {
        "paper": "a4",
        "sheets": "4" if key == "dice-pad" else "1",
        "pads": "1",
        "areas": "6",
        "language": get_language(),
        "seed": str(prints.any_seed(secrets.randbelow)),
        "piece_set": "classic-12",
        "square_mm": "12.5",
        "duplex": "long",
        "order": "interleaved",
        "back_x_mm": "0",
        "back_y_mm": "0",
    }
    if kind.needs_deck:
        first = prints.printable_decks(request.user).first()
        usual["deck"] = first.key if first else ""
    return PrintForm(kind, request.user, usual | request.GET.dict())


def _deck_of(request: HttpRequest, form: PrintForm) -> Deck | None:
    options = form.cleaned_data["options"]
    if not form.kind.needs_deck:
        return None
    return prints.deck_of_catalog(user=request.user, key=options.deck, language=options.language)


def _page(request: HttpRequest, form: PrintForm) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "kind": form.kind}
    if form.is_valid():
        options = form.cleaned_data["options"]
        context["options"] = options
        if form.kind.key == "dice-pad":
            context["areas"] = prints.preview_dice_pad(seed=options.seed)[: options.areas]
    template = "prints/dice_pad.html" if form.kind.key == "dice-pad" else "prints/kind.html"
    return render(request, template, context, status=200 if form.is_valid() else 400)
