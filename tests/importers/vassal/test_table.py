"""The table does what the engine does: who stacks with whom, on what, in which order they are drawn."""

from __future__ import annotations

import pytest

from adjudicator.importers.vassal.table import EngineTable
from adjudicator.importers.vassal.table.items import Heap, TableMap
from adjudicator.importers.vassal.wire import commands
from tests.importers.vassal.games import deck, move, piece, stack

LAYERED = TableMap("Main", True, ("low", "high"), "Layer")
NEVER = (("immob;g;N;R;", ""),)


def table(*texts, ground=None):
    made = EngineTable(
        {"Main": ground or TableMap("Main"), "Map0": TableMap("Main"), "Off": TableMap("Off", stacking=False)}
    )
    for text in texts:
        made.execute(commands.decode(text))
    return made


def members(made, identity):
    return [each.id for each in made.item(identity).contents]


def drawn(made, name="Main"):
    places = sorted((layer, order, item.id) for place, layer, order, item in made.top_items() if place == name)
    return [identity for _, _, identity in places]


def test_a_stack_picks_its_pieces_up():
    made = table(piece("1"), piece("2"), stack("9", "1", "2", where="Main;30;40"))
    assert members(made, "9") == ["1", "2"]
    assert made.item("1").place == ("Main", 30, 40)
    assert drawn(made) == ["9"]


def test_a_move_onto_a_named_piece_goes_into_its_stack_above_it():
    made = table(piece("1"), piece("2"), stack("9", "1", "2"), piece("3", where="Main;50;50"))
    made.execute(commands.decode(move("3", 10, 20, under="1")))
    assert members(made, "9") == ["1", "3", "2"]


def test_a_lone_piece_moved_onto_nothing_gets_a_stack():
    made = table(piece("1"))
    made.execute(commands.decode(move("1", 99, 99)))
    assert (made.item("1").parent.id, made.item("1").place) == ("pile:1", ("Main", 99, 99))


def test_a_piece_moved_out_of_a_stack_lies_alone_until_the_log_says_otherwise():
    made = table(piece("1"), stack("9", "1"))
    made.execute(commands.decode(move("1", 99, 99)))
    assert (made.item("1").parent, made.item("1").place, members(made, "9")) == (None, ("Main", 99, 99), [])


def test_a_move_under_nobody_goes_to_the_bottom():
    made = table(piece("1"), stack("9", "1"), piece("2", where="Main;50;50"))
    made.execute(commands.decode(move("2", 10, 20)))
    assert members(made, "9") == ["2", "1"]


def test_a_move_finds_a_stack_when_the_named_piece_has_left():
    made = table(piece("1"), stack("9", "1"), piece("2", where="Main;50;50"), piece("3", where="Main;70;70"))
    made.execute(commands.decode(move("2", 10, 20, under="3")))
    assert members(made, "9") == ["1", "2"]


def test_counters_that_never_stack_lie_alone():
    made = table(piece("1"), stack("9", "1"), piece("2", where="Main;50;50", traits=NEVER))
    made.execute(commands.decode(move("2", 10, 20)))
    assert (made.item("2").parent, members(made, "9")) == (None, ["1"])
    assert drawn(made) == ["2", "9"]


def test_no_stacks_form_where_stacking_is_off():
    made = table(piece("1", where="Off;1;1"), piece("2", where="Off;5;5"))
    made.execute(commands.decode(move("2", 1, 1, to="Off", origin="Off")))
    assert made.item("2").parent is None


def test_a_deck_takes_whatever_comes():
    made = table(deck("d"), piece("1", where="Main;1;1", traits=NEVER))
    made.execute(commands.decode(move("1", 500, 500)))
    assert members(made, "d") == ["1"]


def test_layers_keep_apart():
    low, high = (("mark;Layer", "low"),), (("mark;Layer", "high"),)
    made = table(piece("1", traits=low), stack("9", "1"), piece("2", where="Main;5;5", traits=high), ground=LAYERED)
    made.execute(commands.decode(move("2", 10, 20)))
    assert members(made, "9") == ["1"]
    assert drawn(made) == ["9", "pile:2"]


def test_a_hidden_piece_is_no_place_to_land_for_others():
    hidden = (("hide;;Hide;;", "anna"),)
    for player, merged in (("anna", False), ("bert", False)):
        made = table(piece("1", traits=hidden), stack("9", "1"), piece("2", where="Main;5;5"))
        made.execute(commands.decode(move("2", 10, 20, player=player)))
        assert (made.item("2").parent.id == "9") is merged


