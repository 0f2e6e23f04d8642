"""Saves and logs that the scribe writes obey the engine's rules of order and come back as what was meant."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.errors import WriteError
from adjudicator.exporters.vassal.box import PlannedModule, build_module
from adjudicator.exporters.vassal.playing import perform, play
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.exporters.vassal.tabletop import Player
from adjudicator.identify import Identifier, identify
from adjudicator.importers import Imported, read
from adjudicator.importers.vassal.wire import commands, obfuscation, sequences
from adjudicator.model.events import GameLog
from adjudicator.model.notation import format_position
from adjudicator.model.state import GameState
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.session import play_log
from adjudicator.play.setting_up import write_position

FRENCH, AUSTRIAN = Player("secret-1", "Player 1", "French"), Player("secret-2", "Player 2", "Austrian")
START = (
    "turn 2, French movement",
    "weather clear",
    "0305: fr.1inf, fr.2cav/2+disrupted",
    "0405: fr.hq",
    "1106: +fort, au.2inf",
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlannedModule]:
    pack = load_pack("two_rivers")
    out = tmp_path_factory.mktemp("scribe") / "game.vmod"
    return out, build_module(pack, load_theatre_for(pack, "valley"), out, height=40)


@pytest.fixture
def table(made: tuple[Path, PlannedModule]) -> LogWriter:
    return LogWriter.set_up(made[1], START, (FRENCH, AUSTRIAN))


@pytest.fixture
def opened(made: tuple[Path, PlannedModule], tmp_path: Path) -> Callable[[bytes], Imported]:
    module = read(made[0]).module

    def reopen(data: bytes) -> Imported:
        path = tmp_path / "file.vsav"
        path.write_bytes(data)
        found = read(path, module)
        assert not found.notes
        return found

    return reopen


def text_of(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["savedGame", "savedata", "moduledata"]
        return obfuscation.reveal(archive.read("savedGame"))


def places(state: GameState) -> dict[str, tuple[str, int]]:
    """Location and place in the stack, by name."""
    return {counter.name: (counter.spot.location, state.index(counter)) for counter in state.counters.values()}


def replayed(found: Imported) -> tuple[GameLog, GameState]:
    log = found.log
    assert log is not None
    return log, log.state_at(len(log.steps))


def test_a_save_puts_pieces_before_their_stacks_and_keeps_every_rule_of_order(table: LogWriter) -> None:
    texts = commands.leaves(commands.split_stream(text_of(table.save())))
    assert texts[0] == "begin_save" and texts[-1] == "end_save" and texts.count("SETUP_STACK\t") == 1
    added = [commands.decode(text) for text in texts if text.startswith("+/")]
    seen: set[str] = set()
    stacked: list[str] = []
    for piece in added:
        assert isinstance(piece, commands.AddPiece) and piece.id not in seen
        if piece.type == "stack":
            members = sequences.split(piece.state, ";")[3:-1]
            assert members and set(members) <= seen
            stacked += members
        seen.add(piece.id)
    assert len(stacked) == len(set(stacked)) == sum(piece.type != "stack" for piece in added)


def test_a_set_up_comes_back_as_written(table: LogWriter, opened: Callable[[bytes], Imported]) -> None:
    state = opened(table.save()).state
    assert state is not None
    assert places(state) == {
        "1st French Division": ("0305", 0),
        "2nd French Cavalry (reduced)": ("0305", 1),
        "Disrupted": ("0305", 2),
        "French Headquarters": ("0405", 0),
        "Fieldworks": ("1106", 0),
        "2nd Austrian Division": ("1106", 0),
    }
    assert str(state.trackers[0]) == "2 French movement"
    assert state.properties[("Module", "Weather")] == "clear"
    assert [(seat.name, seat.side) for seat in state.seats] == [("Player 1", "French"), ("Player 2", "Austrian")]


def test_the_same_script_writes_the_same_bytes(made: tuple[Path, PlannedModule]) -> None:
    one, other = (LogWriter.set_up(made[1], START, (FRENCH,)).save() for _ in range(2))
    assert one == other


def test_a_move_takes_the_marker_along_and_a_log_replays_to_the_table(
    table: LogWriter, opened: Callable[[bytes], Imported]
) -> None:
    table.acting = FRENCH
    table.record()
    table.move("fr.2cav", "0304", "0303")
    table.move(["fr.1inf"], "0405", drag=True)
    table.flip("fr.1inf")
    log, last = replayed(opened(table.log()))
    expected = opened(table.save()).state
    assert expected is not None
    assert len(log.steps) == 4
    assert places(log.start)["1st French Division"] == ("0305", 0)
    assert places(last) == places(expected)
    assert places(last)["Disrupted"] == ("0303", 1)
    assert places(last)["1st French Division (reduced)"] == ("0405", 1)
    assert {counter.name for counter in last.counters.values() if counter.moved} == {
        "1st French Division (reduced)",
        "2nd French Cavalry (reduced)",
    }


def test_turn_weather_dice_and_chat_are_logged(table: LogWriter, opened: Callable[[bytes], Imported]) -> None:
    table.acting = AUSTRIAN
    table.record()
    table.advance("au.combat")
    table.advance()
    table.set("weather", "rain")
    table.roll(3, 4)
    table.say("Good game <all>")
    _, last = replayed(opened(table.log()))
    assert str(last.trackers[0]) == "3 Weather"
    assert last.properties[("Module", "Weather")] == "rain"
    text = text_of(table.log())
    assert "** 2d6 = 3,4 ***" in text and "Good game <all>" in text


def test_a_masked_unit_is_named_in_no_report(table: LogWriter, opened: Callable[[bytes], Imported]) -> None:
    table.acting = FRENCH
    table.record()
    table.mask("fr.hq")
    table.move("fr.hq", "0506", drag=True)
    _, last = replayed(opened(table.log()))
    hidden = [counter for counter in last.counters.values() if counter.masked_by]
    assert [counter.spot.location for counter in hidden] == ["0506"]
    assert "Headquarters moves" not in text_of(table.log())


def test_a_counter_placed_and_removed_leaves_no_trace(table: LogWriter, opened: Callable[[bytes], Imported]) -> None:
    table.acting = FRENCH
    table.record()
    table.place("out_of_supply", "0405", on="fr.hq")
    table.remove("fr.hq+out_of_supply")
    log, last = replayed(opened(table.log()))
    assert places(last) == places(log.start)
    assert "Out of supply" in places(log.state_at(1))


def test_acts_that_cannot_be_are_refused(table: LogWriter) -> None:
    with pytest.raises(WriteError, match="nobody acts"):
        table.say("hello")
    with pytest.raises(WriteError, match="not on the table"):
        table.move("au.gren", "0305")
    with pytest.raises(WriteError, match="nothing was recorded"):
        table.log()


def test_a_marker_on_a_hexside_lies_on_its_middle_alone_and_is_read_there(
    made: tuple[Path, PlannedModule], opened: Callable[[bytes], Imported]
) -> None:
    pack = load_pack("two_rivers")
    theatre = load_theatre_for(pack, "valley")
    table = LogWriter.set_up(made[1], (*START, "0905-1005: +blown", "1005-1006: +blown", "0305: +blown"), (FRENCH,))
    table.acting = FRENCH
    table.record()
    for line in ("lift +blown 1005-1006", "lay +blown 0509-0510"):
        perform(table, line, play)
    module = read(made[0]).module
    state = opened(table.save()).state
    assert state is not None
    position = identify(state, module, pack, theatre)
    found = {tuple(sorted(marker.hexes)) for marker in position.markers.values() if marker.type.id == "blown"}
    assert found == {("0905", "1005"), ("0509", "0510"), ("0305",)}
    lines = format_position(write_position(position))
    assert "0905-1005: +blown" in lines
    log = opened(table.log()).log
    assert log is not None
    acts = play_log(log, Identifier(log.start, module, pack, theatre)).acts
    assert [(act.kind, sorted(act.marker.hexes)) for act in acts if act.marker] == [
        ("lift", ["1005", "1006"]),
        ("lay", ["0509", "0510"]),
    ]
