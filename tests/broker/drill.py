"""Drills: a real site, jobs under way, and something that is killed, stopped or frozen.

The site is the one that ``python -m ubongo_site.starter`` runs, seen from outside: jobs go in
over HTTP with a session login, what became of them is read from the database. That each job
reached its verdict exactly once is told by a trigger in the database, which notes every write of
a job's state; the code under test knows nothing of it.
"""

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice

import psutil

from puzzles import solver
from tests.broker.brokers import Broker
from tests.broker.sites import AREA, Site, Submitted
from tests.waiting import eventually

# A person waits this long for an answer, whatever the broker does.
LONGEST_ANSWER_SECONDS = 6.0
# What a site may not say, whatever is done to it.
COMPLAINTS = ("database is locked", "deadlock detected")
SUBMITTERS = 4
# As the starter runs it.
POOL = 2


def contents() -> Iterator[list[str]]:
    """Six pieces for the same 3 × 7 area, never the same six twice, in a fixed order.

    Each takes the solver a tenth of a second: most of it goes into measuring the difficulty.
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
