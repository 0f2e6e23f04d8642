"""One piece being read: properties, levels, angles, texts and names, from its traits' states and what lies outside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from adjudicator.importers.vassal.expressions import say
from adjudicator.importers.vassal.functions import Asking
from adjudicator.importers.vassal.kinds import ConcealingTrait, PieceType
from adjudicator.importers.vassal.trait_parts import Levels
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.numbers import decimal, whole
from adjudicator.importers.vassal.wire.traits import Trait

Outside = Callable[[str], str | None]
"""Looks up a property that no trait of the piece knows: where it lies, then zone, map and module."""

_DEEPEST = 20
_LONGEST = 100_000
_BLANK = "".join(map(chr, range(33)))
"""What `String.trim` takes off."""


class World(Protocol):
    """What lies around a piece, for those few whose expressions ask for more than properties."""

    zeros: bool

    def around(
        self, reading: PieceReading, where: str, place: str | None, ground: str | None
    ) -> Sequence[Asking] | None: ...

    def is_map(self, name: str) -> bool: ...

    def attached(self, reading: PieceReading, name: str) -> Sequence[Asking] | None: ...

    def told(self, name: str) -> bool: ...

    def kept(self, reading: PieceReading, containers: Sequence[str], name: str) -> str | None: ...


class PieceReading(Asking):
    """One piece being read: its kind, its traits' states, and what lies outside it.

    `unread` are the expressions met on the way that say more than we read.
    """

    __slots__ = ("depth", "kind", "known", "of", "outside", "states", "told", "unread", "world")

    def __init__(
        self, kind: PieceType, states: list[str], outside: Outside, world: World | None = None, of: object = None
    ) -> None:
        self.world = world
        self.of = of
        self.unread: list[str] = []
        self.kind = kind
        self.states = states
        self.outside = outside
        self.depth = 0
        self.known: dict[int, int] = {}
        self.told: dict[tuple[str, str | int], str | None] = {}

    def keeps_zeros(self) -> bool:
        return self.world is not None and self.world.zeros

    def __call__(self, name: str) -> str | None:
        return self.property(name)

    def failed(self, name: str) -> bool:
        if name in self.kind.providers:
            return self.told.get(("property", name), "") is None and bool(self.unread)
        return self.world is not None and not self.world.told(name)

    def around(self, where: str, place: str | None = None, ground: str | None = None) -> Sequence[Asking] | None:
        return None if self.world is None else self.world.around(self, where, place, ground)

    def is_map(self, name: str) -> bool:
        return self.world is not None and self.world.is_map(name)

    def attached(self, name: str) -> Sequence[Asking] | None:
        return None if self.world is None else self.world.attached(self, name)

    def kept(self, containers: Sequence[str], name: str) -> str | None:
        return None if self.world is None else self.world.kept(self, containers, name)

    def said(self, pattern: str, asking: Asking) -> str | None:
        """What a text or expression says; one that we cannot read is remembered."""
        found = say(pattern, asking)
        if found is None:
            self.unread.append(pattern)
        return found

    def property(self, name: str) -> str | None:
        """A property as the engine looks it up: outermost trait first, then the piece's place in the world."""
        return self._once(("property", name), lambda: self._found(name))

    def _found(self, name: str) -> str | None:
        found = self.kind.providers.get(name)
        return self._answer(name, *found) if found else self._of_piece(name)

    def _once(self, key: tuple[str, str | int], work: Callable[[], str | None]) -> str | None:
        """Each thing is worked out once and no longer than it may be; what asks for itself gets nothing.

        Else twenty properties that each ask twice for the next would cost a million steps.
        """
        if key in self.told:
            return self.told[key]
        if self.depth > _DEEPEST:
            return None
        self.told[key] = None
        self.depth += 1
        value = work()
        self.depth -= 1
        self.told[key] = value if value is None else value[:_LONGEST]
        return self.told[key]

    def _of_piece(self, name: str) -> str | None:
        if name == "BasicName":
            return self.kind.name
        if name in ("PieceName", "pieceName"):
            return self.name()
        return self.outside(name)

    def _answer(self, name: str, index: int, trait: Trait) -> str | None:
        state = self.states[index]
        prefix = trait.prefix
        if prefix == "mark;":
            return marks_of(trait.tokens, state).get(name, "")
        if prefix == "PROP;":
            return self._value(state)
        if prefix == "calcProp;":
            return self.said("{" + trait.text("expression").strip("{}") + "}", self)
        if prefix == "label;":
            return self._label(index, trait)
        if prefix == "locmsg;":
            return trait.text("message")
        if prefix == "propertysheet;":
            return sheet_of(trait, state).get(name, "")
        if prefix == "rotate;":
            return self._facing(name, trait, state)
        if prefix == "markmoved;":
            return "true" if state == "true" else "false"
        if prefix == "basicName;":
            return self._basic_name()
        if prefix in ("obs;", "hide;"):
            owners = self.kind.masking if prefix == "obs;" else self.kind.hiding
            return "true" if name.endswith("ToOthers") and self.owner(owners[0]) is not None else "false"
        return self._layer_property(name, index)

    def _basic_name(self) -> str:
        return self.said(self.kind.name, self) or self.kind.design.name

    def _facing(self, name: str, trait: Trait, state: str) -> str:
        count = max(1, trait.integer("angles"))
        if count == 1:
            return "1" if name.endswith("_Facing") else str(int(abs(decimal(state)) + 0.5) % 360)
        index = min(whole(state), count - 1)
        return str(index + 1) if name.endswith("_Facing") else str(int(abs(index * 360.0 / count) + 0.5) % 360)

    def _layer_property(self, name: str, index: int) -> str:
        levels = self.kind.parts[index].levels
        if levels is None:
            return ""
        level = self.level(index, levels)
        if name.endswith("_Level"):
            return str(level)
        if name.endswith("_Active"):
            return "true" if level > 0 else "false"
        if level <= 0:
            return ""
        if name.endswith("_Image"):
            return levels.images[level - 1]
        return levels.names[level - 1].strip("+") if levels.names else ""

    def level(self, index: int, levels: Levels) -> int:
        """A layer's signed level; one that follows a property is worked out anew (`Embellishment.checkPropertyLevel`)."""
        known = self.known.get(index)
        if known is None:
            known = self.known[index] = self._level(levels, index)
        return known

    def _level(self, layer: Levels, index: int) -> int:
        value = _stored_level(layer, self.states[index])
        if not layer.follows:
            return value
        if layer.follows.startswith("{"):
            said = self.said(layer.follows, self)
            if said is None:
                return value
        else:
            said = self.property(layer.follows)
        try:
            number = int(said) if said and len(said) < 12 else layer.first
        except ValueError:
            return value
        shown = min(max(number - layer.first + 1, 1), layer.count)
        return shown if value > 0 else -shown

    def levels(self) -> tuple[int, ...]:
        parts, states = self.kind.parts, self.states
        found = []
        for index in self.kind.frame.layers:
            levels = parts[index].levels
            if levels is not None:
                found.append(self.level(index, levels) if levels.follows else _stored_level(levels, states[index]))
        return tuple(found)

    def angles(self) -> tuple[float, ...]:
        """Degrees clockwise; a free rotator stores them counter-clockwise (`FreeRotator.getAngle`)."""
        turned = []
        for index, count in self.kind.frame.rotators:
            state = self.states[index]
            if count == 1:
                turned.append(-decimal(state) % 360.0)
            else:
                turned.append(max(0, min(whole(state), count - 1)) * 360.0 / count)
        return tuple(turned)

    def texts(self) -> tuple[str, ...]:
        parts = self.kind.parts
        return tuple([self._label(index, parts[index].trait) for index in self.kind.frame.labels])

    def _label(self, index: int, trait: Trait) -> str:
        if not self.states[index]:
            return ""
        own = f"${trait.text('property')}$"
        text = self.states[index].strip(_BLANK).replace(own, "")
        if "$" not in text and not text.startswith("{"):
            return text

        # A label may hold its piece's name, and that name this label: here the name stops below the label.
        below = _Within(self, lambda name: self.name(index) if name in ("PieceName", "pieceName") else None)
        return self._once(("label", index), lambda: self.said(text, below)) or ""

    def _value(self, state: str) -> str:
        """A dynamic property's value, worked out if it is written as an expression or formatted text."""
        if "$" not in state and not state.startswith("{"):
            return state
        said = self.said(state, self)
        return state if said is None else said

    def properties(self) -> dict[str, str]:
        """Marks, dynamic properties and sheet fields; the outermost of a name wins."""
        found: dict[str, str] = {}
        for index, trait in self.kind.marks:
            state = self.states[index]
            if trait.prefix == "mark;":
                found.update(marks_of(trait.tokens, state))
            elif trait.prefix == "PROP;":
                found[trait.text("name")] = self._value(state)
            else:
                found.update(sheet_of(trait, state))
        return found

    def name(self, below: int = -1) -> str:
        """The name that the owner reads (`getName` through the traits inside `below`), masks and hiding left aside."""
        name = self._once(("name", below), lambda: self._named(below))
        return self.kind.design.name if name is None else name

    def _named(self, below: int) -> str:
        naming, parts = self.kind.frame.naming, self.kind.parts
        first, name = 0, ""
        for at in range(len(naming) - 1, -1, -1):
            said = self._layer_says(naming[at]) if naming[at] > below else ""
            if said and "+" not in said:  # it takes the place of whatever those inside it say
                first, name = at, said
                break
        else:
            name = self._basic_name()
        for index in naming[first:]:
            if index <= below:
                continue
            part = parts[index]
            if part.levels is not None:
                name = _levelled(self._layer_says(index), name)
            elif self.states[index].strip(_BLANK) or part.trait.flag("always"):
                name = self._labelled(index, part.trait, name)
        return name

    def _layer_says(self, index: int) -> str:
        """What a layer's level adds to the name, "" for a level that is not shown and for any other trait."""
        levels = self.kind.parts[index].levels
        level = self.level(index, levels) if levels is not None else 0
        return levels.names[level - 1] if levels is not None and level > 0 else ""

    def _labelled(self, index: int, trait: Trait, name: str) -> str:
        label = self._label(index, trait)
        known = {"pieceName": name, "PieceName": name, "label": label}
        pattern = trait.text("nameFormat")
        said = self.said(pattern, _Within(self, known.get))
        return name if said is None else said

    def owner(self, owner: ConcealingTrait) -> str | None:
        """The id (or side) that a mask or hiding trait names, None if it conceals nothing."""
        state = self.states[owner.index]
        named = state if self.kind.parts[owner.index].prefix == "hide;" else sequences.split_first(state, ";", 1)[0]
        return None if named == "null" else named

    def trail(self) -> tuple[tuple[int, int], ...]:
        """Where a movement trail leads through."""
        if self.kind.frame.trail is None:
            return ()
        return trail_of(self.states[self.kind.frame.trail])


