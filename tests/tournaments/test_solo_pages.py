"""Playing alone on the pages and through the API: who may what, with which status, at what cost."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.pages import as_person, text
from tests.tournaments.people import NOW, person
from tests.tournaments.solo_cards import cards
from tests.tournaments.test_solo_records import FIVE_MINUTES, FIVE_TASKS, keep
from tournaments.models import SoloEvent, SoloRun
from tournaments.services import solo

pytestmark = pytest.mark.django_db

API = "/api/v1/solo/"


@pytest.fixture
def ann() -> Any:
    return person("ann")


@pytest.fixture
def anns(ann: Any) -> Client:
    return as_person(ann)


def running(user: Any, **options: Any) -> SoloRun:
    """A run that began a moment ago."""
    cards(6)
    return solo.start_run(
        user=user,
        variant="solo-classic",
        options=options or {"minutes": 5},
        seed=1,
        now=timezone.now(),
    )


def overdue(run: SoloRun) -> None:
    SoloRun.objects.filter(pk=run.pk).update(deadline=timezone.now() - timedelta(seconds=1))


def there(run: SoloRun) -> str:
    task = solo.RunView(run).task
    assert task is not None
    return str(task.pk)


def form_of(run: SoloRun, **changes: Any) -> dict[str, Any]:
    return {"key": str(uuid4()), "task": there(run), "kind": "solved", **changes}


class TestPages:
    def test_a_game_from_start_to_end(self, anns: Client, ann: Any) -> None:
        cards(6)
        wanted = {"variant": "solo-classic", "form": json.dumps(FIVE_TASKS)}
        answer = anns.post("/solo/start/", wanted)
        run = SoloRun.objects.get()
        assert (answer.status_code, answer["Location"]) == (302, f"/solo/runs/{run.pk}/")
        assert "Back to your game" in text(anns.get("/solo/"))
        for place in range(5):
            page = anns.get(f"/solo/runs/{run.pk}/")
            assert f"Solved: {place} / 5" in text(page)
            assert page["Cache-Control"].startswith("max-age=0, no-cache, no-store")
            answer = anns.post(f"/solo/runs/{run.pk}/tap/", form_of(run))
            assert (answer.status_code, answer["Location"]) == (302, f"/solo/runs/{run.pk}/")
        assert "The game is over. Solved 5 Set aside 0" in text(anns.get(f"/solo/runs/{run.pk}/"))
        assert "ann" in text(Client().get("/solo/records/"))

    def test_a_double_tap_counts_once(self, anns: Client, ann: Any) -> None:
        run = running(ann)
        sent = form_of(run)
        for _ in range(2):
            assert anns.post(f"/solo/runs/{run.pk}/tap/", sent).status_code == 302
        assert SoloEvent.objects.count() == 1

    def test_what_the_client_says_of_time_is_ignored(self, anns: Client, ann: Any) -> None:
        run = running(ann)
        anns.post(f"/solo/runs/{run.pk}/tap/", form_of(run, seconds="0", arrived_at="2020-01-01"))
        event = SoloEvent.objects.get()
        assert event.arrived_at > run.started_at
        assert event.event["seconds"] == pytest.approx(
            (event.arrived_at - run.started_at).total_seconds(), abs=0.1
        )

    def test_a_late_tap_is_told_so(self, anns: Client, ann: Any) -> None:
        run = running(ann)
        sent = form_of(run)
        overdue(run)
        answer = anns.post(f"/solo/runs/{run.pk}/tap/", sent)
        assert answer.status_code == 409
        assert "The time was up before this arrived;" in text(answer)
        assert "Time is up. Solved 0" in text(answer)

    def test_without_a_script_the_page_asks_again_at_the_deadline(
        self, anns: Client, ann: Any
    ) -> None:
        run = running(ann)
        page = anns.get(f"/solo/runs/{run.pk}/").content.decode()
        assert '<noscript><meta http-equiv="refresh" content="301"></noscript>' in page

    def test_giving_up(self, anns: Client, ann: Any) -> None:
        run = running(ann)
        anns.post(f"/solo/runs/{run.pk}/give-up/")
        assert "has no result" in text(anns.get(f"/solo/runs/{run.pk}/"))

    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            ({"key": "nonsense"}, 400),
            ({"kind": "time_up"}, 400),
            ({"task": "0"}, 409),
            ({"task": "x" * 9999}, 409),
            ({"key": "\0"}, 400),
        ],
    )
    def test_taps_that_are_none(
        self, anns: Client, ann: Any, sent: dict[str, Any], status: int
    ) -> None:
        run = running(ann)
        answer = anns.post(f"/solo/runs/{run.pk}/tap/", form_of(run, **sent))
        assert answer.status_code == status
        assert not SoloEvent.objects.exists()

    @pytest.mark.parametrize(
        "sent",
        [
            {},
            {"variant": "solo-classic", "form": "nonsense"},
            {"variant": "solo-classic", "form": "[" * 100_000},
            {"variant": "solo-classic", "form": '{"minutes": 7}'},
            {"variant": "dice", "form": "{}"},
            {"variant": "solo-classic", "form": "{}"},  # no cards at all
        ],
    )
    def test_what_cannot_be_started(self, anns: Client, sent: dict[str, str]) -> None:
        assert anns.post("/solo/start/", sent).status_code == 400
        assert not SoloRun.objects.exists()

    def test_a_second_game_at_once(self, anns: Client, ann: Any) -> None:
        running(ann)
        wanted = {"variant": "solo-classic", "form": json.dumps(FIVE_MINUTES)}
        answer = anns.post("/solo/start/", wanted)
        assert answer.status_code == 409
        assert "You are playing already" in text(answer)

    def test_a_game_is_its_players(self, anns: Client, ann: Any) -> None:
        run = running(ann)
        other = as_person(person("ben"))
        sent = form_of(run)
        for path in ("", "tap/", "give-up/"):
            method = "post" if path else "get"
            address = f"/solo/runs/{run.pk}/{path}"
            assert getattr(other, method)(address, sent).status_code == 404
            answer = getattr(Client(), method)(address, sent)
            assert (answer.status_code, answer["Location"].split("?")[0]) == (
                *(302, "/accounts/login/"),
            )
        for path in ("/solo/own/", "/solo/start/"):
            assert Client().get(path).status_code == 302
        assert SoloRun.objects.get().ended_at is None

    def test_a_stranger_may_look(self) -> None:
        assert "Log in to play" in text(Client().get("/solo/"))
        assert "Nobody has a result yet." in text(Client().get("/solo/records/"))

    def test_records_have_nicknames_only(self) -> None:
        keep(person("ann", nickname="Anni"), 3, at=timezone.now())
        page = text(Client().get("/solo/records/"))
        assert "the day 3 Anni the month 3 Anni all times 3 Anni" in page
        assert "ann" not in page.replace("Anni", "")

    @pytest.mark.parametrize("path", ["/solo/records/", "/solo/own/", f"{API}records/"])
    def test_few_results_cost_as_much_as_many(self, anns: Client, ann: Any, path: str) -> None:
        costs = []
        for people in ([ann], [ann, person("ben"), person("cleo")]):
            for one in people:
                keep(one, 3, at=NOW)
                keep(one, 5, form=FIVE_TASKS, at=NOW)
            with CaptureQueriesContext(connection) as captured:
                assert anns.get(path).status_code == 200
            costs.append(len(captured))
        assert costs[0] == costs[1] <= 5

    def test_in_german(self, anns: Client, ann: Any) -> None:
        keep(ann, 3, at=NOW)
        page = text(anns.get("/solo/own/", headers={"Accept-Language": "de"}))
        assert "Klassisch allein: Gegen 5 Minuten · Aufgaben mit 3 Teilen" in page


class TestApi:
    def post(self, client: Client, path: str, body: Any) -> Any:
        return client.post(API + path, json.dumps(body), content_type="application/json")

    def test_a_game(self, anns: Client) -> None:
        cards(6)
        answer = self.post(anns, "runs/", {"variant": "solo-classic", "config": {"tasks": 5}})
        run = answer.json()
        assert answer.status_code == 201
        assert (run["config"], run["solved"], run["counts"]) == (FIVE_TASKS, [], False)
        assert (run["task"]["piece_set"], run["task"]["pieces"]) == ("classic-12", ["A", "D", "K"])
        path = f"runs/{run['id']}/"
        body = {"key": str(uuid4()), "kind": "set_aside", "task": run["task"]["id"], "seconds": 0}
        first = self.post(anns, f"{path}events/", body)
        assert (first.status_code, first.json()["index"]) == (201, 0)
        assert first.json()["event"] == {"kind": "set_aside", "task": run["task"]["id"]}
        again = self.post(anns, f"{path}events/", body)
        assert (again.status_code, again.json()) == (200, first.json())
        now = anns.get(API + path).json()
        assert (now["set_aside"], now["ended_at"]) == ([run["task"]["id"]], None)
        stale = self.post(anns, f"{path}events/", {**body, "key": str(uuid4())})
        assert (stale.status_code, list(stale.json())) == (409, ["task"])
        second = self.post(anns, "runs/", {"variant": "solo-classic", "config": {}})
        assert second.status_code == 409
        given_up = self.post(anns, f"{path}give-up/", {}).json()
        assert (given_up["task"], given_up["counts"]) == (None, False)

    def test_an_option_that_is_no_text(self, anns: Client) -> None:
        body = {"variant": "solo-classic", "config": {"\ud800": 1}}
        answer = self.post(anns, "runs/", body)
        assert (answer.status_code, list(answer.json())) == (400, ["config"])

    def test_late(self, anns: Client, ann: Any) -> None:
        run = running(ann)
        sent = form_of(run)
        overdue(run)
        answer = self.post(anns, f"runs/{run.pk}/events/", sent)
        assert answer.status_code == 409
        assert answer.json() == {
            "non_field_errors": ["The time was up before this arrived; it doesn't count."]
        }

    def test_records(self, ann: Any) -> None:
        keep(ann, 3, at=timezone.now() - timedelta(days=400))
        (record,) = Client().get(f"{API}records/").json()
        assert (record["variant"], record["config"]) == ("solo-classic", FIVE_MINUTES)
        assert (record["day"], record["month"]) == ([], [])
        (best,) = record["ever"]
        assert (best["player"], best["solved"], best["seconds"]) == ("ann", 3, 100)

    def test_who_may(self, anns: Client, ann: Any) -> None:
        run = running(ann)
        other = as_person(person("ben"))
        sent = form_of(run)
        assert anns.get(f"{API}runs/{run.pk}/").status_code == 200
        for client, status in ((Client(), 401), (other, 404)):
            assert client.get(f"{API}runs/{run.pk}/").status_code == status
            assert self.post(client, f"runs/{run.pk}/events/", sent).status_code == status
            assert self.post(client, f"runs/{run.pk}/give-up/", {}).status_code == status
        assert self.post(Client(), "runs/", {}).status_code == 401
        assert not SoloEvent.objects.exists()

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({}, "variant"),
            ({"variant": "dice", "config": {}}, "variant"),
            ({"variant": "solo-classic", "config": []}, "config"),
            ({"variant": "solo-classic", "config": {"minutes": 7}}, "config.minutes"),
        ],
    )
    def test_wrong_input_is_named(self, anns: Client, body: Any, field: str) -> None:
        answer = self.post(anns, "runs/", body)
        assert (answer.status_code, field in answer.json()) == (400, True)
