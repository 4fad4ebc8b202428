"""Keeps a few programs running: starts one again that died, and stops all of them in order.

Each program gets a session of its own, so that a Ctrl-C in the terminal reaches this process only;
a program is then asked to stop by SIGTERM to itself, never to its children, and may finish the
job at hand.
"""

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import FrameType
from typing import IO

# A job may take 12 s; who isn't done after this is killed.
PATIENCE_SECONDS = 30.0
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 15.0
# Who ran for longer than this and died is started again without a longer pause.
SETTLED_SECONDS = 30.0
GLANCE_SECONDS = 0.1

PR_SET_PDEATHSIG = 1


def _follow_parent_into_death() -> None:
    """Ask Linux to end this process when its parent is killed without a chance to do so.

    Not by SIGTERM: a worker would wait for ever for a broker that ends at the same time. A pool's
    processes notice the death of their own parent and end.
    """
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def spawn(
    command: Sequence[str], *, env: Mapping[str, str] | None = None, output: IO[bytes] | None = None
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own; it ends with this process, whatever ends that."""
    return subprocess.Popen(
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=None if output is None else subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=_follow_parent_into_death if sys.platform == "linux" else None,
    )


def kill_session(process: subprocess.Popen[bytes]) -> None:
    """Kill the program and every child that it left behind."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _terminal_in_front() -> int | None:
    """Standard input, if it is a terminal that this process runs in front of."""
    with suppress(OSError):
        if os.tcgetpgrp(0) == os.getpgrp():
            return 0
    return None


def _is_gone(terminal: int) -> bool:
    """Was the terminal closed? Of that the system tells the session's leader only.

    The leader may be ``make``, which waits for us and passes nothing on.
    """
    poll = select.poll()
    poll.register(terminal, 0)
    return any(event & select.POLLHUP for _, event in poll.poll(0))


class Program:
    """One program under care."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self.command = command
        self.pause = FIRST_PAUSE_SECONDS
        self.code: int | None = None
        self.start()

    def start(self) -> None:
        self.process: subprocess.Popen[bytes] | None = spawn(self.command)
        self.since = time.monotonic()

    def has_died(self) -> bool:
        """Notice a death, once, and say when to start again."""
        if self.process is None or self.process.poll() is None:
            return False
        kill_session(self.process)
        if time.monotonic() - self.since > SETTLED_SECONDS:
            self.pause = FIRST_PAUSE_SECONDS
        self.code = self.process.returncode
        self.process = None
        self.due = time.monotonic() + self.pause
        return True

    def start_when_due(self) -> None:
        if self.process is None and time.monotonic() >= self.due:
            self.pause = min(2 * self.pause, LONGEST_PAUSE_SECONDS)
            self.start()

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE_SECONDS)
        kill_session(self.process)


class Supervisor:
    """The programs in the order of their start; they are stopped in the opposite one."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.programs: list[Program] = []
        self.stopping = False
        self.terminal = _terminal_in_front()

    def heed_signals(self) -> None:
        """From now on the first SIGINT, SIGTERM or SIGHUP asks for an orderly end."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask_to_stop)
        # Under nohup the terminal may close without ending the site.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._ask_to_stop)

    def _ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def add(self, name: str, command: Sequence[str]) -> Program:
        program = Program(name, command)
        self.programs.append(program)
        return program

    def run(self, command: Sequence[str]) -> bool:
        """Run a command to its end; true if it succeeded and nobody asked to stop meanwhile."""
        process = spawn(command)
        while process.poll() is None:
            if self.stopping:
                process.terminate()
            time.sleep(GLANCE_SECONDS)
        return process.returncode == 0 and not self.stopping

    def watch(self) -> None:
        """Keep all programs running until somebody asks to stop."""
        while not self.stopping:
            if self.terminal is not None and _is_gone(self.terminal):
                self.stopping = True
            for program in self.programs:
                if program.has_died():
                    self.say(
                        f"{program.name} ended by itself (code {program.code}), "
                        f"starting it again in {program.pause:g} s"
                    )
                program.start_when_due()
            time.sleep(GLANCE_SECONDS)

    def stop(self) -> None:
        for program in reversed(self.programs):
            program.stop()
