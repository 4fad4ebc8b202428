"""Boards of 3-D Family by levels, cards of Junior by colours, dealt from the decks of the site."""

from collections import defaultdict
from dataclasses import replace
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from puzzles.decks.deckfile import DeckFile, parse_deck_file
from puzzles.models import BoardTask, Deck
from puzzles.services import decks, piece_sets
from tests.tournaments.pages import as_person, page_of, text
from tests.tournaments.people import NOW, account, person, tournament
from tests.tournaments.test_drawing import end, keys_of
from tournaments.models import Entry, Game, Round, Tournament
from tournaments.seating.past import past_of
from tournaments.services import boards, drawing, games, presence

pytestmark = pytest.mark.django_db


@cache
def shipped(variant: str) -> DeckFile:
    path = files("puzzles.decks") / "shipped" / f"{variant}.json"
    return parse_deck_file(path.read_text("utf-8"))


def put_deck(cup: Tournament, variant: str, boxes: int, *, tasks: int = 1) -> None:
    """The site's own deck in the catalog, with so many tasks a side, and boxes in the room."""
    piece_sets.load_built_in()
    whole = shipped(variant)
    few = tuple(replace(side, tasks=side.tasks[:tasks]) for side in whole.boards)
    deck = decks.add_deck(content=replace(whole, boards=few), key=variant, name=variant)
    Deck.objects.filter(pk=deck.pk).update(state=Deck.State.PUBLISHED)
    boards.put_in_room(user=account("org"), tournament=cup, deck=variant, boxes=boxes)


def cup_of(
    players: int, *, variant: str, boxes: int, deck: str = "", tasks: int = 1, **change: Any
) -> Tournament:
    cup = tournament(
        person("org"), variant=variant, config={}, capacity=players, **{"areas": 6, **change}
    )
    for number in range(1, players + 1):
        presence.enter_guest(tournament=cup, name=f"P{number}", is_present=True, now=NOW)
    put_deck(cup, deck or variant, boxes, tasks=tasks)
    return cup


def draw(cup: Tournament, number: int, **config: Any) -> list[Game]:
    """A round with these options."""
    if number == 1:
        Tournament.objects.filter(pk=cup.pk).update(config=config)
        drawing.seat_present_players(tournament=cup, seed=7, now=NOW)
    else:
        drawing.draw_next_round(
            tournament=cup, number=number, seed=7, now=NOW, variant=cup.variant, config=config
        )
    drawn = Round.objects.get(number=number, tournament=cup)
    end(drawn)
    return list(drawn.games.prefetch_related("seats"))


def hands(games: list[Game]) -> dict[int, list[str]]:
    """The boards of each player."""
    return {
        seat.registration_id: game.boards["seats"][seat.number]
        for game in games
        if game.boards
        for seat in game.seats.all()
    }


@cache
def sides(variant: str) -> dict[str, tuple[int | None, str | None]]:
    """Level and colour of each side, by the deck's file."""
    return {
        f"{side.number}{side.side}": (side.level, side.colour) for side in shipped(variant).boards
    }


def tasks_of(cup: Tournament, rounds: list[dict[int, list[str]]]) -> dict[int, list[int]]:
    """All tasks on the boards that each player got, as often as they came."""
    on = defaultdict(list)
    rows = BoardTask.objects.values_list("board__number", "board__side", "task_id")
    for number, side, task in rows:
        on[f"{number}{side}"].append(task)
    had: dict[int, list[int]] = defaultdict(list)
    for of_round in rounds:
        for player, names in of_round.items():
            for name in names:
                had[player] += on[name]
    return had


# --- whole tournaments ------------------------------------------------------------------------


def test_sixteen_play_five_rounds_of_3_d_and_nobody_a_task_twice() -> None:
    cup = cup_of(16, variant="family-3d", boxes=4, tasks=6, planned_rounds=5)
    rounds = []
    for number, level in ((1, 2), (2, 2), (3, 2), (4, 2), (5, 3)):
        drawn = draw(cup, number, levels=[level] * 4)
        assert [(game.boards or {})["box"] for game in drawn] == [1, 2, 3, 4]
        for game in drawn:
            lying = [name for hand in (game.boards or {})["seats"] for name in hand]
            assert [sides("family-3d")[name][0] for name in lying] == [level] * 36
            assert len({name[:-1] for name in lying}) == 36
        rounds.append(hands(drawn))
    had = tasks_of(cup, rounds)
    assert len(had) == 16
    assert [len(set(tasks)) for tasks in had.values()] == [len(tasks) for tasks in had.values()]
    # Four rounds of nine are all 36 sides of level 2.
    assert [len(set().union(*(set(one[key]) for one in rounds[:4]))) for key in had] == [36] * 16


