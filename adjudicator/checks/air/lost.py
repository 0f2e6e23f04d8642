"""What flies, is lost, and goes into the wrong box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.air.chart import MAP, Hop, hops
from adjudicator.analysis.air.hits import brought_by, is_killed
from adjudicator.analysis.air.sorties import unseen_mission
from adjudicator.analysis.air.territory import friendly_territory
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import either, word

WITHIN = 2
"""How near to a hex of its side friendly territory is."""


class Lost(Table):
    """A unit that was shot down goes into one box, or over enemy territory into another; one lost otherwise into a third."""

    part: Literal["shot down", "otherwise"]
    """Which of the two is judged."""
    box: str
    """The box of what was shot down. Example: `box = "air eliminated"`"""
    abroad: str = ""
    """The box of what was shot down over enemy territory; left out: the same."""
    ground: str
    """The box of what was lost otherwise. Example: `ground = "air remnants"`"""
    fire: frozenset[str] = frozenset()
    """Kinds of fire from the ground that shoot down. Example: `fire = ["antiaircraft"]`"""

    @property
    def boxes(self) -> frozenset[str]:
        """All these boxes."""
        return frozenset(filter(None, (self.box, self.abroad, self.ground)))


def _losses(record: PhaseRecord, terms: Lost) -> list[Hop]:
    return [hop for hop in hops(record) if hop.origin == MAP and hop.to in terms.boxes and hop.unit.id]


def _any(record: PhaseRecord, terms: Lost) -> bool:
    shot = terms.part == "shot down"
    return any((_shot_down(record, hop, terms) is not None) == shot for hop in _losses(record, terms))


@check("air.lost", Lost, unseen="cannot excuse", met=_any)
def lost_into_its_box(record: PhaseRecord, terms: Lost) -> Iterator[Breach]:
    """Who is shot down goes into the box of those; who is destroyed on the ground goes into another.

    Under: sudden_storm
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=K; ge.he111h [1B/2714]>[air eliminated]
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=K; ge.he111h [1B/2714]>[air remnants]
    """
    for hop in _losses(record, terms):
        where = _shot_down(record, hop, terms)
        if terms.part == "shot down" and where is not None:
            yield from _in_the_air(record, hop, where, terms)
        elif terms.part == "otherwise" and where is None and hop.to != terms.ground:
            yield from _elsewhere(record, hop, terms)


def _in_the_air(record: PhaseRecord, hop: Hop, where: str, terms: Lost) -> Iterator[Breach]:
    at_home = friendly_territory(record.acts[hop.number].before, hop.unit.side, where, WITHIN)
    able = (
        [terms.box]
        if at_home.is_yes or not terms.abroad
        else [terms.abroad]
        if at_home.is_no
        else [terms.box, terms.abroad]
    )
    if able == [hop.to]:
        return
    boxes = either([word(each) for each in able])
    because = say(
        "{unit} was shot down over {hex} and goes into the {box} box, not into: {boxes}",
        hop.unit,
        where,
        word(hop.to),
        boxes,
    )
    broken = YES if hop.to not in able else Known.open(*at_home.missing)
    yield Breach((where,), because, (hop.unit.id,), broken)


def _elsewhere(record: PhaseRecord, hop: Hop, terms: Lost) -> Iterator[Breach]:
    before = record.acts[hop.number].before
    because = say(
        "{unit} goes into the {box} box, and nobody shot it down: it belongs into the {other} box",
        hop.unit,
        word(hop.to),
        word(terms.ground),
    )
    flies = hop.unit.id in before.memory.flown
    hidden = next(
        (each.datum for each in record.unidentified if each.unreadable and not each.held), ""
    )  # it may have shot it down
    eliminated = hidden or say("what eliminated {unit}", hop.unit)
    missing = eliminated if flies else unseen_mission(before, hop.unit) or record.gap
    yield Breach((hop.hex,), because, (hop.unit.id,), Known.open(missing) if missing else YES)


def _shot_down(record: PhaseRecord, hop: Hop, terms: Lost) -> str | None:
    """The hex over which a unit was shot down before it went; None if nobody told that it was."""
    letters = ""
    for act in record.acts[: hop.number + 1]:
        letters += brought_by(act, hop.unit.id, terms.fire)
        if is_killed(letters):
            return act.path[0]
    return None
