"""Jobs whose broker is away, and who is called when."""

import time
from collections.abc import Sequence
from uuid import UUID

import pytest
from celery import Celery
from kombu.exceptions import OperationalError

from puzzles.models import Job, Task
from puzzles.services import jobs, queue
from tests import catalog
from tests.broker.ports import free_port
from tests.broker.race import overlapping
from tests.broker.work import (
    drawn,
    job_of,
)
from tests.catalog import NOW, TWO_COVERS


@pytest.mark.django_db(transaction=True)
def test_four_hundred_jobs_without_a_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [catalog.save(*TWO_COVERS)]
    Job.objects.all().delete()
    Task.objects.bulk_create(
        Task(
            piece_set=cards[0].piece_set,
            layers=cards[0].layers,
            pieces=cards[0].pieces,
            cells=cards[0].cells,
            piece_count=cards[0].piece_count,
            fingerprint=str(number),
            content_hash=str(number),
        )
        for number in range(399)
    )
    away = Celery(set_as_current=False)
    away.config_from_object("django.conf:settings", namespace="CELERY")
    away.conf.broker_url = f"redis://127.0.0.1:{free_port()}/0"
    attempts: list[str] = []

    class Broker:
        def send_task(self, name: str, args: Sequence[str]) -> None:
            attempts.append(name)
            with pytest.raises(OperationalError) as refused:
                away.send_task(name, args=args)
            raise refused.value

    monkeypatch.setattr(queue, "current_app", Broker())
    start = time.monotonic()
    submitted = jobs.submit_tasks(user=None, tasks=list(Task.objects.all()), now=NOW)
    assert time.monotonic() - start < 3
    assert len(submitted) == 400
    assert attempts == [queue.CALLS[Job]]
    assert Job.objects.filter(state=Job.State.QUEUED).count() == 400


@pytest.mark.django_db(transaction=True)
def test_nobody_is_woken_before_the_commit(woken: list[UUID]) -> None:
    def submit() -> None:
        drawn()
        assert woken == []

    overlapping(submit, lambda: None)
    assert len(woken) == 1


@pytest.mark.django_db
def test_a_task_keeps_its_open_job() -> None:
    task = catalog.save(*TWO_COVERS)
    job = job_of(task)
    assert jobs.submit_tasks(user=None, tasks=[task], now=NOW) == [job]
    assert Job.objects.count() == 1
