"""The embedded default as ``make run`` starts it: SQLite and a private Valkey in one folder."""

import os
import re
import signal
import socket
import sqlite3
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from django.contrib.auth import get_user_model
from django.db import connection

from tests.decks import SMALL_DECKS
from tests.servers import bare_environment, url_of_database
from tests.site.test_environment import SECRETS
from tests.waiting import alive, eventually
from ubongo_site.environment import local_socket
from ubongo_site.supervisor import kill_session, spawn

PASSWORD = re.compile(r"password: (\S+)")
USERS = get_user_model()._meta.db_table
FOUR = {"valkey", "worker", "beat", "web"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class StartedSite:
    """A site that the starter runs, seen from outside."""

    def __init__(self, var: Path, log: Path, *, port: int | None = None, **variables: str) -> None:
        self.var = var
        self._log = log
        self.port = port or free_port()
        mine = {"UBONGO_VAR": str(var), "PORT": str(self.port), "UBONGO_DECKS": str(SMALL_DECKS)}
        with log.open("wb") as output:
            self.process = spawn(
                [sys.executable, "-m", "ubongo_site.starter"],
                env=bare_environment() | mine | variables,
                output=output,
            )

    @property
    def log(self) -> str:
        return self._log.read_text()

    def page(self, path: str = "/") -> str:
        """The page, or nothing while the site isn't up."""
        try:
            # As the proxy says that stands before the site in production.
            request = urllib.request.Request(
                f"http://127.0.0.1:{self.port}{path}", headers={"X-Forwarded-Proto": "https"}
            )
            with urllib.request.urlopen(request, timeout=5) as answer:
                return str(answer.read().decode())
        except OSError:
            return ""

    def wait_until_it_answers(self) -> str:
        def page() -> str:
            assert self.process.poll() is None, f"the starter ended:\n{self.log}"
            return self.page()

        return eventually(page, "the site answers", within=60)

    def query(self, sql: str) -> list[Any]:
        # Read-only, so that looking never delays the site.
        with closing(sqlite3.connect(f"file:{self.var}/ubongo.sqlite3?mode=ro", uri=True)) as db:
            return db.execute(sql).fetchall()

    def processes(self) -> dict[str, psutil.Process]:
        """The four programs by name."""
        found = {}
        for process in psutil.Process(self.process.pid).children():
            try:
                command = " ".join(process.cmdline())
            except psutil.Error:  # it is just ending
                continue
            for name, sign in [
                ("valkey", "valkey-server"),
                ("worker", "ubongo_site worker"),
                ("beat", "ubongo_site beat"),
                ("web", "gunicorn"),
            ]:
                if sign in command:
                    found[name] = process
        return found

    def stop(self, *signals: signal.Signals) -> None:
        """Ask it to stop; nothing may be left of it."""
        everybody = psutil.Process(self.process.pid).children(recursive=True)
        assert len(everybody) >= len(FOUR)
        for number in signals:
            self.process.send_signal(number)
        assert self.process.wait(timeout=60) == 0, self.log
        assert alive(everybody) == []
        assert not local_socket(self.var).exists()
        assert "Traceback" not in self.log


Start = Callable[..., StartedSite]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    sites: list[StartedSite] = []

    def start(var: Path | None = None, **options: Any) -> StartedSite:
        site = StartedSite(var or tmp_path / "var", tmp_path / f"log{len(sites)}", **options)
        sites.append(site)
        return site

    yield start
    for site in sites:
        left = psutil.Process(site.process.pid).children() if site.process.poll() is None else []
        kill_session(site.process)
        for process in left:
            # They follow the starter by themselves; this is for a test that failed.
            process.wait(timeout=60)


def all_proven(site: StartedSite) -> bool:
    [(tasks, proven)] = site.query("SELECT count(*), count(verdict_id) FROM puzzles_task")
    [(decks, published)] = site.query(
        "SELECT count(*), coalesce(sum(state = 'published'), 0) FROM puzzles_deck"
    )
    return bool(tasks and tasks == proven and decks and decks == published)


def test_the_first_start_and_the_second(start: Start, tmp_path: Path) -> None:
    # The path is too long for a socket; that must not matter.
    var = tmp_path / ("long" * 25)
    first = start(var)
    assert re.search("<title>[^<]*Ubongo", first.wait_until_it_answers())
    assert PASSWORD.search(first.log)
    eventually(lambda: all_proven(first), "the worker has proven the decks", within=60)
    content = "SELECT id, content_hash, verdict_id FROM puzzles_task ORDER BY id"
    tasks = first.query(content)
    [[curator]] = first.query(f"SELECT password FROM {USERS} WHERE is_superuser")
    first.stop(signal.SIGTERM)

    second = start(var)
    second.wait_until_it_answers()
    assert not PASSWORD.search(second.log)
    assert second.query(content) == tasks
    assert second.query(f"SELECT password FROM {USERS}") == [(curator,)]
    second.stop(signal.SIGINT, signal.SIGINT, signal.SIGINT)


def test_whatever_dies_is_started_again(start: Start) -> None:
    site = start()
    site.wait_until_it_answers()
    eventually(lambda: site.processes().keys() == FOUR, "all four run")
    before = site.processes()
    for process in before.values():
        process.kill()

    def all_new() -> bool:
        now = site.processes()
        return now.keys() == FOUR and all(now[name] != before[name] for name in FOUR)

    eventually(all_new, "all four run again", within=30)
    site.wait_until_it_answers()
    for name in FOUR:
        assert f"{name} ended by itself" in site.log
    # The new worker works, with the new Valkey.
    eventually(lambda: all_proven(site), "everything is proven", within=60)
    site.stop(signal.SIGHUP)


def test_a_second_one_says_so_and_leaves_the_first_alone(start: Start, tmp_path: Path) -> None:
    site = start()
    site.wait_until_it_answers()
    again = start()
    assert again.process.wait(timeout=20) == 1
    assert f"already running (process {site.process.pid})" in again.log
    elsewhere = start(tmp_path / "other", port=site.port)
    assert elsewhere.process.wait(timeout=20) == 1
    assert f"Port {site.port} on 127.0.0.1 can't be used" in elsewhere.log
    assert site.page()
    site.stop(signal.SIGTERM)


def test_a_starter_that_was_killed_takes_all_with_it_and_starts_again(start: Start) -> None:
    site = start()
    site.wait_until_it_answers()
    everybody = psutil.Process(site.process.pid).children(recursive=True)
    site.process.kill()
    site.process.wait()
    eventually(lambda: not alive(everybody), "all have ended")
    # Valkey could not remove its socket.
    assert local_socket(site.var).exists()
    again = start(port=site.port)
    again.wait_until_it_answers()
    again.stop(signal.SIGTERM)


def test_it_stops_while_it_is_still_starting(start: Start) -> None:
    site = start()
    eventually(lambda: local_socket(site.var).exists(), "Valkey is up")
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(timeout=30) == 0
    assert "the site is at" not in site.log
    assert not local_socket(site.var).exists()


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1"])
def test_a_wrong_port_is_named(start: Start, port: str) -> None:
    site = start(port=port)
    assert site.process.wait(timeout=20) == 1
    assert f"PORT must be a number from 1 to 65535, not '{port}'" in site.log


def test_production_without_its_secrets_is_told_which(start: Start) -> None:
    site = start(UBONGO_PRODUCTION="1")
    assert site.process.wait(timeout=20) == 1
    assert "must be set too: SECRET_KEY, ALLOWED_HOSTS" in site.log
    assert "Traceback" not in site.log


@pytest.fixture
def database(transactional_db: None) -> Iterator[str]:
    """The address of an empty database."""
    name = "of_ones_own"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    yield url_of_database(name)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_production_on_servers_of_ones_own(start: Start, database: str) -> None:
    site = start(
        UBONGO_PRODUCTION="1",
        **SECRETS
        | {
            "DATABASE_URL": database,
            "REDIS_URL": os.environ["REDIS_URL"],
            "ALLOWED_HOSTS": "127.0.0.1",
            "TRUSTED_PROXY_COUNT": "1",
        },
    )
    hashed = re.search(r'"(/static/[^"]*\.[0-9a-f]{12}\.css)"', site.wait_until_it_answers())
    assert hashed
    assert "{" in site.page(hashed[1])
    eventually(lambda: site.processes().keys() == FOUR - {"valkey"}, "the three run")
    with psycopg.connect(database) as connected:
        [[piece_sets]] = connected.execute("SELECT count(*) FROM puzzles_pieceset").fetchall()
    assert piece_sets > 0
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(timeout=60) == 0, site.log
    # Nothing embedded: no database, no key, no Valkey.
    assert sorted(path.name for path in site.var.iterdir()) == ["starter.lock", "static"]
