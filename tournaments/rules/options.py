"""What a table agrees on: reading the options of a variant, one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzles.wording import shortened
from tournaments.rules.game import RuleViolation, is_one_of


def known(options: object, *names: str) -> Mapping[str, Any]:
    """The options, none of which has another name than these."""
    if not isinstance(options, Mapping):
        raise RuleViolation("config", "config_not_an_object", value=shortened(options))
    for name in options:
        if name not in names:
            raise RuleViolation(f"config.{name}", "unknown_option", value=shortened(name))
    return options


def one_of(options: Mapping[str, Any], name: str, allowed: tuple[Any, ...]) -> Any:
    """The option, which must have one of these values; the first of them if it isn't given."""
    value = options.get(name, allowed[0])
    if not is_one_of(value, allowed):
        told = ", ".join(map(shortened, allowed))
        raise RuleViolation(
            f"config.{name}", "option_not_allowed", allowed=told, value=shortened(value)
        )
    return value


def one_a_seat(
    options: Mapping[str, Any], name: str, allowed: tuple[Any, ...]
) -> tuple[Any, ...] | None:
    """The option, a list with one of these values for each seat; None as long as nobody says."""
    values = options.get(name)
    if values is None:
        return None
    if not isinstance(values, list):
        raise RuleViolation(f"config.{name}", "option_not_a_list", value=shortened(values))
    return tuple(one_of({name: value}, name, allowed) for value in values)


def first_seat(options: Mapping[str, Any]) -> int:
    """The seat that begins. Whether the table has it, is seen at the start."""
    first = options.get("first", 0)
    if type(first) is not int or first < 0:
        raise RuleViolation("config.first", "option_not_a_seat", value=shortened(first))
    return first


def check_first_seat(first: int, seats: int) -> None:
    """Raise RuleViolation unless the table has the seat that begins."""
    if first >= seats:
        value = shortened(first)
        raise RuleViolation("config.first", "option_seat_missing", value=value, last=seats - 1)


def check_one_a_seat(values: tuple[Any, ...] | None, name: str, seats: int) -> None:
    """Raise RuleViolation unless the option was left open or has a value for each seat."""
    if values is not None and len(values) != seats:
        raise RuleViolation(f"config.{name}", "option_one_a_seat", seats=seats, value=len(values))
