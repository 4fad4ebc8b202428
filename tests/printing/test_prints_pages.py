"""The print shop's pages for decks: what is offered, what is refused, what a worker makes."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from puzzles.decks.deckfile import BoardSide, BoardTask, DeckFile
from puzzles.models import Deck, Job, PrintJob
from puzzles.services import decks, prints, queue
from puzzles.services.prints import PrintOptions
from puzzles.services.queue import LEASE, MOST_ATTEMPTS
from puzzles.services.refusal import Refusal
from puzzles.solver import Region
from tests.catalog import curator, prove_all, save
from tests.printing.catalog import NOW, published_deck
from tests.printing.drawing import read_pdf
from tests.printing.test_cards import named_boxes
from tests.printing.test_solutions import cells_of, solutions_on
from ubongo_site.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _prints_folder(tmp_path: Path, settings: Any) -> None:
    settings.PRINTS_DIR = tmp_path / "prints"


@pytest.fixture
def deck() -> Deck:
    return published_deck()


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two boards are many already."""
    monkeypatch.setattr(prints.cards, "LARGE", 1)


def player(name: str = "ada") -> User:
    return get_user_model().objects.create_user(name, f"{name}@example.org", "secret")


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def work(job: PrintJob) -> PrintJob:
    """What a worker does with a job."""
    prints.jobs.run(job_id=job.pk, clock=lambda: NOW)
    job.refresh_from_db()
    return job


def ordered(client: Client, **options: str) -> PrintJob:
    answer = client.post("/print/cards/order/", {"deck": "printed", **options})
    assert answer.status_code == 302
    return PrintJob.objects.get(pk=answer["Location"].split("/")[-2])


def test_every_kind_has_its_page(client: Client, deck: Deck) -> None:
    shop = client.get("/print/").content.decode()
    for kind in [one.key for one in prints.KINDS.values() if one.is_in_shop]:
        assert f'href="/print/{kind}/"' in shop
        assert client.get(f"/print/{kind}/").status_code == 200
    assert client.get("/print/jokers/").status_code == 404


def test_without_a_deck_there_are_no_cards(client: Client) -> None:
    answer = client.get("/print/cards/")
    assert answer.status_code == 200
    assert "No deck is published yet." in answer.content.decode()
    assert "<select" not in answer.content.decode()


def test_boards_that_the_deck_has_not_are_not_ordered(deck: Deck) -> None:
    answer = Client().post("/print/cards/order/", {"deck": "printed", "boards": "9"})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["boards"]
    assert not PrintJob.objects.exists()


def test_a_few_boards_are_downloaded_at_once(client: Client, deck: Deck) -> None:
    query = {"deck": "printed", "boards": "2", "square_mm": "14,5", "paper": "letter"}
    answer = client.get("/print/cards/pdf/", query)
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'attachment; filename="cards-printed-2-letter.pdf"'
    assert [sorted(named_boxes(page)) for page in read_pdf(answer.content)] == [["2A"], ["2B"]]


def test_the_address_on_a_sheet_shows_its_options(client: Client, deck: Deck) -> None:
    options = PrintOptions.read(
        "cards", {"deck": "printed", "boards": "1", "duplex": "short", "back_x_mm": "0.5"}
    )
    assert options.id == "/print/cards/?deck=printed&boards=1&duplex=short&back_x_mm=0.5"
    page = client.get(options.id)
    assert page.context["options"] == options


@pytest.mark.parametrize("kind", ["cards", "solutions"])
def test_a_deck_that_is_not_published_is_not_offered(deck: Deck, kind: str) -> None:
    Deck.objects.update(state=Deck.State.DRAFT)
    stranger, staff = Client(), logged_in(curator())
    query = {"deck": "printed"}
    assert stranger.get(f"/print/{kind}/pdf/", query).status_code == 400
    assert "printed" not in stranger.get(f"/print/{kind}/").content.decode()
    assert staff.get(f"/print/{kind}/pdf/", query).status_code == 200


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("boards", "99"),
        ("boards", "a"),
        ("boards", "4-1"),
        ("square_mm", "40"),
        ("square_mm", "nan"),
        ("duplex", "both"),
        ("order", "random"),
        ("back_x_mm", "6"),
        ("back_y_mm", "-9"),
        ("deck", "nowhere"),
    ],
)
def test_bad_options_are_told_at_their_field(
    client: Client, deck: Deck, field: str, value: str
) -> None:
    answer = client.get("/print/cards/pdf/", {"deck": "printed", field: value})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in answer.content.decode()


def test_pieces_of_the_site_as_a_curator_edited_them(client: Client, deck: Deck) -> None:
    deck.piece_set.pieces.filter(code="A").update(layers=[["#####"]])
    answer = client.get("/print/pieces/pdf/", {"piece_set": "classic-12", "square_mm": "13"})
    (page,) = read_pdf(answer.content)
    assert len(page.squares) == 48 + 3


