"""Saves and logs written back: untouched text byte for byte, what changed from the state, nothing half done."""

from __future__ import annotations

import zipfile
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator import importers
from adjudicator.errors import WriteError
from adjudicator.exporters.vassal.savegame import log_text, save_text, write_log, write_save
from adjudicator.importers.vassal.module import read_module
from adjudicator.importers.vassal.pseudonyms import without_ids
from adjudicator.importers.vassal.wire import commands, obfuscation
from adjudicator.importers.vassal.wire.obfuscation import Disguise
from adjudicator.model.counters import Spot
from adjudicator.model.events import Move
from adjudicator.model.state import GameState, Seat
from tests.helpers import SHARED, needs_shared, vassal_save
from tests.importers.vassal.boxes import a_board, a_map, a_slot, box
from tests.importers.vassal.games import deck, log, move, piece, roster, save, stack

LAYER = "emb2;Flip;128;A;;128;;;128;;;;1;false;0;0;front.png,back.png;;true;Face;;;false;;1;1;false"
TRAITS = (
    (LAYER, "1"),
    ("rotate;6;;;;;;;;;;;;true", "2"),
    ("label;;;12;;;t;0;c;0;b;c;$pieceName$;Serif;1;0;TextLabel", "old"),
    ("mark;Side,Type", "Blue,Inf"),
    ("PROP;Steps;true,0,3,false;;", "2"),
    ("markmoved;m.gif;0;0;;", "false"),
    ("obs;;mask.png;Mask;I;?;", "null;"),
    ("hide;;Hide;;", "secret-of-anna"),
)
PIECES = (
    piece("1", traits=TRAITS),
    piece("2"),
    stack("9", "1", "2"),
    stack("8"),
    piece("3", where="Main;500;500"),
    deck("d", "3"),
    piece("4", where="Off;1;1", traits=(("immob;g;N;R;", ""),)),
)
MORE = (
    *roster(("secret-of-anna", "Anna", "French")),
    "GlobalProperty\t;Turn;3;Module",
    "NOTES\tone|two",
    "TURNTurnTracker0\t0|1;0;false;-1",
)
SETUP = "VASSAL.build.module.map.SetupStack"
TEXT = save(*PIECES, more=MORE)


def written(state):
    text, notes = save_text(state)
    assert notes == ()
    return text


@pytest.fixture
def reading(tmp_path):
    return lambda text: importers.read(vassal_save(tmp_path / "in.vsav", text))


@pytest.fixture
def state(reading):
    return reading(TEXT).state


def changed_commands(before, after):
    old, new = commands.leaves(commands.split_stream(before)), commands.leaves(commands.split_stream(after))
    return [text for text in new if text not in old]


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        save(),
        save(begun=False),
        save(stack("8", where="null;0;0"), piece("1", where="null;5;6"), stack("9", "1", "77", where="null;0;0")),
        save(piece("1", "Grüningen"), "mystery\t1", piece("1", "Twin"), stack("1")),
        save(piece("1", where="Main;1;2;x;y"), piece("2", traits=(("mine;a\tb", "x\ty"),))),
        "begin_save\x1bend_save",
        "begin_save",
        save() + "\\",
        save(piece("1").replace("Inf", "'Inf'"), "+/2/'piece;;;a.png;Q'/Main;1;2"),
        save(piece("1")) + "\x1bCHAThello",
    ],
)
def test_what_nobody_touched_is_as_it_was(reading, text):
    assert written(reading(text).state) == text


@given(
    st.lists(
        st.sampled_from([*PIECES, *MORE, "mystery", "", stack("9", "4"), piece("2", "Twin"), "-/1", "x\\"]), max_size=9
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_any_commands_come_back_as_they_were(reading, texts):
    text = commands.join_stream(["begin_save", "", ["", *texts], "end_save"])
    assert written(reading(text).state) == text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"levels": (-2,)}, ("1\t2\\\t", "-2\t2\\\t")),
        ({"angles": (180.0,)}, ("\t2\\\told", "\t3\\\told")),
        ({"texts": ("new",)}, ("old", "new")),
        ({"properties": {"Side": "Red", "Type": "Inf", "Steps": "2"}}, ("Blue,Inf", "Red,Inf")),
        ({"properties": {"Side": "Blue", "Type": "Inf", "Steps": "1"}}, ("Inf\\\\\\\t2", "Inf\\\\\\\t1")),
        ({"moved": True}, ("\tfalse\\", "\ttrue\\")),
        ({"masked_by": "Player 1"}, ("\tnull;\\", "\tsecret-of-anna;\\")),
        ({"hidden_by": ""}, ("\tsecret-of-anna\\", "\tnull\\")),
    ],
)
def test_a_changed_counter_changes_its_own_command_only(state, change, said):
    counter = replace(state.counters["1"], **change)
    changed = changed_commands(TEXT, written(state.with_counter(counter)))
    assert changed == [PIECES[0].replace(*said)]


def test_a_moved_counter_and_its_stacks(state):
    spot = Spot("Main", 70, 80)
    after = state.after(Move("2", state.counters["2"].spot, spot, "s1"))
    changed = changed_commands(TEXT, written(after))
    assert changed == [
        "+/2/piece;;;Inf.png;Inf/Main;70;80;7;0",
        stack("9", "1"),
        stack("s1", "2", where="Main;70;80", layer="@@-1"),
    ]


def test_what_is_read_again_is_what_was_written(state, reading):
    spot = Spot("Main", 70, 80)
    after = state.after(Move("2", state.counters["2"].spot, spot, "s1")).after(Move("4", spot, spot))
    again = reading(written(after)).state
    for name, counter in after.counters.items():
        assert (again.counters[name].spot, again.counters[name].stack) == (counter.spot, counter.stack)
    assert {name: each.members for name, each in again.stacks.items()} == {
        name: each.members for name, each in after.stacks.items()
    }


