"""The parts of pages that change: asked for again and again, mostly to be told "the same"."""

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import (
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe

from tournaments.models import Tournament
from tournaments.services.overview import lines_of, overview_of
from tournaments.standings.ranking import Line

# How long something is kept that is the same for everybody, in seconds.
KEPT = 60
# How long the others wait for whoever renders it, in seconds.
PATIENCE = 5

View = Callable[..., HttpResponse]


def tells_time(view: View) -> View:
    """Every answer, also that nothing has changed, says what the server's clock shows."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        answer["X-Now"] = f"{timezone.now().timestamp():.3f}"
        return answer

    return answered


def for_one(etag: Callable[..., str | None]) -> Callable[[View], View]:
    """A part for who is logged in; ``etag`` tells what they have seen of it."""

    def live(view: View) -> View:
        part: View = condition(etag_func=etag)(view)
        return login_required(require_safe(tells_time(gzip_page(part))))

    return live


def for_everybody(view: View) -> View:
    """A part that is the same for all who see the tournament."""
    part: View = condition(etag_func=_etag_for_everybody)(view)
    whole: View = require_safe(tells_time(part))
    return whole


def _etag_of(pk: int, version: int) -> str:
    return f'"{pk}.{version}.{get_language()}"'


def _etag_for_everybody(request: HttpRequest, pk: int) -> str | None:
    version = (
        Tournament.objects.visible_to(request.user)
        .filter(pk=pk)
        .values_list("version", flat=True)
        .first()
    )
    return None if version is None else _etag_of(pk, version)


def answer(request: HttpRequest, pk: int, template: str) -> HttpResponse:
    """A part that is the same for everybody, with the ETag of what it shows."""
    shown = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    part = part_of(template, shown)
    whole: HttpResponse = HttpResponse(part.packed, headers={"Content-Encoding": "gzip"})
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        whole = HttpResponse(part.body)
    patch_vary_headers(whole, ["Accept-Encoding"])
    patch_cache_control(whole, private=True, no_cache=True)
    whole["ETag"] = _etag_of(pk, part.version)
    return get_conditional_response(request, etag=whole["ETag"], response=whole) or whole


@dataclass(frozen=True)
class Part:
    """What is the same for everybody, packed for the way, and of which version it is."""

    version: int
    packed: bytes

    @property
    def body(self) -> SafeString:
        """As it was rendered."""
        return mark_safe(gzip.decompress(self.packed).decode())


def part_of(template: str, shown: Tournament) -> Part:
    """The part as it was published last; after a change one visitor's request renders it anew.

    Body and version are published together. Who asks while it is rendered gets the former one,
    with its version, and asks again soon. The version was read before what is rendered: the body
    may be newer than its version says, and is asked for once more then, but never older.
    """
    key = f"{template}:{shown.pk}:{shown.created.timestamp()}:{get_language()}"
    kept: Part | None = cache.get(key)
    if kept is not None and kept.version == shown.version:
        return kept
    if not cache.add(f"{key}:rendering", True, PATIENCE) and kept is not None:
        return kept
    overview = overview_of(shown)
    body = render_to_string(template, {"tournament": shown, "overview": overview})
    part = Part(shown.version, gzip.compress(body.encode(), compresslevel=4))
    cache.set(key, part, KEPT)
    cache.delete(f"{key}:rendering")
    return part


def kept_lines(shown: Tournament) -> list[Line[int]]:
    """The standings, worked out once for all players who look after a change.

    The version was read before what is worked out: they may be newer than it, but never older.
    """
    key = f"lines:{shown.pk}:{shown.created.timestamp()}"
    version, kept = cache.get(key, (None, []))
    if version == shown.version:
        return list(kept)
    lines = lines_of(shown)
    cache.set(key, (shown.version, lines), KEPT)
    return lines