@pytest.mark.parametrize(
    ("variant", "deck", "options", "missed"),
    [
        ("classic-2015", "classic", {"pieces": 3}, {3, 4}),
        ("family-3d", "family-3d", {"levels": [2] * 4}, {3}),
        ("junior", "junior", {"side": "easy"}, {2, 4}),
    ],
)
def test_who_leaves_takes_no_boards_from_the_others(
    variant: str, deck: str, options: dict[str, Any], missed: set[int]
) -> None:
    """Without P1 the plan stands: there is a table of three, another one each time."""
    cup = cup_of(16, variant=variant, boxes=4, deck=deck, planned_rounds=4)
    p1 = cup.registrations.get(number=1)
    rounds, seated = [], []
    for number in (1, 2, 3, 4):
        presence.set_presence(registration=p1, is_present=number not in missed)
        drawn = draw(cup, number, **options)
        sizes = [one.seats.count() for one in drawn]
        assert sizes == ([4, 4, 4, 3] if number in missed else [4, 4, 4, 4])
        assert [one.boards is not None for one in drawn] == [True] * 4
        rounds.append(hands(drawn))
        seated.append([[seat.registration_id for seat in one.seats.all()] for one in drawn])
    had = tasks_of(cup, rounds)
    assert [len(set(tasks)) for tasks in had.values()] == [len(tasks) for tasks in had.values()]
    past = past_of(seated)
    assert (past.repeats(), max(past.short_tables.values())) == (0, 1)


def test_twenty_play_six_rounds_of_junior_and_nobody_a_card_twice() -> None:
    cup = cup_of(20, variant="junior", boxes=5, planned_rounds=6)
    rounds = []
    had: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for number in range(1, 7):
        side = "easy" if number < 5 else "difficult"
        drawn = draw(cup, number, side=side)
        for game in drawn:
            colours = game.config["colours"]
            assert len(set(colours)) == 4
            for seat in game.seats.all():
                had[seat.registration_id].append((side, colours[seat.number]))
                names = (game.boards or {})["seats"][seat.number]
                letter = "A" if side == "easy" else "B"
                assert [name[-1] for name in names] == [letter] * 8
                assert {sides("junior")[name][1] for name in names} == {colours[seat.number]}
        rounds.append(hands(drawn))
    assert [len(set(seen)) for seen in had.values()] == [6] * 20
    # Six rounds of eight cards with a task each.
    assert [len(set(tasks)) for tasks in tasks_of(cup, rounds).values()] == [48] * 20


def test_a_deck_of_junior_lasts_for_eight_rounds() -> None:
    cup = cup_of(4, variant="junior", boxes=1, planned_rounds=9)
    for number in range(1, 10):
        [game] = draw(cup, number, side="easy" if number in (1, 2, 3, 4, 9) else "difficult")
        assert (game.boards is not None) == (number < 9)
    # Nobody has cards that are new: the colours are drawn at the table.
    assert len(set(game.config["colours"])) == 4


@pytest.mark.parametrize(
    "order",
    [
        ["easy", "difficult", "easy", "difficult"],
        ["easy", "easy", "easy", "difficult", "difficult", "difficult"],
    ],
)
def test_each_side_has_a_plan_of_its_own(order: list[str]) -> None:
    cup = cup_of(20, variant="junior", boxes=5, planned_rounds=len(order))
    for number, side in enumerate(order, 1):
        assert all(game.boards for game in draw(cup, number, side=side)), number


