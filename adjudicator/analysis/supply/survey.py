"""One side's supply under one view of what is unknown: statuses of spots as a least fixed point, then states of units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adjudicator.analysis.control import control_field
from adjudicator.analysis.roster import Roster, roster
from adjudicator.analysis.supply.line_terms import Element, Line, Spots
from adjudicator.analysis.supply.lines import PLAIN, Profile, Tracer
from adjudicator.analysis.supply.passage import Reach
from adjudicator.analysis.supply.terms import (
    Connection,
    Radius,
    StateRule,
    StatusRule,
    SupplyTable,
)
from adjudicator.errors import PackError, Source
from adjudicator.model.interval import Bound
from adjudicator.model.memo import Same, remembered
from adjudicator.model.network import Bools, Ints, Network
from adjudicator.model.theatre import Place
from adjudicator.model.units import Marker, Unit
from adjudicator.terms.cell import UNLIMITED, chart
from adjudicator.terms.where import ANYWHERE
from adjudicator.terms.who import Selector


@dataclass(frozen=True, slots=True)
class Spot:
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


@dataclass(frozen=True, slots=True)
class Fact:
    """Why a spot has a status: the rule, and a line for each of its connections."""

    rule: StatusRule
    lines: tuple[Reach, ...]


@dataclass(frozen=True, eq=False)
class Group:
    """Units that trace alike: their exempting selectors, their nation's context, and per unit its hex and sort."""

    profile: Profile
    context: int
    hexes: Ints
    sorts: Ints


@dataclass(frozen=True, eq=False)
class Sorted:
    """States of the units of one side: parallel arrays in the order of `index`."""

    levels: tuple[str, ...]
    index: Mapping[str, int]
    states: NDArray[np.int16]
    rows: NDArray[np.int16]
    sources: Ints
    radii: NDArray[np.float64]

    def state(self, unit: str) -> str:
        """The state of one unit, "" if no rule speaks of it."""
        k = self.index.get(unit, -1)
        return self.levels[self.states[k]] if k >= 0 and self.states[k] >= 0 else ""


