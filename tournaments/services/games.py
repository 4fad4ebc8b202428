"""What is entered of a game: recorded once, undone, corrected, never lost.

Every entry says which index it expects to get. The rows of the tournament and the game are
locked, so two phones at one table come one after the other, and the second is told what the first
one entered.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments import rules as game_rules
from tournaments.models import Entry, Game, Person, Tournament
from tournaments.rules import IllegalEvent, Rules, RuleViolation
from tournaments.services.changes import mark_changed


class Conflict(Refusal):
    """The index that was expected is not the next; ``there`` is what stands in its place."""

    def __init__(self, there: list[Entry]) -> None:
        super().__init__(
            _("Something else was entered in the meantime; look at the game as it stands."),
            field="index",
        )
        self.there = there


@dataclass(frozen=True)
class Recorded:
    """An entry as it was recorded, now or when it was sent for the first time."""

    entry: Entry
    is_new: bool


@dataclass(frozen=True)
class AtTable:
    """A person at a table; ``is_free`` if the next entry may name this seat."""

    seat: int
    name: str
    score: int
    is_free: bool


@dataclass(frozen=True)
class Told:
    """An entry for people: its number from 1, and whom it names."""

    entry: Entry
    number: int
    seats: tuple[int, ...]
    names: tuple[str, ...]


def told(entry: Entry, names: Sequence[str]) -> Told:
    """What an entry says, with the names of the table."""
    seats = tuple(entry.event.get("filled", ()))
    return Told(entry, entry.index + 1, seats, tuple(names[seat] for seat in seats))


@dataclass(frozen=True)
class GameView:
    """A game as its live entries make it: who sits there, how it stands, what may come next."""

    game: Game
    names: tuple[str, ...]

    @cached_property
    def entries(self) -> list[Entry]:
        """Those that make up the game as it stands."""
        return [entry for entry in self.game.entries.all() if entry.retired_at is None]

    @property
    def rules(self) -> Rules[Any, Any]:
        return rules_of(self.game.tournament.variant)

    @property
    def events(self) -> list[dict[str, Any]]:
        return [entry.event for entry in self.entries]

    @cached_property
    def config(self) -> Any:
        return self.rules.parse_config(self.game.config)

    @cached_property
    def state(self) -> Any:
        return game_rules.replay(self.rules, self.config, len(self.names), self.events)

    @property
    def expected(self) -> game_rules.Expected:
        return self.rules.expected(self.state)

    @property
    def finished(self) -> bool:
        return self.rules.finished(self.state)

    @property
    def scores(self) -> list[int]:
        return self.rules.scores(self.state)

    @property
    def people(self) -> list["AtTable"]:
        """Everybody at the table in the order of the seats, and whom the next entry may name."""
        free = {
            seat
            for option in self.expected.options
            for field in option.fields
            if isinstance(field, game_rules.Seats)
            for seat in field.free
        }
        return [
            AtTable(number, name, score, number in free)
            for number, (name, score) in enumerate(zip(self.names, self.scores, strict=True))
        ]

    @property
    def area_number(self) -> int | None:
        """The area that is filled at present, from 1; None after the last."""
        area: int | None = self.state.area
        return None if area is None else area + 1

    @property
    def roller(self) -> str:
        """Who rolls the dice next."""
        return "" if self.state.roller is None else self.names[self.state.roller]

    @property
    def corrections(self) -> int:
        """How many rounds were corrected: that is public."""
        return sum(
            entry.retirement == Entry.Retirement.CORRECTED for entry in self.game.entries.all()
        )

    @property
    def history(self) -> list["Told"]:
        """The rounds that count, oldest first."""
        return [told(entry, self.names) for entry in self.entries]

    @property
    def standings(self) -> list[tuple[int, str, int, str]]:
        """Place, name, score and why, by place and then by seat."""
        ranking = self.rules.ranking(self.state)
        rows = [
            (one.place, name, score, one.why.spoken(gettext, self.names))
            for one, name, score in zip(ranking, self.names, self.scores, strict=True)
        ]
        return sorted(rows, key=lambda row: row[0])


def rules_of(variant: str) -> Rules[Any, Any]:
    """The rules of a variant; a Refusal for one that there isn't."""
    with said_to_people():
        return game_rules.rules_of(variant)


@contextmanager
def said_to_people(names: Sequence[str] | None = None) -> Iterator[None]:
    """What the rules refuse, as a Refusal in the reader's language."""
    try:
        yield
    except RuleViolation as violation:
        raise Refusal(violation.spoken(gettext, names), field=violation.field) from violation


def view_of(game: Game) -> GameView:
    """The game as it stands, with the names that its players go by."""
    seats = game.seats.select_related("registration__user")
    return GameView(game, tuple(seat.registration.name for seat in seats))


