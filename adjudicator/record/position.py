"""A position: the units and markers of a state on a theatre, read under a pack. Checks ask it; nothing can change it.

`moved`, `with_unit` and `without` make the next position at a cost that does not grow with the number of units; zones of
control and the like are kept by the analyses, keyed on the position they were made from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple

from adjudicator.lean import dataclass, replace
from adjudicator.model.memo import remembered
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment
from adjudicator.model.units import Marker, Unit
from adjudicator.persistent import PersistentMap
from adjudicator.record.memory import NOTHING, Memory, Sortie
from adjudicator.said import say


class Unidentified(NamedTuple):
    """A counter the pack does not know or that somebody conceals; `location` is what the module calls its place.

    `side` is whose it is, where the one who conceals it plays a side. `held`: it lies in a deck, a hand or somebody's own
    window, so that it is in no hex, and of no weight to one until it is laid on the table.
    """

    counter: str
    name: str
    hex: str
    location: str
    why: str
    side: str = ""
    held: bool = False
    a_unit: bool = False

    @property
    def nameless(self) -> bool:
        """Whether nobody can tell what it is by what is printed on it: no name is read, or none of a marker."""
        return self.a_unit or not self.name

    @property
    def unreadable(self) -> bool:
        """Whether it lies where all can see it, and could be anything."""
        return self.nameless and bool(self.hex or self.location)

    @property
    def datum(self) -> str:
        """The missing datum that it is."""
        place = self.hex or self.location
        if self.name:
            name = repr(self.name)
            return (
                say("what the counter {name} in {place} is", name, place)
                if place
                else say("what the counter {name} is", name)
            )
        return say("what the counter in {place} is", place) if place else say("what the counter is")


class StackOf(NamedTuple):
    """The units in one hex, bottom to top."""

    location: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game.

    `units` and `markers` are by id; `here` lists the ids of units per hex number, bottom to top, `marked` those of markers.
    `ships` and `aircraft` are those among `units` that float and that fly, on the map or off it, so that a rule about a few
    of them does not look through all.
    `control` remembers who controls a place or hex where the game keeps such history, `memory` what else is remembered;
    `values` are the numbers that the game itself keeps. `unidentified` are the counters that
    could be anything: a verdict that they could change is a doubt. `joined` says that what is on record begins in the middle
    of the game: who took what before that is not known. `heard_all`: all attacks announced in the player turn under way are
    on record nevertheless. `opening` is the position at the beginning of the phase, as far as it is on record.
    """

    pack: Pack
    network: Network
    units: PersistentMap[str, Unit] = field(default_factory=PersistentMap)
    markers: PersistentMap[str, Marker] = field(default_factory=PersistentMap)
    here: PersistentMap[str, tuple[str, ...]] = field(default_factory=PersistentMap)
    marked: PersistentMap[str, tuple[str, ...]] = field(default_factory=PersistentMap)
    moment: Moment = field(default_factory=Moment)
    control: PersistentMap[str, str] = field(default_factory=PersistentMap)
    values: PersistentMap[str, str] = field(default_factory=PersistentMap)
    memory: Memory = NOTHING
    unidentified: tuple[Unidentified, ...] = ()
    joined: bool = False
    heard_all: bool = False
    ships: PersistentMap[str, Unit] = field(default_factory=PersistentMap)
    aircraft: PersistentMap[str, Unit] = field(default_factory=PersistentMap)
    opening: Position | None = None

    def unit(self, name: str) -> Unit:
        """The unit of that id; KeyError if there is none."""
        return self.units[name]

    def at(self, number: str) -> tuple[Unit, ...]:
        """The units in a hex, bottom to top; ships are not among them."""
        names, units = self.here.get(number), self.units
        return tuple([units[name] for name in names]) if names else ()

    def afloat_at(self, number: str) -> tuple[Unit, ...]:
        """The ships in a hex, by id."""
        return _by_hex(self.ships).get(number, ())

    def flying_at(self, place: str) -> tuple[Unit, ...]:
        """The aircraft over a hex, or in a box, by id."""
        return _by_place(self.aircraft).get(place, ())

    def markers_at(self, number: str) -> tuple[Marker, ...]:
        """The markers in a hex, those on its units included."""
        return tuple(self.markers[name] for name in self.marked.get(number, ()))

    def markers_on(self, one: str, other: str) -> tuple[Marker, ...]:
        """The markers on the hexside between two hexes."""
        return (
            *(marker for marker in self.markers_at(one) if marker.beyond == other),
            *(marker for marker in self.markers_at(other) if marker.beyond == one),
        )

    def stacks(self, of: int = 1) -> Iterator[StackOf]:
        """Every hex that holds units, so many at least, in the order of the map."""
        index, off = self.network.index, len(self.network)
        hexes = [number for number, names in self.here.items() if len(names) >= of]
        yield from (StackOf(number, self.at(number)) for number in sorted(hexes, key=lambda at: index.get(at, off)))

    def fleets(self) -> Iterator[StackOf]:
        """The ships of every hex that holds some."""
        yield from (StackOf(number, units) for number, units in _by_hex(self.ships).items())

    def of_side(self, side: str) -> Iterator[Unit]:
        """The units of one side that are on the map."""
        return (unit for unit in self.units.values() if unit.side == side and unit.hex)

    def holder(self, number: str) -> str:
        """The side whose units alone are in a hex, "" if empty or shared."""
        sides = {unit.side for unit in self.at(number)}
        return sides.pop() if len(sides) == 1 else ""

    def unknown_at(self, number: str) -> tuple[Unidentified, ...]:
        """The unidentified counters in a hex."""
        return _unknown_by_hex(self.unidentified).get(number, ()) if self.unidentified else ()

    def moved(self, name: str, number: str, location: str = "") -> Position:
        """The position with one unit, and the markers on it, on top of another hex's stack ("" = off the map)."""
        unit = self.units[name]
        on = [marker for marker in self.markers_at(unit.hex) if marker.on == name]
        position = self.without(name).with_unit(replace(unit, hex=number, location=location or number))
        for marker in on:
            position = position.with_marker(replace(marker, hex=number, location=location or number))
        return position

    def with_unit(self, unit: Unit) -> Position:
        """The position with a unit added, or changed where it stands; a changed hex counts as a move to its top."""
        before = self.units.get(unit.id)
        if before == unit:
            return self
        if before is not None and _way(before) != _way(unit):
            return self.without(unit.id).with_unit(unit)
        here, ships, aircraft = self.here, self.ships, self.aircraft
        if unit.type.afloat:
            ships = ships.set(unit.id, unit)
        elif before is None or before.hex != unit.hex:
            if before is not None and before.hex:
                here = _without(here, before.hex, unit.id)
            if unit.hex:
                here = here.set(unit.hex, (*here.get(unit.hex, ()), unit.id))
        if unit.type.flies:
            aircraft = aircraft.set(unit.id, unit)
        return replace(self, units=self.units.set(unit.id, unit), here=here, ships=ships, aircraft=aircraft)

    def without(self, name: str) -> Position:
        """The position with one unit gone."""
        unit = self.units[name]
        here, ships, aircraft = self.here, self.ships, self.aircraft
        if unit.type.afloat:
            ships = ships.delete(name)
        elif unit.hex:
            here = _without(here, unit.hex, name)
        if unit.type.flies:
            aircraft = aircraft.delete(name)
        return replace(self, units=self.units.delete(name), here=here, ships=ships, aircraft=aircraft)

    def stacked(self, number: str, names: tuple[str, ...]) -> Position:
        """The position with the units of a hex in this order, bottom to top."""
        if self.here.get(number, ()) == names:
            return self
        return replace(self, here=self.here.set(number, names) if names else self.here.delete(number))

    def with_marker(self, marker: Marker) -> Position:
        """The position with a marker added or changed; the unit it lies on is marked with its kind."""
        position = self.without_marker(marker.id) if marker.id in self.markers else self
        bearer = position.units.get(marker.on)
        if bearer is not None and marker.type.kind not in bearer.marks:
            position = position.with_unit(replace(bearer, marks=bearer.marks | {marker.type.kind}))
        marked = position.marked
        if marker.hex:
            marked = marked.set(marker.hex, (*marked.get(marker.hex, ()), marker.id))
        return replace(position, markers=position.markers.set(marker.id, marker), marked=marked)

    def without_marker(self, name: str) -> Position:
        """The position with one marker gone."""
        marker = self.markers[name]
        marked = self.marked
        if marker.hex:
            marked = _without(marked, marker.hex, name)
        position = replace(self, markers=self.markers.delete(name), marked=marked)
        bearer = self.units.get(marker.on)
        if bearer is None:
            return position
        kept = {other.type.kind for other in position.markers_at(marker.hex) if other.on == bearer.id}
        gone = frozenset({marker.type.kind}) - kept
        return position.with_unit(replace(bearer, marks=bearer.marks - gone)) if gone else position

    def during(self, moment: Moment) -> Position:
        """The same position at another moment; attacks and missions of another player turn are forgotten."""
        if moment == self.moment and moment.since == self.moment.since:
            return self
        begins = moment.phase is not None and moment.phase != self.moment.phase
        found = self.taken_in(moment)
        return found.opened() if begins or _another_player_turn(self.moment, moment) else found

    def opened(self) -> Position:
        """The same position as the beginning of its phase."""
        return replace(self, opening=replace(self, opening=None))

    def taken_in(self, moment: Moment) -> Position:
        """The same position at another moment of the phase that is under way, or taken for one of a phase that nobody knows."""
        if not _another_player_turn(self.moment, moment):
            return replace(self, moment=moment, heard_all=self.heard_all or _is_for_announcing(self.moment, moment))
        memory = self.memory
        if memory.announced or memory.flown:
            memory = replace(memory, announced=PersistentMap(), flown=self._staying(moment))
        return replace(self, moment=moment, memory=memory, heard_all=True)

    def _staying(self, moment: Moment) -> PersistentMap[str, Sortie]:
        """The missions that last into the enemy's player turn, and into phases that are nobody's."""
        flown = self.memory.flown
        for name, sortie in sorted(flown.items()):
            unit = self.units.get(name)
            foreign = unit is not None and moment.phase is not None and moment.phasing != unit.side
            stays = foreign and sortie.mission in self.pack.flights.stay
            flown = flown if stays else flown.delete(name)
        return flown


