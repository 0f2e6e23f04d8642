"""Retreats that go where none may go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.beneath import as_shown
from adjudicator.analysis.combat.battles import must_retreat
from adjudicator.analysis.combat.odds import Battle, battle
from adjudicator.analysis.combat.retreat import choices, may_slip_through, retreats, slipped
from adjudicator.analysis.combat.retreat_rule import by_result, retreat_rule, series_retreat
from adjudicator.analysis.combat.retreat_ways import Doubts, Retreated, retreat_loss, shut, tires
from adjudicator.analysis.movement.walker import Walker
from adjudicator.checks.registry import check
from adjudicator.findings import Finding, Trace
from adjudicator.lean import replace
from adjudicator.model.interval import ZERO, Bound, Interval
from adjudicator.model.known import NO, YES, Known, all_of, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Retreat
from adjudicator.said import quoted, say, strung
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, counted, listed, one_of


class RetreatTerms(Table):
    """Whose retreats; how far and at what loss is in the pack's movement.toml.

    Under the option `overruns` a retreat may go into enemies that the retreating units, after what zones cost them, have
    ten times the strength of.
    """

    attackers: bool = True
    """Whether anybody retreats in a phase of his own side: false where results send back only those who were attacked."""
    who: Selector = EVERYONE
    """The units whose retreats are judged. Example: `who = { any_tags = ["rail_only"] }`"""
    overruns: str = ""
    """The optional rule under which retreats run over enemies; none, if left out. Example: "retreat_overruns"."""


OVERWHELMING = Fraction(10)


@check("combat.retreat", RetreatTerms, acts=("retreat",))
def retreats_as_it_must(act: Act, terms: RetreatTerms) -> Iterator[Finding]:
    """A retreat has its length, its direction and its price.

    Legal:    turn 2, French combat; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf; retreat au.1inf 0804-0803-0802
    Illegal:  turn 2, French combat; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf; retreat au.1inf 0804-0803
    """
    if not isinstance(act, Retreat) or len(act.path) < 2:
        return
    if terms.overruns in act.before.pack.options and _enemies(act):
        if any(terms.who.matches(act.before.unit(name)) for name in act.units):
            yield from _overrunning(act)
        return
    found = [[*_judged(replace(act, before=before), terms)] for before in by_result(act.before, act.path[0])]
    sure = [any(each.broken.is_yes for each in breaches) for breaches in found]
    if all(sure) or len(found) == 1:
        yield from found[0]
    elif all(found):  # wrong whatever the result was, but perhaps only with one of them
        missing = {datum for breaches in found for each in breaches for datum in each.broken.missing}
        yield from (replace(each, broken=Known.open(*sorted(missing))) for each in found[0])
    elif any(found):
        words = say("{units} {path}", listed(map(act.before.unit, act.units)), "-".join(act.path))
        because = say("{words}: whether that is a retreat as it must be hangs on the result, which nobody told", words)
        told = Known.open(say("the result of the attack on {hex}", act.path[0]))
        yield Finding(act.path[-1:], because, act.units, told)


def _judged(act: Retreat, terms: RetreatTerms) -> Iterator[Finding]:
    for name in act.units:
        unit = act.before.unit(name)
        if act.path[0] not in act.before.network.index or not terms.who.matches(unit):
            continue
        if not must_retreat(act.before, unit):
            continue  # what becomes of it instead is a rule of its own
        if not terms.attackers and unit.side == act.moment.phasing:
            because = say(
                "{unit} retreats in the phase of its own side: only those who were attacked are sent back", unit
            )
            yield Finding((act.path[-1],), because, (name,))
            continue
        ways = retreats(act.before, unit, act.path[0])
        trace = Trace("path", act.path, quoted("retreat"))
        closed = ~ways.leads_to(act.path[-1])
        fault, wrong = _fault(act, unit) if act.exact and not closed.is_yes else ("", NO)
        if closed.is_yes or (closed.is_open and not wrong.is_yes):
            shut = strung((_closed(act, unit), _instead(ways.perhaps)))
            because = say("{unit} retreats to {end}, which is not open: {shut}", unit, act.path[-1], shut)
            yield Finding((act.path[-1],), because, (name,), closed, traces=(trace,))
        elif wrong.possible:
            yield Finding(
                (act.path[-1],),
                say("{unit} retreats {path}: {fault}", unit, "-".join(act.path), fault),
                (name,),
                wrong,
                traces=(trace,),
            )
        elif lost_in := _lost_in(act, unit) if act.exact else ways.sure[act.path[-1]].lost_in:
            cheaper = ~_loses(act, unit) if act.exact else ways.agreed(lambda found: not found[act.path[-1]].lost_in)
            broken = ~(_slips_through(act, unit, lost_in) | cheaper)
            loses = (
                say(", which costs {steps}", counted(len(lost_in), "step"))
                if broken.is_yes
                else say(", which may cost a step")
            )
            because = say("{unit} retreats through an enemy zone in {lost_in}{loses}", unit, listed(lost_in), loses)
            yield Finding((act.path[-1],), because, (name,), broken, owed=True, traces=(trace,))
        elif (tired := tires(act.before, unit, act.path[0])).possible:
            because = say("{unit} retreats from {start}, which costs it a step wherever it goes", unit, act.path[0])
            yield Finding((act.path[-1],), because, (name,), tired, owed=True, traces=(trace,))


def _closed(act: Act, unit: Unit) -> str:
    """Why the end of a retreat is open to no retreat."""
    position, end = act.before, act.path[-1]
    network, rule = position.network, retreat_rule(position)
    fault, wrong = _fault(act, unit) if act.exact else ("", NO)
    if wrong.is_yes or (fault and series_retreat(position).onward):
        return fault
    if any(other.side != unit.side for other in position.at(end)):
        return say("an enemy unit is in it")
    if rule is None or end not in network.index:
        return say("no retreat leads there")
    far = network.distance(network.index[act.path[0]], network.index[end])
    if far < rule.away:
        return say(
            "it is {hexes} from {start}, and a retreat ends {away} away", counted(far, "hex"), act.path[0], rule.away
        )
    if far > rule.hexes > 0:
        return say(
            "it is {hexes} from {start}, and a retreat goes {distance}", counted(far, "hex"), act.path[0], rule.hexes
        )
    if rule.room or rule.zones == "closed":
        return say(
            "terrain, enemies, their zones or full stacks close every way of {hexes} to it", counted(rule.hexes, "hex")
        )
    return say("terrain or enemy units close every way of {hexes} to it", counted(rule.hexes, "hex"))


def _instead(ways: Mapping[str, Retreated]) -> str:
    found = sorted(ways)
    return say("; open are {found}", one_of(found)) if found else say("; it has no retreat, and is lost")


def _lost_in(act: Act, unit: Unit) -> tuple[str, ...]:
    """The hexes of a declared path that cost a step, or may."""
    return tuple(number for number, loss in _losses(act, unit) if loss.high)


def _loses(act: Act, unit: Unit) -> Known:
    """Whether a declared path costs a step."""
    return any_of(~loss.at_most(ZERO) for _, loss in _losses(act, unit))


def _losses(act: Act, unit: Unit) -> Iterator[tuple[str, Interval]]:
    position = as_shown(act)
    for count, number in enumerate(act.path[1:]):
        yield number, retreat_loss(position, position.unit(unit.id), number, first=count == 0, start=act.path[0])


def _fault(act: Act, unit: Unit) -> tuple[str, Known]:
    """What is wrong with a declared path whose end is open to a retreat, "" if nothing; and whether it is."""
    rule, besides = retreat_rule(act.before), series_retreat(act.before)
    if besides.onward:
        worst, best = Doubts(Bound.WORST), Doubts(Bound.BEST)
        fault, kindly = _onward_fault(act, unit, worst), _onward_fault(act, unit, best)
        return fault or kindly, Known.of(bool(fault)) if bool(fault) == bool(kindly) else Known.open(
            *sorted(worst.missing)
        )
    if rule is not None and len(act.path) - 1 != rule.hexes and not besides.past:
        return say("that is {hexes}, and a retreat goes {distance}", counted(len(act.path) - 1, "hex"), rule.hexes), YES
    found = [_step_fault(act, unit, count) for count in range(1, len(act.path))]
    perhaps = (each for each in found if each[1].possible)
    return next((each for each in found if each[1].is_yes), next(perhaps, ("", NO)))


def _step_fault(act: Act, unit: Unit, count: int) -> tuple[str, Known]:
    """What is wrong with one step of a declared path, the first being 1; and whether it is."""
    position, one, other = act.before, *act.path[count - 1 : count + 1]
    index = position.network.index
    walker = Walker(position, unit, "retreat", act.path[0], roads=False)
    if one not in index or other not in index or index[other] not in {j for j, _ in walker.exits(index[one])}:
        return say("{other} does not adjoin {one}", other, one), YES
    if any(enemy.side != unit.side for enemy in position.at(other)):
        return say("an enemy unit is in {other}", other), YES
    closed = ~walker.enterable(index[one], index[other])
    zoned = shut(position, unit, other, act.path[0], first=count == 1)
    if zoned.is_yes or closed.is_no:
        return say("{other} is in an enemy zone", other), zoned
    return say("terrain or a prohibition closes the way from {one} to {other}", one, other), closed | zoned


def _onward_fault(act: Act, unit: Unit, doubts: Doubts) -> str:
    """A retreat that goes on from where it would be too crowded, and from nowhere else."""
    for count, number in enumerate(act.path[1:], 1):
        here = next((each for each in choices(act.before, unit, act.path[:count], doubts) if each.hex == number), None)
        last = count == len(act.path) - 1
        if here is None:
            return say("enemies, zones or terrain close {hex}, or a better hex is open", number)
        if here.goes_on and last:
            return say("too many would stand in {hex}, so it goes on", number)
        if not here.goes_on and not last:
            return say("there is room in {hex}, so it goes no farther", number)
    return ""


def _slips_through(act: Act, unit: Unit, lost_in: tuple[str, ...]) -> Known:
    """Whether the unit slips through these zones by a die, if it may try to."""
    may = all_of(may_slip_through(act.before, unit, number, act.path[0]) for number in lost_in)
    return may & slipped(act.before, act)


def _enemies(act: Act) -> bool:
    sides = {act.before.unit(name).side for name in act.units}
    return any(other.side not in sides for other in act.before.at(act.path[-1]))


def _overrunning(act: Act) -> Iterator[Finding]:
    """A retreat into enemies: the strength left to the units, against what they run over."""
    worst, best = Doubts(Bound.WORST), Doubts(Bound.BEST)
    found, kindly = _onslaught(act, worst), _onslaught(act, best)
    enough, perhaps = _overwhelms(found), _overwhelms(kindly)
    if enough.truth is not perhaps.truth:
        enough = Known.open(*sorted(worst.missing), *enough.missing, *perhaps.missing)
    words = found.words if found else say("nobody is left to run them over")
    due = say("a retreat into enemies must have {least} times their strength", amount(OVERWHELMING))
    reasons = found.reasons if found else ()
    yield Finding(act.path[-1:], say("{words}; {due}", words, due), act.units, (~enough).because_of(reasons))


def _overwhelms(found: Battle | None) -> Known:
    return found.overwhelms(OVERWHELMING) if found is not None else NO


def _onslaught(act: Act, doubts: Doubts) -> Battle | None:
    """The battle of retreating units, after what the last zone costs them, against those they run over; None if all die."""
    target, origin = act.path[-1], act.path[-2]
    units = []
    for name in act.units:
        unit = act.before.moved(name, origin).unit(name)
        loss = doubts.cost(retreat_loss(act.before, unit, target, first=len(act.path) == 2, start=origin))
        if not loss or unit.face + loss < len(unit.type.faces):
            units.append(replace(unit, face=unit.face + loss))
    return battle(act.before, units, target) if units else None
