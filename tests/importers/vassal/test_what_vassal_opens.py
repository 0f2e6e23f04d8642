"""What VASSAL opens and a reader may stumble over: packings, signs, names of entries, missing extensions, places by region."""

from __future__ import annotations

import lzma
import zipfile

import pytest

from adjudicator import importers, open_game
from adjudicator.errors import ReadError
from adjudicator.game.files import listed, mailed
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.module import read_module
from adjudicator.notes import NoteKind
from tests.importers.vassal import games
from tests.importers.vassal.boxes import PACKAGE, a_board, a_map, a_slot, box

SETUP = "VASSAL.build.module.map.SetupStack"


def zipped(path, entries):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries.items():
            info = zipfile.ZipInfo("x")
            info.filename = name
            archive.writestr(info, content)
    return path


def module_of(tmp_path, made, name="two_rivers.vmod"):
    path = zipped(tmp_path / name, made.entries)
    return importers.read(path)


def read_save(tmp_path, raw, module=None, name="turn.vsav"):
    return importers.read(zipped(tmp_path / name, {"savedGame": raw}), module)


def test_a_plain_xz_stream(tmp_path):
    raw = lzma.compress(games.save(games.piece("1", "Grüne")).encode(), preset=3)
    read = read_save(tmp_path, raw)
    assert [counter.name for counter in read.state.counters.values()] == ["Grüne"]


def test_a_bomb_of_xz_is_refused(tmp_path):
    with pytest.raises(ReadError, match="times its size"):
        read_save(tmp_path, lzma.compress(b"begin_save" + bytes(120 << 20), preset=3))


def test_windows_1252_is_read_with_replacements_and_noted(tmp_path):
    read = read_save(tmp_path, games.save(games.piece("1", "Gruen\xe9")).encode("cp1252"), name="old.sav")
    assert [counter.name for counter in read.state.counters.values()] == ["Gruen\ufffd"]
    assert [note.text for note in read.notes if note.subject == "savedGame"] == [
        "signs of its text that are not UTF-8, and stand as \ufffd as in VASSAL: 2"
    ]


def test_a_stray_entry_with_a_backslash_costs_its_picture_alone(tmp_path):
    made = box(a_slot())
    made.entries["images\\1st.png"] = b""
    notes = [note for note in module_of(tmp_path, made).notes if note.subject == "images\\1st.png"]
    assert [note.kind for note in notes] == [NoteKind.MISSING]


@pytest.mark.parametrize("version", ["${vassal.version}", "${project.version}", "3.2.17", ""])
def test_a_version_that_leads_to_no_build_file_is_read_by_the_one_there(tmp_path, version):
    read = module_of(tmp_path, box(a_slot(), version=version))
    assert any("VASSAL itself would not open" in note.text for note in read.notes)


def test_a_module_packed_one_folder_too_deep_says_what_to_do(tmp_path):
    deep = {f"My Module/{name}": content for name, content in box().entries.items()}
    with pytest.raises(ReadError, match="zip what is in 'My Module'"):
        importers.read(zipped(tmp_path / "deep.vmod", deep))


def test_a_log_zipped_for_the_mail_is_named_in_a_folder_too(tmp_path):
    path = zipped(tmp_path / "mail.zip", {"turn_5.vlog": b"", "note.txt": b""})
    with pytest.raises(ReadError, match=r"holds turn_5\.vlog: unpack it"):
        importers.read(path)
    with pytest.raises(ReadError, match=r"mail\.zip.*unpack it"):
        listed(tmp_path)
    assert [each.name for each, _ in mailed(tmp_path)] == ["mail.zip"]


def test_extensions_that_a_game_was_saved_with_and_are_not_here(tmp_path):
    module, _ = read_module(Archive(zipped(tmp_path / "box.vmod", box(a_slot()).entries)), "box.vmod")
    more = ["EXT\tgreen.vmdx\t0.1", "EXT\tred.vmdx\t2.0"]
    read = read_save(tmp_path, games.save(games.piece("1"), more=more).encode(), module)
    missing = [note for note in read.notes if note.kind is NoteKind.MISSING and "extension" in note.text]
    assert [note.subject for note in missing] == ["green.vmdx", "red.vmdx"]
    assert "'box_ext'" in missing[0].text