def _without(lying: PersistentMap[str, tuple[str, ...]], number: str, name: str) -> PersistentMap[str, tuple[str, ...]]:
    """What lies in which hex, with one thing gone from one of them."""
    left = tuple([other for other in lying[number] if other != name])
    return lying.set(number, left) if left else lying.delete(number)


def _way(unit: Unit) -> tuple[bool, bool]:
    """Whether it floats, and whether it flies."""
    return unit.type.afloat, unit.type.flies


@remembered(8)
def _by_hex(ships: PersistentMap[str, Unit]) -> dict[str, tuple[Unit, ...]]:
    """The ships by hex, those off the map left out."""
    found: dict[str, tuple[Unit, ...]] = {}
    for name in sorted(ships):
        if hex_ := ships[name].hex:
            found[hex_] = (*found.get(hex_, ()), ships[name])
    return found


@remembered(8)
def _by_place(aircraft: PersistentMap[str, Unit]) -> dict[str, tuple[Unit, ...]]:
    """The aircraft by the place where they are: the same from position to position until one of them moves."""
    found: dict[str, tuple[Unit, ...]] = {}
    for name in sorted(aircraft):
        unit = aircraft[name]
        found[unit.location] = (*found.get(unit.location, ()), unit)
    return found


def _another_player_turn(one: Moment, other: Moment) -> bool:
    """Whether two moments surely belong to different player turns."""
    turns = one.turn and other.turn and one.turn != other.turn
    return bool(turns) or bool(one.phasing and other.phasing and one.phasing != other.phasing)


def _is_for_announcing(one: Moment, other: Moment) -> bool:
    """Whether the second moment begins a phase in which attacks are announced."""
    phase = other.phase
    return phase is not None and one.phase not in (None, phase) and phase.kind == "declaration"


@remembered(16)
def _unknown_by_hex(unidentified: tuple[Unidentified, ...]) -> dict[str, tuple[Unidentified, ...]]:
    """The unidentified counters on the map, by hex."""
    found: dict[str, tuple[Unidentified, ...]] = {}
    for counter in unidentified:
        if counter.hex:
            found[counter.hex] = (*found.get(counter.hex, ()), counter)
    return found
