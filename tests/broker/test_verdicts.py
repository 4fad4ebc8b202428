"""One verdict for one content, whoever comes first, whatever is edited meanwhile."""

from functools import partial
from uuid import UUID

import pytest

from puzzles import solver
from puzzles.models import Job, Verdict
from tests import catalog
from tests.broker.race import at_once, overlapping
from tests.broker.work import OTHER, drawn, finishing, job_of, row, run, verdict_of
from tests.catalog import TWO_COVERS, UNIQUE


@pytest.mark.django_db
def test_a_verdict_that_is_known_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    run(drawn())
    monkeypatch.setattr(solver, "solve", None)
    task = catalog.save(*OTHER)
    Job.objects.all().delete()
    job = drawn()
    assert run(job)
    assert row(job).state == Job.State.DONE
    assert row(job).steps_done == Job.steps
    assert row(job).verdict == Verdict.objects.get()
    assert verdict_of(task) is None


@pytest.mark.django_db(transaction=True)
def test_two_jobs_of_one_content_give_one_verdict(woken: list[UUID]) -> None:
    first, second = drawn(), drawn()
    # Both worked it out before either wrote it down.
    assert overlapping(finishing(first), finishing(second))
    verdict = Verdict.objects.get()
    assert row(first).verdict == verdict
    assert row(second).verdict == verdict


@pytest.mark.django_db(transaction=True)
def test_many_jobs_of_one_content_at_once_give_one_verdict(woken: list[UUID]) -> None:
    many = [drawn() for _ in range(8)]
    at_once(*[finishing(job) for job in many])
    verdict = Verdict.objects.get()
    assert set(Job.objects.values_list("state", "verdict")) == {(Job.State.DONE, verdict.pk)}


@pytest.mark.django_db
def test_a_task_edited_meanwhile_does_not_get_the_verdict() -> None:
    task = catalog.save(*TWO_COVERS)
    finish = finishing(job_of(task))
    catalog.save(*UNIQUE, task=task)
    finish()
    assert Job.objects.get(state=Job.State.DONE).verdict == Verdict.objects.get()
    assert verdict_of(task) is None
    run(Job.objects.get(state=Job.State.QUEUED))
    verdict = verdict_of(task)
    assert verdict is not None
    assert verdict.kind == "unique"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("edit_is_first", [True, False])
def test_a_task_edited_while_its_verdict_is_written(woken: list[UUID], edit_is_first: bool) -> None:
    task = catalog.save(*TWO_COVERS)
    steps = [partial(catalog.save, *UNIQUE, task=task), finishing(job_of(task))]
    assert overlapping(*(steps if edit_is_first else reversed(steps)))
    task.refresh_from_db()
    # The verdict on the old content is known, but it isn't the task's.
    assert task.content_hash != Verdict.objects.get().content_hash
    assert task.verdict is None
    assert Job.objects.get(state=Job.State.QUEUED).content_hash == task.content_hash


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("edit_is_first", [True, False])
def test_a_task_renamed_while_its_verdict_is_written(
    woken: list[UUID], edit_is_first: bool
) -> None:
    task = catalog.save(*TWO_COVERS)
    steps = [partial(catalog.save, *TWO_COVERS, name="Fish", task=task), finishing(job_of(task))]
    assert overlapping(*(steps if edit_is_first else reversed(steps)))
    task.refresh_from_db()
    assert task.name == "Fish"
    assert task.verdict == Verdict.objects.get()
