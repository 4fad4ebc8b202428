"""What is public: tasks that are proven, decks of which every task is."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from puzzles.models import Deck, Task
from puzzles.services.refusal import Refusal


@dataclass(frozen=True)
class Publication:
    """What became of a wish to publish: those that are public now, those that are not proven."""

    published: list[Task]
    unproven: list[Task]


def publish_tasks(*, tasks: Sequence[Task]) -> Publication:
    """Publish the tasks whose current verdict shows a cover, and say which have none."""
    proven: list[Task] = []
    unproven: list[Task] = []
    with transaction.atomic():
        rows = Task.objects.select_for_update(of=("self",)).select_related("verdict")
        for task in rows.filter(pk__in=[task.pk for task in tasks]).order_by("pk"):
            verdict = task.current_verdict
            is_proven = verdict is not None and verdict.proves_a_cover
            (proven if is_proven else unproven).append(task)
        for task in proven:
            task.state = Task.State.PUBLISHED
        Task.objects.bulk_update(proven, ["state"])
    return Publication(published=proven, unproven=unproven)


def publish_task(*, task: Task) -> Task:
    """Publish one task; refused without a current verdict that shows a cover."""
    publication = publish_tasks(tasks=[task])
    if publication.unproven:
        raise Refusal(_("Only a task with a current verdict and a solution can be published."))
    return publication.published[0]


def retire_tasks(*, tasks: Sequence[Task]) -> int:
    """Take tasks out of the public catalog; decks that carry them keep them.

    A proposal isn't in the catalog; it is accepted or rejected.
    """
    return (
        Task.objects.filter(pk__in=[task.pk for task in tasks])
        .exclude(state__in=[Task.State.RETIRED, *Task.CANDIDATES])
        .update(state=Task.State.RETIRED)
    )


def publish_proven_decks(*, candidates: QuerySet[Deck]) -> list[Deck]:
    """Publish those of the decks that wait for their proof and have it now.

    A deck's lock makes two verdicts that arrive together look one after the other, so the later
    of them sees both. Tasks are locked only once all are proven: before that, another worker may
    hold one of them and wait for the deck.
    """
    published = []
    waiting = Deck.objects.filter(pk__in=candidates.values("pk"), state=Deck.State.PROVING)
    for deck in waiting.select_for_update().order_by("pk"):
        cards = Task.objects.filter(boards__deck=deck).distinct()
        if not cards.without_cover().exists():
            publish_tasks(tasks=list(cards))
            deck.state = Deck.State.PUBLISHED
            deck.save(update_fields=["state"])
            published.append(deck)
    return published
