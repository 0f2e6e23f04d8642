"""Units given up for points: where that may be done, and for how many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.analysis.economy import told_number
from adjudicator.analysis.organization import reorganized
from adjudicator.analysis.situation import in_enemy_zone, joined
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import NationName, TagName
from adjudicator.packs.thunder_in_the_east.analysis.home import at_home
from adjudicator.record.acts import StepLoss
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount


class Refund(Table):
    """What a step of these units gives back."""

    who: Selector = EVERYONE
    """The units; the first entry that fits decides."""
    kind: str
    """The kind of point: "PP" of the unit's nation, or "EP" of its side. Example: `kind = "PP"`"""
    amount: Amount
    """How many for a step."""


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
    box: str = "force_pool"
    """The box into which they go. Example: `box = "pool"`"""


@dataclass(frozen=True, slots=True)
class _Step:
    """Steps of a unit that are given up, the unit as it stood."""

    unit: Unit
    steps: int


@check("campaign.demobilized", Demobilized, unseen="may excuse nearby")
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
    given = list(_given_up(record, terms))
    for each in given:
        yield from _may_not(record, terms, each.unit)
    yield from _too_much(record, terms, given)


def _given_up(record: PhaseRecord, terms: Demobilized) -> Iterator[_Step]:
    side = record.moment.phasing
    for hex_ in reorganized(record):
        for left in hex_.left:
            if not left.comes and left.unit.side == side and left.box == terms.box:
                yield _Step(left.unit, left.unit.steps)
    for act in record.of(StepLoss):
        for name in act.units:
            old, new = act.before.units[name], act.after.units[name]
            if old.side == side and old.hex and new.hex:
                yield _Step(old, old.steps - new.steps)


def _may_not(record: PhaseRecord, terms: Demobilized, unit: Unit) -> Iterator[Breach]:
    start, where = record.start, (unit.hex,)
    if terms.never.matches(unit):
        yield Breach(where, say("{unit} is demobilized, which such units never are", unit), (unit.id,))
        return
    if not at_home(start.network, terms.homes, unit.type.nation, unit.hex):
        yield Breach(
            where, say("{unit} is demobilized in {hex}, which is not its home territory", unit, unit.hex), (unit.id,)
        )
    near = in_enemy_zone(start, unit.side, unit.hex)
    yield Breach(
        where,
        say("{unit} is demobilized in {hex}, which is in an enemy zone of control", unit, unit.hex),
        (unit.id,),
        near,
    )
    cut = ~joined(start, unit.side, unit.hex, terms.lines)
    yield Breach(where, say("{unit} is demobilized where no line of communication leads", unit), (unit.id,), cut)


def _too_much(record: PhaseRecord, terms: Demobilized, given: list[_Step]) -> Iterator[Breach]:
    """More points taken back than the steps that were given up are worth; only where steps were given up."""
    due: dict[str, Fraction] = {}
    for each in given:
        row = next(row for row in terms.refunds if row.who.matches(each.unit))
        owner = each.unit.side if row.kind == "EP" else each.unit.type.nation
        pool = f"{row.kind}.{owner}"
        due[pool] = due.get(pool, Fraction(0)) + Fraction(row.amount) * each.steps
    for pool, worth in due.items():
        if pool not in record.start.values:
            continue
        risen = told_number(record.end, pool).minus(told_number(record.start, pool))
        because = say("{pool} grew by {risen}, and what was demobilized gives {worth}", pool, risen, amount(worth))
        yield Breach((), because, broken=~risen.at_most(Interval.of(worth)))