class _Within(Asking):
    """A piece asked from within one of its traits, which answers some names otherwise."""

    __slots__ = ("first", "reading")

    def __init__(self, reading: PieceReading, first: Callable[[str], str | None]) -> None:
        self.reading = reading
        self.first = first

    def keeps_zeros(self) -> bool:
        return self.reading.keeps_zeros()

    def __call__(self, name: str) -> str | None:
        found = self.first(name)
        return self.reading.property(name) if found is None else found

    def failed(self, name: str) -> bool:
        return self.reading.failed(name)

    def around(self, where: str, place: str | None = None, ground: str | None = None) -> Sequence[Asking] | None:
        return self.reading.around(where, place, ground)

    def is_map(self, name: str) -> bool:
        return self.reading.is_map(name)

    def attached(self, name: str) -> Sequence[Asking] | None:
        return self.reading.attached(name)

    def kept(self, containers: Sequence[str], name: str) -> str | None:
        return self.reading.kept(containers, name)


@lru_cache(maxsize=20_000)
def trail_of(state: str) -> tuple[tuple[int, int], ...]:
    """The points of a movement trail's state."""
    fields = sequences.split(state, ";")
    count = whole(fields[2]) if len(fields) > 2 else 0
    points = (point.partition(",") for point in fields[3 : 3 + max(0, count)] if point)
    return tuple((whole(x), whole(y)) for x, _, y in points)


