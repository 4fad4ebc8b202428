"""What a worker can be asked for: a verdict, the proof of a whole deck, a deck made anew."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from puzzles import words
from puzzles.models.decks import Deck
from puzzles.models.people import PLAIN_NAME
from puzzles.models.pieces import PieceSet
from puzzles.models.tasks import Task, Verdict
from puzzles.models.work import Work


class Job(Work):
    """A content for the solver to judge."""

    # One after the other: search the covers, then measure the difficulty.
    steps = 2

    piece_set = models.ForeignKey(PieceSet, models.CASCADE, related_name="+")
    content = models.JSONField()
    content_hash = models.CharField(max_length=64)
    task = models.ForeignKey(
        Task, models.SET_NULL, null=True, related_name="jobs", verbose_name=_("task")
    )
    verdict = models.ForeignKey(
        Verdict, models.SET_NULL, null=True, related_name="jobs", verbose_name=_("verdict")
    )

    class Meta(Work.Meta):
        verbose_name = _("job")
        verbose_name_plural = _("jobs")


class DeckProof(Work):
    """A deck of which every task is to get its verdict; the steps are its tasks."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="proofs", verbose_name=_("deck"))
    steps = models.PositiveIntegerField(_("tasks"))

    class Meta(Work.Meta):
        verbose_name = _("proof of a deck")
        verbose_name_plural = _("proofs of decks")
        constraints = [
            models.UniqueConstraint(
                fields=["deck"],
                condition=models.Q(state__in=Work.OPEN),
                name="one_open_proof_per_deck",
            ),
        ]


class DeckGeneration(Work):
    """A deck to be generated from a seed; ``result`` is its file until boards are accepted."""

    variant = models.CharField(_("game"), max_length=20, choices=list(words.VARIANTS.items()))
    version = models.PositiveSmallIntegerField(_("version of the generator"))
    seed = models.PositiveIntegerField(_("seed"))
    name = models.CharField(_("name"), max_length=80, blank=True, validators=[PLAIN_NAME])
    steps = models.PositiveIntegerField(_("steps"), default=1)
    result = models.TextField(blank=True)
    deck = models.ForeignKey(
        Deck, models.SET_NULL, null=True, related_name="+", verbose_name=_("accepted as")
    )

    class Meta(Work.Meta):
        verbose_name = _("generated deck")
        verbose_name_plural = _("generated decks")

    def __str__(self) -> str:
        """What reproduces the deck."""
        return f"{self.variant}{self.version}#{self.seed}"
