"""Units that come back, or are rebuilt, though the book lets such units be lost for good."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.gains import EVERY_WAY, Gain, Way, gains
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import UnitType
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount


class Barred(Table):
    """Units that never gain steps; everything that is given must fit."""

    who: Selector = EVERYONE
    """The units. Example: `who = { sizes = ["division"] }`"""
    strengths: frozenset[str] = frozenset()
    """What their first face shows: attack and movement, with the defense between them where it is another.
    Example: `strengths = ["5-6", "4-3-8"]`"""
    with_cadre: bool = False
    """Whether only those have a further face."""
    hidden_face: Selector | None = None
    """Units that may have a further face which the manifest does not know."""


class Never(Table):
    """Units that fit one of `barred` gain steps in none of these ways."""

    boxes: frozenset[str]
    """The boxes out of which units are built. Example: `boxes = ["pool"]`"""
    ways: frozenset[Way] = EVERY_WAY
    """How they do not gain steps: "built" out of a box, "exchanged" for another unit, "turned" to a better face."""
    barred: tuple[Barred, ...]
    """The units."""
    spared: tuple[Barred, ...] = ()
    """Units among these that do all the same."""
    why: str
    """Why they do not, as the finding says it. Example: `why = "such divisions are fragile"`"""


def _judged(record: PhaseRecord, terms: Never) -> Iterator[tuple[Gain, Barred]]:
    for each in gains(record, terms.boxes):
        row = next((row for row in terms.barred if row.who.matches(each.unit)), None)
        if each.way in terms.ways and row is not None:
            yield each, row


def _any_gained(record: PhaseRecord, terms: Never) -> bool:
    """Whether any unit gained steps in such a way: who does not fit `barred` keeps the rule."""
    return any(each.way in terms.ways for each in gains(record, terms.boxes))


@check("gains.never", Never, unseen="cannot excuse", met=_any_gained)
def is_lost_for_good(record: PhaseRecord, terms: Never) -> Iterator[Breach]:
    """Some units are never replaced.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3003
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.2tnk; 2A/3003: +factory;
              so.2tnk [eliminated]>2A/3003
    """
    for each, row in _judged(record, terms):
        done = say("is rebuilt") if each.way == "turned" else say("comes back")
        because = say("{unit} {done}; {why}", each.unit, done, terms.why)
        broken = each.sure & _strong(each.unit.type, row) & _has_cadre(each, row)
        spared = (_strong(each.unit.type, other) for other in terms.spared if other.who.matches(each.unit))
        broken &= ~any_of(spared)
        yield Breach((each.unit.hex,), because, (each.unit.id,), broken)


def _strong(kind: UnitType, row: Barred) -> Known:
    """Whether the first face of a counter shows one of the strengths."""
    face = kind.faces[0]
    if not row.strengths:
        return YES
    if face.attack is None or face.defense is None or face.movement is None:
        return Known.open(say("the strength of {unit}", kind.name or kind.id))
    parts = [face.attack, face.defense, face.movement] if face.attack != face.defense else [face.attack, face.movement]
    return Known.of("-".join(str(amount(part)) for part in parts) in row.strengths)


def _has_cadre(each: Gain, row: Barred) -> Known:
    if not row.with_cadre or len(each.unit.type.faces) > 1:
        return YES
    if row.hidden_face is not None and row.hidden_face.matches(each.unit):
        return Known.open(say("whether {unit} has a cadre side", each.unit))
    return NO
