"""The spots that the tables of supply name: places, units, markers and hexes, for one side under one view of what is unknown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

import numpy as np

from adjudicator.analysis.control import control_field
from adjudicator.analysis.history import lost_places
from adjudicator.analysis.roster import roster
from adjudicator.analysis.supply.line_terms import Element, Line, RuledSeas, Spots
from adjudicator.analysis.supply.lines import LineTracer
from adjudicator.analysis.supply.terms import SupplyTable
from adjudicator.errors import PackError, Source
from adjudicator.lean import dataclass
from adjudicator.model.interval import Bound
from adjudicator.model.memo import Same, remembered
from adjudicator.model.network import UNFINISHED, Bools, Network
from adjudicator.model.theatre import Place
from adjudicator.model.units import Marker, MarkerType, Unit
from adjudicator.said import say
from adjudicator.words import word

COUNTDOWN = "countdown"
DISRUPTED_MARKERS = frozenset(
    ("strategic_hq_attack", "strategic_hq_balanced", "operational_hq_attack", "operational_hq_balanced", "fleet")
)
DISRUPTED_PLACES = frozenset({"supply_city", "major_port", "naval_base", "minor_port"})
"""Rule 8.0: what a Countdown marker may lie on: where more than one such thing is in its hex, nobody can tell on
which it lies."""


@dataclass(frozen=True, slots=True)
class StatusSpot:
    """Something that may have a status: a place, a unit, a marker or a bare hex, all on the map."""

    key: tuple[str, str]
    at: int
    name: str
    place: Place | None = None
    unit: Unit | None = None
    marker: Marker | None = None

    @property
    def nation(self) -> str:
        """Whose it is, where that differs from whoever asks: only units have a nation of their own."""
        return self.unit.type.nation if self.unit else ""

    def value(self, name: str) -> object:
        """A named value; for a marker "value" is its number."""
        if self.unit is not None:
            return self.unit.value(name)
        if self.marker is not None:
            return (self.marker.value or self.marker.type.value) if name == "value" else None
        return self.place.values.get(name) if self.place is not None else None


@dataclass(eq=False)
class SpotSearch(LineTracer):
    """Finds the spots that a table names, and draws the lines that begin at spots or jump between them."""

    table: SupplyTable = field(default_factory=SupplyTable)
    _selected: dict[tuple[Same[object], str], list[StatusSpot]] = field(default_factory=dict)

    def table_line(self, name: str) -> Line:
        """The line of that name."""
        line = self.table.line.get(name)
        if line is None:
            where = Source(str(self.position.pack.folder / "supply.toml"))
            raise PackError(f"[line.{name}] is used but not there", where)
        return line

    def spot_hexes(self, element: Element) -> Bools:
        """The hexes of the spots an element may start at."""
        found = np.zeros(len(self.network), dtype=np.bool_)
        for spots in element.starts:
            found[[spot.at for spot in self.select(spots, "")]] = True
        return found

    def jumps(self, element: Element, ends: Bools) -> tuple[tuple[int, int], ...]:
        """The jumps of an element that lead to one of the ends."""
        if element.jump is None:
            return ()
        groups: dict[object, list[int]] = {}
        for spot in self.select(element.jump, ""):
            groups.setdefault(spot.value("sea"), []).append(spot.at)
        found: list[tuple[int, int]] = []
        for group, hexes in groups.items():
            target = next((i for i in hexes if ends[i]), None)
            if target is not None and self._rules_sea(group):
                found += [(i, target) for i in hexes if i != target]
        return tuple(found)

    def _rules_sea(self, sea: object) -> bool:
        ruled = self.position.pack.figures_of(RuledSeas)
        if ruled is None:
            return True
        every = self._select(ruled.ports.model_copy(update={"control": False}), "")
        own = self.select(ruled.ports, "")
        return 2 * sum(s.value("sea") == sea for s in own) > sum(s.value("sea") == sea for s in every)

    def select(self, spots: Spots, nation: str) -> list[StatusSpot]:
        """The spots a table names, for tracers of a nation."""
        key = (Same(spots), nation if spots.home or spots.for_nations else "")
        found = self._selected.get(key)
        if found is None:
            found = self._selected[key] = self._select(spots, nation)
        return found

    def _select(self, spots: Spots, nation: str) -> list[StatusSpot]:
        if spots.sides and self.side not in spots.sides:
            return []
        if spots.for_nations and nation not in spots.for_nations:
            return []
        if not self.when(spots.when, opens=True):
            return []
        found = [spot for spot in self._candidates(spots) if self._stands(spots, spot)]
        if spots.held:
            own = set(self._own_codes(spots, [spot.at for spot in found]))
            found = [spot for spot in found if spot.at in own]
        if spots.home:
            tags = self.table.home.get(nation, frozenset())
            found = [spot for spot in found if tags & self.network.hexes[spot.at].tags]
        if not spots.where.anywhere:
            where = self.where(spots.where, opens=True)
            found = [spot for spot in found if where[spot.at]]
        return found

    def _candidates(self, spots: Spots) -> Iterator[StatusSpot]:
        position, network = self.position, self.network
        if spots.units is not None:
            units = roster(position)
            sorts = units.side(self.side) & units.fits(spots.units)
            which = np.flatnonzero(sorts[units.sorts]).tolist() if len(units.units) else []
            yield from (unit_spot(units.units[k], int(units.hexes[k])) for k in which)
        if spots.markers:
            for marker in position.markers.values():
                if marker.hex in network.index and self._names(spots, marker.type):
                    at, name = network.index[marker.hex], marker.type.name or marker.id
                    yield StatusSpot(("marker", marker.id), at, name, marker=marker)
            yield from self._perhaps_markers(spots)
        if spots.hexes is not None:
            hexes = np.flatnonzero(self.where(spots.hexes, opens=True)).tolist()
            free = self._own_codes(spots, hexes)
            yield from (StatusSpot(("hex", network.number(i)), i, network.number(i)) for i in free)
        if spots.kinds or spots.all_kinds or spots.names:
            yield from self._perhaps_places()
            named = named_places(network, spots)
            own = self._own_codes(spots, [spot.at for spot in named])
            yield from (spot for spot in named if spot.at in own)

    def _names(self, spots: Spots, kind: MarkerType) -> bool:
        """Whether markers of a type are among those that a table names."""
        tagged = not spots.marker_tags or bool(spots.marker_tags & kind.tags)
        return kind.kind in spots.markers and tagged and (not kind.side or not spots.control or kind.side == self.side)

    def _perhaps_markers(self, spots: Spots) -> Iterator[StatusSpot]:
        """The counters that nobody can read, where that helps: each may be the greatest marker that would do."""
        position, index = self.position, self.network.index
        if not position.unidentified:
            return
        able = [kind for kind in position.pack.markers.values() if self._names(spots, kind)]
        for counter in position.unidentified if able else ():
            if counter.unreadable and counter.hex in index and counter.side in ("", self.side):
                self.note((counter.datum,))
                if self.bound is Bound.BEST:
                    name, kind = counter.counter, max(able, key=lambda each: each.value)
                    taken = Marker(name, kind, counter.hex, location=counter.location)
                    yield StatusSpot(("marker", name), index[counter.hex], kind.name or kind.id, marker=taken)

    def _perhaps_places(self) -> Iterator[StatusSpot]:
        """Of a map that is unfinished every hex, where that helps: any may have a place that nobody has written down yet."""
        if self.network.unfinished:
            self.note((UNFINISHED,))
            hexes = self.network.hexes if self.bound is Bound.BEST else ()
            yield from (StatusSpot(("hex", each.number), i, each.number) for i, each in enumerate(hexes))

    def _own_codes(self, spots: Spots, hexes: list[int]) -> list[int] | set[int]:
        if not spots.control:
            return hexes
        own = control_field(self.position).of(self.side)
        mine, untold = own.sure, own.undecided
        found: list[int] = []
        for i in hexes:
            if untold[i]:
                self.note(untold=(i,))
            if mine[i] or (untold[i] and self.bound is Bound.BEST):
                found.append(i)
        return found

    def _stands(self, spots: Spots, spot: StatusSpot) -> bool:
        position = self.position
        if spots.without_markers:
            number = self.network.number(spot.at)
            if hidden := position.unknown_at(number):
                self.note(each.datum for each in hidden)
                if self.bound is Bound.WORST and spot.key[1] not in {each.counter for each in hidden}:
                    return False
            if number in position.marked:
                for marker in position.markers_at(number):
                    on_it = not marker.on or marker.on == spot.key[1]
                    if on_it and marker.type.kind in spots.without_markers:
                        if not self._may_be_elsewhere(marker):
                            return False
                        self.note((say("on what the {marker} of {hex} lies", word(marker.type.kind), number),))
                        if self.bound is Bound.WORST:
                            return False
            if spot.unit is not None and spot.unit.marks & spots.without_markers:
                return False
        return not (spots.never_lost and spot.name in lost_places(position))

    def _may_be_elsewhere(self, marker: Marker) -> bool:
        """Whether a marker may lie on something else in its hex: there are more things that bear one than such markers."""
        if marker.type.kind != COUNTDOWN or marker.on:
            return False
        here = self.position.markers_at(marker.hex)
        places = self.network.places_at.get(self.network.index[marker.hex], ())
        able = sum(each.type.kind in DISRUPTED_MARKERS for each in here) + sum(
            bool(each.kinds & DISRUPTED_PLACES) for each in places
        )
        return able > sum(each.type.kind == marker.type.kind for each in here)


def unit_spot(unit: Unit, at: int) -> StatusSpot:
    return StatusSpot(("unit", unit.id), at, str(unit), unit=unit)


@remembered(256)
def named_places(network: Network, spots: Spots) -> tuple[StatusSpot, ...]:
    """The named places of the map that are of the kinds some spots are."""
    return tuple(_places_of(network, spots))


def _places_of(network: Network, spots: Spots) -> Iterator[StatusSpot]:
    for place in network.theatre.places:
        fits = (
            (not spots.kinds or place.kinds & spots.kinds)
            and place.kinds >= spots.all_kinds
            and (not spots.names or place.name in spots.names)
        )
        if fits:
            yield StatusSpot(("place", place.name), network.index[place.hex], place.name, place=place)
