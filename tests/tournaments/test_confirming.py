"""Results confirmed by two of the table or by the desk; corrected by the desk from then on."""

import re
from typing import Any

import pytest

from puzzles.services.refusal import Refusal
from tests.tournaments.pages import as_person, told
from tests.tournaments.people import NOW, account, enter, person, seated
from tournaments.models import Confirmation, Game, Tournament
from tournaments.services import confirming, games, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A finished dice game of three: Ann and Bob in each area's first round, Cleo consoled."""
    cup = seated(person("org"), ["Ann", "Bob", "Cleo"])
    game = cup.games.get()
    for _area in range(6):
        enter(account("org"), game, "Ann", "Bob")
    return Game.objects.get()


def confirm(name: str) -> Game:
    return confirming.confirm_result(user=account(name), game=Game.objects.get(), now=NOW)


def test_two_different_people_of_the_table(game: Game) -> None:
    assert game.result is not None
    assert confirm("Ann").confirmed_at is None
    assert confirm("Ann").confirmed_at is None  # never the same one twice
    assert Confirmation.objects.count() == 1
    assert confirm("Cleo").confirmed_at == NOW
    assert confirm("Bob").confirmed_at == NOW
    assert Confirmation.objects.count() == 2


def test_the_desk_alone(game: Game) -> None:
    assert confirm("org").confirmed_at == NOW


def test_nothing_to_confirm_before_the_end() -> None:
    seated(person("org"), ["Ann", "Bob"])
    with pytest.raises(Refusal) as refused:
        confirm("Ann")
    assert refused.value.message == "The game isn't over yet."
    with pytest.raises(Refusal) as refused:
        confirming.dispute_result(user=account("Ann"), game=Game.objects.get(), reason="slow")
    assert refused.value.message == "The game isn't over yet."


def test_a_change_takes_confirmations_back(game: Game) -> None:
    confirm("Ann")
    last = games.view_of(game).entries[-1].index
    games.undo_last(user=account("Bob"), game=game, index=last, now=NOW)
    assert (Confirmation.objects.count(), Game.objects.get().result) == (0, None)
    enter(account("Bob"), game, "Ann", "Bob")
    confirm("Ann")
    assert confirm("Bob").confirmed_at == NOW


def test_what_is_confirmed_only_the_desk_corrects(game: Game) -> None:
    confirm("Ann")
    confirm("Bob")
    last = games.view_of(game).entries[-1].index
    message = "The result is confirmed; only the desk corrects it, for a reason."
    for name in ("Ann", "org"):
        with pytest.raises(Refusal) as refused:
            games.undo_last(user=account(name), game=game, index=last, now=NOW)
        assert refused.value.message == message
    event = {"kind": "round", "filled": [0, 2]}
    change: dict[str, Any] = {"game": game, "corrections": {0: [event]}, "reason": "slip"}
    with pytest.raises(Refusal) as refused:
        rounds.correct_rounds(user=account("Ann"), now=NOW, **change)
    assert refused.value.message == message
    before = Game.objects.get().result
    rounds.correct_rounds(user=account("org"), now=NOW, **change)
    after = Game.objects.get()
    # Seats 0 and 1 had 18 points each and seat 2 six; of area 1 seat 1 has now the consolation.
    assert after.confirmed_at == NOW
    assert after.result != before


def test_a_disagreement_goes_to_the_desk(game: Game) -> None:
    confirm("Ann")
    confirming.dispute_result(user=account("Ann"), game=game, reason=" Bob was\nlate ")
    disputed = Game.objects.get()
    assert (disputed.dispute, disputed.confirmations.count()) == ("Bob was late", 0)
    desk = as_person(account("org"))
    page = desk.get(f"/tournaments/{game.tournament_id}/desk/").content.decode()
    assert "Not agreed: Bob was late" in page
    # Two who agree don't outvote the third.
    for name in ("Bob", "Cleo"):
        with pytest.raises(Refusal) as refused:
            confirm(name)
        assert refused.value.message == (
            "Somebody says that the result isn't right; the desk looks after it."
        )
    path = f"/tournaments/{game.tournament_id}/tables/1/"
    page = as_person(account("Bob")).get(path).content.decode()
    assert ("The desk decides." in page, f'{path}confirm/"' in page) == (True, False)
    assert confirm("org").dispute == ""
    with pytest.raises(Refusal) as refused:
        confirming.dispute_result(user=account("Bob"), game=game, reason="no")
    assert refused.value.message == "The result is confirmed; speak to the organiser."


