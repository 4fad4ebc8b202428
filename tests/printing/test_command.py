"""``manage.py print`` on the command line."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pypdf import PdfReader

from puzzles.services import prints
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


@pytest.mark.parametrize("arguments", [[], ["--out", "x.pdf"], ["jokers", "--out", "x.pdf"]])
def test_it_must_know_what_to_print(arguments: list[str]) -> None:
    with pytest.raises(CommandError, match="KIND"):
        call_command("print", *arguments)
