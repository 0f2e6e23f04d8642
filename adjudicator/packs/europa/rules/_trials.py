"""What the dice bring that are thrown for single air units: 17B and 23 to 25 of Fire in the East."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.analysis.air.sorties import listed_in
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import Known
from adjudicator.model.units import Unit
from adjudicator.record.flights import Strike
from adjudicator.said import say
from adjudicator.terms.where import Where

FOUL = (Situation(where=Where(weather=frozenset({"mud", "frost", "snow"}))),)
TEMPORARY = (Situation(where=Where(markers=frozenset({"temporary_airfield"}))),)
BAD_GROUND = (Situation(where=Where(without=frozenset({"clear"}))),)
NO_ENEMY = (Situation(clear=True),)
ESCAPED, SHATTERED, CRASHED = "escaped", "shattered", "crashed"
Reckoned = tuple[Interval, Callable[[int], str]]
"""What is added to a die, and what it brings then."""


def outcome_of(act: Strike, unit: Unit) -> str:
    """What was taken for a unit for which a die was thrown, else what the die surely brings; "" where nobody can say.

    For a repair in Sudden Storm ask what was told alone: the table is printed on a chart.
    """
    told, die = told_outcome(act, unit), act.told.get("die", "")
    if told or not die.isdigit() or act.mission not in _RECKONED:
        return told
    added, brings = _RECKONED[act.mission](act, unit)
    results = results_of(Interval.of(int(die)).plus(added), brings)
    return results.pop() if len(results) == 1 else ""


def told_outcome(act: Strike, _: Unit) -> str:
    """What was told to be taken for a unit for which a die was thrown, "" if nothing was."""
    return act.told.get("result", "").casefold()


def results_of(roll: Interval, brings: Callable[[int], str]) -> set[str]:
    """All that a die may bring, as modified."""
    return {brings(each) for each in range(int(roll.low), int(roll.high) + 1)}


def escape_die(otherwise: str) -> Callable[[int], str]:
    """17B: what an escape comes to; `otherwise` with more than 3."""
    return lambda die: ESCAPED if die <= 3 else otherwise


def repair_die(roll: Strike, unit: Unit) -> Reckoned:
    """23, in Fire in the East."""
    most, always = 3 if unit.type.nation == "german" else 2, roll.told.get("die") == "1"
    added = [_if(roll, unit, 1, *TEMPORARY)]
    added += [_if(roll, unit, 1, *FOUL)] if unit.type.side == "axis" else []
    added += [Interval.of(-1)] if unit.has("guards") or unit.type.nation == "british" else []
    return sum_of(added), lambda die: "repaired" if always or die <= most else "failed"


def disruption_die(roll: Strike, unit: Unit) -> Reckoned:
    """25A."""
    added = [
        Interval.of(-2 if unit.type.side == "soviet" else -1),
        _if(roll, unit, 1, *NO_ENEMY),
        _if(roll, unit, -1, *BAD_GROUND),
        _if(roll, unit, -2, *FOUL),
        Interval.by(_by_glider(roll, unit), Interval.of(1), ZERO),
    ]
    return sum_of(added), lambda die: SHATTERED if die <= -1 else "disrupted" if die <= 1 else "intact"


def _by_glider(act: Strike, unit: Unit) -> Known:
    """Whether a glider carried a unit: it was told, or seen; open where nobody told of what carried it."""
    if told := act.told.get("glider", ""):
        return Known.of(told != "no")
    carried = [name for name, sortie in act.before.memory.flown.items() if unit.id in listed_in(sortie.cargo)]
    if not carried:
        return Known.open(say("what carried {unit}", unit))
    carriers = (act.before.units[name] for name in carried if name in act.before.units)
    return Known.of(any(carrier.type.kind == "glider" for carrier in carriers))


def landing_die(_: Strike, unit: Unit) -> Reckoned:
    """24F."""
    most = 4 if unit.type.nation == "soviet" and not unit.has("guards") else 5
    return ZERO, lambda die: "landed" if die <= most else CRASHED


def _if(act: Strike, unit: Unit, add: int, *where: Situation) -> Interval:
    """What is added to a die in such hexes."""
    return Interval.by(fits_any(act.before, unit.side, act.over, where), Interval.of(add), ZERO)


_RECKONED: Mapping[str, Callable[[Strike, Unit], Reckoned]] = {
    "escape": lambda _act, _unit: (ZERO, escape_die("stays")),
    "repair": repair_die,
    "disruption": disruption_die,
    "crash_landing": landing_die,
}
