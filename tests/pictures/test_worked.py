"""Worked rounds: their words agree with the rules' engine, their pictures with both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import pytest

from puzzles.solver import BUILT_IN, Shape
from tournaments.pictures.areas import AREA, FILLED, TAKEN
from tournaments.pictures.worked import EXAMPLES, worked
from tournaments.rules import RULES

SVG = "{http://www.w3.org/2000/svg}"


def states(variant: str) -> list[Any]:
    return EXAMPLES[variant].states()


def drawn(variant: str, step: int) -> ElementTree.Element:
    picture = worked(variant, str)[step].picture
    return ElementTree.fromstring(
        picture.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')
    )


def words(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def classes(root: ElementTree.Element) -> list[str]:
    return [at.get("class", "") for at in root.iter() if at is not root]


def test_every_variant_has_one() -> None:
    assert set(EXAMPLES) == set(RULES)


@pytest.mark.parametrize("variant", EXAMPLES)
def test_pictures_are_named_need_no_styles_and_stay_in_their_frame(variant: str) -> None:
    for step, one in enumerate(worked(variant, str)):
        root = drawn(variant, step)
        assert root.get("role") == "img"
        assert root.get("aria-label")
        assert "style" not in one.picture
        width, height = (float(side) for side in root.get("viewBox", "").split()[2:])
        for at in root.iter():
            for name, most in (("x", width), ("y", height), ("cx", width), ("cy", height)):
                assert 0 <= float(at.get(name, 0)) <= most, ElementTree.tostring(at)


@pytest.mark.parametrize("variant", EXAMPLES)
def test_all_words_are_translated(variant: str) -> None:
    """Names, numbers, letters of tasks and codes of shapes are the same in any language."""
    codes = {code for taken in TAKEN for pair in taken for code in pair}
    for step, one in enumerate(worked(variant, lambda text: "¤" + text)):
        assert one.words.startswith("¤")
        root = ElementTree.fromstring(one.picture)
        assert root.get("aria-label", "").startswith("¤")
        for text in words_of(one.picture):
            plain = text in codes or re.fullmatch(r"[\d× .]*|[A-H]|(Ann|Ben|Cleo)(: ?\d*)?", text)
            assert plain or text.startswith("¤"), (step, text)


def words_of(picture: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(picture).iter("text")]


class TestDice:
    def test_points(self) -> None:
        # Ann and Ben in the same round, the first in which anybody fills it: 3 of 3 players.
        assert [state.points[0] for state in states("dice")] == [
            *((None, None, None), (None, None, None), (3, 3, 1)),
        ]
        assert words(drawn("dice", 1))[-4:] == [
            *("S4", "I1", "10 of 14 squares", "1 point, consoled"),
        ]

    def test_the_shapes_are_those_of_the_dice(self) -> None:
        """Each shape in an area is, turned or mirrored, the top face of a die that was taken."""
        for seat, rows in enumerate(FILLED):
            codes = [code for taken in TAKEN for code in taken[seat]]
            for mark, code in zip("abcd", codes, strict=True):
                assert looks(squares(rows, mark)) == looks(
                    [(x, y) for x, y, _ in BUILT_IN["dice"].pieces[code].cells]
                )
            assert set(squares(rows, "abcd")) <= set(squares(AREA, "#"))
        assert [len(squares(rows, "abcd")) for rows in FILLED] == [14, 14, 10]


def squares(rows: Sequence[str], marks: str) -> list[tuple[int, int]]:
    return [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in marks]


def looks(cells: list[tuple[int, int]]) -> set[tuple[tuple[int, int, int], ...]]:
    """All ways in which a flat shape may lie."""
    found = set()
    for _ in range(2):
        for _ in range(4):
            cells = [(y, -x) for x, y in cells]
            found.add(Shape.of((x, y, 0) for x, y in cells).cells)
        cells = [(-x, y) for x, y in cells]
    return found


class TestGems:
    def test_classic(self) -> None:
        # Ben blue 3 + red 4 = 7, Ann brown 1 + green 2 = 3; then Cleo blue 3 + blue 3 = 6.
        assert [state.totals for state in states("classic-2015")][3::2] == [(3, 7, 0), (3, 7, 6)]
        # 40 − 2 = 38; then − 1 for the draw and + 1 for the brown gem that nobody took.
        assert [sum(state.bag.values()) for state in states("classic-2015")] == [
            *(40, 40, 39, 38, 38, 38),
        ]
        last = drawn("classic-2015", 2)
        assert [text for text in words(last) if "points" in text] == [
            *("3 points", "7 points", "6 points"),
        ]
        assert "Bag: 38" in words(last)
        # 7 + 7 on the track, 2 + 2 empty places.
        assert classes(last).count("r-hole") == 4

    def test_family(self) -> None:
        # Ann brown 1 + brown 1 = 2, Ben red 4, Cleo blue 3 + green 2 = 5; then nobody.
        ended = states("family-3d")
        assert [ended[place].totals for place in (4, 5)] == [(2, 4, 5), (2, 4, 5)]
        # Three were drawn: 37; blue and brown of the second round go in: 39.
        assert [sum(ended[place].bag.values()) for place in (0, 4, 5)] == [40, 37, 39]


class TestPawns:
    def test_the_round(self) -> None:
        before, after, end = (states("classic-2003")[place] for place in (4, 6, 9))
        assert (before.reach(1), before.reach(0)) == ((1, 2, 3, 4, 5, 6), (1, 2, 3, 4))
        assert after.won == (("violet", "violet"), ("yellow", "yellow"), ())
        assert end.won == (("violet", "violet", "blue", "blue"), ("yellow", "yellow"), ())
        assert end.pawns == (5, 5, 6)
        # Marks: six rows for Ben and four for Ann, none when nobody takes.
        counts = [classes(drawn("classic-2003", step)).count("r-reach") for step in range(3)]
        assert counts == [10, 0, 0]

    def test_gems_of_a_colour_have_a_shape_of_their_own(self) -> None:
        shapes: dict[str, set[str]] = {}
        for at in drawn("classic-2003", 0).iter(f"{SVG}path"):
            kind = at.get("class", "")
            if kind.startswith("gem"):
                strokes = re.sub(r"^M[\d.]+ [\d.]+", "", at.get("d", ""))
                shapes.setdefault(kind, set()).add(strokes)
        assert len(shapes) == 6
        assert all(len(strokes) == 1 for strokes in shapes.values())
        assert len(set.union(*shapes.values())) == 6


def test_junior() -> None:
    first, second = states("junior")[1:]
    # Ben's own and Cleo's, Ann's own; then Cleo's own, the two others into the box.
    assert (first.won, first.boxed) == (((0,), (1, 2), ()), ())
    assert (second.won, second.boxed) == (((0,), (1, 2), (2,)), (0, 1))
    assert words(drawn("junior", 1))[-5:] == ["Cleo: 1", "C", "Box: 2", "A", "B"]


@pytest.mark.parametrize(
    ("variant", "solved", "seconds"),
    [("solo-classic", 3, 262), ("solo-family-3d", 5, 312), ("solo-junior", 6, 120)],
)
def test_alone(variant: str, solved: int, seconds: float) -> None:
    state = states(variant)[-1]
    assert state.over
    assert (len(state.solved), state.seconds) == (solved, seconds)
    crosses = classes(drawn(variant, 0)).count("r-line") - 1  # one of them in the key
    assert crosses == len(state.set_aside)
