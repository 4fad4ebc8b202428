"""A worker's count of the messages at hand, when the broker goes away in between."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection
from kombu.transport import redis

from tests.broker.brokers import OwnValkey
from ubongo_site.broker import ForgivingQoS


def acknowledge(message: Any) -> None:
    message.ack()


def send_back(message: Any) -> None:
    message.requeue()


def takes_more(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    counting: type[redis.QoS],
    settle: Callable[[Any], None],
) -> bool:
    """Would a worker of one slot take a message after it couldn't settle the one it had?"""
    monkeypatch.setattr(redis.Channel, "QoS", counting)
    with closing(OwnValkey(folder)) as valkey:
        connection = Connection(
            valkey.variables["REDIS_URL"], transport_options={"socket_connect_timeout": 2}
        )
        with connection, connection.SimpleQueue("slots") as queue:
            queue.put("a job")
            channel = queue.channel
            channel.basic_qos(0, 1, False)
            message = queue.get(timeout=5)
            assert not channel.qos.can_consume()
            valkey.stop()
            with pytest.raises(connection.connection_errors):
                settle(message)
            free = bool(channel.qos.can_consume())
            valkey.start()
            return free


@pytest.mark.parametrize("settle", [acknowledge, send_back])
def test_a_message_that_could_not_be_settled_holds_no_slot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settle: Callable[[Any], None]
) -> None:
    assert takes_more(monkeypatch, tmp_path, ForgivingQoS, settle)


@pytest.mark.parametrize("settle", [acknowledge, send_back])
def test_without_the_cure_it_would(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settle: Callable[[Any], None]
) -> None:
    # As soon as this fails the cure isn't needed any more.
    assert not takes_more(monkeypatch, tmp_path, redis.QoS, settle)
