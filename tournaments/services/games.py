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
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments import rules as game_rules
from tournaments.models import Entry, Game, Person, Tournament
from tournaments.rules import Rules, RuleViolation
from tournaments.services import telling
from tournaments.services.boards import deal_as_agreed
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
    notes: list[str]


@dataclass(frozen=True)
class Round:
    """A round that counts, with all that belongs to it; pawns and playoffs have no number."""

    number: int | None
    entries: list[Entry]
    told: str

    @property
    def index(self) -> int:
        """Where it begins."""
        return self.entries[0].index


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
    def variant(self) -> str:
        return self.game.round.variant

    @property
    def rules(self) -> Rules[Any, Any]:
        return rules_of(self.variant)

    @property
    def events(self) -> list[dict[str, Any]]:
        return [entry.event for entry in self.entries]

    @cached_property
    def config(self) -> Any:
        return self.rules.parse_config(self.game.config)

    @cached_property
    def state(self) -> Any:
        return game_rules.replay(self.rules, self.config, len(self.names), self.events)

    @cached_property
    def expected(self) -> game_rules.Expected:
        return self.rules.expected(self.state)

    @property
    def next_kind(self) -> str | None:
        """Of which kind the next event is; None once the game is over."""
        return self.expected.options[0].kind if self.expected.options else None

    @property
    def finished(self) -> bool:
        return self.rules.finished(self.state)

    @property
    def scores(self) -> list[int]:
        return self.rules.scores(self.state)

    @property
    def people(self) -> list[AtTable]:
        """Everybody at the table in the order of the seats, and whom the next entry may name."""
        free = {
            seat
            for option in self.expected.options
            for field in option.fields
            if isinstance(field, game_rules.Seats)
            for seat in field.free
        }
        return [
            AtTable(
                seat,
                name,
                score,
                seat in free,
                telling.notes(self.variant, self.state, seat),
            )
            for seat, (name, score) in enumerate(zip(self.names, self.scores, strict=True))
        ]

    @property
    def heading(self) -> tuple[str, ...]:
        """Where the game stands, in a few words each."""
        return telling.heading(self.variant, self.state, self.next_kind)

    @property
    def what_comes(self) -> list[str]:
        """What the table does next, and what is to be entered of it."""
        return telling.what_comes(self.variant, self.state, self.next_kind, self.names)

    @property
    def waiting(self) -> list[int]:
        """The seats that still draw, take, or put their pawn on the board, in order."""
        if self.next_kind == "draw":
            return list(self.state.to_draw)
        if self.next_kind == "take":
            return list(self.state.to_take)
        if self.next_kind == "pawn":
            return [seat for seat, row in enumerate(self.state.pawns) if row is None]
        return []

    @property
    def gems(self) -> telling.Gems | None:
        """Whose gems lie where; None where there are none."""
        return telling.gems(self.variant, self.state, self.names)

    @property
    def corrections(self) -> int:
        """How many rounds were corrected: that is public."""
        retired = [entry for entry in self.game.entries.all() if entry.retired_at is not None]
        return sum(
            entry.retirement == Entry.Retirement.CORRECTED
            and entry.event["kind"] not in self.rules.dependants
            for entry in retired
        )

    @cached_property
    def rounds(self) -> list[Round]:
        """What counts, round by round, oldest first."""
        found: list[Round] = []
        number = 0
        for span in game_rules.split(self.rules, self.events):
            entries = self.entries[span.start : span.stop]
            is_round = entries[0].event["kind"] == "round"
            number += is_round
            told = telling.told_together([entry.event for entry in entries], self.names)
            found.append(Round(number if is_round else None, entries, told))
        return found

    def round_at(self, index: int) -> Round | None:
        """The round that the entry of this index belongs to."""
        return next((one for one in self.rounds if index < one.index + len(one.entries)), None)

    @property
    def last(self) -> Entry | None:
        """The last entry that counts."""
        return self.entries[-1] if self.entries else None

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
        locked = lock(game)
        sent_before = locked.entries.filter(key=key).first()
        if sent_before is not None:
            return Recorded(entry=sent_before, is_new=False)
        refuse_unless_running(locked.tournament)
        view = view_of(locked)
        if index != len(view.entries):
            raise Conflict([entry for entry in view.entries if entry.index >= index])
        rng = game_rules.chance(locked.seed, index)
        with said_to_people(view.names):
            settled = view.rules.settle(view.state, event, rng)
            view.rules.apply(view.state, settled)
        entry = Entry.objects.create(
            game=locked,
            key=key,
            index=index,
            event=dict(settled),
            author_id=user.pk,
            entered_at=now,
        )
        note_result(locked)
    return Recorded(entry=entry, is_new=True)


