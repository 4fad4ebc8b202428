"""Rounds drawn and drawn anew, finals, exchanges, results that are missing."""

from typing import Any

import pytest

from puzzles.services.refusal import Refusal
from tests.tournaments.people import NOW, account, person, tournament
from tournaments.models import Game, Registration, Round, Tournament
from tournaments.seating.past import past_of
from tournaments.services import drawing, finals, organising, presence
from tournaments.services.overview import overview_of
from tournaments.services.results import results_of

pytestmark = pytest.mark.django_db


def cup_of(players: int, **change: Any) -> Tournament:
    """Guests P1, P2 … who are all there."""
    cup = tournament(person("org"), capacity=max(2, players), **change)
    for number in range(1, players + 1):
        presence.enter_guest(tournament=cup, name=f"P{number}", is_present=True, now=NOW)
    return cup


def draw(cup: Tournament, number: int, **change: Any) -> Round:
    if number == 1:
        drawing.seat_present_players(tournament=cup, seed=7, now=NOW)
    else:
        drawing.draw_next_round(tournament=cup, number=number, seed=7, now=NOW, **change)
    return Round.objects.get(tournament=cup, number=number)


def names(drawn: Round) -> list[list[str]]:
    games = drawn.games.prefetch_related("seats__registration__user")
    return [[seat.registration.name for seat in game.seats.all()] for game in games]


def end(drawn: Round, *, levels: bool = False) -> None:
    """Every table has its result: the lower the number of a player, the better."""
    for game in drawn.games.prefetch_related("seats__registration"):
        numbers = [seat.registration.number for seat in game.seats.all()]
        places = [1 if levels else 1 + sum(other < own for other in numbers) for own in numbers]
        scores = [1 if levels else 10 - place for place in places]
        Game.objects.filter(pk=game.pk).update(result={"places": places, "scores": scores})