@pytest.mark.usefixtures("large")
def test_many_boards_are_made_by_a_worker(deck: Deck) -> None:
    client = logged_in(player())
    offered = client.get("/print/cards/pdf/", {"deck": "printed", "square_mm": "13"})
    assert offered.status_code == 409
    assert 'action="/print/cards/order/"' in offered.content.decode()
    job = ordered(client, **offered.context["options"].as_typed())
    assert job.options["square_mm"] == 13.0
    page = client.get(job.get_absolute_url()).content.decode()
    assert "queued" in page
    assert client.get(f"{job.get_absolute_url()}pdf/").status_code == 404
    work(job)
    assert (job.state, job.steps_done, job.steps) == (Job.State.DONE, 2, 2)
    answer = client.get(f"{job.get_absolute_url()}pdf/")
    assert answer["Content-Disposition"] == 'attachment; filename="cards-printed-a4.pdf"'
    pages = read_pdf(answer.content)
    assert [sorted(named_boxes(page)) for page in pages] == [["1A", "2A"], ["1B", "2B"]]


def test_only_its_owner_gets_a_print(deck: Deck) -> None:
    owner, stranger = logged_in(player()), Client()
    own, held = ordered(owner), ordered(stranger)
    for job in (own, held):
        work(job)
    others = [logged_in(player("eve")), logged_in(curator()), Client()]
    for path in ("", "pdf/"):
        assert owner.get(f"{own.get_absolute_url()}{path}").status_code == 200
        assert stranger.get(f"{held.get_absolute_url()}{path}").status_code == 200
        for other in others:
            for job in (own, held):
                assert other.get(f"{job.get_absolute_url()}{path}").status_code == 404
    for deed in ("cancel", "retry"):
        for other in others:
            assert other.post(f"{own.get_absolute_url()}{deed}/").status_code == 404


def test_a_cancelled_print_is_thrown_away(deck: Deck) -> None:
    client = logged_in(player())
    job = ordered(client)
    assert client.post(f"{job.get_absolute_url()}cancel/").status_code == 302
    assert work(job).state == Job.State.CANCELLED
    assert not job.path.exists()
    assert client.post(f"{job.get_absolute_url()}cancel/").status_code == 409
    assert client.post(f"{job.get_absolute_url()}retry/").status_code == 302
    assert work(job).state == Job.State.DONE


