"""Which boards lie in the room, and who gets which of them.

Boxes are dealt with each round, each to one table, and nobody gets the same task twice in a
tournament. A seat of the classic game or of 3-D Family gets nine boards, one of Junior the cards
of a colour. Where rounds are drawn ahead, a single deck lasts for four rounds of each side or
level. In 3-D Family everybody plays the level of the round, or if it has none the own one; a
table that agrees on other levels, or on other colours, gets other boards.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby, takewhile
from operator import itemgetter
from typing import Any

from django.db import transaction
from django.db.models import QuerySet, prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from puzzles.models import Board, Deck, Visitor
from puzzles.services.refusal import Refusal
from tournaments.dealing.boards import Box, Dealt, Table, deal
from tournaments.dealing.stacks import (
    STACKS,
    Pile,
    Side,
    Stack,
    plan_stacks,
    stacks_by_colour,
    stacks_by_lot,
)
from tournaments.models import DeckInRoom, Game, Round, Tournament
from tournaments.rules import chance, rules_of
from tournaments.services.changes import lock, mark_changed

# Of which decks the boards of a game are.
DECKS = {
    "classic-2003": "classic",
    "classic-2015": "classic",
    "family-3d": "family-3d",
    "junior": "junior",
}
MOST_BOXES = 100
# The side of the boards on which tasks have so many pieces, or are so hard.
SIDES = {3: "A", 4: "B", "easy": "A", "difficult": "B"}
# What a table agrees on that says which boards it plays.
BOARDS_DEPEND_ON = ("pieces", "levels", "side", "colours")


def decks_for_rooms(user: Visitor) -> list[Deck]:
    """The decks whose boxes may lie in a room: those that the person sees in the catalog."""
    return list(Deck.objects.visible_to(user).filter(variant__in=set(DECKS.values())))


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


def has_boxes(drawn: Round) -> bool:
    """Whether boxes lie in the room whose boards could be dealt for the game of this round."""
    return _in_room(drawn).exists()


def deal_boards(*, drawn: Round, games: Sequence[Game]) -> None:
    """Deal the boxes of the room to the tables of a new round, as far as they go.

    With fewer boxes than tables nothing is dealt, nor to a table for which there is nothing new:
    everybody takes boards there. What is planned for later rounds is left in the tournament's
    plan, unsaved.
    """
    boxes = _boxes(drawn, tables=len(games))
    if not boxes:
        return
    prefetch_related_objects(games, "seats")
    tables = [_seats(game) for game in games]
    _plan(drawn, [[player for player, _kind in table] for table in tables])
    given = deal(
        tables, boxes, had=_had(drawn), rng=chance(drawn.seed, "boards"), planned=_planned(drawn)
    )
    for game, dealt in zip(games, given, strict=True):
        _lay_out(game, dealt)
    Game.objects.bulk_update(games, ["boards", "config"])


def deal_as_agreed(*, game: Game, before: Mapping[str, Any]) -> None:
    """Lay out what a table agreed to play, if that is something else than ``before``.

    Unsaved. It gets boards of its own box as long as there is something new, else of one that
    lies on no table. Who agrees on colours has drawn them, so that no others are dealt.
    """
    drawn = game.round
    if all(before.get(option) == game.config.get(option) for option in BOARDS_DEPEND_ON):
        return
    boxes = _boxes(drawn, tables=drawn.games.count())
    own = game.boards and (game.boards["deck"], game.boards["box"])
    if "colours" in game.config:
        _lay_out_colours(game, next((box for box in boxes if _name(box) == own), None))
        return
    elsewhere = drawn.games.exclude(pk=game.pk).filter(boards__isnull=False)
    held = {
        (one["deck"], one["box"])
        for one in elsewhere.values_list("boards", flat=True)
        if one is not None
    }
    free = [box for box in boxes if _name(box) not in held]
    free.sort(key=lambda box: _name(box) != own)
    seats = _seats(game)
    [dealt] = deal(
        [seats],
        free,
        had=_had(drawn),
        rng=chance(game.seed, "boards"),
        planned=_planned(drawn),
    )
    _lay_out(game, dealt)


# --- their parts ------------------------------------------------------------------------------


def _lay_out(game: Game, dealt: Dealt | None) -> None:
    """Note with the game what is dealt to it, and the colours that come with the cards."""
    if dealt is None:
        game.boards = None
        return
    game.boards = _as_kept(dealt.box, dealt.piles)
    if "colours" in game.config:
        colours = [pile[0].colour for pile in dealt.piles]
        game.config = {**game.config, "colours": colours}


def _lay_out_colours(game: Game, box: Box | None) -> None:
    """Note with the game the cards of the colours that were agreed on."""
    piles = {
        pile[0].colour: pile
        for stack in (box.stacks if box else ())
        for kind, pile in stack.items()
        if kind == SIDES[game.config["side"]]
    }
    colours = game.config["colours"]
    game.boards = None
    if box and colours and set(colours) <= set(piles):
        game.boards = _as_kept(box, [piles[colour] for colour in colours])


def _as_kept(box: Box, piles: Sequence[Pile]) -> dict[str, Any]:
    deck, number = _name(box)
    return {"deck": deck, "box": number, "seats": [[side.name for side in pile] for pile in piles]}


def _name(box: Box) -> tuple[str, int]:
    """What a box is called in the room: its deck, and its number from 1."""
    return box.deck, box.copy + 1


def _seats(game: Game) -> Table[int]:
    """Who sits there, and what they play of the boards."""
    players = [seat.registration_id for seat in game.seats.all()]
    config = game.config
    if "levels" in config:
        return list(zip(players, config["levels"] or [None] * len(players), strict=True))
    side = SIDES[config.get("pieces", config.get("side"))]
    return [(player, side) for player in players]


def _plan(drawn: Round, tables: Sequence[Sequence[int]]) -> None:
    """Plan stacks for a round and the next three that are drawn ahead, as if all played the same.

    Each side or level has a plan of its own, so that another one in between does no harm.
    """
    plan = drawn.tournament.plan
    of_its_kind = plan.setdefault("stacks", {}).setdefault(_what_is_played(drawn), {})
    if str(drawn.number) in of_its_kind:
        return
    later = (plan.get(str(drawn.number + rounds)) for rounds in range(1, STACKS))
    ahead = [tables, *takewhile(bool, later)]
    planned = plan_stacks(ahead, chance(drawn.seed, "stacks"))
    of_its_kind.update(
        {
            str(number): {str(player): stack for player, stack in of_round.items()}
            for number, of_round in enumerate(planned, drawn.number)
        }
    )


def _planned(drawn: Round) -> Mapping[int, int]:
    """The stack that is planned for each player."""
    plans = drawn.tournament.plan.get("stacks", {}).get(_what_is_played(drawn), {})
    return {int(player): stack for player, stack in plans.get(str(drawn.number), {}).items()}


def _what_is_played(drawn: Round) -> str:
    """The decks of a round, and the side or level of all tables."""
    config = rules_of(drawn.variant).parse_config(drawn.config).to_json()
    options = [config[option] for option in BOARDS_DEPEND_ON if option in config]
    return f"{DECKS[drawn.variant]} {options}"


def _had(drawn: Round) -> Mapping[int, Collection[int]]:
    """The tasks on the boards that each player got in other rounds."""
    others = Game.objects.filter(tournament=drawn.tournament_id).exclude(round=drawn)
    games = list(others.filter(boards__isnull=False).prefetch_related("seats"))
    tasks = {
        (deck, side.name): side.tasks
        for deck, sides in _sides({(game.boards or {})["deck"] for game in games}).items()
        for side in sides
    }
    had: dict[int, set[int]] = defaultdict(set)
    for game in games:
        boards = game.boards or {}
        for seat in game.seats.all():
            for name in boards["seats"][seat.number]:
                had[seat.registration_id] |= tasks.get((boards["deck"], name), frozenset())
    return had


def _boxes(drawn: Round, *, tables: int) -> list[Box]:
    """The boxes in the room for the game of a round; none if there are fewer than tables."""
    rows = list(_in_room(drawn).order_by("deck__key").values_list("deck__key", "boxes"))
    stacks = {deck: _stacks(drawn, deck, sides) for deck, sides in _sides(dict(rows)).items()}
    boxes = [Box(deck, copy, stacks[deck]) for deck, copies in rows for copy in range(copies)]
    return boxes if len(boxes) >= tables else []


def _in_room(drawn: Round) -> QuerySet[DeckInRoom]:
    return DeckInRoom.objects.filter(
        tournament=drawn.tournament_id, deck__variant=DECKS.get(drawn.variant, "")
    )


def _stacks(drawn: Round, deck: str, sides: Sequence[Side]) -> tuple[Stack, ...]:
    """The same for the whole tournament."""
    rng = chance(drawn.tournament_id, f"stacks of {deck}")
    by = stacks_by_colour if drawn.variant == "junior" else stacks_by_lot
    return by(sides, rng)


def _sides(decks: Iterable[str]) -> dict[str, list[Side]]:
    """The sides of the boards of decks, by the decks' keys."""
    boards = Board.objects.filter(deck__key__in=decks).order_by("deck__key", "number", "side")
    rows = boards.values_list(
        *("deck__key", "deck__variant", "number", "side", "level", "colour"), "entries__task"
    )
    found: dict[str, list[Side]] = defaultdict(list)
    for of_side, on_it in groupby(rows, key=itemgetter(slice(6))):
        deck, variant, number, side, level, colour = of_side
        found[deck].append(
            Side(
                board=number,
                name=f"{number}{side}",
                kind=level if variant == "family-3d" else side,
                tasks=frozenset(task for *_side, task in on_it if task is not None),
                colour=colour,
            )
        )
    return found
