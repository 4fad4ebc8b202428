"""Everybody at once, from several processes, on a real PostgreSQL.

Each race has its negative control: without the locks what it proves does not hold.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import QuerySet

from puzzles.services.refusal import Refusal
from tests.broker.race import overlapping
from tests.servers import url_of_database
from tests.tournaments.people import NOW, enter, person, register, round_of, seated, tournament
from tests.tournaments.racers import (
    Racers,
    Sent,
    change_all,
    draw_next_all,
    end_all,
    enter_all,
    register_all,
    seat_all,
    sheet_all,
)
from tournaments.models import Entry, Game, Registration, Seat, Tournament
from tournaments.services import confirming, drawing, games, organising, registration

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def four(django_db_setup: None) -> Iterator[Racers]:
    racers = Racers(4, url_of_database(connection.settings_dict["NAME"]))
    yield racers
    racers.stop()


@pytest.fixture(scope="module")
def two(django_db_setup: None) -> Iterator[Racers]:
    racers = Racers(2, url_of_database(connection.settings_dict["NAME"]))
    yield racers
    racers.stop()


def people(number: int) -> list[Any]:
    """So many people with an account that nobody logs in to."""
    model = get_user_model()
    return model.objects.bulk_create(model(username=f"p{count}") for count in range(number))


def dealt(things: list[Any], hands: int = 4) -> list[list[Any]]:
    return [things[hand::hands] for hand in range(hands)]


def with_state(where: Tournament, state: str) -> list[int]:
    """The numbers of those in this state, in order."""
    rows = where.registrations.filter(state=state).order_by("number")
    return list(rows.values_list("number", flat=True))


def register_at_once(racers: Racers, number: int, capacity: int, *, unlocked: bool) -> Tournament:
    cup = tournament(person("org"), capacity=capacity)
    hands = dealt([user.pk for user in people(number)])
    racers.run(register_all, *((cup.pk, hand) for hand in hands), unlocked=unlocked)
    return cup


def test_two_hundred_people_for_fifty_places(four: Racers) -> None:
    cup = register_at_once(four, 200, 50, unlocked=False)
    assert with_state(cup, "registered") == list(range(1, 51))
    assert with_state(cup, "waiting") == list(range(51, 201))


def test_without_the_lock_people_are_lost(four: Racers) -> None:
    cup = register_at_once(four, 40, 10, unlocked=True)
    # All four had counted before any of them wrote.
    assert cup.registrations.count() < 40


def places_are_right(where: Tournament) -> bool:
    """No place too many, none free while somebody waits, and the first ones have them."""
    registered, waiting = with_state(where, "registered"), with_state(where, "waiting")
    is_full = len(registered) == where.capacity
    in_order = registered + waiting == sorted(registered + waiting)
    return in_order and (is_full or (len(registered) < where.capacity and not waiting))


@pytest.mark.parametrize(("leave", "come"), [(16, 14), (28, 4)])
def test_withdrawals_race_newcomers_and_nobody_is_lost(four: Racers, leave: int, come: int) -> None:
    cup = tournament(person("org"), capacity=10)
    everybody = people(30 + come)
    for user in everybody[:30]:
        register(user, cup)
    # Both some who have a place and some who wait; of the second lot hardly anybody stays.
    rng = random.Random(leave)
    leaving = rng.sample(everybody[:30], leave)
    deeds = [("withdraw", user.pk) for user in leaving]
    deeds += [("register", user.pk) for user in everybody[30:]]
    rng.shuffle(deeds)
    became = four.run(change_all, *((cup.pk, hand) for hand in dealt(deeds)), unlocked=False)
    assert "lost" not in {state for hand in became for state in hand}
    active = {user.pk for user in everybody} - {user.pk for user in leaving}
    rows = cup.registrations.exclude(state="withdrawn")
    assert sorted(rows.values_list("user", flat=True)) == sorted(active)
    assert cup.registrations.filter(state="withdrawn").count() == leave
    assert places_are_right(cup)


def test_without_the_lock_places_stay_free_while_people_wait(four: Racers) -> None:
    cup = tournament(person("org"), capacity=10)
    there = people(20)
    for user in there:
        register(user, cup)
    assert places_are_right(cup)
    deeds = [[("withdraw", user.pk)] for user in there[:4]]
    four.run(change_all, *((cup.pk, hand) for hand in deeds), unlocked=True)
    # All four moved up the same one.
    assert len(with_state(cup, "registered")) == 7
    assert not places_are_right(cup)


Attempt = tuple[int, str, int, list[int]]


def attempts(number: int) -> tuple[Any, list[tuple[Attempt, Attempt]]]:
    """The author and what two phones send: in turn the same entry twice and two different ones.

    Four entries for each of some games of four players.
    """
    organiser = person("org")
    first = seated(organiser, ["A", "B", "C", "D"]).games.get()
    seats = list(first.seats.all())
    pairs = []
    for table in range(number // 4):
        game = first
        if table:
            game = Game.objects.create(
                tournament=first.tournament, round=first.round, table=table + 1
            )
            Seat.objects.bulk_create(
                Seat(game=game, number=seat.number, registration=seat.registration)
                for seat in seats
            )
        for index in range(4):
            one: Attempt = (game.pk, str(uuid4()), index, [])
            other: Attempt = one if index % 2 == 0 else (game.pk, str(uuid4()), index, [index])
            pairs.append((one, other))
    return organiser, pairs


def send_at_once(
    racers: Racers, number: int, *, unlocked: bool
) -> list[tuple[tuple[Attempt, Attempt], tuple[Sent, Sent]]]:
    organiser, pairs = attempts(number)
    phones = [[pair[phone] for pair in pairs] for phone in (0, 1)]
    answers = racers.run(enter_all, *((organiser.pk, sent) for sent in phones), unlocked=unlocked)
    return list(zip(pairs, zip(*answers, strict=True), strict=True))


def test_the_same_entry_and_two_for_one_index_two_hundred_times(two: Racers) -> None:
    winners = set()
    for (one, other), answers in send_at_once(two, 200, unlocked=False):
        game, _key, index, _filled = one
        [there] = Entry.objects.filter(game=game, index=index)
        assert there.retired_at is None
        first, second = sorted(answers, key=lambda sent: sent.answer != "new")
        loser = "again" if one == other else "conflict"
        assert (first.answer, second.answer) == ("new", loser)
        # Both are told the same entry, the one that is there.
        assert first.there == second.there == (str(there.key),)
        winner = [one[1], other[1]].index(str(there.key))
        assert there.event == {"kind": "round", "filled": (one, other)[winner][3]}
        winners.add(answers.index(first))
    assert Entry.objects.count() == 200
    assert winners == {0, 1}  # it was a race


def test_without_the_lock_two_write_one_index(two: Racers) -> None:
    sent = send_at_once(two, 4, unlocked=True)
    lost = [sum(answer.answer == "lost" for answer in answers) for _pair, answers in sent]
    assert lost == [1, 1, 1, 1]


def cups_to_seat(number: int) -> list[Tournament]:
    organiser, players = person("org"), people(9)
    cups = [tournament(organiser, name=f"Cup {count}") for count in range(number)]
    for cup in cups:
        for user in players:
            register(user, cup)
    Registration.objects.update(is_present=True)
    return cups


def cups_after_a_round(number: int) -> list[Tournament]:
    cups = cups_to_seat(number)
    for cup in cups:
        Tournament.objects.filter(pk=cup.pk).update(planned_rounds=2)
        for game in drawing.seat_present_players(tournament=cup, seed=1, now=NOW):
            count = game.seats.count()
            result = {"places": [1] * count, "scores": [1] * count}
            Game.objects.filter(pk=game.pk).update(result=result)
    return cups


def draw_next_at_once(racers: Racers, cups: list[Tournament], *, unlocked: bool) -> list[set[str]]:
    hands = [([cup.pk for cup in cups], seed) for seed in (1, 2)]
    answers = racers.run(draw_next_all, *hands, unlocked=unlocked)
    return [set(pair) for pair in zip(*answers, strict=True)]


def test_two_who_draw_the_next_round_at_once(two: Racers) -> None:
    cups = cups_after_a_round(6)
    became = draw_next_at_once(two, cups, unlocked=False)
    assert became == [{"drawn", "Round 2 is drawn already."}] * 6
    for cup in cups:
        seats = Seat.objects.filter(game__tournament=cup, game__round__number=2)
        assert sorted(seats.values_list("registration__number", flat=True)) == list(range(1, 10))


def test_without_the_lock_the_next_round_breaks(two: Racers) -> None:
    cups = cups_after_a_round(2)
    assert draw_next_at_once(two, cups, unlocked=True) == [{"drawn", "lost"}] * 2


def test_two_who_draw_the_tables_at_once(two: Racers) -> None:
    cups = cups_to_seat(8)
    became = two.run(
        seat_all, *(([cup.pk for cup in cups], seed) for seed in (1, 2)), unlocked=False
    )
    assert became == [["seated"] * 8] * 2
    for cup in cups:
        cup.refresh_from_db()
        assert cup.state == "running"
        drawn = [games.view_of(game).names for game in cup.games.all()]
        assert sorted(len(table) for table in drawn) == [2, 3, 4]
        assert len({name for table in drawn for name in table}) == 9
        # It is one of the two draws, the one whose seed stands there.
        drawing.seat_present_players(tournament=cup, seed=cup.seed, now=NOW)
        assert [games.view_of(game).names for game in cup.games.all()] == drawn


def test_without_the_lock_one_of_the_draws_breaks(two: Racers) -> None:
    [cup] = cups_to_seat(1)
    became = two.run(seat_all, *(([cup.pk], seed) for seed in (1, 2)), unlocked=True)
    assert sorted(became) == [["lost"], ["seated"]]


def cups_about_to_end(number: int, *, is_over: bool) -> tuple[Any, list[Tournament]]:
    """One table of two, and the last round is played, or the next one is the last."""
    organiser = person("org")
    players = people(2)
    cups = [tournament(organiser, name=f"Cup {count}") for count in range(number)]
    for cup in cups:
        for user in players:
            register(user, cup)
        cup.registrations.update(is_present=True)
        [game] = drawing.seat_present_players(tournament=cup, seed=1, now=NOW)
        for _ in range(6 if is_over else 5):
            enter(organiser, game, "p0", "p1")
    return organiser, cups


def end_at_once(
    racers: Racers, number: int, other: str, *, unlocked: bool
) -> list[tuple[bool, bool, str, str]]:
    """For each cup: is it finished, is its game, and what became of both deeds?"""
    organiser, cups = cups_about_to_end(number, is_over=other == "undo")
    numbers = [cup.pk for cup in cups]
    became = racers.run(
        end_all,
        *((organiser.pk, numbers, deed) for deed in ("finish", other)),
        unlocked=unlocked,
    )
    for cup in cups:
        cup.refresh_from_db()
    return [
        (cup.state == "finished", games.view_of(cup.games.get()).finished, finish, deed)
        for cup, finish, deed in zip(cups, *became, strict=True)
    ]


def test_the_last_round_races_the_end(two: Racers) -> None:
    for is_finished, is_over, finish, entry in end_at_once(two, 12, "enter", unlocked=False):
        assert (is_over, entry) == (True, "done")
        assert (is_finished, finish) in [(True, "done"), (False, "refused")]


def test_an_undo_races_the_end(two: Racers) -> None:
    for is_finished, is_over, finish, undo in end_at_once(two, 12, "undo", unlocked=False):
        assert is_finished == is_over
        assert (finish, undo) == (("done", "refused") if is_over else ("refused", "done"))


def test_without_the_lock_a_tournament_ends_without_its_last_round(two: Racers) -> None:
    assert end_at_once(two, 1, "undo", unlocked=True) == [(True, False, "done", "done")]


# --- who waited sees what there is now --------------------------------------------------------


def test_who_waited_for_the_end_changes_nothing_after_it() -> None:
    organiser, [cup] = cups_about_to_end(1, is_over=True)
    game = cup.games.get()
    refused = []

    def undo() -> None:
        try:
            games.undo_last(user=organiser, game=game, index=5, now=NOW)
        except Refusal as refusal:
            refused.append(refusal.message)

    assert overlapping(lambda: organising.finish(tournament=cup), undo)
    assert refused == ["Entries are only taken while the tournament is running."]
    assert games.view_of(game).finished


def test_who_waited_for_new_tables_enters_nothing_at_the_old_one() -> None:
    organiser = person("org")
    cup = seated(organiser, ["A", "B"])
    game = cup.games.get()
    event = round_of(game, "A")
    refused = []

    def enter_late() -> None:
        try:
            games.record_entry(
                user=organiser, game=game, key=uuid4(), index=0, event=event, now=NOW
            )
        except Refusal as refusal:
            refused.append(refusal.message)

    assert overlapping(
        lambda: drawing.seat_present_players(tournament=cup, seed=2, now=NOW), enter_late
    )
    assert refused == ["The tables were drawn anew; look for the new one."]
    assert Entry.objects.count() == 0


def as_told(refused: list[str], deed: Callable[[], object]) -> Callable[[], None]:
    """The deed, and what was said where it is refused."""

    def done() -> None:
        try:
            deed()
        except Refusal as refusal:
            refused.append(refusal.message)

    return done


@pytest.fixture(params=[True, False], ids=["locked", "unlocked"])
def is_locked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """With the locks, or without any, as a negative control."""
    if not request.param:
        monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows)
    return bool(request.param)


def first_player(cup: Tournament) -> Any:
    """Who registered first; they have an account."""
    return cup.registrations.order_by("number")[0].user


def test_who_withdraws_while_the_tables_are_drawn_sits_at_one(is_locked: bool) -> None:
    [cup] = cups_to_seat(1)
    player = first_player(cup)
    own = cup.registrations.get(user=player)
    refused: list[str] = []
    leaves = as_told(
        refused,
        lambda: registration.withdraw_player(user=player, tournament=cup, now=NOW),
    )
    assert overlapping(
        lambda: drawing.seat_present_players(tournament=cup, seed=1, now=NOW), leaves
    )
    own.refresh_from_db()
    assert own.seats.count() == 1
    if is_locked:
        assert refused == ["The tournament has begun; speak to the organiser."]
        assert own.state == "registered"
    else:
        assert (refused, own.state) == ([], "withdrawn")


def test_nobody_confirms_after_the_end(is_locked: bool) -> None:
    _organiser, [cup] = cups_about_to_end(1, is_over=True)
    game = cup.games.get()
    player = first_player(cup)
    refused: list[str] = []
    confirms = as_told(refused, lambda: confirming.confirm_result(user=player, game=game, now=NOW))
    assert overlapping(lambda: organising.finish(tournament=cup), confirms)
    cup.refresh_from_db()
    assert cup.state == "finished"
    if is_locked:
        assert refused == ["Entries are only taken while the tournament is running."]
        assert game.confirmations.count() == 0
    else:
        assert (refused, game.confirmations.count()) == ([], 1)


def test_who_confirms_while_the_table_undoes_confirms_nothing(is_locked: bool) -> None:
    organiser, [cup] = cups_about_to_end(1, is_over=True)
    game = cup.games.get()
    player = first_player(cup)
    refused: list[str] = []
    confirms = as_told(refused, lambda: confirming.confirm_result(user=player, game=game, now=NOW))
    assert overlapping(
        lambda: games.undo_last(user=organiser, game=game, index=5, now=NOW), confirms
    )
    if is_locked:
        assert refused == ["The game isn't over yet."]
        assert game.confirmations.count() == 0
    else:
        assert (refused, game.confirmations.count()) == ([], 1)


def test_two_who_change_different_things_undo_nothing(is_locked: bool) -> None:
    organiser = person("org")
    cup = tournament(organiser)

    def changes(**asked: Any) -> None:
        organising.change_tournament(user=organiser, tournament=cup, now=NOW, asked=asked)

    assert overlapping(lambda: changes(name="Monday"), lambda: changes(capacity=9))
    cup.refresh_from_db()
    assert (cup.name, cup.capacity) == ("Monday" if is_locked else "Sunday", 9)


def sheets_at_once(
    racers: Racers, number: int, *, unlocked: bool
) -> list[tuple[list[list[int]], list[str]]]:
    """For each table of two: who filled the area in each round, and what became of two sheets."""
    organiser = person("org")
    cup = seated(organiser, [f"p{count}" for count in range(2 * number)], config={"areas": 5})
    for game in cup.games.all():
        games.agree(game=game, options={"areas": 6})
    tables = [game.pk for game in cup.games.all()]
    sheets = ((organiser.pk, tables, filled) for filled in ([0, 1], [1]))
    became = racers.run(sheet_all, *sheets, unlocked=unlocked)
    views = [games.view_of(game) for game in cup.games.all()]
    found = [[event["filled"] for event in view.events] for view in views]
    return list(zip(found, map(list, zip(*became, strict=True)), strict=True))


def test_two_sheets_of_one_game_are_never_mixed(two: Racers) -> None:
    for rounds, became in sheets_at_once(two, 12, unlocked=False):
        assert sorted(became) == ["recorded", "refused"]
        assert rounds == [[[0, 1], [1]][became.index("recorded")]] * 6


def test_without_the_lock_both_sheets_are_written_to(two: Racers) -> None:
    [(_rounds, became)] = sheets_at_once(two, 1, unlocked=True)
    assert sorted(became) == ["lost", "recorded"]