def refusal_of(cup: Tournament, number: int, **change: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as refused:
        draw(cup, number, **change)
    return refused.value.field, refused.value.message


def test_sixteen_players_meet_once_each_in_five_rounds() -> None:
    cup = cup_of(16, planned_rounds=5)
    tables = []
    for number in range(1, 6):
        drawn = draw(cup, number)
        tables.append(names(drawn))
        end(drawn)
    assert past_of(tables).repeats() == 0
    organising.finish(tournament=cup)
    lines = overview_of(cup).standings
    # P1 beat everybody at five tables; P16 nobody.
    assert [(line.place, line.player, line.figures[0]) for line in (lines[0], lines[-1])] == [
        (1, "P1", "5"),
        (16, "P16", "0"),
    ]


def test_who_leaves_and_who_comes_late() -> None:
    cup = cup_of(8, planned_rounds=3)
    first = draw(cup, 1)
    end(first)
    leaver = Registration.objects.get(guest_name="P3")
    presence.set_presence(registration=leaver, is_present=False)
    Tournament.objects.update(capacity=9)
    presence.enter_guest(tournament=cup, name="Late", is_present=True, now=NOW)
    second = draw(cup, 2)
    end(second)
    playing = {name for table in names(second) for name in table}
    assert playing == {"P1", "P2", "P4", "P5", "P6", "P7", "P8", "Late"}
    presence.set_presence(registration=leaver, is_present=True)
    draw(cup, 3)
    shown = {line.player: line.figures[0] for line in overview_of(cup).standings}
    # Nobody wins or loses by it: what was won in the first round stands, a missed round is nothing.
    number_three = [1 + sum(int(o[1:]) < 3 for o in t) for t in names(first) if "P3" in t]
    assert shown["P3"] == {1: "1", 2: "0.67", 3: "0.33"}[number_three[0]]
    assert shown["Late"] == "0"


def test_a_round_is_drawn_once() -> None:
    cup = cup_of(8, planned_rounds=2)
    assert refusal_of(cup, 2) == ("number", "Round 2 is not the next.")
    end(draw(cup, 1))
    draw(cup, 2)
    assert refusal_of(cup, 2) == ("number", "Round 2 is drawn already.")
    assert refusal_of(cup, 4) == ("number", "Round 4 is not the next.")
    end(Round.objects.get(number=2))
    assert refusal_of(cup, 3) == ("number", "All rounds are drawn.")


def test_the_next_round_waits_for_all_results_unless_it_is_written_down() -> None:
    cup = cup_of(8, planned_rounds=2)
    first = draw(cup, 1)
    Game.objects.filter(round=first, table=1).update(result={"places": [1] * 4, "scores": [1] * 4})
    assert refusal_of(cup, 2) == ("early_reason", "These tables have not finished: 1/2")
    assert refusal_of(cup, 2, early_reason="<b>") == (
        "early_reason",
        "The reason can have up to 200 characters on one line, neither < nor > among them.",
    )
    assert draw(cup, 2, early_reason=" table 2\nis slow ").early_reason == "table 2 is slow"
    # Where nothing is missing, nothing needs a reason.
    other = cup_of_again(8)
    end(draw(other, 1))
    drawing.draw_next_round(tournament=other, number=2, seed=1, now=NOW, early_reason="why not")
    assert Round.objects.get(tournament=other, number=2).early_reason == ""


def test_options_that_only_some_tables_may_agree_on() -> None:
    cup = cup_of(6, planned_rounds=2, table_size=3)
    first = draw(cup, 1)
    assert [len(table) for table in names(first)] == [3, 3]
    end(first)
    # Five areas are for two: the round that was drawn ahead has no such tables.
    second = draw(cup, 2, variant="dice", config={"areas": 5})
    assert [len(table) for table in names(second)] == [2, 2, 2]
    assert past_of([keys_of(first), keys_of(second)]).repeats() == 0


def test_options_that_no_table_may_agree_on() -> None:
    cup = cup_of(6, planned_rounds=2, config={"first": 9})
    with pytest.raises(Refusal) as refused:
        draw(cup, 1)
    assert (refused.value.field, refused.value.message) == (
        "config.first",
        "The table has no seat 9: its seats are 0 to 3.",
    )
    assert Round.objects.count() == 0


def keys_of(drawn: Round) -> list[list[int]]:
    games = drawn.games.prefetch_related("seats")
    return [[seat.registration_id for seat in game.seats.all()] for game in games]


def cup_of_again(players: int) -> Tournament:
    cup = tournament(account("org"), planned_rounds=2)
    for number in range(players):
        presence.enter_guest(tournament=cup, name=f"Q{number}", is_present=True, now=NOW)
    return cup


def test_a_round_may_have_a_game_of_its_own() -> None:
    cup = cup_of(4, planned_rounds=2)
    end(draw(cup, 1))
    second = draw(cup, 2, variant="classic-2015", config={"playoff": False})
    assert (second.variant, second.games.get().config["playoff"]) == ("classic-2015", False)
    other = cup_of_again(4)
    end(draw(other, 1))
    assert refusal_of(other, 2, variant="chess") == ("variant", "There is no variant 'chess'.")


def test_scores_bring_equals_together_from_the_second_round_on() -> None:
    cup = cup_of(16, planned_rounds=2, score_weight="9.9")
    end(draw(cup, 1))
    # Nothing is drawn ahead.
    assert [key for key in Tournament.objects.get().plan if key != "stacks"] == ["1"]
    points = {
        line.player: line.values["table_points"]
        for line in results_of(cup).standings(["table_points"])
    }
    second = draw(cup, 2)
    spreads = [
        {points[seat.registration_id] for seat in game.seats.all()} for game in second.games.all()
    ]
    # Four won their table of the first round, four were second …
    assert [len(scores) for scores in spreads] == [1, 1, 1, 1]


def test_an_exchange_before_the_game_begins() -> None:
    cup = cup_of(8, planned_rounds=2)
    drawn = draw(cup, 1)
    seats = {
        seat.registration.name: seat
        for game in drawn.games.all()
        for seat in game.seats.select_related("registration")
    }
    first, second = names(drawn)
    one, other = seats[first[0]].registration_id, seats[second[1]].registration_id
    drawing.exchange_players(drawn=drawn, one=one, other=other, now=NOW)
    assert names(drawn) == [[second[1], *first[1:]], [second[0], first[0], *second[2:]]]
    assert Tournament.objects.get().plan == {}
    outsider = seats[second[0]].registration_id
    with pytest.raises(Refusal) as refused:
        drawing.exchange_players(drawn=drawn, one=one, other=outsider, now=NOW)
    assert (refused.value.field, refused.value.message) == (
        "other",
        "The two sit at the same table already.",
    )


def test_what_an_exchange_would_cost() -> None:
    cup = cup_of(8, planned_rounds=2)
    first = draw(cup, 1)
    end(first)
    second = draw(cup, 2)
    games = drawing.games_of(second)
    quality = drawing.quality_of_round(second, games)
    # Two and two of each table of four must meet again: 2 pairs at each of 2 tables.
    assert quality.repeats == 4
    keys = [[seat.registration_id for seat in game.seats.all()] for game in games]
    worse = max(
        drawing.quality_of_round(second, games, instead=(one, other)).repeats
        for one in keys[0]
        for other in keys[1]
    )
    # Three of one table and one of the other: 3 pairs at each.
    assert worse == 6


def test_the_final_table_is_the_first_four() -> None:
    cup = cup_of(8, finals="final")
    first = draw(cup, 1)
    end(first)
    final = draw(cup, 2)
    # Both first and both second of the two tables.
    ordered = [sorted(table, key=lambda name: int(name[1:])) for table in names(first)]
    assert set(names(final)[0]) == {*ordered[0][:2], *ordered[1][:2]}
    assert (final.kind, len(names(final))) == ("final", 1)
    end(final)
    organising.finish(tournament=cup)
    best = overview_of(cup).standings[:5]
    assert [line.place for line in best] == [1, 2, 3, 4, 5]
    assert [line.player for line in best[:4]] == sorted(
        names(final)[0], key=lambda name: int(name[1:])
    )


def test_who_is_level_at_the_cut_plays_it_out() -> None:
    cup = cup_of(8, finals="final")
    end(draw(cup, 1), levels=True)
    assert refusal_of(cup, 2) == (
        "finals",
        "Level at the cut: P1, P2, P3, P4, P5, P6, P7, P8. Let them play it out, and enter the"
        " play-off.",
    )
    keys = list(cup.registrations.values_list("pk", flat=True))
    finals.record_playoff(user=account("org"), tournament=cup, order=keys[::-1], now=NOW)
    assert set(names(draw(cup, 2))[0]) == {"P8", "P7", "P6", "P5"}


def test_semi_finals_and_a_final() -> None:
    cup = cup_of(12, planned_rounds=3, finals="semis", metrics=["table_points", "share_of_best"])
    for number in (1, 2, 3):
        end(draw(cup, number))
    lines = results_of(cup).standings(cup.metrics)
    semis = draw(cup, 4)
    assert semis.kind == "semi"
    best = [line.player for line in lines[:8]]
    tables = [
        [seat.registration_id for seat in game.seats.all()]
        for game in semis.games.prefetch_related("seats")
    ]
    # First, fourth, fifth and eighth against the others.
    assert tables == [[best[i] for i in (0, 3, 4, 7)], [best[i] for i in (1, 2, 5, 6)]]
    end(semis)
    final = draw(cup, 5)
    assert (final.kind, len(names(final)[0])) == ("final", 4)
    end(final)
    organising.finish(tournament=cup)


def semis_of_eight(**change: Any) -> Tournament:
    """Nine have played a round and eight of them the semi-finals."""
    cup = cup_of(9, finals="semis", **change)
    end(draw(cup, 1))
    end(draw(cup, 2))
    return cup


def leave(drawn: Round, table: int, stay: int) -> None:
    """All of a table go home but so many."""
    for name in names(drawn)[table - 1][stay:]:
        one = Registration.objects.get(guest_name=name)
        presence.set_presence(registration=one, is_present=False)


def test_who_is_left_of_a_semi_final_plays_the_final() -> None:
    cup = semis_of_eight(metrics=["table_points", "share_of_best"])
    semis = Round.objects.get(kind="semi")
    first, second = names(semis)
    leave(semis, 1, stay=1)
    final = draw(cup, 3)
    two = sorted(second, key=lambda name: int(name[1:]))[:2]
    assert set(names(final)[0]) == {first[0], *two}


def test_who_still_plays_a_semi_final_has_not_come_less_far() -> None:
    cup = cup_of(9, finals="semis", metrics=["table_points", "share_of_best"])
    end(draw(cup, 1))
    before = results_of(cup).standings(cup.metrics)
    end(draw(cup, 2))
    # One of the two tables goes on: nothing of the stage counts yet.
    Game.objects.filter(round__kind="semi", table=2).update(result=None)
    assert results_of(cup).standings(cup.metrics) == before
    Game.objects.filter(round__kind="semi", table=2).update(
        result={"places": [1, 2, 3, 4], "scores": [4, 3, 2, 1]}
    )
    further = results_of(cup).standings(cup.metrics)[7]
    assert further.decision is not None
    assert (further.place, further.decision.by) == (8, "stage")


def test_nobody_plays_a_final_alone() -> None:
    cup = semis_of_eight(metrics=["table_points", "share_of_best"])
    semis = Round.objects.get(kind="semi")
    leave(semis, 1, stay=0)
    leave(semis, 2, stay=1)
    assert refusal_of(cup, 3) == (
        "present",
        "Present: 2. So many can't be seated at tables of 2, 3, 4.",
    )


@pytest.mark.parametrize("metrics", [["table_points"], ["table_points", "playoff"]])
def test_a_play_off_decides_who_of_a_semi_final_goes_on(metrics: list[str]) -> None:
    cup = cup_of(9, finals="semis", metrics=metrics)
    end(draw(cup, 1), levels=True)
    every = list(cup.registrations.values_list("pk", flat=True))
    finals.record_playoff(user=account("org"), tournament=cup, order=every, now=NOW)
    semis = draw(cup, 2)
    assert {name for table in names(semis) for name in table} == {f"P{n}" for n in range(1, 9)}
    end(semis, levels=True)
    # By the play-off of the nine they stand as they did before; nobody is level at the cut.
    assert set(names(draw(cup, 3))[0]) == {"P1", "P4", "P2", "P3"}


def test_a_round_of_another_game_needs_tables_of_its_own() -> None:
    cup = cup_of(8, planned_rounds=4)
    end(draw(cup, 1))
    # The rounds are drawn ahead for tables of four; only two can agree on five areas.
    second = draw(cup, 2, variant="dice", config={"areas": 5})
    assert [len(table) for table in names(second)] == [2, 2, 2, 2]
    end(second)
    for number in (3, 4):
        drawn = draw(cup, number)
        assert [len(table) for table in names(drawn)] == [4, 4]
        end(drawn)


def test_a_final_larger_than_the_field() -> None:
    cup = cup_of(4, finals="final")
    end(draw(cup, 1))
    assert refusal_of(cup, 2) == (
        "finals",
        "There are 4 players; a final of 4 needs more of them.",
    )


def test_a_play_off_is_among_all_who_are_level() -> None:
    cup = cup_of(4)
    end(draw(cup, 1), levels=True)
    keys = list(cup.registrations.values_list("pk", flat=True))
    for order in (keys[:3], [*keys[:3], keys[0]], [], [99]):
        with pytest.raises(Refusal) as refused:
            finals.record_playoff(user=account("org"), tournament=cup, order=order, now=NOW)
        assert refused.value.field == "order"
    finals.record_playoff(user=account("org"), tournament=cup, order=keys[::-1], now=NOW)
    lines = results_of(cup).standings(cup.metrics)
    assert [line.player for line in lines] == keys[::-1]
    # Entered by mistake: the same players again, and the last word counts.
    finals.record_playoff(user=account("org"), tournament=cup, order=keys, now=NOW)
    lines = results_of(cup).standings(cup.metrics)
    assert ([line.player for line in lines], cup.playoffs.count()) == (keys, 2)
    with pytest.raises(Refusal):
        finals.record_playoff(user=account("org"), tournament=cup, order=keys[:2], now=NOW)


def test_more_or_fewer_rounds_while_it_runs() -> None:
    cup = cup_of(8, planned_rounds=3)
    end(draw(cup, 1))
    end(draw(cup, 2))
    with pytest.raises(Refusal) as refused:
        organising.finish(tournament=cup)
    assert refused.value.message == "Rounds drawn: 2 of 3. Change the number of rounds first."
    with pytest.raises(Refusal) as refused:
        organising.change_rounds(tournament=cup, planned_rounds=1, finals="")
    assert refused.value.message == "2 rounds are drawn already."
    organising.change_rounds(tournament=cup, planned_rounds=2, finals="")
    assert organising.finish(tournament=cup).state == "finished"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"planned_rounds": 0}, "planned_rounds"),
        ({"planned_rounds": 21}, "planned_rounds"),
        ({"table_size": 5}, "table_size"),
        ({"capacity": 5000}, "capacity"),
        ({"score_weight": "-1"}, "score_weight"),
        ({"finals": "all"}, "finals"),
        ({"metrics": ["luck"]}, "metrics"),
        ({"metrics": []}, "metrics"),
        ({"name": "<b>"}, "name"),
    ],
)
def test_what_no_tournament_can_be(change: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refused:
        tournament(person("org"), **change)
    assert refused.value.field == field
    assert Tournament.objects.count() == 0


def test_nobody_changes_places_in_what_is_over() -> None:
    cup = cup_of(8)
    drawn = draw(cup, 1)
    one, other = (game.seats.get(number=0).registration_id for game in drawn.games.all())
    organising.call_off(tournament=cup, now=NOW)
    with pytest.raises(Refusal) as refused:
        drawing.exchange_players(drawn=drawn, one=one, other=other, now=NOW)
    assert refused.value.message == "The tournament isn't running."
    assert drawn.games.get(table=1).seats.filter(registration_id=one).exists()


def test_a_draw_that_fails_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    cup = cup_of(8, planned_rounds=2)
    end(draw(cup, 1))
    before = list(Round.objects.values()), list(Tournament.objects.values()), Game.objects.count()

    def fail(**_dealt: object) -> None:
        raise OSError("no more boxes")

    monkeypatch.setattr(drawing, "deal_boards", fail)
    with pytest.raises(OSError, match="no more boxes"):
        draw(cup, 2)
    assert (
        list(Round.objects.values()),
        list(Tournament.objects.values()),
        Game.objects.count(),
    ) == before
