"""Cards that are there before a test begins: saved and proven by the services themselves."""

from datetime import timedelta

from django.utils import timezone

from puzzles.models import Job, PieceSet, Task
from puzzles.services import jobs, piece_sets, publication, tasks
from puzzles.services.content import read_task
from tests.waiting import eventually

Card = tuple[str, str, int, str]  # the piece set's key, the area, its levels, the pieces

TWO_COVERS: Card = ("classic-12", "####/####/###.", 1, "A D K")
ONE_COVER_IN_SPACE: Card = ("family-3d-8", "###/###", 2, "g1 b1 b2")
# The square H can only lie at the bottom right; the domino A takes what is left.
UNIQUE: Card = ("classic-12", "##./.##/.##", 1, "A H")
# Six cells in a row: the square H fits nowhere.
IMPOSSIBLE: Card = ("classic-12", "######", 1, "A H")


def add_card(card: Card, *, name: str = "", is_proven: bool = True) -> Task:
    """A draft of the catalog, with its verdict unless that is left to a worker."""
    key, area, height, codes = card
    piece_sets.load_built_in()
    row = PieceSet.objects.get(key=key)
    drawn = read_task(piece_set=row, pieces=codes.split(), area=area.split("/"), height=height)
    task = tasks.save_task(user=None, drawn=drawn, piece_set=row, name=name, now=timezone.now())
    if is_proven:
        job = task.latest_job
        assert job is not None
        # The site's own worker may be quicker: then it is the one to be waited for.
        jobs.run(job_id=job.pk, clock=timezone.now, deadline=timedelta(seconds=5))
        eventually(lambda: not Job.objects.get(pk=job.pk).is_open, "the card has its verdict")
        task.refresh_from_db()
    return task


def publish_card(card: Card, *, name: str = "") -> Task:
    """A card that every visitor sees."""
    return publication.publish_task(task=add_card(card, name=name))
