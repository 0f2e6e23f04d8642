"""Supply: who is joined to whom, for every unit and place of a side, with the line that shows it.

The table is supply.toml (`terms`). Places, headquarters and edges get their statuses as a least fixed point: nothing
is connected until a line shows it to be, so two sources can never vouch for each other out of nothing. Units are then
sorted into states. Whatever the position or the charts do not tell is taken once at its worst and once at its best for the
side; where the two differ the answer is open and the missing data are named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

import numpy as np

from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply import searches
from adjudicator.analysis.supply.lines import PLAIN, Answer, LineQuery
from adjudicator.analysis.supply.linked import control_of
from adjudicator.analysis.supply.survey import Survey, raises
from adjudicator.analysis.supply.terms import LimitedSources, SupplyTable
from adjudicator.analysis.supply.witness import Leg, Obstacle, obstacles, profile, unit_lines
from adjudicator.collector import paused
from adjudicator.findings import Trace
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.interval import Bound
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.memo import remembered
from adjudicator.model.tables import load_table
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.words import amount, word

UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True)
class UnitSupply:
    """What a unit's or place's supply is: its state, or those, from the worst to the best, that the `missing` data leave."""

    states: tuple[str, ...]
    missing: tuple[str, ...] = ()
    radius: Fraction | None = None
    source: str = ""

    @property
    def state(self) -> str:
        """The state, or "undetermined" where several are possible."""
        return self.states[0] if len(self.states) == 1 else UNDETERMINED

    @property
    def words(self) -> str:
        """Every state it may be: "isolated or supplied"."""
        return strung(map(word, self.states), say(" or "))

    def is_in(self, wanted: Collection[str]) -> Known:
        """Whether it is one of these states."""
        inside = {state in wanted for state in self.states}
        return Known.open(*self.missing) if len(inside) > 1 else Known.of(inside.pop())


@dataclass(frozen=True, eq=False)
class Supply:
    """The supply of one side in a position: ask it for units, places, witness lines and obstacles."""

    position: Position
    side: str
    worst: Survey

    @property
    def best(self) -> Survey:
        """The same at its best; the worst itself as long as nothing it asked for is unknown."""
        return self._best if self.worst.missing or self.worst.untold else self.worst

    @cached_property
    def _best(self) -> Survey:
        land = self.worst.land
        # Where the map itself may have changed, the best and the worst run on two maps.
        known = self.worst.certain if land.perhaps is land.sure else {}
        return _survey(self.position, self.side, Bound.BEST, certain=known)

    @property
    def missing(self) -> tuple[str, ...]:
        """The data nobody gave that some line or state would have used."""
        control = control_of(self.position.network, self.worst.untold | self.best.untold)
        return (*sorted(self.worst.missing | self.best.missing), *control)

    def state(self, unit: str, aspect: str = "supply") -> UnitSupply:
        """What a unit's state is."""
        low, high = self.worst.sorted_units(aspect), self.best.sorted_units(aspect)
        ends = (low.state(unit), high.state(unit))
        if ends[0] != ends[1]:
            return UnitSupply(self._between(unit, aspect, ends), self.missing)
        k = low.index.get(unit, -1)
        source = int(low.sources[k]) if k >= 0 else -1
        if source < 0:
            return UnitSupply(ends[:1])
        return UnitSupply(ends[:1], radius=Fraction(low.radii[k]), source=self.worst.spots[source].name)

    def states(self, aspect: str = "supply") -> dict[str, str]:
        """The state of every unit of the side."""
        low, high = self.worst.sorted_units(aspect), self.best.sorted_units(aspect)
        names = np.array([*low.levels, ""], dtype=object)
        states = np.where(low.states == high.states, names[low.states], UNDETERMINED)
        return dict(zip(low.index, states.tolist(), strict=True))

    def has(self, name: str, status: str, nation: str = "") -> Known:
        """Whether a place, marker or unit has a status."""
        return self._agreed(lambda survey: _has(survey, name, status, nation))

    def held_at(self, i: int, statuses: frozenset[str]) -> Known:
        """Whether anything in a hex has one of these statuses."""
        return self._agreed(lambda survey: _held(survey, survey.spots_at.get(i, ()), statuses))

    def nears(self, start: str, end: str) -> Known:
        """Whether a hex lies closer to the nearest source that feeds units than another hex does."""
        statuses = frozenset(name for row in self.worst.table.radius for name in row.statuses)
        answer = _nears(self.worst, statuses, start, end)
        agreed = self.best is self.worst or _nears(self.best, statuses, start, end) == answer
        return Known.of(answer) if agreed else Known.open(*self.missing)

    def witness(self, unit: str, aspect: str = "supply") -> tuple[Trace, ...]:
        """The lines that give a unit its state, drawn."""
        return tuple(leg.trace for leg in self.legs(unit, aspect))

    def legs(self, unit: str, aspect: str = "supply") -> tuple[Leg, ...]:
        """The lines that give a unit its state: its own to the source, then the source's own to an ultimate one."""
        sorted_ = self.worst.sorted_units(aspect)
        k = sorted_.index.get(unit, -1)
        if k < 0 or sorted_.rows[k] < 0:
            return ()
        rule = self.worst.table.state[int(sorted_.rows[k])]
        return tuple(unit_lines(self.worst, self.position.units[unit], rule, int(sorted_.sources[k])))

    def obstacles(self, unit: str, lines: tuple[str, ...] = (), most: int = 6) -> tuple[Obstacle, ...]:
        """The nearest hexes where lines from a unit broke, and why."""
        survey = self.worst
        entry = self.position.units[unit]
        i = self.position.network.index.get(entry.hex)
        if i is None:
            return ()
        sort = profile(survey, entry)
        found: list[Obstacle] = []
        for name in lines or tuple(survey.table.line):
            found += obstacles(survey, name, sort, i)
        found.sort(key=lambda obstacle: (obstacle.distance, obstacle.line, obstacle.hex))
        return tuple(found[:most])

    def connected(self, number: str, lines: tuple[str, ...], to: frozenset[str], nation: str = "") -> Known:
        """Whether any of these lines leads from a hex to something with one of these statuses."""
        i = self.position.network.index[number]
        return self._agreed(lambda survey: _leads_to(survey, i, lines, to, nation))

    def leads(self, number: str, lines: Iterable[str], ends: Iterable[str]) -> Known:
        """Whether any of these lines leads from a hex to one of certain hexes."""
        network = self.position.network
        goals = np.zeros(len(network), dtype=np.bool_)
        goals[[network.index[end] for end in ends]] = True
        start, names = network.index[number], tuple(lines)
        return self._agreed(lambda survey: any(bool(survey.traced(n, PLAIN, goals).starts[start]) for n in names))

    def raised(self, unit: str) -> tuple[str, ...]:
        """The states that a unit would be in if one more marker that betters supply lay in its hex."""
        levels = self.worst.sorted_units("supply").levels
        rows = [row for row in raises(self.position) if self.worst.when(row.when, opens=True)]
        states = [levels.index(state) for state in self.state(unit).states if state in levels]
        return tuple(dict.fromkeys(levels[max(at - row.by, 0)] for row in rows for at in states))

    def unfed(self, aspect: str = "supply", *, kindly: bool = False) -> Feeding:
        """Whether sources that feed only so much can feed all that depend on them; `kindly`: if what is open is kind."""
        return _feed(self.best if kindly else self.worst, aspect)

    def _agreed(self, ask: Callable[[Survey], bool]) -> Known:
        """Yes if it is so at its worst, no if not even at its best, open between."""
        # The worst is asked first: only then it is known whether its lines met anything unknown.
        if ask(self.worst):
            return YES
        return Known.open(*self.missing) if self.best is not self.worst and ask(self.best) else NO

    def _between(self, unit: str, aspect: str, ends: tuple[str, str]) -> tuple[str, ...]:
        """The states from the worst to the best that a unit may be in, as rules for such units or what raises them give."""
        rules = [rule for rule in self.worst.table.state if rule.aspect == aspect]
        raised = aspect == "supply" and bool(raises(self.position))
        entry = self.position.units[unit]
        possible = {rule.state for rule in rules if raised or rule.who.matches(entry)}
        levels = (*self.worst.sorted_units(aspect).levels, "")
        worst, best = (levels.index(end) for end in ends)
        return (ends[0], *(state for state in levels[best + 1 : worst][::-1] if state in possible), ends[1])


