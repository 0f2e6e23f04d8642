"""A module's counters as a pack's units and markers: whose they are, and what they may be worth.

What a counter says of its strengths is proposed in a comment and never set: a name like `4-2` means one thing in one game and
another in the next, and a wrong strength judges wrongly where none judges nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from adjudicator.lean import dataclass
from adjudicator.matching.strengths import strengths
from adjudicator.model.module import Module, Slot
from adjudicator.packs.drafting.texts import comment, idents, literal, quoted
from adjudicator.words import counted

NO_SIDE = "unknown"
NOTHING: Mapping[str, tuple[str, int]] = {}
SEATS = re.compile(r"(solitaire|solo|observer|spectator|referee|umpire|moderator|both( sides)?|gm)", re.IGNORECASE)
"""Seats at the table that are no side of the game."""
_HOST = re.compile(r"(.+?)\W+(units?|counters?|forces?|army|armies|pieces?|troops|side|player)", re.IGNORECASE)
_MARKER = re.compile(r"\b(markers?|mkr)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of the game, name to id. `seats` are those of them that players sit down as."""

    ids: Mapping[str, str]
    seats: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def of(self, slot: Slot) -> str:
        """The side that the palettes name, or the counter itself; NO_SIDE where none or several are named."""
        for text in (*reversed(slot.path), slot.name):
            named = {ident for side, ident in self.ids.items() if names_side(text, side)}
            if len(named) == 1:
                return named.pop()
        return NO_SIDE


@dataclass(slots=True)
class Counters:
    """The tables of units.toml, the [[counters]] of the binding, and what a person has still to do."""

    types: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    units: int = 0
    sided: int = 0
    proposed: int = 0
    bound: int = 0
    faceless: int = 0
    whose: list[str] = field(default_factory=list)
    """The side of each table's counter, "" where it does not matter."""

    def add(self, table: str, line: str, side: str = "") -> None:
        """Take up a counter: its table in units.toml, "" if it needs none, and its line in the binding."""
        self.types.append(table)
        self.lines.append(line)
        self.whose.append(side)

    @property
    def notes(self) -> tuple[str, ...]:
        told = []
        if self.bound:
            bound = counted(self.bound, "counter")
            told.append(f"bound to units of the pack extended, since they are called alike: {bound}; check them")
        if self.faceless:
            told.append(
                f"bound, and nothing tells which side is up: {counted(self.faceless, 'counter')}; write face_layer"
            )
        if self.units > self.sided:
            lost = counted(self.units - self.sided, "unit")
            told.append(f"side '{NO_SIDE}', since no palette above them names a side: {lost}")
        told.append("units.toml: kinds, sizes, strengths and movement allowances are to be written")
        if self.proposed:
            told.append(f"strengths proposed in units.toml, to be checked and taken: {counted(self.proposed, 'unit')}")
        return tuple(told)


def sides_of(module: Module) -> Sides:
    """The sides that players choose from, if counters are called by them; else those that palettes are called by."""
    seats = tuple(side for side in module.sides if not SEATS.fullmatch(side.strip()))
    paths = [slot.path for slot in module.slots]
    if seats and any(names_side(text, side) for path in paths for text in path for side in seats):
        return Sides(_called(seats), seats)
    hosts = tuple(_hosts(paths))
    if not hosts:
        return Sides(_called(seats), seats)
    shared = tuple(seat for seat in seats if seat in hosts)
    note = f"sides are named after the palettes ({', '.join(hosts)})"
    lost = ", ".join(repr(seat) for seat in seats if seat not in hosts)
    more = f"; write into [sides] of the binding which of them {lost} play" if lost else ""
    return Sides(_called(hosts), shared, (note + more,))


