"""The pages for the printer; nobody needs an account for them."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from puzzles.print_forms import DicePadForm
from puzzles.services import prints


@require_safe
def dice_pad(request: HttpRequest) -> HttpResponse:
    """The options of a dice pad and its six areas; without a seed any is proposed."""
    return _dice_pad_page(request, _form_of(request))


@require_safe
def dice_pad_file(request: HttpRequest) -> HttpResponse:
    """The dice pad as a PDF; what can't be printed is told on the page."""
    form = _form_of(request)
    if not form.is_valid():
        return _dice_pad_page(request, form)
    printed = prints.print_dice_pad(options=form.cleaned_data["options"])
    return HttpResponse(
        printed.content,
        content_type="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{printed.name}"'},
    )


def _form_of(request: HttpRequest) -> DicePadForm:
    """The form with what the address says, and with what is usual where it says nothing."""
    chosen: dict[str, Any] = {
        "paper": "a4",
        "sheets": "4",
        "language": get_language(),
        "seed": str(prints.any_seed(secrets.randbelow)),
    }
    return DicePadForm(chosen | request.GET.dict())


def _dice_pad_page(request: HttpRequest, form: DicePadForm) -> HttpResponse:
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        options = form.cleaned_data["options"]
        context |= {"options": options, "areas": prints.preview_dice_pad(seed=options.seed)}
    status = 200 if form.is_valid() else 400
    return render(request, "prints/dice_pad.html", context, status=status)
