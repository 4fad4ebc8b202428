"""``python -m tests.benchmarks.crash_drill``: what becomes of fifty jobs when things go wrong.

A worker's child and a whole worker are killed, the broker is stopped for ten seconds and frozen
for ten, on the embedded default and on PostgreSQL with a Valkey beside it. It prints a table and
ends with 1 if a job did not reach its verdict exactly once.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.broker import brokers, databases, drill, sites
from tests.servers import Keeper

COLUMNS = "{:28} {:>5} {:>9} {:>12} {:>12} {:>9} {:>9} {:>11} {:>14}"
HEAD = ["scenario", "jobs", "verdicts", "done writes", "attempts > 1", "in outage"]
HEAD += ["all done", "after fault", "slowest submit"]


@contextmanager
def site_on(backend: str, folder: Path) -> Iterator[tuple[sites.Site, brokers.Broker]]:
    """A site that works, and its broker."""
    if backend == "embedded":
        with sites.embedded_site(folder) as site:
            yield site, brokers.EmbeddedValkey(site)
        return
    keeper = Keeper()
    try:
        server = os.environ.get("DATABASE_URL") or keeper.variables["DATABASE_URL"]
        with (
            databases.new_database(server) as url,
            sites.postgresql_site(folder, url) as (site, broker),
        ):
            yield site, broker
    finally:
        keeper.stop()


def run(backend: str, *, jobs: int, seconds: float) -> bool:
    """All drills on one site; true if each went well."""
    print(f"{backend}:")
    print(COLUMNS.format(*HEAD))
    all_well = True
    with (
        tempfile.TemporaryDirectory(prefix="drill-", dir="/tmp") as folder,
        site_on(backend, Path(folder)) as (site, broker),
    ):
        todo = drill.contents()
        drills = (
            lambda: drill.kill_worker_child(site, todo, jobs=jobs),
            lambda: drill.kill_whole_worker(site, todo, jobs=jobs),
            lambda: drill.broker_stopped(site, broker, todo, jobs=jobs, seconds=seconds),
            lambda: drill.broker_frozen(site, broker, todo, jobs=jobs, seconds=seconds),
        )
        for one in drills:
            all_well &= told(one())
        for complaint in drill.COMPLAINTS:
            if complaint in site.log:
                print(f"  the site's log says: {complaint}")
                all_well = False
    return all_well


def told(outcome: drill.Outcome) -> bool:
    print(
        COLUMNS.format(
            outcome.scenario,
            outcome.jobs,
            outcome.verdicts,
            outcome.transitions,
            outcome.attempted_again,
            outcome.submitted_in_outage,
            f"{outcome.seconds:.1f} s",
            f"{outcome.seconds_after:.1f} s",
            f"{outcome.slowest_submit:.2f} s",
        ),
        flush=True,
    )
    if not outcome.is_exact:
        print(f"  not every job reached its verdict exactly once: {outcome}")
    return outcome.is_exact


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", choices=["embedded", "postgres"], help="both by default")
    parser.add_argument("--jobs", type=int, default=50, help="in each drill")
    parser.add_argument("--seconds", type=float, default=10.0, help="without a broker")
    given = parser.parse_args()
    backends = [given.backend] if given.backend else ["embedded", "postgres"]
    went = [run(name, jobs=given.jobs, seconds=given.seconds) for name in backends]
    return int(not all(went))


if __name__ == "__main__":
    sys.exit(main())
