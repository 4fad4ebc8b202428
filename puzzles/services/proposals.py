"""Cards that players propose: drawn like a curator's, decided on by a curator.

Whoever proposes is locked for that moment, so that two requests at once are counted one after
the other. A rejected card keeps its row: whoever draws it again is told why, and a curator who
changes their mind accepts the row that is there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from puzzles import solver
from puzzles.models import PieceSet, Proposal, Task, Visitor
from puzzles.services import tasks
from puzzles.services.refusal import Refusal

MOST_OPEN = 10
MOST_A_DAY = 20
DAY = timedelta(days=1)


class AlreadyKnown(Refusal):
    """The card is there, published or not; ``task`` is it, if this person may see it."""

    def __init__(self, message: str, *, task: Task | None) -> None:
        super().__init__(message, field="area")
        self.task = task


@dataclass(frozen=True)
class Allowance:
    """What a person has used of their limits."""

    open: int
    today: int

    @property
    def refusal(self) -> str | None:
        """Why nothing more may be proposed at present, or None."""
        if self.open >= MOST_OPEN:
            return _(
                "You have %(count)s open proposals; please wait until they are decided on, or "
                "withdraw one."
            ) % {"count": self.open}
        if self.today >= MOST_A_DAY:
            return _("You have proposed %(count)s cards within 24 hours; that is the limit.") % {
                "count": self.today
            }
        return None


@dataclass(frozen=True)
class Decision:
    """What became of a curator's wish to accept or reject cards."""

    decided: list[Task]
    unproven: list[Task]
    others: int  # how many of the cards were no open proposals


def allowance_of(*, user: Visitor, now: datetime) -> Allowance:
    """How many proposals of a person are open, and how many were made within a day."""
    own = Proposal.objects.filter(author_id=user.pk)
    return Allowance(
        open=own.open().count(),
        today=own.filter(created__gt=now - DAY).count(),
    )


def propose_task(
    *, user: Visitor, drawn: solver.Task, piece_set: PieceSet, name: str, now: datetime
) -> Proposal:
    """Keep a player's card as a proposal and ask for its verdict.

    Raises ``AlreadyKnown`` for a card that is there, ``Refusal`` beyond the person's limits and
    for a card that is known to have no solution.
    """
    with transaction.atomic():
        _lock_person(user)
        refusal = allowance_of(user=user, now=now).refusal
        if refusal:
            raise Refusal(refusal)
        try:
            task = tasks.save_task(
                user=user,
                drawn=drawn,
                piece_set=piece_set,
                name=name,
                now=now,
                state=Task.State.PROPOSED,
            )
        except tasks.AlreadyThere as there:
            raise _already_known(there.task, user=user) from None
        verdict = task.current_verdict
        if verdict is not None and verdict.kind == "impossible":
            raise Refusal(_("This card has no solution, as the check says."), field="area")
        return Proposal.objects.create(task=task, author_id=user.pk, created=now)


def withdraw_proposal(*, user: Visitor, proposal: Proposal) -> None:
    """Take one's own open proposal back; the card is gone and may be proposed again."""
    with transaction.atomic():
        task = _lock(Task.objects.filter(proposal=proposal)).first()
        if task is None or task.state != Task.State.PROPOSED or proposal.author_id != user.pk:
            raise Refusal(_("Only an open proposal of your own can be withdrawn."), field="state")
        if task.entries.exists():
            raise Refusal(_("This card stands on a board already."), field="state")
        task.delete()


def accept_proposals(
    *, user: Visitor, chosen: Sequence[Task], publish: bool, now: datetime
) -> Decision:
    """Take proposed cards into the catalog, as drafts or published; those rejected before, too.

    Only cards whose current verdict shows a solution are accepted.
    """
    decided: list[Task] = []
    unproven: list[Task] = []
    with transaction.atomic():
        rows = Task.objects.filter(
            pk__in=[task.pk for task in chosen], state__in=Task.CANDIDATES
        ).select_related("verdict")
        for task in _lock(rows):
            verdict = task.current_verdict
            is_proven = verdict is not None and verdict.proves_a_cover
            (decided if is_proven else unproven).append(task)
        for task in decided:
            task.state = Task.State.PUBLISHED if publish else Task.State.DRAFT
        Task.objects.bulk_update(decided, ["state"])
        _note(decided, user=user, reason="", now=now)
    others = len(chosen) - len(decided) - len(unproven)
    return Decision(decided=decided, unproven=unproven, others=others)


def reject_proposals(
    *, user: Visitor, chosen: Sequence[Task], reason: str, now: datetime
) -> Decision:
    """Reject proposed cards; their authors, and whoever draws them again, read the reason."""
    reason = reason.strip()
    if not reason:
        raise Refusal(_("A rejection needs a reason."), field="reason")
    if len(reason) > Proposal.LONGEST_REASON:
        raise Refusal(
            _("A reason has at most %(limit)s characters.") % {"limit": Proposal.LONGEST_REASON},
            field="reason",
        )
    try:
        ProhibitNullCharactersValidator()(reason)
    except ValidationError as error:
        raise Refusal(error.message, field="reason") from error
    with transaction.atomic():
        rows = Task.objects.filter(pk__in=[task.pk for task in chosen], state=Task.State.PROPOSED)
        decided = list(_lock(rows))
        for task in decided:
            task.state = Task.State.REJECTED
        Task.objects.bulk_update(decided, ["state"])
        _note(decided, user=user, reason=reason, now=now)
    return Decision(decided=decided, unproven=[], others=len(chosen) - len(decided))


def _lock_person(user: Visitor) -> None:
    assert user.is_authenticated, "strangers propose nothing"
    # "No key": what else refers to this person meanwhile, a job for instance, need not wait.
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)


def _lock(rows: QuerySet[Task]) -> QuerySet[Task]:
    return rows.select_for_update(of=("self",)).order_by("pk")


def _note(decided: Sequence[Task], *, user: Visitor, reason: str, now: datetime) -> None:
    Proposal.objects.filter(task__in=decided).update(
        reason=reason, decided=now, decided_by_id=user.pk
    )


def _already_known(there: Task, *, user: Visitor) -> AlreadyKnown:
    seen = Task.objects.visible_to(user).filter(pk=there.pk).select_related("proposal").first()
    if there.state == Task.State.REJECTED:
        proposal = Proposal.objects.filter(task=there).first()
        reason = proposal.reason if proposal else ""
        words = _("This card was proposed before and rejected: %(reason)s") % {"reason": reason}
    elif there.state == Task.State.RETIRED:
        words = _("This card was in the catalog and has been retired.")
    elif there.state == Task.State.PUBLISHED:
        words = " ".join([_("The catalog has this area with these pieces already:"), str(there)])
    elif seen is not None and there.state == Task.State.PROPOSED:
        words = _("You have proposed this card already.")
    else:
        words = _("This card is being considered already.")
    return AlreadyKnown(words, task=seen)
