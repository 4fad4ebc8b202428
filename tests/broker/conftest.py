"""Who was called, told without a broker."""

from collections.abc import Sequence
from uuid import UUID

import pytest

from puzzles.services import queue


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """The jobs for which a wake-up call was sent, in order."""
    calls: list[UUID] = []

    class Broker:
        def send_task(self, name: str, args: Sequence[str]) -> None:
            assert name in queue.CALLS.values()
            calls.append(UUID(args[0]))

    monkeypatch.setattr(queue, "current_app", Broker())
    return calls