@dataclass(eq=False)
class Survey(Tracer):
    """The supply of one side under one bound: facts about spots, then states of units."""

    table: SupplyTable = field(default_factory=SupplyTable)
    without: frozenset[str] = frozenset()
    spots: list[Spot] = field(default_factory=list)
    spot_index: dict[tuple[str, str], int] = field(default_factory=dict)
    facts: dict[str, NDArray[np.bool_]] = field(default_factory=dict)
    why: dict[tuple[str, int, int], Fact] = field(default_factory=dict)
    contexts: list[str] = field(default_factory=list)
    context_of: dict[str, int] = field(default_factory=dict)
    _reaches: dict[tuple[str, Profile, bytes], Reach] = field(default_factory=dict)
    _units: dict[str, Sorted] = field(default_factory=dict)
    _based: dict[tuple[str, int], tuple[list[int], NDArray[np.float64]]] = field(default_factory=dict)
    _selected: dict[tuple[Same, str], list[Spot]] = field(default_factory=dict)

    @cached_property
    def spots_at(self) -> Mapping[int, list[int]]:
        """The numbers of the spots by the hex they are in, once all statuses are found."""
        found: dict[int, list[int]] = {}
        for k, spot in enumerate(self.spots):
            found.setdefault(spot.at, []).append(k)
        return found

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
        if element.starts is not None:
            found[[spot.at for spot in self.select(element.starts, "")]] = True
        return found

    def jumps(self, element: Element, ends: Bools) -> tuple[tuple[int, int], ...]:
        """The jumps of an element that lead to one of the ends."""
        if element.jump is None:
            return ()
        groups: dict[object, list[int]] = {}
        for spot in self.select(element.jump.spots, ""):
            groups.setdefault(spot.value(element.jump.group) if element.jump.group else "", []).append(spot.at)
        found: list[tuple[int, int]] = []
        for group, hexes in groups.items():
            target = next((i for i in hexes if ends[i]), None)
            if target is not None and self._rules_sea(element, group):
                found += [(i, target) for i in hexes if i != target]
        return tuple(found)

    def _rules_sea(self, element: Element, group: object) -> bool:
        jump = element.jump
        if jump is None or jump.majority is None:
            return True
        every = self._select(jump.majority.model_copy(update={"control": False}), "")
        own = self.select(jump.majority, "")
        return 2 * sum(s.value(jump.group) == group for s in own) > sum(s.value(jump.group) == group for s in every)

    def traced(self, name: str, profile: Profile, seeds: Bools) -> Reach:
        """`reach`, remembered."""
        key = (name, profile & self.profile_of(name), np.packbits(seeds).tobytes())
        found = self._reaches.get(key)
        if found is None:
            found = self._reaches[key] = self.reach(name, self.table_line(name), profile, seeds)
        return found

    def select(self, spots: Spots, nation: str) -> list[Spot]:
        """The spots a table names, for tracers of a nation."""
        key = (Same(spots), nation if spots.home or spots.for_nations else "")
        found = self._selected.get(key)
        if found is None:
            found = self._selected[key] = self._select(spots, nation)
        return found

    def _select(self, spots: Spots, nation: str) -> list[Spot]:
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
        if spots.where != ANYWHERE:
            where = self.where(spots.where, opens=True)
            found = [spot for spot in found if where[spot.at]]
        return found

    def _candidates(self, spots: Spots) -> Iterator[Spot]:
        position, network = self.position, self.network
        if spots.units is not None:
            units = roster(position)
            sorts = units.side(self.side) & units.fits(spots.units)
            which = np.flatnonzero(sorts[units.sorts]).tolist() if len(units.units) else []
            yield from (unit_spot(units.units[k], int(units.hexes[k])) for k in which)
        if spots.markers:
            for marker in position.markers.values():
                kind = marker.type
                if kind.kind in spots.markers and marker.hex in network.index:
                    fits = not spots.marker_tags or bool(spots.marker_tags & kind.tags)
                    if fits and (not kind.side or not spots.control or kind.side == self.side):
                        at = network.index[marker.hex]
                        yield Spot(("marker", marker.id), at, kind.name or marker.id, marker=marker)
        if spots.hexes is not None:
            hexes = np.flatnonzero(self.where(spots.hexes, opens=True)).tolist()
            free = self._own_codes(spots, hexes)
            yield from (Spot(("hex", network.number(i)), i, network.number(i)) for i in free)
        if spots.kinds or spots.all_kinds or spots.names:
            named = named_places(network, spots)
            own = self._own_codes(spots, [spot.at for spot in named])
            yield from (spot for spot in named if spot.at in own)

    def _own_codes(self, spots: Spots, hexes: list[int]) -> list[int] | set[int]:
        if not spots.control:
            return hexes
        own = control_field(self.position).of(self.side)
        mine, untold = own.sure, own.undecided
        found: list[int] = []
        for i in hexes:
            if untold[i]:
                self.untold.add(i)
            if mine[i] or (untold[i] and self.bound is Bound.BEST):
                found.append(i)
        return found

    def _stands(self, spots: Spots, spot: Spot) -> bool:
        position = self.position
        if spots.without_markers:
            number = self.network.number(spot.at)
            if number in position.marked:
                for marker in position.markers_at(number):
                    on_it = not marker.on or marker.on == spot.key[1]
                    if on_it and marker.type.kind in spots.without_markers:
                        return False
            if spot.unit is not None and spot.unit.marks & spots.without_markers:
                return False
        return not (spots.never_lost and spot.name in position.memory.lost)

    def settle(self) -> None:
        """Find every status of every spot: the least fixed point."""
        self._contexts()
        rules = [rule for rule in self.table.status if rule.name not in self.without]
        chosen = {
            (r, c): self.select(rule.spots, n) for r, rule in enumerate(rules) for c, n in enumerate(self.contexts)
        }
        for found in chosen.values():
            for spot in found:
                if spot.key not in self.spot_index:
                    self.spot_index[spot.key] = len(self.spots)
                    self.spots.append(spot)
        shape = (len(self.contexts), len(self.spots))
        self.facts = {rule.name: np.zeros(shape, dtype=np.bool_) for rule in self.table.status}
        open_ = {key: [self.spot_index[spot.key] for spot in found] for key, found in chosen.items()}
        grown = True
        while grown:
            grown = False
            for (r, c), named in open_.items():
                rule, held = rules[r], self.facts[rules[r].name]
                waiting = [k for k in named if not held[c, k] and self.own_context(k, c) == c]
                if waiting and (gained := self._apply(rule, c, waiting)):
                    held[c, gained] = True
                    self._share(held, gained, c)
                    grown = True

    def _contexts(self) -> None:
        home = any(rule.spots.home or rule.spots.for_nations for rule in self.table.status)
        nations = {unit.type.nation for unit in roster(self.position).samples if unit.side == self.side} | {""}
        self.contexts = sorted(nations) if home else [""]
        self.context_of = {nation: self.contexts.index(nation) if home else 0 for nation in nations}

    def own_context(self, k: int, context: int) -> int:
        nation = self.spots[k].nation
        return self.context_of.get(nation, context) if nation else context

    def _share(self, held: NDArray[np.bool_], found: list[int], context: int) -> None:
        for k in found:
            if self.spots[k].nation:
                held[:, k] = held[context, k]

    def _apply(self, rule: StatusRule, context: int, waiting: list[int]) -> list[int]:
        if rule.at:
            having = self.seeds(rule.at, context)
            waiting = [k for k in waiting if having[self.spots[k].at]]
        lines: list[Reach] = []
        for connection in rule.connected:
            waiting, shown = self._connected(connection, context, PLAIN, waiting)
            lines += shown
            if not waiting:
                return []
        for k in waiting:
            self.why.setdefault((rule.name, context, k), Fact(rule, tuple(lines)))
        return waiting

    def holders(self, statuses: Iterable[str], context: int) -> Bools:
        found = np.zeros(len(self.spots), dtype=np.bool_)
        for status in statuses:
            if status in self.facts:
                found |= self.facts[status][context]
        return found

    def seeds(self, statuses: Iterable[str], context: int) -> Bools:
        hexes = np.zeros(len(self.network), dtype=np.bool_)
        hexes[[self.spots[k].at for k in np.flatnonzero(self.holders(statuses, context)).tolist()]] = True
        return hexes

    def _connected(
        self, connection: Connection, context: int, profile: Profile, waiting: list[int]
    ) -> tuple[list[int], list[Reach]]:
        """Which waiting spots are joined to enough spots, and the lines that show it."""
        holders = self.holders(connection.to, context)
        if not holders.any():
            return [], []
        seeds = self.seeds(connection.to, context)
        reaches = [self.traced(name, profile, seeds) for name in connection.lines]
        joined: list[int] = []
        for k in waiting:
            at = self.spots[k].at
            if not any(reach.starts[at] for reach in reaches):
                continue
            alone = connection.least <= 1 and not (connection.another and holders[k])
            if alone or len(self._others(connection, holders, k, profile)) >= connection.least:
                joined.append(k)
        return joined, reaches

    def _others(self, connection: Connection, holders: Bools, k: int, profile: Profile) -> set[object]:
        own = self._group(connection, k)
        found: set[object] = set()
        for other in np.flatnonzero(holders).tolist():
            group = self._group(connection, other)
            if group == own or group in found or other == k:
                continue
            if any(self.joined(name, profile, self.spots[k].at, self.spots[other].at) for name in connection.lines):
                found.add(group)
                if len(found) >= connection.least:
                    break
        return found

    def _group(self, connection: Connection, k: int) -> object:
        spot = self.spots[k]
        value = spot.value(connection.group) if connection.group else None
        return spot.key if value is None else value

    def joined(self, name: str, profile: Profile, start: int, end: int) -> bool:
        """Whether a line leads from one hex to another."""
        line = self.table_line(name)
        if is_plain(line):
            passage = self.passage(name, 0, line.elements[0], profile)
            if passage.inner[start] and passage.inner[end]:
                return bool(passage.labels[start] == passage.labels[end])
        return bool(self.traced(name, profile, self._only(end)).starts[start])

    def profile_of(self, name: str) -> frozenset[Selector]:
        elements = self.table_line(name).elements
        return frozenset(exempt.who for element in elements for block in element.block for exempt in block.exempt)

    def sorted_units(self, aspect: str) -> Sorted:
        """The state of every unit of the side in one aspect."""
        found = self._units.get(aspect)
        if found is None:
            found = self._units[aspect] = self._sort(aspect)
        return found

    def _sort(self, aspect: str) -> Sorted:
        units = roster(self.position)
        mine: Ints = np.flatnonzero(units.side(self.side)[units.sorts]).astype(np.int32)
        levels = tuple(
            dict.fromkeys(rule.state for rule in self.table.state if rule.aspect == aspect and not rule.spots)
        )
        states = np.full(len(mine), -1, dtype=np.int16)
        rows = np.full(len(mine), -1, dtype=np.int16)
        sources = np.full(len(mine), -1, dtype=np.int32)
        radii = np.zeros(len(mine))
        groups = self._groups(units, mine)
        for count, rule in enumerate(self.table.state):
            if rule.aspect != aspect or rule.spots is not None or not self.when(rule.when, opens=True):
                continue
            waiting = (states < 0) & units.fits(rule.who)[units.sorts[mine]]
            for (profile, context), members in groups.items():
                which = members[waiting[members]]
                if not len(which):
                    continue
                group = Group(profile, context, units.hexes[mine[which]], units.sorts[mine[which]])
                fits, source, radius = self._meets(rule, units, group)
                chosen = which[fits]
                states[chosen] = levels.index(rule.state)
                rows[chosen] = count
                sources[chosen], radii[chosen] = source[fits], radius[fits]
        self._lift(aspect, units, mine, states)
        return Sorted(levels, {units.units[u].id: k for k, u in enumerate(mine.tolist())}, states, rows, sources, radii)

    def _groups(self, units: Roster, mine: Ints) -> dict[tuple[Profile, int], Ints]:
        selectors = {who for name in self.table.line for who in self.profile_of(name)}
        keys = [
            (frozenset(who for who in selectors if units.fits(who)[s]), self.context_of.get(unit.type.nation, 0))
            if unit.side == self.side
            else None
            for s, unit in enumerate(units.samples)
        ]
        number = {key: n for n, key in enumerate(dict.fromkeys(key for key in keys if key is not None))}
        codes = np.array([number.get(key, -1) if key is not None else -1 for key in keys], dtype=np.int32)
        of = codes[units.sorts[mine]] if keys else codes
        found = {key: np.flatnonzero(of == n).astype(np.int32) for key, n in number.items()}
        return {key: members for key, members in found.items() if len(members)}

    def _meets(self, rule: StateRule, units: Roster, group: Group) -> tuple[Bools, Ints, NDArray[np.float64]]:
        """Which units of a group meet a rule's conditions, and the source and radius that did it."""
        size = len(group.hexes)
        fits = np.ones(size, dtype=np.bool_)
        source = np.full(size, -1, dtype=np.int32)
        radius = np.zeros(size)
        for connection in rule.connected:
            near = np.zeros(size, dtype=np.bool_)
            holders = self.holders(connection.to, group.context)
            if holders.any():
                seeds = self.seeds(connection.to, group.context)
                for name in connection.lines:
                    near |= self.traced(name, group.profile, seeds).starts[group.hexes]
            fits &= near
        if rule.radius and fits.any():
            for row in self.table.radius:
                if row.name in rule.radius:
                    wanted = fits & (source < 0) & units.fits(row.who)[group.sorts]
                    found, far = self._inside(row, units, group, wanted)
                    source, radius = np.where(found >= 0, found, source), np.where(found >= 0, far, radius)
            fits &= source >= 0
        return fits, source, radius

    def _inside(self, row: Radius, units: Roster, group: Group, wanted: Bools) -> tuple[Ints, NDArray[np.float64]]:
        """For each wanted unit the nearest source whose radius covers it and to which a line leads (-1 = none)."""
        size = len(wanted)
        source, radius = np.full(size, -1, dtype=np.int32), np.zeros(size)
        which, holders, bases = np.flatnonzero(wanted), *self._sources(row, group.context)
        if not len(which) or not len(holders):
            return source, radius
        network = self.network
        ends = np.array([self.spots[k].at for k in holders], dtype=np.int32)
        starts = group.hexes[which]
        here, there = network.axial[starts].astype(np.int16), network.axial[ends].astype(np.int16)
        q, r = here[:, :1] - there[:, 0], here[:, 1:] - there[:, 1]
        # The distance in hexes is half the sum of the three cube coordinates' differences.
        far = np.abs(q + r)
        far += np.abs(q)
        far += np.abs(r)
        far //= 2
        reach = (bases[:, None] * self._factors(row, holders, units)).T.astype(np.float32)[group.sorts[which]]
        near = far <= reach
        near &= self._leads(row, group.profile, starts, ends, near)
        far[~near] = np.iinfo(np.int16).max
        nearest = far.argmin(axis=1)
        inside = near[np.arange(len(which)), nearest]
        chosen = which[inside]
        source[chosen] = np.array(holders, dtype=np.int32)[nearest[inside]]
        radius[chosen] = reach[inside, nearest[inside]]
        return source, radius

    def _sources(self, row: Radius, context: int) -> tuple[list[int], NDArray[np.float64]]:
        found = self._based.get((row.name, context))
        if found is None:
            found = self._based[row.name, context] = self._find_sources(row, context)
        return found

    def _find_sources(self, row: Radius, context: int) -> tuple[list[int], NDArray[np.float64]]:
        holders = np.flatnonzero(self.holders(row.statuses, context)).tolist()
        if row.spots is not None:
            allowed = {spot.key for spot in self.select(row.spots, self.contexts[context])}
            holders = [k for k in holders if self.spots[k].key in allowed]
        based = [(k, base) for k in holders if (base := self._radius(row, self.spots[k])) is not None]
        return [k for k, _ in based], np.array([float(base) for _, base in based])

    def _factors(self, row: Radius, holders: list[int], units: Roster) -> NDArray[np.float64]:
        """(sources, sorts): what a source's radius is multiplied by for each sort of unit."""
        factors = np.ones((len(holders), len(units.samples)))
        ends = np.array([self.spots[k].at for k in holders], dtype=np.int32)
        for factor in row.times:
            if not self.when(factor.when, opens=True):
                continue
            fits = self.where(factor.where, opens=True)[ends]
            if factor.spots is not None:
                keys = {found.key for found in self.select(factor.spots, "")}
                fits = fits & np.array([self.spots[k].key in keys for k in holders], dtype=np.bool_)
            factors[np.ix_(fits, units.fits(factor.who))] *= float(factor.times)
        return factors

    def _leads(self, row: Radius, profile: Profile, starts: Ints, ends: Ints, near: Bools) -> Bools:
        """(starts, ends): whether one of the radius' lines joins the two; asked only where they are near."""
        if not row.lines:
            return near
        found = np.zeros_like(near)
        for name in row.lines:
            line = self.table_line(name)
            asked = near.any(axis=0)
            if is_plain(line):
                passage = self.passage(name, 0, line.elements[0], profile)
                if bool(passage.inner[starts].all()):
                    plain = passage.inner[ends]
                    same = passage.labels[starts][:, None] == passage.labels[ends][None, :]
                    found |= same & plain[None, :]
                    asked = asked & ~plain
            for column in np.flatnonzero(asked).tolist():
                found[:, column] |= self.traced(name, profile, self._only(int(ends[column]))).starts[starts]
        return found

    def _only(self, i: int) -> Bools:
        hexes = np.zeros(len(self.network), dtype=np.bool_)
        hexes[i] = True
        return hexes

    def _radius(self, row: Radius, spot: Spot) -> Fraction | None:
        if row.value:
            value = spot.value(row.value)
            if value is not None:
                return Fraction(str(value)) + row.plus
            cell = f"{spot.name}.{row.value}"
        else:
            cell = f"supply.radius.{row.name}"
        given = chart(self.position.pack, cell, row.radius)
        if given is None:
            self.missing.add(cell)
            return Fraction(len(self.network)) if self.bound is Bound.BEST else None
        if isinstance(given, Fraction):
            return given + row.plus
        return Fraction(len(self.network)) if given == UNLIMITED else None

    def _lift(self, aspect: str, units: Roster, mine: Ints, states: NDArray[np.int16]) -> None:
        for row in self.table.raises:
            if row.aspect != aspect or not self.when(row.when, opens=True):
                continue
            for marker in self.position.markers.values():
                kind = marker.type
                if kind.kind not in row.markers or (kind.side and kind.side != self.side) or not marker.hex:
                    continue
                at = self.network.index.get(marker.hex, -1)
                here = (units.hexes[mine] == at) & units.fits(row.who)[units.sorts[mine]] & (states >= 0)
                states[here] = np.maximum(states[here] - row.by, 0)

    def spot_state(self, aspect: str, spot: Spot) -> str:
        """The state of a place, headquarters or other spot in one aspect, "" if no rule speaks of it."""
        for rule in self.table.state:
            if rule.spots is None or rule.aspect != aspect or not self.when(rule.when, opens=True):
                continue
            if spot.key not in {found.key for found in self.select(rule.spots, spot.nation)}:
                continue
            k = self.spot_index.get(spot.key, -1)
            context = self.own_context(k, 0) if k >= 0 else 0
            if not rule.statuses or (k >= 0 and bool(self.holders(rule.statuses, context)[k])):
                return rule.state
        return ""


