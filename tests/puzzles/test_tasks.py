"""Tasks in the catalog: kept once, their verdicts and publication true to their content."""

import pytest
from django.contrib.auth.models import AnonymousUser

from puzzles.models import Deck, Job, PieceSet, Task, Verdict
from puzzles.services import decks, publication, tasks
from puzzles.services.content import read_task
from puzzles.services.refusal import Refusal
from tests import catalog
from tests.catalog import IMPOSSIBLE, NOW, TWO_COVERS, UNIQUE

pytestmark = pytest.mark.django_db


def test_a_saved_task_is_a_draft_with_a_job_for_its_verdict() -> None:
    task = catalog.save(*TWO_COVERS, name="three in a row")
    assert (task.state, task.verdict, task.cells, task.piece_count) == ("draft", None, 11, 3)
    assert task.layers == [["####", "####", "###."]]
    assert [(job.task, job.state) for job in Job.objects.all()] == [(task, "queued")]


def test_the_worker_proves_it() -> None:
    task = catalog.save(*TWO_COVERS)
    catalog.prove_all()
    task.refresh_from_db()
    verdict = task.current_verdict
    assert verdict is not None
    assert (verdict.kind, verdict.covers, verdict.essentially_different) == ("several", 2, 2)
    assert str(verdict) == "2 solutions"
    assert len(verdict.solutions) == 2
    area = {(x, y, 0) for y, width in enumerate([4, 4, 3]) for x in range(width)}
    for cover in verdict.solutions:
        cells = [tuple(cell) for _code, placed in cover for cell in placed]
        assert len(cells) == 11
        assert set(cells) == area


def test_of_symmetric_covers_one_is_shown() -> None:
    task = catalog.published(*UNIQUE)
    assert task.verdict is not None
    assert (task.verdict.covers, len(task.verdict.solutions)) == (2, 1)


@pytest.mark.parametrize(
    "area",
    ["####/####/###.", "###./####/####", ".###/####/####", "###/###/###/##.", ".##/###/###/###"],
    ids=["as it is", "upside down", "turned", "on its side", "on its side, turned over"],
)
def test_the_same_card_turned_is_the_task_that_is_there(area: str) -> None:
    there = catalog.save(*TWO_COVERS)
    with pytest.raises(tasks.AlreadyThere) as refused:
        catalog.save(area, "K D A")
    assert refused.value.task == there
    assert refused.value.field == "area"
    assert Task.objects.count() == 1
    assert Job.objects.count() == 1


def test_where_pieces_may_not_be_turned_over_a_mirrored_area_is_another_card() -> None:
    one_sided = PieceSet.objects.create(key="one", name="one-sided", dimension=2, flip=False)
    one_sided.pieces.create(code="L", layers=[["#.", "#.", "##"]])
    one_sided.pieces.create(code="I", layers=[["##"]])

    def save(area: str) -> Task:
        drawn = read_task(piece_set=one_sided, area=area.split("/"), pieces=["L", "I"])
        return tasks.save_task(user=None, drawn=drawn, piece_set=one_sided, name="", now=NOW)

    first = save("###./..##/..#.")
    save(".###/##../.#..")
    assert Task.objects.count() == 2
    with pytest.raises(tasks.AlreadyThere) as refused:
        save(".#../##../.###")  # the first by half a turn
    assert refused.value.task == first


def test_a_two_level_area_mirrored_is_the_same_card() -> None:
    """Turned upside down it looks mirrored from above, so for solid pieces it is one area."""
    there = catalog.save("##./.##/.##", "g1 b1 b2", key="family-3d-8", height=2)
    with pytest.raises(tasks.AlreadyThere) as refused:
        catalog.save(".##/##./##.", "g1 b1 b2", key="family-3d-8", height=2)
    assert refused.value.task == there


def test_an_edit_withdraws_verdict_and_publication() -> None:
    task = catalog.published(*TWO_COVERS)
    edited = catalog.save("####/####/####", "F F H", task=task)
    assert (edited.state, edited.verdict) == ("draft", None)
    assert Job.objects.filter(task=task, state="queued").count() == 1


def test_a_new_name_withdraws_nothing() -> None:
    task = catalog.published(*TWO_COVERS)
    renamed = catalog.save(*TWO_COVERS, name="the first", task=task)
    assert (renamed.name, renamed.state, renamed.verdict) == (
        "the first",
        "published",
        task.verdict,
    )
    assert Job.objects.filter(state="queued").count() == 0


def test_an_edit_back_finds_the_verdict_that_is_known() -> None:
    task = catalog.published(*TWO_COVERS)
    first = task.verdict
    catalog.save(*UNIQUE, task=task)
    back = catalog.save(*TWO_COVERS, task=task)
    assert (back.state, back.verdict) == ("draft", first)


