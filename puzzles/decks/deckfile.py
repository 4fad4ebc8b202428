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
    """A task of a board: its number there, the die faces that choose it, its pieces."""

    number: int
    die: tuple[int, ...]
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class BoardSide:
    """One side of a board."""

    number: int
    side: str
    level: int | None
    colour: str | None
    region: Region
    tasks: tuple[BoardTask, ...]


@dataclass(frozen=True)
class DeckFile:
    """A whole deck for the piece set with the key ``piece_set``."""

    variant: str
    piece_set: str
    boards: tuple[BoardSide, ...]


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
        return DeckFile(value["variant"], value["piece_set"], tuple(boards))
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
        yield BoardTask(task["number"], tuple(task["die"]), tuple(task["pieces"]))
