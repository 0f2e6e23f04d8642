"""Logs written from events: what they replay to, that every step can be undone, logs and games that never were VASSAL's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator import importers
from adjudicator.exporters import native
from adjudicator.exporters.vassal.savegame import write_log, write_save
from adjudicator.model.counters import Counter, Design, Spot, Stack
from adjudicator.model.events import Alter, GameLog, Move, Place, Remove, Restack, Roll, Say, SetProperty, SetTurn, Step
from adjudicator.model.state import GameState, Seat
from adjudicator.persistent import PersistentMap
from tests.exporters.vassal.games import again, told
from tests.helpers import FIXTURES, SHARED, needs_shared, vassal_save
from tests.importers.vassal.games import deck, piece, save, stack
from tests.rules_of_saves import broken

GAME = FIXTURES / "vassal" / "two_rivers"
BOX = "cc-napoleonics/CCNapoleonics-small-images.vmod"


@pytest.fixture(scope="module")
def module():
    return importers.read(GAME / "two_rivers.vmod").module


def steps(*actions):
    return tuple(Step(index, tuple(events)) for index, events in enumerate(actions))


def same_throughout(log, other):
    """Whether two logs leave the same game after each step; gives the steps after which they do not."""
    pairs = zip(log.states(), other.states(), strict=True)
    return [step.index for (step, one), (_, two) in pairs if told(one) != told(two)]


@pytest.mark.parametrize(
    ("name", "box"),
    [
        (GAME / "turn_1.vlog", GAME / "two_rivers.vmod"),
        pytest.param(
            SHARED / "data/vassal/cc-napoleonics/CCNv4 Tutorial.vlog", SHARED / "data/vassal" / BOX, marks=needs_shared
        ),
        pytest.param(SHARED / "data/vassal/tour/tour.log", None, marks=needs_shared),
    ],
    ids=["two_rivers", "tutorial", "tour"],
)
def test_a_log_told_again_by_its_events_replays_to_the_same(name, box, tmp_path):
    module = importers.read(box).module if box else None
    log = importers.read(name, module).log
    found = again(write_log, replace(log, carried={}), tmp_path / "out.vlog", module).log
    assert same_throughout(log, found) == []
    assert set(broken(tmp_path / "out.vlog", module)) <= set(broken(name, module))


def test_dice_and_talk_come_back(module, tmp_path):
    log = importers.read(GAME / "turn_1.vlog", module).log
    found = again(write_log, replace(log, carried={}), tmp_path / "out.vlog", module).log

    def spoken(each):
        kept = (event for step in each.steps for event in step.events if isinstance(event, Say | Roll))
        return [(event.text, event.player) for event in kept]

    assert spoken(found) == spoken(log) and len(spoken(log)) > 10


def test_moves_keep_who_moved_whom_from_where(module, tmp_path):
    log = importers.read(GAME / "turn_1.vlog", module).log
    found = again(write_log, replace(log, carried={}), tmp_path / "out.vlog", module).log

    def moves(each):
        return [
            (e.counter, e.origin, e.to, e.player) for step in each.steps for e in step.events if isinstance(e, Move)
        ]

    assert moves(found) == moves(log) and len(moves(log)) > 30


def test_every_kind_of_change_replays(tmp_path):
    text = save(
        *(piece(str(number), traits=(("PROP;Face;true,1,2,true;;", "1"),)) for number in range(1, 5)),
        piece("5", where="Main;500;500"),
        stack("a", "1", "2", "3"),
        stack("b", "4", where="Main;90;90"),
        deck("d", "5"),
        more=("GlobalProperty\t;Weather;dry;Module",),
    )
    start = importers.read(vassal_save(tmp_path / "in.vsav", text)).state
    at, there = start.stacks["a"].spot, start.stacks["b"].spot
    fresh = replace(start.counters["1"], id="9", stack="", spot=there)
    flipped = replace(start.counters["2"], properties={"Face": "2"}, spot=Spot("Main", 7, 7))
    told_steps = steps(
        [Move("1", at, there, "b", 0)],
        [Move("2", at, Spot("Main", 7, 7), "new")],
        [Alter(flipped), Say("flips", "Anna")],
        [Place(fresh, "b", 1)],
        [Restack(Stack("b", Spot("Main", 95, 95), ("4", "9", "1"), carried=start.stacks["b"].carried))],
        [Remove("3")],
        [Move("5", start.counters["5"].spot, Spot("Main", 95, 95), "b")],
        [Move("9", there, Spot("Main", 500, 500), "d")],
        [SetProperty("Module", "Weather", "dry", "mud")],
        [],
    )
    log = GameLog(start, told_steps)
    found = again(write_log, log, tmp_path / "out.vlog").log
    assert same_throughout(log, found) == []
    assert broken(tmp_path / "out.vlog") == []


def made_from_nothing(module):
    """A game of our own: counters that know only their slot or their name, and where they lie."""
    infantry, other = module.slots[0], module.slots[1]
    first = Counter("c1", infantry.name, Spot("Main Map", location="0805"), Design(infantry.name), infantry.gpid)
    second = Counter("c2", other.name, Spot("Main Map", 400, 300), Design("?"), properties={"Face": "2"}, stack="s")
    third = Counter("c3", "Nobody knows", Spot("Main Map", 400, 300), Design("?"), properties={"Odd": "1"}, stack="s")
    tracker = replace(module.trackers[0], values=(("Turn", "3"), ("Phase", "French movement")), carried={})
    return GameState(
        counters=PersistentMap({each.id: each for each in (first, second, third)}),
        stacks=PersistentMap({"s": Stack("s", Spot("Main Map", 400, 300), ("c2", "c3"))}),
        trackers=(tracker,),
        seats=(Seat("Player 1", "Anna", "French"),),
        scenario_notes="made by hand",
    )


def test_a_game_made_from_nothing_becomes_one_of_the_module(module, tmp_path):
    state = made_from_nothing(module)
    notes = write_save(state, tmp_path / "out.vsav", module=module, key=0x11)
    found = importers.read(tmp_path / "out.vsav", module)
    assert broken(tmp_path / "out.vsav", module) == [] and not found.notes
    assert sorted(note.subject for note in notes) == ["c3", "players"]
    read = found.state.counters
    assert read["c1"].spot.location == "0805" and read["c1"].design == module.slots[0].counter.design
    assert read["c2"].properties["Face"] == "2" and read["c2"].levels == (2,)
    assert read["c3"].properties["Odd"] == "1"
    assert found.state.trackers[0].values == state.trackers[0].values
    assert found.state.seats == state.seats and found.state.scenario_notes == "made by hand"
    assert found.state.carried["vassal"]["key"] == 0x11


def test_by_way_of_our_json_and_convert(module, tmp_path):
    from adjudicator.cli.main import status  # noqa: PLC0415 - only here

    native.write(made_from_nothing(module), tmp_path / "made.json")
    box = ["--module", str(GAME / "two_rivers.vmod")]
    assert status(["convert", str(tmp_path / "made.json"), str(tmp_path / "made.vsav"), *box]) == 0
    assert broken(tmp_path / "made.vsav", module) == []


def test_a_log_made_from_nothing(module, tmp_path):
    start = made_from_nothing(module)
    spot = module.spot(start, "Main Map", 400, 300)
    extra = Counter("c4", module.slots[2].name, spot, Design("?"), module.slots[2].gpid)
    turn = replace(start.trackers[0], values=(("Turn", "4"), ("Phase", "Weather")))
    log = GameLog(
        start,
        steps(
            [Move("c1", Spot("Main Map"), spot, "s", player="Player 1"), Say("forward!", "Player 1")],
            [Place(extra, "s")],
            [SetTurn(turn)],
            [Remove("c3")],
        ),
    )
    write_log(log, tmp_path / "out.vlog", module=module)
    found = importers.read(tmp_path / "out.vlog", module).log
    assert broken(tmp_path / "out.vlog", module) == []
    last = found.state_at(4)
    assert last.stacks["s"].members == ("c2", "c1", "c4") and last.trackers[0].values == turn.values
    said = next(event for event in found.steps[0].events if isinstance(event, Say))
    assert said == Say("<Anna> - forward!", "Player 1")


def test_a_chance_key_is_used_where_none_is_given(module, tmp_path):
    keys = set()
    for number in range(8):
        write_save(made_from_nothing(module), tmp_path / f"{number}.vsav", module=module)
        keys.add(importers.read(tmp_path / f"{number}.vsav").state.carried["vassal"]["key"])
    assert len(keys) > 1
