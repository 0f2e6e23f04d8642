"""What lies on a table: pieces, stacks and decks; and what the table must know of a map."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from adjudicator.importers.vassal.kinds import PieceType
from adjudicator.importers.vassal.wire import traits
from adjudicator.lean import dataclass

UNSET = -1
_EMPTY = re.compile(r"\+/[^/;\\']*+/stack/[^;\\']*+;[^;\\']*+;[^;\\']*+;@@[^;\\']*+").fullmatch


@dataclass(frozen=True, slots=True)
class TableMap:
    """What the table must know of a map: its name, whether stacks form on it, and its layers of pieces, bottom up.

    `lifts` = what is moved comes to lie on top of its layer; `shut` = not everybody sees what lies there.
    """

    name: str
    stacking: bool = True
    layers: tuple[str, ...] = ()
    property: str = ""
    lifts: bool = False
    shut: bool = False


class TableItem:
    """Anything that lies on a map. `entries` are its places in the maps' drawing orders, by (map, layer)."""

    __slots__ = ("entries", "id", "keys", "map", "x", "y")

    def __init__(self, identity: str) -> None:
        self.id = identity
        self.map = ""
        self.x = 0
        self.y = 0
        self.entries: dict[tuple[str, int], int] = {}
        self.keys: tuple[tuple[str, int, int], ...] = ()


class TablePiece(TableItem):
    """A counter: its kind, its traits' states outermost first, and the stack it lies in.

    `changed` = its states are no longer those of `state_text`; `asks` = what it shows may depend on more than itself.
    """

    __slots__ = ("asks", "changed", "kind", "parent", "state_text", "states")

    def __init__(self, identity: str, kind: PieceType) -> None:
        super().__init__(identity)
        self.kind = kind
        self.states: list[str] = []
        self.state_text = ""
        self.parent: Heap | None = None
        self.changed = False
        self.asks = False

    @property
    def place(self) -> tuple[str, int, int]:
        """Map and point; a stack's count for what lies in it."""
        lying: TableItem = self.parent or self
        return lying.map, lying.x, lying.y


@dataclass(slots=True)
class SplitState:
    """A piece's state as a file has it, and taken apart; `loose` = some label may ask for any property.

    `point` is the map and the point that it names, once somebody has read them without a doubt.
    """

    kind: PieceType
    text: str
    states: list[str]
    loose: bool
    point: tuple[str, int, int] | None = None


class Heap(TableItem):
    """A stack or, with a `deck` type, a deck: pieces bottom to top."""

    __slots__ = ("contents", "deck", "face_down", "layer", "state_text")

    def __init__(self, identity: str, deck: str = "") -> None:
        super().__init__(identity)
        self.contents: list[TablePiece] = []
        self.deck = deck
        self.face_down = False
        self.layer = UNSET
        self.state_text = ""


def not_empty(texts: Sequence[str]) -> list[int]:
    """Which of these commands add no empty stack: some saves hold 70,000, nearly all of one form, which is looked for first."""
    return [at for at, usual in enumerate(map(_EMPTY, texts)) if usual is None and not is_empty_stack(texts[at])]


def is_empty_stack(text: str) -> bool:
    """Whether a command adds a stack with nothing in it, by the few characters that tell."""
    if "\\" in text or "'" in text:  # asked first: every counter has one near its beginning
        return False
    return text[:2] == "+/" and ";@@" in text and "/stack/" in text and text.count(";") == 3


@lru_cache(maxsize=1_000)
def deck_name(kind: str) -> str:
    """A deck's printed name, from its type."""
    return traits.decode(kind).text("name")


def is_loose(kind: PieceType, states: Sequence[str]) -> bool:
    """Whether some label was written by a player as an expression, which may ask for anything."""
    for index in kind.frame.labels:
        text = states[index]
        if text and ("$" in text or text.lstrip().startswith("{")):
            return True
    return False
