"""The pages of proposals: the player's form and list, the curator's decisions."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from puzzles.models import Deck, Job, Proposal, Task
from puzzles.services import proposals
from tests import catalog
from tests.catalog import NOW, TWO_COVERS, UNIQUE
from ubongo_site.accounts.models import User

pytestmark = pytest.mark.django_db

LIST = "/admin/puzzles/task/"


@pytest.fixture
def anna() -> User:
    return get_user_model().objects.create_user("anna")


@pytest.fixture
def player(client: Client, anna: User) -> Client:
    """The browser of a player."""
    client.force_login(anna)
    return client


@pytest.fixture
def desk() -> Client:
    """The browser of a curator."""
    client = Client()
    client.force_login(catalog.curator())
    return client


def form(**change: object) -> dict[str, Any]:
    return {
        "piece_set": catalog.piece_set().pk,
        "area": "####\n####\n###.",
        "height": 1,
        "pieces": "A D K",
        "name": "",
        **change,
    }


def propose(user: User, area: str = TWO_COVERS[0], pieces: str = TWO_COVERS[1]) -> Task:
    made = proposals.propose_task(
        user=user,
        drawn=catalog.draw(area, pieces),
        piece_set=catalog.piece_set(),
        name="",
        now=NOW,
    )
    assert made.task is not None
    return made.task


def errors(answer: Any) -> dict[str, list[str]]:
    return {name: list(texts) for name, texts in answer.context["form"].errors.items()}


def told(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def listed(client: Client, path: str = "/proposals/") -> list[tuple[str, str]]:
    """State and address of each proposal on the player's page."""
    page = client.get(path).content.decode()
    return re.findall(r'<li data-state="(\w+)">\s*<a href="([^"]*)"', page)


