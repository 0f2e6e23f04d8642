"""The native format: what is written reads back the same, and anything else is refused in one clear sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.errors import CorruptFile, ReadError, UnknownFormat, UnsupportedVersion
from adjudicator.exporters.native import encode
from adjudicator.importers.format import Sample
from adjudicator.importers.native import sniff
from adjudicator.importers.native.translate import decode
from adjudicator.importers.native.wire.records import EVENTS
from adjudicator.model import events
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.counters import Counter, Deck, Design, Label, Layer, Spot, Stack
from adjudicator.model.events import GameLog, Step
from adjudicator.model.grid import HexGrid, Numbering, Outline, Region, RegionGrid, SquareGrid, Zone, ZonedGrid
from adjudicator.model.module import GameMap, MapKind, Module, Setup, Slot
from adjudicator.model.state import GameState, Seat, TurnTracker
from adjudicator.notes import Note, NoteKind
from adjudicator.persistent import PersistentMap

INFANTRY = Design(
    "1st Infantry",
    "inf.png",
    layers=(Layer("Step", ("", "inf-back.png"), ("", "reduced"), scale=0.5),),
    labels=(Label("strength", colour="#ff0000"),),
    rotations=(6,),
    parts=("image", "layer:0", "label:0"),
    size=(75, 75),
)
HEXES = HexGrid(55.4, 64.0, numbering=Numbering(separator="-"), size=(900, 600))
ZONES = (Zone("Off map", Outline.through([(0, 0), (50, 0), (50, 50)]), grid=SquareGrid()),)
BOARD = Board("Field", "field.png", (900, 600), ZonedGrid(ZONES, background=HEXES))
AREAS = Board("Areas", "", (300, 300), RegionGrid((Region("Lager", 10, 20),)))
SPOT = Spot("Main", 100, 132, "Field", "", "05-08")


def counter(name: str, **more: Any) -> Counter:
    return Counter(name, f"unit {name} ü\n", SPOT, INFANTRY, levels=(1,), angles=(60.0,), texts=("3-4",), **more)


STATE = GameState(
    module="Two Rivers",
    module_version="1.0",
    counters=PersistentMap(
        {"1": counter("1", stack="s"), "2": counter("2", stack="s", masked_by="Player 1"), "3": counter("3")}
    ),
    stacks=PersistentMap(
        {"s": Stack("s", SPOT, ("2", "1"), order=4), "d": Stack("d", SPOT, (), deck=Deck("Draw", owners=("Red",)))}
    ),
    boards={"Main": (PlacedBoard(BOARD, 0, 0, 0, 0), PlacedBoard(AREAS, 1, 0, 900, 0, reversed=True))},
    properties=PersistentMap({("Module", "weather"): "mud", ("Main", "weather"): ""}),
    trackers=(TurnTracker("Turn", (("Turn", "3"), ("Phase", "Move"))),),
    seats=(Seat("Player 1", "Anna", "Red"),),
    public_notes="a\nb",
    next_order=9,
    carried={"other": {"kept": [1, 2.5, None, "x"]}},
)
MOVED = replace(SPOT, x=155, location="06-08")
LOG = GameLog(
    STATE,
    (
        Step(1, (events.Move("3", SPOT, MOVED, "s", 0, "Player 1"), events.Say("hello <b>", "Player 1"))),
        Step(
            2,
            (
                events.Alter(replace(counter("3"), levels=(-1,)), (("Step", "1", "-1"),)),
                events.Roll("2d6", (3, 4), "* 7"),
            ),
        ),
        Step(3, (events.Undo(True), events.Restack(Stack("s", MOVED, ("1", "2", "3"))), events.Undo(False))),
        Step(
            4, (events.Remove("1"), events.Place(counter("9"), "s"), events.SetProperty("Main", "weather", "", "dry"))
        ),
        Step(
            5, (events.SetTurn(TurnTracker("Turn", (("Turn", "4"),))), events.TakeSeat(Seat("Player 2", "B", "Blue")))
        ),
        Step(
            6,
            (
                events.Carried("vassal", "FLARE\t1"),
                events.Astray("77", "moved"),
                events.SetNotes("", "mud"),
                events.LayBoards("Main", ()),
            ),
        ),
        Step(7, (events.Arrange((replace(counter("9"), stack="s", moved=True),), gone=("d",), next_order=12),)),
    ),
    (Note(NoteKind.GUESSED, "dice", "taken from chat"),),
)
BOX = Module(
    "Two Rivers",
    "1.0",
    maps=(GameMap("Main", "Map0", MapKind.PUBLIC, (BOARD, AREAS), points={(5, 6): "Draw"}),),
    slots=(Slot("12", "1st Infantry", counter("null"), ("Red", "Infantry")),),
    sides=("Red", "Blue"),
    setups=(Setup("Start", "start.vsav"),),
    properties={("Module", "weather"): "dry"},
)


def document(**changes: Any) -> dict[str, Any]:
    return {**orjson.loads(encode(STATE)), **changes}


def refused(changed: dict[str, Any]) -> str:
    with pytest.raises(CorruptFile) as caught:
        decode(orjson.dumps(changed))
    return str(caught.value)


@pytest.mark.parametrize("body", [STATE, LOG], ids=["state", "log"])
def test_what_is_written_reads_back_the_same(body: GameState | GameLog) -> None:
    assert decode(encode(body)) == body


def test_a_box_reads_back_but_for_its_pictures() -> None:
    read = decode(encode(BOX))
    assert isinstance(read, Module)
    assert replace(read, image=BOX.image, entry=BOX.entry) == BOX


def test_writing_twice_gives_the_same_bytes() -> None:
    assert encode(decode(encode(LOG))) == encode(LOG)


def test_copies_share_one_design() -> None:
    written = orjson.loads(encode(STATE))
    read = decode(encode(STATE))
    assert isinstance(read, GameState)
    assert len(written["designs"]) == 1
    assert read.counters["1"].design is read.counters["2"].design


def test_every_event_of_the_model_has_a_form() -> None:
    used = {type(event) for step in LOG.steps for event in step.events}
    assert used == set(EVENTS)


@pytest.mark.parametrize("angle", [-0.0, 1e-9, 359.9])
def test_fractions_survive(angle: float) -> None:
    state = GameState(counters=PersistentMap({"1": replace(counter("1"), angles=(angle,))}))
    assert decode(encode(state)) == state


@pytest.mark.parametrize("angle", [float("inf"), float("nan")])
def test_numbers_by_which_nothing_can_be_drawn_are_written_and_read_as_none(angle: float) -> None:
    state = GameState(counters=PersistentMap({"1": replace(counter("1"), angles=(angle,))}))
    told = decode(encode(state))
    assert isinstance(told, GameState)
    assert told.counters["1"].angles == (0.0,)
    older = encode(replace(state, counters=PersistentMap({"1": replace(counter("1"), angles=(12.5,))}))).replace(
        b"12.5", b'"nan"'
    )
    assert decode(older) == told


def test_sniffs_its_own_documents_only() -> None:
    assert sniff(Sample(Path(), encode(STATE)[:64]))
    assert not sniff(Sample(Path(), b'{"SaveName": "a table"}'))
    assert not sniff(Sample(Path(), b"PK\x03\x04"))


def test_an_unknown_key_is_named() -> None:
    changed = document()
    changed["state"]["weather"] = "mud"
    assert refused(changed) == "state: unknown key 'weather'"


def test_a_wrong_kind_of_value_is_led_to() -> None:
    changed = document()
    changed["state"]["counters"]["1"]["spot"]["x"] = "far"
    assert refused(changed) == "state.counters.1.spot.x: expected integer, found 'far'"


def test_a_member_that_is_not_there_is_named() -> None:
    changed = document()
    changed["state"]["stacks"]["s"]["members"] = ["2", "1", "77"]
    assert refused(changed) == "state.stacks.s: member '77' is no counter that lies in it"


def test_a_counter_in_a_stack_that_does_not_name_it_is_refused() -> None:
    changed = document()
    changed["state"]["stacks"]["s"]["members"] = ["2"]
    assert "does not name it" in refused(changed)


def test_an_index_past_its_table_is_refused() -> None:
    changed = document()
    changed["state"]["counters"]["1"]["design"] = 7
    assert "an index into designs (0 to 0)" in refused(changed)


def test_a_step_that_cannot_be_taken_is_named() -> None:
    broken = replace(LOG, steps=(Step(1, (events.Remove("nobody"),)),))
    with pytest.raises(CorruptFile, match=r"log\.steps\[0\]: the step cannot be taken"):
        decode(encode(broken))


def test_a_later_version_is_not_guessed_at() -> None:
    with pytest.raises(UnsupportedVersion, match="found 'adjudicator-state-2'"):
        decode(orjson.dumps(document(format="adjudicator-state-2")))
    with pytest.raises(UnknownFormat):
        decode(orjson.dumps(document(format="other")))


def test_deep_nesting_is_refused() -> None:
    zone = '{"zones":[],"background":{"is":"zoned_grid",' * 330
    deep = (
        f'{{"format":"adjudicator-state-1","kind":"state","boards":[{{"name":"","image":"","size":[1,1],"grid":{zone}'
    )
    with pytest.raises(ReadError):
        decode((deep + '"zones":[]' + "}" * 331 + "}]}").encode())


@given(st.binary(max_size=200) | st.binary(max_size=100).map(lambda tail: encode(STATE)[:90] + tail))
def test_any_bytes_give_a_value_or_a_read_error(data: bytes) -> None:
    with suppress(ReadError):
        decode(data)


PATHS = st.integers(min_value=0, max_value=10_000)
VALUES = st.none() | st.integers() | st.text(max_size=3) | st.just([]) | st.just({}) | st.booleans()


@given(PATHS, VALUES)
def test_any_value_anywhere_gives_a_state_or_a_read_error(at: int, value: object) -> None:
    changed = orjson.loads(encode(LOG))
    places = list(_places(changed))
    holder, key = places[at % len(places)]
    holder[key] = value
    with suppress(ReadError):
        decode(json.dumps(changed).encode())


def _places(value: Any) -> Any:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in list(inner):
        yield value, key
        yield from _places(each)
