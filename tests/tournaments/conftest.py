"""An organiser with a desk, and a tournament of three at one table."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.pages import as_person
from tests.tournaments.people import (
    enter,
    person,
    seated,
)
from tournaments.models import Tournament


@pytest.fixture
def organiser() -> Any:
    return person("org")


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    """A, B and C at table 1; A has filled the first area."""
    made = seated(organiser, ["A", "B", "C"])
    enter(organiser, made.games.get(), "A")
    made.refresh_from_db()
    return made


@pytest.fixture
def desk(organiser: Any) -> Client:
    return as_person(organiser)
