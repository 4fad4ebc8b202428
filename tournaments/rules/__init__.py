"""The rules of all variants: pure Python that knows no Django, reads no clock and draws nothing
but from the random source that it is given."""

from tournaments.rules.game import (
    Choice,
    Event,
    Expected,
    Field,
    Name,
    Number,
    Option,
    Rules,
    RuleViolation,
    ScoreSheet,
    Seats,
    Standing,
)
from tournaments.rules.messages import MESSAGES, Sentence, say
from tournaments.rules.registry import RULES, rules_of
from tournaments.rules.replay import IllegalEvent, chance, correct, replay, split, undo

__all__ = [
    "MESSAGES",
    "RULES",
    "Choice",
    "Event",
    "Expected",
    "Field",
    "IllegalEvent",
    "Name",
    "Number",
    "Option",
    "RuleViolation",
    "Rules",
    "ScoreSheet",
    "Seats",
    "Sentence",
    "Standing",
    "chance",
    "correct",
    "replay",
    "rules_of",
    "say",
    "split",
    "undo",
]
