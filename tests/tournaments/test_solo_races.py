"""Two taps at the same moment, and two starts: what counts, counts once."""

from uuid import UUID, uuid4

import pytest

from tests.broker.race import overlapping
from tests.tournaments.people import person
from tests.tournaments.solo_cards import cards
from tests.tournaments.test_solo import after, lying, start, state
from tournaments.models import SoloEvent, SoloRun
from tournaments.services import solo

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("is_same_key", [True, False])
def test_two_taps_at_once_count_once(is_same_key: bool) -> None:
    cards(4)
    run = start(person("ann"), minutes=5)
    task, key = lying(run), uuid4()
    became: list[str] = []

    def tap(key: UUID) -> None:
        try:
            tapped = solo.tap(run=run, key=key, kind="solved", task=task, now=after(10))
            became.append("taken" if tapped.is_new else "known")
        except solo.Untimely:
            became.append("refused")

    assert overlapping(lambda: tap(key), lambda: tap(key if is_same_key else uuid4()))
    assert became == ["taken", "known" if is_same_key else "refused"]
    assert SoloEvent.objects.count() == len(state(run).solved) == 1


def test_two_starts_at_once_are_one_game() -> None:
    cards(4)
    ann = person("ann")
    refused: list[str] = []

    def start_late() -> None:
        try:
            start(ann)
        except solo.Untimely as untimely:
            refused.append(untimely.message)

    assert overlapping(lambda: start(ann), start_late)
    assert refused == ["You are playing already; finish that game or give it up."]
    assert SoloRun.objects.count() == 1
