"""Units given up for points: where that may be done, and for how many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.cards import may_be_carded
from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.analysis.movement.values import interval
from adjudicator.analysis.organization import reorganized
from adjudicator.analysis.resources import spending_table
from adjudicator.analysis.situation import in_enemy_zone, joined
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker, Unit
from adjudicator.model.vocabulary import MarkerKind, NationName, TagName
from adjudicator.packs.thunder_in_the_east.analysis.home import at_home
from adjudicator.record.acts import StepLoss
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.cell import chart
from adjudicator.terms.who import EVERYONE, Selector


class Points(Table):
    """What one step gives back."""

    kind: str
    """The kind of point: "PP" of the unit's nation, or "EP" of its side. Example: `kind = "PP"`"""
    amount: Amount
    """How many for a step."""


class Refund(Table):
    """What the steps of these units give back."""

    who: Selector = EVERYONE
    """The units; the first entry that fits decides."""
    steps: tuple[Points, ...]
    """What each step gives back, in the order in which they are built; the last entry counts for all further ones."""


class Chain(Table):
    """Markers of command that can be given up: their kinds, and by tag the chart's row that tells their cost."""

    kinds: frozenset[MarkerKind]
    """Their kinds. Example: `kinds = ["operational_hq_balanced"]`"""
    rows: tuple[str, ...]
    """Tags, each of which is a row of the chart. Example: `rows = ["strategic", "operational"]`"""
    chart: str
    """The chart. Example: `chart = "hq_cost"`"""
    columns: Mapping[str, str]
    """The chart's columns, by the kind of point. Example: `columns = { PP = "personnel", EP = "equipment" }`"""


POOL = "force_pool"
"""The box into which they go."""


class Ways(Table):
    """How units are given up."""

    exchanges: frozenset[str] = frozenset()
    """Exchanges of organization.toml that give up steps, by name. Example: `exchanges = ["demobilizing a Raised Army"]`"""
    air: Amount = 0
    """How many PPs a unit that flies gives back, out of whichever box it comes. Example: `air = 2`"""
    trades: Mapping[str, Points] = {}
    """Exchanges that disband units, by name, and what each brings the side at most."""


class Demobilized(Table):
    """Steps of the phasing side that go back to the Force Pool, or are turned over, in this phase."""

    homes: Mapping[NationName, TagName]
    """The tag of each nation's home territory. Example: `homes = { german = "germany" }`"""
    never: Selector
    """Units that cannot be given up."""
    lines: tuple[Connection, ...]
    """The line that must lead from the hex."""
    refunds: tuple[Refund, ...]
    """What a step gives back."""
    ways: Ways = Ways()
    """How they are given up."""
    command: Chain | None = None
    """Markers that can be given up, too."""


@dataclass(frozen=True, slots=True)
class _Given:
    """A piece that is given up as it stood: a unit with so many of its steps, or a marker."""

    piece: Unit | Marker
    nation: str
    steps: int = 0

    @property
    def side(self) -> str:
        return self.piece.side if isinstance(self.piece, Unit) else self.piece.type.side

    @property
    def ids(self) -> tuple[str, ...]:
        return (self.piece.id,) if isinstance(self.piece, Unit) else ()


def _untold(record: PhaseRecord, terms: Demobilized) -> str:
    """The points that something was given up for, where nobody tells them."""
    given = (*_units(record, terms), *_markers(record, terms), *_flying(record, terms))
    pools = [pool for each in given for pool, _ in _worth(record.start, terms, each)]
    return first_untold(pools, record.start.values) or first_untold(pools, record.end.values)


@check("campaign.demobilized", Demobilized, unseen="may excuse nearby", untold=_untold)
def given_up_at_home(record: PhaseRecord, terms: Demobilized) -> Iterator[Breach]:
    """Units are demobilized at home, in a line, and give back what their steps cost.

    Under: thunder_in_the_east, campaign
    Legal:    turn 2, Axis Special Reorganization Step; weather clear; season summer; 0521: ax.5inf/2;
              value PP.german 10; ax.5inf 0521>[force_pool]; value PP.german 11
    Illegal:  turn 2, Axis Special Reorganization Step; weather clear; season summer; 0521: ax.5inf/2;
              value PP.german 10; ax.5inf 0521>[force_pool]; value PP.german 12
    Illegal:  turn 2, Axis Special Reorganization Step; weather clear; season summer; 1517: ax.5inf/2;
              value PP.german 10; ax.5inf 1517>[force_pool]; value PP.german 11
    """
    given = [*_units(record, terms), *_markers(record, terms)]
    for each in given:
        yield from _may_not(record, terms, each)
    given += _flying(record, terms)
    yield from _too_much(record, terms, given)