def unit_spot(unit: Unit, at: int) -> Spot:
    return Spot(("unit", unit.id), at, str(unit), unit=unit)


@remembered(256)
def named_places(network: Network, spots: Spots) -> tuple[Spot, ...]:
    """The named places of the map that are of the kinds some spots are."""
    return tuple(_places_of(network, spots))


def _places_of(network: Network, spots: Spots) -> Iterator[Spot]:
    for place in network.theatre.places:
        fits = (
            (not spots.kinds or place.kinds & spots.kinds)
            and place.kinds >= spots.all_kinds
            and not place.kinds & spots.without_kinds
            and (not spots.names or place.name in spots.names)
        )
        if fits:
            yield Spot(("place", place.name), network.index[place.hex], place.name, place=place)


def every_spot(survey: Survey) -> Iterator[Spot]:
    yield from survey.spots
    network, position = survey.network, survey.position
    for place in network.theatre.places:
        if ("place", place.name) not in survey.spot_index:
            yield Spot(("place", place.name), network.index[place.hex], place.name, place=place)
    for marker in position.markers.values():
        if ("marker", marker.id) not in survey.spot_index and marker.hex in network.index:
            name = marker.type.name or marker.id
            yield Spot(("marker", marker.id), network.index[marker.hex], name, marker=marker)
    for unit in position.units.values():
        if ("unit", unit.id) not in survey.spot_index and unit.hex in network.index:
            yield unit_spot(unit, network.index[unit.hex])


def is_plain(line: Line) -> bool:
    """Whether a line is one element that only asks for connection: no limit, no jump, any start."""
    only = line.elements[0]
    return len(line.elements) == 1 and not only.lengths and only.jump is None and only.starts is None
