"""Fifty jobs under way, and something is killed, stopped or frozen.

Each job must reach its verdict exactly once, and every request to submit one is answered in time.
``python -m tests.benchmarks.crash_drill`` does the same with outages of ten seconds.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.broker import brokers, databases, drill, sites

JOBS = 50
JOBS_OF_AN_OUTAGE = 20
OUTAGE_SECONDS = 3.0


@pytest.fixture(scope="module")
def contents() -> Iterator[list[str]]:
    """What is solved already on a site is not submitted again."""
    return drill.contents()


@pytest.fixture(scope="module")
def with_postgresql(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[sites.Site, brokers.OwnValkey]]:
    """One site for the drills on PostgreSQL and a Valkey of its own; each leaves it at rest."""
    with (
        databases.new_database(os.environ["DATABASE_URL"]) as database,
        sites.postgresql_site(tmp_path_factory.mktemp("site"), database) as (site, broker),
    ):
        yield site, broker
        check_log(site)


def check(outcome: drill.Outcome) -> None:
    assert outcome.is_exact, outcome
    assert outcome.slowest_submit < drill.LONGEST_ANSWER_SECONDS, outcome


def check_log(site: sites.Site) -> None:
    assert [complaint for complaint in drill.COMPLAINTS if complaint in site.log] == []


def test_a_child_of_the_worker_is_killed(
    with_postgresql: tuple[sites.Site, brokers.OwnValkey], contents: Iterator[list[str]]
) -> None:
    site, _broker = with_postgresql
    check(drill.kill_worker_child(site, contents, jobs=JOBS))


def test_the_whole_worker_is_killed(
    with_postgresql: tuple[sites.Site, brokers.OwnValkey], contents: Iterator[list[str]]
) -> None:
    site, _broker = with_postgresql
    check(drill.kill_whole_worker(site, contents, jobs=JOBS))


def test_the_broker_is_stopped_and_forgets(
    with_postgresql: tuple[sites.Site, brokers.OwnValkey], contents: Iterator[list[str]]
) -> None:
    outcome = drill.broker_stopped(
        *with_postgresql, contents, jobs=JOBS_OF_AN_OUTAGE, seconds=OUTAGE_SECONDS
    )
    check(outcome)
    assert outcome.submitted_in_outage >= drill.SUBMITTERS


def test_the_broker_is_frozen(
    with_postgresql: tuple[sites.Site, brokers.OwnValkey], contents: Iterator[list[str]]
) -> None:
    outcome = drill.broker_frozen(
        *with_postgresql, contents, jobs=JOBS_OF_AN_OUTAGE, seconds=OUTAGE_SECONDS
    )
    check(outcome)
    assert outcome.submitted_in_outage >= drill.SUBMITTERS


def test_a_child_and_then_the_worker_are_killed_on_the_embedded_default(
    tmp_path: Path, contents: Iterator[list[str]]
) -> None:
    with sites.embedded_site(tmp_path) as site:
        check(drill.kill_child_and_worker(site, contents, jobs=JOBS))
        check_log(site)
