"""Attacks in the Arctic, which cost resource points: 30 of Fire in the East, 29 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.movement.terms import Slowed
from adjudicator.analysis.resources import lying_points
from adjudicator.analysis.situation import fits_any
from adjudicator.checks.articles import article, has_figures, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.packs.europa.rules._points import JOINED_TO_A_POINT, RESOURCE, points_of, with_spent
from adjudicator.record.acts import Attack, Declaration
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector

ARCTIC = Where(tags=frozenset({"arctic"}))
SLOWED = Slowed(
    ARCTIC,
    times=2,
    modes=frozenset({"ground", "administrative", "rail"}),
    who=Selector(without_tags=frozenset({"mountain"})),
    why=say("halved from where it enters the Arctic"),
)
has_figures(__name__, "fire_in_the_east", SLOWED)
ASHORE = Selector(without_tags=frozenset({"afloat"}))


def _attacks(record: PhaseRecord) -> Iterator[Attack]:
    return (act for act in record.of(Attack) if not isinstance(act, Declaration))


@article(
    printed("fire_in_the_east", "30.5", covers=("30.7",), figures=True, title="Resource point per Arctic attack"),
    printed("sudden_storm", "29.e", figures=False, title="Arctic attack cost"),
    when=("combat",),
    area="combat",
    acts=("attack",),
    whole_turn=True,
)
def point_for_each_arctic_attack(record: PhaseRecord, where_they_set_out: bool) -> Iterator[Finding]:
    """An attack in the Arctic costs a resource point.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/1510: fi.1inf, +rp.ax1; 1B/1509: so.10rif;
              attack 1B/1509: fi.1inf; lift +rp.ax1 1B/1510
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/1510: fi.1inf, +rp.ax1; 1B/1509: so.10rif;
              attack 1B/1509: fi.1inf
    """
    attacks = [(act.before.unit(act.units[0]).side, act) for act in _attacks(record) if act.units]
    for side in sorted({side for side, _ in attacks}):
        costs = [(act, _costs_a_point(act)) for each, act in attacks if each == side]
        if where_they_set_out:
            costs = [(act, known & ~_paid_before(record, act)) for act, known in costs]
        due = sum_of(Interval.one_if(known) for _, known in costs)
        old, new = (points_of(at, side) for at in (record.start, record.end))
        paid = Interval.of(max(old - new, Fraction(0)))
        because = say("what attacks cost in points: {due}; what was spent: {paid}", due, paid)
        hexes = tuple(dict.fromkeys(act.path[0] for act, known in costs if known.possible))
        yield Finding(hexes, because, (), ~paid.at_least(due), excuse=Excuse())


def _costs_a_point(act: Attack) -> Known:
    """Whether an attack costs a point: an attacker stands in the Arctic; of one into it from elsewhere nobody can tell."""
    index, ground = act.before.network.index, ground_at(act.before)
    starts = {act.before.unit(name).hex for name in act.units}
    out_of = any_of(ARCTIC.fits(ground, index[number]) for number in starts if number in index)
    into = any_of(ARCTIC.fits(ground, index[number]) for number in act.path)
    if out_of.is_yes or into.is_no:
        return out_of
    return Known.open(say("whether an attack out of a hex that is not such, into one that is, costs a point"))


def _paid_before(record: PhaseRecord, act: Attack) -> Known:
    """30.7: whether a point was spent where somebody set out who lands or drops in this player turn, and attacks."""
    return any_of(_paid_where_it_set_out(record, act.before.unit(name)) for name in act.units)


def _paid_where_it_set_out(record: PhaseRecord, unit: Unit) -> Known:
    turn = record.with_earlier()
    origins = {act.path[0] for act in turn.called(("landing", "airlift")) if unit.id in act.units}
    if origins:
        was, now = (lying_points(at, RESOURCE, unit.side) for at in (turn.start, record.start))
        return Known.of(any(was.get(number, 0) > now.get(number, 0) for number in origins))
    fresh = unit.has("landed") or unit.has("fresh_drop")
    return Known.open(say("whether a point was spent where {unit} set out", unit)) if fresh else NO


def _in_the_arctic(position: Position, unit: Unit) -> Known:
    """Whether a unit stands in the Arctic, and ashore."""
    i = position.network.index.get(unit.hex)
    return NO if i is None or not ASHORE.matches(unit) else ARCTIC.fits(ground_at(position), i)


@article(
    printed("fire_in_the_east", "30.6", covers=("30.7",), figures=True, title="Link to the resource point"),
    printed("sudden_storm", "29.el", covers=("29.e",), figures=False, title="Arctic attack line"),
    when=("combat",),
    area="combat",
    unseen="may excuse nearby",
    acts=("attack",),
    whole_turn=True,
    met=lambda record, _: any(
        _in_the_arctic(record.start, act.before.unit(name)).possible for act in record.of(Attack) for name in act.units
    ),
)
def line_to_the_resource_point(record: PhaseRecord, where_they_set_out: bool) -> Iterator[Finding]:
    """Who attacks in the Arctic has an overland line to a resource point.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/1510: fi.1inf, +rp.ax1; 1B/1509: so.10rif;
              lift +rp.ax1 1B/1510; attack 1B/1509: fi.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/1510: fi.1inf; 1B/1509: so.10rif; attack 1B/1509: fi.1inf
    """
    for act in _attacks(record):
        position = with_spent(record.start, act.before)
        for unit in (act.before.unit(name) for name in act.units):
            asked = _in_the_arctic(position, unit)
            lacks = asked if asked.is_no else asked & ~fits_any(position, unit.side, unit.hex, (JOINED_TO_A_POINT,))
            if where_they_set_out and lacks.possible:
                lacks &= ~_paid_where_it_set_out(record, unit)
            if lacks.possible:
                because = say("{unit} attacks from {hex}, and no line leads to a resource point", unit, unit.hex)
                yield Finding((unit.hex,), because, (unit.id,), lacks)
