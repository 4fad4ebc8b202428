"""The servers of the tests leave nothing behind, whatever ends the tests."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.servers import bare_environment
from tests.waiting import alive, eventually

TEST = """
import json, os, threading
from django.core.cache import cache

def test_that_does_not_end(db):
    cache.set("key", "value")
    told = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL", "UBONGO_VAR")}
    with open(os.environ["TOLD"] + ".part", "w") as file:
        json.dump(told, file)
    os.rename(file.name, os.environ["TOLD"])
    threading.Event().wait()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "test_endless.py").write_text(TEST)
    told = tmp_path / "told.json"
    tests = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-c",
            "pyproject.toml",
            "-p",
            "no:cacheprovider",
            tmp_path,
        ],
        env=bare_environment() | {"TOLD": str(told)},
        stdout=subprocess.DEVNULL,
    )
    try:
        eventually(told.exists, "the test runs", within=30)
        variables = json.loads(told.read_text())
        root = Path(variables["UBONGO_VAR"]).parent
        assert variables["DATABASE_URL"].endswith(f"host={root}/pg")
        assert variables["REDIS_URL"] == f"unix://{root}/valkey.sock"
        keeper = psutil.Process(tests.pid).children()[0]
        everybody = [keeper, *keeper.children()]
        postmaster = int((root / "pg" / "postmaster.pid").read_text().split()[0])
        everybody.append(psutil.Process(postmaster))
        tests.send_signal(number)
        tests.wait(timeout=20)
    finally:
        tests.kill()
        tests.wait()
    eventually(lambda: not alive(everybody), "the keeper and its servers have ended")
    assert not root.exists()
