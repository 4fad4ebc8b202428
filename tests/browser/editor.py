"""The curator's editor as a person handles it; nothing here depends on the language."""

from playwright.sync_api import Locator, Page, expect

PAINTED = """grid => [...grid.querySelectorAll("[aria-selected=true]")]
  .map(cell => cell.dataset.at.split(",").map(Number))"""


class Editor:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.grid = page.locator("#grid")
        self.balance = page.locator("#balance")
        self.verdict = page.locator("#verdict")
        self.state = page.locator("#state [data-state]")
        self.messages = page.locator(".messagelist li")
        self.covers = self.verdict.locator(".covers svg")

    def open_new(self) -> None:
        self.page.goto("/admin/puzzles/task/add/")

    def open_card(self, pk: int) -> None:
        self.page.goto(f"/admin/puzzles/task/{pk}/change/")
        # The pieces' pictures arrive after the page.
        expect(self.page.locator(".pick").first).to_be_visible()

    def choose_set(self, name: str) -> None:
        self.page.locator("#id_piece_set").select_option(label=name)
        expect(self.page.locator(".pick").first).to_be_visible()

    def cell(self, row: int, column: int) -> Locator:
        return self.grid.locator(f'[data-at="{row},{column}"]')

    def stroke(self, row: int, first: int, last: int, *, steps: int = 12) -> None:
        """Press the mouse on one cell of the row, drag it to another and let go."""
        self._move_onto(row, first, steps=1)
        self.page.mouse.down()
        self._move_onto(row, last, steps=steps)
        self.page.mouse.up()

    def _move_onto(self, row: int, column: int, *, steps: int) -> None:
        cell = self.cell(row, column)
        cell.scroll_into_view_if_needed()
        box = cell.bounding_box()
        assert box is not None
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(*middle, steps=steps)

    def draw(self, area: str, *, top: int = 0, left: int = 0) -> None:
        """Paint an area, a stroke for each run of cells in a row."""
        for row, marks in enumerate(area.split("/")):
            column = 0
            for run in marks.split("."):
                if run:
                    self.stroke(top + row, left + column, left + column + len(run) - 1)
                column += len(run) + 1

    @property
    def drawn(self) -> str:
        """What is painted, as rows with a slash between them, without the empty margins."""
        cells = {(row, column) for row, column in self.grid.evaluate(PAINTED)}
        rows = range(min(row for row, _ in cells), max(row for row, _ in cells) + 1)
        columns = range(min(column for _, column in cells), max(column for _, column in cells) + 1)
        return "/".join("".join(".#"[(y, x) in cells] for x in columns) for y in rows)

    def pick(self, codes: str) -> None:
        """Choose pieces by their pictures."""
        for code in codes.split():
            self.page.locator(f'.pick[data-code="{code}"] button').click()

    @property
    def picked(self) -> str:
        pressed = self.page.locator(".pick:has([aria-pressed=true])")
        return " ".join(pressed.evaluate_all("all => all.map(one => one.dataset.code)"))

    def check(self) -> None:
        self.page.locator("#check").click()

    def expect_covers(self, number: int) -> None:
        """Wait for the worker's verdict; it comes without a reload."""
        expect(self.verdict.locator("[data-covers]")).to_have_attribute("data-covers", str(number))

    def save_and_publish(self) -> None:
        self.page.locator("[name=_publish]").click()
