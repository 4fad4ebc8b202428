"""A player's own page: my table, what came of my rounds, where I stand, what comes next."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.pages import as_person, queries, text, told
from tests.tournaments.people import NOW, account, person, register, seated, tournament
from tournaments.models import Game, Registration, Round, Tournament
from tournaments.services import clock, confirming, drawing, organising, presence
from tournaments.services.mine import Mine, mine_of
from tournaments.services.overview import lines_of
from tournaments.views import live

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    """Eight players in three rounds and a final; the first is drawn, and nothing played."""
    return seated(organiser, list("ABCDEFGH"), planned_rounds=3, finals="final")


def own(cup: Tournament, name: str = "A") -> Registration:
    registrations = Registration.objects.select_related("tournament", "user")
    return registrations.get(tournament=cup, user__username=name)


def mine(cup: Tournament, name: str = "A") -> Mine:
    one = own(cup, name)
    return mine_of(one, lines_of(one.tournament))


def page(cup: Tournament, name: str = "A", part: str = "") -> str:
    answer = as_person(account(name)).get(f"/tournaments/{cup.pk}/mine/{part}")
    assert answer.status_code == 200
    shown = text(answer).split("Sunday My table, my next round")[-1].split(" Sound ")[0]
    return shown.removesuffix(" API").strip()


def end(drawn: Round) -> None:
    """At every table the earlier in the alphabet is the better: 10 points, 9, 8, 7."""
    for game in drawn.games.prefetch_related("seats__registration__user"):
        names = [seat.registration.name for seat in game.seats.all()]
        places = [sorted(names).index(name) + 1 for name in names]
        result = {"places": places, "scores": [11 - place for place in places]}
        Game.objects.filter(pk=game.pk).update(result=result)
    Tournament.objects.update(version=drawn.number + 1000)


def draw(cup: Tournament, number: int) -> Round:
    drawing.draw_next_round(tournament=cup, number=number, seed=5, now=NOW)
    return cup.rounds.get(number=number)


def companions(cup: Tournament, name: str = "A", number: int = 1) -> list[str]:
    """Who else sits at the table, by a query of the test's own."""
    game = Game.objects.get(
        tournament=cup, round__number=number, seats__registration__user__username=name
    )
    names = game.seats.order_by("number").values_list("registration__user__username", flat=True)
    return [other for other in names if other != name]


# --- what it says -----------------------------------------------------------------------------


def test_before_the_tournament_begins(organiser: Any) -> None:
    cup = tournament(organiser, capacity=2)
    for name in "ABC":
        register(person(name), cup)
    begins = (
        "What comes next The tournament begins on June 7, 2026, 2 p.m. (Europe/Berlin)."
        " As soon as the tables are drawn, yours stands here."
    )
    assert page(cup, "A") == f"A registered open for registration {begins}"
    assert page(cup, "C") == f"C on the waitlist open for registration {begins}"
    presence.set_presence(registration=own(cup), is_present=True)
    assert page(cup, "A") == f"A present open for registration {begins}"
    organising.call_off(tournament=cup, now=NOW)
    assert page(cup, "A") == "A present called off"


def test_at_a_table(cup: Tournament) -> None:
    game = own(cup).seats.get().game
    others = ", ".join(companions(cup))
    assert page(cup) == (
        f"A present running Round 1 of 3 Table {game.table} With {others} Game Dice game"
        f" To my table {game.table}"
        " What comes next Round 2 of 3 It is drawn when all results are in. 2 tables still play."
        f" My rounds Round Table Place Points 1 Table {game.table} {others} – –"
        " I have to leave The game at your table goes on and counts as it ends there; tell the"
        " others how you leave it. From the next round on you are not drawn. What you have won"
        " stays yours, and a round that you miss costs nothing. You can come back here."
        " Only who is present plays in the finals. Leave now"
    )
    assert page(cup, part="live/") == page(cup)


def test_the_clock_is_that_of_my_table(cup: Tournament) -> None:
    drawn, now = cup.rounds.get(), timezone.now()
    clock.start_clock(drawn=drawn, minutes=20, now=now)
    game = Game.objects.select_related("round").get(seats__registration=own(cup))
    clock.extend_table(game=game, minutes=5, now=now)
    client = as_person(account("A"))
    body = client.get(f"/tournaments/{cup.pk}/mine/").content.decode()
    ends = now + timedelta(minutes=25)
    assert re.findall(r'data-until="(\d+)"', body) == [str(int(ends.timestamp()))]
    assert "Your table has 5 minutes more." in body
    other = next(name for name in "BCDEFGH" if name not in companions(cup))
    body = as_person(account(other)).get(f"/tournaments/{cup.pk}/mine/").content.decode()
    ends = now + timedelta(minutes=20)
    assert re.findall(r'data-until="(\d+)"', body) == [str(int(ends.timestamp()))]
    assert "minutes more" not in body


