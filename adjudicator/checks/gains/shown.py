"""Units that come into play on a side, or in a size, in which they do not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import carded
from adjudicator.analysis.gains import Gain, gains
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted


class Shown(Table):
    """Units built out of `boxes` fit `who`, have `steps`, and show their side with the quality `hidden` if they have one."""

    boxes: frozenset[str]
    """The boxes out of which they come. Example: `boxes = ["pool"]`"""
    who: Selector = EVERYONE
    """What they must be, as they come. Example: `who = { sizes = ["small", "medium"] }`"""
    spared: Selector | None = None
    """Those that may come as they like. Example: `spared = { tags = ["militia"] }`"""
    steps: int = 0
    """The steps that they come with; 0: as many as like."""
    full: bool = False
    """Whether they come with all the steps that they have. Example: `full = true`"""
    hidden: str = ""
    """A quality of a side: a unit that has such a side shows it. Example: `hidden = "untried"`"""


def _from_boxes(record: PhaseRecord, terms: Shown) -> Iterator[Gain]:
    built = (each for each in gains(record, terms.boxes) if each.way == "built")
    return (each for each in built if terms.spared is None or not terms.spared.matches(each.unit))


def _any_from_boxes(record: PhaseRecord, terms: Shown) -> bool:
    return any(True for _ in _from_boxes(record, terms))


@check("gains.shown", Shown, met=_any_from_boxes)
def comes_as_it_should(record: PhaseRecord, terms: Shown) -> Iterator[Breach]:
    """What is built comes on the side on which it is built.

    Under: thunder_in_the_east
    Legal:    turn 1, Soviet Order of Battle Step; weather clear; season summer; [force_pool]: sov.30rc;
              sov.30rc [force_pool]>3113
    Illegal:  turn 1, Soviet Order of Battle Step; weather clear; season summer; [force_pool]: sov.30rc/2;
              sov.30rc/2 [force_pool]>3113
    """
    for each in _from_boxes(record, terms):
        broken = each.sure & ~carded(each.told)
        for because in _wrong(record, each, terms):
            yield Breach((each.unit.hex,), because, (each.unit.id,), broken)


def _wrong(record: PhaseRecord, each: Gain, terms: Shown) -> Iterator[str]:
    unit = each.unit
    later = record.end.units.get(unit.id, unit)
    shown = terms.hidden not in unit.shown.tags | later.shown.tags
    most = max(face.steps for face in unit.type.faces)
    wanted = most if terms.full else terms.steps
    if not terms.who.matches(unit):
        yield say("{unit} comes into play, and is none of those that may be built", unit)
    elif wanted and unit.steps != wanted:
        yield say(
            "{unit} comes into play with {steps}, and should have {wanted}", unit, counted(unit.steps, "step"), wanted
        )
    elif terms.hidden and shown and any(terms.hidden in face.tags for face in unit.type.faces):
        yield say("{unit} comes into play revealed, and should not be", unit)
