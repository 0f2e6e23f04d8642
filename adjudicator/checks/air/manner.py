"""Missions flown by night or beyond the usual range, which not every unit can."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.air.battle import strength_of
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ONE
from adjudicator.model.known import any_of
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.said import say
from adjudicator.terms.who import Selector


class Manner(Table):
    """Missions of some kinds are flown in this manner by some units only."""

    kinds: frozenset[str]
    """Kinds of mission of air.toml. Example: `kinds = ["intercept"]`"""
    told: Literal["extended", "night"]
    """Only those are judged that are told as flown so: beyond the usual range, or by night. Example: `told = "night"`"""
    who: tuple[Selector, ...] = ()
    """The units that fly them so, one of these; left out: nobody. Example: `who = [{ tags = ["night"] }]`"""
    values: tuple[str, ...] = ()
    """Values of a unit's counter, one of which is more than nothing, for units besides. Example: `values = ["strategic"]`"""
    why: Prose = ""
    """What it takes, as the finding says it. Example: `why = "only night fighters intercept by night"`"""


@check("air.manner", Manner, unseen="cannot excuse", acts=("fly",))
def flown_so_by_whom(act: Act, terms: Manner) -> Iterator[Breach]:
    """A mission by night or beyond the usual range is flown by units that can.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h;
              fly ground_support 1B/2914: ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h;
              fly ground_support 1B/2914: ge.he111h night=yes
    """
    if not isinstance(act, Flight) or act.mission not in terms.kinds or act.told.get(terms.told) != "yes":
        return
    kind = air_table(act.before).called(act.mission)
    for name in act.units:
        unit = act.after.units.get(name)
        if unit is None or any(who.matches(unit) for who in terms.who):
            continue
        able = any_of(strength_of(unit, value).at_least(ONE) for value in terms.values)
        if not able.is_yes:
            yield Breach(act.path, say("{unit} flies {kind}: {why}", unit, kind, terms.why), (name,), ~able)
