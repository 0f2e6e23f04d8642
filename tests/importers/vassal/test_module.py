"""The game box: maps, boards, palettes, prototypes, decks and set-ups of small modules."""

from __future__ import annotations

import struct

import pytest

from adjudicator.errors import CorruptFile
from adjudicator.importers.vassal.images import measure
from adjudicator.importers.vassal.module import read_module
from adjudicator.model.module import MapKind
from adjudicator.notes import NoteKind
from tests.importers.vassal.boxes import PACKAGE, Box, a_board, a_map, a_slot, box

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 480) + b"\x08\x02\0\0\0"
HEX = f'<{PACKAGE}.HexGrid dx="51.96" dy="60" x0="30" y0="30">%s</{PACKAGE}.HexGrid>'
NUMBERED = HEX % f"<{PACKAGE}.mapgrid.HexGridNumbering/>"
PIECES = '<VASSAL.build.module.PieceWindow name="Counters">%s</VASSAL.build.module.PieceWindow>'


def module_of(inside="", **images):
    return read_module(box(inside, **images), "two_rivers.vmod")


def prototype(name, traits, state):
    kind = "VASSAL.build.module.PrototypeDefinition"
    return f'<{kind} name="{name}">+/null/{traits}\tpiece;;;;/{state}\tnull;0;0;;0</{kind}>'


def test_a_board_takes_the_size_of_its_image():
    module, notes = module_of(a_map(a_board(NUMBERED, image="east.png")), east__png=PNG)
    board = module.map("Front").board("East")
    assert board.size == (640, 480)
    assert board.grid.size == (640, 480)
    assert notes == []


def test_a_missing_image_leaves_the_stated_size_and_a_note():
    module, notes = module_of(a_map(a_board(image="gone.png", width="300", height="200")))
    assert module.maps[0].boards[0].size == (300, 200)
    assert [note.kind for note in notes] == [NoteKind.MISSING]
    assert notes[0].source.entry == "images/gone.png"


@pytest.mark.parametrize("entry", ["east.gif", "cafe\u0301.png"])
def test_an_image_is_also_found_without_ending_and_decomposed(entry):
    gif = b"GIF89a" + struct.pack("<HH", 30, 20)
    module, _ = read_module(Box({**box().entries, f"images/{entry}": gif}))
    asked = "east" if entry == "east.gif" else "caf\u00e9.png"
    assert module.image(asked) == gif
    assert module.image("/" + asked) is None


def test_the_default_layout_comes_from_the_setup_text():
    boards = a_board(name="East") + a_board(name="West", reversible="true", width="100")
    module, notes = module_of(a_map(boards, setup="FrontBoardPicker\tEast\t1\t0\tWest/rev\t0\t0\tGone\t0\t1"))
    east, west = module.map("Front").layout
    assert (east.x, west.x, west.reversed) == (100, 0, True)
    assert "Gone" in notes[0].text


def test_a_single_board_is_laid_out_by_itself_unless_reversible():
    assert len(module_of(a_map(a_board()))[0].maps[0].layout) == 1
    assert module_of(a_map(a_board(reversible="true")))[0].maps[0].layout == ()


def test_private_maps_and_hands_name_their_owners_and_may_borrow_boards():
    hand = (
        '<VASSAL.build.module.PlayerHand mapName="Blue hand" side="Blue,Red" visible="false" useBoards="Front">'
        '<VASSAL.build.module.map.HandMetrics unexSepX="9"/></VASSAL.build.module.PlayerHand>'
    )
    module, _ = module_of(a_map(a_board()) + hand)
    found = module.map("Blue hand")
    assert (found.kind, found.owners, found.shown, found.id) == (MapKind.HAND, ("Blue", "Red"), False, "Map1")
    assert found.stacking.offset == (9, 0)
    assert found.layout == module.map("Front").layout


def test_a_default_dx_follows_dy():
    grid = f'<{PACKAGE}.HexGrid dy="100"/>'
    module, _ = module_of(a_map(a_board(grid)))
    assert module.maps[0].boards[0].grid.dx == pytest.approx(86.602540378)


@pytest.mark.parametrize("inside", ["", "<vasl.Numbering/>"])
def test_a_hex_grid_without_readable_numbers_gets_ours_and_a_note(inside):
    module, notes = module_of(a_map(a_board(HEX % inside)))
    grid = module.maps[0].boards[0].grid
    assert not grid.numbered
    assert grid.location(30, 30) == "0101"
    assert NoteKind.GUESSED in {note.kind for note in notes}


