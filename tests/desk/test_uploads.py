"""Files that are dropped: kept whole, under a harmless name, never over another."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.desk.places import safe_name
from adjudicator.writing import free_name
from tests.desk.conftest import SAMPLE, Opened, new_desk

LOG = (SAMPLE / "turn_1.vlog").read_bytes()
HOSTILE = [
    "../../../evil.vlog",
    "..\\..\\evil.vlog",
    "/etc/evil.vlog",
    "C:\\Windows\\evil.vlog",
    "a/../evil.vlog",
    "evil\x00.vlog",
    "ev\u202egolv.vlog",
    "con.vlog",
    "COM1.vlog",
    "aux.tar.vlog",
    ".hidden.vlog",
    "<script>alert(1)</script>.vlog",
    '"><img src=x onerror=alert(1)>.vlog',
    "a" * 400 + ".vlog",
    "turn 1. .vlog",
    "NUL .vlog",
]


@pytest.mark.parametrize("given", HOSTILE)
def test_no_name_leads_out_of_the_folder(opened: Opened, folder: Path, given: str) -> None:
    desk = new_desk(folder)
    key = next(iter(desk.shelf)).key
    outside = {each for each in folder.parent.rglob("*") if folder not in (each, *each.parents)}
    answer = opened(desk).post(f"/g/{key}/files", params={"name": given, "more": "1"}, content=LOG + b"more")
    assert answer.status_code == 201
    name = answer.json()["name"]
    kept = folder / name
    assert kept.parent == folder and kept.read_bytes() == LOG + b"more"
    assert {each for each in folder.parent.rglob("*") if folder not in (each, *each.parents)} - outside <= {
        folder.parent / "home"
    }
    assert not set(name) & set('<>:"/\\|?*\x00\u202e') and not name.startswith(".") and len(name) <= 120
    assert name.split(".")[0].strip().lower() not in ("con", "nul", "aux", "com1")


@pytest.mark.parametrize("given", ["evil.exe", "adjudicator.toml", "", ".", "..", ".vlog", "turn.vlog.html", "x.svg"])
def test_only_what_a_game_holds_is_taken(opened: Opened, folder: Path, given: str) -> None:
    desk = new_desk(folder)
    before = sorted(folder.iterdir())
    answer = opened(desk).post(f"/g/{next(iter(desk.shelf)).key}/files", params={"name": given}, content=LOG)
    assert (answer.status_code, "error" in answer.json()) == (400, True)
    assert sorted(folder.iterdir()) == before


def test_the_same_bytes_are_the_same_file(opened: Opened, folder: Path) -> None:
    desk = new_desk(folder)
    client, path = opened(desk), f"/g/{next(iter(desk.shelf)).key}/files"
    for name in ("turn_1.vlog", "another name.vlog"):
        told = client.post(path, params={"name": name, "more": "1"}, content=LOG).json()
        assert (told["name"], told["known"]) == ("turn_1.vlog", True)
    assert len(list(folder.glob("*.vlog"))) == 1


def test_other_bytes_get_another_name_and_it_is_told(opened: Opened, folder: Path) -> None:
    desk = new_desk(folder)
    client, path = opened(desk), f"/g/{next(iter(desk.shelf)).key}/files"
    told = [
        client.post(path, params={"name": name, "more": "1"}, content=LOG + name.encode()).json()
        for name in ("turn_1.vlog", "Turn_1.vlog")
    ]
    assert [(each["name"], each["renamed"]) for each in told] == [("turn_1 (2).vlog", True), ("Turn_1 (3).vlog", True)]
    assert (folder / "turn_1.vlog").read_bytes() == LOG


def test_names_that_every_system_takes() -> None:
    assert safe_name("Turn 3 – Fritz's.vlog") == "Turn 3 – Fritz's.vlog"
    assert safe_name("aux") == "_aux"
    assert safe_name("...") == ""
    assert free_name("a.vlog", {"A.VLOG", "a (2).vlog"}) == "a (3).vlog"
