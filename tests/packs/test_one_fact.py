"""A fact of the map that may be stated as a terrain, as a tag or by a place: rules read it however a map states it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.cli.main import status
from adjudicator.lean import replace
from adjudicator.model.theatre import Place, Theatre, load_theatre, with_facts
from adjudicator.packs.load import load_pack, load_theatre_for

WORDS = frozenset({"city", "hard_city", "rail_exit"})
HEADER = """
title = "Own map"
terrains = ["open", "hill", "city"]
tags = ["ussr", "city", "hard_city"]
kinds = ["city", "hard_city"]

[numbering]
order = "column-row"
digits = [2, 2]

[[numbering.sheets]]
prefix = ""
first = [1, 1]
column = 0
row = 0
columns = 4
rows = 1
column_step = 1
row_step = 1
"""
PLACE = '\n[[places]]\nname = "Town"\nhex = "0201"\nkinds = ["city"]\n'
PACK = 'id = "own"\nshort = "own"\ntitle = "Own"\nextends = "thunder_in_the_east"\nextends_version = 1\n'
CASE = """
[[case]]
id = "hq"
title = "an HQ in a city"
given = ["turn 1, Axis Supply Step", "weather clear", "season summer", "0201: +hq.hu2.balanced"]
"""


@pytest.mark.parametrize(
    ("hexes", "place", "holds"),
    [
        ("0101 open ussr\n0201 hill ussr\n", PLACE, True),
        ("0101 open ussr\n0201 hill ussr city\n", "", True),
        ("0101 open ussr\n0201 city ussr\n", "", True),
        ("0101 open ussr\n0201 city ussr\n", PLACE, True),
        ("0101 open ussr\n0201 hill ussr\n", PLACE.replace("0201", "0101"), False),
    ],
)
def test_a_headquarters_stands_in_a_city_however_the_map_says_so(
    hexes: str, place: str, holds: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    map_folder = folder / "theatres" / "map"
    map_folder.mkdir(parents=True)
    (folder / "pack.toml").write_text(PACK, encoding="utf-8")
    (map_folder / "theatre.toml").write_text(HEADER + place, encoding="utf-8")
    (map_folder / "hexes.txt").write_text(hexes, encoding="utf-8")
    (map_folder / "hexsides.txt").write_text("", encoding="utf-8")
    expect = "[]" if holds else '[{ rule = "10.2b", at = ["0201"] }]'
    (tmp_path / "case.toml").write_text(CASE + f"expect = {expect}\n", encoding="utf-8")
    assert status(["packs", "try", str(folder), str(tmp_path / "case.toml")]) == 0


@pytest.fixture(scope="module")
def printed() -> Theatre:
    return load_theatre_for(load_pack("thunder_in_the_east"), "smolensk_corridor")


def _told(theatre: Theatre, word: str) -> tuple[set[str], set[str]]:
    """The hexes that have a word as a tag, and by a place."""
    tagged = {entry.number for entry in theatre.hexes.values() if word in entry.tags}
    return tagged, {place.hex for place in theatre.places if word in place.kinds}


@pytest.mark.parametrize("word", sorted(WORDS))
def test_a_map_that_states_a_fact_one_way_has_it_in_every_way(word: str, printed: Theatre) -> None:
    untagged = {at: replace(entry, tags=entry.tags - {word}) for at, entry in printed.hexes.items()}
    unplaced = tuple(
        Place(name=each.name, hex=each.hex, kinds=each.kinds - {word}, owner=each.owner, values=each.values)
        for each in printed.places
    )
    for restated in (replace(printed, hexes=untagged), replace(printed, places=unplaced)):
        tags, places = _told(with_facts(restated, WORDS), word)
        assert tags == places == _told(printed, word)[0]


@pytest.mark.parametrize(
    "pack", ["thunder_in_the_east", "europa", "fire_in_the_east", "blitz_in_the_east", "two_rivers"]
)
def test_no_shipped_map_states_a_tag_and_a_place_of_one_word_differently(pack: str) -> None:
    """Where a pack does not say that a word is one fact, its maps have it as a tag or by places, not as both."""
    loaded = load_pack(pack)
    for folder in sorted((loaded.folder / "theatres").glob("*/")):
        made, written = load_theatre_for(loaded, folder), load_theatre(folder)
        assert written.header is not None
        for word in written.header.tags & written.header.kinds:
            tags, places = _told(made, word)
            assert tags == places