def test_formats_take_module_properties_and_refuse_programs():
    named = f'<{PACKAGE}.mapgrid.HexGridNumbering locationFormat="$map$/$gridLocation$"/>'
    program = f'<{PACKAGE}.mapgrid.HexGridNumbering locationFormat="{{Math.random()}}"/>'
    words = (
        "<VASSAL.build.module.properties.GlobalProperties>"
        '<VASSAL.build.module.properties.GlobalProperty name="map" initialValue="E"/>'
        "</VASSAL.build.module.properties.GlobalProperties>"
    )
    module, notes = module_of(words + a_map(a_board(HEX % named) + a_board(HEX % program, name="West")))
    assert module.properties == {("Module", "map"): "E"}
    assert module.maps[0].boards[0].grid.location(30, 30) == "E/0101"
    assert module.maps[0].boards[1].grid.location(30, 30) == "0101"
    assert {note.kind for note in notes} == {NoteKind.APPROXIMATED, NoteKind.GUESSED}


def test_prototypes_stand_between_the_traits_outside_and_inside():
    protos = prototype("Unit", "mark;Side\tprototype;Moves\\\tcmt;note\\\\", "Blue\t\\\t\\\\") + prototype(
        "Moves", "markmoved;m.png;0;0", "true"
    )
    slot = a_slot("delete;D;68,130\tprototype;Unit\\\thide;H;;\\\\\t", "\t\\\tnull\\\\\t")
    module, notes = module_of(
        f"<VASSAL.build.module.PrototypesContainer>{protos}</VASSAL.build.module.PrototypesContainer>" + PIECES % slot
    )
    chain = module.slots.chain(0)
    assert [kind.partition(";")[0] for kind, _ in chain] == ["delete", "mark", "markmoved", "hide", "piece"]
    assert [state for _, state in chain][:4] == ["", "Blue", "true", "null"]
    assert module.slots[0].counter.properties["Side"] == "Blue"
    assert notes == []


def test_parameters_replace_keys_and_other_dollars_fall_away():
    protos = prototype("Unit", "mark;Side,$extra$", "$side$,$other$")
    slot = a_slot("prototype;Unit;side=Red,extra=Army\t", "\t")
    module, _ = module_of(
        f"<VASSAL.build.module.PrototypesContainer>{protos}</VASSAL.build.module.PrototypesContainer>" + PIECES % slot
    )
    assert module.slots.chain(0)[0] == ("mark;Side,Army", "Red,other")


def test_unknown_prototypes_vanish_with_one_note():
    module, notes = module_of(PIECES % (a_slot("prototype;Gone\t", "\t") * 2))
    assert [len(module.slots.chain(index)) for index in (0, 1)] == [1, 1]
    assert module.slots[1].gpid == "1"
    assert len(list(module.slots)) == 2
    assert [note.subject for note in notes] == ["prototype 'Gone'"]


def test_a_net_of_prototypes_that_would_double_without_end_is_bounded():
    def doubling(name, uses):
        return prototype(name, f"prototype;{uses}\tprototype;{uses}\\", "\t\\")

    protos = "".join(doubling(f"P{n}", f"P{n + 1}") for n in range(45)) + prototype("P45", "mark;A", "x")
    slot = a_slot("prototype;P0\t", "\t")
    module, _ = module_of(
        f"<VASSAL.build.module.PrototypesContainer>{protos}</VASSAL.build.module.PrototypesContainer>" + PIECES % slot
    )
    assert len(module.slots.chain(0)) <= 2002


def test_palette_paths_name_what_a_slot_lies_in():
    inner = f'<VASSAL.build.widget.ListWidget entryName="Blue">{a_slot()}</VASSAL.build.widget.ListWidget>'
    module, _ = module_of(PIECES % inner)
    assert module.slots[0].path == ("Counters", "Blue")


def test_a_slot_that_is_nothing_but_a_prototype_keeps_its_own_word():
    bare = a_slot().replace("piece;;;1st.png;1st", "prototype;Gone")
    start = f'<VASSAL.build.module.map.SetupStack owningBoard="East">{bare}</VASSAL.build.module.map.SetupStack>'
    module, _ = module_of(a_map(a_board(), start))
    assert [counter.carried["type"] for counter in module.at_start.counters.values()] == ["prototype;Gone"]


def test_at_start_stacks_and_decks_lie_on_their_board():
    deck = (
        '<VASSAL.build.module.map.DrawPile name="Draw" owningBoard="East" x="7" y="9">'
        f"{a_slot(name='card', kind='CardSlot')}{a_slot(name='other', gpid='2', kind='CardSlot')}"
        "</VASSAL.build.module.map.DrawPile>"
    )
    located = (
        '<VASSAL.build.module.map.SetupStack name="s" owningBoard="East" useGridLocation="true" location="0202">'
        f"{a_slot(gpid='3')}</VASSAL.build.module.map.SetupStack>"
    )
    absent = f'<VASSAL.build.module.map.SetupStack owningBoard="West">{a_slot()}</VASSAL.build.module.map.SetupStack>'
    boards = a_board(NUMBERED) + a_board(name="West")
    module, notes = module_of(a_map(boards, deck + located + absent, setup="FrontBoardPicker\tEast\t0\t0"))
    pile, stack = module.at_start.stacks.values()
    if pile.deck is None:
        pile, stack = stack, pile
    assert (pile.deck.name, pile.spot.location, len(pile.members)) == ("Draw", "Draw", 2)
    assert (stack.spot.x, stack.spot.y, stack.spot.location) == (81, 60, "0202")
    assert {counter.slot for counter in module.at_start.counters.values()} == {"1", "2", "3"}
    assert notes == []


