"""Processes that do the same at once, each with a connection of its own to the test database.

A job runs in a process that has no test about it; what it does to the services (its locks taken
away, its window held open) is undone when it ends.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing import get_context
from threading import Barrier
from typing import Any
from unittest.mock import patch
from uuid import UUID

TIMEOUT = 20
NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)

together: Barrier


class Racers:
    """As many processes as are to run at once."""

    def __init__(self, processes: int, database: str) -> None:
        context = get_context("spawn")
        self.processes = processes
        self.barrier = context.Barrier(processes, timeout=TIMEOUT)
        self.pool = ProcessPoolExecutor(
            processes, context, initializer=_begin, initargs=(database, self.barrier)
        )

    def run(self, job: Callable[..., Any], *arguments: Sequence[Any], unlocked: bool) -> list[Any]:
        """Each process does the job with arguments of its own; their results in order.

        ``unlocked`` is the negative control: without locks, and with all between their look and
        their writing at the same moment.
        """
        assert len(arguments) == self.processes
        futures = [self.pool.submit(_run, job, own, unlocked) for own in arguments]
        return [future.result(timeout=3 * TIMEOUT) for future in futures]

    def stop(self) -> None:
        self.pool.shutdown()


def _begin(database: str, barrier: Barrier) -> None:
    global together
    together = barrier
    os.environ["DATABASE_URL"] = database
    os.environ["DJANGO_SETTINGS_MODULE"] = "ubongo_site.settings"
    import django

    django.setup()


def _run(job: Callable[..., Any], arguments: Sequence[Any], unlocked: bool) -> Any:
    from django.db import connection

    together.wait()
    try:
        with _without_locks() if unlocked else ExitStack():
            return job(*arguments)
    finally:
        connection.close()


@contextmanager
def _without_locks() -> Iterator[None]:
    """Nobody waits for a lock; before the deciding write all wait until all have looked."""
    from django.db.models import QuerySet

    from tournaments.models import Entry, Registration, Round, Tournament

    changing, creating = QuerySet.update, QuerySet.bulk_create

    def update(rows: Any, **values: Any) -> int:
        if rows.model in (Registration, Entry):
            together.wait()
        return changing(rows, **values)

    def bulk_create(rows: Any, new: Any, **options: Any) -> Any:
        if rows.model is Entry:
            together.wait()
        return creating(rows, new, **options)

    def held(model: Any, is_deciding: Callable[[Any], bool]) -> Any:
        saving = model.save

        def save(row: Any, *arguments: Any, **options: Any) -> None:
            if is_deciding(row):
                together.wait()
            saving(row, *arguments, **options)

        return patch.object(model, "save", save)

    with (
        patch.object(QuerySet, "select_for_update", lambda rows, **_: rows),
        patch.object(QuerySet, "update", update),
        patch.object(QuerySet, "bulk_create", bulk_create),
        held(Registration, lambda row: row.state != "withdrawn"),
        held(Entry, lambda row: row.pk is None),
        held(Round, lambda row: row.pk is None),
        held(Tournament, lambda row: row.state == "finished"),
    ):
        yield


# --- jobs -------------------------------------------------------------------------------------


def register_all(tournament: int, people: Sequence[int]) -> list[str]:
    """Register them one after the other; what became of each."""
    return change_all(tournament, [("register", person) for person in people])


def change_all(tournament: int, deeds: Sequence[tuple[str, int]]) -> list[str]:
    """Register and withdraw people in this order; what became of each."""
    from django.contrib.auth import get_user_model
    from django.db import IntegrityError

    from tournaments.models import Tournament
    from tournaments.services.registration import register_player, withdraw_player

    became = []
    for name, person in deeds:
        deed = register_player if name == "register" else withdraw_player
        user = get_user_model().objects.get(pk=person)
        try:
            own = deed(user=user, tournament=Tournament.objects.get(pk=tournament), now=NOW)
            became.append(str(own.state))
        except IntegrityError:
            became.append("lost")
    return became


@dataclass(frozen=True)
class Sent:
    """What was answered to an entry: "new", "again", "conflict" or "lost", and what is there."""

    answer: str
    there: tuple[str, ...]


def enter_all(author: int, entries: Sequence[tuple[int, str, int, list[int]]]) -> list[Sent]:
    """Enter each (game, key, index, seats) in the same moment as the others enter theirs."""
    from django.contrib.auth import get_user_model
    from django.db import IntegrityError

    from tournaments.models import Game
    from tournaments.services.games import Conflict, record_entry

    user = get_user_model().objects.get(pk=author)
    answers = []
    for game, key, index, filled in entries:
        row = Game.objects.get(pk=game)
        event = {"kind": "round", "filled": filled}
        together.wait()
        try:
            made = record_entry(
                user=user, game=row, key=UUID(key), index=index, event=event, now=NOW
            )
            answers.append(Sent("new" if made.is_new else "again", (str(made.entry.key),)))
        except Conflict as conflict:
            answers.append(Sent("conflict", tuple(str(entry.key) for entry in conflict.there)))
        except IntegrityError:
            answers.append(Sent("lost", ()))
    return answers


def seat_all(tournaments: Sequence[int], seed: int) -> list[str]:
    """Draw the tables of each tournament in the same moment as the others do."""
    from django.db import IntegrityError

    from tournaments.models import Tournament
    from tournaments.services.drawing import seat_present_players

    became = []
    for tournament in tournaments:
        row = Tournament.objects.get(pk=tournament)
        together.wait()
        try:
            seat_present_players(tournament=row, seed=seed, now=NOW)
            became.append("seated")
        except IntegrityError:
            became.append("lost")
    return became


def end_all(author: int, tournaments: Sequence[int], deed: str) -> list[str]:
    """Finish each tournament ("finish"), or undo the last round of its only table ("undo"),
    or enter the round that ends it ("enter"), in the same moment as the others.
    """
    from django.contrib.auth import get_user_model

    from puzzles.services.refusal import Refusal
    from tournaments.models import Tournament
    from tournaments.services import games, organising

    user = get_user_model().objects.get(pk=author)
    became = []
    for pk in tournaments:
        row = Tournament.objects.get(pk=pk)
        game = row.games.get()
        index = len(games.view_of(game).entries)
        together.wait()
        try:
            if deed == "finish":
                organising.finish(tournament=row)
            elif deed == "undo":
                games.undo_last(user=user, game=game, index=index - 1, now=NOW)
            else:
                event = {"kind": "round", "filled": [0, 1]}
                games.record_entry(
                    user=user, game=game, key=UUID(int=pk), index=index, event=event, now=NOW
                )
            became.append("done")
        except Refusal:
            became.append("refused")
    return became


def sheet_all(author: int, games: Sequence[int], filled: list[int]) -> list[str]:
    """Record a whole game of dice for each table, in the same moment as the others do."""
    from uuid import uuid4

    from django.contrib.auth import get_user_model
    from django.db import IntegrityError

    from puzzles.services.refusal import Refusal
    from tournaments.models import Game
    from tournaments.services.rounds import record_sheet

    user = get_user_model().objects.get(pk=author)
    events = [{"kind": "round", "filled": filled}] * 6
    became = []
    for pk in games:
        row = Game.objects.get(pk=pk)
        together.wait()
        try:
            record_sheet(user=user, game=row, key=uuid4(), events=events, now=NOW)
            became.append("recorded")
        except Refusal:
            became.append("refused")
        except IntegrityError:
            became.append("lost")
    return became


def draw_next_all(tournaments: Sequence[int], seed: int) -> list[str]:
    """Draw round 2 of each tournament in the same moment as the others do."""
    from django.db import IntegrityError

    from puzzles.services.refusal import Refusal
    from tournaments.models import Tournament
    from tournaments.services.drawing import draw_next_round

    became = []
    for tournament in tournaments:
        row = Tournament.objects.get(pk=tournament)
        together.wait()
        try:
            draw_next_round(tournament=row, number=2, seed=seed, now=NOW)
            became.append("drawn")
        except Refusal as refusal:
            became.append(refusal.message)
        except IntegrityError:
            became.append("lost")
    return became
