"""The deck file: every side of every board with its area and its tasks.

{"format": "ubongo-deck/1", "variant": "classic", "seed": null, "piece_set": "classic-12",
 "boards": [{"number": 1, "side": "A", "level": null, "colour": null,
             "area": ["####", "###."], "height": 1,
             "tasks": [{"number": 1, "die": [1, 2], "pieces": ["C", "D"]}]}]}
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from puzzles.solver import MalformedTask, Region

FORMAT = "ubongo-deck/1"


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
    """The text is no deck file; the message says where it goes wrong."""


def parse_deck_file(text: str) -> DeckFile:
    """Read a deck file whole; raises ``UnreadableDeck``."""
    where = "file"
    try:
        value = json.loads(text)
        if value["format"] != FORMAT:
            raise UnreadableDeck(f"format: {FORMAT} is expected")
        boards = []
        for index, board in enumerate(value["boards"]):
            where = f"boards[{index}]"
            boards.append(_board(board))
        return DeckFile(
            value["variant"],
            value["piece_set"],
            tuple(boards),
            _whole_or_none(value.get("seed")),
            _whole_or_none(value.get("version")),
        )
    except MalformedTask as error:
        raise UnreadableDeck(f"{where}: {error}") from error
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, UnreadableDeck):
            raise
        raise UnreadableDeck(f"{where}: {error!r}") from error


def _board(board: dict[str, Any]) -> BoardSide:
    return BoardSide(
        number=board["number"],
        side=board["side"],
        level=board["level"],
        colour=board["colour"],
        region=Region.from_area(board["area"], board["height"]),
        tasks=tuple(_tasks(board["tasks"])),
    )


def _tasks(tasks: list[dict[str, Any]]) -> Iterator[BoardTask]:
    for task in tasks:
        yield BoardTask(
            task["number"],
            tuple(task["die"]),
            tuple(task.get("pieces", ())),
            task.get("expected_rounds"),
        )


def _whole_or_none(value: object) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise UnreadableDeck("seed and version: a whole number or null is expected")


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
