"""Reading pages and sending entries in tests."""

import json
import re
from typing import Any
from uuid import uuid4

from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tournaments.models import Game, Tournament


def as_person(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text(answer: Any) -> str:
    """What a page says, without its tags, in one line."""
    body = re.sub(r"<(script|style).*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def told(answer: Any) -> list[str]:
    """The messages that the next page will show."""
    return [str(message) for message in get_messages(answer.wsgi_request)]


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def send(client: Client, cup: Tournament, body: Any) -> Any:
    content = body if isinstance(body, str | bytes) else json.dumps(body)
    path = f"/tournaments/{cup.pk}/tables/1/enter/"
    return client.post(path, content, content_type="application/json")


def entry(filled: Any, *, index: Any = 1, key: Any = None) -> dict[str, Any]:
    event = {"kind": "round", "filled": filled}
    return {"key": str(uuid4()) if key is None else key, "index": index, "event": event}


def page_of(game: Game) -> str:
    return f"/tournaments/{game.tournament_id}/tables/{game.table}/"


def api_of(game: Game) -> str:
    return f"/api/v1{page_of(game)}"


def post(client: Client, path: str, body: Any) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json")


def entry_of(event: Any, index: int) -> dict[str, Any]:
    return {"key": str(uuid4()), "index": index, "event": event}
