"""Piece sets and their pieces."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from puzzles import solver, words
from puzzles.models.people import PLAIN_NAME


class PieceSet(models.Model):
    """The polyominoes or polycubes that the cards of one game are made for."""

    class Dimension(models.IntegerChoices):
        FLAT = 2, _("2-D")
        SOLID = 3, _("3-D")

    key = models.SlugField(_("key"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=80, validators=[PLAIN_NAME])
    variant = models.CharField(
        _("game"), max_length=20, blank=True, choices=list(words.VARIANTS.items())
    )
    dimension = models.PositiveSmallIntegerField(_("dimension"), choices=Dimension.choices)
    flip = models.BooleanField(_("pieces may be turned over"), default=False)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("piece set")
        verbose_name_plural = _("piece sets")

    def __str__(self) -> str:
        return gettext(self.name)

    @cached_property
    def shapes(self) -> solver.PieceSet:
        """The set as the solver takes it."""
        return solver.PieceSet(
            key=self.key,
            dimension=self.dimension,
            flip=self.flip,
            pieces={
                piece.code: solver.parse_layers(piece.layers, "piece_set")
                for piece in self.pieces.all()
            },
        )


class Piece(models.Model):
    """One piece of a set: its code, as printed, and its shape as text layers, bottom first."""

    piece_set = models.ForeignKey(PieceSet, models.CASCADE, related_name="pieces")
    code = models.CharField(_("code"), max_length=20, validators=[PLAIN_NAME])
    name = models.CharField(_("name"), max_length=80, blank=True, validators=[PLAIN_NAME])
    layers = models.JSONField(_("shape"))
    copies = models.PositiveSmallIntegerField(
        _("copies in the box"), default=1, validators=[MinValueValidator(1)]
    )
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    tint = models.PositiveSmallIntegerField(
        _("colour in pictures"), default=0, choices=list(words.TINTS.items())
    )

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("piece")
        verbose_name_plural = _("pieces")
        constraints = [
            models.UniqueConstraint(fields=["piece_set", "code"], name="one_piece_per_code"),
        ]

    def __str__(self) -> str:
        return self.code
