"""Pages of true size with ruler, number and id, as all sheets of the site have them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from puzzles.printing.pen import Pen
from puzzles.printing.sheet import Foot, How, document


@dataclass(frozen=True)
class Page:
    """A page by its entry in the outline, and what draws it."""

    bookmark: str
    draw: Callable[[Pen], None]


def draw_pages(pages: Sequence[Page], how: How, *, title: str, subject: str) -> bytes:
    """The pages, as a PDF; the same bytes for the same values."""
    with document(how, title=title, subject=subject) as file:
        foot = Foot(file, how)
        for number, page in enumerate(pages, start=1):
            with file.page(page.bookmark) as pen:
                page.draw(pen)
                foot.draw(pen, f"{number} / {len(pages)}")
        return file.content()