def undo_last(
    *, user: Person, game: Game, index: int, now: datetime, seen: int | None = None
) -> list[Entry]:
    """Take back the last entries from this index on; they stay on record.

    It may be one draw or take, or at most the whole last round. ``seen`` is the pk of the entry
    that the person saw as the last one: ``Conflict`` if there is another by now.
    """
    with transaction.atomic():
        locked = lock(game)
        refuse_unless_running(locked.tournament)
        refuse_if_confirmed(locked, user, with_reason=False)
        view = view_of(locked)
        with said_to_people():
            earliest = len(game_rules.undo(view.rules, view.events))
        is_stale = seen not in (None, view.entries[-1].pk)
        if is_stale or not earliest <= index < len(view.entries):
            raise Conflict([entry for entry in view.entries if entry.index >= index])
        undone = view.entries[index:]
        retire(view, undone, user=user, now=now, how=Entry.Retirement.UNDONE, reason="")
        note_result(locked)
    return undone


def agree(*, game: Game, options: Mapping[str, Any]) -> Game:
    """Change what the table agreed on, as long as nothing was entered.

    ``options`` replace those of the same name; a Refusal names ``config.<name>``.
    """
    with transaction.atomic():
        locked = lock(game)
        refuse_unless_running(locked.tournament)
        view = view_of(locked)
        if view.entries:
            raise Refusal(_("The game has begun; what the table agreed on stays as it is."))
        with said_to_people(view.names):
            config = view.rules.parse_config({**locked.config, **options})
            started = view.rules.start(
                config, len(view.names), game_rules.chance(locked.seed, "start")
            )
        before, locked.config = locked.config, started.config.to_json()
        deal_as_agreed(game=locked, before=before)
        locked.save(update_fields=["config", "boards"])
        mark_changed(locked.tournament_id)
    return locked


def lock(game: Game) -> Game:
    """The game's row and its tournament's, ours until the transaction ends."""
    # The tournament first: who finishes it has its row and then wants the game's, and whoever
    # waited for that has to see the state that the tournament is in now.
    tournament = Tournament.objects.select_for_update().get(pk=game.tournament_id)
    rows = Game.objects.select_for_update(of=("self",)).select_related("round")
    locked = rows.filter(pk=game.pk).first()
    if locked is None:
        raise Refusal(_("The tables were drawn anew; look for the new one."))
    locked.tournament = tournament
    return locked


def note_result(game: Game) -> GameView:
    """Keep with the game what came of it, or that it goes on, and tell everybody who watches."""
    view = view_of(game)
    game.result = None
    if view.finished:
        places = [standing.place for standing in view.rules.ranking(view.state)]
        game.result = {"scores": view.scores, "places": places}
    else:
        game.confirmed_at = None
    if game.confirmed_at is None:
        # What was confirmed so far was something else.
        game.confirmations.all().delete()
    game.save(update_fields=["result", "confirmed_at"])
    mark_changed(game.tournament_id)
    return view


def is_desk(game: Game, user: Person) -> bool:
    """Whether this person runs the tournament."""
    return bool(game.tournament.organiser_id == user.pk)


def refuse_if_confirmed(game: Game, user: Person, *, with_reason: bool) -> None:
    """What two have confirmed changes by a correction of the desk alone, for a reason."""
    if game.confirmed_at is None or (with_reason and is_desk(game, user)):
        return
    raise Refusal(_("The result is confirmed; only the desk corrects it, for a reason."))


def refuse_unless_running(tournament: Tournament) -> None:
    """Before and after, nothing is entered."""
    if tournament.state != Tournament.State.RUNNING:
        raise Refusal(_("Entries are only taken while the tournament is running."))


def retire(
    view: GameView,
    entries: Sequence[Entry],
    *,
    user: Person,
    now: datetime,
    how: str,
    reason: str,
) -> None:
    """Take entries out of the game; they stay on record with who did it, when and why."""
    gone = {entry.pk for entry in entries}
    for one in view.rounds:
        of_this_round = [entry.pk for entry in one.entries if entry.pk in gone]
        if of_this_round:
            Entry.objects.filter(pk__in=of_this_round).update(
                retired_at=now,
                retired_by_id=user.pk,
                retirement=how,
                reason=reason,
                retired_round=one.number,
            )
