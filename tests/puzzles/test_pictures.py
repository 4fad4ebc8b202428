"""Pictures: the right cells at the right places, readable without colours, safe in a page."""

import re
from xml.etree import ElementTree

import pytest

from puzzles import pictures
from puzzles.pictures import Look

LOOKS = {"A": Look(0, 0), "D": Look(3, 3), "<b>": Look(1, 1)}


def elements(svg: str, name: str) -> list[ElementTree.Element]:
    return [one for one in ElementTree.fromstring(svg).iter() if one.tag.endswith(name)]


def squares(path: str) -> set[tuple[int, int]]:
    """The upper left corners of the squares that a path draws."""
    return {(int(x), int(y)) for x, y in re.findall(r"M(-?\d+) (-?\d+)h20v20h-20z", path)}


def test_a_region_is_its_cells() -> None:
    svg = pictures.region_picture([["##.", ".##"]], label="area")
    (path,) = elements(svg, "path")
    assert squares(path.attrib["d"]) == {(0, 0), (20, 0), (20, 20), (40, 20)}


def test_equal_levels_are_drawn_once_and_counted() -> None:
    svg = pictures.region_picture([["##"], ["##"]], label="area")
    assert squares(elements(svg, "path")[0].attrib["d"]) == {(0, 0), (20, 0)}
    assert [text.text for text in elements(svg, "text")] == ["× 2 levels"]


def test_unequal_levels_stand_side_by_side() -> None:
    svg = pictures.region_picture([["##"], ["#."]], label="area")
    # A level of two columns is 40 wide; the next one begins after a gap of 14.
    assert squares(elements(svg, "path")[0].attrib["d"]) == {(0, 0), (20, 0), (54, 0)}


def test_a_cover_shows_each_piece_with_fill_hatch_outline_and_letter() -> None:
    cover = [("A", [[0, 0, 0], [1, 0, 0]]), ("D", [[2, 0, 0]])]
    svg = pictures.cover_picture([["###"]], cover, looks=LOOKS, label="Solution 1")
    paths = [path.attrib for path in elements(svg, "path")]
    assert [path["class"] for path in paths] == ["p0", "hatch", "edge", "p3", "hatch", "edge"]
    assert squares(paths[0]["d"]) == {(0, 0), (20, 0)}
    # Around the domino six sides of cells, none between its two cells.
    assert sorted(paths[2]["d"].split("M")[1:]) == sorted(
        ["0 0h20", "0 20h20", "0 0v20", "20 0h20", "20 20h20", "40 0v20"]
    )
    assert (paths[1]["d"], paths[4]["d"]) == ("M0 0M20 0", "M40 0m0 10h20")
    assert [text.text for text in elements(svg, "text")] == ["A", "D"]


def test_a_piece_on_two_levels_has_its_letter_on_both() -> None:
    cover = [("A", [[0, 0, 0], [0, 0, 1]])]
    svg = pictures.cover_picture([["#"], ["#"]], cover, looks=LOOKS, label="x")
    letters = [text for text in elements(svg, "text") if text.attrib["class"] == "letter"]
    assert sorted((text.attrib["x"], text.text) for text in letters) == [("10", "A"), ("44", "A")]


def test_looks_differ_in_fill_or_hatch_up_to_twenty_four_pieces() -> None:
    """12 fills and 8 hatches, both counted on: they meet again after 24."""
    looks = {(n % pictures.FILLS, pictures.HATCHES[n % len(pictures.HATCHES)]) for n in range(24)}
    assert len(looks) == 24


def test_a_solid_piece_is_cubes_from_back_to_front() -> None:
    svg = pictures.piece_picture([["##"], [".#"]], solid=True, look=Look(2, 0), label="piece")
    faces = elements(svg, "path")
    assert len(faces) == 9  # three cubes with three faces each
    assert {face.attrib["class"] for face in faces} == {"cube p2", "cube shade p2", "cube dark p2"}


@pytest.mark.parametrize("solid", [False, True])
def test_nothing_is_drawn_outside_the_picture(solid: bool) -> None:
    layers = [["###", "#.."], ["...", "#.."]] if solid else [["###", "#.."]]
    svg = pictures.piece_picture(layers, solid=solid, look=Look(2, 2), label="piece")
    left, top, width, height = map(int, ElementTree.fromstring(svg).attrib["viewBox"].split())
    for path in elements(svg, "path"):
        for x, y in re.findall(r"M(-?\d+) (-?\d+)", path.attrib["d"]):
            assert left <= int(x) <= left + width
            assert top <= int(y) <= top + height


def test_markup_in_codes_and_labels_is_text() -> None:
    cover = [("<b>", [[0, 0, 0]])]
    svg = pictures.cover_picture([["#"]], cover, looks=LOOKS, label='"><script>')
    assert "<script>" not in svg
    assert [text.text for text in elements(svg, "text")] == ["<b>"]
    assert ElementTree.fromstring(svg).attrib["aria-label"] == '"><script>'
