"""What a player wants to know: my table, what came of my rounds, where I stand, what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch

from tournaments.models import Confirmation, Game, Registration, Round, Seat, Tournament
from tournaments.services import telling
from tournaments.services.drawing import latest_round
from tournaments.services.finals import next_round
from tournaments.services.overview import Standing, names_of, told_of
from tournaments.services.presence import can_come_back, can_leave
from tournaments.standings.ranking import Line


@dataclass(frozen=True)
class OwnGame:
    """A game in which the player has a seat."""

    game: Game
    seats: Sequence[Seat]
    own: Seat
    is_told: bool
    """Has the player said that the result is right?"""

    @property
    def plays(self) -> str:
        """What is played there."""
        return str(telling.VARIANTS[self.game.round.variant])

    @property
    def companions(self) -> list[str]:
        """Who else sits there, by the names that they go by at the table."""
        return [seat.registration.name for seat in self.seats if seat.pk != self.own.pk]

    @property
    def boards(self) -> list[str]:
        """The sides of boards, or the cards, that were dealt to the player."""
        dealt = (self.game.boards or {}).get("seats", [])
        return list(dealt[self.own.number]) if self.own.number < len(dealt) else []

    @property
    def whence(self) -> str:
        """Where they come from."""
        return telling.whence(self.game, has_boxes=False)

    @property
    def agreed(self) -> str:
        """The player's level or colour, where there are such."""
        return telling.agreed_for(self.game.config, self.own.number)

    @property
    def place(self) -> int | None:
        """At the table, once the game is over."""
        return self.game.result and self.game.result["places"][self.own.number]

    @property
    def points(self) -> int | None:
        """The score, once the game is over."""
        return self.game.result and self.game.result["scores"][self.own.number]

    @property
    def is_over(self) -> bool:
        return self.game.result is not None

    @property
    def waits_for_me(self) -> bool:
        """Whether the player may still say that the result is right."""
        return self.is_over and self.game.confirmed_at is None and not self.is_told


@dataclass(frozen=True)
class Mine:
    """A tournament as one of its players sees it."""

    own: Registration
    games: list[OwnGame]
    """Those of the player, oldest first."""
    latest: Round | None
    playing: int
    """How many tables of all rounds have no result yet."""
    standing: Standing | None
    """None before the player's first result; a single game is followed as it is played."""
    players: int
    """How many stand in the standings."""

    @property
    def tournament(self) -> Tournament:
        return self.own.tournament

    @property
    def is_running(self) -> bool:
        return self.tournament.state == Tournament.State.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether nothing comes any more."""
        return self.tournament.state in Tournament.OVER

    @property
    def wants_mails(self) -> bool:
        """Is there a later round of which the player may be written to?"""
        is_gone = self.is_over or self.own.state in Registration.GONE
        return not is_gone and self.next_round is not None and not self.tournament.is_one_game

    @property
    def now(self) -> OwnGame | None:
        """The player's table in the round that is played."""
        last = self.games[-1] if self.games else None
        return last if last and self.is_running and last.game.round == self.latest else None

    @property
    def to_confirm(self) -> list[OwnGame]:
        """Results that wait for the player's word."""
        return [one for one in self.games if self.is_running and one.waits_for_me]

    @cached_property
    def next_round(self) -> Round | None:
        """The round that comes after the latest one."""
        return next_round(self.tournament, self.latest)

    @cached_property
    def can_leave(self) -> bool:
        return can_leave(self.own)

    @cached_property
    def can_come_back(self) -> bool:
        return can_come_back(self.own, has_played=bool(self.games))


def mine_of(own: Registration, lines: Sequence[Line[int]]) -> Mine:
    """Everything for one player, in a constant number of queries.

    ``lines`` are those of the tournament's standings: the same for all who ask.
    """
    tournament, games = own.tournament, _games_of(own)
    has_result = tournament.is_one_game or any(one.is_over for one in games)
    return Mine(
        own=own,
        games=games,
        latest=latest_round(tournament),
        playing=tournament.games.filter(result__isnull=True).count(),
        standing=_standing_of(own, lines) if has_result else None,
        players=len(lines),
    )


def _games_of(own: Registration) -> list[OwnGame]:
    seats = Prefetch("seats", Seat.objects.select_related("registration__user"))
    told = Prefetch("confirmations", Confirmation.objects.filter(user__registrations=own))
    games = Game.objects.filter(seats__registration=own).select_related("round")
    found = []
    for game in games.prefetch_related(seats, told).order_by("round__number"):
        game.tournament = own.tournament
        at_table = list(game.seats.all())
        mine = next((seat for seat in at_table if seat.registration_id == own.pk), None)
        # Somebody may have drawn the tables anew since the games were read.
        if mine is not None:
            found.append(OwnGame(game, at_table, mine, is_told=bool(game.confirmations.all())))
    return found


def _standing_of(own: Registration, lines: Sequence[Line[int]]) -> Standing | None:
    line = next((line for line in lines if line.player == own.pk), None)
    if line is None:
        return None
    named = Registration.objects.filter(pk__in=line.mentioned).select_related("user")
    return told_of(line, own.tournament, names_of(named), number=own.number)
