"""The curator's desk: the form, the list with its actions, import, decks, sets, jobs."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from puzzles.models import Board, Deck, Job, Piece, Task, Verdict
from puzzles.services import decks, jobs
from tests import catalog
from tests.catalog import IMPOSSIBLE, NOW, TWO_COVERS, UNIQUE

pytestmark = pytest.mark.django_db

LIST = "/admin/puzzles/task/"
ADD = "/admin/puzzles/task/add/"


@pytest.fixture
def desk(client: Client) -> Client:
    """The curator's browser."""
    client.force_login(catalog.curator())
    return client


def form(**change: object) -> dict[str, Any]:
    return {
        "piece_set": catalog.piece_set().pk,
        "area": "####\n####\n###.",
        "height": 1,
        "pieces": "A, D K",
        "name": "",
        **change,
    }


def errors(answer: Any) -> dict[str, list[str]]:
    assert answer.status_code == 400
    return {field: list(texts) for field, texts in answer.context["adminform"].form.errors.items()}


def told(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def do(desk: Client, action: str, tasks: list[Task]) -> Any:
    body = {"action": action, "_selected_action": [task.pk for task in tasks]}
    return desk.post(LIST, body, follow=True)


def test_a_drawn_task_is_kept_and_checked(desk: Client) -> None:
    assert desk.post(ADD, form()).status_code == 302
    task = Task.objects.get()
    assert (task.layers, task.pieces) == ([["####", "####", "###."]], ["A", "D", "K"])
    assert task.author == get_user_model().objects.get()
    assert Job.objects.get().task == task


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"area": "####"}, "area", "The pieces need 11 cells, but the area has 4."),
        ({"area": ""}, "area", "This field is required."),
        ({"area": "##\n#"}, "area", None),
        ({"area": "##\n#?"}, "area", None),
        ({"pieces": ""}, "pieces", "This field is required."),
        ({"pieces": "A D Q"}, "pieces", "The piece set has no piece 'Q'."),
        ({"pieces": "[1, 2]"}, "pieces", "This is no list of piece codes."),
        ({"pieces": "[" * 9999}, "pieces", "This is no list of piece codes."),
        ({"height": 2}, "height", None),
        ({"height": "x"}, "height", "Enter a whole number."),
        ({"name": "<b>bold</b>"}, "name", "Names may not contain < or >."),
        ({"piece_set": 99}, "piece_set", None),
        (
            {"area": "\n".join(["#" * 50] * 40)},
            "area",
            "At most 400 cells are allowed, but there are 2000.",
        ),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    desk: Client, change: dict[str, object], field: str, message: str | None
) -> None:
    found = errors(desk.post(ADD, form(**change)))
    assert list(found) == [field]
    if message is not None:
        assert found[field] == [message]
    assert (Task.objects.count(), Job.objects.count()) == (0, 0)


def test_levels_that_differ_are_typed_with_an_empty_line_between(desk: Client) -> None:
    solid = catalog.piece_set("family-3d-8")
    desk.post(ADD, form(piece_set=solid.pk, area="##\n#.\n\n#.\n..", pieces="r2"))
    task = Task.objects.get()
    assert task.layers == [["##", "#."], ["#.", ".."]]
    page = desk.get(f"{LIST}{task.pk}/change/").content.decode()
    assert re.findall(r"<textarea[^>]*>\s*([#.\s]*)</textarea>", page) == ["##\n#.\n\n#.\n.."]


def test_a_card_that_is_there_is_led_to(desk: Client) -> None:
    there = catalog.save(*TWO_COVERS)
    answer = desk.post(ADD, form(area="###.\n####\n####"), follow=True)
    assert answer.redirect_chain == [(f"{LIST}{there.pk}/change/", 302)]
    assert told(answer) == [f"The catalog has this area with these pieces already: Task {there.pk}"]
    assert Task.objects.count() == 1


def test_save_and_publish(desk: Client) -> None:
    early = desk.post(ADD, form(_publish="1"), follow=True)
    task = Task.objects.get()
    words = "Only a task with a current verdict and a solution can be published."
    assert words in told(early)
    assert task.state == "draft"
    catalog.prove_all()
    desk.post(f"{LIST}{task.pk}/change/", form(_publish="1"))
    task.refresh_from_db()
    assert task.state == "published"
    desk.post(f"{LIST}{task.pk}/change/", form(area="###\n###", pieces="A H"))
    task.refresh_from_db()
    assert (task.state, task.verdict) == ("draft", None)


def test_a_task_on_a_published_deck_is_not_changed(desk: Client) -> None:
    task = catalog.published(*TWO_COVERS)
    decks.publish_deck(user=None, deck=catalog.deck_of([task]), now=NOW)
    path = f"{LIST}{task.pk}/change/"
    answer = desk.post(path, form(area="###\n###", pieces="A H"), follow=True)
    assert told(answer) == [
        "A published deck keeps its content; draw a new task instead. The deck is: deck"
    ]
    assert Task.objects.get().cells == 11


