"""Two real logs, step by step against the engine: what each step did to which piece, and the state at the end."""

from __future__ import annotations

import pytest

from adjudicator import importers
from tests.helpers import SHARED, needs_shared, oracle
from tests.importers.vassal.drawing_order import order_of_engine, order_of_state

pytestmark = needs_shared

LOGS = {
    "tour.play.json": ("tour/tour.log", "tour/tour.mod"),
    "ccn-tutorial.play.json": ("cc-napoleonics/CCNv4 Tutorial.vlog", "cc-napoleonics/CCNapoleonics-small-images.vmod"),
}
COUNTING = "their labels count cards in hands (CommandCardsHeld), which we do not work out"
NAMES_NOT_OURS = {"side blue L", "side blue R", "side red L", "side red R"}


@pytest.fixture(scope="module", params=LOGS)
def played(request):
    log, box = (SHARED / "data" / "vassal" / path for path in LOGS[request.param])
    return oracle(request.param), importers.read(log, importers.read(box).module).log


def place(spot):
    return f"{spot.map}@{spot.x},{spot.y}"


def lying(state):
    """Every counter and filled stack as the engine prints it."""
    told = {name: place(each.spot) for name, each in state.counters.items()}
    for name, each in state.stacks.items():
        told[name] = f"{place(each.spot)} {'Deck' if each.deck else 'Stack'} {';'.join(each.members)}"
    return told


def same(theirs, ours):
    """Equal, or an emptied stack, which is none of ours."""
    return theirs == ours or (ours is None and (theirs is None or theirs.endswith(" Stack ")))


def test_each_action_is_a_step(played):
    engine, log = played
    assert len(log.steps) == engine["nsteps"]


def test_after_each_step_all_that_changed_is_as_in_the_engine(played):
    engine, log = played
    wrong = []
    for told, (_, state) in zip(engine["steps"], log.states(), strict=True):
        ours = lying(state)
        for name, theirs in told["changed"].items():
            made_by_the_engine = theirs and " Stack " in theirs and name not in ours
            if made_by_the_engine and theirs in ours.values():
                continue  # a stack without id in the file: the engine takes the clock for one, we count
            if not same(theirs, ours.get(name)):
                wrong.append((told["step"], name, theirs, ours.get(name)))
    assert wrong == []


def test_after_each_step_nothing_else_moved(played):
    engine, log = played
    before = log.start
    wrong = []
    for told, (_, after) in zip(engine["steps"], log.states(), strict=True):
        gone = set(before.counters) ^ set(after.counters)
        moved = {
            name for name in set(before.counters) - gone if before.counters[name].spot != after.counters[name].spot
        }
        named = {
            name for name in moved if place(before.counters[name].spot) == place(after.counters[name].spot)
        }  # only the boards below changed
        wrong += [(told["step"], name) for name in (gone | moved) - named if name not in told["changed"]]
        before = after
    assert wrong == []


def test_the_last_state_is_the_engines(played):
    engine, log = played
    state = log.state_at(len(log.steps))
    wrong = []
    for piece in engine["final"]["pieces"]:
        counter = state.counters[piece["id"]]
        spot = counter.spot
        ours = (spot.map, spot.x, spot.y, spot.board, spot.zone, spot.location or "offboard", counter.stack)
        theirs = (
            piece["map"] or "",
            piece["x"],
            piece["y"],
            piece["board"],
            piece["zone"],
            piece["location"] or "offboard",
        )
        if ours != (*theirs, piece.get("parent") or ""):
            wrong.append((piece["id"], ours, theirs))
        if counter.stack and state.index(counter) != piece["index"]:
            wrong.append((piece["id"], state.index(counter), piece["index"]))
        levels = dict(zip((layer.name for layer in counter.design.layers), counter.levels, strict=True))
        wrong += [
            (piece["id"], name, levels[name], layer["levelProp"])
            for name, layer in piece.get("layers", {}).items()
            if levels[name] != int(layer["levelProp"])
        ]
        if counter.name != piece["name"] and counter.design.name not in NAMES_NOT_OURS:
            wrong.append((piece["id"], counter.name, piece["name"], COUNTING))
    assert wrong == []
    assert len(state.counters) == len(engine["final"]["pieces"])


def test_the_last_state_is_drawn_as_the_engine_draws_it(played):
    engine, log = played
    state = log.state_at(len(log.steps))
    assert order_of_state(state) == order_of_engine(engine["final"]["tops"])


def test_global_properties_after_the_last_step(played):
    engine, log = played
    state = log.state_at(len(log.steps))
    ours = {f"{container}|{name}": value for (container, name), value in state.properties.items()}
    theirs = {key: value for key, value in engine["final"]["globals"].items() if "|" in key}
    assert {key: ours.get(key) for key in theirs} == theirs


def test_any_step_is_reached_directly(played):
    _, log = played
    middle = len(log.steps) // 2
    states = list(log.states())
    assert lying(log.state_at(middle)) == lying(states[middle - 1][1])
