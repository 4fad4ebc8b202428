"""A whole tournament of guests who play at random but by the rules, through the real services."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import combinations, permutations
from time import perf_counter
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model

from tournaments.models import Game, Tournament
from tournaments.rules import Choice, Expected, Seats
from tournaments.seating.past import past_of
from tournaments.services import drawing, organising, presence, rounds
from tournaments.services.games import GameView, view_of
from tournaments.services.overview import in_figures
from tournaments.services.results import results_of

LARGEST_EVENTS = 2000


@dataclass
class Stopwatch:
    """How long each part took, in seconds."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def measure(self, part: str) -> Iterator[None]:
        began = perf_counter()
        yield
        self.seconds[part] = round(self.seconds.get(part, 0.0) + perf_counter() - began, 3)


def simulate(
    *, variant: str, players: int, rounds_to_play: int, seed: int, now: datetime
) -> dict[str, Any]:
    """Play a tournament to its end; who sat where, how they stand and why, and what it took.

    Refusal where so many can't be seated, or so many rounds can't be played.
    """
    rng = random.Random(seed)
    drawn_by = seed % drawing.SEEDS
    watch = Stopwatch()
    with watch.measure("register"):
        cup = _registered(variant, players, rounds_to_play, now=now)
    names = {one.pk: one.name for one in cup.registrations.all()}
    for number in range(1, rounds_to_play + 1):
        with watch.measure("draw"):
            if number == 1:
                games = drawing.seat_present_players(tournament=cup, seed=drawn_by, now=now)
            else:
                games = drawing.draw_next_round(
                    tournament=cup, number=number, seed=drawn_by, now=now
                )
        with watch.measure("play"):
            for game in games:
                _play(game, rng, now=now)
    with watch.measure("finish"):
        organising.finish(tournament=cup)
    with watch.measure("standings"):
        lines = results_of(cup).standings(cup.metrics)
    tables = _tables(cup)
    largest = max(len(table) for seated in tables for table in seated)
    return {
        "rounds": [
            {"tables": [{"players": [names[key] for key in table]} for table in seated]}
            for seated in tables
        ],
        "repeats": past_of(tables).repeats(),
        "short_tables": sum(len(table) < largest for seated in tables for table in seated),
        "standings": [
            {
                "player": names[line.player],
                "place": line.place,
                "points": in_figures(line.values["table_points"] or Fraction(0)),
                "metrics": {
                    key: None if value is None else in_figures(value)
                    for key, value in line.values.items()
                },
                "why": list(line.said(names, number=in_figures)),
            }
            for line in lines
        ],
        "seconds": watch.seconds,
    }


def _registered(variant: str, players: int, rounds_to_play: int, *, now: datetime) -> Tournament:
    model = get_user_model()
    organiser, _created = model.objects.get_or_create(username="simulation")
    cup = organising.save_tournament(
        user=organiser,
        name=f"Simulation {variant}",
        variant=variant,
        config={},
        starts_at=(now + timedelta(days=1)).replace(tzinfo=None),
        time_zone="UTC",
        closes_at=None,
        capacity=players,
        planned_rounds=rounds_to_play,
        now=now,
    )
    organising.open_registration(tournament=cup)
    for number in range(1, players + 1):
        presence.enter_guest(tournament=cup, name=f"P{number}", is_present=True, now=now)
    return cup


def _play(game: Game, rng: random.Random, *, now: datetime) -> None:
    """The whole game at random, entered as from paper."""
    view = view_of(game)
    events = list(_random_events(view, rng))
    author = game.tournament.organiser
    rounds.record_sheet(
        user=author, game=game, key=UUID(int=rng.getrandbits(128)), events=events, now=now
    )


def _random_events(view: GameView, rng: random.Random) -> Iterator[dict[str, Any]]:
    state = view.state
    for _each in range(LARGEST_EVENTS):
        expected = view.rules.expected(state)
        if not expected.options:
            return
        event = dict(view.rules.settle(state, random_event(expected, rng), rng))
        state = view.rules.apply(state, event)
        yield event


def random_event(expected: Expected, rng: random.Random) -> dict[str, Any]:
    """Any event that may come next at a table."""
    option = rng.choice(expected.options)
    event: dict[str, Any] = {"kind": option.kind}
    for each in option.fields:
        if isinstance(each, Choice):
            event[each.name] = rng.choice(each.values)
        elif isinstance(each, Seats):
            arrange = permutations if each.ordered else combinations
            size = rng.randint(each.least, each.most)
            event[each.name] = list(rng.choice(list(arrange(each.free, size))))
    return event


def _tables(cup: Tournament) -> list[list[list[int]]]:
    return [
        [
            [seat.registration_id for seat in game.seats.all()]
            for game in drawn.games.prefetch_related("seats")
        ]
        for drawn in cup.rounds.all()
    ]