def test_many_at_once(desk: Client) -> None:
    good, bad = catalog.save(*UNIQUE), catalog.save(*IMPOSSIBLE)
    Job.objects.all().delete()
    assert told(do(desk, "check_tasks", [good, bad])) == ["2 tasks are checked."]
    assert told(do(desk, "check_tasks", [good, bad])) == ["2 tasks are checked."]
    assert Job.objects.count() == 2  # who waits already does not wait twice
    catalog.prove_all()
    assert told(do(desk, "publish_tasks", [good, bad])) == [
        "1 task is published.",
        "1 task is left as it is: it has no current verdict with a solution.",
    ]
    assert told(do(desk, "retire_tasks", [good])) == ["1 task is retired."]
    assert set(Task.objects.values_list("pk", "state")) == {(good.pk, "retired"), (bad.pk, "draft")}


def test_export_and_import(desk: Client) -> None:
    task = catalog.save(*TWO_COVERS)
    text = do(desk, "export_tasks", [task]).content
    Task.objects.all().delete()
    file = SimpleUploadedFile("tasks.json", text)
    answer = desk.post(f"{LIST}import/", {"file": file}, follow=True)
    assert told(answer) == ["1 task is imported and checked."]
    assert Task.objects.get().pieces == ["A", "D", "K"]


def test_an_import_says_what_is_wrong_line_by_line(desk: Client) -> None:
    catalog.piece_set()
    tasks = [
        {"id": "ok", "area": ["##"], "pieces": ["A"]},
        {"id": "sum", "area": ["###"], "pieces": ["A"]},
        {"id": "code", "area": ["##"], "pieces": ["<i>"]},
    ]
    content = {"format": "ubongo-tasks/1", "piece_set": "classic-12", "tasks": tasks}
    file = SimpleUploadedFile("tasks.json", json.dumps(content).encode())
    answer = desk.post(f"{LIST}import/", {"file": file})
    assert answer.status_code == 400
    page = answer.content.decode()
    lines = re.findall(r'<li value="(\d)"><b>(\w+)</b>, <code>(\w+)</code>', page)
    assert lines == [("2", "sum", "area"), ("3", "code", "pieces")]
    assert "<i>" not in page
    assert Task.objects.count() == 0


def test_an_upload_that_is_too_large_or_missing(desk: Client) -> None:
    large = SimpleUploadedFile("tasks.json", b" " * 2_000_001)
    answer = desk.post(f"{LIST}import/", {"file": large})
    assert (answer.status_code, answer.context["form"].errors["file"]) == (
        400,
        ["A task file may have at most 2 MB."],
    )
    assert desk.post(f"{LIST}import/").status_code == 400


def test_the_filters_find_what_needs_attention(desk: Client) -> None:
    unique, several = catalog.published(*UNIQUE), catalog.published(*TWO_COVERS)
    fresh = catalog.save("###/##.", "A B")

    def found(**query: str) -> set[int]:
        return {task.pk for task in desk.get(LIST, query).context["cl"].result_list}

    assert found(attention="not-unique") == {several.pk}
    assert found(attention="out-of-date") == {fresh.pk}
    assert found(attention="unpublished") == {fresh.pk}
    Verdict.objects.filter(tasks=unique).update(engine="0/1/1")
    assert found(attention="out-of-date") == {fresh.pk, unique.pk}


def test_the_list_is_told_how_the_checks_go(desk: Client) -> None:
    task = catalog.save(*TWO_COVERS)
    path = reverse("admin:puzzles_task_states")
    waiting = desk.get(path, {"ids": f"{task.pk},x,-1,²"}).json()
    assert waiting == {
        "tasks": {str(task.pk): {"verdict": "no verdict", "open": True}},
        "open": 1,
        "all": 1,
    }
    catalog.prove_all()
    done = desk.get(path, {"ids": str(task.pk)}).json()
    assert (done["open"], done["tasks"][str(task.pk)]["open"]) == (0, False)
    assert done["tasks"][str(task.pk)]["verdict"].startswith("2 solutions · ")


