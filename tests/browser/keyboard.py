"""A person who has no mouse: moves by keys alone and always sees where the focus is."""

from playwright.sync_api import Page

# The focused element, if a sighted person can tell that it is the one.
SEEN_FOCUS = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return "nothing is focused";
  const box = at.getBoundingClientRect();
  const here = at.id || at.className || at.outerHTML.slice(0, 80);
  if (box.width < 8 || box.height < 8) return `${here} is too small to be seen`;
  if (box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth)
    return `${here} lies outside the window`;
  const style = getComputedStyle(at);
  const rings = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  return rings ? "" : `${here} has no visible ring`;
}"""
MOST_STEPS = 60


class Keyboard:
    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def is_at(self, selector: str) -> bool:
        return bool(self.page.evaluate("it => document.activeElement.matches(it)", selector))

    def sees_focus(self) -> None:
        unseen = self.page.evaluate(SEEN_FOCUS)
        assert unseen == "", unseen

    def tab_to(self, selector: str) -> None:
        """Press Tab until the focus is there, seeing it at every stop on the way."""
        self._step_to(selector, "Tab")

    def tab_back_to(self, selector: str) -> None:
        """The same the other way round."""
        self._step_to(selector, "Shift+Tab")

    def _step_to(self, selector: str, key: str) -> None:
        for _ in range(MOST_STEPS):
            self.press(key)
            self.sees_focus()
            if self.is_at(selector):
                return
        raise AssertionError(f"{MOST_STEPS} times {key} did not lead to {selector}")
