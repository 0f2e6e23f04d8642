"""Points in a captured hex of which the captor gets another share than the book gives him."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from adjudicator.analysis.control import controls
from adjudicator.analysis.resources import lying_points
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.packs.europa.analysis.points import moved_points
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import amount


class Spoils(Table):
    """Of the points that the enemy left in a hex its captor gets a share, rounded down, and the rest are destroyed."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["resource"]`"""
    share: Amount
    """The captor's share. Example: `share = "1/2"`"""
    without_option: str = ""
    """The option of the pack with which another rule gives the share. Example: `without_option = "resource_capture"`"""


def _taken(record: PhaseRecord, terms: Spoils) -> Iterator[tuple[str, str, str, Known]]:
    """Hex, loser and captor of every hex with points that may have changed hands in the phase."""
    pack = record.start.pack
    for loser in pack.sides if terms.without_option not in pack.options else ():
        for number in sorted(lying_points(record.start, terms.kinds, loser)):
            for captor in pack.enemies(loser):
                taken = controls(record.start, number, loser) & controls(record.end, number, captor)
                if taken.possible:
                    yield number, loser, captor, taken


def _any_taken(record: PhaseRecord, terms: Spoils) -> bool:
    return any(True for _ in _taken(record, terms))


@check("control.spoils", Spoils, unseen="may excuse", met=_any_taken)
def gets_the_captors_share(record: PhaseRecord, terms: Spoils) -> Iterator[Breach]:
    """Of five points two are captured.

    Under:    sudden_storm
    Legal:    turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +rp.so5; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708; swap +rp.so5+rp.ax2 2A/2708
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +rp.so5; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708; swap +rp.so5+rp.ax5 2A/2708
    """
    for number, loser, captor, taken in _taken(record, terms):
        lay = lying_points(record.start, terms.kinds, loser)[number] + moved_points(record, terms.kinds, loser, number)
        had = lying_points(record.start, terms.kinds, captor).get(number, Fraction(0))
        got = lying_points(record.end, terms.kinds, captor).get(number, Fraction(0)) - had
        got -= moved_points(record, terms.kinds, captor, number)
        left = lying_points(record.end, terms.kinds, loser).get(number, Fraction(0))
        due = Fraction(floor(lay * Fraction(terms.share)))
        if left:
            because = say("{left} points still lie in {hex}, which another side took", amount(left), number)
            yield Breach((number,), because, broken=taken, owed=not record.ended)
        elif got != due:
            because = say(
                "of {lay} points in {hex} the captor gets {got}, and his share is {due}",
                amount(lay),
                number,
                amount(got),
                amount(due),
            )
            yield Breach((number,), because, broken=taken, owed=not record.ended and got < due)
