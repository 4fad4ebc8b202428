"""Pictures of a table: gems, told apart by letter and hatch too, and the board of 2003."""

from collections.abc import Iterable, Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from puzzles.pictures import HATCHES
from tournaments.rules.classic_2003 import COLOURS, IN_A_ROW, ROWS
from tournaments.services.games import GameView
from tournaments.services.telling import COLOURS as WORDS
from tournaments.services.telling import letters

register = template.Library()

# In SVG units: a gem, the column that a row of the board is drawn as, a line of text, a name.
GEM = 20
COLUMN = 46
LINE = 18
TOP = 4
LONGEST_NAME = 6
HATCH = dict(zip(COLOURS, (1, 2, 3, 4, 0, 5), strict=True))


@register.simple_tag
def gem(colour: str) -> SafeString:
    """A gem by itself; its name stands beside it."""
    return format_html(
        '<svg class="gem" viewBox="0 0 {0} {0}" width="{0}" height="{0}" aria-hidden="true">'
        "{1}</svg>",
        GEM,
        _gem(colour, 0, 0),
    )


@register.simple_tag
def board(view: GameView) -> SafeString:
    """The board as it stands: rows of gems as columns, pawns below, and how far they may move."""
    state = view.state
    columns = _all(_column(row, gems) for row, gems in enumerate(state.rows, 1))
    below = TOP + IN_A_ROW * (GEM + 2) + LINE
    shorts = short_names(view.names)
    pawns = _all(
        _pawn(view.names[seat], shorts[seat], row, below + LINE * state.pawns[:seat].count(row))
        for seat, row in enumerate(state.pawns)
        if row is not None
    )
    below += LINE * max(state.pawns.count(row) for row in range(1, ROWS + 1))
    reaches = _all(
        _reach(shorts[seat], state.reach(seat), below + 2 * LINE * number)
        for number, seat in enumerate(state.to_take)
    )
    return format_html(
        '<svg class="board-2003" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>',
        ROWS * COLUMN,
        below + 2 * LINE * len(state.to_take) + 4,
        _in_words(view),
        columns,
        pawns,
        reaches,
    )


def _all(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def _gem(colour: str, x: int, y: int) -> SafeString:
    return format_html(
        '<g transform="translate({} {})"><rect class="gem-{}" x=".5" y=".5" width="19" height="19"'
        ' rx="4"/><path class="hatch" d="M0 0{}"/><text x="10" y="14.5">{}</text></g>',
        x,
        y,
        colour,
        HATCHES[HATCH[colour]],
        letters()[colour],
    )


def _column(row: int, gems: tuple[str, ...]) -> SafeString:
    """A row of the board, upright: the gem nearest the pawn is the lowest."""
    left = (row - 1) * COLUMN
    taken = IN_A_ROW - len(gems)
    places = [TOP + (IN_A_ROW - 1 - place) * (GEM + 2) for place in range(IN_A_ROW)]
    x = left + (COLUMN - GEM) // 2
    holes = format_html_join(
        "", '<circle class="hole" cx="{}" cy="{}" r="2"/>',
        ((x + GEM // 2, y + GEM // 2) for y in places[:taken]),
    )  # fmt: skip
    return format_html(
        '<rect class="row" x="{}" y="1" width="{}" height="{}" rx="5"/>{}{}'
        '<text class="number" x="{}" y="{}">{}</text>',
        left + 2,
        COLUMN - 4,
        IN_A_ROW * (GEM + 2) + 4,
        holes,
        _all(_gem(one, x, y) for one, y in zip(gems, places[taken:], strict=True)),
        left + COLUMN // 2,
        TOP + IN_A_ROW * (GEM + 2) + 14,
        row,
    )


def _pawn(name: str, short: str, row: int, y: int) -> SafeString:
    left = (row - 1) * COLUMN
    return format_html(
        '<g class="pawn"><title>{}</title><rect x="{}" y="{}" width="{}" height="{}" rx="8"/>'
        '<text x="{}" y="{}">{}</text></g>',
        name,
        left + 2,
        y,
        COLUMN - 4,
        LINE - 2,
        left + COLUMN // 2,
        y + 12,
        short,
    )


def _reach(name: str, rows: tuple[int, ...], y: int) -> SafeString:
    """A bracket under the rows that a pawn may go to, which are neighbours, and whose it is."""
    left, right = (rows[0] - 1) * COLUMN + 4, rows[-1] * COLUMN - 4
    return format_html(
        '<g class="reach"><path d="M{} {}v-7H{}v7"/><text x="{}" y="{}">{}</text></g>',
        left,
        y + 11,
        right,
        (left + right) // 2,
        y + 20,
        name,
    )


def short_names(names: Sequence[str]) -> list[str]:
    """The names as there is room for them; those that begin alike are told apart by their ends."""
    cut = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in names]
    ends = [f"{name[:2]}…{name[3 - LONGEST_NAME :]}" for name in names]
    return [short if cut.count(short) == 1 else end for short, end in zip(cut, ends, strict=True)]


def _in_words(view: GameView) -> str:
    """What the picture shows, for those who can't see it."""
    state = view.state
    told = []
    for row, gems in enumerate(state.rows, 1):
        near = ", ".join(str(WORDS[colour]) for colour in gems[:2]) or _("empty")
        who = [name for name, at in zip(view.names, state.pawns, strict=True) if at == row]
        pawns = f" ({', '.join(who)})" if who else ""
        told.append(_("row %(row)s") % {"row": row} + f": {near}{pawns}")
    for seat in state.to_take:
        rows = ", ".join(map(str, state.reach(seat)))
        told.append(_("%(name)s may reach: %(rows)s") % {"name": view.names[seat], "rows": rows})
    return "; ".join(told)
