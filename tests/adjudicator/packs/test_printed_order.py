"""An order of battle is read out of a text; the real one gives the totals the book prints."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.errors import CorruptFile
from adjudicator.packs.fire_in_the_east.printed_order import read
from adjudicator.packs.load import load_pack
from adjudicator.packs.printed_order import load_text
from tests.adjudicator.cli.conftest import Run, run
from tests.helpers import SHARED, needs_shared

__all__ = ["run"]

FOLDER = load_pack("fire_in_the_east").folder
BOOK = SHARED / "rulebooks" / "fire-in-the-east.txt"
LISTS = """A foreword that is no list: 3×9-9 Infantry XX 1, 2, 3
INITIAL FORCES
99th Army. Within 4 hexes of the border from 1B/2020 to 1B/2420.
2×5-6 Infantry XX 901, 902
1×2-1-8* mot Art III 77
4×Something, any
3 wizards with 4 dragons
Jul I 41:
German:
3×7-6 Infantry XX 903, 904
Withdraw:
1×5-6 Infantry XX 901
ABBREVIATIONS
"""


def tables(text: str, key: str) -> list[Mapping[str, object]]:
    found: list[Mapping[str, object]] = tomllib.loads(text)[key]
    return found


def test_lines_become_units_zones_and_turns() -> None:
    found = read(LISTS)
    forces = {(force["event"], force["turn"]): force for force in reversed(tables(found.order_toml(), "force"))}
    zone = next(zone for zone in tables(found.order_toml(), "zone") if zone["name"] == "99th Army")
    assert zone["border"] == {"first": "1B/2020", "last": "1B/2420", "within": 4}
    assert forces["start", 0]["zone"] == zone["key"]
    assert forces["withdrawal", 2]["units"] == {"ge.infantry.division.901": 1}
    gun = next(unit for unit in tables(found.units_toml(), "unit") if unit["kind"] == "artillery")
    assert (gun["tags"], gun["movement_class"]) == (["artillery", "cm", "supported"], "cm")


def test_what_cannot_be_read_or_does_not_add_up_is_said_with_its_line() -> None:
    found = read(LISTS)
    assert found.unread == [(7, "3 wizards with 4 dragons")]
    assert "line 10: 3 units, 2 ids" in found.odd
    german = next(total for total in found.totals() if total.name == "german")
    assert (german.units, german.printed) == (5, 6)


def test_a_text_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes(b"INITIAL FORCES\n2\xd75-6")
    with pytest.raises(CorruptFile, match="UTF-8"):
        load_text(path)


@needs_shared
def test_the_whole_book_is_read_and_is_what_the_pack_holds(run: Run, tmp_path: Path) -> None:
    told = run("packs", "order", "fire_in_the_east", BOOK, "-o", tmp_path, "--json").json
    nations = [row for row in told["totals"] if row["of"] == "nation"]
    assert (told["lines"]["read"], told["unread"]) == (1591, [])
    assert sum(row["units"] for row in nations) == 1666
    assert all(row["units"] == row["printed"] for row in told["totals"])
    for name in ("units.toml", "order_of_battle.toml"):
        first, _, published = (FOLDER / name).read_text(encoding="utf-8").partition("\n")
        assert first.startswith("#:schema ")
        assert (tmp_path / name).read_text(encoding="utf-8") == published
