"""Two at once on one PostgreSQL, each on a connection of its own."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

from django.db import connection, transaction

from tests.waiting import eventually

T = TypeVar("T")

WAITING = """
    SELECT count(*) FROM pg_locks
    WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))
"""


def somebody_waits() -> bool:
    """Does any transaction wait for a lock of this thread's?"""
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        [waiting] = cursor.fetchone()
    return bool(waiting)


def at_once(*calls: Callable[[], T]) -> list[T]:
    """Start all in the same moment; their results."""
    start = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T:
        try:
            start.wait(timeout=10)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return [future.result() for future in [threads.submit(run, call) for call in calls]]


def overlapping(first: Callable[[], Any], second: Callable[[], Any]) -> bool:
    """Keep the first one's transaction open until the second waits for it, or has ended.

    True if it waited.
    """

    def run_second() -> None:
        try:
            second()
        finally:
            connection.close()

    def run_first() -> tuple[bool, Future[None]]:
        try:
            with transaction.atomic():
                first()
                future = threads.submit(run_second)
                eventually(lambda: future.done() or somebody_waits(), "the second one is there")
                return not future.done(), future
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        waited, future = threads.submit(run_first).result()
        future.result()
    return waited
