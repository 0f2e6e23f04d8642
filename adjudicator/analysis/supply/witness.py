"""Why a unit or place is supplied, line by line, and where its lines broke."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import numpy as np

from adjudicator.analysis.supply.line_terms import Block, Element
from adjudicator.analysis.supply.lines import PLAIN, Profile
from adjudicator.analysis.supply.passage import LineReach
from adjudicator.analysis.supply.survey import Survey
from adjudicator.analysis.supply.terms import StateRule
from adjudicator.findings import Trace
from adjudicator.lean import dataclass
from adjudicator.model.network import OPPOSITE, Bools
from adjudicator.model.units import Unit
from adjudicator.said import say
from adjudicator.words import amount


@dataclass(frozen=True, slots=True)
class Leg:
    """One element of a line of supply: what it runs over ("" = the source is in the hex), where to, its hexes.

    `length` is what counts against the element's limit, None where it has none.
    """

    element: str
    to: str
    hexes: tuple[str, ...]
    length: Fraction | None = None

    @property
    def words(self) -> str:
        """ "overland to Lwow, length 7"."""
        if not self.element:
            return say("in place, {to}", self.to)
        said = say("{element} {to}", self.element, self.to)
        return said if self.length is None else say("{said}, length {length}", said, amount(self.length))

    @property
    def trace(self) -> Trace:
        """The element as a line for the map."""
        return Trace("supply", self.hexes, self.words)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Where a line broke: the hex it could not enter, from where, and why."""

    line: str
    element: str
    hex: str
    before: str
    why: str
    distance: int


def profile(survey: Survey, unit: Unit) -> Profile:
    selectors = {who for name in survey.table.line for who in survey.profile_of(name)}
    return frozenset(who for who in selectors if who.matches(unit))


def unit_lines(survey: Survey, unit: Unit, rule: StateRule, source: int) -> Iterator[Leg]:
    at = survey.network.index[unit.hex]
    sort, context = profile(survey, unit), survey.context_of.get(unit.type.nation, 0)
    shown: set[tuple[str, int]] = set()
    if source >= 0:
        spot = survey.spots[source]
        row = next(
            row
            for row in survey.table.radius
            if row.name in rule.radius and survey.holders(row.statuses, context)[source]
        )
        seeds = np.zeros(len(survey.network), dtype=np.bool_)
        seeds[spot.at] = True
        reaches = [survey.traced(name, sort, seeds) for name in row.lines]
        yield from _first_way(survey, reaches, at, say("to {name}", spot.name))
        status = next(status for status in sorted(row.statuses) if survey.facts[status][context][source])
        yield from fact_lines(survey, status, context, source, shown)
        return
    for connection in rule.connected:
        seeds = survey.seeds(connection.to, context)
        if not seeds.any():
            continue
        reaches = [survey.traced(name, sort, seeds) for name in connection.lines]
        ways = list(_first_way(survey, reaches, at, say("to a source")))
        yield from ways
        end = survey.network.index[ways[-1].hexes[-1]] if ways else at
        yield from _onward(survey, connection.to, context, end, shown)


def fact_lines(survey: Survey, status: str, context: int, k: int, shown: set[tuple[str, int]]) -> Iterator[Leg]:
    """The lines of a spot's status, then those of whatever it leans on; each once."""
    if (status, k) in shown:
        return
    shown.add((status, k))
    fact = survey.why.get((status, survey.own_context(k, context), k))
    if fact is None:
        return
    spot = survey.spots[k]
    if fact.rule.at:
        yield from _onward(survey, fact.rule.at, context, spot.at, shown)
    lines = list(fact.lines)
    for connection in fact.rule.connected:
        count = len(connection.lines)
        reaches, lines = lines[:count], lines[count:]
        if connection.another or connection.least > 1:
            reaches = [_but(survey, reach, k) for reach in reaches]
        ways = list(_first_way(survey, reaches, spot.at, say("{name}: {status}", spot.name, status)))
        yield from ways
        end = survey.network.index[ways[-1].hexes[-1]] if ways else spot.at
        yield from _onward(survey, connection.to, context, end, shown)


def _but(survey: Survey, reach: LineReach, k: int) -> LineReach:
    at = survey.spots[k].at
    if not reach.seeds[at]:
        return reach
    seeds = reach.seeds.copy()
    seeds[at] = False
    other = survey.traced(reach.line, PLAIN, seeds) if seeds.any() else reach
    return other if other.starts[at] else reach


def _onward(
    survey: Survey, statuses: Iterable[str], context: int, at: int, shown: set[tuple[str, int]]
) -> Iterator[Leg]:
    for status in sorted(statuses):
        held = survey.facts.get(status)
        if held is None:
            continue
        for k in np.flatnonzero(held[context]).tolist():
            if survey.spots[k].at == at:
                yield from fact_lines(survey, status, context, k, shown)
                return


def _first_way(survey: Survey, reaches: Iterable[LineReach], at: int, label: str) -> Iterator[Leg]:
    for reach in reaches:
        if not reach.starts[at]:
            continue
        ways = reach.way(at)
        for element, hexes, length in ways:
            yield Leg(element.name, label, survey.network.numbers(hexes), length if element.lengths else None)
        if not ways:
            yield Leg("", label, (survey.network.number(at),))
        return


def obstacles(survey: Survey, name: str, profile: Profile, start: int) -> Iterator[Obstacle]:
    """The border of what the first element of a line can reach from a hex."""
    network, line = survey.network, survey.table_line(name)
    element = line.elements[0]
    passage = survey.passage(name, 0, profile)
    blocks = list(survey.blocks(element, profile))
    if not passage.inner[start] and not passage.starts[start] and not passage.ends[start]:
        yield Obstacle(name, element.name, network.number(start), network.number(start), _reason(blocks, start), 0)
        return
    inside = {start}
    queue = [start]
    seen: set[int] = set()
    for i in queue:
        for direction in range(6):
            j = int(network.neighbours[i, direction])
            if j < 0 or j in inside or j in seen:
                continue
            across = j, OPPOSITE[direction]
            begins = i == start and passage.first_step.edges[across]
            crossed = passage.edges[across] or begins
            if crossed and passage.inner[j]:
                inside.add(j)
                queue.append(j)
                continue
            why = _reason(blocks, j) if crossed else _shut(survey, element, i, direction)
            if why:
                seen.add(j)
                yield Obstacle(
                    name, element.name, network.number(j), network.number(i), why, network.distance(start, j)
                )


def _reason(blocks: list[tuple[Block, Bools]], i: int) -> str:
    for block, hexes in blocks:
        if hexes[i]:
            return block.why or say("blocked by {feature}", block.by)
    return say("closed ground")


def _shut(survey: Survey, element: Element, i: int, direction: int) -> str:
    for barrier in element.closed:
        if barrier.edges.fits(survey.ground, survey.side, i, direction).possible:
            return barrier.why or say("closed hexside")
    return ""
