"""The words for what the solver and the catalog keep as keys; one place for both languages."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

Words = str | Promise

VARIANTS: dict[str, Words] = {
    "classic": _("Ubongo classic"),
    "family-3d": _("3-D Family"),
    "junior": _("Junior"),
    "dice": _("Dice game"),
}

COLOURS: dict[str, Words] = {
    "yellow": pgettext_lazy("colour", "yellow"),
    "pink": pgettext_lazy("colour", "pink"),
    "green": pgettext_lazy("colour", "green"),
    "blue": pgettext_lazy("colour", "blue"),
}

GEMS: dict[str, Words] = {
    "red": pgettext_lazy("colour", "red"),
    "blue": pgettext_lazy("colour", "blue"),
    "green": pgettext_lazy("colour", "green"),
    "brown": pgettext_lazy("colour", "brown"),
    "violet": pgettext_lazy("colour", "violet"),
    "yellow": pgettext_lazy("colour", "yellow"),
}

VERDICTS: dict[str, Words] = {
    "impossible": _("impossible"),
    "unique": _("unique"),
    "several": _("several solutions"),
    "at_least": _("at least so many solutions"),
    "undecided": _("undecided"),
}

# The fills of the stylesheet, by their number.
TINTS: dict[int, Words] = {
    0: pgettext_lazy("colour", "orange"),
    1: pgettext_lazy("colour", "blue"),
    2: pgettext_lazy("colour", "green"),
    3: pgettext_lazy("colour", "red"),
    4: pgettext_lazy("colour", "violet"),
    5: pgettext_lazy("colour", "yellow"),
    6: pgettext_lazy("colour", "grey-green"),
    7: pgettext_lazy("colour", "pink"),
    8: pgettext_lazy("colour", "dark blue"),
    9: pgettext_lazy("colour", "brown"),
    10: pgettext_lazy("colour", "lime"),
    11: pgettext_lazy("colour", "grey"),
}

# Why no cover exists, by the guard that says so.
IMPOSSIBLE: dict[str, Words] = {
    "cell_count": _("The pieces have another number of cells than the area."),
    "colouring": _(
        "Coloured like a checkerboard, the area has more cells of one colour than the pieces "
        "can cover."
    ),
    "region_sizes": _(
        "The area falls into separate parts whose sizes no choice of the pieces adds up to."
    ),
    "piece_fits_nowhere": _("One of the pieces fits nowhere into the area."),
    "cell_uncoverable": _("There is a cell that none of the pieces can cover."),
    "search": _("Every way to lay the pieces was tried; none covers the area."),
}

STOPPED_BY: dict[str, Words] = {
    "nodes": _("The search stopped at its limit of steps."),
    "covers": _("The search stopped at its limit of solutions."),
    "deadline": _("The search ran out of time."),
}

LEVELS: dict[int, Words] = {
    1: _("very easy"),
    2: _("easy"),
    3: _("medium"),
    4: _("hard"),
    5: _("very hard"),
}

FAILURES: dict[str, Words] = {
    "attempts": _("The worker was lost three times while it computed this."),
    "error": _("The solver met an error; the log of the worker says which."),
}

# Why a print came to nothing.
PRINT_FAILURES: dict[str, Words] = {
    "attempts": _("The worker was lost three times while it printed this."),
    "error": _("The printing met an error; the log of the worker says which."),
    "refused": _(
        "This can't be printed: the deck isn't there any more, or the squares are too large."
    ),
}

SOLUTIONS = ngettext_lazy("%(count)s solution", "%(count)s solutions", "count")
AT_LEAST = ngettext_lazy("at least %(count)s solution", "at least %(count)s solutions", "count")
