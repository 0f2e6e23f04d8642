"""Friends pushed out of their hex by a retreat."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.battles import Fought, fights
from adjudicator.analysis.combat.retreat import pushes_out
from adjudicator.analysis.combat.retreat_rule import retreat_rule
from adjudicator.analysis.stacking import fits
from adjudicator.checks.registry import check
from adjudicator.findings import Excuse, Finding
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class Displacement(Table):
    """Who goes back only to make room; by which rule others do is not judged.

    A friend who comes to a hex without room for him and those in it pushes somebody out. Whoever goes back though nobody
    comes like that may do so by a rule of its own: that is undetermined, unless the book has no such rule (`nothing_else`).
    """

    who: Selector = EVERYONE
    """The units that are judged. Example: `who = { without_kinds = ["train"] }`"""
    nothing_else: bool = False
    """Whether the book sends nobody back but for battles and to make room. Example: `nothing_else = true`"""


@check("combat.displacement", Displacement, acts=("retreat",))
def makes_room_for_a_friend(record: PhaseRecord, terms: Displacement) -> Iterator[Finding]:
    """Who was in no battle goes back only to make room for one who retreats, one for one ([retreat] displaces).

    Under:    cornfield
    Legal:    turn 1, Union combat; weather clear; 0405: us.1, us.guns; 0305: us.2; 0604: us.3; 0404: cs.1;
              0403: cs.2, cs.3; attack 0404: us.1, us.guns, us.2 result=DR; retreat cs.1 0404-0403; retreat cs.2 0403-0402
    Illegal:  turn 1, Union combat; weather clear; 0405: us.1, us.guns; 0404: cs.1; 0403: cs.2, cs.3;
              attack 0404: us.1, us.guns result=DR; retreat cs.1 0404-0403; retreat cs.2 0403-0402
    """
    earlier: set[str] = set()
    for fought in fights(record):
        fighters = {*fought.attackers, *(unit.id for unit in fought.defenders)}
        pushed: dict[str, int] = {}
        for act in fought.acts:
            for name in act.units if isinstance(act, Retreat) and len(act.path) > 1 else ():
                if name not in fighters and isinstance(act, Retreat) and terms.who.matches(act.before.unit(name)):
                    pushed[act.path[0]] = pushed.get(act.path[0], 0) + 1
                    alone = terms.nothing_else and name not in earlier
                    yield from _judged(fought, act, name, pushed[act.path[0]], alone=alone)
        earlier |= fighters


def _judged(fought: Fought, act: Retreat, name: str, count: int, *, alone: bool) -> Iterator[Finding]:
    """One unit that went back without having fought."""
    unit, start = act.before.unit(name), act.path[0]
    comers = [
        (other, each)
        for each in fought.acts
        if isinstance(each, Retreat) and each.path[-1] == start
        for other in each.units
        if each.before.unit(other).side == unit.side
    ]
    other_cause = Known.open(say("whether another rule or an earlier battle sent {unit} back", unit))
    free = YES if alone else other_cause
    pushed = YES if alone else _in_the_way(act, comers) | other_cause
    # An enemy that nobody can read may have beaten it in a battle that nobody sees.
    excuse = Excuse(sides=frozenset(act.before.pack.enemies(unit.side))) if alone else None
    rule = retreat_rule(act.before)
    if rule is None or not rule.displaces or not rule.displaced.matches(unit):
        because = say("{unit} retreats from {hex} and was in no battle: nobody pushes units like it out", unit, start)
        yield Finding((start,), because, (name,), pushed, excuse=excuse)
    elif count > len(comers):
        because = say(
            "{unit} retreats from {hex} and was in no battle: no friend retreats there in its place", unit, start
        )
        yield Finding((start,), because, (name,), free, excuse=excuse)
    elif (broken := pushed & ~_forced(fought, act, comers)).possible:
        because = say(
            "{unit} is pushed out of {hex}, though the friend that came could have gone elsewhere", unit, start
        )
        yield Finding((start,), because, (name,), broken, excuse=excuse)


def _in_the_way(act: Retreat, comers: list[tuple[str, Retreat]]) -> Known:
    """Whether there was no room for a friend who came as long as the unit was there."""
    now = (act.before.units[other] for other, _ in comers if other in act.before.units)
    return any_of(~fits(act.before, act.path[0], (unit,)) for unit in now)


def _forced(fought: Fought, act: Retreat, comers: list[tuple[str, Retreat]]) -> Known:
    """Whether one of those who came had to push somebody out."""
    answers: list[Known] = [NO]
    for other, each in comers:
        first = act.before if fought.acts.index(act) < fought.acts.index(each) else each.before
        answers.append(pushes_out(first, first.unit(other), each.path[0]))
    return any_of(answers)