def test_a_task_turned_by_an_edit_keeps_its_place_but_is_proven_anew() -> None:
    """The covers are drawn as the area lies, so another lie is another content."""
    task = catalog.published(*TWO_COVERS)
    turned = catalog.save("###./####/####", "A D K", task=task)
    assert (turned.pk, turned.state, turned.verdict) == (task.pk, "draft", None)


def test_markup_in_a_name_is_refused_and_nothing_is_saved() -> None:
    with pytest.raises(Refusal) as refused:
        catalog.save(*TWO_COVERS, name="<script>alert(1)</script>")
    assert (refused.value.field, refused.value.message) == ("name", "Names may not contain < or >.")
    assert Task.objects.count() == 0


@pytest.mark.parametrize(
    ("area", "pieces", "height", "field", "message"),
    [
        ("####", "A B", 1, "area", "The pieces need 5 cells, but the area has 4."),
        ("####", "Q", 1, "pieces", "The piece set has no piece 'Q'."),
        ("....", "A", 1, "area", None),
        ("##/###", "A B", 1, "area", None),
        ("##", "A A", 2, "height", None),
        (
            "/".join(["#" * 50] * 40),
            "A",
            1,
            "area",
            "At most 400 cells are allowed, but there are 2000.",
        ),
    ],
)
def test_what_is_no_task_names_its_field(
    area: str, pieces: str, height: int, field: str, message: str | None
) -> None:
    with pytest.raises(Refusal) as refused:
        catalog.draw(area, pieces, height=height)
    assert refused.value.field == field
    if message is not None:
        assert refused.value.message == message


def test_only_what_is_proven_and_can_be_solved_is_published() -> None:
    unproven = catalog.save(*UNIQUE)
    with pytest.raises(Refusal) as refused:
        publication.publish_task(task=unproven)
    assert (
        refused.value.message
        == "Only a task with a current verdict and a solution can be published."
    )

    impossible = catalog.save(*IMPOSSIBLE)
    catalog.prove_all()
    impossible.refresh_from_db()
    assert impossible.verdict is not None
    assert (impossible.verdict.kind, impossible.verdict.impossible) == ("impossible", "search")
    with pytest.raises(Refusal):
        publication.publish_task(task=impossible)

    solvable = Task.objects.get(pk=unproven.pk)
    outcome = publication.publish_tasks(tasks=[solvable, impossible])
    assert (outcome.published, outcome.unproven) == ([solvable], [impossible])
    assert list(Task.objects.filter(state="published")) == [solvable]


def test_a_verdict_of_an_earlier_engine_counts_for_nothing() -> None:
    task = catalog.published(*UNIQUE)
    Verdict.objects.update(engine="0/1/1")
    task = Task.objects.get(pk=task.pk)
    assert task.current_verdict is None
    assert list(Task.objects.unproven()) == [task]
    assert list(Task.objects.proven()) == []
    with pytest.raises(Refusal):
        publication.publish_task(task=task)


def test_strangers_see_what_is_published_and_curators_everything() -> None:
    draft = catalog.save(*TWO_COVERS)
    public = catalog.published(*UNIQUE)
    Task.objects.filter(pk=draft.pk).update(state="draft")
    assert list(Task.objects.visible_to(AnonymousUser())) == [public]
    assert set(Task.objects.visible_to(catalog.curator())) == {draft, public}


def test_retired_tasks_leave_the_catalog() -> None:
    task = catalog.published(*UNIQUE)
    assert publication.retire_tasks(tasks=[task]) == 1
    assert publication.retire_tasks(tasks=[task]) == 0
    assert Task.objects.get(pk=task.pk).state == "retired"


def test_a_published_deck_keeps_its_tasks_as_they_are() -> None:
    task = catalog.published(*UNIQUE)
    deck = decks.publish_deck(user=None, deck=catalog.deck_of([task]), now=NOW)
    assert deck.state == Deck.State.PUBLISHED
    with pytest.raises(Refusal) as refused:
        catalog.save(*TWO_COVERS, task=task)
    assert refused.value.field == "area"
    assert Task.objects.get(pk=task.pk).layers == [["###", "###"]]
    assert catalog.save(*UNIQUE, name="named", task=task).name == "named"


def test_new_shapes_in_a_set_make_its_cards_drafts_again() -> None:
    task = catalog.published(*UNIQUE)
    other = catalog.published("###/##.", "B A")
    deck = decks.publish_deck(user=None, deck=catalog.deck_of([task]), now=NOW)
    classic = catalog.piece_set()
    classic.pieces.filter(code="H").update(layers=[["####"]])
    assert tasks.withdraw_verdicts(piece_set=classic, now=NOW) == 1
    task.refresh_from_db()
    other.refresh_from_db()
    deck.refresh_from_db()
    assert (task.state, task.verdict, deck.state) == ("draft", None, "proving")
    assert other.state == "published"
    catalog.prove_all()
    task.refresh_from_db()
    assert task.verdict is not None
    # A bar of four does not fit into rows of three.
    assert (task.verdict.kind, task.verdict.impossible) == ("impossible", "piece_fits_nowhere")
