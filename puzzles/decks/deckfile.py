"""The deck file: every side of every board with its area and its tasks.

{"format": "ubongo-deck/1", "variant": "classic", "seed": null, "piece_set": "classic-12",
 "boards": [{"number": 1, "side": "A", "level": null, "colour": null,
             "area": ["####", "###."], "height": 1,
             "tasks": [{"number": 1, "die": [1, 2], "pieces": ["C", "D"]}]}]}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from puzzles import solver, strict_json
from puzzles.decks.dice import MOST_SEED
from puzzles.solver import MalformedTask, Region
from puzzles.strict_json import NotJSON, read_json
from puzzles.wording import N_, Phrase, shortened

FORMAT: Final = "ubongo-deck/1"
SIDES: Final = ("A", "B")
COLOURS: Final = ("yellow", "pink", "green", "blue")
"""Of the players of Junior, who each have cards of their own."""
MOST_NUMBER: Final = 999
"""No deck has more boards or levels, no board more tasks."""
MOST_BYTES: Final = 2_000_000


@dataclass(frozen=True)
class BoardTask:
    """A task of a board: its number there, the die faces that choose it, its pieces.

    An area for the dice has no pieces but the number of rounds that it is expected to take.
    """

    number: int
    die: tuple[int, ...]
    pieces: tuple[str, ...]
    expected_rounds: float | None = None


@dataclass(frozen=True)
class BoardSide:
    """One side of a board."""

    number: int
    side: str
    level: int | None
    colour: str | None
    region: Region
    tasks: tuple[BoardTask, ...]

    @property
    def expected_rounds(self) -> float | None:
        """Of an area for the dice the rounds that a careful player needs, of any other None."""
        return next((task.expected_rounds for task in self.tasks), None)


@dataclass(frozen=True)
class DeckFile:
    """A whole deck for the piece set with the key ``piece_set``.

    A generated one has a seed and the version of its generator; together with the variant
    they are its id, such as ``classic1#7``.
    """

    variant: str
    piece_set: str
    boards: tuple[BoardSide, ...]
    seed: int | None = None
    version: int | None = None

    @property
    def id(self) -> str | None:
        """What reproduces a generated deck."""
        is_generated = self.seed is not None and self.version is not None
        return f"{self.variant}{self.version}#{self.seed}" if is_generated else None


class UnreadableDeck(ValueError):
    """What is no deck file: ``field`` is the place in it, such as ``boards[3].tasks[1].pieces``,
    and ``why`` says what is wrong there."""

    def __init__(self, field: str, why: Phrase) -> None:
        super().__init__(f"{field}: {why.spoken()}")
        self.field = field
        self.why = why


def parse_deck_file(content: str | bytes) -> DeckFile:
    """Read a deck file whole; raises ``UnreadableDeck``.

    Whether there is such a game, and whether the pieces fill the areas, is not asked here.
    """
    if len(content) > MOST_BYTES:
        raise UnreadableDeck("file", Phrase(N_("A deck file may have at most 2 MB.")))
    try:
        file = _Object(read_json(content), "file")
    except NotJSON as error:
        raise UnreadableDeck(
            "file", Phrase(strict_json.MESSAGES[error.code], error.params)
        ) from None
    file.one_of("format", FORMAT)
    boards = tuple(_side(board) for board in file.objects("boards"))
    _refuse_repeated("boards", [(board.number, board.side) for board in boards])
    return DeckFile(
        file.text("variant"),
        file.text("piece_set"),
        boards,
        file.whole_or_none("seed", 0, MOST_SEED),
        file.whole_or_none("version", 1),
    )


def _side(board: _Object) -> BoardSide:
    try:
        region = Region.from_area(board.get("area"), board.get("height"))
    except MalformedTask as error:
        why = Phrase(solver.MESSAGES[error.code], error.params)
        raise UnreadableDeck(board.at(error.field), why) from None
    tasks = tuple(_task(task) for task in board.objects("tasks"))
    _refuse_repeated(board.at("tasks"), [task.number for task in tasks])
    return BoardSide(
        number=board.whole("number", 1),
        side=board.one_of("side", *SIDES),
        level=board.whole_or_none("level", 1),
        colour=board.one_of("colour", None, *COLOURS),
        region=region,
        tasks=tasks,
    )


def _task(task: _Object) -> BoardTask:
    die = task.items("die", lambda face: type(face) is int and 1 <= face <= 6)
    if len(set(die)) < len(die):
        raise task.wrong("die", N_("A face may stand there once only, not %(value)s."))
    rounds = task.get("expected_rounds")
    if rounds is not None and not (type(rounds) in (int, float) and 0 < rounds <= MOST_NUMBER):
        raise task.wrong("expected_rounds", N_("The rounds must be a number, not %(value)s."))
    return BoardTask(
        task.whole("number", 1),
        die,
        task.items("pieces", lambda code: isinstance(code, str)) if "pieces" in task.value else (),
        rounds,
    )


@dataclass(frozen=True)
class _Object:
    """An object of the file and its place there. Each key is read as what it must be."""

    value: Any
    place: str

    def __post_init__(self) -> None:
        if not isinstance(self.value, dict):
            why = N_("This must be a JSON object, not %(value)s.")
            raise UnreadableDeck(self.place, Phrase(why, {"value": shortened(self.value)}))

    def at(self, key: str) -> str:
        return key if self.place == "file" else f"{self.place}.{key}"

    def get(self, key: str) -> Any:
        """What stands there; null where nothing does."""
        return self.value.get(key)

    def wrong(self, key: str, text: str, **params: object) -> UnreadableDeck:
        found = {"value": shortened(self.get(key)), **params}
        return UnreadableDeck(self.at(key), Phrase(text, found))

    def whole(self, key: str, least: int, most: int = MOST_NUMBER) -> int:
        number = self.get(key)
        if type(number) is not int or not least <= number <= most:
            text = N_("This must be a whole number from %(least)s to %(most)s, not %(value)s.")
            raise self.wrong(key, text, least=least, most=most)
        return number

    def whole_or_none(self, key: str, least: int, most: int = MOST_NUMBER) -> int | None:
        return None if self.get(key) is None else self.whole(key, least, most)

    def one_of(self, key: str, *choices: str | None) -> Any:
        if not any(self.get(key) == choice for choice in choices):
            text = N_("This can be %(allowed)s, but not %(value)s.")
            raise self.wrong(key, text, allowed=", ".join(map(shortened, choices)))
        return self.get(key)

    def text(self, key: str) -> str:
        text = self.get(key)
        if not isinstance(text, str) or not solver.is_plain_text(text):
            raise self.wrong(key, N_("This must be a text, not %(value)s."))
        return text

    def items(self, key: str, is_right: Callable[[Any], bool] = lambda _: True) -> tuple[Any, ...]:
        items = self.get(key)
        if not isinstance(items, list):
            raise self.wrong(key, N_("This must be a list, not %(value)s."))
        for index, item in enumerate(items):
            if not is_right(item):
                why = Phrase(N_("%(value)s can't stand here."), {"value": shortened(item)})
                raise UnreadableDeck(f"{self.at(key)}[{index}]", why)
        return tuple(items)

    def objects(self, key: str) -> list[_Object]:
        place = self.at(key)
        return [_Object(item, f"{place}[{index}]") for index, item in enumerate(self.items(key))]


def _refuse_repeated(place: str, names: Iterable[object]) -> None:
    seen: set[object] = set()
    for index, name in enumerate(names):
        if name in seen:
            why = Phrase(N_("This number is used by an earlier one."))
            raise UnreadableDeck(f"{place}[{index}].number", why)
        seen.add(name)


def dump_deck_file(deck: DeckFile) -> str:
    """The file of a deck, a side of a board on each line, the same text every time."""
    head = _compact(
        {
            "format": FORMAT,
            "variant": deck.variant,
            "version": deck.version,
            "seed": deck.seed,
            "piece_set": deck.piece_set,
        }
    )
    lines = ",\n".join(_compact(_side_as_json(side)) for side in deck.boards)
    return f'{head[:-1]},"boards":[\n{lines}\n]}}\n'


def _side_as_json(side: BoardSide) -> dict[str, object]:
    prism = side.region.area_and_height()
    if prism is None:
        raise ValueError("The area of a board is the same on every level.")
    return {
        "number": side.number,
        "side": side.side,
        "level": side.level,
        "colour": side.colour,
        "area": prism[0],
        "height": prism[1],
        "tasks": [
            {"number": task.number, "die": task.die}
            | ({"pieces": task.pieces} if task.pieces else {})
            | ({} if task.expected_rounds is None else {"expected_rounds": task.expected_rounds})
            for task in side.tasks
        ],
    }


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