def regions(form):
    """A board with a zone over all of it, two regions in it, and an at-start stack on each."""
    named = "".join(
        f'<{PACKAGE}.Region name="{name}" originx="{x}" originy="{y}"/>'
        for name, x, y in (("Alpha", 400, 100), ("Beta", 500, 350))
    )
    zone = (
        f'<{PACKAGE}.mapgrid.Zone name="East" path="300,0;600,0;600,400;300,400" locationFormat="{form}">'
        f'<{PACKAGE}.RegionGrid visible="true" fontsize="12">{named}</{PACKAGE}.RegionGrid></{PACKAGE}.mapgrid.Zone>'
    )
    stacks = "".join(
        f'<{SETUP} name="{name}" owningBoard="East" useGridLocation="true" location="{name}" x="0" y="0">'
        f"{a_slot(name=name)}</{SETUP}>"
        for name in ("Alpha", "Beta", "Gamma")
    )
    grid = f"<{PACKAGE}.ZonedGrid>{zone}</{PACKAGE}.ZonedGrid>"
    return a_map(a_board(grid, width="600", height="400"), stacks, setup="FrontBoardPicker\tEast\t0\t0")


@pytest.mark.parametrize("form", ["$name$", "$gridLocation$"])
def test_at_start_stacks_lie_on_the_regions_that_they_name(form):
    module, notes = read_module(box(regions(form)))
    lying = {counter.name: (counter.spot.x, counter.spot.y) for counter in module.at_start.counters.values()}
    assert lying == {"Alpha": (400, 100), "Beta": (500, 350), "Gamma": (0, 0)}
    assert [note.text for note in notes if "Gamma" in note.text and "no location" in note.text]


OBLIQUE = f"{PACKAGE}.mapgrid.ObliqueHexGridNumbering"


@pytest.mark.parametrize(
    ("kind", "more", "names"),
    [
        (OBLIQUE, 'stagger="true"', ["0101", "0202", "0302", "0403"]),
        (OBLIQUE, 'stagger="false"', ["0102", "0202", "0301", "0401"]),
        ("ak.ObliqueHexGridNumbering", 'direction="true" stagger="false"', ["0101", "0201", "0302", "0402"]),
        ("ak.ObliqueHexGridNumbering", 'direction="false" stagger="false"', ["0102", "0202", "0301", "0401"]),
    ],
)
def test_rows_that_run_aslant(kind, more, names):
    """By hand, from `slantRow`: half the column added to the row, or taken off it with one added."""
    numbering = f'<{kind} sep="" hLeading="1" vLeading="1" {more}/>'
    grid = f'<{PACKAGE}.HexGrid dx="50" dy="60" x0="0" y0="0">{numbering}</{PACKAGE}.HexGrid>'
    module, notes = read_module(box(a_map(a_board(grid, width="400", height="400"))))
    found = module.maps[0].boards[0].grid
    assert [found.name(column, 0) for column in range(4)] == names
    assert all(
        found.location(*found.point(found.name(column, row))) == found.name(column, row)
        for column in range(6)
        for row in range(5)
    )
    assert bool([note for note in notes if "oblique" in note.text]) == kind.startswith("ak.")


@pytest.mark.parametrize(
    ("x", "told"), [(20, ""), (220, "offboard")], ids=["in a zone without a name", "where no grid names anything"]
)
def test_a_zone_without_a_name_calls_its_points_by_an_empty_text(tmp_path, x, told):
    zone = f'<{PACKAGE}.mapgrid.Zone path="0,0;100,0;100,100;0,100" locationFormat="$name$"/>'
    grid = f'<{PACKAGE}.ZonedGrid><{PACKAGE}.SquareGrid dx="25.0" dy="25.0"/>{zone}</{PACKAGE}.ZonedGrid>'
    entries = box(a_map(a_board(grid, image="e.png", width="400", height="400"), name="Main")).entries
    with zipfile.ZipFile(tmp_path / "m.vmod", "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    label = ("label;;L;10;;0,0,0;b;0;c;0;t;c;$label$;Dialog;0;0;TextLabel;;false", "{LocationName}")
    with zipfile.ZipFile(tmp_path / "game.vsav", "w") as archive:
        piece = games.piece("1", where=f"Main;{x};20", traits=[label])
        archive.writestr("savedGame", games.save(piece, more=["Main\tBoardPicker\tEast\t0\t0"]))
    game = open_game(tmp_path / "game.vsav", module=tmp_path / "m.vmod")
    assert [piece["location"] for piece in game.inspect()["pieces"]] == [told]
    assert game.state().counters["1"].texts == (told,)