def counters_of(
    module: Module, sides: Sides, known: Sequence[str] = (), alike: Mapping[str, tuple[str, int]] = NOTHING
) -> Counters:
    """A type for every name in the manifest.

    `known` are ids that the pack extended has already, `alike` its types by plain name: what is called so is bound to them.
    """
    made = Counters()
    by_name: dict[str, list[Slot]] = {}
    for slot in module.slots:
        if slot.name.strip():
            by_name.setdefault(slot.name, []).append(slot)
    for (name, slots), ident in zip(by_name.items(), idents(list(by_name), (NO_SIDE, *known)), strict=True):
        slot = min(slots, key=lambda each: sides.of(each) == NO_SIDE)
        path = " / ".join(slot.path)
        fits = f"[[counters]]\nslot = {quoted(_pattern(name, slots))}\n"
        if plain(name) in alike:
            type_line, faces = alike[plain(name)]
            face = face_line(slot, faces)
            made.add("", f"{fits}{type_line}{face}")
            made.bound += 1
            made.faceless += faces > 1 and not face
            continue
        if _MARKER.search(f"{path} {name}"):
            made.add(
                f"[[marker]]  # {comment(path)}\nid = {quoted(ident)}\nkind = {quoted(ident)}\nname = {quoted(name)}",
                f"{fits}marker = {quoted(ident)}",
            )
            continue
        side, face = sides.of(slot), proposal(slot)
        made.units += 1
        made.sided += side != NO_SIDE
        made.proposed += bool(face)
        proposed = f"\n# proposed: faces = [{{ {face} }}]" if face else ""
        made.add(
            f"[[unit]]  # {comment(path)}\nid = {quoted(ident)}\nname = {quoted(name)}\nside = {quoted(side)}\n"
            f'kind = "unit"\nfaces = [{{}}]{proposed}',
            f"{fits}unit = {quoted(ident)}",
            side,
        )
    return made


def face_line(slot: Slot, faces: int) -> str:
    """How the binding reads which of several sides is up, as far as the counter's layers or properties tell; "" if not."""
    layers = [
        layer.name for layer in slot.counter.design.layers if layer.name and faces - 1 <= len(layer.images) <= faces
    ]
    if faces > 1 and len(layers) == 1:
        return f"\nface_layer = {quoted(layers[0])}"
    return '\nface_property = "Face"' if faces > 1 and "Face" in slot.counter.properties else ""


def plain(name: str) -> str:
    """A name without what people write differently."""
    return re.sub(r"[^a-z0-9]+", " ", name.casefold()).strip()


def proposal(slot: Slot) -> str:
    """What a counter says of its strengths, as keys of a face; "" if nothing."""
    return ", ".join(f"{key} = {value}" for key, value in strengths(slot).items())


def _called(names: Sequence[str]) -> dict[str, str]:
    return dict(zip(names, idents(names, (NO_SIDE,)), strict=True))


def _hosts(paths: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """What stands before `Units` and the like in the names of palettes, if two or more are called so."""
    found: dict[str, dict[str, None]] = {}
    for path in dict.fromkeys(paths):
        for text in path:
            match = _HOST.fullmatch(text.strip())
            if match and not _MARKER.search(text):
                found.setdefault(match[2].casefold().rstrip("s"), {})[match[1]] = None
    if found:
        best = max(found.values(), key=len)
        yield from best if len(best) > 1 else ()


def names_side(text: str, side: str) -> bool:
    """Whether a text names a side, in whichever form of the word (`Allied Units`, `Allies`)."""
    if re.search(rf"\b{re.escape(side)}\b", text, re.IGNORECASE):
        return True
    return " " not in side and any(_same_word(side.casefold(), each.casefold()) for each in re.findall(r"\w+", text))


def _same_word(one: str, other: str) -> bool:
    """Whether two words differ in their last two letters at most."""
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one.isalpha() and other.isalpha() and shared >= max(4, len(one) - 2, len(other) - 2)


def _pattern(name: str, slots: Sequence[Slot]) -> str:
    """A pattern for the counters of all slots of a name; by their ids where a palette calls them otherwise than they do."""
    if all(slot.counter.design.name == name for slot in slots):
        return literal(name)
    return "|".join(dict.fromkeys(literal(slot.gpid) for slot in slots if slot.gpid)) or literal(name)
