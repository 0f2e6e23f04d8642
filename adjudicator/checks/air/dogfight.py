"""Dogfights with a result that the table does not give."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.battle import NOTHING, OPEN, differential, fought, results
from adjudicator.analysis.air.sorties import hidden_above, unread_fight
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.flights import Dogfight
from adjudicator.said import say
from adjudicator.words import listed


class Result(Table):
    """The die that is told of a dogfight gives the result that is told."""


@check("air.dogfight", Result, unseen="cannot excuse", acts=("dogfight",), untold=hidden_above)
def result_as_the_table_has_it(act: Act, _terms: Result) -> Iterator[Breach]:
    """A dogfight ends as its strengths and its die have it.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.bf109, sov.sb2;
              dogfight 2215: ax.bf109 against=sov.sb2 die=3 result=X
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.bf109, sov.sb2;
              dogfight 2215: ax.bf109 against=sov.sb2 die=3 result=KX
    """
    if not isinstance(act, Dogfight) or "result" not in act.told or not act.told.get("die", "").isdigit():
        return
    attackers, defenders = fought(act, act.units), fought(act, act.aims)
    if len(attackers) < len(act.units) or not defenders or len(defenders) < len(act.against):
        yield from unread_fight(act)
        return
    told, die = act.told["result"].upper().strip(NOTHING), int(act.told["die"])
    found = differential(act.before, attackers, defenders)
    able = results(act.before, found, die)
    if told in able:
        return
    because = say(
        "the differential is {differential}: a {die} gives {able}, and {told} was taken",
        found,
        die,
        listed([each or say("no effect") for each in able], "or"),
        told or say("no effect"),
    )
    cell = say("the Dogfight Results Table at {differential}, die {die}", found, die)
    yield Breach(act.path, because, act.units, Known.open(cell) if OPEN in able else YES)
