"""Why a step is barred, its cost and the enemy's zones left aside: enemies, prohibitions, control, what lies in the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import islice

import numpy as np

from adjudicator.analysis.combat.intrinsic import own_strength
from adjudicator.analysis.concealed import stands_at
from adjudicator.analysis.control import place_controller
from adjudicator.analysis.front import GROUND_UNITS, enemy_beside
from adjudicator.analysis.movement.mover import Mover, listed
from adjudicator.analysis.movement.terms import Forbid
from adjudicator.analysis.movement.values import Fault
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.known import NO, YES, Known, all_of, any_of, unless_missing
from adjudicator.model.network import Bools
from adjudicator.model.units import Unit
from adjudicator.said import say
from adjudicator.terms.edges import Edges
from adjudicator.words import word


@dataclass(eq=False)
class Hindered(Mover):
    """One unit and what keeps it from the hexes next to it; each step is looked at once."""

    _bars: dict[tuple[int, int, int], tuple[Fault, ...]] = field(default_factory=dict)
    _held_by: dict[int, tuple[Fault, ...]] = field(default_factory=dict)
    _unfits: dict[int, tuple[Fault, ...]] = field(default_factory=dict)
    _no_line: dict[int, str] = field(default_factory=dict)
    _along: dict[int, bytes] = field(default_factory=dict)
    _banned: dict[int, tuple[tuple[Forbid, Known, Known], ...]] = field(default_factory=dict)

    def barred(self, i: int, j: int, direction: int) -> tuple[Fault, ...]:
        """Why a step is barred, its cost and the zones left aside."""
        key = (i, j, direction)
        found = self._bars.get(key)
        if found is None:
            found = self._bars[key] = tuple(self._find_bars(i, j, direction))
        return found

    def barring(self, j: int) -> Iterator[Known]:
        """Whether each thing bars a hex that bars every way into it, wherever that comes from."""
        way = self.way
        if way.along and not way.links and not self.land.perhaps.sides_with(way.along)[j].any():
            yield YES
        yield from (fault.broken for fault in (*self._occupied(j), *self._unfit(j)))

    def _find_bars(self, i: int, j: int, direction: int) -> Iterator[Fault]:
        position, way = self.position, self.way
        number, down = position.network.number(j), self.bridge_down(i, j)
        if direction >= 0 and way.along and not self.land.sure.sides_with(way.along)[i, direction]:
            laid = self.land.perhaps.sides_with(way.along)[i, direction]
            missing = self.land.missing((i, j)) if laid else ()
            why = say("the bridge to {hex} is down", number) if down.is_yes else self._untracked(j)
            yield Fault(number, "mode", why, unless_missing(*missing))
        if down.is_open:
            yield Fault(number, "mode" if way.along else "allowance", say("the bridge there may be down"), down)
        yield from self._occupied(j)
        yield from self._forbidden(i, j, direction)
        yield from self._unfit(j)
        for end in (i, j) if way.without_markers else ():
            here = position.network.number(end)
            closed = {marker.type.kind for marker in position.markers_at(here)} & way.without_markers
            if closed:
                goes = say("leave") if end == i else say("enter")
                yield Fault(
                    here,
                    "closed",
                    say("{here} is closed by {closed}, so it may not {goes} it", here, listed(closed), goes),
                )

    def _untracked(self, j: int) -> str:
        """Why a step does not go along the lines of its mode; told once for all ways into a hex."""
        found = self._no_line.get(j)
        if found is None:
            number = self.position.network.number(j)
            found = say("there is no {along} to {hex}, along which it must go", listed(self.way.along), number)
            self._no_line[j] = found
        return found

    def _unfit(self, j: int) -> tuple[Fault, ...]:
        """What the mode asks of a hex and it is not; looked for once for all ways into it."""
        found = self._unfits.get(j)
        if found is None:
            found = self._unfits[j] = tuple(self._find_unfit(j))
        return found

    def _find_unfit(self, j: int) -> Iterator[Fault]:
        position, unit, way = self.position, self.unit, self.way
        number = position.network.number(j)
        if way.own and not (own := self.owns(j)).is_yes:
            yield Fault(number, "control", say("{hex} is not under its side's control, and must be", number), ~own)
        if way.between and not (joined := self.joined(j)).is_yes:
            why = say("{hex} is on no line between {between} of its side, and must be", number, listed(way.between))
            yield Fault(number, "control", why, ~joined)
        if way.clear_of in ("adjacent", "throughout") and (beside := self.enemy_beside(j)) is not None:
            yield Fault(
                number,
                "beside",
                say("{hex} is next to {enemy} in {other}, and it keeps clear of enemies", number, beside, beside.hex),
            )
        if way.clear_of == "front" and (near := enemy_beside(position, unit.side, number, GROUND_UNITS)).known.possible:
            yield Fault(number, "front", say("{hex} is at the front, and it keeps clear of that", number), near.known)

    def _occupied(self, j: int) -> tuple[Fault, ...]:
        """The enemy in a hex, if one keeps the unit out; looked for once for all ways into it."""
        found = self._held_by.get(j)
        if found is None:
            found = self._held_by[j] = tuple(islice(self._find_enemies(j), 1))
        return found

    @property
    def occupied(self) -> Bools:
        """(n,): the hexes that an enemy keeps the unit out of."""
        found, index = np.zeros(len(self.position.network), dtype=np.bool_), self.position.network.index
        found[[index[number] for number in self.position.here if number in index and any(self._enemies(number))]] = True
        return found

    def _find_enemies(self, j: int) -> Iterator[Fault]:
        number = self.position.network.number(j)
        for enemy in self._enemies(number):
            yield Fault(number, "enemy", say("{enemy} is there, and nobody enters a hex with an enemy unit", enemy))
        if self.way.ignores == "enemies" or any(each.id in self.ignoring for each in self.position.at(number)):
            return
        own = own_strength(self.position, number, self.unit.side)
        if own is not None and not self.unit.type.flies:
            why = say(
                "{hex} has {strength} of its own, and nobody enters a hex with an enemy unit", number, own[0].total.name
            )
            yield Fault(number, "enemy", why, own[1])

    def _enemies(self, number: str) -> Iterator[Unit]:
        """The enemies in a hex that keep the unit out."""
        for enemy in () if self.way.ignores == "enemies" else self.position.at(number):
            if enemy.side != self.unit.side and enemy.id not in self.ignoring and self.table.occupied_by.matches(enemy):
                yield enemy

    @cached_property
    def _prohibitions(self) -> tuple[tuple[Forbid, Known], ...]:
        """The [[forbid]] rows about this unit and mode, each with whether it holds now, wherever the unit goes."""
        found = []
        for row, timely in self.concern.forbids:
            now = timely & self._starts_in(row)
            if (now := now if now.is_no else now & self._held(row.held)).possible:
                found.append((row, now))
        return tuple(found)

    def _starts_in(self, row: Forbid) -> Known:
        """Whether the unit starts where a row holds."""
        i = self.position.network.index.get(self.start)
        return YES if row.start.anywhere else NO if i is None else self.fits(row.start, i)

    def _forbidden(self, i: int, j: int, direction: int) -> Iterator[Fault]:
        for row, now, there in self._speaking_of(j):
            covers = self._covers(row, there, (i, direction))
            if covers.is_no:
                continue
            broken = all_of((now, covers, ~self._excepted(row, (i, j, direction))))
            if broken.possible:
                why = row.why or say("it may not go there")
                yield Fault(self.position.network.number(j), "prohibited", why, broken, row.article)

    def _speaking_of(self, j: int) -> tuple[tuple[Forbid, Known, Known], ...]:
        """The prohibitions that may speak of a hex that is entered, each with whether it holds now and whether it does."""
        found = self._banned.get(j)
        if found is None:
            rows = (
                (row, now, (YES if row.where is None else self.fits(row.where, j)) & self._shared(row, j))
                for row, now in self._prohibitions
            )
            found = self._banned[j] = tuple(each for each in rows if each[2].possible)
        return found

    def _shared(self, row: Forbid, j: int) -> Known:
        """Whether a unit stands in a hex that closes it; open where a counter that nobody reads may be one."""
        if row.beside is None:
            return YES
        return stands_at(self.position, self.position.network.number(j), row.beside, but=self.unit.id)

    def _covers(self, row: Forbid, there: Known, way: tuple[int, int]) -> Known:
        """Whether a row speaks of a step out of a hex in a direction; `there` is whether it speaks of the hex entered."""
        i, direction = way
        if row.off and direction >= 0:
            there = there & ~self._follows(row.off, i, direction)
        if row.edges is None:
            return there
        if direction < 0 or not self._drawn(row.edges)[i * 6 + direction]:
            return NO
        return there & row.edges.fits(self.ground, self.unit.side, i, direction)

    def _follows(self, features: frozenset[str], i: int, direction: int) -> Known:
        """Whether a step crosses a line of such features, or goes along one on either bank."""
        j = int(self.position.network.neighbours[i, direction])
        sure, perhaps = (
            _on_line(land.sides_with(features), (i, j), direction) for land in (self.land.sure, self.land.perhaps)
        )
        missing = self.land.missing((i, j)) if perhaps and not sure else ()
        return YES if sure else Known.open(*missing) if missing else NO

    def _drawn(self, edges: Edges) -> bytes:
        """The hexsides that may be among some, by hex and direction."""
        found = self._along.get(id(edges))
        if found is None:
            found = self._along[id(edges)] = self.relief.spread(edges, self.unit.side)
        return found

    def _excepted(self, row: Forbid, way: tuple[int, int, int]) -> Known:
        """Whether a step is allowed in spite of a row: by its hexside, or by the line that it goes along."""
        i, j, direction = way
        free = NO
        if row.unless is not None and direction >= 0:
            free = row.unless.fits(self.ground, self.unit.side, i, direction)
            roads = ((each, now) for each, now in self.road_rows if each.features & row.unless.features)
            free |= any_of(now & self.lies_between(each, (i, j), self.position.network) for each, now in roads)
        if row.unless_linked:
            mask = self.linked
            free |= mask.at(i) & mask.at(j)
        return free

    def _held(self, held: Mapping[str, str]) -> Known:
        """Whether named places are held as a row says; open if one only is presumed to be the enemy's still."""
        return all_of(self._holds(name, wanted) for name, wanted in held.items())

    def _holds(self, name: str, wanted: str) -> Known:
        own = place_controller(self.position, name, self.unit.side).is_(self.unit.side)
        if own.is_open:
            return Known.open(say("who controls {name}", word(name)))
        return own if wanted == "own" else ~own


def _on_line(sides: Bools, ends: tuple[int, int], direction: int) -> bool:
    """Whether a step crosses a hexside of some, or two of them meet at an end of the hexside that it crosses."""
    i, j = ends
    meet = (sides[i, (direction + turn) % 6] and sides[j, (direction + 2 * turn) % 6] for turn in (1, -1))
    return bool(sides[i, direction]) or any(meet)
