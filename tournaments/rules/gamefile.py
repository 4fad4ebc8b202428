"""The game file: a whole game as JSON, for the command line, import and export."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from puzzles.strict_json import NotJSON, read_json
from puzzles.wording import shortened
from tournaments.rules.game import Rules, RuleViolation
from tournaments.rules.registry import rules_of
from tournaments.rules.replay import IllegalEvent, replay

FORMAT: Final = "ubongo-game/1"
DEFAULTS: Final[Mapping[str, Any]] = {"config": {}, "seed": 0}
KEYS: Final = ("format", "variant", "config", "seats", "seed", "events")


@dataclass(frozen=True)
class GameFile:
    """A game as a file tells it. Whether its events are legal is still to be seen."""

    rules: Rules[Any, Any]
    config: Any
    names: tuple[str, ...]
    """Who sits on each seat. Names may be anything and may repeat: seats are told by number."""
    seed: int
    events: tuple[Any, ...]

    def replayed(self) -> Any:
        """The state at the end; RuleViolation where the rules refuse."""
        return replay(self.rules, self.config, len(self.names), self.events, seed=self.seed)


def parse_game_file(content: bytes) -> GameFile:
    """Read a game file; RuleViolation names the key, or ``format`` if it is no such file at all.

    ``config`` and ``seed`` may be left out.
    """
    try:
        file = read_json(content)
    except NotJSON as error:
        raise RuleViolation("format", error.code, **error.params) from None
    if not isinstance(file, dict):
        raise RuleViolation("format", "file_not_an_object", value=shortened(file))
    if file.get("format") != FORMAT:
        raise RuleViolation("format", "wrong_format", value=shortened(file.get("format")))
    for key in file:
        if key not in KEYS:
            raise RuleViolation(key, "file_key_unknown", value=shortened(key))
    file = {**DEFAULTS, **file}
    for key in KEYS:
        if key not in file:
            raise RuleViolation(key, "file_key_missing")
    rules = rules_of(file["variant"])
    config = rules.parse_config(file["config"])
    names, seed, events = file["seats"], file["seed"], file["events"]
    if not isinstance(names, list):
        raise RuleViolation("seats", "names_not_a_list", value=shortened(names))
    for name in names:
        if not isinstance(name, str):
            raise RuleViolation("seats", "name_not_text", value=shortened(name))
    if type(seed) is not int:
        raise RuleViolation("seed", "seed_not_a_number", value=shortened(seed))
    if not isinstance(events, list):
        raise RuleViolation("events", "events_not_a_list", value=shortened(events))
    return GameFile(rules, config, tuple(names), seed, tuple(events))


def report(content: bytes) -> dict[str, Any]:
    """What the command line prints of a game file: how the game stands, or its ``error``.

    An error that isn't an event's has null for its index.
    """
    try:
        game = parse_game_file(content)
        state = game.replayed()
    except RuleViolation as error:
        index = error.index if isinstance(error, IllegalEvent) else None
        return {"error": {"index": index, "field": error.field, "reason": error.message}}
    ranking = game.rules.ranking(state)
    return {
        "finished": game.rules.finished(state),
        "scores": game.rules.scores(state),
        "places": [standing.place for standing in ranking],
        "why": [standing.why.text for standing in ranking],
        "state": state.to_json(),
    }
