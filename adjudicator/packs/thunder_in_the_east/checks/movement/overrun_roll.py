"""Overruns whose result the die does not give, or that the wrong player chose."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.overrun import Outcome, Overrunning, overruns
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import article


@check("movement.overrun_roll", NoTerms, acts=("overrun",))
def result_of_the_overrun(record: PhaseRecord, _: NoTerms) -> Iterator[Breach]:
    """An overrun succeeds, fails or leaves a choice (a or b) as its die says, and the right player chooses.

    Legal:    Axis Special Movement Step; weather clear; season summer; 1616: ax.24pz; 1716: sov.30rc/2;
              overrun ax.24pz 1616-1716 die=3 result=success; remove sov.30rc
    Illegal:  Axis Special Movement Step; weather clear; season summer; 1616: ax.24pz; 1716: sov.30rc/2;
              overrun ax.24pz 1616-1716 die=2 result=success; remove sov.30rc
    """
    for each in overruns(record):
        die, result = each.act.told.get("die", ""), each.result
        if not result:
            continue
        table, at, names = each.table, (each.target,), each.act.units
        chose = each.act.told.get("chose", "")
        if result in ("a", "b") and chose and table.chooser and chose != table.chooser:
            yield Breach(
                at, say("the {chose} player chose, and here the {chooser} player does", chose, table.chooser), names
            )
        if not die.isdigit() or int(die) < 1:
            continue
        if not table.rolls:
            yield Breach(
                at, say("{words}; so nobody knows what a {die} comes to", table.words, die), names, table.settled
            )
        elif int(die) > len(table.rolls) or not _agrees(each, table.rolls[int(die) - 1]):
            due = table.rolls[int(die) - 1] if int(die) <= len(table.rolls) else "nothing"
            yield Breach(
                at,
                say("{words}; a {die} is {due}, not {result}", table.words, die, article(due), article(result)),
                names,
            )


def _agrees(each: Overrunning, outcome: Outcome) -> bool:
    return each.result in ("a", "b") if outcome is Outcome.OPTION else each.result == outcome.value
