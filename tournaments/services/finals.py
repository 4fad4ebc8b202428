"""The cut after the rounds: who plays the semi-finals and the final, and play-offs at the cut."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.models import Person, Playoff, Registration, Round, Seat, Tournament
from tournaments.services.changes import lock, mark_changed
from tournaments.services.results import results_of
from tournaments.standings.ranking import Line


def record_playoff(
    *, user: Person, tournament: Tournament, order: Sequence[int], now: datetime
) -> Playoff:
    """Note in which order players who are level have played it out, by registrations' keys.

    Of the same players again, it stands for what was entered by mistake.
    """
    with transaction.atomic():
        locked = lock(tournament)
        if locked.state != Tournament.State.RUNNING:
            raise Refusal(_("Entries are only taken while the tournament is running."))
        if frozenset(order) not in to_play_off(locked) or len(set(order)) < len(order):
            message = _("A play-off is among all the players who share a place, each once.")
            raise Refusal(message, field="order")
        playoff = Playoff.objects.create(
            tournament=locked, order=list(order), author_id=user.pk, entered_at=now
        )
        mark_changed(locked.pk)
    return playoff


def to_play_off(tournament: Tournament) -> dict[frozenset[int], Sequence[int]]:
    """Who shares a place, group by group, by registrations' keys; once all results are in.

    And who has played it out, with the order, which may be entered anew.
    """
    if tournament.games.filter(result__isnull=True).exists():
        return {}
    results = results_of(tournament)
    lines = results.standings(tournament.metrics)
    level = dict.fromkeys(frozenset((one.player, *one.level)) for one in lines if one.level)
    entered = {frozenset(one.players): one.players for one in results.playoffs}
    anew = {
        group: order
        for group, order in entered.items()
        if not any(group & other for other in level)
    }
    return {**dict.fromkeys(level, ()), **anew}


def last_number(tournament: Tournament) -> int:
    """The number of the very last round, finals included."""
    stages = {"": 0, Tournament.Finals.FINAL: 1, Tournament.Finals.SEMIS: 2}
    return tournament.planned_rounds + stages[tournament.finals]


def kind_of(tournament: Tournament, number: int) -> str:
    """What a round of this number is."""
    if number <= tournament.planned_rounds:
        return Round.Kind.ROUND
    is_semi = tournament.finals == Tournament.Finals.SEMIS and number < last_number(tournament)
    return Round.Kind.SEMI if is_semi else Round.Kind.FINAL


def next_round(tournament: Tournament, latest: Round | None) -> Round | None:
    """The round that is to be drawn after the latest one: its number and kind; None at the end."""
    number = latest.number + 1 if latest else 1
    if number > last_number(tournament):
        return None
    return Round(tournament=tournament, number=number, kind=kind_of(tournament, number))


def finalists(locked: Tournament, *, kind: str, present: set[int], size: int) -> list[list[int]]:
    """The best who are present: at the final table, or at the two tables of the semi-finals."""
    lines = [
        line for line in results_of(locked).at_the_cut(locked.metrics) if line.player in present
    ]
    if kind == Round.Kind.SEMI:
        best = _cut(lines, 2 * size)
        # First and fourth against second and third, as far as places go.
        tables: list[list[int]] = [[], []]
        for place, key in enumerate(best):
            tables[(place + 1) // 2 % 2].append(key)
        return tables
    if locked.finals == Tournament.Finals.FINAL:
        return [_cut(lines, size)]
    semi_tables = Seat.objects.filter(game__round__kind=Round.Kind.SEMI, game__tournament=locked)
    at_table = dict(semi_tables.values_list("registration_id", "game__table"))
    best_of_both: list[int] = []
    for table in (1, 2):
        own = [line for line in lines if at_table.get(line.player) == table]
        # Where others left after the semi-final, nobody is cut.
        is_cut = len(own) > size // 2
        best_of_both += _cut(own, size // 2) if is_cut else [line.player for line in own]
    return [best_of_both]


def _cut(lines: Sequence[Line[int]], wanted: int) -> list[int]:
    if len(lines) <= wanted:
        message = _("There are %(count)s players; a final of %(wanted)s needs more of them.")
        raise Refusal(message % {"count": len(lines), "wanted": wanted}, field="finals")
    inside, outside = lines[wanted - 1], lines[wanted]
    if inside.place == outside.place:
        level = [line.player for line in lines if line.place == inside.place]
        names = {one.pk: one.name for one in _named(level)}
        raise Refusal(
            _("Level at the cut: %(names)s. Let them play it out, and enter the play-off.")
            % {"names": ", ".join(names[key] for key in level)},
            field="finals",
        )
    return [line.player for line in lines[:wanted]]


def _named(keys: Sequence[int]) -> list[Registration]:
    return list(Registration.objects.filter(pk__in=keys).select_related("user"))