def test_my_boards_are_those_of_my_seat(cup: Tournament) -> None:
    seat = own(cup).seats.get()
    hands = [[f"{10 * number + one}A" for one in range(1, 10)] for number in range(4)]
    boards = {"deck": "classic1#7", "box": 2, "seats": hands}
    Game.objects.filter(pk=seat.game_id).update(boards=boards)
    assert mine(cup).games[0].boards == hands[seat.number]
    first, last = hands[seat.number][0], hands[seat.number][-1]
    shown = re.search(r"My boards (.*?) From box 2 of classic1#7, in this order", page(cup))
    assert shown is not None
    assert (shown[1].split(" · ")[0], shown[1].split(" · ")[-1]) == (first, last)


def test_a_result_waits_until_i_have_confirmed_it(cup: Tournament) -> None:
    end(cup.rounds.get())
    game = own(cup).seats.get().game
    waits = "The result waits for you to say that it is right. Look and confirm"
    assert page(cup).startswith(f"A present running {waits} Round 1 of 3 Table {game.table}")
    link = f"/tournaments/{cup.pk}/tables/{game.table}/?game={game.pk}"
    client = as_person(account("A"))
    assert link in client.get(f"/tournaments/{cup.pk}/mine/").content.decode()
    confirming.confirm_result(user=account("A"), game=game, now=NOW)
    assert waits not in page(cup)
    neighbour = companions(cup)[0]
    # Also when the next round is drawn by then.
    draw(cup, 2)
    assert f"Round 1 of 3: {waits}" in page(cup, neighbour)
    confirming.confirm_result(user=account(neighbour), game=game, now=NOW)
    assert [mine(cup, name).to_confirm for name in ("A", *companions(cup))] == [[]] * 4


def test_where_i_stand_and_what_came_of_my_rounds(cup: Tournament) -> None:
    first = cup.rounds.get()
    assert mine(cup).standing is None  # before the first result all would be first
    end(first)
    second = draw(cup, 2)
    end(second)
    view = mine(cup)
    # A is the first in the alphabet, and so of every table: a point in each round.
    assert [(one.place, one.points) for one in view.games] == [(1, 10), (1, 10)]
    assert [sorted(one.companions) for one in view.games] == [
        sorted(companions(cup, number=1)),
        sorted(companions(cup, number=2)),
    ]
    assert view.standing is not None
    assert (view.standing.place, view.players) == (1, 8)
    [sentence] = view.standing.why
    assert re.fullmatch(r"Stands above [B-H](, [B-H])*: Table points 2 to [\d.]+\.", sentence)
    assert f"Where I stand Place 1 of 8 {sentence} All standings" in page(cup)
    # H is the last of both tables, with nothing.
    view = mine(cup, "H")
    assert (view.standing and view.standing.place) == 8


def test_what_comes_next(cup: Tournament) -> None:
    def comes() -> str:
        found = re.search(r"What comes next (.*?) (Where I stand|My rounds)", page(cup))
        assert found is not None
        return found[1]

    for number in (1, 2, 3):
        drawn = cup.rounds.get() if number == 1 else draw(cup, number)
        following = "Final" if number == 3 else f"Round {number + 1} of 3"
        best = " The best by the standings play it." if number == 3 else ""
        waiting = "It is drawn when all results are in. 2 tables still play."
        assert comes() == f"{following} {waiting}{best}"
        end(drawn)
        assert comes() == f"{following} All results are in; the desk draws it.{best}"
    final = draw(cup, 4)
    assert (comes(), mine(cup).now is not None) == ("Nothing: this is the last round.", True)
    out = next(name for name in "HGFEDCB" if name not in companions(cup, number=4))
    assert "Final You are not among those who play it. What comes next Nothing" in page(cup, out)
    end(final)
    assert comes() == "All is played; the desk ends the tournament."
    organising.finish(tournament=cup)
    assert page(cup).startswith("A present finished Final standings Place 1 of 8 Stands above")
    assert "What comes next" not in page(cup)


