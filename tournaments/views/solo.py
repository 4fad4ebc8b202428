"""Playing alone: choose a form, play against the server's clock, look at records."""

import json
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from puzzles.services.refusal import Refusal
from tournaments import rules as game_rules
from tournaments.models import SoloRun
from tournaments.pictures.progress import progress_picture
from tournaments.rules.solo import KINDS, forms_of
from tournaments.services import records, solo
from tournaments.views.desk import person_of
from tournaments.views.posted import posted_on
from tournaments.views.public import REFUSED


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Every form there is, to start one."""
    return _choose(request)


def _choose(request: HttpRequest, *, status: int = 200) -> HttpResponse:
    games = [
        (
            variant,
            game_rules.rules_of(variant).title.spoken(_),
            [(json.dumps(form.to_json()), _label(form)) for form in forms_of(variant)],
        )
        for variant in KINDS
    ]
    own = solo.run_of(user=request.user) if request.user.is_authenticated else None
    context = {"games": games, "own": own and solo.look_at(run=own, now=timezone.now())}
    return render(request, "solo/choose.html", context, status=status)


@posted_on("solo")
def start(request: HttpRequest) -> HttpResponse:
    """Deal and start the clock."""
    try:
        options = json.loads(request.POST.get("form", ""))
    except (ValueError, RecursionError):
        options = None
    try:
        run = solo.start_run(
            user=person_of(request),
            variant=request.POST.get("variant", ""),
            options=options,
            seed=solo.any_seed(),
            now=timezone.now(),
        )
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return _choose(request, status=REFUSED if isinstance(refusal, solo.Untimely) else 400)
    return redirect(run)


@login_required
@never_cache
@require_safe
def run(request: HttpRequest, pk: int) -> HttpResponse:
    """The task that lies there, the clock, and two buttons; or how it ended."""
    return _run(request, _own(request, pk))


def _run(request: HttpRequest, own: SoloRun, *, status: int = 200) -> HttpResponse:
    now = timezone.now()
    view = solo.look_at(run=own, now=now)
    context = {
        "view": view,
        "title": game_rules.rules_of(own.variant).title.spoken(_),
        "label": _label(view.config),
        "key": uuid4(),
        "now": _milliseconds(now),
        "deadline": _milliseconds(view.run.deadline),
        "started": _milliseconds(view.run.started_at),
        "left": max(1, round((view.run.deadline - now).total_seconds()) + 1),
    }
    return render(request, "solo/run.html", context, status=status)


@posted_on("solo-run", "pk")
def tap(request: HttpRequest, pk: int) -> HttpResponse:
    """Solved, or set aside."""
    own = _own(request, pk)
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        messages.error(request, _("This is no entry that the site can read."))
        return _run(request, own, status=400)
    try:
        solo.tap(
            run=own,
            key=key,
            kind=request.POST.get("kind", ""),
            task=request.POST.get("task", ""),
            now=timezone.now(),
        )
    except Refusal as refusal:
        messages.error(request, refusal.message)
        again = _own(request, pk)
        return _run(request, again, status=REFUSED if isinstance(refusal, solo.Untimely) else 400)
    return redirect(own)


@posted_on("solo-run", "pk")
def give_up(request: HttpRequest, pk: int) -> HttpResponse:
    """End a run without a result."""
    own = _own(request, pk)
    solo.give_up(run=own, now=timezone.now())
    return redirect(own)


@require_safe
def all_records(request: HttpRequest) -> HttpResponse:
    """The best of the day, of the month and ever."""
    tables = [
        (_title(held.form), _label(held.form), held.form.tasks is not None, held.records)
        for held in records.records_of(now=timezone.now())
    ]
    context = {"tables": tables, "zone": timezone.get_default_timezone_name()}
    return render(request, "solo/records.html", context)


@login_required
@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """One's own results, form by form, as a plot and as a table."""
    forms = [
        (
            _title(each.form),
            _label(each.form),
            each,
            mark_safe(progress_picture(each.results, each.steps, _)),
        )
        for each in records.progress_of(user=person_of(request), now=timezone.now())
    ]
    return render(request, "solo/own.html", {"forms": forms})


def _title(form: Any) -> str:
    return game_rules.rules_of(form.variant).title.spoken(_)


def _label(form: Any) -> str:
    return " · ".join(part.spoken(_) for part in form.label)


def _own(request: HttpRequest, pk: int) -> SoloRun:
    return get_object_or_404(SoloRun.objects.visible_to(request.user), pk=pk)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
