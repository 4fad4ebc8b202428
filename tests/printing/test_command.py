"""``manage.py print`` on the command line."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pypdf import PdfReader

from puzzles.decks.deckfile import dump_deck_file
from puzzles.services import prints
from tests.printing.catalog import published_deck
from tests.printing.decks import starter_file
from tests.printing.options import pad_options


def test_the_command_writes_what_the_service_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "pad.pdf"
    call_command(
        *("print", "dice-pad", "--paper", "letter", "--seed", "dice1#5", "--sheets", "2"),
        *("--language", "de", "--ink-saving", "--out", str(out)),
    )
    options = pad_options(paper="letter", seed=5, sheets=2, language="de", ink_saving=True)
    assert out.read_bytes() == prints.print_sheets(options=options).content
    assert "dice1#5" in capsys.readouterr().out


def test_without_a_seed_any_areas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pad.pdf"
    call_command("print", "dice-pad", "--out", str(out))
    (page,) = PdfReader(out).pages
    id = capsys.readouterr().out.split()[1].rstrip(",")
    assert id.startswith("dice1#")
    assert id in page.extract_text()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--seed", "x"),
        ("--seed", "-1"),
        ("--seed", "1000000000"),
        ("--sheets", "0"),
        ("--sheets", "10000"),
        ("--sheets", "many"),
        ("--paper", "a3"),
        ("--language", "fr"),
    ],
)
def test_an_error_names_the_option(option: str, value: str, tmp_path: Path) -> None:
    out = tmp_path / "pad.pdf"
    with pytest.raises(CommandError, match=f"argument {option}: "):
        call_command("print", "dice-pad", f"{option}={value}", "--out", str(out))
    assert not out.exists()


def test_a_file_that_can_not_be_written(tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "pad.pdf"
    with pytest.raises(CommandError, match="argument --out: ") as failed:
        call_command("print", "dice-pad", "--out", str(out))
    assert failed.value.returncode == 2


def deck_file(tmp_path: Path, variant: str = "classic") -> Path:
    path = tmp_path / "deck.json"
    path.write_text(dump_deck_file(starter_file(variant)), "utf-8")
    return path


def test_cards_of_a_deck_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cards.pdf"
    call_command(
        *("print", "cards", "--deck", str(deck_file(tmp_path)), "--boards", "2,1", "--paper"),
        *("letter", "--square-mm", "13", "--duplex", "short", "--order", "fronts-first"),
        *("--back-x-mm", "-1.5", "--language", "de", "--ink-saving", "--out", str(out)),
    )
    assert len(PdfReader(out).pages) == 2
    told = capsys.readouterr().out
    assert "square_mm=13&duplex=short&order=fronts-first&back_x_mm=-1.5" in told
    assert "boards=1-2" in told


def test_solutions_of_a_deck_file(tmp_path: Path) -> None:
    out = tmp_path / "solutions.pdf"
    call_command("print", "solutions", "--deck", str(deck_file(tmp_path)), "--out", str(out))
    outline = [entry.title for entry in PdfReader(out).outline if not isinstance(entry, list)]
    assert outline == ["Page 1: 1A–2B"]


@pytest.mark.django_db
def test_cards_of_a_deck_of_the_site(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    published_deck()
    call_command("print", "cards", "--deck", "printed", "--out", str(out))
    assert len(PdfReader(out).pages) == 2
    with pytest.raises(CommandError, match="argument --deck: ") as failed:
        call_command("print", "cards", "--deck", "nowhere", "--out", str(out))
    assert failed.value.returncode == 2


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "ubongo-deck/1"}', "\udcff"])
def test_a_deck_file_that_is_none(tmp_path: Path, text: str) -> None:
    path, out = tmp_path / "deck.json", tmp_path / "cards.pdf"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(CommandError, match="argument --deck: ") as failed:
        call_command("print", "cards", "--deck", str(path), "--out", str(out))
    assert failed.value.returncode == 2


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--square-mm", "5"),
        ("--square-mm", "nan"),
        ("--square-mm", "wide"),
        ("--boards", "9"),
        ("--boards", "x"),
        ("--duplex", "both"),
        ("--order", "any"),
        ("--back-x-mm", "6"),
        ("--back-y-mm", "1e3"),
    ],
)
def test_an_error_of_cards_names_the_option(option: str, value: str, tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    with pytest.raises(CommandError, match=f"argument {option}: "):
        call_command(
            *("print", "cards", "--deck", str(deck_file(tmp_path)), f"{option}={value}"),
            *("--out", str(out)),
        )
    assert not out.exists()


def test_an_option_of_another_kind_is_unknown(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--seed"):
        call_command("print", "dice-nets", "--seed", "1", "--out", str(tmp_path / "x.pdf"))


@pytest.mark.parametrize("arguments", [[], ["--out", "x.pdf"], ["jokers", "--out", "x.pdf"]])
def test_it_must_know_what_to_print(arguments: list[str]) -> None:
    with pytest.raises(CommandError, match="KIND"):
        call_command("print", *arguments)