def test_a_single_game_is_followed_as_it_is_played(organiser: Any) -> None:
    cup = seated(organiser, ["Ann", "Bob"])
    shown = page(cup, "Ann")
    assert shown.startswith("Ann present running My table Table 1 With Bob Game Dice game")
    assert "Where I stand Place 1 of 2 Level with Bob" in shown
    assert ("My rounds" in shown, "Round" in shown) == (False, False)


def test_who_wants_to_be_left_out_is_named_at_the_own_table_alone(cup: Tournament) -> None:
    end(cup.rounds.get())
    shy = companions(cup)[0]
    stranger = next(name for name in "BCDEFGH" if name not in companions(cup))
    for name in (shy, stranger):
        user = account(name)
        user.is_listed, user.nickname = False, f"Secret-{name}"
        user.save()
    shown = page(cup)
    assert f"Secret-{shy}" in shown
    assert f"Secret-{stranger}" not in shown
    assert f"{stranger}," not in shown


# --- for whom ---------------------------------------------------------------------------------


def test_only_for_who_is_registered(cup: Tournament, organiser: Any) -> None:
    presence.enter_guest(tournament=tournament(organiser), name="Gus", is_present=True, now=NOW)
    other = tournament(person("rival"))
    for path in ("", "live/"):
        assert as_person(organiser).get(f"/tournaments/{cup.pk}/mine/{path}").status_code == 404
        assert (
            as_person(account("A")).get(f"/tournaments/{other.pk}/mine/{path}").status_code == 404
        )
        assert Client().get(f"/tournaments/{cup.pk}/mine/{path}").status_code == 302


def test_who_was_taken_off_still_sees_what_was_won(cup: Tournament) -> None:
    end(cup.rounds.get())
    presence.take_off(registration=own(cup), now=NOW)
    draw(cup, 2)
    shown = page(cup)
    assert shown.startswith("A taken off by the organiser running")
    assert ("Place 1 of" in shown, "I'm back" in shown, "leave" in shown) == (True, False, False)


def test_what_leads_to_it(cup: Tournament) -> None:
    address = f'href="/tournaments/{cup.pk}/mine/"'
    player = as_person(account("A"))
    for path in ("/tournaments/", f"/tournaments/{cup.pk}/", f"/tournaments/{cup.pk}/own/"):
        assert address in player.get(path).content.decode()
        assert address not in as_person(account("org")).get(path).content.decode()
    assert address not in Client().get("/tournaments/").content.decode()


# --- leaving and coming back ------------------------------------------------------------------


def test_leaving_and_coming_back(cup: Tournament, desk: Client) -> None:
    player, path = as_person(account("A")), f"/tournaments/{cup.pk}/mine/"
    end(cup.rounds.get())
    for _ in range(2):  # again changes nothing
        assert player.post(f"{path}leave/")["Location"] == path
    assert not own(cup).is_present
    assert "A away" in text(desk.get(f"/tournaments/{cup.pk}/desk/"))
    assert page(cup).startswith(
        "A away running You are away. When you are here again, you are drawn from the next round"
        " on. I'm back"
    )
    assert "You are not drawn, for you are away." in page(cup)
    second = draw(cup, 2)
    assert not second.games.filter(seats__registration=own(cup)).exists()
    assert "Round 2 of 3 It was drawn without you." in page(cup)
    end(second)
    for _ in range(2):
        assert player.post(f"{path}come-back/")["Location"] == path
    assert own(cup).is_present
    assert draw(cup, 3).games.filter(seats__registration=own(cup)).exists()


def test_when_nobody_leaves_or_comes_back(cup: Tournament, organiser: Any) -> None:
    early = tournament(organiser)
    register(account("A"), early)
    player = as_person(account("A"))
    for deed in ("leave", "come-back"):
        answer = player.post(f"/tournaments/{early.pk}/mine/{deed}/")
        assert (answer.status_code, told(answer)) == (409, ["The tournament isn't running."])
    # Never there: whoever has not been seen here is looked for at the desk first.
    Tournament.objects.update(capacity=9)
    late = register_late(cup, "late")
    answer = as_person(late).post(f"/tournaments/{cup.pk}/mine/come-back/")
    assert (answer.status_code, told(answer)) == (409, ["Say at the desk that you are there."])
    assert page(cup, "late").startswith("late away running Say at the desk that you are there.")
    # Taken off by the desk: not back by oneself.
    presence.take_off(registration=own(cup, "B"), now=NOW)
    answer = as_person(account("B")).post(f"/tournaments/{cup.pk}/mine/come-back/")
    assert (answer.status_code, told(answer)) == (409, ["Only who has a place can be present."])


