"""A theatre's files while they are drawn on: a diff shows what changed and nothing else, and undo gives the bytes back."""

from __future__ import annotations

import difflib
import random
from pathlib import Path

import pytest

from adjudicator.editing.sheet import Texts, TheatreSheet
from adjudicator.editing.values import Value, ValueKey, ValueKind
from adjudicator.model.theatre import load_theatre
from adjudicator.packs.folders import BUNDLED

HEXES = """# number  terrain  tags
0101  clear   north          # the mill
0102  clear

0201  forest  north  height=2
0202 swamp!?
0301  clear
"""
SIDES = "# sides\r\n0201-0101  river   # by the mill\r\n0102-0202\triver\troad\r\n"
THEATRE = """title = "A small valley"
terrains = ["clear", "forest"]   # more to come
features = ["river", "road"]
kinds = ["town"]

[[places]]
name = "Riverton"  # not Rivertown
hex = "0102"
kinds = ["town"]
values = { garrison = 2 }

[regions]
north = "North of the river"
"""


@pytest.fixture
def sheet() -> TheatreSheet:
    return TheatreSheet(Texts(THEATRE, HEXES, SIDES))


def terrain(number: str) -> ValueKey:
    return ValueKey(ValueKind.TERRAIN, number)


def tags(number: str) -> ValueKey:
    return ValueKey(ValueKind.TAGS, number)


def side(name: str) -> ValueKey:
    return ValueKey(ValueKind.SIDE, name)


def place(of: str) -> ValueKey:
    return ValueKey(ValueKind.PLACE, of)


