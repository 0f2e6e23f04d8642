"""Canonical states and boxes made at random, for tests of what survives a writer and its reader."""

from __future__ import annotations

import io
from functools import cache

from hypothesis import strategies as st
from immutables import Map
from PIL import Image

from adjudicator.model.counters import Counter, Deck, Design, Label, Layer, Spot, Stack
from adjudicator.model.events import GameLog, Say, Step
from adjudicator.model.grid import HexGrid, SquareGrid
from adjudicator.model.module import Board, GameMap, MapKind, Module, Setup, Slot, lay_out
from adjudicator.model.state import GameState, Seat, TurnTracker
from exporters.losses import Content

WORDS = st.text(max_size=12)
NAMES = ("Front", "Off/map: box", "Ha\\nd's")
PLACES = st.integers(-300, 3000)
GRIDS = (None, HexGrid(48.0, 56.0, 30, 30, size=(400, 300)), SquareGrid(40.0, 40.0, size=(400, 300)))


@cache
def picture(colour: str, size: tuple[int, int] = (24, 24)) -> bytes:
    """A plain PNG."""
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


IMAGES = {
    "map.png": picture("#ddeecc", (400, 300)),
    "red.png": picture("#cc0000"),
    "blue.png": picture("#0000cc", (24, 30)),
    "flipped.png": picture("#888888"),
    "mask.png": picture("#000000"),
}
DESIGNS = (
    Design("plain", "red.png"),
    Design("turning", "blue.png", rotations=(6,), parts=("image", "rotator:0")),
    Design("two-sided", "red.png", (Layer("step", ("flipped.png",)),), parts=("image", "layer:0")),
    Design(
        "rich",
        "blue.png",
        (Layer("step", ("flipped.png", "red.png")), Layer("mark", ("mask.png",), follows="State")),
        (Label("label", 8),),
        (1, 2),
        ("image", "layer:0", "layer:1", "label:0", "rotator:0", "rotator:1"),
        mask="mask.png",
    ),
    Design("fixed", "red.png", stacks=False),
    Design("bare"),
)


@st.composite
def contents(draw: st.DrawFn) -> Content:
    """A box with maps and a game on it, with something of every aspect."""
    maps = tuple(draw(_map(name)) for name in NAMES[: draw(st.integers(1, 3))])
    names = [found.name for found in maps]
    counters: dict[str, Counter] = {}
    stacks: dict[str, Stack] = {}
    for index in range(draw(st.integers(0, 7))):
        spot = Spot(draw(st.sampled_from([*names, "unknown map", ""])), draw(PLACES), draw(PLACES))
        counters[f"c{index}"] = draw(_counter(f"c{index}", spot, index))
    for index in range(draw(st.integers(0, 3))):
        spot = Spot(draw(st.sampled_from(names)), draw(PLACES), draw(PLACES))
        members = [f"s{index}m{number}" for number in range(draw(st.integers(0, 3)))]
        deck = draw(st.none() | st.builds(Deck, WORDS, st.booleans()))
        for member in members:
            made = draw(_counter(member, spot, 0))
            counters[member] = Counter(**{**_values(made), "stack": f"s{index}", "order": 0})
        stacks[f"s{index}"] = Stack(f"s{index}", spot, tuple(members), 10 + index, deck)
    state = GameState(
        module="Test box",
        counters=Map(counters),
        stacks=Map(stacks),
        boards={found.name: found.layout for found in maps},
        properties=Map(draw(st.dictionaries(st.tuples(st.just("Module"), WORDS), WORDS, max_size=2))),
        trackers=draw(st.sampled_from([(), (TurnTracker("Turn", (("Year", "1941"),)),)])),
        seats=draw(st.sampled_from([(), (Seat("Player 1", "Ann", "Red"),)])),
        scenario_notes=draw(WORDS),
        public_notes=draw(WORDS),
        next_order=20,
    )
    module = Module(
        name="Test box",
        version="1",
        maps=maps,
        slots=tuple(
            Slot(str(number), each.name, Counter("", each.name, Spot(), each)) for number, each in enumerate(DESIGNS)
        ),
        sides=("Red", "Blue"),
        setups=draw(st.sampled_from([(), (Setup("start", "start.vsav"),)])),
        image=IMAGES.get,
    )
    log = draw(st.sampled_from([None, GameLog(state, (Step(0, (Say("well played"),)),))]))
    return Content(module, state, log)


@st.composite
def _map(draw: st.DrawFn, name: str) -> GameMap:
    boards = tuple(
        Board(
            f"{name} {number}",
            draw(st.sampled_from(["map.png", ""])),
            (400, 300),
            draw(st.sampled_from(GRIDS)),
            reversible=True,
        )
        for number in range(draw(st.integers(0, 2)))
    )
    edge = draw(st.sampled_from([(0, 0), (20, 10)]))
    layout = lay_out([(board, column, 0, draw(st.booleans())) for column, board in enumerate(boards)], edge)
    kind = draw(st.sampled_from(list(MapKind)))
    return GameMap(name, name, kind, boards, layout, edge)


@st.composite
def _counter(draw: st.DrawFn, name: str, spot: Spot, order: int) -> Counter:
    design = draw(st.sampled_from(DESIGNS))
    angle = st.sampled_from([0.0, 60.0, 90.0, 12.5, -30.0])
    return Counter(
        id=name,
        name=draw(WORDS),
        spot=spot,
        design=design,
        slot=draw(st.sampled_from(["", "3"])),
        levels=tuple(draw(st.sampled_from([-2, -1, 1, 2])) for _ in design.layers),
        angles=tuple(draw(angle) for _ in design.rotations),
        texts=tuple(draw(WORDS) for _ in design.labels),
        properties=draw(st.dictionaries(WORDS, WORDS, max_size=2)),
        masked_by=draw(st.sampled_from(["", "", "Player 1"])),
        hidden_by=draw(st.sampled_from(["", "", "", "Player 1"])),
        moved=draw(st.booleans()),
        order=order,
    )


def _values(counter: Counter) -> dict[str, object]:
    return {name: getattr(counter, name) for name in Counter.__slots__}