def register_late(cup: Tournament, name: str) -> Any:
    """Somebody who has a place, and was at no table when the first round was drawn."""
    user = person(name)
    Registration.objects.create(
        tournament=cup, user=user, number=99, state=Registration.State.REGISTERED, changed=NOW
    )
    return user


def test_mails_of_each_round_are_a_wish(cup: Tournament) -> None:
    player, path = as_person(account("A")), f"/tournaments/{cup.pk}/mine/"
    ticked = '<input type="checkbox" name="each_round" checked>'
    for sent, wanted in (({"each_round": "on"}, True), ({}, False)):
        assert player.post(f"{path}mails/", sent)["Location"] == path
        assert own(cup).mails_each_round == wanted
        assert (ticked in player.get(path).content.decode()) == wanted
    # Of a single round there is nothing to choose, nor after the last one was drawn.
    single = seated(account("org"), ["x", "y"])
    assert (
        "mails/"
        not in as_person(account("x")).get(f"/tournaments/{single.pk}/mine/").content.decode()
    )


def test_the_wish_for_mails_through_the_api(cup: Tournament) -> None:
    player, path = as_person(account("A")), f"/api/v1/tournaments/{cup.pk}/"
    for wanted in (True, False):
        answer = player.put(f"{path}mails/", {"each_round": wanted}, "application/json")
        assert (answer.status_code, answer.json()["mails_each_round"]) == (200, wanted)
        assert player.get(f"{path}own/").json()["mails_each_round"] == wanted
    stranger = as_person(person("stranger"))
    answer = stranger.put(f"{path}mails/", {"each_round": True}, "application/json")
    assert (answer.status_code, answer.json()) == (
        409,
        {"non_field_errors": ["You are not registered."]},
    )


# --- at what cost -----------------------------------------------------------------------------


def test_it_costs_the_same_for_few_and_many(organiser: Any) -> None:
    costs = set()
    for letter, count in (("a", 8), ("b", 40)):
        names = [f"{letter}{number}" for number in range(count)]
        cup = seated(organiser, names, planned_rounds=4)
        for number in (1, 2):
            drawn = cup.rounds.get() if number == 1 else draw(cup, number)
            end(drawn)
        player = as_person(account(names[0]))
        path = f"/tournaments/{cup.pk}/mine/"
        first = queries(player, path)
        costs.add((first, queries(player, path), queries(player, f"{path}live/")))
    assert len(costs) == 1
    [(first, again, live)] = costs
    # Once for all players after a change: games, seats, and the play-offs.
    assert first == again + 3
    assert (again, live) == (10, 11)


def test_that_nothing_has_changed_costs_little(cup: Tournament) -> None:
    player, path = as_person(account("A")), f"/tournaments/{cup.pk}/mine/live/"
    first = player.get(path)
    with CaptureQueriesContext(connection) as captured:
        same = player.get(path, headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert float(same["X-Now"]) >= float(first["X-Now"])
    # The session, the person, and the version.
    assert len(captured) == 3
    presence.leave(user=account("B"), tournament=cup)
    assert player.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_standings_are_worked_out_once_for_all(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    end(cup.rounds.get())
    worked_out = []

    def counted(shown: Tournament) -> Any:
        worked_out.append(shown.version)
        return lines_of(shown)

    monkeypatch.setattr(live, "lines_of", counted)
    for name in "ABCD":
        assert "Where I stand" in page(cup, name)
    assert len(worked_out) == 1
    presence.leave(user=account("B"), tournament=cup)
    page(cup)
    assert worked_out == [worked_out[0], worked_out[0] + 1]


def test_the_page_is_another_one_as_soon_as_check_in_opens(organiser: Any) -> None:
    cup, now = tournament(organiser), timezone.now()
    register(person("A"), cup)
    player, path = as_person(account("A")), f"/tournaments/{cup.pk}/mine/live/"
    rows, an_hour = Tournament.objects.filter(pk=cup.pk), timedelta(hours=1)
    rows.update(check_in_opens_at=now + an_hour, check_in_closes_at=now + 2 * an_hour)
    before = player.get(path)
    assert player.get(path, headers={"If-None-Match": before["ETag"]}).status_code == 304
    rows.update(check_in_opens_at=now - an_hour)
    assert player.get(path, headers={"If-None-Match": before["ETag"]}).status_code == 200
