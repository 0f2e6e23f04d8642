"""Units that move or attack in the turn in which they were made stronger."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.gains import Gain, Way, gains
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Advance, Attack, Movement, Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class Stays(Table):
    """Units that gained steps so in an earlier phase of the player turn neither move nor attack in it."""

    ways: frozenset[Way]
    """How they gained them: "built", "exchanged" or "turned". Example: `ways = ["turned"]`"""
    boxes: frozenset[str] = frozenset()
    """The boxes out of which units are built."""
    who: Selector = EVERYONE
    """The units."""


def _fresh(record: PhaseRecord, terms: Stays) -> dict[str, Gain]:
    found = (each for earlier in record.earlier for each in gains(earlier, terms.boxes) if each.way in terms.ways)
    return {each.unit.id: each for each in found if terms.who.matches(each.unit)}


def _any_fresh(record: PhaseRecord, terms: Stays) -> bool:
    return bool(_fresh(record, terms))


@check("gains.stays", Stays, unseen="cannot excuse", met=_any_fresh, whole_turn=True)
def stays_where_it_was_rebuilt(record: PhaseRecord, terms: Stays) -> Iterator[Breach]:
    """Whoever was rebuilt stays where he is.

    Under: fire_in_the_east
    Legal:    turn 8, German Initial Phase; weather clear; 1B/2719: ge.1inf/2; flip ge.1inf/1;
              turn 8, Soviet Movement Phase; say on
    Illegal:  turn 8, German Initial Phase; weather clear; 1B/2719: ge.1inf/2; flip ge.1inf/1;
              turn 8, German Movement Phase; ge.1inf 1B/2719-1B/2720
    """
    fresh = _fresh(record, terms)
    for act in record.of(Movement, Overrun, Attack, Advance) if fresh else ():
        for name in act.units:
            if name in fresh:
                because = say(
                    "{unit} was made stronger in this turn, and may not move or attack in it", fresh[name].unit
                )
                yield Breach(act.path[:1], because, (name,), fresh[name].sure)