def _units(record: PhaseRecord, terms: Demobilized) -> Iterator[_Given]:
    side = record.moment.phasing
    for hex_ in reorganized(record):
        for left in hex_.left:
            if not left.comes and left.unit.side == side and left.box == POOL:
                yield _Given(left.unit, left.unit.type.nation, left.unit.steps)
        for done in hex_.done:
            if done.exchange.name in terms.ways.exchanges:
                kept = sum(unit.steps for unit in done.came)
                for unit in done.given_up:
                    yield _Given(unit, unit.type.nation, unit.steps - kept)
    for act in record.of(StepLoss):
        for name in act.units:
            old, new = act.before.units[name], act.after.units[name]
            if old.side == side and old.hex and new.hex:
                yield _Given(old, old.type.nation, old.steps - new.steps)


def _flying(record: PhaseRecord, terms: Demobilized) -> Iterator[_Given]:
    """The units that fly and went out of a box into the pool."""
    for unit in record.start.units.values() if terms.ways.air else ():
        now = record.end.units.get(unit.id)
        pooled = now is not None and now.location == POOL != unit.location
        if pooled and unit.type.flies and unit.side == record.moment.phasing:
            yield _Given(unit, unit.type.nation, unit.steps)


def _markers(record: PhaseRecord, terms: Demobilized) -> Iterator[_Given]:
    """The markers of command that were on the map and lie in the box, or nowhere, when the phase ends."""
    for marker in record.start.markers.values() if terms.command else ():
        later = record.end.markers.get(marker.id)
        gone = later is None or (not later.hex and later.location == POOL)
        if terms.command and marker.hex and gone and marker.type.kind in terms.command.kinds:
            nation = next((name for name in terms.homes if name in marker.type.tags), "")
            if marker.type.side == record.moment.phasing:
                yield _Given(marker, nation)


def _may_not(record: PhaseRecord, terms: Demobilized, given: _Given) -> Iterator[Breach]:
    start, hex_ = record.start, given.piece.hex
    name = given.piece if isinstance(given.piece, Unit) else given.piece.type.name
    if isinstance(given.piece, Unit) and terms.never.matches(given.piece):
        yield Breach((hex_,), say("{unit} is demobilized, which such units never are", name), given.ids)
        return
    if not at_home(start.network, terms.homes, given.nation, hex_):
        because = say("{unit} is demobilized in {hex}, which is not its home territory", name, hex_)
        yield Breach((hex_,), because, given.ids)
    near = in_enemy_zone(start, given.side, hex_)
    because = say("{unit} is demobilized in {hex}, which is in an enemy zone of control", name, hex_)
    yield Breach((hex_,), because, given.ids, near)
    cut = ~joined(start, given.side, hex_, terms.lines)
    because = say("{unit} is demobilized where no line of communication leads", name)
    yield Breach((hex_,), because, given.ids, cut)


def _too_much(record: PhaseRecord, terms: Demobilized, given: list[_Given]) -> Iterator[Breach]:
    """More points of any kind taken back than what was given up is worth; only where something was given up."""
    due: dict[str, Interval] = {}
    for each in given:
        for pool, worth in _worth(record.start, terms, each):
            due[pool] = due.get(pool, ZERO).plus(worth)
    for pool, worth in _traded(record, terms):
        due[pool] = due.get(pool, ZERO).plus(worth)
    pools = spending_table(record.start).pool if due else {}
    own = {name for name, pool in pools.items() if pool.side == record.moment.phasing}
    for pool in sorted((own | set(due)) & set(record.start.values)):
        worth = due.get(pool, ZERO)
        risen = told_number(record.end, pool).minus(told_number(record.start, pool))
        because = say("{pool} grew by {risen}, and what was demobilized gives {worth}", pool, risen, worth)
        carded = NO if pool in due else may_be_carded(record)
        yield Breach((), because, broken=~risen.at_most(worth) & ~carded)


def _traded(record: PhaseRecord, terms: Demobilized) -> Iterator[tuple[str, Interval]]:
    """What exchanges bring at most that disband units of the phasing side, each with the pool that gets it."""
    side = record.moment.phasing
    for hex_ in reorganized(record):
        for done in hex_.done:
            points = terms.ways.trades.get(done.exchange.name)
            if points is not None:
                yield f"{points.kind}.{side}", Interval.of(Fraction(points.amount))


def _worth(position: Position, terms: Demobilized, given: _Given) -> Iterator[tuple[str, Interval]]:
    """The points that a piece gives back, each with the pool that gets them."""
    pools = {"PP": f"PP.{given.nation}", "EP": f"EP.{given.side}"}
    if isinstance(given.piece, Unit) and given.piece.type.flies:
        yield pools["PP"], Interval.of(Fraction(terms.ways.air))
    elif isinstance(given.piece, Unit):
        row = next(row for row in terms.refunds if row.who.matches(given.piece))
        for step in range(given.piece.steps - given.steps, given.piece.steps):
            points = row.steps[min(step, len(row.steps) - 1)]
            yield pools[points.kind], Interval.of(Fraction(points.amount))
    elif terms.command:
        rows = [row for row in terms.command.rows if row in given.piece.type.tags]
        for kind, column in terms.command.columns.items() if rows else ():
            cell = f"{terms.command.chart}.{rows[0]}.{column}"
            yield pools[kind], interval(chart(position.pack, cell, None), cell, Fraction(0))