def test_who_leaves_does_not_bring_back_what_the_others_had() -> None:
    cup = cup_of(16, variant="junior", boxes=4, planned_rounds=4)
    had: dict[int, list[str]] = defaultdict(list)
    for number in range(1, 5):
        if number == 3:
            gone = cup.registrations.order_by("pk")[0]
            presence.set_presence(registration=gone, is_present=False)
        for player, names in hands(draw(cup, number, side="easy")).items():
            had[player] += names
    assert [len(set(names)) for names in had.values()] == [len(names) for names in had.values()]
    assert [len(names) for names in had.values()].count(2 * 8) >= 1  # of who left, at least


# --- levels -----------------------------------------------------------------------------------


def test_other_levels_other_boards_of_the_same_box() -> None:
    cup = cup_of(8, variant="family-3d", boxes=2, planned_rounds=2)
    one, other = draw(cup, 1, levels=[2] * 4)
    before, elsewhere = one.boards, other.boards
    games.agree(game=one, options={"levels": [1, 2, 2, 2]})
    one.refresh_from_db()
    other.refresh_from_db()
    assert other.boards == elsewhere
    assert before is not None
    assert one.boards is not None
    assert one.boards["box"] == before["box"]
    assert one.boards["seats"][1:] == before["seats"][1:]
    levels = [sides("family-3d")[name][0] for name in one.boards["seats"][0]]
    assert levels == [1] * 9
    games.agree(game=one, options={"first": 3})
    assert Game.objects.get(pk=one.pk).boards == one.boards


def test_levels_that_are_open_wait_for_the_table_and_then_stay_with_the_players() -> None:
    cup = cup_of(4, variant="family-3d", boxes=1, planned_rounds=2)
    [game] = draw(cup, 1)
    assert (game.config["levels"], game.boards) == (None, None)
    levels = {seat.registration_id: seat.number + 1 for seat in game.seats.all()}
    games.agree(game=game, options={"levels": [1, 2, 3, 4]})
    game.refresh_from_db()
    first = hands([game])
    for key, names in first.items():
        assert [sides("family-3d")[name][0] for name in names] == [levels[key]] * 9
    [game] = draw(cup, 2)
    own = [levels[seat.registration_id] for seat in game.seats.all()]
    assert game.config["levels"] == own
    again = hands([game])
    assert [len({*first[key], *again[key]}) for key in levels] == [18] * 4


def test_who_changes_places_takes_the_own_level_along() -> None:
    cup = cup_of(8, variant="family-3d", boxes=2, planned_rounds=2)
    for game, level in zip(draw(cup, 1), (1, 4), strict=True):
        games.agree(game=game, options={"levels": [level] * 4})
    levels = levels_of(Round.objects.get(number=1))
    draw(cup, 2)
    drawn = Round.objects.get(number=2)
    assert levels_of(drawn) == levels
    one, other = keys_of(drawn)
    low = next(key for key in one if levels[key] == 1)
    high = next(key for key in other if levels[key] == 4)
    Entry.objects.all().delete()
    drawing.exchange_players(drawn=drawn, one=low, other=high, now=NOW)
    assert [low in table for table in keys_of(drawn)] == [False, True]
    assert levels_of(drawn) == levels


def levels_of(drawn: Round) -> dict[int, int]:
    """The level of each player."""
    return {
        seat.registration_id: game.config["levels"][seat.number]
        for game in drawn.games.all()
        for seat in game.seats.all()
    }


def test_where_a_level_is_used_up_the_table_takes_another_one() -> None:
    cup = cup_of(4, variant="family-3d", boxes=1, planned_rounds=5)
    for number in range(1, 5):
        draw(cup, number, levels=[4] * 4)
    [game] = draw(cup, 5, levels=[4] * 4)
    assert game.boards is None
    shown = text(as_person(account("org")).get(page_of(game)))
    assert "No boards are dealt to this table: take such as you have not played yet." in shown
    games.agree(game=game, options={"levels": [3] * 4})
    game.refresh_from_db()
    assert [len(set(names)) for names in hands([game]).values()] == [9] * 4


def test_no_more_tables_than_boxes_agree_on_boards() -> None:
    cup = cup_of(8, variant="family-3d", boxes=1, planned_rounds=1)
    one, _other = draw(cup, 1)
    games.agree(game=one, options={"levels": [1] * 4})
    assert Game.objects.get(pk=one.pk).boards is None


