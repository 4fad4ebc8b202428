"""Waiting for a condition instead of sleeping for a guess."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

import psutil

T = TypeVar("T")

GLANCE_SECONDS = 0.02


def eventually(condition: Callable[[], T], what: str, within: float = 15.0) -> T:
    """Ask again and again; return the first answer that is true, or fail after the deadline."""
    deadline = time.monotonic() + within
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {within:g} s: {what}")
        time.sleep(GLANCE_SECONDS)


def alive(processes: Iterable[psutil.Process]) -> list[psutil.Process]:
    """Those that still run; a dead one whom nobody has waited for yet does not."""
    found = []
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found
