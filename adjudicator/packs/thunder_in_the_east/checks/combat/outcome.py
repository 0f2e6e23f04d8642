"""Battles whose result was not carried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from adjudicator.analysis.combat.battles import Fought, fights, has_retreat, led_by_the_other, stays
from adjudicator.analysis.losses import arrivals
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Bound
from adjudicator.model.known import NO, Known, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Advance, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.who import Selector
from adjudicator.words import counted, listed

DROPPED = "airdrop"
"""The kind of marker that stands for dropped troops."""


class Way(Table):
    """One way to carry out a result: steps lost on each side (-1 = every defender gone), retreat, how many advance.

    `advance` -1 = as many as will. With `remnants` false nothing takes the place of a unit that is gone, but for units
    that fit `spared`. What a retreat costs besides is another rule's.
    """

    defenders: int = 0
    """Steps that the defenders lose; -1: every defender is gone."""
    attackers: int = 0
    """Steps that the attackers lose."""
    retreat: bool = False
    """Whether the defenders retreat."""
    by: Literal["", "own", "enemy"] = ""
    """Whose player chooses the way of the retreat: the defender's own, or the enemy's; left out: either. Example: `by = "own"`"""
    advance: int = 0
    """How many attackers advance; -1: as many as will."""
    remnants: bool = True
    """Whether something may take the place of a unit that is gone."""
    spared: Selector | None = None
    """Units that may take its place all the same. Example: `spared = { tags = ["remnant"] }`"""

    @property
    def words(self) -> str:
        """ "the attackers lose 1 step, the defenders retreat"."""
        parts = [say("every defender is eliminated")] if self.defenders < 0 else []
        parts += [say("the defenders lose {steps}", counted(self.defenders, "step"))] if self.defenders > 0 else []
        parts += [say("the attackers lose {steps}", counted(self.attackers, "step"))] if self.attackers else []
        parts += [say("the defenders retreat")] if self.retreat else []
        parts += [say("nobody advances")] if parts and not self.advance else []
        return listed(parts) or say("nothing happens")


class Outcome(Table):
    """What follows the result `result`: one of `ways`, as the player concerned chooses."""

    result: str
    """The result, as the table has it."""
    ways: tuple[Way, ...]
    """What follows it: one of these, as the player concerned chooses."""


def _came_up(record: PhaseRecord, terms: Outcome) -> bool:
    return any(fought.result == terms.result for fought in fights(record))


@check("combat.outcome", Outcome, acts=("attack",), met=_came_up)
def carried_out(record: PhaseRecord, terms: Outcome) -> Iterator[Breach]:
    """What the result of an attack orders is done before the next attack.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.20a;
              attack 1817: ax.24pz result=AP
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.20a;
              attack 1817: ax.24pz result=AL
    """
    for fought in fights(record):
        if fought.result != terms.result:
            continue
        doomed = _doomed(fought)
        told = unless_missing(
            *(name for answer in doomed.values() for name in answer.missing), *fought.toll.most.missing
        )
        for bound in (Bound.BEST, Bound.WORST) if told.is_open else (Bound.BEST,):
            faults = [_fault(fought, way, doomed, bound) for way in terms.ways]
            if all(faults):
                ordered = strung((way.words for way in terms.ways), say("; or that "))
                wrong = strung(faults, say("; by the other way "))
                names = tuple(unit.id for unit in fought.defenders)
                yield Breach(
                    (fought.hex,),
                    say("{result} orders that {ordered}. But {wrong}", terms.result, ordered, wrong),
                    names,
                    told,
                )
                break


def _doomed(fought: Fought) -> dict[str, Known]:
    """Whether each defender had nowhere to go, if it had to go back."""
    before = fought.attack.before
    return {unit.id: NO if stays(before, unit) else ~has_retreat(before, unit) for unit in fought.defenders}


def _fault(fought: Fought, way: Way, doomed: Mapping[str, Known], bound: Bound) -> str:
    """What does not fit a way, "" if all does; what is open about retreats is taken by the bound."""
    return _losses(fought, way, doomed, bound) or _retreats(fought, way) or _followed(fought, way)


def _losses(fought: Fought, way: Way, doomed: Mapping[str, Known], bound: Bound) -> str:
    lost_for = {name for name, answer in doomed.items() if way.retreat and bound.allows(answer)}
    counted_in = tuple(unit.id for unit in fought.defenders if unit.id not in lost_for or not fought.left(unit.id))
    most = bound.purse(fought.toll.most)
    if way.defenders < 0:
        left = [str(unit) for unit in fought.defenders if not fought.left(unit.id)]
        if left:
            return (
                say("{left} is still on the map", listed(left))
                if len(left) == 1
                else say("{left} are still on the map", listed(left))
            )
    elif not way.defenders <= (lost := fought.lost(counted_in)) <= way.defenders + most:
        beyond = say(", {words} besides", fought.toll.words) if most else ""
        return say("the defenders lost {steps} ({defenders} due{beyond})", counted(lost, "step"), way.defenders, beyond)
    lost = fought.lost(fought.attackers)
    if not lost <= way.attackers <= lost + _dropped(fought):
        return say("the attackers lost {steps} ({attackers} due)", counted(lost, "step"), way.attackers)
    return ""


def _dropped(fought: Fought) -> int:
    """How many of the attackers' dropped markers left the hex: each may have been a step lost (105.1)."""
    before = fought.attack.before
    own = {before.unit(name).side for name in fought.attackers}
    return sum(
        marker.type.kind == DROPPED and marker.type.side in own and marker.id not in fought.end.markers
        for marker in before.markers_at(fought.hex)
    )


