"""Fixtures for all tests; the servers themselves come from ``tests.servers``."""

import os
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil
import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import translation

from tests.servers import url_of_database
from tests.waiting import eventually
from ubongo_site.celery import app
from ubongo_site.supervisor import kill_session, spawn

# --- a test that is skipped proves nothing ----------------------------------------------------


Report = Generator[None, Any, Any]


def unless_in_ci(report: Any) -> Any:
    """In CI everything that a test needs is there, so a skipped one is a failure."""
    expected = hasattr(report, "wasxfail")
    if report.skipped and not expected and os.environ.get("CI") == "true":
        *_, reason = report.longrepr
        report.outcome = "failed"
        report.longrepr = f"In CI no test may be skipped. {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Report:
    return unless_in_ci((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Report:
    return unless_in_ci((yield))


# --- people -----------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    """Passwords are hashed to be slow; for tests a quick hash will do."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


# --- static files -----------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _static_files_are_found_when_asked_for(settings: Any) -> None:
    """Each test's client would look for all of them first."""
    settings.WHITENOISE_AUTOREFRESH = True


# --- language ---------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """A page in German leaves the thread in German; the next test starts in English."""
    with translation.override("en"):
        yield


# --- broker and cache -------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Each test starts with no message waiting and with nothing counted against a limit."""
    cache.clear()


# --- Celery -----------------------------------------------------------------------------------


class CeleryProcess:
    """A real ``celery`` on the test's database and broker, in a process of its own."""

    def __init__(self, log: Path, *arguments: str) -> None:
        self._log = log
        test_database = url_of_database(connection.settings_dict["NAME"])
        with log.open("wb") as output:
            self.process = spawn(
                [sys.executable, "-m", "celery", "-A", "ubongo_site", *arguments],
                env=os.environ | {"DATABASE_URL": test_database},
                output=output,
            )

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def children(self) -> list[psutil.Process]:
        """The pool's processes, of a worker."""
        return list(psutil.Process(self.pid).children(recursive=True))

    @property
    def log(self) -> str:
        return self._log.read_text()

    def wait_until(self, ready: Callable[[], Any]) -> None:
        def ready_or_dead() -> bool:
            assert self.process.poll() is None, f"celery ended:\n{self.log}"
            return bool(ready())

        eventually(ready_or_dead, f"celery is ready:\n{self.log}", within=30)

    def kill(self) -> None:
        """As ``kill -9`` of the whole lot; what it had begun stays undone."""
        kill_session(self.process)


@pytest.fixture
def start_celery_worker(
    transactional_db: None, tmp_path: Path
) -> Iterator[Callable[..., CeleryProcess]]:
    """Start as many workers as the test likes; all are gone before the database is emptied."""
    workers: list[CeleryProcess] = []

    def start(*arguments: str, concurrency: int = 2) -> CeleryProcess:
        name = f"test-{uuid4().hex}@localhost"
        worker = CeleryProcess(
            tmp_path / f"{name}.log",
            *("worker", "--hostname", name, "--concurrency", str(concurrency)),
            *("--without-gossip", "--without-mingle", "--loglevel", "info", *arguments),
        )
        workers.append(worker)
        worker.wait_until(
            lambda: app.control.broadcast(
                "ping", reply=True, destination=[name], limit=1, timeout=0.5
            )
        )
        return worker

    yield start
    for worker in workers:
        worker.kill()


@pytest.fixture
def celery_worker_process(start_celery_worker: Callable[..., CeleryProcess]) -> CeleryProcess:
    """One running worker."""
    return start_celery_worker()


@pytest.fixture
def celery_beat_process(transactional_db: None, tmp_path: Path) -> Iterator[CeleryProcess]:
    """A running beat, which sends what the settings schedule."""
    beat = CeleryProcess(
        tmp_path / "beat.log", "beat", "-S", "celery.beat:Scheduler", "--loglevel", "info"
    )
    beat.wait_until(lambda: "beat: Starting" in beat.log)
    yield beat
    beat.kill()
