"""Garrisons that a side owes along its borders with neutrals: what stands there, what lacks, whether they are released.

A book gives its borders in code (`Borders`).
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import NamedTuple

from adjudicator.analysis.control import in_zone
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.stacking import unit_size
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Bound, Interval
from adjudicator.model.known import NO, YES, Known, any_of, unless_missing
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector


@dataclass(frozen=True, slots=True)
class Part:
    """Units that must make up so many stacking points of a garrison."""

    who: Selector
    least: Fraction


@dataclass(frozen=True, slots=True)
class Border:
    """A border with a neutral that a side must garrison.

    `neighbour` are tags of the neutral's hexes; units count that stand nearer to the border than `within` hexes, and must have
    `least` stacking points, with each part of `of`. Lines with a feature of `lines` are watched where they cross the border. An
    enemy within `reach` hexes, who crosses no hexside of `closed` and passes no hex of `shut` and none of a neutral, releases
    the garrison for good. The neighbours of other borders that are owed now are neutral, too.
    """

    name: str
    side: str
    neighbour: frozenset[str]
    within: int
    least: Fraction
    of: tuple[Part, ...] = ()
    lines: frozenset[str] = frozenset()
    closed: tuple[Edges, ...] = ()
    shut: Where | None = None
    reach: int = 0
    when: When = When()


@dataclass(frozen=True, slots=True)
class Borders:
    """All borders that a book has garrisoned."""

    border: tuple[Border, ...] = ()


@dataclass(frozen=True, slots=True)
class BorderGarrison:
    """The garrison of one border: who counts, their size, what lacks, the lines not watched, who releases it and whether.

    `owed` is whether it is owed at all now; `shared` are those of the units that stand near another border too and may count
    for one only.
    """

    name: str
    units: tuple[str, ...]
    size: Fraction
    lacking: Fraction
    unwatched: tuple[str, ...]
    released_by: str
    released: Known = NO
    shared: tuple[str, ...] = ()
    owed: Known = YES

    @property
    def penalty(self) -> Interval:
        """Replacement points lost: one for each point that lacks and for each line not watched."""
        lost = Interval.of(self.lacking + len(self.unwatched))
        return Interval.by(self.owed & ~self.released, lost, ZERO)


def border_garrisons(position: Position, side: str) -> tuple[BorderGarrison, ...]:
    """Every border of a side that the theatre has, with its garrison as it stands."""
    borders = position.pack.figures_or_usual(Borders)
    rows = [row for row in borders.border if row.side == side]
    rows = [row for row in rows if row.when.holds(position, side).possible and _border(position, row)]
    near = {row.name: _near(position, row) for row in rows}
    neutral = frozenset(tag for row in rows for tag in row.neighbour)
    lacking = _lacking(rows, near)
    found = []
    for row in rows:
        others = {unit.id for name, units in near.items() if name != row.name for unit in units}
        shared = tuple(unit.id for unit in near[row.name] if unit.id in others)
        found.append(_garrison(position, row, _There(near[row.name], lacking[row.name], shared, neutral)))
    return tuple(found)


State = tuple[Fraction, ...]
"""What stands at the borders so far: for each its points, then those of its parts, none more than are asked."""


def _lacking(rows: list[Border], near: dict[str, tuple[Unit, ...]]) -> dict[str, Fraction]:
    """What each border lacks where a unit near two counts for one only, so that as little as possible lacks in all."""
    asked = tuple((row, part) for row in rows for part in (None, *row.of))
    states: set[State] = {tuple(Fraction(0) for _ in asked)}
    for unit in {unit.id: unit for units in near.values() for unit in units}.values():
        at = [row.name for row in rows if unit in near[row.name]]
        states = {_with(state, asked, unit, name) for state in states for name in at}
    best = min(states, key=lambda state: sum(_lacks(state, asked).values()))
    return _lacks(best, asked)


def _with(state: State, asked: tuple[tuple[Border, Part | None], ...], unit: Unit, name: str) -> State:
    """What stands there when a unit counts for the border of a name."""
    size = unit_size(unit, "points")
    return tuple(
        min(had + size, part.least if part else row.least)
        if row.name == name and (part is None or part.who.matches(unit))
        else had
        for had, (row, part) in zip(state, asked, strict=True)
    )


def _lacks(state: State, asked: tuple[tuple[Border, Part | None], ...]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for has, (row, part) in zip(state, asked, strict=True):
        found[row.name] = max(found.get(row.name, Fraction(0)), (part.least if part else row.least) - has)
    return found


class _There(NamedTuple):
    """Who stands near a border, what lacks, who of them stands near another, too, and the tags of neutral hexes."""

    units: tuple[Unit, ...]
    lacking: Fraction
    shared: tuple[str, ...]
    neutral: frozenset[str]


def _garrison(position: Position, row: Border, there: _There) -> BorderGarrison:
    watched = {number: _watched(position, row, number) for number in _crossings(position, row)}
    unwatched = tuple(number for number, answer in watched.items() if not answer.is_yes)
    told = unless_missing(*(name for answer in watched.values() for name in answer.missing))
    by, released = _released(position, row, there)
    return BorderGarrison(
        name=row.name,
        units=tuple(unit.id for unit in there.units),
        size=_size(there.units),
        lacking=there.lacking,
        unwatched=unwatched,
        released_by=by,
        released=released,
        shared=there.shared,
        owed=row.when.holds(position, row.side) & told,
    )


def _size(units: tuple[Unit, ...]) -> Fraction:
    return sum((unit_size(unit, "points") for unit in units), Fraction(0))


def _border(position: Position, row: Border) -> tuple[int, ...]:
    """The hexes outside the neighbour that touch it."""
    network = position.network
    theirs = network.hexes_with(row.neighbour)
    return tuple(
        i
        for i in range(len(network))
        if not theirs[i] and any(j >= 0 and theirs[j] for j in network.neighbours[i].tolist())
    )


def _near(position: Position, row: Border) -> tuple[Unit, ...]:
    network, border = position.network, _border(position, row)
    return tuple(
        unit
        for unit in sorted(position.of_side(row.side), key=lambda unit: unit.id)
        if not unit.type.afloat
        and unit.hex in network.index
        and min(network.distance(network.index[unit.hex], i) for i in border) < row.within
    )


def _crossings(position: Position, row: Border) -> tuple[str, ...]:
    """The hexes of its own from which a transportation line crosses the border."""
    network = position.network
    theirs = network.hexes_with(row.neighbour)
    return tuple(
        network.number(i)
        for i in _border(position, row)
        if any(j >= 0 and theirs[j] and network.hexside(i, j) & row.lines for j in network.neighbours[i].tolist())
    )


def _watched(position: Position, row: Border, number: str) -> Known:
    if any(unit.side == row.side for unit in position.at(number)):
        return YES
    return in_zone(position, number, (row.side,))


def _released(position: Position, row: Border, there: _There) -> tuple[str, Known]:
    """An enemy unit within reach of the garrison by open ground that is not neutral, "" if none; and whether it is."""
    missing: set[str] = set()
    for bound in (Bound.WORST, Bound.BEST):
        by = _releaser(position, row, there, bound, missing)
        if by or not missing:
            return by, Known.of(bool(by)) if bound is Bound.WORST else Known.open(*sorted(missing))
    return "", NO


def _releaser(position: Position, row: Border, there: _There, bound: Bound, missing: set[str]) -> str:
    """The enemy unit that is found where open barriers are taken by the bound; the open data are added to `missing`."""
    network, side = position.network, row.side
    steps = {network.index[unit.hex]: 0 for unit in there.units}
    neutral = network.hexes_with(there.neutral)
    waiting = deque(steps)
    while waiting:
        i = waiting.popleft()
        enemies = sorted(unit.id for unit in position.at(network.number(i)) if unit.side not in ("", side))
        if enemies:
            return enemies[0]
        if steps[i] >= row.reach:
            continue
        for direction, j in enumerate(network.neighbours[i].tolist()):
            if j < 0 or j in steps or neutral[j]:
                continue
            barred = _barred(position, row, (i, j, direction))
            missing.update(barred.missing)
            if not bound.forbids(barred):
                steps[j] = steps[i] + 1
                waiting.append(j)
    return ""


def _barred(position: Position, row: Border, way: tuple[int, int, int]) -> Known:
    """Whether an enemy cannot take a step on his way to the garrison."""
    (i, j, direction), ground = way, ground_at(position)
    closed = any_of(edges.fits(ground, row.side, i, direction) for edges in row.closed)
    return closed | row.shut.fits(ground, j) if row.shut is not None else closed