def test_a_stack_comes_behind_what_it_picks_up(state, reading):
    spot = state.stacks["9"].spot
    after = state.after(Move("4", state.counters["4"].spot, spot, "9"))
    assert reading(written(after)).state.stacks["9"].members == ("1", "2", "4")


def test_a_counter_that_left_is_left_out(state):
    after = replace(state, counters=state.counters.delete("4"))
    assert PIECES[6] not in commands.leaves(commands.split_stream(written(after)))


def test_properties_seats_and_notes(state):
    after = replace(
        state,
        properties=state.properties.set(("Module", "Turn"), "4"),
        seats=(Seat("Player 1", "Anna", "British"),),
        scenario_notes="three\nfour",
    )
    assert changed_commands(TEXT, written(after)) == [
        "PLAYER\tsecret-of-anna\tAnna\tBritish",
        "GlobalProperty\t;Turn;4;Module",
        "NOTES\tthree|four",
    ]


def test_a_game_not_begun_is_left_to_the_engine_until_its_first_pieces_change(tmp_path):
    """Without `SETUP_STACK` the engine adds the module's at-start pieces on loading; written twice they would be there twice."""
    stacked = f"<{SETUP} name='Start' owningBoard='East' x='120' y='140'>{a_slot()}{a_slot(gpid='2')}</{SETUP}>"
    module = read_module(box(a_map(a_board(width="900", height="900"), stacked, name="Main")))[0]
    text = save(piece("1"), begun=False)
    state = importers.read(vassal_save(tmp_path / "in.vsav", text), module).state
    assert len(state.counters) == 3
    assert written(state) == text
    first = next(name for name in state.counters if name != "1")
    changed = written(state.after(Move(first, state.counters[first].spot, Spot("Main", 70, 80), "")))
    assert "SETUP_STACK" in changed
    assert len(importers.read(vassal_save(tmp_path / "out.vsav", changed), module).state.counters) == 3


def test_boards_that_the_module_has_not_stay_named(tmp_path):
    """Another version of the module may have renamed its boards; that is no reason to lose what the file says."""
    module = read_module(box(a_map(a_board(width="900", height="900"), name="Main")))[0]
    text = save(piece("1"), more=["MainBoardPicker\tOld East\t0\t0"])
    read = importers.read(vassal_save(tmp_path / "in.vsav", text), module)
    assert any("wants a board 'Old East'" in note.text for note in read.notes)
    assert written(read.state) == text


def test_files_keep_their_key_and_their_other_entries(tmp_path):
    path = vassal_save(tmp_path / "in.vsav", TEXT, 0x99, savedata="<data/>", moduledata="<data version='1'/>")
    out = tmp_path / "out.vsav"
    assert write_save(importers.read(path).state, out) == ()
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(out) as after:
        assert after.namelist() == before.namelist()
        assert [after.read(name) for name in after.namelist()] == [before.read(name) for name in before.namelist()]


def test_a_log_comes_back_step_by_step(tmp_path):
    text = (
        log(TEXT, [move("1", 50, 60), ["CHAT* moved", "AUDIO\tclip"]], "CHATx", ["", "-/2"])
        + "\x1bCHATlate\x1bLOG\tCHATy"
    )
    read = importers.read(vassal_save(tmp_path / "a.vlog", text))
    assert log_text(read.log) == (text, ())
    write_log(read.log, tmp_path / "b.vlog")
    with zipfile.ZipFile(tmp_path / "b.vlog") as archive:
        assert obfuscation.reveal(archive.read("savedGame")) == text


def test_without_ids_the_text_is_the_same_but_for_them(state):
    masked = written(without_ids(state))
    assert "secret" not in masked
    assert masked.replace("SEAT\tPlayer 1", "PLAYER\tPlayer 1").replace("Player 1", "secret-of-anna") == TEXT


def test_what_came_from_elsewhere_cannot_be_written(tmp_path):
    with pytest.raises(WriteError, match="not read from VASSAL"):
        write_save(GameState(), tmp_path / "a.vsav")
    assert list(tmp_path.iterdir()) == []


@needs_shared
@pytest.mark.parametrize(
    "path",
    sorted(path for path in (SHARED / "data").rglob("*") if path.suffix in (".vsav", ".vlog", ".log")),
    ids=lambda path: path.stem,
)
def test_every_real_file_comes_back_byte_for_byte(path):
    with zipfile.ZipFile(path) as archive:
        text = obfuscation.reveal(archive.read("savedGame"))
    read = importers.read(path)
    assert (log_text(read.log) if read.log else save_text(read.state)) == (text, ())


@pytest.mark.parametrize("disguise", [Disguise.RAW, Disguise.PACKED])
def test_a_save_of_vassal_3_8_is_read_and_keeps_its_disguise(tmp_path, disguise):
    """For an older engine it wears the older one."""
    path, out, older = (tmp_path / name for name in ("in.vsav", "out.vsav", "older.vsav"))
    raw = obfuscation.obfuscate(save(piece("1", "Grüningen")), 0x21, disguise)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", raw)
    state = importers.read(path).state
    assert state.counters["1"].name == "Grüningen"
    write_save(state, out)
    write_save(state, older, vassal=(3, 7, 0))
    with zipfile.ZipFile(out) as archive, zipfile.ZipFile(older) as before:
        assert archive.read("savedGame") == raw
        assert before.read("savedGame").startswith(b"!VCSK21")