def test_cancelled_while_it_is_printed(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    job = ordered(logged_in(player()))

    def cancel_then_print(**options: Any) -> Any:
        queue.cancel(job=job, now=NOW)
        return prints.print_sheets(**options)

    monkeypatch.setattr(prints.jobs, "print_sheets", cancel_then_print)
    assert work(job).state == Job.State.CANCELLED
    assert not job.path.exists()


def test_a_worker_that_was_lost_gives_way_to_another(deck: Deck) -> None:
    job = ordered(logged_in(player()))
    PrintJob.objects.update(state=Job.State.RUNNING, claim=uuid4(), lease_until=NOW, attempts=1)
    assert prints.jobs.run(job_id=job.pk, clock=lambda: NOW) is False
    assert queue.sweep(now=NOW + LEASE) == 1
    assert work(job).state == Job.State.DONE
    assert job.attempts == 2
    assert prints.jobs.run(job_id=job.pk, clock=lambda: NOW) is False


def test_after_the_last_attempt_it_has_failed(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**options: Any) -> Any:
        raise RuntimeError("no paper")

    job = ordered(logged_in(player()))
    monkeypatch.setattr(prints.jobs, "print_sheets", fail)
    for _ in range(MOST_ATTEMPTS):
        assert job.state == Job.State.QUEUED
        work(job)
    assert (job.state, job.failure) == (Job.State.FAILED, "error")
    PrintJob.objects.update(
        state=Job.State.RUNNING, claim=uuid4(), lease_until=NOW, attempts=MOST_ATTEMPTS
    )
    queue.sweep(now=NOW + LEASE)
    job.refresh_from_db()
    assert (job.state, job.failure) == (Job.State.FAILED, "attempts")


def test_a_deck_withdrawn_meanwhile_is_not_printed(deck: Deck) -> None:
    job = ordered(logged_in(player()))
    Deck.objects.update(state=Deck.State.DRAFT)
    work(job)
    assert (job.state, job.failure) == (Job.State.FAILED, "refused")


def test_prints_are_kept_for_a_day(deck: Deck) -> None:
    client = logged_in(player())
    job = ordered(client)
    PrintJob.objects.update(created=NOW)
    work(job)
    prints.jobs.clear_away(now=NOW + timedelta(hours=23, minutes=59))
    assert job.path.exists()
    (job.path.parent / f"{uuid4()}.pdf").write_bytes(b"left over")
    prints.jobs.clear_away(now=NOW + timedelta(days=1, seconds=1))
    assert list(job.path.parent.iterdir()) == []
    assert client.get(job.get_absolute_url()).status_code == 404


def test_when_too_much_is_kept_no_more_is_taken(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prints.jobs, "MOST_KEPT", 1)
    client = logged_in(player())
    ordered(client)
    answer = client.post("/print/cards/order/", {"deck": "printed"})
    assert answer.status_code == 400
    assert PrintJob.objects.count() == 1


def test_a_job_page_asks_again_only_for_something_new(deck: Deck) -> None:
    client = logged_in(player())
    job = ordered(client)
    PrintJob.objects.update(wake_at=timezone.now() + timedelta(seconds=9))
    page = client.get(job.get_absolute_url())
    seen = page.context["seen"]
    assert client.get(f"{job.get_absolute_url()}?seen={seen}").status_code == 204
    assert client.get(f"{job.get_absolute_url()}?seen=else").status_code == 200


def test_the_api_prints_the_same(deck: Deck) -> None:
    user = player()
    client = logged_in(user)
    asked = {"kind": "cards", "deck": "printed", "boards": [2], "square_mm": 14.5}
    answer = client.post("/api/v1/prints/", asked, content_type="application/json")
    assert answer.status_code == 202
    assert answer.json()["file"] is None
    job = PrintJob.objects.get(pk=answer.json()["id"])
    assert client.get(f"/api/v1/prints/{job.pk}/file/").status_code == 404
    work(job)
    done = client.get(answer["Location"]).json()
    assert (done["state"], done["steps"]) == ("done", 2)
    page = client.get("/print/cards/pdf/", {"deck": "printed", "boards": "2", "square_mm": "14.5"})
    assert client.get(done["file"]).content == page.content
    assert client.get("/api/v1/prints/").json()["count"] == 1
    stranger, other = Client(), logged_in(player("eve"))
    assert other.get(f"/api/v1/prints/{job.pk}/").status_code == 404
    assert other.get(f"/api/v1/prints/{job.pk}/file/").status_code == 404
    assert stranger.post("/api/v1/prints/", asked, content_type="application/json").status_code in (
        401,
        403,
    )


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": "jokers"}, "kind"),
        ({"kind": "cards"}, "deck"),
        ({"kind": "cards", "deck": "nowhere"}, "deck"),
        ({"kind": "cards", "deck": "printed", "seed": 3}, "seed"),
        ({"kind": "cards", "deck": "printed", "square_mm": 3}, "square_mm"),
        ({"kind": "cards", "deck": "printed", "boards": [0]}, "boards"),
        ({"kind": "cards", "deck": "printed", "boards": [9]}, "boards"),
        ({"kind": "dice-pad", "sheets": 500}, "sheets"),
        ({"kind": "dice-pad", "paper": "a3"}, "paper"),
        ({"kind": "dice-pad", "sheets": 50, "pads": 5}, "sheets"),
    ],
)
def test_the_api_names_the_option_that_is_wrong(
    deck: Deck, wrong: dict[str, Any], field: str
) -> None:
    client = logged_in(player())
    answer = client.post("/api/v1/prints/", wrong, content_type="application/json")
    assert answer.status_code == 400
    assert list(answer.json()) == [field]
    assert not PrintJob.objects.exists()


def test_a_stored_solution_is_printed_as_the_area_lies_on_its_board(client: Client) -> None:
    """The catalog has the task lying; on the board it stands, and so does its solution."""
    save("###/###", "A H")
    board = BoardSide(1, "A", None, None, Region.from_area(["##", "##", "##"]), ())
    task = BoardTask(1, (1,), ("A", "H"))
    content = DeckFile("classic", "classic-12", (replace(board, tasks=(task,)),))
    deck = decks.add_deck(content=content, key="printed", name="printed")
    decks.publish_deck(user=None, deck=deck, now=NOW)
    prove_all()
    found = prints.deck_of_catalog(user=AnonymousUser(), key="printed", language="en")
    (stored,) = (task for side in found.sides for task in side.tasks)
    assert {laid.code for laid in stored.cover} == {"A", "H"}
    answer = client.get("/print/solutions/pdf/", {"deck": "printed"})
    (page,) = read_pdf(answer.content)
    (pieces,) = solutions_on(page).values()
    assert sorted(cells_of(pieces, board)) == sorted(board.region.cells)


def test_a_deck_s_options_are_refused_for_other_kinds() -> None:
    with pytest.raises(Refusal) as refused:
        PrintOptions("dice-pad", deck="printed")
    assert refused.value.field == "deck"


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("dice-pad", "One for each player; all show the same."),
        ("dice-nets", "How many sets of dice; one is enough for a table."),
        ("pieces", "How many sets of pieces; each player needs one."),
        ("gem-pad", "Each has several pads; a table fills one in a game."),
        ("majority-pad", "Each has several pads; a table fills one in a game."),
        ("junior-pad", "Each has several pads; a table fills one in a game."),
    ],
)
def test_each_kind_says_what_its_sheets_are(client: Client, kind: str, told: str) -> None:
    form = client.get(f"/print/{kind}/").context["form"]
    assert form.fields["sheets"].help_text == told
