"""A running site, from outside: its programs, and people who work with it over HTTP."""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.broker.brokers import OwnValkey
from tests.broker.databases import Database, PostgresqlDatabase, SqliteDatabase
from tests.broker.ports import HOST, free_port
from tests.decks import SMALL_DECKS
from tests.servers import FOREIGN, NAMES
from tests.waiting import eventually
from ubongo_site.supervisor import spawn

AREA = ["#######"] * 3
CSRF = "c" * 32


class Site:
    """A running site with its worker, its beat and as many logged-in people as there are drills."""

    PEOPLE = 8

    def __init__(self, folder: Path, database: Database, variables: dict[str, str]) -> None:
        self.database = database
        self.port = free_port()
        self._log = folder / "site.log"
        outside = {k: v for k, v in os.environ.items() if k not in (*NAMES, *FOREIGN)}
        mine = {"UBONGO_VAR": str(folder / "var"), "PORT": str(self.port)}
        mine["UBONGO_DECKS"] = str(SMALL_DECKS)
        self._env = outside | database.variables | variables | mine
        with self._log.open("wb") as output:
            self._process = spawn(
                [sys.executable, "-m", "ubongo_site.starter"], env=self._env, output=output
            )
        self.starter = psutil.Process(self._process.pid)
        self._people: Iterator[Person] = iter(())

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def wait_until_it_works(self) -> None:
        """Until the worker has proven the decks; then the queue is empty."""

        def answers() -> bool:
            assert self._process.poll() is None, f"the starter ended:\n{self.log}"
            with suppress(OSError):
                return self.request("GET", "/")[0] == 200
            return False

        eventually(answers, "the site answers", within=60)
        eventually(
            lambda: self.database.query(
                "SELECT count(*), count(*) FILTER (WHERE state = 'done') FROM puzzles_deckproof"
                " HAVING count(*) > 0 AND count(*) = count(*) FILTER (WHERE state = 'done')"
            ),
            "the worker has proven the decks",
            within=60,
        )
        self.database.take_notes()
        self._people = iter(self._let_people_in())

    def _let_people_in(self) -> list["Person"]:
        code = f"""
import django
django.setup()
from django.contrib.auth import get_user_model
from django.test import Client
for number in range({self.PEOPLE}):
    user = get_user_model().objects.create_user(f"drill-{{number}}")
    client = Client()
    client.force_login(user)
    print(user.pk, client.cookies["sessionid"].value)
"""
        env = self._env | {"DJANGO_SETTINGS_MODULE": "ubongo_site.settings"}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
        lines = (line.split() for line in done.stdout.splitlines())
        return [Person(self, int(number), session) for number, session in lines]

    def next_person(self) -> "Person":
        """Somebody who has submitted nothing yet."""
        return next(self._people)

    def request(
        self, method: str, path: str, body: object = None, session: str = ""
    ) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        headers = {"Cookie": f"sessionid={session}; csrftoken={CSRF}", "X-CSRFToken": CSRF}
        headers |= {"Content-Type": "application/json"}
        with closing(connection):
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def program(self, sign: str) -> psutil.Process:
        """The starter's child with this in its command line."""

        def found() -> psutil.Process | None:
            for process in self.starter.children():
                with suppress(psutil.Error):
                    if sign in " ".join(process.cmdline()):
                        return process
            return None

        process = eventually(found, f"{sign} runs")
        assert process is not None
        return process

    def pool(self) -> list[psutil.Process]:
        """The processes of the worker in which the jobs are done."""
        worker = self.program("ubongo_site worker")
        return list(worker.children())

    def close(self) -> None:
        """In order; what doesn't end is killed."""
        everybody = [self.starter, *self.starter.children(recursive=True)]
        for process in everybody:
            with suppress(psutil.Error):
                process.resume()
        self._process.terminate()
        try:
            self._process.wait(timeout=60)
        finally:
            for process in everybody:
                with suppress(psutil.Error):
                    process.kill()


@contextmanager
def embedded_site(folder: Path) -> Iterator[Site]:
    """A site on SQLite and a private Valkey, with no variable but its folder and its port."""
    with closing(Site(folder, SqliteDatabase(folder / "var"), {})) as site:
        site.wait_until_it_works()
        yield site


@contextmanager
def postgresql_site(folder: Path, url: str) -> Iterator[tuple[Site, OwnValkey]]:
    """A site on PostgreSQL and a Valkey of its own on a port."""
    with (
        closing(PostgresqlDatabase(url)) as database,
        closing(OwnValkey(folder)) as broker,
        closing(Site(folder, database, broker.variables)) as site,
    ):
        site.wait_until_it_works()
        yield site, broker


@dataclass(frozen=True)
class Submitted:
    """A request for a verdict, and how long the answer took."""

    status: int
    answer: bytes
    seconds: float

    @property
    def path(self) -> str:
        """Where the job is."""
        return f"/api/v1/jobs/{json.loads(self.answer)['id']}/"


@dataclass(frozen=True)
class Person:
    """Somebody who is logged in; the jobs of a drill are those of one person."""

    site: Site
    number: int
    session: str

    def submit(self, pieces: Sequence[str]) -> Submitted:
        drawing = {"piece_set": "classic-12", "area": AREA, "pieces": pieces}
        start = time.monotonic()
        status, answer = self.site.request("POST", "/api/v1/jobs/", drawing, self.session)
        return Submitted(status, answer, time.monotonic() - start)

    def state_of(self, submitted: Submitted) -> str:
        """What the site says of the job."""
        status, answer = self.site.request("GET", submitted.path, session=self.session)
        assert status == 200, answer
        return str(json.loads(answer)["state"])

    def count(self, condition: str) -> int:
        """How many of the person's jobs are so?"""
        [(found,)] = self.site.database.query(
            f"SELECT count(*) FROM puzzles_job j WHERE requested_by_id = {self.number}"
            f" AND ({condition})"
        )
        return int(found)
