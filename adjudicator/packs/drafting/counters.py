"""A module's counters as a pack's units and markers: whose they are, and what they may be worth.

What a counter says of its strengths is proposed in a comment and never set: a name like `4-2` means one thing in one game and
another in the next, and a wrong strength judges wrongly where none judges nothing.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from adjudicator.lean import dataclass
from adjudicator.matching.strengths import strengths
from adjudicator.model.module import Module, Slot
from adjudicator.model.pack import NO_SIDE
from adjudicator.packs.drafting.fitting import Namesakes, images
from adjudicator.packs.drafting.texts import comment, idents, quoted
from adjudicator.words import counted


@dataclass(frozen=True, slots=True)
class KnownType:
    """A type of the pack extended: how a binding names it, how many faces it has, and whose it is ("": anybody's)."""

    line: str
    faces: int
    side: str = ""


NOTHING: Mapping[str, KnownType] = {}
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
            named = _named(text, self.ids)
            if len(named) == 1:
                return named.pop()
        return NO_SIDE


@dataclass(frozen=True, slots=True)
class CounterKind:
    """Counters of one name that are one type: of one side, with the same images and strengths."""

    name: str
    slots: tuple[Slot, ...]
    side: str
    marker: bool = False


def kinds_of(module: Module, sides: Sides) -> list[CounterKind]:
    """The kinds of counters in the manifest, in its order.

    Markers of a name are one kind, whosever palette they lie in. A copy in a palette that names no side is of the kind that
    is as it is in all else, if there is just one.
    """
    groups: dict[tuple[str, str, object], list[Slot]] = {}
    for slot in module.slots:
        if slot.name.strip():
            marker = bool(_MARKER.search(f"{' / '.join(slot.path)} {slot.name}"))
            look: object = "marker" if marker else (frozenset(images(slot)), proposal(slot))
            groups.setdefault((slot.name, "" if marker else sides.of(slot), look), []).append(slot)
    for name, side, look in [key for key in groups if key[1] == NO_SIDE]:
        same = [key for key in groups if key[0] == name and key[1] not in ("", NO_SIDE) and key[2] == look]
        if len(same) == 1:
            groups[same[0]] += groups.pop((name, side, look))
    return [CounterKind(name, tuple(slots), side, look == "marker") for (name, side, look), slots in groups.items()]


def _named(text: str, ids: Mapping[str, str]) -> set[str]:
    """The sides that a text names."""
    return {ident for side, ident in ids.items() if names_side(text, side)}


def _alike(kind: CounterKind, alike: Mapping[str, KnownType], called: Tally[object]) -> tuple[str, int] | None:
    """The line and the faces of the type of the pack extended that is called so, where it can be no other kind."""
    found = alike.get(plain(kind.name))
    if found is None or called[kind.name, kind.side] > 1:
        return None
    unsided = called[kind.name] == 1 and (kind.side == NO_SIDE or kind.marker)
    return (found.line, found.faces) if not found.side or kind.side == found.side or unsided else None


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
    module: Module, sides: Sides, known: Sequence[str] = (), alike: Mapping[str, KnownType] = NOTHING
) -> Counters:
    """A type for every kind of counter in the manifest.

    `known` are ids that the pack extended has already, `alike` its types by plain name: what is called so is bound to them.
    """
    made = Counters()
    kinds = kinds_of(module, sides)
    namesakes = Namesakes(module.slots, lambda text: len(_named(text, sides.ids)) == 1)
    called: Tally[object] = Tally(each for kind in kinds for each in (kind.name, (kind.name, kind.side)))
    for kind, ident in zip(kinds, idents([kind.name for kind in kinds], (NO_SIDE, *known)), strict=True):
        _add(made, kind, ident, namesakes.fits(kind.slots), _alike(kind, alike, called))
    return made


def _add(made: Counters, kind: CounterKind, ident: str, found: str, alike: tuple[str, int] | None) -> None:
    """Take up a kind: bound to a type of the pack extended, or as a type of its own. Without a line that fits it, unbound."""
    slot, name = kind.slots[0], kind.name
    path = comment(" / ".join(slot.path))
    fits = f"[[counters]]\n{found}" if found else ""
    if alike is not None:
        type_line, faces = alike
        face = face_line(slot, faces)
        made.add("", f"{fits}{type_line}{face}" if fits else "")
        made.bound += bool(fits)
        made.faceless += bool(fits) and faces > 1 and not face
        return
    if kind.marker:
        table = f"[[marker]]  # {path}\nid = {quoted(ident)}\nkind = {quoted(ident)}\nname = {quoted(name)}"
        made.add(table, f"{fits}marker = {quoted(ident)}" if fits else "")
        return
    face = proposal(slot)
    made.units += 1
    made.sided += kind.side != NO_SIDE
    made.proposed += bool(face)
    proposed = f"\n# proposed: faces = [{{ {face} }}]" if face else ""
    made.add(
        f"[[unit]]  # {path}\nid = {quoted(ident)}\nname = {quoted(name)}\nside = {quoted(kind.side)}\n"
        f'kind = "unit"\nfaces = [{{}}]{proposed}',
        f"{fits}unit = {quoted(ident)}" if fits else "",
        kind.side,
    )


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
