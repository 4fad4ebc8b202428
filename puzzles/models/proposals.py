"""Cards that players propose."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from puzzles.models.jobs import Job
from puzzles.models.people import Visitor, is_curator
from puzzles.models.tasks import Task


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def visible_to(self, user: Visitor) -> "ProposalQuerySet":
        """All for a curator, one's own for a person who is logged in; without those withdrawn."""
        there = self.filter(task__isnull=False)
        if is_curator(user):
            return there
        return there.filter(author_id=user.pk) if user.is_authenticated else self.none()

    def open(self) -> "ProposalQuerySet":
        """Those that nobody has decided on."""
        return self.filter(task__state=Task.State.PROPOSED)

    def with_checks(self) -> "ProposalQuerySet":
        """Each with its card, and whether the solver still has to judge it."""
        waiting = Job.objects.open().filter(task=models.OuterRef("task"))
        rows = self.select_related("task__piece_set", "task__verdict")
        return rows.annotate(is_being_checked=models.Exists(waiting))


class Proposal(models.Model):
    """That a player proposed a card, and what came of it.

    The card's own state says how the proposal stands, so the two can't disagree: it is decided
    once the card is neither proposed nor rejected. A proposal that was withdrawn has no card any
    more; the row stays to be counted.
    """

    class State(models.TextChoices):
        CHECKING = "checking", pgettext_lazy("proposal", "being checked")
        PROPOSED = "proposed", pgettext_lazy("proposal", "being considered")
        ACCEPTED = "accepted", pgettext_lazy("proposal", "accepted")
        PUBLISHED = "published", pgettext_lazy("proposal", "accepted and published")
        REJECTED = "rejected", pgettext_lazy("proposal", "rejected")
        WITHDRAWN = "withdrawn", pgettext_lazy("proposal", "withdrawn")

    LONGEST_REASON = 500

    task = models.OneToOneField(
        Task, models.SET_NULL, null=True, related_name="proposal", verbose_name=_("task")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="proposals",
        verbose_name=_("author"),
    )
    created = models.DateTimeField(_("created"))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)
    decided = models.DateTimeField(_("decided"), null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )

    objects = ProposalQuerySet.as_manager()

    class Meta:
        ordering = ["-created", "-pk"]
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        indexes = [models.Index(fields=["author", "created"], name="proposals_of_a_day")]

    def __str__(self) -> str:
        return str(self.task or self.State.WITHDRAWN.label)

    @property
    def state(self) -> "Proposal.State":
        """How the proposal stands, as its author is told."""
        if self.task is None:
            return self.State.WITHDRAWN
        if self.task.state == Task.State.PUBLISHED:
            return self.State.PUBLISHED
        if self.task.state == Task.State.REJECTED:
            return self.State.REJECTED
        if self.task.state != Task.State.PROPOSED:
            return self.State.ACCEPTED
        # Known for rows that ``with_checks`` fetched; elsewhere a proposal is a proposal.
        waits = getattr(self, "is_being_checked", False) and self.task.current_verdict is None
        return self.State.CHECKING if waits else self.State.PROPOSED

    @property
    def is_open(self) -> bool:
        return self.state in (self.State.CHECKING, self.State.PROPOSED)
