"""``python -m tests.benchmarks.viewers``: many people watch one tournament on one small machine.

The whole site runs as the starter runs it (two web processes of four threads) on the embedded
default, with a tournament of 200 players at 50 tables. 500 viewers poll the live part each 2 s
with the ETag they have, as the page's script does, while something is entered each 3 s: a round
of each table in two and a half minutes. Viewers, desk and site share the machine. It prints one
table, and what the public page costs with few and many players.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any
from uuid import uuid4

import django
import psutil

from tests.broker import drill, ports, sites

EVERY = 2.0
# As in live.js.
JITTER = (0.85, 1.15)
PATIENCE = 10.0


@dataclass
class Seen:
    """What all viewers saw together."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    received: int = 0


async def watch(port: int, path: str, until: float, seen: Seen, rng: random.Random) -> None:
    """One viewer: asks, waits, asks again; a connection a question."""
    etag = ""
    await asyncio.sleep(rng.uniform(0, EVERY))
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await ask(port, path, etag)
        except (OSError, TimeoutError) as error:
            seen.statuses[type(error).__name__] += 1
        else:
            head, _, body = answer.partition(b"\r\n\r\n")
            seen.seconds.append(time.monotonic() - began)
            seen.statuses[head.split(b" ", 2)[1].decode() if head else "empty"] += 1
            seen.received += len(body)
            lines = (line.partition(b": ") for line in head.split(b"\r\n"))
            etag = next((value.decode() for name, _, value in lines if name == b"ETag"), etag)
        await asyncio.sleep(EVERY * rng.uniform(*JITTER))


async def ask(port: int, path: str, etag: str) -> bytes:
    reader, writer = await asyncio.open_connection(ports.HOST, port)
    known = f"If-None-Match: {etag}\r\n" if etag else ""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{known}"
    request += "Accept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    writer.write(request.encode())
    try:
        return await reader.read()
    finally:
        writer.close()


def made(players: int) -> Any:
    """A tournament whose first round is drawn; its guests are all there."""
    from django.utils import timezone

    from tests.tournaments.people import person, tournament
    from tournaments.models import Tournament
    from tournaments.services import drawing, presence

    cup = tournament(person(f"desk-{players}"), capacity=players, planned_rounds=5)
    now = timezone.now()
    for number in range(1, players + 1):
        presence.enter_guest(tournament=cup, name=f"Guest {number}", is_present=True, now=now)
    drawing.seat_present_players(tournament=cup, seed=1, now=now)
    return Tournament.objects.get(pk=cup.pk)


def enter_results(cup: Any, until: float, between: float) -> int:
    """Play on at one table after the other; how much was entered."""
    from django.utils import timezone

    from tournaments.services import games

    tables = list(cup.games.select_related("round", "tournament"))
    entered = 0
    while time.monotonic() < until:
        game = tables[entered % len(tables)]
        view = games.view_of(game)
        games.record_entry(
            user=cup.organiser,
            game=game,
            key=uuid4(),
            index=len(view.entries),
            event={"kind": "round", "filled": [0]},
            now=timezone.now(),
        )
        entered += 1
        time.sleep(between)
    return entered


def cost_of_the_page(cup: Any) -> tuple[int, float, int, float]:
    """Queries and milliseconds of the public page: after a change, and for the next visitor."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tournaments.services.changes import mark_changed

    client, path = Client(SERVER_NAME="localhost"), f"/tournaments/{cup.pk}/"
    client.get(path)
    times: list[list[float]] = [[], []]
    counts = [0, 0]
    for _ in range(5):
        mark_changed(cup.pk)
        for visit in range(2):
            with CaptureQueriesContext(connection) as captured:
                began = time.perf_counter()
                assert client.get(path).status_code == 200
                times[visit].append(1000 * (time.perf_counter() - began))
            counts[visit] = len(captured)
    return counts[0], min(times[0]), counts[1], min(times[1])


async def load(
    port: int, cup: Any, *, viewers: int, seconds: float, between: float
) -> tuple[Seen, int, float]:
    """What was seen, how much was entered, and how many cores the site's web servers took."""
    seen, rng = Seen(), random.Random(1)
    until = time.monotonic() + seconds
    web = [one for one in psutil.process_iter() if is_web(one, port)]
    before = sum(sum(one.cpu_times()[:2]) for one in web)
    path = f"/tournaments/{cup.pk}/live/"
    watching = [watch(port, path, until, seen, rng) for _ in range(viewers)]
    entering = asyncio.create_task(asyncio.to_thread(enter_results, cup, until, between))
    await asyncio.gather(*watching)
    entered = await entering
    used = sum(sum(one.cpu_times()[:2]) for one in web) - before
    return seen, entered, used / seconds


def is_web(process: psutil.Process, port: int) -> bool:
    try:
        return f"{ports.HOST}:{port}" in process.cmdline()
    except psutil.Error:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=500)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--between", type=float, default=3.0, help="seconds from entry to entry")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="viewers-", dir="/tmp") as folder:
        os.environ["UBONGO_VAR"] = str(Path(folder) / "var")
        os.environ["DJANGO_SETTINGS_MODULE"] = "ubongo_site.settings"
        with sites.embedded_site(Path(folder)) as site:
            django.setup()
            few, many = made(8), made(given.players)
            for cup, players in ((few, 8), (many, given.players)):
                first, slow, next_one, fast = cost_of_the_page(cup)
                print(
                    f"public page, {players} players: {first} queries, {slow:.0f} ms after a"
                    f" change, {next_one} queries, {fast:.0f} ms for who comes next"
                )
            seen, entered, cores = asyncio.run(
                load(
                    site.port,
                    many,
                    viewers=given.viewers,
                    seconds=given.seconds,
                    between=given.between,
                )
            )
            complaints = [words for words in drill.COMPLAINTS if words in site.log]
    tell(seen, entered, cores, given)
    for words in complaints:
        print(f"the site's log says: {words}")
    errors = sum(seen.statuses.values()) - seen.statuses["200"] - seen.statuses["304"]
    return int(bool(errors or complaints))


def tell(seen: Seen, entered: int, cores: float, given: argparse.Namespace) -> None:
    asked = sum(seen.statuses.values())
    good = seen.statuses["200"] + seen.statuses["304"]
    centiles = [1000 * one for one in quantiles(seen.seconds, n=100)]
    rows = {
        "viewers, seconds": f"{given.viewers}, {given.seconds:.0f}",
        "entries": f"{entered}",
        "requests a second": f"{asked / given.seconds:.0f}",
        "median, p95, p99": f"{centiles[49]:.0f}, {centiles[94]:.0f}, {centiles[98]:.0f} ms",
        "errors": f"{asked - good} {dict(seen.statuses)}",
        "share of 304": f"{seen.statuses['304'] / asked:.0%}",
        "received": f"{seen.received / 1e6:.1f} MB",
        "web servers took": f"{cores:.2f} cores",
    }
    for name, value in rows.items():
        print(f"{name:18} {value}")


if __name__ == "__main__":
    sys.exit(main())
