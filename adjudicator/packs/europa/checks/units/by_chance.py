"""Units that get a mark which takes a success of the die, and did not have it, or may not try."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.packs.europa.analysis.chance import succeeded
from adjudicator.record.acts import Act, Marked
from adjudicator.said import say
from adjudicator.terms.who import Selector

CELLS = "brandenburg.{die}"
"""The chart cell that says what a die brings, with {die} in it."""


class ByChance(Table):
    """A mark of these kinds is put on units that fit `who` alone, and after a success."""

    marks: frozenset[MarkerKind]
    """The kinds of marker. Example: `marks = ["slipping"]`"""
    who: Selector
    """The units that may try. Example: `who = { kinds = ["commando"] }`"""


@check("units.by_chance", ByChance, unseen="cannot excuse", acts=("mark",))
def marked_after_a_success(act: Act, terms: ByChance) -> Iterator[Breach]:
    """Brandenburgers slip out of zones by a die.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2914: ge.bbg; mark ge.bbg+slipping die=2 result=success
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2914: ge.bbg; mark ge.bbg+slipping die=6 result=failure
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2914: ge.1inf; mark ge.1inf+slipping die=2 result=success
    """
    if not isinstance(act, Marked) or not terms.marks & set(act.on):
        return
    for name in act.units:
        unit = act.before.unit(name)
        if not terms.who.matches(unit):
            yield Breach(
                (unit.hex,),
                say("{unit} is marked as one that slips out by a die, and units like it may not try that", unit),
                (name,),
            )
            continue
        known = succeeded(act, CELLS)
        yield Breach((unit.hex,), say("{unit} gets the mark without a success", unit), (name,), ~known)
