"""Attacks that cost a point which nobody spent."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import standing
from adjudicator.analysis.resources import lying_points
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Attack, Declaration
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where


class PointEach(Table):
    """Every attack made from such hexes costs its side one point."""

    where: Where
    """The hexes from which attacks cost a point; of an attack into one from elsewhere nobody can tell."""
    kinds: frozenset[MarkerKind]
    """Kinds of marker that are points, each worth its value."""


@check("combat.points", PointEach, unseen="may excuse", acts=("attack",))
def pays_for_each_attack(record: PhaseRecord, terms: PointEach) -> Iterator[Breach]:
    """Attacks in some places cost a point each, however many units take part.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/1510: fi.1inf, +rp.ax1; 1B/1509: so.10rif;
              attack 1B/1509: fi.1inf; lift +rp.ax1 1B/1510
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/1510: fi.1inf, +rp.ax1; 1B/1509: so.10rif;
              attack 1B/1509: fi.1inf
    """
    attacks = [act for act in record.of(Attack) if not isinstance(act, Declaration) and act.units]
    for side in sorted({act.before.unit(act.units[0]).side for act in attacks}):
        own = [act for act in attacks if act.before.unit(act.units[0]).side == side]
        due = sum_of(Interval.one_if(_costs(act, terms)) for act in own)
        paid = _spent(record.start, record.end, side, terms)
        words = say("what attacks cost in points: {due}; what was spent: {paid}", due, paid)
        hexes = tuple(dict.fromkeys(act.path[0] for act in own if _costs(act, terms).possible))
        yield Breach(hexes, words, (), ~paid.at_least(due), excuse=Excuse())


def _costs(act: Attack, terms: PointEach) -> Known:
    """Whether an attack costs a point: an attacker stands in such a hex."""
    index, ground = act.before.network.index, standing(act.before)
    starts = {act.before.unit(name).hex for name in act.units}
    out_of = any_of(terms.where.fits(ground, index[each]) for each in starts if each in index)
    into = any_of(terms.where.fits(ground, index[each]) for each in act.path)
    if out_of.is_yes or into.is_no:
        return out_of
    return Known.open(say("whether an attack out of a hex that is not such, into one that is, costs a point"))


def _spent(before: Position, after: Position, side: str, terms: PointEach) -> Interval:
    old, new = (lying_points(position, terms.kinds, side) for position in (before, after))
    gone = sum(old.values(), ZERO.low) - sum(new.values(), ZERO.low)
    return Interval.of(max(gone, ZERO.low))
