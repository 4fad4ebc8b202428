from __future__ import annotations

from typing import Any

import pytest

from puzzles.solver import MalformedTask, Region
from puzzles.solver.regions import canonical, symmetries


def test_an_area_is_trimmed_and_stacked() -> None:
    region = Region.from_area(["....", ".##.", ".#.."], 2)
    assert region.size == 6
    assert region.height == 2
    assert region.layers() == (("##", "#."), ("##", "#."))
    assert region.area_and_height() == (("##", "#."), 2)
    assert region == Region.from_layers([["##", "#."], ["##", "#."]])


def test_unequal_layers_are_no_area() -> None:
    region = Region.from_layers([["##"], ["#."]])
    assert region.area_and_height() is None
    assert region.layers() == (("##",), ("#.",))


@pytest.mark.parametrize(
    ("rows", "height", "field", "code"),
    [
        ([], 1, "area", "no_cells"),
        (["..", ".."], 1, "area", "no_cells"),
        ("##", 1, "area", "rows_not_a_list"),
        (None, 1, "area", "rows_not_a_list"),
        ([1], 1, "area", "row_not_text"),
        ([["#"]], 1, "area", "row_not_text"),
        (["##", "#"], 1, "area", "ragged"),
        (["#x"], 1, "area", "unknown_character"),
        (["# #"], 1, "area", "unknown_character"),
        (["#" * 401], 1, "area", "too_long"),
        (["#"] * 401, 1, "area", "too_long"),
        (["#" * 21] * 20, 1, "area", "too_many_cells"),
        (["#" * 21] * 10, 2, "area", "too_many_cells"),
        (["#"], 0, "height", "height_out_of_range"),
        (["#"], -3, "height", "height_out_of_range"),
        (["#"], 21, "height", "height_out_of_range"),
        pytest.param(["#"], 10**5000, "height", "height_out_of_range", id="huge"),
        (["#"], True, "height", "height_not_a_number"),
        (["#"], 1.0, "height", "height_not_a_number"),
        (["#"], "1", "height", "height_not_a_number"),
        (["#"], None, "height", "height_not_a_number"),
    ],
)
def test_areas_that_are_none(rows: Any, height: Any, field: str, code: str) -> None:
    with pytest.raises(MalformedTask) as caught:
        Region.from_area(rows, height)
    assert (caught.value.field, caught.value.code) == (field, code)


@pytest.mark.parametrize(
    ("layers", "code"),
    [
        ([], "no_cells"),
        ([["."], ["."]], "no_cells"),
        ({}, "layers_not_a_list"),
        (["##"], "rows_not_a_list"),
        ([["##"], ["#"]], "ragged"),
        ([["##"], ["##", "##"]], "ragged_layers"),
        ([["##"], []], "ragged_layers"),
        ([["#"]] * 21, "too_many_layers"),
        ([["#" * 20] * 20, ["#" + "." * 19] + ["." * 20] * 19], "too_many_cells"),
    ],
)
def test_layers_that_are_none(layers: Any, code: str) -> None:
    with pytest.raises(MalformedTask) as caught:
        Region.from_layers(layers)
    assert (caught.value.field, caught.value.code) == ("layers", code)


def test_the_largest_areas_are_accepted() -> None:
    assert Region.from_area(["#" * 20] * 20).size == 400
    assert Region.from_area(["#" * 400]).size == 400
    assert Region.from_area(["#" * 5] * 4, 20).size == 400


@pytest.mark.parametrize(
    ("rows", "turns", "turns_and_reflections"),
    [
        (["##", "##"], 4, 8),
        (["###", "###"], 2, 4),
        (["##", "#."], 1, 2),
        (["##.", ".##"], 2, 2),
        (["###", "#.."], 1, 1),
        ([".#.", "###", ".#."], 4, 8),
    ],
)
def test_symmetries(rows: list[str], turns: int, turns_and_reflections: int) -> None:
    flat = Region.from_area(rows)
    assert len(symmetries(flat, dimension=2, flip=False)) == turns
    assert len(symmetries(flat, dimension=2, flip=True)) == turns_and_reflections
    # A prism turns over about its horizontal axes just as its area reflects.
    prism = Region.from_area(rows, 4)
    assert len(symmetries(prism, dimension=3, flip=False)) == turns_and_reflections


def test_a_cube_has_24_rotations_and_the_identity_comes_first() -> None:
    cube = Region.from_area(["##", "##"], 2)
    found = symmetries(cube, dimension=3, flip=False)
    assert len(set(found)) == 24
    assert found[0] == cube.cells
    for images in found:
        assert sorted(images) == list(cube.cells)


def test_congruent_regions_have_one_canonical_form() -> None:
    def form(rows: list[str], *, flip: bool) -> Region:
        return canonical(Region.from_area(rows), dimension=2, flip=flip)

    hook, turned, mirrored = ["###", "#.."], ["##", ".#", ".#"], ["###", "..#"]
    assert form(hook, flip=False) == form(turned, flip=False)
    assert form(hook, flip=False) != form(mirrored, flip=False)
    assert form(hook, flip=True) == form(mirrored, flip=True)
    upright = Region.from_layers([["#"], ["#"], ["#"]])
    lying = Region.from_area(["###"])
    assert canonical(upright, dimension=3, flip=False) == canonical(lying, dimension=3, flip=False)
