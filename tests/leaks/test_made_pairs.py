"""Pairs made by hand, of shapes that the hunt does not make: the viewer is given the same bytes, and the umpire is not."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli.main import status
from tests.importers.tabletop_simulator.saves import thing
from tests.importers.vassal.games import piece, save, stack
from tests.leaks.twins import writing
from tests.leaks.twins.answers import Bench, Made

ANNE = "PLAYER\tpwanne\tAnne\tFrench"
OPEN = piece("100", "First Rifles", "Main;200;200", (), "11")
UNNAMED = piece("null", "First Rifles", "Main;200;200", (), "11")
ODD = piece("100", "Home Guard", "Main;200;200", (), "99")


def unseen(identity: str, name: str = "Guards Xanadu") -> str:
    """A counter that somebody else made invisible."""
    return piece(identity, name, "Main;300;300", [("hide;73,130;Invisible;0,0,0;player:;", "pwbruno")], "90017")


PAIRS: dict[str, tuple[list[str], list[str]]] = {
    "a piece without an id": ([unseen("null"), UNNAMED], [UNNAMED]),
    "an id that two have": ([unseen("100"), OPEN], [OPEN, unseen("500")]),
    "an empty stack of what is gone": ([OPEN, stack("777", "998877", where="Main;300;300")], [OPEN, unseen("500")]),
    "a bad point": ([OPEN, unseen("500").replace("Main;300", "Main;here")], [OPEN, unseen("600")]),
}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path, status)
    (made.game / "box").mkdir(parents=True)
    return made


def told(bench: Bench, pieces: list[str], module: bytes, viewer: str) -> tuple[Made, ...]:
    """What some commands give a viewer of a save of these pieces."""
    path, box = bench.game / "start.vsav", bench.game / "box" / "twins.vmod"
    path.write_bytes(writing.game(save(*pieces, more=[ANNE]), 7))
    box.write_bytes(module)
    asked = (["inspect", str(path), "--all", "--json"], ["inspect", str(path), "--unread"])
    more = ["--module", str(box), "--as", viewer]
    return tuple(bench.give([*words, *more]) for words in (*asked, ["convert", str(path), str(bench.out / "made.csv")]))


@pytest.mark.parametrize("name", PAIRS)
def test_a_save_tells_nothing_of_what_lies_hidden(name: str, bench: Bench) -> None:
    module = writing.module(("French", "Austrian"), "public")
    one, two = PAIRS[name]
    for viewer in ("everybody", "French"):
        assert told(bench, one, module, viewer) == told(bench, two, module, viewer)
    assert told(bench, one, module, "umpire") != told(bench, two, module, "umpire")


def test_a_module_of_another_name_is_refused_or_taken_whatever_lies_hidden(bench: Bench) -> None:
    other, data = io.BytesIO(), io.BytesIO(writing.module(("French", "Austrian"), "public"))
    with zipfile.ZipFile(data) as old, zipfile.ZipFile(other, "w") as new:
        for each in old.namelist():
            renamed = old.read(each).replace(b"<name>Twins", b"<name>Sisters").replace(b'"Twins"', b'"Sisters"')
            new.writestr(each, renamed)
    one, two = ([ODD, unseen("500", name)] for name in ("Guards Xanadu", "Nobody's Own"))
    assert told(bench, one, other.getvalue(), "everybody") == told(bench, two, other.getvalue(), "everybody")


ZONE: dict[str, Any] = thing("FogOfWarTrigger", "z00001", "", (30, 3, 0), Locked=True, FogColor="Blue")
ZONE["Transform"] = {**ZONE["Transform"], "scaleX": 8.0, "scaleY": 6.0, "scaleZ": 8.0}


def tile(guid: str, name: str, at: tuple[float, float, float]) -> dict[str, Any]:
    return thing("Custom_Tile", guid, name, at, CustomImage={"ImageURL": f"http://example.com/{name}.png"})


@pytest.mark.parametrize("guid", ["aaaaaa", ""])
def test_a_thing_in_sight_is_not_numbered_after_hidden_ones(guid: str, bench: Bench) -> None:
    path = bench.game / "table.json"
    shown, hidden = tile(guid, "Open", (0, 1, 0)), tile(guid, "Secret", (30, 1, 0))

    def asked(things: list[dict[str, Any]], viewer: str) -> Made:
        path.write_text(json.dumps({"SaveName": "Steppe", "ObjectStates": [ZONE, *things]}), encoding="utf-8")
        return bench.give(["inspect", str(path), "--all", "--json", "--as", viewer])

    assert asked([hidden, shown], "everybody") == asked([shown], "everybody")
    assert asked([hidden, shown], "umpire") != asked([shown], "umpire")
