"""Registration as one state machine: whatever people and the desk do, places are never lost."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from puzzles.services.refusal import Refusal
from tests.tournaments.people import NOW, person, tournament
from tournaments.models import Game, Registration, Tournament
from tournaments.services import drawing, overview, presence, registration, waitlist

PEOPLE = "abcdef"
CAPACITY = 2
HOURS = 4
PLAYERS = "abcde"
ROUNDS = 6


class Places(RuleBasedStateMachine):
    """The same deeds on the site and in a plain list; both must agree after each."""

    people: dict[str, Any]
    organiser: Any

    def __init__(self) -> None:
        super().__init__()
        self.cup = tournament(self.organiser, capacity=CAPACITY, confirm_hours=HOURS)
        self.now = NOW
        self.order: list[str] = []
        self.state: dict[str, str] = {}
        self.until: dict[str, Any] = {}
        self.present: set[str] = set()

    # What should become of it, written down once more in the plainest way.

    def holders(self) -> list[str]:
        return [name for name in self.order if self.state[name] in ("registered", "offered")]

    def change(self, name: str, state: str) -> None:
        self.state[name] = state
        self.until.pop(name, None)
        if state != "registered":
            self.present.discard(name)

    def come(self, name: str) -> None:
        if name in self.order:
            self.order.remove(name)
        full = len(self.holders()) >= CAPACITY
        self.order.append(name)
        self.change(name, "waiting" if full else "registered")

    def move_up(self) -> None:
        for name in self.order:
            if self.state[name] == "waiting" and len(self.holders()) < CAPACITY:
                self.change(name, "offered")
                self.until[name] = self.now + timedelta(hours=HOURS)

    def lapse(self) -> None:
        late = [name for name, until in self.until.items() if until <= self.now]
        for name in late:
            self.change(name, "withdrawn")
        if late:
            self.move_up()

    def site(self, deed: Any, name: str, **more: Any) -> bool:
        """Whether the site did it."""
        try:
            if deed.__module__.endswith("presence"):
                own = self.cup.registrations.filter(user=self.people[name]).first()
                if own is None:
                    return False
                deed(registration=own, **more)
            else:
                deed(user=self.people[name], tournament=self.cup, now=self.now)
        except Refusal:
            return False
        return True

    @rule(name=st.sampled_from(PEOPLE))
    def register(self, name: str) -> None:
        self.lapse()
        allowed = self.state.get(name) != "removed"
        assert self.site(registration.register_player, name) == allowed
        if allowed and self.state.get(name, "withdrawn") == "withdrawn":
            self.come(name)

    @rule(name=st.sampled_from(PEOPLE))
    def withdraw(self, name: str) -> None:
        self.lapse()
        assert self.site(registration.withdraw_player, name) == (name in self.state)
        if self.state.get(name) in ("registered", "waiting", "offered"):
            self.change(name, "withdrawn")
            self.move_up()

    @rule(name=st.sampled_from(PEOPLE))
    def confirm(self, name: str) -> None:
        self.lapse()
        allowed = self.state.get(name) in ("offered", "registered")
        assert self.site(registration.confirm_place, name) == allowed
        if allowed:
            self.change(name, "registered")

    @rule(name=st.sampled_from(PEOPLE))
    def take_off(self, name: str) -> None:
        if self.site(presence.take_off, name, now=self.now):
            self.lapse()
            if self.state[name] in ("registered", "waiting", "offered"):
                self.change(name, "removed")
                self.move_up()

    @rule(name=st.sampled_from(PEOPLE))
    def take_back(self, name: str) -> None:
        if self.site(presence.take_back, name, now=self.now):
            self.lapse()
            if self.state[name] in ("withdrawn", "removed"):
                self.come(name)

    @rule(name=st.sampled_from(PEOPLE), is_present=st.booleans())
    def note(self, name: str, is_present: bool) -> None:
        allowed = self.state.get(name) == "registered"
        assert self.site(presence.set_presence, name, is_present=is_present) == allowed
        if allowed:
            (self.present.add if is_present else self.present.discard)(name)

    @rule()
    def take_off_who_is_absent(self) -> None:
        self.lapse()
        absent = [name for name in self.holders() if name not in self.present]
        assert presence.remove_absent(tournament=self.cup, now=self.now) == len(absent)
        for name in absent:
            self.change(name, "removed")
        self.move_up()

    @rule(hours=st.integers(1, 5))
    def time_passes(self, hours: int) -> None:
        self.now += timedelta(hours=hours)
        waitlist.sweep_offers(now=self.now)
        self.lapse()

    @invariant()
    def the_site_agrees(self) -> None:
        rows = list(self.cup.registrations.select_related("user").order_by("number"))
        assert [(row.name, row.state, row.is_present) for row in rows] == [
            (name, self.state[name], name in self.present) for name in self.order
        ]
        assert {row.name: row.offered_until for row in rows if row.offered_until} == self.until

    @invariant()
    def no_place_is_free_while_somebody_waits(self) -> None:
        states = list(self.cup.registrations.values_list("state", flat=True))
        held = sum(state in Registration.HOLDS_A_PLACE for state in states)
        assert held <= CAPACITY
        assert held == CAPACITY or "waiting" not in states


@pytest.mark.django_db
def test_registration_is_one_state_machine() -> None:
    Places.organiser = person("org", is_superuser=True)
    Places.people = {name: person(name) for name in PEOPLE}
    run_state_machine_as_test(
        Places,
        settings=settings(
            max_examples=10,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


class Play(RuleBasedStateMachine):
    """Whoever leaves and comes back while it is played: neither wins nor loses anything by it."""

    organiser: Any
    people: dict[str, Any]

    def __init__(self) -> None:
        super().__init__()
        self.cup = tournament(self.organiser, capacity=len(PLAYERS), planned_rounds=ROUNDS)
        for name in PLAYERS:
            own = registration.register_player(user=self.people[name], tournament=self.cup, now=NOW)
            presence.set_presence(registration=own, is_present=True)
        drawing.seat_present_players(tournament=self.cup, seed=1, now=NOW)
        self.present = set(PLAYERS)
        self.points = dict.fromkeys(PLAYERS, Fraction(0))
        self.rounds = 1

    def standings(self) -> list[Any]:
        return overview.lines_of(Tournament.objects.get(pk=self.cup.pk))

    @rule(name=st.sampled_from(PLAYERS), deed=st.sampled_from([presence.leave, presence.come_back]))
    def come_or_go(self, name: str, deed: Any) -> None:
        before = self.standings()
        own = deed(user=self.people[name], tournament=self.cup)
        (self.present.discard if deed == presence.leave else self.present.add)(name)
        assert own.is_present == (name in self.present)
        assert self.standings() == before

    @precondition(lambda self: len(self.present) > 1 and self.rounds < ROUNDS)
    @rule(rng=st.randoms(use_true_random=False))
    def play(self, rng: Any) -> None:
        """The round ends somehow, and the next one is drawn."""
        games = self.cup.games.filter(result__isnull=True)
        for game in games.prefetch_related("seats__registration__user"):
            names = [seat.registration.name for seat in game.seats.all()]
            places = rng.sample(range(1, len(names) + 1), len(names))
            Game.objects.filter(pk=game.pk).update(result={"places": places, "scores": places})
            for name, place in zip(names, places, strict=True):
                beaten = len(names) - place
                self.points[name] += Fraction(beaten, len(names) - 1)
        self.rounds += 1
        drawing.draw_next_round(tournament=self.cup, number=self.rounds, seed=self.rounds, now=NOW)
        drawn = Registration.objects.filter(
            seats__game__round__tournament=self.cup, seats__game__round__number=self.rounds
        )
        assert {one.name for one in drawn.select_related("user")} == self.present

    @invariant()
    def everybody_has_just_what_was_won_at_tables(self) -> None:
        names = {one.pk: one.name for one in self.cup.registrations.select_related("user")}
        won = {names[line.player]: line.values["table_points"] for line in self.standings()}
        assert won == self.points


@pytest.mark.django_db
def test_who_comes_and_goes_keeps_just_what_was_won() -> None:
    Play.organiser = person("org")
    Play.people = {name: person(name) for name in PLAYERS}
    run_state_machine_as_test(
        Play,
        settings=settings(
            max_examples=3,
            stateful_step_count=8,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
