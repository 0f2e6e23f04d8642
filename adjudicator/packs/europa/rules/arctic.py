"""Attacks in the Arctic, which cost resource points: 30 of Fire in the East, 29 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.movement.terms import Slowed
from adjudicator.analysis.situation import fits_any
from adjudicator.checks.articles import article, has_figures, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.packs.europa.rules._points import JOINED_TO_A_POINT, points_of, with_spent
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
    printed("fire_in_the_east", "30.5", title="Resource point per Arctic attack"),
    printed("sudden_storm", "29.e", title="Arctic attack cost"),
    when=("combat",),
    area="combat",
    acts=("attack",),
)
def point_for_each_arctic_attack(record: PhaseRecord) -> Iterator[Finding]:
    """An attack in the Arctic costs a resource point.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/1510: fi.1inf, +rp.ax1; 1B/1509: so.10rif;
              attack 1B/1509: fi.1inf; lift +rp.ax1 1B/1510
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/1510: fi.1inf, +rp.ax1; 1B/1509: so.10rif;
              attack 1B/1509: fi.1inf
    """
    attacks = [(act.before.unit(act.units[0]).side, act) for act in _attacks(record) if act.units]
    for side in sorted({side for side, _ in attacks}):
        costs = [(act, _costs_a_point(act)) for each, act in attacks if each == side]
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


def _in_the_arctic(position: Position, unit: Unit) -> Known:
    """Whether a unit stands in the Arctic, and ashore."""
    i = position.network.index.get(unit.hex)
    return NO if i is None or not ASHORE.matches(unit) else ARCTIC.fits(ground_at(position), i)


@article(
    printed("fire_in_the_east", "30.6", title="Link to the resource point"),
    printed("sudden_storm", "29.el", covers=("29.e",), title="Arctic attack line"),
    when=("combat",),
    area="combat",
    unseen="may excuse nearby",
    acts=("attack",),
    met=lambda record: any(
        _in_the_arctic(record.start, act.before.unit(name)).possible for act in record.of(Attack) for name in act.units
    ),
)
def line_to_the_resource_point(record: PhaseRecord) -> Iterator[Finding]:
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
            if lacks.possible:
                because = say("{unit} attacks from {hex}, and no line leads to a resource point", unit, unit.hex)
                yield Finding((unit.hex,), because, (unit.id,), lacks)
