"""What a picture shows, read back from its paths: which piece lies on which cell."""

from collections import Counter

from playwright.sync_api import Locator

# Each path of squares: the letter of its piece ("#" for a mere area), and its cells.
READ = r"""svg => [...svg.querySelectorAll("path.region, path[class^=p]")].map(path => {
  let next = path;
  while (next && !next.matches(".letter")) next = next.nextElementSibling;
  const squares = [...path.getAttribute("d").matchAll(/M(\d+) (\d+)h20v20h-20z/g)];
  return [next?.textContent ?? "#", squares.map(([, x, y]) => [x / 20, y / 20])];
})"""


def cells_of(picture: Locator) -> dict[tuple[float, float], str]:
    """The letter at each column and row; the second level stands to the right of the first."""
    return {(x, y): letter for letter, cells in picture.evaluate(READ) for x, y in cells}


def as_text(picture: Locator) -> str:
    """A flat picture as rows with a slash between them, like ``DKKK/DDKK/DAA.``."""
    cells = cells_of(picture)
    columns = range(int(max(x for x, _ in cells)) + 1)
    rows = range(int(max(y for _, y in cells)) + 1)
    return "/".join("".join(cells.get((x, y), ".") for x in columns) for y in rows)


def sizes(picture: Locator) -> dict[str, int]:
    """How many cells each piece covers."""
    return dict(Counter(cells_of(picture).values()))