@dataclass(frozen=True, slots=True)
class Feeding:
    """The units that depend on limited sources, what they need, and how much of it can be fed at once."""

    units: tuple[str, ...]
    needed: Fraction
    fed: Fraction

    @property
    def words(self) -> str:
        """ "4 of 6 can be fed"."""
        return say("{fed} of {needed} can be fed", amount(self.fed), amount(self.needed))


def supply_table(position: Position) -> SupplyTable:
    """The pack's supply.toml."""
    return load_table(position.pack, "supply", SupplyTable)


@remembered(16)
def supply(position: Position, side: str) -> Supply:
    """The supply of a side: every unit's state, every source's statuses."""
    return Supply(position, side, _survey(position, side, Bound.WORST))


def turns_out(states: Iterable[tuple[int, str]], good: frozenset[str], period: int) -> int:
    """How many consecutive turns a unit has been out, from its states at the checks (number of the check, state).

    `period` checks make a turn; a state in `good` ends the count. 0 = not out at the last check.
    """
    first = last = None
    for check, state in states:
        if state in good:
            first = None
        elif first is None:
            first = check
        last = check
    return 0 if first is None or last is None else (last - first) // period + 1


@paused()
def _survey(
    position: Position,
    side: str,
    bound: Bound,
    *,
    without: frozenset[str] = frozenset(),
    certain: Mapping[LineQuery, Answer] = MappingProxyType({}),
) -> Survey:
    table = supply_table(position)
    survey = Survey(position, side, bound, certain=dict(certain), table=table, without=without)
    survey.settle()
    for aspect in {rule.aspect for rule in survey.table.state}:
        survey.sorted_units(aspect)
    return survey


