"""What a file is of, told without reading it."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from adjudicator.importers.vassal.outlines import module_named, outline_of, pieces_of, share, written_at
from tests.helpers import FIXTURES

GAMES = FIXTURES / "vassal"
NAME = "Two Rivers - The Valley of the Two Rivers"


@pytest.mark.parametrize("game", ["two_rivers", "dvina_line", "prut_front"])
def test_a_save_has_the_pieces_of_its_own_module_alone(game: str) -> None:
    pieces = pieces_of(GAMES / game / "start.vsav")
    assert pieces and share(pieces, pieces_of(GAMES / game / f"{game}.vmod")) == 1.0
    others = [each for each in ("two_rivers", "dvina_line", "prut_front") if each != game]
    assert all(share(pieces, pieces_of(GAMES / each / f"{each}.vmod")) < 0.2 for each in others)


def test_logs_part_where_they_go_on_otherwise_from_one_table() -> None:
    legal, planted = (outline_of(GAMES / "two_seas" / kind / "01.vlog") for kind in ("legal", "planted"))
    assert legal.start == planted.start and legal.branches_from(planted) and not legal.branches_from(legal)
    assert not legal.branches_from(outline_of(GAMES / "two_seas" / "legal" / "02.vlog"))
    shorter = type(legal)(legal.start, legal.steps[:3])
    assert not shorter.branches_from(legal)  # a log that was sent before it was finished


def test_the_root_of_a_build_file_and_an_old_save_name_the_module(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "root.vmod", "w") as made:
        made.writestr("buildFile", '<?xml version="1.0"?>\n<VASSAL.launch.BasicModule name="A &amp; B" version="2"/>')
    with zipfile.ZipFile(tmp_path / "old.vsav", "w") as made:
        check = "CHECK\tversion<1.3\tALERT\\\tVersion mismatch.|Game saved using My Game version 1.3."
        made.writestr("savedGame", f"begin_save\x1b{check}\x1b\\\x1bend_save")
    with zipfile.ZipFile(tmp_path / "else.vmod", "w") as made:
        made.writestr("buildFile", '<!DOCTYPE x [<!ENTITY a "b">]><VASSAL.launch.BasicModule name="&a;"/>')
    assert module_named(tmp_path / "root.vmod") == ("A & B", "2")
    assert module_named(tmp_path / "old.vsav") == ("My Game", "1.3")
    assert module_named(tmp_path / "else.vmod") == ("", "")
    assert module_named(GAMES / "two_rivers" / "start.vsav")[0] == NAME


def test_the_file_says_when_it_was_written_or_its_zip_does(tmp_path: Path) -> None:
    assert written_at(GAMES / "two_rivers" / "start.vsav") > (2019,)
    with zipfile.ZipFile(tmp_path / "old.vsav", "w") as made:
        made.writestr(zipfile.ZipInfo("savedGame", (2007, 1, 14, 19, 32, 0)), "begin_save")
    assert written_at(tmp_path / "old.vsav") == (2007, 1, 14, 19, 32, 0)
    (tmp_path / "none.vsav").write_bytes(b"nothing")
    assert written_at(tmp_path / "none.vsav") == (0,) * 6
