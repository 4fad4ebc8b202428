"""Which boards lie in the room, and who gets which of them.

Boxes of the classic game are dealt: nine boards a seat, each box on one table, and nobody sees
the same side of a board twice in a tournament. Where rounds are drawn ahead, four of them can be
planned with a single deck. In 3-D Family each player chooses a level, in Junior a colour is
drawn, so there everybody takes their pile at the table.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from puzzles.models import Deck, Visitor
from puzzles.services.refusal import Refusal
from tournaments.dealing.boards import BOARDS_A_SEAT, Box, Dealt, deal
from tournaments.dealing.stacks import STACKS, plan_stacks, stacks_of
from tournaments.models import DeckInRoom, Game, Round, Tournament
from tournaments.rules import chance
from tournaments.services.changes import lock, mark_changed

DEALT_VARIANTS = ("classic-2003", "classic-2015")
MOST_BOXES = 100
# The side of the boards on which tasks have so many pieces.
SIDES = {3: "A", 4: "B"}


def decks_for_rooms(user: Visitor) -> list[Deck]:
    """The decks whose boxes may lie in a room: those that the person sees in the catalog."""
    return list(Deck.objects.visible_to(user).filter(variant="classic"))


def put_in_room(*, user: Visitor, tournament: Tournament, deck: str, boxes: int) -> Tournament:
    """Say how many boxes of a deck there are; none takes it out. For rounds drawn from now on."""
    if not 0 <= boxes <= MOST_BOXES:
        raise Refusal(_("A room has 0 to %(most)s boxes.") % {"most": MOST_BOXES}, field="boxes")
    found = next((one for one in decks_for_rooms(user) if one.key == deck), None)
    if found is None:
        raise Refusal(_("There is no such deck."), field="deck")
    with transaction.atomic():
        locked = lock(tournament)
        if boxes:
            DeckInRoom.objects.update_or_create(
                tournament=locked, deck=found, defaults={"boxes": boxes}
            )
        else:
            DeckInRoom.objects.filter(tournament=locked, deck=found).delete()
        mark_changed(locked.pk)
    return locked


def plan_boards(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[list[int]]]:
    """For rounds that are drawn ahead: the stack of each seat, as far as the stacks of a box go."""
    return plan_stacks(rounds[:STACKS])


def deal_boards(*, drawn: Round, games: Sequence[Game], stacks: Sequence[Sequence[int]]) -> None:
    """Deal the boxes of the room to the tables of a new round, as far as they go.

    ``stacks`` are those that were planned for the seats; without a plan the boards are dealt one
    by one. Where they don't go round, nothing is dealt: everybody takes boards at the table.
    """
    if drawn.variant not in DEALT_VARIANTS:
        return
    boxes = _boxes(drawn.tournament)
    side = SIDES[games[0].config["pieces"]]
    first = boxes[0].deck if boxes else ""
    planned = [
        box for box in boxes if box.deck == first and len(box.boards) >= STACKS * BOARDS_A_SEAT
    ]
    if stacks and len(planned) >= len(games) and _is_as_planned(drawn, side, first):
        dealt = _by_stacks(drawn.tournament, planned, stacks)
    else:
        dealt = _one_by_one(drawn, games, boxes, side)
    for game, table in zip(games, dealt, strict=False):
        game.boards = {
            "deck": table.box.deck,
            "box": table.box.copy + 1,
            "side": side,
            "seats": [list(hand) for hand in table.boards],
        }
        game.save(update_fields=["boards"])


def _is_as_planned(drawn: Round, side: str, deck: str) -> bool:
    """Whether all of this side that was dealt before came from the same deck."""
    earlier = _earlier(drawn, side)
    return all(boards["deck"] == deck for _seats, boards in earlier)


def _by_stacks(
    tournament: Tournament, boxes: Sequence[Box], stacks: Sequence[Sequence[int]]
) -> list[Dealt[int]]:
    piles = stacks_of(boxes[0].boards, chance(tournament.pk, f"stacks of {boxes[0].deck}"))
    return [
        Dealt(box, tuple(piles[stack] for stack in of_table))
        for box, of_table in zip(boxes, stacks, strict=False)
    ]


def _one_by_one(
    drawn: Round, games: Sequence[Game], boxes: Sequence[Box], side: str
) -> list[Dealt[int]]:
    had: dict[int, set[tuple[str, int]]] = defaultdict(set)
    for seats, boards in _earlier(drawn, side):
        for player, hand in zip(seats, boards["seats"], strict=True):
            had[player] |= {(boards["deck"], number) for number in hand}
    tables = [
        list(game.seats.order_by("number").values_list("registration_id", flat=True))
        for game in games
    ]
    return deal(tables, boxes, had=had, rng=chance(drawn.seed, "boards")) or []


def _earlier(drawn: Round, side: str) -> list[tuple[list[int], Mapping[str, Any]]]:
    """What was dealt of this side in earlier rounds: the players of a table, and its boards."""
    games = Game.objects.filter(
        tournament=drawn.tournament, round__number__lt=drawn.number, boards__side=side
    )
    return [
        ([seat.registration_id for seat in game.seats.all()], game.boards)
        for game in games.prefetch_related("seats")
        if game.boards is not None
    ]


def _boxes(tournament: Tournament) -> list[Box]:
    rows = DeckInRoom.objects.filter(tournament=tournament).select_related("deck")
    return [
        Box(
            row.deck.key,
            copy,
            tuple(row.deck.boards.values_list("number", flat=True).distinct().order_by("number")),
        )
        for row in rows.order_by("deck__key")
        for copy in range(row.boxes)
    ]