def test_sides_setups_and_turn_trackers():
    module, _ = module_of(
        "<VASSAL.build.module.PlayerRoster><entry>Blue</entry><entry>Red</entry></VASSAL.build.module.PlayerRoster>"
        '<VASSAL.build.module.PredefinedSetup name="Menu" isMenu="true">'
        '<VASSAL.build.module.PredefinedSetup name="1815" useFile="true" file="a.vsav"/>'
        '<VASSAL.build.module.PredefinedSetup name="Free" useFile="false" file="a.vsav"/>'
        "</VASSAL.build.module.PredefinedSetup>"
        '<VASSAL.build.module.turn.TurnTracker name="Turn">'
        '<VASSAL.build.module.turn.CounterTurnLevel property="Year" start="1815">'
        '<VASSAL.build.module.turn.ListTurnLevel property="Phase" list="Move,Fight"/>'
        "</VASSAL.build.module.turn.CounterTurnLevel></VASSAL.build.module.turn.TurnTracker>"
    )
    assert module.sides == ("Blue", "Red")
    assert [(setup.name, setup.file, setup.path) for setup in module.setups] == [
        ("1815", "a.vsav", ("Menu",)),
        ("Free", "", ("Menu",)),
    ]
    assert module.trackers[0].values == (("Year", "1815"), ("Phase", "Move"))
    assert module.trackers[0].carried["id"] == "TurnTracker0"


def test_a_set_ups_bytes_are_an_entry_of_the_box():
    module, _ = read_module(Box({**box().entries, "a.vsav": b"PK"}))
    assert module.entry("a.vsav") == b"PK"
    assert module.entry("b.vsav") is None


def test_a_map_of_a_class_of_its_own_is_read_as_far_as_it_is_one():
    custom = a_map(a_board()).replace("VASSAL.build.module.Map", "vasl.ASLMap")
    module, notes = module_of(custom)
    assert module.map("Front").boards[0].name == "East"
    assert {note.kind for note in notes} == {NoteKind.GUESSED, NoteKind.CARRIED}


def test_an_extension_brings_slots_and_images():
    root = "VASSAL.build.module.ModuleExtension"
    tree = f'<{root} module="Two Rivers" extensionId="ab1">{PIECES % a_slot(gpid="ab1:0")}</{root}>'
    about = b'<data version="1"><VassalVersion>3.7.1</VassalVersion></data>'
    extra = Box({"extensiondata": about, "buildFile.xml": tree.encode(), "images/new.png": PNG})
    module, _ = read_module(box(), "a.vmod", [(extra, "b.vmdx")])
    assert [slot.gpid for slot in module.slots] == ["ab1:0"]
    assert module.image("new.png") == PNG
    assert module.carried["vassal"].extensions[0].file == "b.vmdx"


def test_a_save_is_no_module():
    with pytest.raises(CorruptFile, match=r"two_rivers.vmod!buildFile: .*no build file"):
        read_module(Box({"savedGame": b"!VCSK"}), "two_rivers.vmod")


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (PNG, (640, 480)),
        (b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc2\x00\x11\x08\x01\xe0\x02\x80", (640, 480)),
        (b"<?xml version='1.0'?><!DOCTYPE svg><svg width='64px' height=\"32\">", (64, 32)),
        (b"<svg width='100%' viewBox='0 0 20.4 10'>", (20, 10)),
        (b"BM" + bytes(16) + struct.pack("<ii", 5, -6), (5, 6)),
        (b"\xff\xd8\xff\xe0\xff\xff", None),
        (b"text", None),
        (b"", None),
    ],
)
def test_sizes_are_read_from_headers(data, size):
    assert measure(data) == size


def test_a_board_without_its_image_reaches_as_far_as_what_the_module_lays_on_it():
    zone = '<VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="Sea" path="0,0;1900,0;1900,300"/>'
    zoned = f"<{PACKAGE}.ZonedGrid>{zone}</{PACKAGE}.ZonedGrid>"
    stack = '<VASSAL.build.module.map.SetupStack name="s" owningBoard="East" x="700" y="1450"/>'
    far = '<VASSAL.build.module.map.SetupStack name="t" owningBoard="West" x="9000" y="9000"/>'
    found, _ = module_of(a_map(a_board(zoned, image="lost.png"), stack + far))
    assert found.maps[0].boards[0].size == (2000, 1550)
    stated, _ = module_of(a_map(a_board(zoned, image="lost.png", width="640", height="480")))
    assert stated.maps[0].boards[0].size == (640, 480)