def changed(old: str, new: str) -> list[str]:
    """The lines of a diff, without its heads."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def test_what_nobody_changed_is_written_as_it_was_read(sheet: TheatreSheet) -> None:
    assert sheet.texts() == sheet.base


def test_a_terrain_changes_one_word_and_columns_stay(sheet: TheatreSheet) -> None:
    sheet.draw("a", {terrain("0101"): "forest"})
    assert changed(HEXES, sheet.texts().hexes) == [
        "-0101  clear   north          # the mill",
        "+0101  forest  north          # the mill",
    ]


def test_tags_come_and_go_and_named_values_ride_along(sheet: TheatreSheet) -> None:
    sheet.draw("a", {tags("0201"): ("coast", "north"), tags("0101"): (), tags("0102"): ("coast",)})
    assert changed(HEXES, sheet.texts().hexes) == [
        "-0101  clear   north          # the mill",
        "-0102  clear",
        "+0101  clear          # the mill",
        "+0102  clear coast",
        "-0201  forest  north  height=2",
        "+0201  forest  north coast  height=2",
    ]


def test_a_new_hexside_stands_where_its_numbers_belong(sheet: TheatreSheet) -> None:
    sheet.draw("a", {side("0101-0102"): ("road",)})
    assert sheet.texts().hexsides.splitlines()[1] == "0101-0102 road"


def test_a_line_is_found_whichever_hex_it_names_first(sheet: TheatreSheet) -> None:
    sheet.draw("a", {side("0101-0201"): ("river", "road")})
    assert "0201-0101  river road   # by the mill\r\n" in sheet.texts().hexsides


def test_of_a_hexside_that_is_bare_now_only_the_comment_stays(sheet: TheatreSheet) -> None:
    sheet.draw("a", {side("0101-0201"): (), side("0102-0202"): ()})
    assert sheet.texts().hexsides == "# sides\r\n# by the mill\r\n"


def test_the_closed_lists_get_the_words_that_are_used(sheet: TheatreSheet) -> None:
    sheet.draw("a", {terrain("0301"): "bog", side("0101-0102"): ("trail",), tags("0301"): ("coast",)})
    assert changed(THEATRE, sheet.texts().theatre) == [
        '-terrains = ["clear", "forest"]   # more to come',
        '-features = ["river", "road"]',
        '+terrains = ["clear", "forest", "bog"]   # more to come',
        '+features = ["river", "road", "trail"]',
        '+tags = ["coast"]',
    ]


def test_places_change_come_and_go(sheet: TheatreSheet) -> None:
    riverton = sheet.get(place("0"))
    assert isinstance(riverton, dict)
    sheet.draw("a", {place("0"): {**riverton, "name": "Newton"}, place("n1"): {"name": "Mill", "hex": "0101"}})
    new = changed(THEATRE, sheet.texts().theatre)
    assert new == [
        '-name = "Riverton"  # not Rivertown',
        '+name = "Newton"  # not Rivertown',
        "+[[places]]",
        '+name = "Mill"',
        '+hex = "0101"',
        "+",
    ]
    sheet.draw("b", {place("0"): None, place("n1"): None})
    assert "places" not in sheet.texts().theatre and "[regions]" in sheet.texts().theatre


def test_undo_and_redo(sheet: TheatreSheet) -> None:
    sheet.draw("a", {terrain("0101"): "forest"})
    sheet.draw("a", {terrain("0102"): "forest", terrain("0101"): "clear"})
    sheet.draw("b", {terrain("0301"): "forest"})
    assert sheet.steps == (2, 0)
    after = sheet.texts()
    sheet.undo()
    assert sheet.undo() == {terrain("0101"): "clear", terrain("0102"): "clear"}
    assert sheet.undo() == {}
    assert sheet.texts() == sheet.base
    sheet.redo()
    sheet.redo()
    assert sheet.texts() == after and sheet.redo() == {}


def test_what_is_drawn_after_an_undo_ends_what_could_be_done_again(sheet: TheatreSheet) -> None:
    sheet.draw("a", {terrain("0101"): "forest"})
    sheet.undo()
    sheet.draw("b", {terrain("0102"): "forest"})
    assert sheet.steps == (1, 0)


def test_drawing_what_is_there_is_no_stroke_and_no_version(sheet: TheatreSheet) -> None:
    version = sheet.version
    sheet.draw("a", {terrain("0101"): "clear", side("0101-0102"): ()})
    assert (sheet.version, sheet.steps) == (version, (0, 0))


def test_decisions_stand_in_a_record_of_their_own() -> None:
    sheet = TheatreSheet(Texts(THEATRE, HEXES, SIDES))
    refused = ValueKey(ValueKind.REFUSED, "0101 forest")
    sheet.draw("a", {refused: "1", ValueKey(ValueKind.NUDGE, "Board"): ("3", "-2")})
    texts = sheet.texts()
    assert (texts.hexes, texts.hexsides, texts.theatre) == (HEXES, SIDES, THEATRE)
    again = TheatreSheet(texts)
    assert again.get(refused) == "1" and again.get(ValueKey(ValueKind.NUDGE, "Board")) == ("3", "-2")
    sheet.undo()
    assert sheet.texts().record == ""


def test_a_new_hex_gets_a_line() -> None:
    sheet = TheatreSheet(Texts(THEATRE, "0101 clear\n0301 clear", ""))
    sheet.draw("a", {terrain("0201"): "forest", terrain("0401"): "forest"})
    assert sheet.texts().hexes == "0101 clear\n0201 forest\n0301 clear\n0401 forest\n"


def test_a_hex_that_the_map_lacks_loses_its_line(sheet: TheatreSheet) -> None:
    sheet.draw("a", {terrain("0102"): "", terrain("0101"): ""})
    assert sheet.texts().hexes == HEXES.replace("0102  clear\n", "").replace(
        "0101  clear   north          # the mill", "# the mill"
    )


@pytest.mark.parametrize("seed", range(5))
def test_a_bundled_theatre_drawn_on_at_random_still_loads_and_comes_back(seed: int, tmp_path: Path) -> None:
    folder = BUNDLED / "two_rivers" / "theatres" / "valley"
    names = ("theatre.toml", "hexes.txt", "hexsides.txt")
    base = Texts(*((folder / name).read_bytes().decode() for name in names))
    sheet, dice = TheatreSheet(base), random.Random(seed)
    keys = list(sheet.values)
    for step in range(60):
        sheet.draw(f"{step}", dict(_drawn(dice, key) for key in dice.sample(keys, 5)))
        if dice.random() < 0.2:
            sheet.undo()
    texts = sheet.texts()
    for name, text in zip(names, (texts.theatre, texts.hexes, texts.hexsides), strict=True):
        (tmp_path / name).write_bytes(text.encode())
    loaded = load_theatre(tmp_path)
    assert {number: each.terrain for number, each in loaded.by_number.items()} == {
        key.of: value for key, value in sheet.values.items() if key.kind is ValueKind.TERRAIN
    }
    while sheet.steps[0]:
        sheet.undo()
    assert sheet.texts() == base


def _drawn(dice: random.Random, key: ValueKey) -> tuple[ValueKey, Value]:
    match key.kind:
        case ValueKind.TERRAIN:
            return key, dice.choice(["clear", "forest", "moor"])
        case ValueKind.PLACE:
            return key, dice.choice([None, {"name": f"Town {key.of}", "hex": "0101", "kinds": ["hamlet"]}])
        case _:
            return key, tuple(dice.sample(["river", "road", "trail"], dice.randrange(3)))


def test_an_arrow_is_told_as_the_lower_hex_sees_it_and_written_as_the_line_has_it() -> None:
    header = THEATRE.replace('"road"]', '"road", "bluff"]\none_way = ["bluff"]')
    drawn = TheatreSheet(Texts(header, HEXES, "0201-0101 bluff> road\n0102-0202 bluff<\n"))
    assert drawn.get(side("0101-0201")) == ("bluff<", "road")
    drawn.draw("stroke", {side("0101-0201"): ("bluff>", "road"), side("0101-0102"): ("bluff<",)})
    assert drawn.texts().hexsides == "0101-0102 bluff<\n0201-0101 road bluff<\n0102-0202 bluff<\n"
    assert drawn.texts().theatre == header
    drawn.undo()
    assert drawn.texts().hexsides == "0201-0101 bluff> road\n0102-0202 bluff<\n"


def test_a_new_feature_with_a_direction_is_listed_as_one(sheet: TheatreSheet) -> None:
    sheet.draw("stroke", {side("0101-0102"): ("bluff<",)})
    text = sheet.texts().theatre
    assert 'features = ["river", "road", "bluff"]' in text and 'one_way = ["bluff"]' in text