def test_what_was_seen_is_confirmed_and_nothing_else(game: Game) -> None:
    path = f"/tournaments/{game.tournament_id}/tables/1/"
    bob = as_person(account("Bob"))
    page = bob.get(path).content.decode()
    [seen] = re.findall(r'name="seen" value="([^"]*\][^"]*)"', page)
    assert seen == game.result_in_figures != ""
    # Ann puts herself before Bob in the first area; the last entry is the same as before.
    rounds.correct_rounds(
        user=account("Ann"),
        game=game,
        corrections={0: [{"kind": "round", "filled": [0]}, {"kind": "round", "filled": [1]}]},
        reason="slip",
        now=NOW,
    )
    late = bob.post(path + "confirm/", {"seen": seen})
    assert (late.status_code, told(late), Confirmation.objects.count()) == (
        409,
        ["Something else was entered in the meantime; look at the game as it stands."],
        0,
    )
    [seen] = re.findall(r'name="seen" value="([^"]*\][^"]*)"', bob.get(path).content.decode())
    assert bob.post(path + "confirm/", {"seen": seen}).status_code == 302
    assert Confirmation.objects.get().user == account("Bob")


@pytest.mark.parametrize("reason", ["", "<b>", "x" * 201])
def test_a_disagreement_needs_words(game: Game, reason: str) -> None:
    with pytest.raises(Refusal) as refused:
        confirming.dispute_result(user=account("Ann"), game=game, reason=reason)
    assert (refused.value.field, Game.objects.get().dispute) == ("dispute", "")


def test_the_desk_goes_on_to_the_next_table(game: Game) -> None:
    desk = as_person(account("org"))
    here = f"/tournaments/{game.tournament_id}/"
    answer = desk.post(f"{here}tables/1/confirm/", follow=True)
    assert answer.redirect_chain == [(f"{here}desk/", 302)]
    said = [str(message) for message in answer.context["messages"]]
    assert said == ["Table 1: the result is confirmed."]
    assert Game.objects.get().confirmed_at is not None


def test_on_the_phones_of_two_players(game: Game) -> None:
    path = f"/tournaments/{game.tournament_id}/tables/1/"
    ann, cleo, rival = (as_person(account(name)) for name in ("Ann", "Cleo", "org"))
    tournament_page = ann.get(f"/tournaments/{game.tournament_id}/").content.decode()
    assert f'href="{path}?game={game.pk}"' in tournament_page
    assert 'action="' + path + "confirm/" in ann.get(path).content.decode()
    assert ann.post(path + "confirm/")["Location"] == f"{path}?game={game.pk}"
    assert 'action="' + path + "confirm/" not in ann.get(path).content.decode()
    assert cleo.post(path + "confirm/").status_code == 302
    assert Game.objects.get().confirmed_at is not None
    late = rival.post(path + "undo/", {"index": "5"})
    assert (late.status_code, told(late)) == (
        409,
        ["The result is confirmed; only the desk corrects it, for a reason."],
    )
    stranger = as_person(person("stranger"))
    assert stranger.post(path + "confirm/").status_code == 404
    Tournament.objects.update(state="finished")
    assert ann.post(path + "confirm/").status_code == 409


def test_through_the_api(game: Game) -> None:
    path = f"/api/v1/tournaments/{game.tournament_id}/tables/1/confirm/"
    ann, bob = as_person(account("Ann")), as_person(account("Bob"))
    assert ann.post(path).json()["confirmed"] is False
    assert bob.post(path).json()["confirmed"] is True
    assert as_person(person("stranger")).post(path).status_code == 404


def test_through_the_api_too_only_what_was_seen_is_confirmed(game: Game) -> None:
    ann, path = as_person(account("Ann")), f"/api/v1/tournaments/{game.tournament_id}/tables/1/"
    looked_at = ann.get(path).json()["result"]
    last = games.view_of(game).entries[-1].index
    games.undo_last(user=account("Bob"), game=game, index=last, now=NOW)
    enter(account("Bob"), game, "Bob", "Cleo")

    def confirms(seen: str) -> int:
        answer = ann.post(f"{path}confirm/", query_params={"seen": seen})
        return int(answer.status_code)

    assert (confirms(looked_at), confirms("")) == (409, 409)
    assert Confirmation.objects.count() == 0
    assert confirms(ann.get(path).json()["result"]) == 200
    assert Confirmation.objects.count() == 1
