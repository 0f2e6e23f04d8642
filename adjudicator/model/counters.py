"""The cardboard: counters, their printed faces, and the spot each lies on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from adjudicator.lean import dataclass

NOTHING: Mapping[str, str] = MappingProxyType({})
NOBODY = "(nobody)"
"""Stands in an owner's place for one whom nobody can be: what he conceals is concealed from all who sit at the table."""

Locks = tuple[tuple[str, ...], ...]
"""For each of several things that conceal a counter, outermost first, the names of those whom it does not keep out."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a counter lies.

    `map` is a map's name ("" = on no map), `x` and `y` pixels of that map, y downwards. `board`, `zone` and `location` are
    what the map's grids call the point, "" where they call it nothing; `location` is the printed number or name that
    players use. `number` is a number of our own, for a hex of a grid that prints none.
    """

    map: str = ""
    x: int = 0
    y: int = 0
    board: str = ""
    zone: str = ""
    location: str = ""
    number: str = ""

    @property
    def place(self) -> str:
        """What the point is called: by the map, or else by us."""
        return self.location or self.number

    @property
    def words(self) -> str:
        """What players call a point of a map: its place, else its zone, else its pixel."""
        return self.place or self.zone or f"{self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Layer:
    """An image that is shown over the counter at one of several levels (in VASSAL: a Layer, `Embellishment`).

    `images` and `names` run over the levels; a level without an image is "". `follows` names the property whose value
    selects the level, "" if people select it. `offset` is in pixels from the counter's centre.
    """

    name: str
    images: tuple[str, ...]
    names: tuple[str, ...] = ()
    offset: tuple[int, int] = (0, 0)
    scale: float = 1.0
    follows: str = ""
    always_active: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text printed on the counter by the program; colours are `#rrggbb` or "" for none, offsets pixels.

    `vertical` (t, c, b) and `horizontal` (l, c, r) say from which border or middle of the counter the offset counts, the
    `..._justify` letters which border of the text lies there. `rotation` is in degrees clockwise.
    """

    name: str
    size: int = 10
    colour: str = "#000000"
    background: str = ""
    vertical: str = "t"
    horizontal: str = "c"
    offset: tuple[int, int] = (0, 0)
    vertical_justify: str = "b"
    horizontal_justify: str = "c"
    bold: bool = False
    rotation: float = 0.0


@dataclass(frozen=True, slots=True)
class Design:
    """All that counters cut from the same die share; one object serves every copy.

    `parts` gives the drawing order from the bottom: "image", "layer:2", "label:0", "rotator:0" index into the fields here;
    a rotator turns all that is drawn before it. `mask` is the image that those who may not read the counter see, "" if
    none is known, `mask_name` what they call it. `stacks` is false for counters that never join a stack; `rotations`
    counts the facings of each rotator (1 = free).
    """

    name: str
    image: str = ""
    layers: tuple[Layer, ...] = ()
    labels: tuple[Label, ...] = ()
    rotations: tuple[int, ...] = ()
    parts: tuple[str, ...] = ("image",)
    stacks: bool = True
    mask: str = ""
    mask_name: str = ""
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Counter:
    """One piece of cardboard on the table.

    `name` is what its owner reads on it. `levels` are the signed levels of `design.layers` (positive = shown), `angles`
    the degrees (clockwise) of its rotators, `texts` the words of `design.labels`. `properties` holds marks, dynamic
    properties and sheet fields. `masked_by` and `hidden_by` name the seat (a pseudonym) or side that conceals it, "" if none.
    Where that does not say who may look, `masks` and `hides` do: several masks may be on at once, or several sides own one.
    `stack` is the stack or deck it lies in ("" = on its own), `order` its place in the map's drawing order if on its own.
    `carried` holds whatever the importer's format says beyond this, keyed by that format's own terms.
    """

    id: str
    name: str
    spot: Spot
    design: Design
    slot: str = ""
    levels: tuple[int, ...] = ()
    angles: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    properties: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    masked_by: str = ""
    hidden_by: str = ""
    moved: bool = False
    trail: tuple[tuple[int, int], ...] = ()
    stack: str = ""
    order: int = 0
    carried: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    masks: Locks = ()
    hides: Locks = ()

    def lying(self, spot: Spot, stack: str = "", order: int = 0) -> Counter:
        """The same counter elsewhere; quicker than `replace`, since a log moves counters by the thousand."""
        return Counter(
            self.id,
            self.name,
            spot,
            self.design,
            self.slot,
            self.levels,
            self.angles,
            self.texts,
            self.properties,
            self.masked_by,
            self.hidden_by,
            self.moved,
            self.trail,
            stack,
            order,
            self.carried,
            self.masks,
            self.hides,
        )

    @property
    def concealed(self) -> bool:
        """Whether somebody at the table may not read this counter."""
        return bool(self.masked_by or self.hidden_by)


@dataclass(frozen=True, slots=True)
class Deck:
    """What a deck is beyond a stack: its printed name and whether its cards lie face down.

    `stacked` = of its cards one sees at most the one on top, whichever side is up. `hidden_by` and `hides` are as a counter's.
    """

    name: str
    face_down: bool = True
    owners: tuple[str, ...] = ()
    stacked: bool = False
    hidden_by: str = ""
    hides: Locks = ()

    @property
    def closed(self) -> bool:
        """Whether nobody at the table knows its cards and their order."""
        return self.face_down or self.stacked


@dataclass(frozen=True, slots=True)
class Stack:
    """Counters on one spot, ids bottom to top; `order` is its place in the map's drawing order (later = above)."""

    id: str
    spot: Spot
    members: tuple[str, ...]
    order: int = 0
    deck: Deck | None = None
    carried: Mapping[str, str] = field(default_factory=lambda: NOTHING)

    def holding(self, members: tuple[str, ...]) -> Stack:
        """The same stack with these counters in it."""
        return Stack(self.id, self.spot, members, self.order, self.deck, self.carried)


PILE = "pile:"


def pile(bottom: str, number: int = 1) -> str:
    """What a stack is called that has no name in its file: by the counter that lay in it first, and by a number from 2 on."""
    return f"{PILE}{bottom}" if number == 1 else f"{PILE}{number}:{bottom}"


def bottom_of(stack: str) -> str:
    """The counter by which a stack is called, "" if its file named it."""
    if not stack.startswith(PILE):
        return ""
    number, colon, bottom = stack.removeprefix(PILE).partition(":")
    return bottom if colon and number.isdecimal() else stack.removeprefix(PILE)
