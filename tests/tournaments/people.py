"""People and tournaments for tests."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model

from tournaments.models import Entry, Game, Registration, Tournament
from tournaments.services import drawing, games, organising, presence, registration

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
WALL = datetime(2026, 6, 7, 14, 0)


def person(name: str, **fields: Any) -> Any:
    """Somebody with an account."""
    return get_user_model().objects.create_user(name, f"{name}@example.org", "secret", **fields)


def account(username: str) -> Any:
    """The person with this login name."""
    return get_user_model().objects.get(username=username)


def tournament(organiser: Any, *, capacity: int = 16, areas: int = 6, **change: Any) -> Tournament:
    """A dice tournament whose registration is open."""
    wanted = {
        "name": "Sunday",
        "variant": "dice",
        "config": {"areas": areas},
        "starts_at": WALL,
        "time_zone": "Europe/Berlin",
        "closes_at": None,
        "capacity": capacity,
        "now": NOW,
        **change,
    }
    made = organising.save_tournament(user=organiser, **wanted)
    return organising.open_registration(tournament=made)


def register(user: Any, where: Tournament) -> Registration:
    return registration.register_player(user=user, tournament=where, now=NOW)


def withdraw(user: Any, where: Tournament) -> Registration:
    return registration.withdraw_player(user=user, tournament=where, now=NOW)


def seated(organiser: Any, names: Sequence[str], **change: Any) -> Tournament:
    """A tournament with everybody of these names present and at a table."""
    made = tournament(organiser, capacity=max(2, len(names)), **change)
    for name in names:
        own = register(person(name), made)
        presence.set_presence(registration=own, is_present=True)
    drawing.seat_present_players(tournament=made, seed=7, now=NOW)
    return Tournament.objects.get(pk=made.pk)


def enter(user: Any, game: Game, *filled: str, index: int | None = None) -> Entry:
    """Record that these people filled their area."""
    return enter_event(user, game, round_of(game, *filled), index=index)


def enter_event(
    user: Any, game: Game, event: Mapping[str, Any], *, index: int | None = None
) -> Entry:
    """Record any event, as the next one unless an index is given."""
    view = games.view_of(game)
    return games.record_entry(
        user=user,
        game=game,
        key=uuid4(),
        index=len(view.entries) if index is None else index,
        event=event,
        now=NOW + timedelta(minutes=len(view.entries)),
    ).entry


def round_of(game: Game, *filled: str) -> dict[str, Any]:
    """The event that these people filled their area."""
    names = games.view_of(game).names
    return {"kind": "round", "filled": [names.index(name) for name in filled]}
