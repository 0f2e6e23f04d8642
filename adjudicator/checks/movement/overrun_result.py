"""Overruns whose result was not carried out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.combat.battles import led_by_the_other
from adjudicator.analysis.combat.overrun import Overrunning, overrun_battle, overruns
from adjudicator.analysis.losses import steps_lost
from adjudicator.analysis.movement.concern import movement_table
from adjudicator.analysis.movement.moves import moved_paths
from adjudicator.analysis.movement.overrun_step import series_overrun
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import all_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.words import counted


class OverrunResult(Table):
    """What follows a result of an overrun."""

    result: str = ""
    """The result; any that is told, if left out. Example: "success"."""
    victim: Literal["", "eliminated", "stays", "retreated"] = ""
    """What becomes of the victim; "retreated" by the player who overran it. If it is not eliminated, who overran goes no further.
    Example: `victim = "eliminated"`"""
    loss: int | None = None
    """The steps that the overrunner loses; any number, if left out. Example: 1."""
    clears: frozenset[str] = frozenset()
    """Kinds of marker that are gone from the hex afterwards; ["improved_defense"]."""


def _came_up(record: PhaseRecord, terms: OverrunResult) -> bool:
    found = overruns(record)
    if series_overrun(record.start).certain:
        return any(each.victims for each in found)
    return any(each.result and terms.result in ("", each.result) for each in found)


@check("movement.overrun_result", OverrunResult, acts=("overrun",), met=_came_up)
def overrun_carried_out(record: PhaseRecord, terms: OverrunResult) -> Iterator[Finding]:
    """What an overrun comes to is done.

    Legal:    turn 2, French movement; weather clear; 0405: fr.1cav; 0505: au.1art;
              overrun fr.1cav 0405-0505 die=5 result=success; remove au.1art
    Illegal:  turn 2, French movement; weather clear; 0405: fr.1cav; 0505: au.1art;
              overrun fr.1cav 0405-0505 die=5 result=success; remove au.1art; flip fr.1cav/2
    """
    certain = series_overrun(record.start).certain
    for each in overruns(record):
        if certain and "result" not in each.act.told.keys():  # noqa: SIM118 - the view does not ask
            yield from _left(record, each, certain)
        elif each.result and terms.result in ("", each.result):
            for fault in _faults(each, terms):
                yield Finding(
                    (each.target,),
                    say(
                        "{unit} overruns {target} with the result {result}: {fault}",
                        each.unit,
                        each.target,
                        each.result.upper() if len(each.result) < 3 else each.result,
                        fault,
                    ),
                    each.act.units,
                )


def _left(record: PhaseRecord, each: Overrunning, least: Fraction) -> Iterator[Finding]:
    """The victims of a legal overrun that are still on the map when its phase is over."""
    strengths = overrun_battle(each.act)
    if strengths is None:
        return
    legal = all_of((strengths.overwhelms(least), *(path.legal for path in moved_paths(each.act))))
    for victim in each.victims:
        now = record.end.units.get(victim.id)
        if now is not None and now.hex:
            because = say("{unit} overruns {target}: {fault}", each.unit, each.target, _still_there(victim))
            yield Finding((each.target,), because, each.act.units, legal, owed=not record.ended)


def _faults(each: Overrunning, terms: OverrunResult) -> Iterator[str]:
    yield from _fates(each, terms)
    if terms.loss is not None:
        lost = steps_lost(each.record, each.act.units)
        if lost != terms.loss:
            yield (
                say("it lost {steps}, and {loss} is due", counted(lost, "step"), terms.loss)
                if terms.loss == 1
                else say("it lost {steps}, and {loss} are due", counted(lost, "step"), terms.loss)
            )
    if terms.victim in ("stays", "retreated") and each.later:
        yield say("it went on, and must stop")
    kept = [marker for marker in each.end.markers_at(each.target) if marker.type.kind in terms.clears]
    if kept:
        yield say(
            "{kept} is still there, and must go", strung((marker.type.name or marker.type.id for marker in kept), ", ")
        )


def _fates(each: Overrunning, terms: OverrunResult) -> Iterator[str]:
    for victim in each.victims if terms.victim else ():
        now = each.end.units.get(victim.id)
        where = now.hex if now is not None else ""
        if terms.victim == "eliminated" and where:
            yield _still_there(victim)
        elif terms.victim == "stays" and where != each.target:
            yield say("{victim} is no longer there, and stays", victim)
        elif terms.victim == "retreated":
            if where == each.target:
                yield say("{victim} is still there, and must retreat", victim)
            yield from _ways(each, victim)


def _ways(each: Overrunning, victim: Unit) -> Iterator[str]:
    """What is wrong with the way of a victim's retreat."""
    retreat = next((act for act in each.acts if isinstance(act, Retreat) and victim.id in act.units), None)
    if retreat is not None and _goes_back(each, retreat):
        yield say("{victim} retreats into {before}, from where it was overrun", victim, each.act.path[-2])
    if retreat is not None and (led := led_by_the_other(retreat, "enemy")):
        yield led


def _still_there(victim: Unit) -> str:
    return say("{victim} is still on the map, and is eliminated", victim)


def _goes_back(each: Overrunning, retreat: Retreat) -> bool:
    """Whether a retreat leads to where the overrun came from, in a game where it may not."""
    rule = movement_table(each.act.before).overrun
    return rule is not None and rule.not_back and each.act.path[-2] in retreat.path[1:]
