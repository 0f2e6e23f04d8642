"""What the tables of movement say of units like one, in a mode, at a moment: found once for all that are alike to them.

Most rows ask for a kind of unit, a mode and a time, and only then where it stands. Who stands where is left to the walker.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from typing import Protocol, TypeVar

from adjudicator.analysis.movement.harassed import Harassed, Harassment
from adjudicator.analysis.movement.mode_terms import Mode, StartCost
from adjudicator.analysis.movement.terms import Allowance, Forbid, MovementTable, Road, Slowed
from adjudicator.analysis.movement.terrain_terms import Crossing, TerrainTable, WeatherChange
from adjudicator.analysis.movement.values import GROUND, interval
from adjudicator.analysis.zone_terms import ZoneEffect, zoc_table
from adjudicator.errors import PackError, Source
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, Known
from adjudicator.model.memo import Same, remembered
from adjudicator.model.tables import load_table
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.cell import chart
from adjudicator.terms.when import When, options_in_play
from adjudicator.terms.who import Selector

RESERVES = Selector(without_tags=frozenset({"isolated", "interdicted", "garrison"}))
RESERVES_MOVE = When(options=frozenset({"theater_reserves"}), phases=frozenset({"regular movement"}), phasing="own")
"""Rule 102.2: who is a reserve, and when it moves farther."""


class _InMode(Protocol):
    @property
    def who(self) -> Selector: ...
    @property
    def modes(self) -> frozenset[str]: ...


class _InTime(_InMode, Protocol):
    @property
    def when(self) -> When: ...


Row = TypeVar("Row", bound=_InMode)
Timed = TypeVar("Timed", bound=_InTime)


def terrain_table(position: Position) -> TerrainTable:
    """The pack's terrain.toml."""
    return load_table(position.pack, "terrain", TerrainTable)


def movement_table(position: Position) -> MovementTable:
    """The pack's movement.toml."""
    return load_table(position.pack, "movement", MovementTable)


def mode_rules(position: Position, name: str) -> Mode:
    """The [mode.NAME] of the pack's movement.toml; ground movement has none of its own unless the pack gives some."""
    found = movement_table(position).mode.get(name)
    if found is None:
        if name in (GROUND, "retreat", "advance", "overrun"):
            return Mode()
        where = Source(str(position.pack.folder / "movement.toml"))
        raise PackError(f"[mode.{name}] is asked for but not there", where)
    return found


@dataclass(eq=False)
class Concern:
    """The rows of the tables that speak of a unit like this one, each with whether it holds at this moment."""

    position: Position
    unit: Unit
    mode: str
    states: frozenset[str]

    @cached_property
    def table(self) -> MovementTable:
        return movement_table(self.position)

    @cached_property
    def way(self) -> Mode:
        """The rules of the mode."""
        return mode_rules(self.position, self.mode)

    @cached_property
    def roads(self) -> tuple[tuple[Road, Known], ...]:
        """The [[road]] rows."""
        return tuple(self._now(self.table.road))

    @cached_property
    def weather(self) -> tuple[tuple[WeatherChange, Known], ...]:
        """The [[weather]] rows."""
        return tuple(self._now(terrain_table(self.position).weather))

    @cached_property
    def crossings(self) -> tuple[Crossing, ...]:
        """Ships beside hexsides that make them dearer for it."""
        row = self.position.pack.figures_of(Crossing)
        return (row,) if row is not None and row.who.matches(self.unit) else ()

    @cached_property
    def slowed(self) -> Slowed | None:
        """What slows the unit down on its way."""
        found = self.position.pack.figures_of(Slowed)
        return next(self._of_mode([found]), None) if found is not None else None

    @cached_property
    def harassed(self) -> tuple[Harassed, ...]:
        """What aircraft over a hex cost."""
        harassment = self.position.pack.figures_of(Harassment)
        return tuple(self._of_mode(harassment.paid)) if harassment is not None else ()

    @cached_property
    def zones(self) -> tuple[tuple[ZoneEffect, Known], ...]:
        """The [[movement]] rows of zoc.toml."""
        return tuple(self._now(zoc_table(self.position.pack).movement))

    @cached_property
    def forbids(self) -> tuple[tuple[Forbid, Known], ...]:
        """The [[forbid]] rows that close hexes or hexsides."""
        return tuple(
            (row, now)
            for row, now in self._now(self.table.forbid)
            if self._in_state(row.states) and (row.where or row.edges or row.off)
        )

    @cached_property
    def stays(self) -> tuple[tuple[Forbid, Known], ...]:
        """The [[forbid]] rows that keep the unit where it is."""
        return tuple(
            (row, now)
            for row, now in self._now(self.table.forbid)
            if self._in_state(row.states) and row.where is None and row.edges is None
        )

    @cached_property
    def allowances(self) -> tuple[tuple[Allowance, Known], ...]:
        """The [[allowance]] rows."""
        return tuple((row, now) for row, now in self._now(self.table.allowance) if self._in_state(row.states))

    @cached_property
    def reserve(self) -> Known:
        """Whether it is a reserve now, if it sets out from a headquarters that passes units on."""
        if self.mode != GROUND or not RESERVES.matches(self.unit):
            return NO
        return RESERVES_MOVE.holds(self.position, self.unit.side)

    @cached_property
    def minimum(self) -> Interval:
        """The hexes that it may always move."""
        most = ZERO
        for row in self._of_mode(self.table.minimum):
            most = most.greater(Interval.of(row.hexes))
        return most

    @cached_property
    def timely(self) -> Known:
        """Whether the mode may be used at this moment."""
        return self.way.when.holds(self.position, self.unit.side)

    @cached_property
    def start_cost(self) -> Interval:
        """What setting out costs, before the first step."""
        cell = f"movement.{self.mode}.start_cost"
        own = self.position.pack.figures_of(StartCost)
        dear = own is not None and own.mode == self.mode and own.who.matches(self.unit)
        cost = own.cost if own is not None and dear else self.way.start_cost
        return interval(chart(self.position.pack, cell, cost), cell, Fraction(0))

    def _in_state(self, states: frozenset[str]) -> bool:
        return not states or bool(states & (self.states | self.unit.marks))

    def _of_mode(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows about this unit and mode."""
        return (row for row in rows if row.who.matches(self.unit) and (not row.modes or self.mode in row.modes))

    def _now(self, rows: Iterable[Timed]) -> Iterator[tuple[Timed, Known]]:
        """Of these the rows that hold now, or may."""
        for row in self._of_mode(rows):
            now = row.when.holds(self.position, self.unit.side)
            if now is not NO and now.possible:
                yield row, now


def concern(position: Position, unit: Unit, mode: str, states: frozenset[str]) -> Concern:
    """What the tables say of a unit."""
    key = position.moment, options_in_play(position), unit.face, unit.marks, mode, states
    found = _kept(position.pack, Same(unit.type), *key)
    if not found:
        found.append(Concern(position, unit, mode, states))
    return found[0]


@remembered(256)
def _kept(_pack: object, *_of: Hashable) -> list[Concern]:
    return []
