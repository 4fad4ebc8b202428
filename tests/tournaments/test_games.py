"""Entries: once, in order, undone, corrected, on record."""

from uuid import uuid4

import pytest

from puzzles.services.refusal import Refusal
from tests.tournaments.people import NOW, account, enter, person, round_of, seated
from tournaments.models import Entry
from tournaments.services import games, rounds
from tournaments.services.overview import overview_of

pytestmark = pytest.mark.django_db


def test_the_four_player_game() -> None:
    """A and B together, then C, then D is left: 4, 4, 3 and a consolation, six times."""
    organiser = person("org")
    game = seated(organiser, ["A", "B", "C", "D"]).games.get()
    for _ in range(6):
        enter(organiser, game, "A", "B")
        enter(organiser, game, "C")
    view = games.view_of(game)
    assert view.finished
    assert [(place, name, score) for place, name, score, _why in view.standings] == [
        (1, name, 24) for name in view.names if name in "AB"
    ] + [(3, "C", 18), (4, "D", 6)]


def test_the_same_key_is_the_same_entry() -> None:
    organiser = person("org")
    game = seated(organiser, ["A", "B", "C"]).games.get()
    key = uuid4()

    def send() -> games.Recorded:
        return games.record_entry(
            user=organiser, game=game, key=key, index=0, event=round_of(game, "A"), now=NOW
        )

    first = send()
    enter(organiser, game, "B")
    again = send()
    assert (first.is_new, again.is_new) == (True, False)
    assert again.entry.as_told() == first.entry.as_told()
    assert Entry.objects.count() == 2


def test_a_late_copy_of_an_undone_entry_stays_undone() -> None:
    organiser = person("org")
    game = seated(organiser, ["A", "B", "C"]).games.get()
    entry = enter(organiser, game, "A")
    games.undo_last(user=organiser, game=game, index=0, now=NOW)
    again = games.record_entry(
        user=organiser, game=game, key=entry.key, index=0, event=entry.event, now=NOW
    )
    assert (again.is_new, games.view_of(game).events) == (False, [])


def test_another_entry_for_the_same_index_is_told_what_is_there() -> None:
    organiser = person("org")
    game = seated(organiser, ["A", "B", "C"]).games.get()
    there = enter(organiser, game, "A")
    with pytest.raises(games.Conflict) as conflict:
        enter(organiser, game, "B", index=0)
    assert (conflict.value.field, conflict.value.there) == ("index", [there])
    with pytest.raises(games.Conflict) as gap:
        enter(organiser, game, "B", index=5)
    assert gap.value.there == []
    assert Entry.objects.count() == 1


def test_what_the_rules_refuse_names_the_person() -> None:
    organiser = person("org")
    game = seated(organiser, ["A", "B", "C"]).games.get()
    enter(organiser, game, "A")
    with pytest.raises(Refusal) as refused:
        enter(organiser, game, "A")
    assert (refused.value.field, refused.value.message) == (
        "filled",
        "The area is already filled by A, who waits for the next one.",
    )
    with pytest.raises(Refusal) as stranger:
        games.record_entry(
            user=organiser,
            game=game,
            key=uuid4(),
            index=1,
            event={"kind": "round", "filled": [3]},
            now=NOW,
        )
    assert stranger.value.field == "filled"
    assert Entry.objects.count() == 1


def test_undo_takes_the_last_round_and_keeps_it_on_record() -> None:
    organiser = person("org")
    game = seated(organiser, ["A", "B", "C"]).games.get()
    enter(organiser, game, "A")
    last = enter(organiser, game, "B")
    with pytest.raises(games.Conflict):
        games.undo_last(user=organiser, game=game, index=0, now=NOW)
    assert games.undo_last(user=organiser, game=game, index=1, now=NOW) == [last]
    last.refresh_from_db()
    assert (last.retirement, last.retired_by, last.retired_at) == ("undone", organiser, NOW)
    with pytest.raises(games.Conflict):
        games.undo_last(user=organiser, game=game, index=1, now=NOW)
    enter(organiser, game, "C")
    assert [entry.index for entry in games.view_of(game).entries] == [0, 1]


def test_a_correction_replaces_a_round_and_says_why() -> None:
    organiser = person("org")
    game = seated(organiser, ["A", "B", "C"]).games.get()
    wrong = enter(organiser, game, "A")
    enter(organiser, game)
    view = rounds.correct_rounds(
        user=organiser,
        game=game,
        corrections={0: [round_of(game, "B")]},
        reason="  It was B.  ",
        now=NOW,
    )
    assert view.events == [round_of(game, "B"), round_of(game)]
    wrong.refresh_from_db()
    assert (wrong.retirement, wrong.reason, wrong.retired_by) == (
        "corrected",
        "It was B.",
        organiser,
    )


def test_a_correction_that_makes_a_later_round_wrong_is_refused_and_names_it() -> None:
    organiser = person("org")
    game = seated(organiser, ["A", "B", "C"]).games.get()
    enter(organiser, game, "A")
    enter(organiser, game, "B")  # C is consoled: the next area begins
    before = games.view_of(game).events
    with pytest.raises(Refusal) as refused:
        rounds.correct_rounds(
            user=organiser,
            game=game,
            corrections={0: [round_of(game, "B")]},
            reason="It was B.",
            now=NOW,
        )
    assert refused.value.message == (
        "Then round 2 would no longer be right: "
        "The area is already filled by B, who waits for the next one."
    )
    assert games.view_of(game).events == before
    assert Entry.objects.filter(retired_at__isnull=False).count() == 0


def test_a_round_that_was_never_played_is_taken_out() -> None:
    organiser = person("org")
    game = seated(organiser, ["A", "B", "C"]).games.get()
    enter(organiser, game)
    enter(organiser, game, "A")
    view = rounds.correct_rounds(
        user=organiser, game=game, corrections={0: []}, reason="a slip", now=NOW
    )
    assert [(entry.index, entry.event) for entry in view.entries] == [(0, round_of(game, "A"))]
    two = rounds.correct_rounds(
        user=organiser,
        game=game,
        corrections={0: [round_of(game), round_of(game, "A")]},
        reason="it was there after all",
        now=NOW,
    )
    assert two.events == [round_of(game), round_of(game, "A")]


def test_a_correction_without_a_reason_is_refused() -> None:
    organiser = person("org")
    game = seated(organiser, ["A", "B", "C"]).games.get()
    enter(organiser, game)
    with pytest.raises(Refusal) as refused:
        rounds.correct_rounds(user=organiser, game=game, corrections={0: []}, reason="   ", now=NOW)
    assert refused.value.field == "reason"


def test_who_wants_to_be_left_out_has_no_name_on_public_pages() -> None:
    organiser = person("org")
    cup = seated(organiser, ["A", "B"])
    shy = account("B")
    shy.is_listed = False
    shy.save()
    public = overview_of(cup)
    assert public.players == ["A", "Player 2"]
    assert sorted(public.tables[0].names) == ["A", "Player 2"]
