"""What keeps the site's processes running, tried on small programs."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.waiting import alive, eventually
from ubongo_site.supervisor import kill_session, spawn

# Says when it started; finishes its job when asked to stop, and says so.
PROGRAM = """
import os, pathlib, signal, subprocess, sys, time
folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]
def say(text):
    with (folder / "diary").open("a") as diary:
        diary.write(f"{name} {text}\\n")
def finish(*ignored):
    say("asked to stop")
    time.sleep(0.5)
    say("finished")
    sys.exit(0)
signal.signal(signal.SIGTERM, finish)
signal.signal(signal.SIGINT, lambda *ignored: say("was interrupted"))
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
(folder / f"{name}.pids").write_text(f"{os.getpid()} {child.pid}")
say("started")
while True:
    time.sleep(600)
"""
SUPERVISOR = """
import sys
from ubongo_site.supervisor import Supervisor
supervisor = Supervisor(print)
supervisor.heed_signals()
for name in ("first", "second"):
    supervisor.add(name, [sys.executable, "-c", sys.argv[2], sys.argv[1], name])
supervisor.watch()
supervisor.stop()
"""
# Leads a session at the terminal on its standard input and waits for its child, as ``make`` does
# in ``ssh -t host make run``; a closed terminal is told to the leader alone.
LEADER = """
import fcntl, os, signal, subprocess, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGHUP, lambda *ignored: None)
sys.exit(subprocess.call(sys.argv[1:]))
"""


class Rig:
    """A supervisor with two programs that keep a diary."""

    def __init__(
        self, folder: Path, *, prefix: tuple[str, ...] = (), terminal: int | None = None
    ) -> None:
        self.folder = folder
        command = [*prefix, sys.executable, "-c", SUPERVISOR, str(folder), PROGRAM]
        if terminal is None:
            self.process = spawn(command)
        else:
            self.process = subprocess.Popen(
                [sys.executable, "-c", LEADER, *command], stdin=terminal
            )
        for name in ("first", "second"):
            eventually(partial(self.count, f"{name} started"), f"{name} runs")

    @property
    def diary(self) -> list[str]:
        path = self.folder / "diary"
        return path.read_text().splitlines() if path.exists() else []

    def count(self, line: str) -> int:
        return self.diary.count(line)

    def processes(self, name: str) -> list[psutil.Process]:
        """The program and its child."""
        pids = (self.folder / f"{name}.pids").read_text().split()
        return [psutil.Process(int(pid)) for pid in pids]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Rig]]:
    rigs: list[Rig] = []

    def start(**options: Any) -> Rig:
        rigs.append(Rig(tmp_path, **options))
        return rigs[-1]

    yield start
    for rig in rigs:
        kill_session(rig.process)


@pytest.mark.parametrize(
    "signals",
    [
        [signal.SIGTERM],
        [signal.SIGHUP],
        [signal.SIGINT],
        [signal.SIGINT, signal.SIGINT, signal.SIGINT],
    ],
    ids=["SIGTERM", "SIGHUP", "Ctrl-C", "Ctrl-C three times"],
)
def test_all_finish_what_they_do_and_stop_in_order(
    start: Callable[..., Rig], signals: list[signal.Signals]
) -> None:
    rig = start()
    everybody = rig.processes("first") + rig.processes("second")
    for number in signals:
        rig.process.send_signal(number)
    assert rig.process.wait(timeout=20) == 0
    assert rig.diary[-4:] == [
        "second asked to stop",
        "second finished",
        "first asked to stop",
        "first finished",
    ]
    assert alive(everybody) == []


def test_what_dies_is_started_again_and_its_children_are_not_left(
    start: Callable[..., Rig],
) -> None:
    rig = start()
    killed, child = rig.processes("first")
    others = rig.processes("second")
    killed.kill()
    eventually(lambda: rig.count("first started") == 2, "the first runs again")
    assert rig.processes("first")[0] != killed
    assert alive([killed, child]) == []
    assert alive(others) == others
    assert rig.count("second started") == 1


def test_all_end_when_the_supervisor_itself_is_killed(start: Callable[..., Rig]) -> None:
    rig = start()
    programs, children = zip(rig.processes("first"), rig.processes("second"), strict=True)
    rig.process.kill()
    eventually(lambda: not alive(programs), "the programs have ended")
    # Their own children are the programs' affair; these programs don't care for theirs.
    for child in children:
        child.kill()


def test_all_stop_when_the_terminal_closes_behind_a_leader_that_waits(
    start: Callable[..., Rig],
) -> None:
    ours, theirs = pty.openpty()
    rig = start(terminal=theirs)
    os.close(theirs)
    os.close(ours)
    assert rig.process.wait(timeout=20) == 0
    assert rig.diary[-1] == "first finished"


def test_nohup_is_respected(start: Callable[..., Rig]) -> None:
    rig = start(prefix=("nohup",))
    rig.process.send_signal(signal.SIGHUP)
    rig.processes("first")[0].kill()
    eventually(lambda: rig.count("first started") == 2, "it is still watching")
    assert rig.process.poll() is None
    rig.process.send_signal(signal.SIGTERM)
    assert rig.process.wait(timeout=20) == 0


def test_a_command_that_runs_to_its_end_tells_how_it_went() -> None:
    program = (
        "import sys; from ubongo_site.supervisor import Supervisor; s = Supervisor(print);"
        "print([s.run([sys.executable, '-c', f'raise SystemExit({code})']) for code in (0, 1)])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert answer.stdout == "[True, False]\n"
