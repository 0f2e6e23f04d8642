"""Points that their side destroyed in the enemy's turn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.control import controls
from adjudicator.analysis.resources import lying_points
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.packs.europa.analysis.points import moved_points
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import amount


class Burnt(Table):
    """In the enemy's turn no point is gone from a hex that its side still holds; counters may be broken down and built up."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["resource"]`"""


def _gone(record: PhaseRecord, terms: Burnt) -> Iterator[tuple[str, str, Fraction]]:
    """Side, hex and number of the points that are gone."""
    for side in record.start.pack.sides:
        if not record.moment.phasing or side == record.moment.phasing:
            continue
        now = lying_points(record.end, terms.kinds, side)
        for number, lay in sorted(lying_points(record.start, terms.kinds, side).items()):
            gone = lay + moved_points(record, terms.kinds, side, number) - now.get(number, Fraction(0))
            if gone > 0:
                yield side, number, gone


def _any_gone(record: PhaseRecord, terms: Burnt) -> bool:
    return any(True for _ in _gone(record, terms))


@check("control.burnt", Burnt, unseen="may excuse nearby", met=_any_gone)
def burns_in_its_own_turn(record: PhaseRecord, terms: Burnt) -> Iterator[Breach]:
    """Stores are burnt in one's own turn.

    Under:    sudden_storm
    Legal:    turn 5, Soviet Movement Phase; weather clear; history whole; 2A/2708: so.10rif, +rp.so5; lift +rp.so5 2A/2708
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: so.10rif, +rp.so5; lift +rp.so5 2A/2708
    """
    for side, number, gone in _gone(record, terms):
        because = say(
            "{side} points are gone from {hex} in the enemy's turn: {gone}; a side burns its points in its own turn alone",
            side,
            number,
            amount(gone),
        )
        yield Breach((number,), because, broken=controls(record.end, number, side))
