"""Extensions made part of their module."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.errors import ReadError, WriteError
from adjudicator.game.merging import merge_extensions
from adjudicator.notes import NoteKind
from tests.exporters.states import picture

MODULE = """<VASSAL.build.GameModule name="Game" version="1.0" nextPieceSlotId="3">
  <VASSAL.build.module.Map mapName="Main"><VASSAL.build.module.map.BoardPicker>
    <VASSAL.build.module.map.boardPicker.Board name="Board" image="" width="100" height="90"/>
  </VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>
  <VASSAL.build.module.PieceWindow name="Pieces"><VASSAL.build.widget.TabWidget entryName="Tabs">
    <VASSAL.build.widget.PieceSlot entryName="Corps" gpid="1">{corps}</VASSAL.build.widget.PieceSlot>
    <VASSAL.build.widget.PieceSlot entryName="Army" gpid="2">{army}</VASSAL.build.widget.PieceSlot>
  </VASSAL.build.widget.TabWidget></VASSAL.build.module.PieceWindow>
  <com.example.Special odd="kept"/>
</VASSAL.build.GameModule>"""
EXTENSION = """<VASSAL.build.module.ModuleExtension version="0.1" extensionId="abc" vassalVersion="3.7.0">
  <VASSAL.build.module.ExtensionElement target="{target}">
    <VASSAL.build.widget.PieceSlot entryName="Guard" gpid="{gpid}">{guard}</VASSAL.build.widget.PieceSlot>
  </VASSAL.build.module.ExtensionElement>
</VASSAL.build.module.ModuleExtension>"""
PATH = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.TabWidget:Tabs"


def piece(name: str, image: str, gpid: str) -> str:
    """A slot's definition: no id, type, state."""
    return f"+/null/piece;;;{image};{name}/null;0;0;{gpid};0"


def put(path: Path, about: str, build: str, images: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(about, '<data version="1"><VassalVersion>3.7.0</VassalVersion><name>Game</name></data>')
        archive.writestr("buildFile.xml", build)
        for name, data in images.items():
            archive.writestr(f"images/{name}", data)
    return path


def box(folder: Path) -> Path:
    build = MODULE.format(corps=piece("Corps", "a.png", "1"), army=piece("Army", "b.png", "2"))
    return put(folder / "game.vmod", "moduledata", build, {"a.png": picture("#ff0000"), "b.png": picture("#00ff00")})


def extension(folder: Path, gpid: str = "abc:1", target: str = PATH, name: str = "more.vmdx") -> Path:
    build = EXTENSION.format(target=target, gpid=gpid, guard=piece("Guard", "c.png", gpid))
    images = {"c.png": picture("#0000ff"), "a.png": picture("#123456")}
    return put(folder / name, "extensiondata", build, images)


def test_the_merged_module_reads_as_the_module_with_its_extension(tmp_path: Path) -> None:
    notes = merge_extensions(box(tmp_path), [extension(tmp_path)], tmp_path / "out.vmod").notes
    module = importers.read(tmp_path / "out.vmod").module
    assert module is not None
    assert [(slot.name, slot.gpid, slot.path) for slot in module.slots] == [
        ("Corps", "1", ("Pieces", "Tabs")),
        ("Army", "2", ("Pieces", "Tabs")),
        ("Guard", "abc:1", ("Pieces", "Tabs")),
    ]
    assert module.image("c.png") == picture("#0000ff") and module.image("a.png") == picture("#ff0000")
    assert [note.subject for note in notes if note.kind is NoteKind.LOST] == ["images/a.png"]
    with zipfile.ZipFile(tmp_path / "out.vmod") as archive:
        assert b'<com.example.Special odd="kept"/>' in archive.read("buildFile.xml")
        assert "extensiondata" not in archive.namelist()


def test_ids_stay_unique(tmp_path: Path) -> None:
    notes = merge_extensions(box(tmp_path), [extension(tmp_path, gpid="2")], tmp_path / "out.vmod").notes
    module = importers.read(tmp_path / "out.vmod").module
    assert module is not None and [slot.gpid for slot in module.slots] == ["1", "2", "3"]
    assert any("it is 3 now" in note.text for note in notes)


def test_what_finds_no_place_is_told(tmp_path: Path) -> None:
    lost = extension(tmp_path, target="VASSAL.build.module.PieceWindow:Elsewhere/VASSAL.build.module.Map:No")
    notes = merge_extensions(box(tmp_path), [lost], tmp_path / "out.vmod").notes
    assert any(note.kind is NoteKind.MISSING and "Guard" in note.text for note in notes)


def test_a_module_is_no_extension(tmp_path: Path) -> None:
    other = put(tmp_path / "other.vmdx", "extensiondata", MODULE.format(corps="", army=""), {})
    with pytest.raises(ReadError, match="an extension begins with"):
        merge_extensions(box(tmp_path), [other], tmp_path / "out.vmod")
    assert not (tmp_path / "out.vmod").exists()


def test_one_name_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    pair = [extension(tmp_path), extension(tmp_path / "sub")]
    with pytest.raises(WriteError, match="one file name"):
        merge_extensions(box(tmp_path), pair, tmp_path / "out.vmod")


def test_a_module_with_an_extension_has_another_version(tmp_path: Path) -> None:
    merge_extensions(box(tmp_path), [extension(tmp_path)], tmp_path / "out.vmod")
    module = importers.read(tmp_path / "out.vmod").module
    assert module is not None and re.fullmatch(r"1\.0-r[0-9a-f]{6}", module.version)
    with zipfile.ZipFile(tmp_path / "out.vmod") as archive:
        assert f"<version>{module.version}</version>".encode() in archive.read("moduledata")