def _has(survey: Survey, name: str, status: str, nation: str) -> bool:
    context = survey.context_of.get(nation, 0)
    held = survey.facts.get(status)
    if held is None:
        return False
    return any(
        held[survey.own_context(k, context), k]
        for k, spot in enumerate(survey.spots)
        if name in (spot.name, spot.key[1])
    )


def _held(survey: Survey, spots: Iterable[int], statuses: frozenset[str]) -> bool:
    context = survey.context_of.get("", 0)
    known = [survey.facts[status] for status in statuses if status in survey.facts]
    return any(bool(held[survey.own_context(k, context), k]) for k in spots for held in known)


def _nears(survey: Survey, statuses: frozenset[str], start: str, end: str) -> bool:
    network = survey.position.network
    sources = [i for i, spots in survey.spots_at.items() if _held(survey, spots, statuses)]
    near, far = ([network.distance(network.index[number], i) for i in sources] for number in (end, start))
    return bool(sources) and min(near) < min(far)


def _leads_to(survey: Survey, i: int, lines: tuple[str, ...], to: frozenset[str], nation: str) -> bool:
    seeds = survey.seeds(to, survey.context_of.get(nation, 0))
    return bool(seeds.any()) and any(bool(survey.traced(name, PLAIN, seeds).starts[i]) for name in lines)


def _feed(survey: Survey, aspect: str) -> Feeding:
    limit = survey.position.pack.figures_of(LimitedSources)
    limited = limit.statuses if limit is not None else frozenset()
    if not any(bool(survey.facts[status].any()) for status in limited & survey.facts.keys()):
        return Feeding((), Fraction(0), Fraction(0))
    other = _survey(survey.position, survey.side, survey.bound, without=limited)
    full, rest = survey.sorted_units(aspect), other.sorted_units(aspect)
    units = [survey.position.units[name] for name in full.index if full.state(name) != rest.state(name)]
    sizes = [unit_size(unit, "points") for unit in units]
    sources = [
        (k, Fraction(str(survey.spots[k].value(limit.value if limit is not None else "") or 0)))
        for k in np.flatnonzero(survey.holders(limited, 0)).tolist()
    ]
    lines = [name for rule in survey.table.state for link in rule.connected if link.to & limited for name in link.lines]
    scale = 12
    size = len(units) + len(sources) + 2
    capacity = np.zeros((size, size), dtype=np.int32)
    for u, unit in enumerate(units):
        capacity[0, u + 1] = int(sizes[u] * scale)
        for s, (k, _) in enumerate(sources):
            at = survey.network.index[unit.hex]
            sort = profile(survey, unit)
            if any(survey.joined(name, sort, at, survey.spots[k].at) for name in lines):
                capacity[u + 1, len(units) + 1 + s] = int(sizes[u] * scale)
    for s, (_, most) in enumerate(sources):
        capacity[len(units) + 1 + s, size - 1] = int(most * scale)
    flow = searches.flow(capacity) if units and sources else 0
    return Feeding(tuple(unit.id for unit in units), sum(sizes, Fraction(0)), Fraction(flow, scale))
