"""The public pages: what they show, to whom, at what cost."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from puzzles.models import DeckProof, Job, Task
from puzzles.services import decks, jobs, proofs
from tests import catalog
from tests.catalog import IMPOSSIBLE, NOW, TWO_COVERS, UNIQUE

pytestmark = pytest.mark.django_db


def cards(answer: Any) -> list[str]:
    """Where the cards of a catalog page lead."""
    return re.findall(r'class="card" href="([^"]*)"', answer.content.decode())


def test_the_catalog_shows_what_is_published(client: Client) -> None:
    unique, several = catalog.published(*UNIQUE), catalog.published(*TWO_COVERS)
    catalog.save("###/##.", "A B")
    assert cards(client.get("/")) == [f"/tasks/{unique.pk}/", f"/tasks/{several.pk}/"]
    assert cards(client.get("/", {"unique": "true"})) == [f"/tasks/{unique.pk}/"]
    assert cards(client.get("/", {"pieces": 3})) == [f"/tasks/{several.pk}/"]
    assert cards(client.get("/", {"variant": "junior"})) == []


def test_a_wrong_choice_is_told_at_its_filter(client: Client) -> None:
    catalog.published(*UNIQUE)
    page = client.get("/", {"difficulty": "impossible\0"}).content.decode()
    assert re.findall(r'<p class="error">([^:]*):', page) == ["Difficulty"]


def test_htmx_gets_the_results_alone(client: Client) -> None:
    catalog.published(*UNIQUE)
    part = client.get("/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert part.count('class="card"') == 1
    whole = client.get(
        "/", headers={"HX-Request": "true", "HX-History-Restore-Request": "true"}
    ).content.decode()
    assert whole.count("<html") == 1


def test_pages_of_twenty_four(client: Client) -> None:
    for width in range(2, 28):
        pieces = " ".join(["A"] * (width // 2) + ["B"] * (width % 2))
        area = "#" * (width // 2 * 2 + width % 2 * 3)
        catalog.save(area, pieces)
    Task.objects.update(state="published")
    assert len(cards(client.get("/"))) == 24
    assert len(cards(client.get("/", {"page": 2}))) == 2
    assert len(cards(client.get("/", {"page": "last one"}))) == 24


def test_a_card_with_its_solution(client: Client) -> None:
    task = catalog.published(*TWO_COVERS)
    page = client.get(f"/tasks/{task.pk}/").content.decode()
    assert page.count("<details") == 1
    covers = page.split("<details")[1]
    assert re.findall(r'aria-label="(Solution \d)"', covers) == ["Solution 1", "Solution 2"]
    assert re.findall(r"<dd data-covers=\"(\d+)\">", covers) == ["2"]


def test_drafts_are_for_curators(client: Client) -> None:
    draft = catalog.save(*IMPOSSIBLE)
    catalog.prove_all()
    path = f"/tasks/{draft.pk}/"
    assert client.get(path).status_code == 404
    assert client.get(f"{path}task-file/").status_code == 404
    client.force_login(catalog.curator())
    page = client.get(path).content.decode()
    assert "Every way to lay the pieces was tried; none covers the area." in page
    assert "<details" not in page


def test_staff_without_the_right_to_change_tasks_is_a_visitor(client: Client) -> None:
    draft = catalog.save(*UNIQUE)
    client.force_login(get_user_model().objects.create_user("helper", is_staff=True))
    assert client.get(f"/tasks/{draft.pk}/").status_code == 404


def test_a_card_as_a_file(client: Client) -> None:
    task = catalog.published(*UNIQUE)
    answer = client.get(f"/tasks/{task.pk}/task-file/")
    assert answer.json()["tasks"] == [
        {"id": str(task.pk), "area": ["###", "###"], "height": 1, "pieces": ["A", "H"]}
    ]


def test_names_with_markup_stay_text(client: Client) -> None:
    """A name that came by another way than the services would still be shown as text."""
    task = catalog.published(*UNIQUE)
    Task.objects.update(name="<script>alert(1)</script>")
    page = client.get(f"/tasks/{task.pk}/").content.decode()
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 2  # title and heading


def test_a_deck_with_its_boards(client: Client) -> None:
    card = catalog.published(*TWO_COVERS)
    deck = catalog.deck_of([card])
    assert client.get("/decks/deck/").status_code == 404
    decks.publish_deck(user=None, deck=deck, now=NOW)
    page = client.get("/decks/deck/").content.decode()
    assert re.findall(r"<h2>(.*?)</h2>", page) == ["Board 1A"]
    assert re.findall(r'<span class="die">(.*?)</span>', page) == ["die 1"]
    listed = client.get("/decks/").content.decode()
    assert re.findall(r'href="(/decks/deck/)"', listed) == ["/decks/deck/"]


@pytest.mark.parametrize("path", ["/", "/decks/"])
def test_a_list_costs_the_same_queries_for_one_and_three(
    client: Client, path: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    def queries() -> int:
        with django_assert_max_num_queries(8) as captured:
            assert client.get(path).status_code == 200
        return len(captured)

    def add(number: int, area: str, pieces: str) -> None:
        deck = catalog.deck_of([catalog.published(area, pieces)], key=f"deck-{number}")
        decks.publish_deck(user=None, deck=deck, now=NOW)

    add(1, *UNIQUE)
    of_one = queries()
    add(2, *TWO_COVERS)
    add(3, "###/##.", "A B")
    assert queries() == of_one


def test_a_deck_costs_the_same_queries_for_one_and_three_tasks(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    def queries(key: str) -> int:
        with django_assert_max_num_queries(10) as captured:
            assert client.get(f"/decks/{key}/").status_code == 200
        return len(captured)

    one, two, three = (
        catalog.published(*card) for card in [UNIQUE, TWO_COVERS, ("###/##.", "A B")]
    )
    for key, content in [("one", [one]), ("three", [one, two, three])]:
        decks.publish_deck(user=None, deck=catalog.deck_of(content, key=key), now=NOW)
    assert queries("one") == queries("three")


def test_a_deck_is_shown_by_pages_of_twenty_four_sides(client: Client) -> None:
    card = catalog.published(*UNIQUE)
    deck = catalog.deck_of([card] * 25)
    decks.publish_deck(user=None, deck=deck, now=NOW)

    def boards(**query: str) -> list[str]:
        page = client.get("/decks/deck/", query).content.decode()
        return re.findall(r"<h2>Board (\d+)A</h2>", page)

    assert boards() == [str(number) for number in range(1, 25)]
    assert boards(page="2") == ["25"]
    assert boards(page="x") == boards()


@pytest.mark.parametrize("path", ["/", "/decks/"])
def test_visitors_see_how_far_the_proofs_are(client: Client, path: str) -> None:
    assert "progress" not in client.get(path).content.decode()
    catalog.load_small_decks(now=timezone.now())
    page = client.get(path).content.decode()
    assert re.findall(r'<progress max="(\d+)" value="(\d+)"', page) == [("44", "0")]
    assert "No worker has taken this job yet." not in page
    (poll,) = re.findall(r'hx-get="(/decks/proving/\?seen=[^"]*)"', page)
    assert client.get(poll).status_code == 204
    first = DeckProof.objects.get(deck__variant="classic")
    proofs.prove(proof_id=first.pk, clock=lambda: NOW)
    part = client.get(poll).content.decode()
    assert re.findall(r'<progress max="(\d+)" value="(\d+)"', part) == [("44", "24")]
    catalog.prove_all()
    end = client.get(poll).content.decode()
    assert "hx-get" not in end
    assert "All decks are proven." in end
    assert "progress" not in client.get(path).content.decode()


def test_the_bar_says_that_no_worker_is_there(client: Client) -> None:
    catalog.load_small_decks()  # long ago
    page = client.get("/").content.decode()
    assert "No worker has taken this job yet. It stays in the queue and nothing is lost." in page


def test_the_catalog_says_what_the_levels_mean(client: Client) -> None:
    page = client.get("/").content.decode()
    levels = page.split('class="levels"')[1].split("</details>")[0]
    assert re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", levels) == [
        ("1/5 very easy", "below 4.5 bits"),
        ("2/5 easy", "from 4.5 to below 8.5 bits"),
        ("3/5 medium", "from 8.5 to below 11.5 bits"),
        ("4/5 hard", "from 11.5 to below 14.5 bits"),
        ("5/5 very hard", "14.5 bits and more"),
    ]


def test_a_job_page_is_its_askers(client: Client) -> None:
    user = get_user_model().objects.create_user("member")
    job = jobs.submit_drawing(
        user=user, drawn=catalog.draw(*UNIQUE), piece_set=catalog.piece_set(), now=NOW
    )
    path = f"/jobs/{job.pk}/"
    assert client.get(path).status_code == 404
    client.force_login(user)
    # Asked for long ago and taken by nobody: the page says so, and asks on.
    page = client.get(path).content.decode()
    assert "No worker has taken this job yet. It stays in the queue and nothing is lost." in page
    assert re.findall(r'<progress max="(\d)" value="(\d)"', page) == [("2", "0")]
    (poll,) = re.findall(rf'hx-get="({path}\?seen=[^"]*)"', page)
    assert client.get(poll, headers={"HX-Request": "true"}).status_code == 204
    catalog.prove_all()
    part = client.get(path, headers={"HX-Request": "true"}).content.decode()
    assert "hx-get" not in part
    assert re.findall(r'data-state="(\w+)"', part) == ["done"]


def test_cancel_and_retry_without_javascript(client: Client) -> None:
    user = get_user_model().objects.create_user("member")
    job = jobs.submit_drawing(
        user=user, drawn=catalog.draw(*UNIQUE), piece_set=catalog.piece_set(), now=NOW
    )
    client.force_login(user)
    assert client.post(f"/jobs/{job.pk}/cancel/").headers["Location"] == f"/jobs/{job.pk}/"
    assert Job.objects.get().state == "cancelled"
    assert client.post(f"/jobs/{job.pk}/cancel/").status_code == 409
    client.post(f"/jobs/{job.pk}/retry/")
    assert Job.objects.get().state == "queued"
    assert client.get(f"/jobs/{job.pk}/cancel/").status_code == 405


def test_the_language_is_the_visitors_choice(client: Client) -> None:
    client.post("/language/setlang/", {"language": "de"})
    page = client.get("/").content.decode()
    assert page.count('<html lang="de">') == 1


@pytest.mark.parametrize("path", ["/tasks/99999999999999999999/", "/decks/none/", "/jobs/1/"])
def test_what_is_not_there_is_a_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_picker_has_every_piece_of_the_set(client: Client) -> None:
    catalog.piece_set()
    page = client.get("/piece-sets/family-3d-8/picker/").content.decode()
    found = re.findall(r'data-code="(\w+)" data-size="(\d)"', page)
    assert found == [
        ("r1", "2"),
        ("r2", "4"),
        ("g1", "3"),
        ("g2", "5"),
        ("b1", "4"),
        ("b2", "5"),
        ("y1", "4"),
        ("y2", "5"),
    ]


def test_a_retired_card_is_still_there_for_the_deck_that_carries_it(client: Client) -> None:
    card = catalog.published(*UNIQUE)
    decks.publish_deck(user=None, deck=catalog.deck_of([card]), now=NOW)
    Task.objects.update(state="retired")
    assert cards(client.get("/")) == []
    assert client.get("/api/v1/tasks/").json()["count"] == 0
    assert client.get(f"/tasks/{card.pk}/").status_code == 200


def test_errors_are_told_on_pages_of_the_site_and_in_its_languages(client: Client) -> None:
    client.post("/language/setlang/", {"language": "de"})
    page = client.get("/decks/none/").content.decode()
    assert re.findall(r"<h1>(.*?)</h1>", page) == ["Nicht gefunden"]
    strict = Client(enforce_csrf_checks=True, headers={"accept-language": "de"})
    refused = strict.post("/language/setlang/", {"language": "de"})
    assert refused.status_code == 403
    assert re.findall(r"<h1>(.*?)</h1>", refused.content.decode()) == [
        "Diese Seite war zu lange offen"
    ]
