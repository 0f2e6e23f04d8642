"""Broken modules: each flaw is one clear error, or a note where VASSAL itself carries on, saying where it is."""

from __future__ import annotations

import re
import tracemalloc

import pytest

from adjudicator.errors import CorruptFile, ReadError, UnsafeFile
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.module import read_module
from adjudicator.notes import NoteKind
from tests.helpers import FIXTURES

BROKEN = FIXTURES / "broken" / "vassal_module"
ERRORS = {
    "xml_entities.vmod": (UnsafeFile, r"buildFile.xml @ \d+: line 2: a DOCTYPE"),
    "undefined_entity.vmod": (CorruptFile, r"buildFile.xml @ \d+: line 3, column 4: undefined entity"),
    "doctype.vmod": (UnsafeFile, r"buildFile.xml @ \d+: line 2: a DOCTYPE"),
    "nested_100000_deep.vmod": (UnsafeFile, r"buildFile.xml @ \d+: line 3: elements nested more than 200 deep"),
    "tag_not_closed.vmod": (CorruptFile, r"buildFile.xml @ \d+: line 4, column 3: mismatched tag"),
    "not_xml.vmod": (CorruptFile, r"buildFile.xml @ 0: line 1, column 1: not well-formed"),
    "root_is_no_module.vmod": (CorruptFile, r"buildFile.xml: a module begins with GameModule, this with html"),
    "no_build_file.vmod": (CorruptFile, r"buildFile.xml: .*there is no build file"),
    "truncated.vmod": (CorruptFile, r"truncated.vmod: not a readable zip file"),
}
NOTES = {
    "old_version_new_build_file.vmod": (NoteKind.MISSING, r"names VASSAL 3.2.17, which looks for another build file"),
    "new_build_file_alone.vmod": (NoteKind.MISSING, r"no 'moduledata' names a VASSAL version; 'buildFile.xml' is read"),
    "path_without_numbers.vmod": (NoteKind.REPAIRED, r"Zone \[Zone\] \(line 6\): corner 2 of its path, 'x,y'"),
    "recursive_prototypes.vmod": (NoteKind.MISSING, r"prototype 'A' uses itself"),
    "grid_dx_zero.vmod": (NoteKind.REPAIRED, r"HexGrid \(line 6\): no grid has hexes or squares of dx=0.0"),
    "grid_dx_not_a_number.vmod": (NoteKind.REPAIRED, r"HexGrid \(line 6\): .*dx=nan"),
    "grid_dx_infinite.vmod": (NoteKind.REPAIRED, r"HexGrid \(line 6\): .*dx=inf"),
    "grid_dy_words.vmod": (NoteKind.REPAIRED, r"HexGrid \(line 6\): dy='tall' is no number; 64.0 taken"),
    "image_that_is_none.vmod": (NoteKind.MISSING, r"images/board.png: .*cannot be used: neither PNG"),
    "image_of_a_billion_pixels.vmod": (NoteKind.MISSING, r"images/board.png: .*100000 × 10000 pixels"),
    "image_missing.vmod": (NoteKind.MISSING, r"images/board.png: .*is not in the box"),
    "board_of_two_billion_pixels.vmod": (NoteKind.REPAIRED, r"Board \[Board\] \(line 5\): 50000 × 40000 pixels"),
}


def opened(name):
    return read_module(Archive(BROKEN / name), name)


@pytest.mark.parametrize("name", ERRORS)
def test_what_vassal_cannot_open_is_one_error_with_its_place(name):
    kind, wording = ERRORS[name]
    with pytest.raises(kind, match=f"{name}.*{wording}" if not wording.startswith(name) else wording):
        opened(name)


@pytest.mark.parametrize("name", NOTES)
def test_what_vassal_puts_up_with_is_a_note_with_its_place(name):
    kind, wording = NOTES[name]
    module, notes = opened(name)
    assert module.name == "Broken"
    assert [note.kind for note in notes] == [kind]
    assert re.search(f"{name}!.*{wording}", str(notes[0]))


def test_every_broken_file_is_examined():
    assert {path.name for path in BROKEN.glob("*.vmod")} == {*ERRORS, *NOTES}


@pytest.mark.parametrize("name", [*ERRORS, *NOTES])
def test_none_takes_much_memory(name):
    tracemalloc.start()
    try:
        opened(name)
    except ReadError:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 50_000_000