def test_a_moved_stack_takes_its_pieces_along_and_merges():
    made = table(piece("1"), stack("9", "1"), piece("2", where="Main;5;5"), stack("8", "2", where="Main;5;5"))
    made.execute(commands.decode(move("9", 5, 5)))
    assert (members(made, "8"), members(made, "9")) == (["2", "1"], [])


def test_a_move_to_no_map_takes_it_out_of_the_drawing():
    made = table(piece("1", traits=NEVER))
    made.execute(commands.decode(move("1", 0, 0, to="null")))
    assert drawn(made) == []


def test_a_removed_stack_leaves_its_pieces_nowhere():
    made = table(piece("1"), stack("9", "1"))
    made.execute(commands.decode("-/9"))
    assert made.item("1").place[0] == ""
    made.execute(commands.decode(move("1", 7, 7)))
    assert (made.item("1").place, made.item("1").parent) == (("Main", 7, 7), None)


def test_a_change_merges_only_what_differs():
    traits = (("mark;A", "1"), ("mark;B", "1"))
    made = table(piece("1", traits=traits))
    state = "2\t1\\\tMain;10;20;7;0"
    made.execute(commands.decode(commands.encode(commands.ChangePiece("1", state, "1\t9\\\tMain;0;0;7;0"))))
    assert made.item("1").states[:2] == ["2", "1"]
    assert made.item("1").place == ("Main", 10, 20)


def test_a_change_of_a_stack_keeps_what_neither_state_knows():
    made = table(piece("1"), piece("2"), piece("3"), stack("9", "1", "2"))
    change = commands.ChangePiece("9", "Main;10;20;3;1;@@1", "Main;10;20;1;@@1")
    made.execute(change)
    assert members(made, "9") == ["3", "1", "2"]


def test_a_dynamic_property_may_lift_a_piece_to_another_layer():
    low = (("PROP;Layer;false,0,0,false;;", "low"), ("immob;g;N;R;", ""))
    made = table(piece("1", traits=low), piece("2", traits=low), ground=LAYERED)
    state = "high\t\\\tMain;10;20;7;0"
    made.execute(commands.ChangePiece("1", state, state.replace("high", "low")))
    assert drawn(made) == ["2", "1"]
    assert min(made.item("1").entries)[1] == 1


def test_a_map_may_be_called_by_its_id():
    assert table(piece("1", where="Map0;1;2")).item("1").place == ("Main", 1, 2)


def test_an_unknown_map_leaves_a_piece_without_one():
    made = table(piece("1", where="Gone;3;4"))
    assert made.item("1").place == ("", 3, 4)
    assert made.unknown_maps == {"Gone": 1}


def test_an_empty_stack_sleeps_until_it_is_asked_for():
    made = table(piece("1"))
    made.bed(7, [stack("9", where="Main;70;80", layer="@@-1")])
    made.execute(commands.decode(move("9", 10, 20)))
    heap = made.item("9")
    assert isinstance(heap, Heap)
    assert (heap.x, heap.y, heap.layer) == (10, 20, -1)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("GlobalProperty\t;Turn;3;Module", ("Module", "Turn"), "3"),
        ("GlobalProperty\t;Turn;3", ("Module", "Turn"), "3"),
        ("MutableProperty\tStep\t1\t2\tMain:West", ("Main:West", "Step"), "2"),
    ],
)
def test_global_properties(text, key, value):
    assert table(text).properties[key] == value


def test_who_gets_up_and_sits_down_has_one_seat():
    made = table(
        "PLAYER\ta\tAnna\tFrench", "PLAYER\tb\tBert\tBritish", "PYREMOVE\ta", "PLAYER\ta\tAnna\tPrussian", "PYREMOVE\tb"
    )
    assert made.seats == {"a": (("Anna", "Prussian"),)}


def test_who_sits_down_twice_has_two_seats():
    made = table("PLAYER\ta\tAnna\tFrench", "PLAYER\ta\tAnna\tPrussian")
    assert made.seats == {"a": (("Anna", "French"), ("Anna", "Prussian"))}


def test_begin_save_clears_the_table():
    made = table(piece("1"), "PLAYER\ta\tAnna\tFrench", "begin_save")
    assert (made.items, made.seats) == ({}, {})
