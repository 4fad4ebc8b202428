"""The variants by their keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from puzzles.solver.errors import shortened
from tournaments.rules.dice import DiceRules
from tournaments.rules.game import Rules, RuleViolation

RULES: Final[Mapping[str, Rules[Any, Any]]] = {rules.key: rules for rules in (DiceRules(),)}


def rules_of(key: object) -> Rules[Any, Any]:
    """The rules of a variant; RuleViolation at ``variant`` if there is none of this key."""
    if not isinstance(key, str) or key not in RULES:
        raise RuleViolation("variant", "unknown_variant", value=shortened(key))
    return RULES[key]