@lru_cache(maxsize=20_000)
def _stored_level(layer: Levels, state: str) -> int:
    """The signed level in a layer's state."""
    value = whole(state.partition(";")[0], layer.unset)
    return min(max(-layer.count, value), layer.count)


def _levelled(said: str, name: str) -> str:
    """A name with what a layer's level says of it."""
    if not said:
        return name
    if "+" not in said:
        return sequences.split(said, "+")[0]
    parts = sequences.split(said, "+")
    if len(parts) == 1:
        return parts[0]
    return name + parts[1] if not parts[0] else parts[0] + name


@lru_cache(maxsize=20_000)
def marks_of(names: tuple[str, ...], state: str) -> Mapping[str, str]:
    """A Marker's properties; the first of two equal names answers."""
    values = sequences.split(state, ",")
    marks: dict[str, str] = {}
    for index, name in enumerate(names):
        marks.setdefault(name, values[index] if index < len(values) else "")
    return marks


def sheet_of(trait: Trait, state: str) -> dict[str, str]:
    """A Property Sheet's fields; `|` stands for a line break in the longer ones."""
    values = iter(sequences.split(state, "~"))
    fields: dict[str, str] = {}
    for field_type in sequences.split(trait.text("definition"), "~"):
        if field_type:
            value = next(values, "")
            fields[field_type[1:]] = value.replace("|", "\n") if field_type[0] == "1" else value
    return fields
