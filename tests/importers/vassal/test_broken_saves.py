"""Broken saves: one clear error, or a note where VASSAL itself carries on; soon, and in little memory."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from adjudicator import importers
from adjudicator.errors import CorruptFile, ReadError, UnknownFormat, UnsafeFile
from adjudicator.notes import NoteKind
from tests.helpers import FIXTURES, ROOT

BROKEN = FIXTURES / "broken" / "vassal_save"
ERRORS = {
    "truncated_zip": (CorruptFile, r"truncated_zip.vsav: not a readable zip file"),
    "wrong_key": (CorruptFile, r"!savedGame @ 0: a save begins with 'begin_save'"),
    "wrong_key_of_letters": (CorruptFile, r"!savedGame @ 0: a save begins with 'begin_save'"),
    "no_key": (CorruptFile, r"!savedGame @ 5: two hex digits of key"),
    "odd_digits": (CorruptFile, r"!savedGame @ \d+: obfuscated text wants an even number"),
    "not_hex": (CorruptFile, r"!savedGame @ 99: obfuscated text wants hex digits, found byte 0x78"),
    "not_utf8": (CorruptFile, r"!savedGame @ 0: a save begins with 'begin_save'"),
    "no_saved_game": (UnknownFormat, r"no_saved_game.vsav: no known format; tried VASSAL save or log"),
    "wrong_check_sum": (CorruptFile, r"!savedGame @ \d+: the entry's check sum is wrong"),
    "deep_nesting": (UnsafeFile, r"!savedGame @ \d+: commands nested 100000 deep"),
    "zip_bomb": (UnsafeFile, r"!savedGame: unpacks from \d+ to 83886080 bytes"),
    "parent_name": (UnsafeFile, r"!../../etc/passwd: an entry whose name leads elsewhere"),
    "absolute_name": (UnsafeFile, r"!/etc/passwd: an entry with an absolute name"),
    "missing_state": (CorruptFile, r"!savedGame @ 14: 3 traits but 1 states: no state for trait 'mark;'"),
    "missing_fields": (CorruptFile, r"!savedGame @ 69: command '\+/' wants 3 fields, found 2"),
    "ends_in_backslash": (CorruptFile, r"!savedGame @ 14: 2 traits but 1 states: no state for trait 'piece;'"),
    "bad_move": (CorruptFile, r"!savedGame @ 90: a move wants numbers for its points"),
}
NOTES = {
    "beyond_int": (NoteKind.REPAIRED, r"!savedGame @ 69: piece 2 wants numbers for its point"),
    "short_trait": (NoteKind.REPAIRED, r"!savedGame @ 14: piece 1 wants numbers for its point"),
    "unknown_member": (NoteKind.MISSING, r"!savedGame @ 69: stack 2 names '77', which is no piece in the game"),
    "stack_of_itself": (NoteKind.MISSING, r"!savedGame @ 69: stack 2 names '2', which is no piece in the game"),
    "trailing_backslash": (NoteKind.CARRIED, r"!savedGame @ 81: command 'end_save\\' is unknown"),
    "two_of_one_id": (NoteKind.REPAIRED, r"!savedGame @ 69: a second piece with the id 1"),
    "unknown_trait": (NoteKind.CARRIED, r"!savedGame: trait 'mystery;' on 1 counter is not VASSAL's own"),
}
MEASURED = """
import resource, sys, time
from adjudicator import importers
from adjudicator.errors import ReadError
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begun = time.process_time()
try:
    importers.read(sys.argv[1])
except ReadError:
    pass
print(time.process_time() - begun, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def test_every_file_has_its_test():
    assert {path.stem for path in BROKEN.glob("*.vsav")} == {*ERRORS, *NOTES, "far_away"}


@pytest.mark.parametrize("name", ERRORS)
def test_one_error_says_what_and_where(name):
    kind, message = ERRORS[name]
    with pytest.raises(ReadError) as caught:
        importers.read(BROKEN / f"{name}.vsav")
    assert type(caught.value) is kind
    assert str(caught.value).startswith(f"{name}.vsav")
    assert re.search(message, str(caught.value))


@pytest.mark.parametrize("name", NOTES)
def test_where_vassal_carries_on_so_do_we_and_note_it(name):
    kind, text = NOTES[name]
    read = importers.read(BROKEN / f"{name}.vsav")
    assert any(note.kind is kind and re.search(text, str(note)) for note in read.notes)
    assert read.state.counters


def test_points_far_away_are_points():
    spot = importers.read(BROKEN / "far_away.vsav").state.counters["2"].spot
    assert (spot.x, spot.y) == (10**9, -(10**9))


@pytest.mark.parametrize("name", ["deep_nesting", "zip_bomb", "far_away", "wrong_key"])
def test_no_file_takes_more_than_a_second_and_200_megabytes(name):
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(BROKEN / f"{name}.vsav")],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    seconds, megabytes = map(float, done.stdout.split())
    assert seconds < 1
    assert megabytes < 200
