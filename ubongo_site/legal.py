"""Imprint and privacy: texts of whoever runs the site, from the files that the settings name."""

from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

TITLES: Mapping[str, str | Promise] = {"imprint": _("Imprint"), "privacy": _("Privacy")}


@require_safe
def legal(request: HttpRequest, page: str) -> HttpResponse:
    """One of the two, its paragraphs as they stand in the file; not there if none is named."""
    path = settings.LEGAL_PAGES.get(page)
    if not path:
        raise Http404
    text = Path(path).read_text(encoding="utf-8")
    return render(request, "legal.html", {"title": TITLES[page], "text": text})


def legal_pages(request: HttpRequest) -> dict[str, object]:
    """For the foot of every page: the key and title of those that there are."""
    return {"legal_pages": [(key, TITLES[key]) for key in TITLES if settings.LEGAL_PAGES.get(key)]}
