"""The variants by their keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from puzzles.wording import shortened
from tournaments.rules.classic_2003 import Classic2003Rules
from tournaments.rules.dice import DiceRules
from tournaments.rules.game import Rules, RuleViolation
from tournaments.rules.gem_values import Classic2015Rules, Family3dRules
from tournaments.rules.junior import JuniorRules
from tournaments.rules.solo import SoloClassicRules, SoloFamily3dRules, SoloJuniorRules

RULES: Final[Mapping[str, Rules[Any, Any]]] = {
    rules.key: rules
    for rules in (
        DiceRules(),
        Classic2003Rules(),
        Classic2015Rules(),
        Family3dRules(),
        JuniorRules(),
        SoloClassicRules(),
        SoloFamily3dRules(),
        SoloJuniorRules(),
    )
}


def rules_of(key: object) -> Rules[Any, Any]:
    """The rules of a variant; RuleViolation at ``variant`` if there is none of this key."""
    if not isinstance(key, str) or key not in RULES:
        raise RuleViolation("variant", "unknown_variant", value=shortened(key))
    return RULES[key]