def record_entry(
    *, user: Person, game: Game, key: UUID, index: int, event: Mapping[str, Any], now: datetime
) -> Recorded:
    """Record what happened next at a table.

    The same key again gives the entry that it made, whatever became of the game since. Raises
    ``Conflict`` if the index isn't the next one, ``Refusal`` at the event's field if the rules
    don't allow it.
    """
    with transaction.atomic():
        locked = _lock(game)
        sent_before = locked.entries.filter(key=key).first()
        if sent_before is not None:
            return Recorded(entry=sent_before, is_new=False)
        _refuse_unless_running(locked.tournament)
        view = view_of(locked)
        if index != len(view.entries):
            raise Conflict([entry for entry in view.entries if entry.index >= index])
        rng = game_rules.chance(locked.seed, index)
        settled = view.rules.settle(view.state, event, rng)
        with said_to_people(view.names):
            view.rules.apply(view.state, settled)
        entry = Entry.objects.create(
            game=locked,
            key=key,
            index=index,
            event=dict(settled),
            author_id=user.pk,
            entered_at=now,
        )
        mark_changed(locked.tournament_id)
    return Recorded(entry=entry, is_new=True)


def undo_last(*, user: Person, game: Game, index: int, now: datetime) -> list[Entry]:
    """Take back the last round, which must begin at this index; it stays on record."""
    with transaction.atomic():
        locked = _lock(game)
        _refuse_unless_running(locked.tournament)
        view = view_of(locked)
        with said_to_people():
            kept = game_rules.undo(view.rules, view.events)
        if index != len(kept):
            raise Conflict([entry for entry in view.entries if entry.index >= index])
        undone = view.entries[len(kept) :]
        _retire(undone, user=user, now=now, how=Entry.Retirement.UNDONE, reason="")
        mark_changed(locked.tournament_id)
    return undone


def correct_round(
    *,
    user: Person,
    game: Game,
    index: int,
    events: Sequence[Mapping[str, Any]],
    reason: str,
    now: datetime,
) -> GameView:
    """Put other events in place of the round at this index; the old ones stay on record.

    Refused, with nothing changed, if a later entry would become illegal; the refusal names it.
    """
    if not reason.strip():
        raise Refusal(_("Say why; it stays on record with the correction."), field="reason")
    try:
        Entry._meta.get_field("reason").run_validators(reason.strip())
    except ValidationError as error:
        message = _(
            "The reason can have up to 200 characters on one line, neither < nor > among them."
        )
        raise Refusal(message, field="reason") from error
    with transaction.atomic():
        locked = _lock(game)
        _refuse_unless_running(locked.tournament)
        view = view_of(locked)
        with _naming_the_entry(view.names, corrected=index):
            corrected = game_rules.correct(
                view.rules, view.config, len(view.names), view.events, {index: events},
                seed=locked.seed,
            )  # fmt: skip
        replaced = next(each for each in game_rules.split(view.rules, view.events) if index in each)
        gone = view.entries[replaced.start : replaced.stop]
        _retire(gone, user=user, now=now, how=Entry.Retirement.CORRECTED, reason=reason.strip())
        _move(view.entries[replaced.stop :], by=len(corrected) - len(view.events))
        Entry.objects.bulk_create(
            Entry(
                game=locked,
                key=uuid4(),
                index=place,
                event=dict(corrected[place]),
                author_id=user.pk,
                entered_at=now,
            )
            for place in range(replaced.start, replaced.start + len(events))
        )
        mark_changed(locked.tournament_id)
    return view_of(locked)


def _lock(game: Game) -> Game:
    # The tournament first: who finishes it has its row and then wants the game's, and whoever
    # waited for that has to see the state that the tournament is in now.
    tournament = Tournament.objects.select_for_update().get(pk=game.tournament_id)
    locked = Game.objects.select_for_update().filter(pk=game.pk).first()
    if locked is None:
        raise Refusal(_("The tables were drawn anew; look for the new one."))
    locked.tournament = tournament
    return locked


def _refuse_unless_running(tournament: Tournament) -> None:
    if tournament.state != Tournament.State.RUNNING:
        raise Refusal(_("Entries are only taken while the tournament is running."))


def _retire(
    entries: Sequence[Entry], *, user: Person, now: datetime, how: str, reason: str
) -> None:
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(
        retired_at=now, retired_by_id=user.pk, retirement=how, reason=reason
    )


def _move(entries: Sequence[Entry], *, by: int) -> None:
    """Give later entries their new index, in an order in which no two ever share one."""
    for entry in entries if by < 0 else reversed(entries):
        if by:
            Entry.objects.filter(pk=entry.pk).update(index=entry.index + by)


@contextmanager
def _naming_the_entry(names: Sequence[str], *, corrected: int) -> Iterator[None]:
    try:
        yield
    except IllegalEvent as illegal:
        message = illegal.spoken(gettext, names)
        if illegal.index != corrected:
            message = gettext("Then round %(number)s would no longer be right: %(why)s") % {
                "number": illegal.index + 1,
                "why": message,
            }
        raise Refusal(message, field=illegal.field) from illegal
    except RuleViolation as violation:
        raise Refusal(violation.spoken(gettext, names), field=violation.field) from violation
