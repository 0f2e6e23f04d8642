"""A small table of our own for pictures and logs: two boards' worth of hexes, counters of every kind, nothing borrowed."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.counters import Counter, Deck, Design, Label, Layer, Spot, Stack
from adjudicator.model.grid import HexGrid, Numbering
from adjudicator.model.module import GameMap, MapKind, Module
from adjudicator.model.state import GameState, Seat
from adjudicator.persistent import PersistentMap

HIDDEN_NAME = "Verborgene Garde"
HIDDEN_IMAGE = "secret-guard-front.png"
BOARD_SIZE = (330, 260)


def png(width: int, height: int, colour: str, letter: str = "") -> bytes:
    """A flat image with a dark border and a letter made of a bar or two, so that turning it shows."""
    image = Image.new("RGB", (width, height), colour)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width - 1, height - 1), outline="#202020", width=2)
    for number, _ in enumerate(letter):
        draw.rectangle((8 + 10 * number, 8, 13 + 10 * number, height - 18), fill="#202020")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def board_image() -> bytes:
    image = Image.new("RGB", BOARD_SIZE, "#dfe6cf")
    draw = ImageDraw.Draw(image)
    draw.line((0, 40, 120, 90, 200, 240), fill="#7fa8c9", width=9)
    draw.ellipse((220, 60, 300, 130), fill="#b9cc9a")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


IMAGES = {
    "board.png": board_image(),
    "blue.png": png(40, 40, "#8fb1dc", "a"),
    "red": png(40, 40, "#dc9a8f", "aa"),
    "dot.svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12">'
    b'<circle cx="6" cy="6" r="5" fill="#fff000"/></svg>',
    "broken.png": b"\x89PNG\r\n\x1a\nnothing of the kind",
    "mask.png": png(40, 40, "#777777"),
    HIDDEN_IMAGE: png(40, 40, "#ff00ff", "aaa"),
}

BLUE = Design(
    "Blue",
    image="blue.png",
    layers=(Layer("moved", ("dot.svg",), offset=(14, -14)),),
    parts=("image", "layer:0"),
    size=(40, 40),
)
RED = Design(
    "Red",
    image="red",
    rotations=(6,),
    parts=("image", "rotator:0", "label:0"),
    labels=(Label("n", vertical="b", vertical_justify="t"),),
    size=(40, 40),
)
MASKED = Design("Guard", image=HIDDEN_IMAGE, mask="mask.png", mask_name="?", size=(40, 40))
LOST = Design("Lost", image="not-in-the-box.png", size=(40, 40))
BROKEN = Design("Broken", image="broken.png", size=(40, 40))


def grid() -> HexGrid:
    return HexGrid(dx=52.0, dy=60.0, x0=40, y0=40, numbering=Numbering(), size=BOARD_SIZE)


def module(**changes: object) -> Module:
    """The box: one public map with one board, a hand, and the images above."""
    board = Board("Main", "board.png", BOARD_SIZE, grid=grid(), reversible=True)
    main = GameMap("Main Map", "Map0", MapKind.PUBLIC, (board,), (PlacedBoard(board, 0, 0, 0, 0),))
    hand = GameMap("Blue Hand", "Map1", MapKind.HAND, (), owners=("Blue",), shown=False)
    values: dict[str, object] = {"name": "Table", "version": "1", "maps": (main, hand), "image": IMAGES.get}
    return Module(**(values | changes))  # type: ignore[arg-type]


def spot(x: int, y: int, map_name: str = "Main Map") -> Spot:
    placed = module().map(map_name)
    location = grid().location(x, y) or "" if placed and placed.boards else ""
    return Spot(map_name, x, y, location=location)


def counter(name: str, design: Design, x: int, y: int, **changes: object) -> Counter:
    return Counter(id=name.lower().replace(" ", "-"), name=name, spot=spot(x, y), design=design, **changes)  # type: ignore[arg-type]


def state(*counters: Counter, stacks: tuple[Stack, ...] = ()) -> GameState:
    return GameState(
        module="Table",
        module_version="1",
        counters=PersistentMap({each.id: each for each in counters}),
        stacks=PersistentMap({each.id: each for each in stacks}),
        seats=(Seat("Player 1", "Anna", "Blue"), Seat("Player 2", "Bert", "Red")),
    )


def full_state() -> GameState:
    """A stack of two, a turned and labelled counter, a masked and a hidden one, two without an image, and a deck."""
    stack = Stack("s", spot(92, 70), ("first", "second"), order=1)
    deck = Stack("d", spot(290, 200), ("ace", "king", "queen"), order=2, deck=Deck("Cards"))
    return state(
        counter("First", BLUE, 92, 70, stack="s"),
        counter("Second", BLUE, 92, 70, stack="s", levels=(1,)),
        counter("Third", RED, 144, 160, angles=(60.0,), texts=("3rd",), order=3),
        counter(HIDDEN_NAME, MASKED, 40, 160, masked_by="Player 2", order=4),
        counter("Ambush", MASKED, 40, 40, hidden_by="Player 2", order=5),
        counter("4-3 Rifle Division", LOST, 196, 130, order=6),
        counter("Broken Tank", BROKEN, 248, 40, order=7),
        *(counter(name, MASKED, 290, 200, stack="d") for name in ("Ace", "King", "Queen")),
        stacks=(stack, deck),
    )
