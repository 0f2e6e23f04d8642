"""What nobody said of an act although a rule judges by it: the die, the result, the hits.

A rule that asked for it in vain, and found nothing broken, was not kept as far as anybody knows. What is as usual where nobody
says otherwise (by night, at extended range, with an HQ) is not meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.analysis.economy import value_named
from adjudicator.model.told import NO_NUMBER, UNTOLD_NUMBER, Told
from adjudicator.record.acts import Act, Attack, Overrun, Travel
from adjudicator.record.flights import Dogfight, Flight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import Said, say

VALUES = {
    "against": say("who is attacked"),
    "cargo": say("what is carried"),
    "die": say("the die"),
    "dice": say("the dice"),
    "dice_shift": say("by how many columns the dice shift it"),
    "surprise_shift": say("by how many columns surprise shifts it"),
    "result": say("the result"),
    "hits": say("the hits"),
    "losses": say("the losses"),
    "target": say("the target"),
    "route": say("the route"),
    "district": say("the district"),
}
"""The names of what comes of an act, or whom it is meant for, with words for it."""
OUTCOMES = VALUES.keys() - {"cargo"}
"""Those of which whatever is not said may be anything."""
WHETHER = frozenset(("against", "cargo", "hits", "result", "target"))
"""The names of what tells whether there was anything to judge at all."""


def says_something(subject: Any) -> bool:
    """Whether what a rule examines may be told with an outcome: a march is not."""
    return isinstance(subject, PhaseRecord | Overrun) or (isinstance(subject, Act) and not isinstance(subject, Travel))


def unsaid(subject: Any, lacked: Iterable[tuple[Told, str]], *, whether: bool = False) -> str:
    """The first outcome that was asked for in vain, as a missing datum, "" if none was.

    `whether` asks for those alone that tell whether there was anything to judge.
    """
    for told, name in lacked:
        if name in (WHETHER if whether else OUTCOMES):
            act = next((each for each in _acts(subject) if each.told is told), None)
            aimed_by_its_hex = isinstance(act, Flight) and name == "target"
            if act is not None and act.path and not aimed_by_its_hex:
                return say("{act}: {value}", _called(act), VALUES[name])
    return ""


def no_number(lacked: Iterable[tuple[Told, str]]) -> str:
    """The first number that was asked for and that is told as none, as a missing datum, "" if all are numbers."""
    return next((value_named(name) for told, name in lacked if told is NO_NUMBER), "")


def untold_number(lacked: Iterable[tuple[Told, str]]) -> str:
    """The first number by which alone anybody knows whether there was anything to judge, and that nobody told, as a missing
    datum; "" if there is none."""
    return next((value_named(name) for told, name in lacked if told is UNTOLD_NUMBER), "")


def _acts(subject: Any) -> Iterable[Act]:
    if isinstance(subject, PhaseRecord):
        return (act for record in (*subject.earlier, subject) for act in record.acts)
    return (subject,) if isinstance(subject, Act) else ()


def _called(act: Act) -> Said:
    where = act.path[-1]
    match act:
        case Attack():
            return say("the attack on {hex}", act.path[0])
        case Overrun():
            return say("the overrun of {hex}", where)
        case Dogfight():
            return say("the fight over {hex}", where)
        case Flight():
            return say("the mission to {hex}", where)
        case Strike():
            return say("the mission over {hex}", where)
    return say("what was done in {hex}", where)
