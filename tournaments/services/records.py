"""Results of those who play alone: the public records, and one's own progress."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments.models import Person, SoloResult
from tournaments.rules.records import Records, Result, progress, records
from tournaments.rules.solo import KINDS, SoloConfig, forms_of
from tournaments.services.games import rules_of
from tournaments.services.solo import end_overdue_runs


@dataclass(frozen=True)
class Kept(Result):
    """A result with who reached it, and when."""

    player: str
    player_id: int
    reached_at: datetime


@dataclass(frozen=True)
class Held:
    """A form and its records as they stand today."""

    form: SoloConfig
    records: Records[Kept]


@dataclass(frozen=True)
class Progress:
    """Somebody's results of a form in the order of time, and those that beat all before them."""

    form: SoloConfig
    results: list[Kept]
    steps: list[Kept]


def records_of(*, now: datetime) -> list[Held]:
    """The records of every form that anybody reached, by the people who want to be shown.

    Days are those of the site's time zone. Whoever equals a record shares it, and stands there
    once.
    """
    end_overdue_runs(now=now)
    today = timezone.localdate(now, timezone.get_default_timezone())
    rows = SoloResult.objects.public().holding_records(today).select_related("player")
    held = []
    for form, kept in _by_form(rows):
        best = records(kept, form, today)
        each = Records(*(_once_each(some) for some in (best.day, best.month, best.ever)))
        held.append(Held(form, each))
    return held


def progress_of(*, user: Person, now: datetime) -> list[Progress]:
    """All that a person reached, form by form."""
    end_overdue_runs(now=now)
    rows = SoloResult.objects.filter(player_id=user.pk).select_related("player")
    return [Progress(form, kept, progress(kept, form)) for form, kept in _by_form(rows)]


def _by_form(rows: Iterable[SoloResult]) -> list[tuple[SoloConfig, list[Kept]]]:
    """The results of each form that has any, oldest first, in the order of the forms."""
    kept: dict[SoloConfig, list[Kept]] = {}
    for row in rows:
        form = rules_of(row.variant).parse_config(row.form)
        result = Kept(
            form=form,
            day=row.day,
            solved=row.solved,
            seconds=row.seconds,
            player=row.player.public_name,
            player_id=row.player_id,
            reached_at=row.reached_at,
        )
        kept.setdefault(form, []).append(result)
    forms = [form for variant in KINDS for form in forms_of(variant)]
    return [(form, kept[form]) for form in forms if form in kept]


def _once_each(results: Iterable[Kept]) -> list[Kept]:
    """The first of each player."""
    first: dict[int, Kept] = {}
    for result in results:
        first.setdefault(result.player_id, result)
    return list(first.values())