def test_four_hundred_tasks_cost_the_list_no_more_queries(
    desk: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    def queries() -> int:
        with django_assert_max_num_queries(20) as captured:
            assert desk.get(LIST).status_code == 200
        return len(captured)

    catalog.published(*UNIQUE)
    of_one = queries()
    catalog.published(*TWO_COVERS)
    catalog.published("###/##.", "A B")
    assert queries() == of_one


def test_strangers_and_helpers_without_the_right_stay_out(client: Client) -> None:
    paths = [LIST, ADD, f"{LIST}import/", f"{LIST}states/"]
    assert {client.get(path).status_code for path in paths} == {302}
    helper = get_user_model().objects.create_user("helper", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_task"))
    client.force_login(helper)
    assert client.get(LIST).status_code == 200
    assert client.get(ADD).status_code == 403
    assert client.get(f"{LIST}import/").status_code == 403


def test_who_may_only_look_changes_nothing_from_a_list(client: Client) -> None:
    card = catalog.published(*UNIQUE)
    deck = catalog.deck_of([card])
    job = jobs.submit_task(user=None, task=card, now=NOW)
    helper = get_user_model().objects.create_user("helper", is_staff=True)
    for seen in ("task", "deck", "job"):
        helper.user_permissions.add(Permission.objects.get(codename=f"view_{seen}"))
    client.force_login(helper)
    for action in ("check_tasks", "publish_tasks", "retire_tasks"):
        do(client, action, [card])
    client.post("/admin/puzzles/deck/", {"action": "publish", "_selected_action": [deck.pk]})
    client.post("/admin/puzzles/job/", {"action": "cancel", "_selected_action": [job.pk]})
    assert Task.objects.get().state == "published"
    assert Deck.objects.get().state == "draft"
    assert list(Job.objects.exclude(state="done").values_list("pk", "state")) == [
        (job.pk, "queued")
    ]


def test_states_are_for_who_may_see_tasks_and_of_numbers_that_tasks_can_have(
    desk: Client, client: Client
) -> None:
    path = reverse("admin:puzzles_task_states")
    for ids in ("9" * 30, "9" * 5000, "x,-1,"):
        assert desk.get(path, {"ids": ids}).json()["tasks"] == {}
    client.force_login(get_user_model().objects.create_user("helper", is_staff=True))
    assert client.get(path).status_code == 403


def test_a_deck_is_published_from_the_list(desk: Client) -> None:
    deck = catalog.deck_of([catalog.save(*UNIQUE)])
    body = {"action": "publish", "_selected_action": [deck.pk]}
    answer = desk.post("/admin/puzzles/deck/", body, follow=True)
    assert told(answer) == ["deck: published as soon as proven"]
    catalog.prove_all()
    assert Deck.objects.get().state == "published"
    assert desk.post(f"/admin/puzzles/deck/{deck.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_board_is_put_together(desk: Client) -> None:
    task = catalog.save(*UNIQUE)
    deck = Deck.objects.create(
        key="mine", name="Mine", variant="classic", piece_set=catalog.piece_set()
    )
    body = {
        "deck": deck.pk,
        "number": 3,
        "side": "A",
        "level": "",
        "colour": "",
        "layers": "##\n##\n##",
        "entries-TOTAL_FORMS": 1,
        "entries-INITIAL_FORMS": 0,
        "entries-0-task": task.pk,
        "entries-0-number": 1,
        "entries-0-die": "[1, 2]",
    }
    wrong = desk.post("/admin/puzzles/board/add/", body | {"entries-0-die": "[0]"})
    assert wrong.context["inline_admin_formsets"][0].formset.errors == [
        {"die": ["Die numbers are a list such as [1, 2], each from 1 to 6."]}
    ]
    other = desk.post("/admin/puzzles/board/add/", body | {"layers": "######"})
    assert other.context["inline_admin_formsets"][0].formset.errors == [
        {"task": ["This task has another area than the board."]}
    ]
    assert desk.post("/admin/puzzles/board/add/", body).status_code == 302
    board = Board.objects.get()
    assert (board.layers, board.entries.get().die) == ([["##", "##", "##"]], [1, 2])


def test_a_piece_is_redrawn_and_its_cards_are_checked_again(desk: Client) -> None:
    task = catalog.published("##", "A")
    classic = task.piece_set
    pieces = list(Piece.objects.filter(piece_set=classic))
    body: dict[str, Any] = {"name": classic.name, "variant": "classic"}
    body |= {"pieces-TOTAL_FORMS": len(pieces), "pieces-INITIAL_FORMS": len(pieces)}
    for index, piece in enumerate(pieces):
        body |= {
            f"pieces-{index}-{name}": value
            for name, value in {
                "id": piece.pk,
                "piece_set": classic.pk,
                "code": piece.code,
                "name": piece.name,
                "layers": "\n".join(piece.layers[0]),
                "copies": piece.copies,
                "tint": piece.tint,
                "position": piece.position,
            }.items()
        }
    path = f"/admin/puzzles/pieceset/{classic.pk}/change/"
    gone = desk.post(path, body | {"pieces-0-DELETE": "on"})
    assert gone.context["inline_admin_formsets"][0].formset.non_form_errors() == [
        "Tasks use these pieces: A"
    ]
    assert desk.post(path, body).status_code == 302
    task.refresh_from_db()
    assert task.state == "published"  # nothing was redrawn
    answer = desk.post(path, body | {"pieces-0-layers": "###"}, follow=True)
    assert "1 task is a draft again and is checked." in told(answer)
    task.refresh_from_db()
    assert (task.state, task.verdict) == ("draft", None)


def test_jobs_are_cancelled_and_retried(desk: Client) -> None:
    task = catalog.save(*UNIQUE)
    job = jobs.submit_task(user=None, task=task, now=NOW)
    body = {"action": "cancel", "_selected_action": [job.pk]}
    assert told(desk.post("/admin/puzzles/job/", body, follow=True)) == ["1 job is changed."]
    again = desk.post("/admin/puzzles/job/", body, follow=True)
    assert told(again) == ["0 jobs are changed.", "This job has ended already."]
    desk.post("/admin/puzzles/job/", body | {"action": "retry"})
    assert Job.objects.get().state == "queued"
