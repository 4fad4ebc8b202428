"""The curator's whole way in German, after one press on a button."""

from playwright.sync_api import Page, expect

from puzzles.services import piece_sets
from tests.browser.editor import Editor
from tests.browser.german import language_of, speak_german
from tests.browser.pictures import as_text


def test_the_curator_works_in_german(curator: Page) -> None:
    piece_sets.load_built_in()
    speak_german(curator)
    curator.get_by_role("link", name="Redaktion").click()
    assert language_of(curator) == "de"
    curator.goto("/admin/puzzles/task/")
    expect(curator.locator("#changelist-filter .selected").first).to_be_visible()
    expect(curator.get_by_role("link", name="nicht eindeutig")).to_be_visible()

    editor = Editor(curator)
    editor.open_new()
    editor.choose_set("Klassisch, zwölf Teile")
    assert editor.cell(0, 1).get_attribute("aria-label") == "Zeile 1, Spalte 2"
    editor.draw("####/####/###.")
    expect(editor.balance).to_have_text("Gezeichnete Felder: 11, nötig: 0.")
    editor.pick("A D K")
    expect(editor.balance).to_have_text("Gezeichnete Felder: 11, nötig: 11. Das geht auf.")
    curator.get_by_role("button", name="Prüfen").click()
    editor.expect_covers(2)
    expect(editor.verdict.locator(".answer")).to_have_text("2 Lösungen")
    assert {as_text(picture) for picture in editor.covers.all()} == {
        "DKKK/DDKK/DAA.",
        "AKKK/ADKK/DDD.",
    }
    curator.get_by_role("button", name="Speichern und veröffentlichen").click()
    expect(editor.state).to_have_text("veröffentlicht")
    expect(curator.locator("#state")).to_have_text("Status: veröffentlicht")
