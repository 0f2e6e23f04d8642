"""Every piece of every real save, as the engine itself sees it: place, names, stack, drawing order, layers, properties."""

from __future__ import annotations

import gzip
import json
from functools import lru_cache

import pytest

from adjudicator import importers
from adjudicator.importers.vassal.wire import chains, traits
from tests.helpers import SHARED, needs_shared
from tests.importers.vassal.drawing_order import order_of_engine, order_of_state

pytestmark = needs_shared

MODULES = {
    "ragnarok": "ragnarok/ragnarok-exploded.vmod",
    "cc-napoleonics": "cc-napoleonics/CCNapoleonics-small-images.vmod",
}
DUMPS = ("ragnarok-start.dump.json", "ccn-saves.dump.json.gz")
STARTED = "the engine was asked after the module's start-up commands had run; they set it"
COUNTING = "its label counts pieces elsewhere on the table, or shows what start-up commands set"
LATER = {
    "Module|gGameActive",
    "Module|gGameNotActive",
    "Module|gPlayerCount",
    "Module|scenarioName",
    "Module|scenarioNameURL",
}
LAYERS_SET_LATER = {"CoinFlip", "GameClocks", "Mode"}
PROPERTIES_SET_LATER = {("First Strike", "Active")}
NAMES_NOT_OURS = {"Start Panel", "side blue R", "side blue L", "side red R", "side red L"}
NAMES_THAT_COUNT = " Store"


@lru_cache(maxsize=2)
def module(name):
    return importers.read(SHARED / "data" / "vassal" / MODULES[name]).module


def dumps():
    for name in DUMPS:
        path = SHARED / "oracle" / name
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


@pytest.fixture(scope="module", params=range(11))
def save(request):
    """One of the engine's answers, and our state of the same file."""
    for number, dump in enumerate(dumps()):
        if number == request.param:
            path = SHARED / "data" / "vassal" / dump["file"]
            return dump, importers.read(path, module(path.parent.name)).state
    raise LookupError(request.param)


def said(location):
    return "" if location in (None, "offboard") else location


def test_every_piece_lies_where_the_engine_has_it(save):
    dump, state = save
    theirs = {
        each["id"]: (each["map"] or "", each["x"], each["y"], each["board"], each["zone"], said(each["location"]))
        for each in dump["pieces"]
    }
    ours = {
        name: (each.spot.map, each.spot.x, each.spot.y, each.spot.board, each.spot.zone, each.spot.location)
        for name, each in state.counters.items()
    }
    assert ours == theirs


def test_every_piece_is_in_its_stack_at_its_place(save):
    dump, state = save
    theirs = {each["id"]: (each.get("parent") or "", each.get("index", 0)) for each in dump["pieces"]}
    assert {name: (each.stack, state.index(each)) for name, each in state.counters.items()} == theirs


def test_decks_have_their_names(save):
    dump, state = save
    decks = {each["id"]: each["deckName"] for each in dump["pieces"]}
    ours = {}
    for name, each in state.counters.items():
        deck = state.stacks[each.stack].deck if each.stack else None
        ours[name] = deck.name if deck else ""
    assert ours == decks


def test_everything_is_drawn_in_the_engines_order(save):
    dump, state = save
    assert order_of_state(state) == order_of_engine(dump["tops"])


def test_slots_and_basic_names(save):
    dump, state = save
    theirs = {each["id"]: (each["gpid"] or "", each["basicName"]) for each in dump["pieces"]}
    assert {name: (each.slot, each.design.name) for name, each in state.counters.items()} == theirs


def test_every_layer_shows_its_level(save):
    dump, state = save
    wrong = []
    for piece in dump["pieces"]:
        counter = state.counters[piece["id"]]
        ours = dict(zip((layer.name for layer in counter.design.layers), counter.levels, strict=True))
        theirs = {name: int(layer["levelProp"]) for name, layer in piece.get("layers", {}).items()}
        wrong += [
            (counter.name, name)
            for name, level in theirs.items()
            if ours[name] != level and name not in LAYERS_SET_LATER
        ]
    assert wrong == [], f"all but {LAYERS_SET_LATER}: {STARTED}"


def test_marks_dynamic_properties_and_moved_flags(save):
    dump, state = save
    wrong = []
    for piece in dump["pieces"]:
        counter = state.counters[piece["id"]]
        chain = chains.split_chain(counter.carried["type"], counter.carried["state"])
        found = (traits.decode(*each) for each in chain)
        own = {trait.text("name") for trait in found if trait.prefix == "PROP;"}
        kept = {name: value for name, value in piece.get("dynamic", {}).items() if name in own}
        for name, value in (piece.get("markers", {}) | kept).items():
            if counter.properties.get(name) != value and (counter.design.name, name) not in PROPERTIES_SET_LATER:
                wrong.append((counter.name, name, counter.properties.get(name), value))
        if counter.moved != (piece.get("moved") == "true"):
            wrong.append((counter.name, "moved"))
    assert wrong == [], f"all but {PROPERTIES_SET_LATER}: {STARTED}"


def test_names(save):
    dump, state = save
    wrong = []
    for piece in dump["pieces"]:
        counter = state.counters[piece["id"]]
        basic = counter.design.name
        if counter.name != piece["name"] and basic not in NAMES_NOT_OURS and not basic.endswith(NAMES_THAT_COUNT):
            wrong.append((counter.name, piece["name"]))
    assert wrong == [], f"all but {NAMES_NOT_OURS}: {COUNTING}"


def test_global_properties(save):
    dump, state = save
    ours = {f"{container}|{name}": value for (container, name), value in state.properties.items()}
    named = {
        key: value for key, value in dump["globals"].items() if "|" in key
    }  # the rest the engine keys by name only
    wrong = {key for key, value in named.items() if ours.get(key) != value}
    assert wrong <= LATER, STARTED


def test_seats_without_their_ids(save):
    dump, state = save
    assert [(seat.name, seat.side) for seat in state.seats] == [(each["name"], each["side"]) for each in dump["roster"]]
    ids = {each["id"] for each in dump["roster"]} - {each["name"] for each in dump["roster"]}
    assert not ids & {seat.player for seat in state.seats}


def test_turn_trackers(save):
    dump, state = save
    ours = [(each.name, f"TURN{each.carried['id']}\t{each.carried['state']}") for each in state.trackers]
    assert ours == [(each["name"], each["encoded"]) for each in dump["turnTrackers"]]


def test_boards_lie_where_the_engine_lays_them(save):
    dump, state = save
    for each in dump["maps"]:
        theirs = [(board["name"], *board["rel"], board["reversed"], *board["bounds"][:2]) for board in each["boards"]]
        ours = [
            (board.board.name, board.column, board.row, board.reversed, board.x, board.y)
            for board in state.boards[each["name"]]
        ]
        assert ours == theirs
