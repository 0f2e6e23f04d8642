"""Saves into the canonical state: containers old and new, what is kept, what is noted."""

from __future__ import annotations

import pytest

from adjudicator import importers
from adjudicator.errors import CorruptFile
from adjudicator.importers.vassal.module import read_module
from adjudicator.model.counters import Deck, Layer
from adjudicator.model.module import Module
from adjudicator.notes import NoteKind
from tests.helpers import vassal_save
from tests.importers.vassal.boxes import a_board, a_map, a_slot, box
from tests.importers.vassal.games import deck, piece, roster, save, stack

ABOUT = "<data version='1'><version>1.0</version><VassalVersion>3.7.26</VassalVersion><name>Two Rivers</name></data>"
GRID = (
    '<VASSAL.build.module.map.boardPicker.board.HexGrid dx="60.0" dy="70.0" x0="0" y0="0">'
    "<VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first='H' hType='N' vType='N'/>"
    "</VASSAL.build.module.map.boardPicker.board.HexGrid>"
)


@pytest.fixture
def reading(tmp_path):
    def read(text, module=None, key=0x4B, **entries):
        return importers.read(vassal_save(tmp_path / "a.vsav", text, key, **entries), module)

    return read


def game(more="", **attributes):
    return read_module(box(a_map(a_board(GRID, width="900", height="900", **attributes), more, name="Main")))[0]


@pytest.mark.parametrize("key", [None, 0, 0xFF])
def test_plain_and_obfuscated_saves_say_the_same(reading, key):
    assert reading(save(piece("1", "Grüningen")), key=key).state.counters["1"].name == "Grüningen"


def test_the_heading_comes_from_the_module_data(reading):
    state = reading(save(), moduledata=ABOUT).state
    assert (state.module, state.module_version) == ("Two Rivers", "1.0")


def test_another_module_than_the_saves_own_is_noted(reading):
    notes = reading(save(), Module("Three Rivers", "2"), moduledata=ABOUT).notes
    assert [note.text for note in notes if note.kind is NoteKind.GUESSED] == [
        "made with 'Two Rivers' 1.0, read with 'Three Rivers' 2"
    ]


def test_without_a_module_spots_have_pixels_only(reading):
    read = reading(save(piece("1")))
    spot = read.state.counters["1"].spot
    assert (spot.map, spot.x, spot.y, spot.location) == ("Main", 10, 20, "")
    assert "without its module" in read.notes[-1].text
    assert "look for the one that it was made with" in read.notes[-1].text


def test_with_its_module_spots_have_names(reading):
    spot = reading(save(piece("1", where="Main;120;140")), game()).state.counters["1"].spot
    assert (spot.board, spot.location) == ("East", "0303")


def test_stacks_and_decks(reading):
    pieces = [piece("1"), piece("2"), stack("9", "1", "2"), piece("3", where="Main;500;500"), deck("d", "3")]
    state = reading(save(*pieces)).state
    assert state.stacks["9"].members == ("1", "2")
    assert state.index(state.counters["2"]) == 1
    assert state.stacks["d"].deck == Deck("Reserve", True)


def test_empty_stacks_are_no_stacks_but_stay_in_the_record(reading):
    state = reading(save(piece("1"), stack("9"), stack("8", where="null;0;0"))).state
    assert list(state.stacks) == []
    assert stack("9") in state.carried["vassal"]["commands"][2]


def test_copies_share_one_design(reading):
    layers = ("emb2;;128;;;128;;;128;;;;1;false;0;0;a,b;c,d;true;Face", "1")
    state = reading(save(piece("1", traits=(layers,)), piece("2", traits=(layers,)))).state
    assert state.counters["1"].design is state.counters["2"].design
    assert isinstance(state.counters["1"].design.layers[0], Layer)


def test_everything_else_on_the_table(reading):
    more = [
        *roster(("id-a", "Anna", "French")),
        "GlobalProperty\t;Turn;3;Module",
        "NOTES\tone|two",
        "PNOTES\tall",
        "TURNTurnTracker0\t0|7;0;false;-1",
    ]
    state = reading(save(more=more)).state
    assert [(seat.player, seat.name, seat.side) for seat in state.seats] == [("Player 1", "Anna", "French")]
    assert state.properties["Module", "Turn"] == "3"
    assert (state.scenario_notes, state.public_notes) == ("one\ntwo", "all")
    assert str(state.trackers[0]) == "7"


def test_boards_are_laid_as_the_save_says(reading):
    module = game(reversible="true")
    state = reading(save(piece("1", where="Main;1;1"), more=["MainBoardPicker\tEast/rev\t0\t0"]), module).state
    placed = state.boards["Main"][0]
    assert (placed.board.name, placed.reversed) == ("East", True)


def test_an_unknown_board_and_an_unknown_map_are_noted(reading):
    read = reading(save(piece("1", where="Gone;1;2"), more=["MainBoardPicker\tWest\t0\t0"]), game())
    texts = [note.text for note in read.notes]
    assert "map 'Main' wants a board 'West' that the module has not" in texts
    assert any("the module has no map 'Gone': 1 item that" in text for text in texts)
    assert read.state.counters["1"].spot.map == ""


def test_a_game_not_begun_gets_the_modules_first_pieces(reading):
    setup = (
        "<VASSAL.build.module.map.SetupStack name='Start' owningBoard='East' x='120' y='140'>"
        + a_slot()
        + ("</VASSAL.build.module.map.SetupStack>")
    )
    module = game(setup)
    begun, fresh = reading(save(), module).state, reading(save(begun=False), module).state
    assert (len(begun.counters), len(fresh.counters)) == (0, 1)
    assert [counter.spot.location for counter in fresh.counters.values()] == ["0303"]


def test_a_layer_of_the_map_orders_what_is_drawn(reading):
    layers = "<VASSAL.build.module.map.LayeredPieceCollection property='Layer' layerOrder='low,high'/>"
    high, low = (("mark;Layer", "high"), ("immob;g;N;R;", "")), (("mark;Layer", "low"), ("immob;g;N;R;", ""))
    state = reading(save(piece("1", traits=high), piece("2", traits=low)), game(layers)).state
    assert state.counters["1"].order > state.counters["2"].order


def test_a_piece_that_was_asked_for_its_place_before_the_boards_lay_has_its_name_by_them(reading):
    """The map's layers ask each piece for a property as it comes, and the zone may answer; boards come after the pieces."""
    layers = "<VASSAL.build.module.map.LayeredPieceCollection property='Layer' layerOrder='low,high'/>"
    turned = ["MainBoardPicker\tEast/rev\t0\t0"]
    module = game(layers, reversible="true")
    where = "Main;780;760"
    spot = (
        reading(save(piece("1", where=where), stack("9", "1", where=where), more=turned), module)
        .state.counters["1"]
        .spot
    )
    assert (spot.board, spot.location) == ("East", "0303")


def test_an_unknown_trait_and_command_are_carried_and_noted(reading):
    read = reading(save(piece("1", traits=(("mine;1", "x"),)), more=["mystery\t1", "mystery\t2"]))
    assert [note.subject for note in read.notes if note.kind is NoteKind.CARRIED] == ["mystery", "mine;"]


def test_what_does_not_begin_as_a_save_is_corrupt(reading):
    with pytest.raises(CorruptFile, match=r"a.vsav!savedGame @ 0: a save begins with 'begin_save'"):
        reading("nonsense")


def test_broken_metadata_is_passed_over(reading):
    read = reading(save(), moduledata="<data")
    assert any(note.subject == "moduledata" for note in read.notes)