@pytest.mark.parametrize(("players", "tables"), [(6, [4, 2]), (4, [4])])
def test_the_level_of_a_round_is_that_of_smaller_tables_too(
    players: int, tables: list[int]
) -> None:
    cup = cup_of(players, variant="family-3d", boxes=2, planned_rounds=1)
    drawn = draw(cup, 1, levels=[3] * 4)
    assert [game.config["levels"] for game in drawn] == [[3] * seats for seats in tables]


# --- colours ----------------------------------------------------------------------------------


def test_cards_follow_the_colours_that_a_table_agreed_on() -> None:
    cup = cup_of(4, variant="junior", boxes=1, planned_rounds=1)
    [game] = draw(cup, 1, side="difficult")
    colours = list(reversed(game.config["colours"]))
    games.agree(game=game, options={"colours": colours})
    game.refresh_from_db()
    dealt = (game.boards or {})["seats"]
    found = [[sides("junior")[name][1] for name in hand] for hand in dealt]
    assert found == [[colour] * 8 for colour in colours]


# --- the room and the pages -------------------------------------------------------------------


def test_each_game_has_boxes_of_its_own() -> None:
    cup = cup_of(4, variant="family-3d", boxes=1, planned_rounds=3)
    put_deck(cup, "junior", 1)
    options: list[tuple[str, dict[str, Any]]] = [
        ("family-3d", {"levels": [1] * 4}),
        ("junior", {}),
        ("dice", {}),
    ]
    dealt = []
    for number, (variant, config) in enumerate(options, 1):
        cup.variant = variant
        [game] = draw(cup, number, **config)
        dealt.append(game.boards and game.boards["deck"])
    assert dealt == ["family-3d", "junior", None]


def slip(cup: Tournament) -> str:
    answer = as_person(account("org")).get(f"/tournaments/{cup.pk}/desk/table-slips.pdf")
    return PdfReader(BytesIO(answer.content)).pages[0].extract_text()


def test_levels_on_the_pages_and_on_the_slip() -> None:
    cup = cup_of(4, variant="family-3d", boxes=1, planned_rounds=2)
    desk = as_person(account("org"))
    [game] = draw(cup, 1)
    waiting = "Boards are dealt as soon as the levels of the table are entered."
    assert waiting in text(desk.get(page_of(game)))
    assert waiting in text(desk.get(f"/tournaments/{cup.pk}/desk/rounds/"))
    assert waiting in slip(cup)
    posted = {"first": "0", **{f"levels-{seat}": str(seat + 1) for seat in range(4)}}
    assert desk.post(f"{page_of(game)}agree/", posted).status_code == 302
    Game.objects.update(result=None)
    game.refresh_from_db()
    shown, printed = text(desk.get(page_of(game))), slip(cup)
    assert game.boards is not None
    assert "From box 1 of family-3d, in this order." in shown
    assert "From box 1 of family-3d, in this order." in printed
    for seat in game.seats.all():
        listed = " · ".join(game.boards["seats"][seat.number])
        level = f"level {seat.number + 1}"
        assert f"{seat.registration.name} ({level}) {listed}" in shown
        assert f"Boards · {level}" in printed
        assert listed in printed
    asked = {"number": "2", "variant": "family-3d", "levels": "[3, 3, 3, 3]", "playoff": "True"}
    end(Round.objects.get())
    assert desk.post(f"/tournaments/{cup.pk}/desk/rounds/draw/", asked).status_code == 302
    assert Game.objects.get(round__number=2).config["levels"] == [3] * 4


def test_colours_on_the_page_and_on_the_slip() -> None:
    cup = cup_of(3, variant="junior", boxes=1, planned_rounds=1)
    [game] = draw(cup, 1, side="easy")
    Game.objects.update(result=None)
    shown, printed = text(as_person(account("org")).get(page_of(game))), slip(cup)
    assert game.boards is not None
    assert "Cards From box 1 of junior, to be shuffled." in shown
    for seat in game.seats.all():
        listed = " · ".join(game.boards["seats"][seat.number])
        colour = game.config["colours"][seat.number]
        assert f"{seat.registration.name} ({colour}) {listed}" in shown
        assert f"Cards · {colour}" in printed
        assert listed in printed
