"""The two kinds of site: the embedded default and production with its secrets."""

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import bare_environment
from ubongo_site.environment import LONGEST_SOCKET_PATH, broker_url, local_secret_key, local_socket

SECRETS = {
    "SECRET_KEY": "a0b1c2d3e4f5g6h7i8j9k0l1m2n3o4p5q6r7s8t9u0v1w2x3y4z5-and-more",
    "ALLOWED_HOSTS": "ubongo.example.org",
    "DATABASE_URL": "postgres://ubongo:secret@db.example.org/ubongo",
    "REDIS_URL": "redis://redis.example.org/0",
    "EMAIL_URL": "smtp+tls://ubongo:secret@mail.example.org:587",
    "SITE_EMAIL": "ubongo@example.org",
}


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run ``manage.py`` with these variables and none of the site's own from outside."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=bare_environment() | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def in_production(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return manage(*arguments, UBONGO_PRODUCTION="1", **variables)


def test_production_names_every_variable_that_is_missing() -> None:
    answer = in_production("check")
    assert answer.returncode != 0
    assert answer.stderr.splitlines()[-1].endswith(
        "must be set too: SECRET_KEY, ALLOWED_HOSTS, DATABASE_URL, REDIS_URL, EMAIL_URL, SITE_EMAIL"
    )


@pytest.mark.parametrize("missing", SECRETS)
def test_production_insists_on_each_variable(missing: str) -> None:
    answer = in_production("check", **{**SECRETS, missing: ""})
    assert answer.returncode != 0
    assert answer.stderr.splitlines()[-1].endswith(f"must be set too: {missing}")


def test_production_refuses_a_short_secret() -> None:
    answer = in_production("check", **{**SECRETS, "SECRET_KEY": "short"})
    assert answer.returncode != 0
    assert "SECRET_KEY must have at least 50 characters" in answer.stderr


@pytest.mark.parametrize("days", ["0", "-3", "99999999"])
def test_how_long_is_remembered_what_was_done_has_bounds(days: str) -> None:
    answer = manage("check", UBONGO_KEPT_DAYS=days)
    assert answer.returncode != 0
    assert answer.stderr.splitlines()[-1].endswith("UBONGO_KEPT_DAYS must be from 1 to 36500.")


def test_production_passes_the_deployment_check() -> None:
    answer = in_production("check", "--deploy", "--fail-level", "WARNING", **SECRETS)
    assert answer.returncode == 0, answer.stderr
    assert "no issues (0 silenced)" in answer.stdout
    assert answer.stderr == ""


def test_every_command_runs_without_any_variable(tmp_path: Path) -> None:
    answer = manage("check", UBONGO_VAR=str(tmp_path))
    assert answer.returncode == 0, answer.stderr
    assert "no issues" in answer.stdout


def test_the_secret_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    var = tmp_path / "new" / "var"
    key = local_secret_key(var)
    assert len(key) >= 50
    assert local_secret_key(var) == key
    assert stat.S_IMODE((var / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(var.stat().st_mode) == 0o700
    assert os.listdir(var) == ["secret_key"]


def test_simultaneous_first_starts_agree_on_the_secret_key(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path;"
        "from ubongo_site.environment import local_secret_key;"
        "print('ready', flush=True); sys.stdin.readline();"
        "print(local_secret_key(Path(sys.argv[1])))"
    )
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "var")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(6)
    ]
    for start in starts:
        assert start.stdout is not None
        assert start.stdout.readline() == "ready\n"
    for start in starts:
        assert start.stdin is not None
        start.stdin.write("\n")
        start.stdin.flush()
    keys = {start.communicate()[0] for start in starts}
    assert len(keys) == 1
    assert len(keys.pop().strip()) >= 50


def test_a_long_path_gets_a_short_socket(tmp_path: Path) -> None:
    assert local_socket(tmp_path) == tmp_path / "valkey.sock"
    long = tmp_path / ("long" * 25)
    address = local_socket(long)
    assert len(os.fsencode(address)) <= LONGEST_SOCKET_PATH
    assert address == local_socket(long)
    assert address != local_socket(tmp_path / ("other" * 25))
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(address))
    address.unlink()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("unix:///var/valkey.sock", "redis+socket:///var/valkey.sock"),
        ("redis://host:6379/1", "redis://host:6379/1"),
    ],
)
def test_the_broker_has_an_address_that_celery_understands(given: str, expected: str) -> None:
    assert broker_url(given) == expected
