"""Units that come ashore without the die that decides it, or against it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.fallen import faces
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import TerrainName
from adjudicator.record.acts import Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.act import ActKinds


class LandingRoll(Table):
    """Who goes from `afloat` to land by these `kinds` rolls a die (die=3, or one of the log), and by some faces returns."""

    kinds: ActKinds
    """The kinds of act. Example: `kinds = ["rail"]`"""
    afloat: frozenset[TerrainName]
    """Terrains from which it comes. Example: `afloat = ["sea"]`"""
    returns: frozenset[int]
    """The faces by which it returns. Example: `returns = [1]`"""


def _landings(record: PhaseRecord, terms: LandingRoll) -> Iterator[Movement]:
    network = record.start.network
    for act in record.of(Movement):
        if act.kind in terms.kinds and len(act.path) > 1 and {act.path[0], act.path[-1]} <= set(network.index):
            start, end = (network.hexes[network.index[number]].terrain for number in (act.path[0], act.path[-1]))
            if start in terms.afloat and end not in terms.afloat:
                yield act


def _comes_up(record: PhaseRecord, terms: LandingRoll) -> bool:
    return any(True for _ in _landings(record, terms))


@check("movement.landing_roll", LandingRoll, unseen="cannot excuse", acts_in=("kinds",), met=_comes_up)
def comes_ashore_as_rolled(record: PhaseRecord, terms: LandingRoll) -> Iterator[Breach]:
    """Who lands rolls for it, and returns on a 1.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; 1010: ax.7inf; naval ax.7inf 1010-0807;
              turn 9, Axis Regular Movement Step; naval ax.7inf 0807-1006 die=4
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; 1010: ax.7inf; naval ax.7inf 1010-0807;
              turn 9, Axis Regular Movement Step; naval ax.7inf 0807-1006 die=1
    """
    for act in _landings(record, terms):
        end = act.path[-1]
        dice = faces(record, act.told.get("die", ""))
        if not dice:
            because = say("a unit lands in {hex}, and no die was rolled for it", end)
            yield Breach((end,), because, act.units, Known.open(say("the die for landing in {hex}", end)))
            continue
        back = {die in terms.returns for die in dice}
        origin = _set_out(record, terms, act)
        if True not in back or end == origin:
            continue
        because = say(
            "a unit lands in {hex} on a {die}, by which it returns to where it set out", end, strung(dice, say(" or "))
        )
        missing = [say("which die was rolled for landing in {hex}", end)] if False in back else []
        missing += [say("where it set out")] if not origin else []
        yield Breach((end,), because, act.units, Known.open(*missing) if missing else Known.of(True))


def _set_out(record: PhaseRecord, terms: LandingRoll, landing: Movement) -> str:
    """The hex in which the unit embarked in the same player turn, "" if that is not on record."""
    before = [
        act.path[0]
        for phase in record.earlier
        for act in phase.of(Movement)
        if act.kind in terms.kinds and set(act.units) & set(landing.units)
    ]
    return before[-1] if before else ""
