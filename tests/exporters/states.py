"""Canonical states and boxes made at random, for tests of what survives a writer and its reader."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st
from PIL import Image

from adjudicator.exporters.losses import Content
from adjudicator.model.boards import Board
from adjudicator.model.counters import Counter, Deck, Design, Label, Layer, Spot, Stack
from adjudicator.model.events import GameLog, Say, Step
from adjudicator.model.grid import (
    HexGrid,
    Numbering,
    Outline,
    Region,
    RegionGrid,
    SquareGrid,
    Variable,
    Zone,
    ZonedGrid,
)
from adjudicator.model.module import GameMap, MapKind, Module, Setup, Slot, lay_out
from adjudicator.model.state import GameState, Seat, TurnTracker
from adjudicator.persistent import PersistentMap

SEPARATORS = "\\/;,|:~=\t\n\x1b'$@ {}<>&\"-+%"
"""What the formats of this field part their fields by."""

WORDS = st.text(max_size=12) | st.text(SEPARATORS + "aé部🗺\u200f", max_size=8)
NAMES = ("Front", "Off/map: box", "Ha\\nd's", "Fro\\nt", "東部 🗺", "a;b|c,d~e", "'q'", "Front\tline", "Off-map: box")
PLACES = st.integers(-300, 3000)
REGIONS = RegionGrid.of((Region("Kyiv", 20, 20), Region("a/b;c", 200, 150)))
HEXES = HexGrid(48.0, 56.0, 30, 30, size=(400, 300))
SQUARES = SquareGrid(40.0, 40.0, size=(400, 300))
ZONES = ZonedGrid(
    (
        Zone("box", Outline.through(((0, 0), (100, 0), (100, 100), (0, 100))), ("Box",)),
        Zone("hexes", Outline.through(((100, 0), (300, 0), (300, 200))), (Variable("gridLocation"),), HEXES),
    ),
    SQUARES,
)
GRIDS = (None, HEXES, SQUARES, REGIONS, ZONES, replace(HEXES, numbering=Numbering(separator=".", across=3)))


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


PICTURES = st.sampled_from([*IMAGES, "", "absent.png"])
SOMEBODY = st.sampled_from(["", "", "", "Player 1", "Red", "Nobody"])


@st.composite
def designs(draw: st.DrawFn) -> Design:
    """A die of any make: layers, labels and rotators in any order over the picture."""
    layers = tuple(draw(st.lists(_layers(), max_size=3)))
    labels = tuple(draw(st.lists(_labels(), max_size=2)))
    rotations = tuple(draw(st.lists(st.sampled_from([1, 2, 6, 7, 12]), max_size=2)))
    counts = {"layer": len(layers), "label": len(labels), "rotator": len(rotations)}
    parts = draw(st.permutations([f"{word}:{index}" for word, count in counts.items() for index in range(count)]))
    return Design(
        name=draw(WORDS),
        image=draw(PICTURES),
        layers=layers,
        labels=labels,
        rotations=rotations,
        parts=("image", *parts[draw(st.integers(0, 1)) :]),
        stacks=draw(st.booleans()),
        mask=draw(PICTURES),
        mask_name=draw(WORDS),
        size=draw(st.sampled_from([None, (24, 24)])),
    )


@st.composite
def _layers(draw: st.DrawFn) -> Layer:
    images = tuple(draw(st.lists(PICTURES, min_size=1, max_size=3)))
    names = tuple(draw(st.lists(WORDS, max_size=3)))
    offset = draw(st.sampled_from([(0, 0), (-5, 7)]))
    scale, follows = draw(st.sampled_from([1.0, 0.5, 2.0])), draw(st.sampled_from(["", "", "State"]))
    return Layer(draw(WORDS), images, names, offset, scale, follows, draw(st.booleans()))


@st.composite
def _labels(draw: st.DrawFn) -> Label:
    placed = {"vertical": draw(st.sampled_from("tcb")), "horizontal": draw(st.sampled_from("lcr"))}
    turned = draw(st.sampled_from([0.0, 90.0, 12.5]))
    return Label(draw(WORDS), 8, "#123456", offset=(-3, 4), bold=draw(st.booleans()), rotation=turned, **placed)


@st.composite
def contents(draw: st.DrawFn) -> Content:
    """A box with maps and a game on it, with something of every aspect."""
    chosen = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True))
    maps = tuple(draw(_map(name)) for name in chosen)
    dies = [*DESIGNS, *draw(st.lists(designs(), max_size=3))]
    names = [*chosen, "unknown map", ""]
    counters: dict[str, Counter] = {}
    stacks: dict[str, Stack] = {}
    for index in range(draw(st.integers(0, 7))):
        counters[f"c{index}"] = draw(_counter(f"c{index}", draw(_spots(names)), index, dies))
    for index in range(draw(st.integers(0, 3))):
        spot = draw(_spots(names))
        members = [f"s{index}m{number}" for number in range(draw(st.integers(0, 3)))]
        deck = draw(st.none() | st.builds(Deck, WORDS, st.booleans(), st.sampled_from([(), ("Red",), ("a,b", "")])))
        for member in members:
            counters[member] = replace(draw(_counter(member, spot, 0, dies)), stack=f"s{index}")
        stacks[f"s{index}"] = Stack(f"s{index}", spot, tuple(members), draw(st.integers(0, 12)), deck)
    containers = st.sampled_from(["Module", "", *chosen, f"{chosen[0]}:box", "nowhere"])
    state = GameState(
        module="Test box",
        counters=PersistentMap(counters),
        stacks=PersistentMap(stacks),
        boards={found.name: found.layout for found in maps},
        properties=PersistentMap(draw(st.dictionaries(st.tuples(containers, WORDS), WORDS, max_size=4))),
        trackers=draw(_trackers()),
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
            Slot(
                str(number), draw(WORDS), Counter("", each.name, Spot(), each), tuple(draw(st.lists(WORDS, max_size=2)))
            )
            for number, each in enumerate(dies)
        ),
        sides=("Red", "Blue"),
        setups=draw(st.sampled_from([(), (Setup("start", "start.vsav"),)])),
        image=IMAGES.get,
    )
    log = draw(st.sampled_from([None, GameLog(state, (Step(0, (Say("well played"),)),))]))
    return Content(module, state, log)


@st.composite
def _spots(draw: st.DrawFn, names: list[str]) -> Spot:
    return Spot(draw(st.sampled_from(names)), draw(PLACES), draw(PLACES), draw(WORDS), draw(WORDS), draw(WORDS))


@st.composite
def _trackers(draw: st.DrawFn) -> tuple[TurnTracker, ...]:
    values = st.lists(st.tuples(WORDS, st.sampled_from(["1941", "-3", "", "June", "a,b;c", "'x'"])), max_size=3)
    return tuple(TurnTracker(draw(WORDS), tuple(draw(values))) for _ in range(draw(st.integers(0, 2))))


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
def _counter(draw: st.DrawFn, name: str, spot: Spot, order: int, dies: list[Design]) -> Counter:
    design = draw(st.sampled_from(dies))
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
        masked_by=draw(SOMEBODY),
        hidden_by=draw(SOMEBODY),
        moved=draw(st.booleans()),
        trail=draw(st.sampled_from([(), ((1, 2), (-3, 4))])),
        order=order,
    )
