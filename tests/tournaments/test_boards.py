"""Boards that are dealt to the tables of real rounds, and shown there."""

from collections import defaultdict
from importlib import import_module
from io import BytesIO
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from puzzles.models import Board, Deck, PieceSet
from puzzles.services import piece_sets
from puzzles.services.refusal import Refusal
from tests.tournaments.pages import as_person, text
from tests.tournaments.people import NOW, account, person, tournament
from tests.tournaments.test_drawing import end
from tournaments.models import DeckInRoom, Game, Round, Tournament
from tournaments.services import boards, drawing, presence

pytestmark = pytest.mark.django_db


@pytest.fixture
def deck() -> Deck:
    """Thirty-six boards with two sides each, as a box has them."""
    piece_sets.load_built_in()
    made = Deck.objects.create(
        key="box",
        name="The box",
        variant="classic",
        piece_set=PieceSet.objects.get(key="classic-12"),
        state=Deck.State.PUBLISHED,
    )
    Board.objects.bulk_create(
        Board(deck=made, number=number, side=side, layers=[["##"]])
        for number in range(1, 37)
        for side in "AB"
    )
    return made


def cup_of(players: int, boxes: int, **change: Any) -> Tournament:
    cup = tournament(
        person("org"),
        variant="classic-2015",
        config={},
        capacity=players,
        **{"planned_rounds": 4, **change},
    )
    for number in range(1, players + 1):
        presence.enter_guest(tournament=cup, name=f"P{number}", is_present=True, now=NOW)
    if boxes:
        boards.put_in_room(user=account("org"), tournament=cup, deck="box", boxes=boxes)
    return cup


def draw(cup: Tournament, number: int) -> list[Game]:
    if number == 1:
        drawing.seat_present_players(tournament=cup, seed=7, now=NOW)
    else:
        drawing.draw_next_round(tournament=cup, number=number, seed=7, now=NOW)
    return list(Game.objects.filter(round__number=number, tournament=cup))


def test_nine_a_seat_and_nobody_the_same_side_twice(deck: Deck) -> None:
    cup = cup_of(8, boxes=2)
    had: dict[int, list[str]] = defaultdict(list)
    for number in (1, 2, 3, 4):
        games = draw(cup, number)
        # Three pieces are the side A; each box lies on one table.
        dealt = [game.boards or {} for game in games]
        assert [one["deck"] for one in dealt] == ["box"] * 2
        assert {one["box"] for one in dealt} == {1, 2}
        for game, one in zip(games, dealt, strict=True):
            hands = one["seats"]
            lying = sorted(board for hand in hands for board in hand)
            assert lying == sorted(f"{number}A" for number in range(1, 37))
            for seat in game.seats.all():
                had[seat.registration_id] += hands[seat.number]
        end(Round.objects.get(number=number))
    assert [len(set(seen)) for seen in had.values()] == [36] * 8


def test_where_boxes_do_not_go_round_nothing_is_dealt(deck: Deck) -> None:
    cup = cup_of(8, boxes=1)
    assert [game.boards for game in draw(cup, 1)] == [None, None]


def test_other_games_take_their_piles_at_the_table(deck: Deck) -> None:
    cup = tournament(person("org"), variant="junior", config={}, capacity=4)
    for number in range(4):
        presence.enter_guest(tournament=cup, name=f"P{number}", is_present=True, now=NOW)
    boards.put_in_room(user=account("org"), tournament=cup, deck="box", boxes=1)
    assert [game.boards for game in draw(cup, 1)] == [None]


def test_who_changes_places_takes_other_boards(deck: Deck) -> None:
    cup = cup_of(8, boxes=2)
    one, two = draw(cup, 1)
    drawing.exchange_players(
        drawn=one.round,
        one=one.seats.all()[0].registration_id,
        other=two.seats.all()[0].registration_id,
        now=NOW,
    )
    assert list(Game.objects.values_list("boards", flat=True)) == [None, None]


def test_boards_that_were_dealt_before_they_said_their_side(deck: Deck) -> None:
    [game] = draw(cup_of(2, boxes=1), 1)
    Game.objects.update(boards={"deck": "box", "box": 1, "side": "B", "seats": [[3, 12], [7]]})
    import_module("tournaments.migrations.0013_sides_of_boards").name_sides(apps, None)
    game.refresh_from_db()
    assert game.boards == {"deck": "box", "box": 1, "seats": [["3B", "12B"], ["7B"]]}


@pytest.mark.parametrize(("key", "number", "field"), [("box", 101, "boxes"), ("no", 1, "deck")])
def test_what_cannot_lie_in_a_room(deck: Deck, key: str, number: int, field: str) -> None:
    cup = cup_of(4, boxes=0)
    with pytest.raises(Refusal) as refused:
        boards.put_in_room(user=account("org"), tournament=cup, deck=key, boxes=number)
    assert (refused.value.field, DeckInRoom.objects.count()) == (field, 0)


def test_a_draft_of_the_curators_lies_in_no_room(deck: Deck) -> None:
    Deck.objects.update(state=Deck.State.DRAFT)
    cup = cup_of(4, boxes=0)
    with pytest.raises(Refusal):
        boards.put_in_room(user=account("org"), tournament=cup, deck="box", boxes=1)


def test_on_the_page_of_rounds_at_the_table_and_on_the_slip(deck: Deck) -> None:
    cup = cup_of(4, boxes=0)
    desk = as_person(account("org"))
    path = f"/tournaments/{cup.pk}/desk/rounds/"
    assert desk.post(f"{path}room/", {"deck": "box", "boxes": "2"})["Location"] == path
    assert "Boxes in the room : 2 × The box" in text(desk.get(path)).replace("room:", "room :")
    [game] = draw(cup, 1)
    assert game.boards is not None
    first = game.boards["seats"][0]
    shown = text(desk.get(f"/tournaments/{cup.pk}/tables/1/"))
    assert " · ".join(first) in shown
    slip = desk.get(f"/tournaments/{cup.pk}/desk/table-slips.pdf")
    printed = PdfReader(BytesIO(slip.content)).pages[0].extract_text()
    assert [name[-1] for name in first] == ["A"] * 9
    assert " · ".join(first) in printed
    assert desk.post(f"{path}room/", {"deck": "box", "boxes": "0"}).status_code == 302
    assert DeckInRoom.objects.count() == 0
    wrong = desk.post(f"{path}room/", {"deck": "box", "boxes": "-1"})
    assert (wrong.status_code, dict(wrong.context["boxes"].errors)) == (
        400,
        {"boxes": ["Ensure this value is greater than or equal to 0."]},
    )


def test_a_draw_costs_the_same_for_few_and_many(deck: Deck) -> None:
    costs = []
    for players in (8, 24):
        cup = cup_of(players, boxes=6)
        with CaptureQueriesContext(connection) as captured:
            draw(cup, 1)
        assert {bool(game.boards) for game in cup.games.all()} == {True}
        costs.append(len(captured))
        cup.organiser.tournaments.update(organiser=person(f"of {players}"))
        account("org").delete()
    assert costs[0] == costs[1]