def _retreats(fought: Fought, way: Way) -> str:
    before = fought.attack.before
    retreated = {name for act in fought.acts if isinstance(act, Retreat) for name in act.units}
    for unit in _there(fought):
        now = (
            fought.end.unit(unit.id) if way.defenders else unit
        )  # a loss before the retreat may make it one that stays
        if not (stays(before, unit) or stays(before, now)) and way.retreat != (unit.id in retreated):
            return say("{unit} did not retreat", unit) if way.retreat else say("{unit} retreated", unit)
    led = (led_by_the_other(act, way.by) for act in fought.withdrawals) if way.retreat and way.by else ()
    if wrong := next(filter(None, led), ""):
        return wrong
    if fled := [str(before.units[name]) for name in fought.attackers if name in retreated]:
        return say("{fled} retreated, and attacked", listed(fled))
    return ""


def _there(fought: Fought) -> tuple[Unit, ...]:
    """The defenders that are left, and what came in the place of others."""
    sides = {unit.side for unit in fought.defenders}
    came = [each.name for each in arrivals(fought.record, sides) if each.hex == fought.hex]
    heirs = tuple(fought.end.unit(name) for name in came if not fought.left(name))
    return (*(unit for unit in fought.defenders if not fought.left(unit.id)), *heirs)


def _followed(fought: Fought, way: Way) -> str:
    """What came into the places of units: others of their side, or attackers that advanced."""
    before = fought.attack.before
    came = [fought.end.unit(each.name) for each in arrivals(fought.record, {unit.side for unit in fought.defenders})]
    instead = [str(unit) for unit in came if way.spared is None or not way.spared.matches(unit)]
    if instead and not way.remnants:
        return say("{instead} took the place of a unit that is gone", listed(instead))
    own = {before.unit(name).side for name in fought.attackers}
    advanced = {name for act in fought.acts if isinstance(act, Advance) for name in act.units}
    many = [name for name in advanced if fought.end.unit(name).side in own]
    if 0 <= way.advance < len(many):
        return say("{units} advanced (at most {advance} may)", counted(len(many), "unit"), way.advance)
    return ""