class TestThePlayer:
    def test_a_card_is_sent_and_listed(self, player: Client, anna: User) -> None:
        answer = player.post("/propose/", form(name="Corner"), follow=True)
        assert answer.redirect_chain == [("/proposals/", 302)]
        assert told(answer) == ["Your card is proposed. A curator will look at it."]
        task = Task.objects.get()
        assert (task.state, task.author, task.name) == ("proposed", anna, "Corner")
        assert listed(player) == [("checking", f"/tasks/{task.pk}/")]
        catalog.prove_all()
        assert listed(player) == [("proposed", f"/tasks/{task.pk}/")]

    def test_the_list_asks_again_only_while_something_is_checked(
        self, player: Client, anna: User
    ) -> None:
        propose(anna)
        part = player.get("/proposals/", headers={"HX-Request": "true"}).content.decode()
        assert ("<html" in part, part.count("hx-get=")) == (False, 1)
        catalog.prove_all()
        assert "hx-get=" not in player.get("/proposals/").content.decode()

    @pytest.mark.parametrize(
        ("change", "field", "message"),
        [
            ({"area": "####"}, "area", "The pieces need 11 cells, but the area has 4."),
            ({"area": "##\n#?"}, "area", None),
            ({"area": ""}, "area", "This field is required."),
            ({"pieces": "A D Q"}, "pieces", "The piece set has no piece 'Q'."),
            ({"pieces": "[1]"}, "pieces", "This is no list of piece codes."),
            ({"height": "x"}, "height", "Enter a whole number."),
            ({"name": "<script>alert(1)</script>"}, "name", "Names may not contain < or >."),
            ({"name": "x" * 81}, "name", None),
            ({"piece_set": 99}, "piece_set", None),
        ],
    )
    def test_what_is_wrong_stands_at_its_field(
        self, player: Client, change: dict[str, object], field: str, message: str | None
    ) -> None:
        answer = player.post("/propose/", form(**change))
        assert (answer.status_code, list(errors(answer))) == (400, [field])
        if message is not None:
            assert errors(answer)[field] == [message]
        assert "<script>alert" not in answer.content.decode()
        assert (Task.objects.count(), Job.objects.count(), Proposal.objects.count()) == (0, 0, 0)

    def test_a_published_card_is_linked(self, player: Client) -> None:
        there = catalog.published(*TWO_COVERS)
        answer = player.post("/propose/", form(area="###.\n####\n####"))
        assert (answer.status_code, errors(answer)) == (
            400,
            {"area": [f"The catalog has this area with these pieces already: Task {there.pk}"]},
        )
        page = answer.content.decode()
        assert re.findall(r'class="existing"><a href="([^"]*)"', page) == [f"/tasks/{there.pk}/"]

    def test_another_players_proposal_is_not_linked(self, player: Client) -> None:
        propose(get_user_model().objects.create_user("ben"))
        answer = player.post("/propose/", form())
        assert errors(answer) == {"area": ["This card is being considered already."]}
        assert 'class="existing"' not in answer.content.decode()

    def test_the_limits_are_stated_and_kept(self, player: Client, anna: User) -> None:
        def stated() -> str:
            page = player.get("/propose/").content.decode()
            (text,) = re.findall(r'<p id="limits">(.*?)</p>', page, re.S)
            return " ".join(text.split())

        rule = "Each person can have 10 open proposals and make 20 within 24 hours."
        assert stated() == f"{rule} So far: 0 open, 0 within 24 hours."
        for length in range(1, 11):
            propose(anna, "##" * length, "A " * length)
        Proposal.objects.filter(pk__gt=Proposal.objects.earliest("pk").pk).update(created=NOW)
        assert stated().split(" So far: ")[1].split(",")[0] == "10 open"
        answer = player.post("/propose/", form())
        message = (
            "You have 10 open proposals; please wait until they are decided on, or withdraw one."
        )
        assert (answer.status_code, errors(answer)) == (400, {"__all__": [message]})
        assert Task.objects.count() == 10

    def test_an_open_proposal_is_withdrawn(self, player: Client, anna: User) -> None:
        propose(anna)
        path = f"/proposals/{Proposal.objects.get().pk}/withdraw/"
        assert player.get(path).status_code == 405
        answer = player.post(path, follow=True)
        assert (told(answer), listed(player)) == (["The proposal is withdrawn."], [])
        assert Task.objects.count() == 0
        assert player.post(path).status_code == 404

    def test_a_decided_one_is_not(self, player: Client, anna: User) -> None:
        task = propose(anna)
        Task.objects.update(state="draft")
        answer = player.post(f"/proposals/{task.proposal.pk}/withdraw/", follow=True)
        assert told(answer) == ["Only an open proposal of your own can be withdrawn."]
        assert Task.objects.count() == 1

    def test_the_reason_of_a_rejection_is_text(self, player: Client, anna: User) -> None:
        task = propose(anna)
        proposals.reject_proposals(
            user=catalog.curator(), chosen=[task], reason="Is <b>too</b> easy", now=NOW
        )
        for path in ("/proposals/", f"/tasks/{task.pk}/"):
            page = player.get(path).content.decode()
            assert re.findall(r'class="reason">(.*?)</p>', page) == [
                "Reason: Is &lt;b&gt;too&lt;/b&gt; easy"
            ]

    def test_pages_of_twenty_four(self, player: Client, anna: User) -> None:
        for length in range(1, 26):
            task = propose(anna, "##" * length, "A " * length)
            Task.objects.filter(pk=task.pk).update(state="draft")
            Proposal.objects.update(created=NOW.replace(year=2020))
        assert (len(listed(player)), len(listed(player, "/proposals/?page=2"))) == (24, 1)

    def test_the_list_costs_the_same_queries_for_one_and_three(
        self, player: Client, anna: User, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        def queries() -> int:
            with django_assert_max_num_queries(6) as captured:
                assert player.get("/proposals/").status_code == 200
            return len(captured)

        propose(anna)
        of_one = queries()
        propose(anna, *UNIQUE)
        propose(anna, "##", "A")
        assert queries() == of_one


class TestWhoMayWhat:
    @pytest.fixture
    def browsers(self, player: Client, desk: Client) -> dict[str, Client]:
        helper = get_user_model().objects.create_user("helper", is_staff=True)
        helper.user_permissions.add(Permission.objects.get(codename="view_task"))
        found = {"player": player, "curator": desk, "stranger": Client()}
        for user in (get_user_model().objects.create_user("other"), helper):
            found[user.username] = Client()
            found[user.username].force_login(user)
        return found

    def test_to_look(self, browsers: dict[str, Client], anna: User) -> None:
        task = propose(anna)

        def all_get(path: str) -> dict[str, int]:
            return {name: browser.get(path).status_code for name, browser in browsers.items()}

        theirs = {"player": 200, "curator": 200, "stranger": 404, "other": 404, "helper": 404}
        assert all_get(f"/tasks/{task.pk}/") == theirs
        assert all_get(f"/tasks/{task.pk}/task-file/") == theirs
        members = dict.fromkeys(browsers, 200) | {"stranger": 302}
        assert all_get("/proposals/") == members
        assert all_get("/propose/") == members
        assert [len(listed(browsers[name])) for name in ("player", "other", "curator")] == [1, 0, 0]

    def test_to_withdraw(self, browsers: dict[str, Client], anna: User) -> None:
        task = propose(anna)
        path = f"/proposals/{task.proposal.pk}/withdraw/"
        answers = {
            name: browsers[name].post(path).status_code
            for name in ("stranger", "other", "helper", "curator")
        }
        assert answers == {"stranger": 302, "other": 404, "helper": 404, "curator": 404}
        assert Task.objects.count() == 1

    def test_to_decide(self, browsers: dict[str, Client], anna: User) -> None:
        task = propose(anna)
        catalog.prove_all()
        path, body = f"{LIST}{task.pk}/decide/", {"decision": "publish"}
        many = {"action": "accept_proposals", "_selected_action": [task.pk]}
        answers = {
            name: (browser.post(path, body).status_code, browser.post(LIST, many).status_code)
            for name, browser in browsers.items()
            if name != "curator"
        }
        assert answers == {
            "player": (302, 302),
            "stranger": (302, 302),
            "other": (302, 302),
            "helper": (403, 302),
        }
        task.refresh_from_db()
        assert task.state == "proposed"
        assert browsers["curator"].get(path).status_code == 302
        browsers["curator"].post(path, body)
        task.refresh_from_db()
        assert task.state == "published"


class TestTheCurator:
    def test_the_filter_finds_what_waits(self, desk: Client, anna: User) -> None:
        task = propose(anna)
        catalog.save(*UNIQUE)
        for query in ({"attention": "proposed"}, {"state__exact": "proposed"}):
            found = desk.get(LIST, query).context["cl"].result_list
            assert [row.pk for row in found] == [task.pk]

    def test_one_is_accepted_as_a_draft(self, desk: Client, anna: User) -> None:
        task = propose(anna)
        path = f"{LIST}{task.pk}/decide/"
        early = desk.post(path, {"decision": "draft"}, follow=True)
        assert early.redirect_chain == [(f"{LIST}{task.pk}/change/", 302)]
        assert told(early) == [
            "1 proposal is left as it is: it has no current verdict with a solution."
        ]
        catalog.prove_all()
        assert told(desk.post(path, {"decision": "draft"}, follow=True)) == [
            "1 proposal is accepted."
        ]
        again = desk.post(path, {"decision": "draft"}, follow=True)
        assert told(again) == ["1 task is left as it is: it is no open proposal."]
        task.refresh_from_db()
        assert task.state == "draft"

    def test_one_is_rejected_with_a_reason(self, desk: Client, anna: User) -> None:
        task = propose(anna)
        path = f"{LIST}{task.pk}/decide/"
        without = desk.post(path, {"decision": "reject", "reason": " "}, follow=True)
        assert told(without) == ["A rejection needs a reason."]
        done = desk.post(path, {"decision": "reject", "reason": "Too easy"}, follow=True)
        assert told(done) == ["1 proposal is rejected."]
        page = done.content.decode()
        assert re.findall(r'name="decision" value="(\w+)"', page) == ["publish", "draft"]
        assert "<p>Reason: Too easy</p>" in page

    def test_many_at_once(self, desk: Client, anna: User) -> None:
        cards = [propose(anna), propose(anna, *UNIQUE), catalog.save("##", "A")]
        catalog.prove_all()
        body = {"action": "reject_proposals", "_selected_action": [card.pk for card in cards]}
        asked = desk.post(LIST, body)
        page = asked.content.decode()
        chosen = re.findall(r'name="_selected_action" value="(\d+)"', page)
        assert sorted(map(int, chosen)) == sorted(card.pk for card in cards[:2])
        without = desk.post(LIST, body | {"reason": ""})
        assert (without.status_code, errors(without)) == (
            400,
            {"reason": ["This field is required."]},
        )
        assert told(desk.post(LIST, body | {"reason": "Too easy"}, follow=True)) == [
            "2 proposals are rejected.",
            "1 task is left as it is: it is no open proposal.",
        ]
        body["action"] = "accept_and_publish_proposals"
        assert told(desk.post(LIST, body, follow=True))[0] == "2 proposals are accepted."
        assert sorted(Task.objects.values_list("state", flat=True)) == [
            "draft",
            "published",
            "published",
        ]

    def test_nothing_to_reject(self, desk: Client) -> None:
        draft = catalog.save(*UNIQUE)
        page = desk.post(LIST, {"action": "reject_proposals", "_selected_action": [draft.pk]})
        assert "None of the selected tasks is an open proposal." in page.content.decode()

    def test_a_proposal_is_not_deleted_and_stands_on_no_board(
        self, desk: Client, anna: User
    ) -> None:
        task = propose(anna)
        assert desk.post(f"{LIST}{task.pk}/delete/", {"post": "yes"}).status_code == 403
        desk.post(LIST, {"action": "delete_selected", "_selected_action": [task.pk], "post": "yes"})
        assert Task.objects.count() == 1
        deck = Deck.objects.create(
            key="mine", name="Mine", variant="classic", piece_set=catalog.piece_set()
        )
        body = {
            "deck": deck.pk,
            "number": 1,
            "side": "A",
            "layers": "####\n####\n###.",
            "entries-TOTAL_FORMS": 1,
            "entries-INITIAL_FORMS": 0,
            "entries-0-task": task.pk,
            "entries-0-number": 1,
            "entries-0-die": "[1]",
        }
        answer = desk.post("/admin/puzzles/board/add/", body)
        assert answer.context["inline_admin_formsets"][0].formset.errors == [
            {"task": ["This task is a proposal that nobody has accepted."]}
        ]


def test_who_proposed_a_card_is_told_unless_they_prefer_not(client: Client, anna: User) -> None:
    task = propose(anna)
    catalog.prove_all()
    Task.objects.update(state="published")

    def authors() -> list[str]:
        page = client.get(f"/tasks/{task.pk}/").content.decode()
        return re.findall(r'<p class="author">(.*?)</p>', page)

    assert authors() == ["Proposed by anna"]
    User.objects.update(is_listed=False)
    assert authors() == []
