"""Movement through enemy zones that a friendly unit negates: it has to stand there from the phase's first moment to its last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.analysis.ground import standing
from adjudicator.analysis.movement.moves import moved_paths, went_clear
from adjudicator.analysis.movement.values import Path
from adjudicator.analysis.zones import Exerted, exerting
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.act import ActFilter, ActKinds


class Shielded(ActFilter):
    """Which `kinds` of act pass enemy zones only where a friendly unit stands throughout the phase."""

    kinds: ActKinds
    """The kinds of act; ["rail"]."""


@check("movement.shield", Shielded, unseen="may excuse nearby", acts_in=("kinds",))
def stands_there_throughout(record: PhaseRecord, terms: Shielded) -> Iterator[Breach]:
    """A unit negates a zone for others only where it began the phase and where it stays.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2718: ge.1inf; 1B/2717: ge.11inf; 1B/2616: so.10rif;
              rail ge.1inf 1B/2718-1B/2717
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2718: ge.1inf; 1B/2717: ge.11inf; 1B/2616: so.10rif;
              rail ge.1inf 1B/2718-1B/2717; ge.11inf 1B/2717-1B/2817
    """
    for act in record.called(terms.kinds):
        for path in moved_paths(act):
            unit = act.before.unit(path.unit)
            if terms.who.matches(unit):
                yield from _unshielded(record, act, unit, path)


def _unshielded(record: PhaseRecord, act: Act, unit: Unit, path: Path) -> Iterator[Breach]:
    bare = partial(_bare, record, act, unit)
    for number in filter(lambda each: bare(each).possible, path.hexes):
        elsewhere = went_clear(act, path, bare)
        if elsewhere.is_yes:
            return
        who = strung(map(str, _friends(act.before, unit, number)), ", ")
        where = say("{hex}, in the zone of {unit}", number, _zones(act.before, unit, number)[0].unit)
        because = say(
            "{unit} goes by {kind} through {where}: {who} did not stand there all phase", unit, act.kind, where, who
        )
        yield Breach((number,), because, (unit.id,), bare(number) & ~elsewhere, traces=(path.trace,))


def _bare(record: PhaseRecord, act: Act, unit: Unit, number: str) -> Known:
    """Whether a hex is in an enemy zone and only those negate it who did not stand there all phase."""
    friends = _friends(act.before, unit, number)
    if not friends or any(_stays(record, other, number) for other in friends):
        return NO
    return any_of(zone.known for zone in _zones(act.before, unit, number))


def _friends(position: Position, unit: Unit, number: str) -> list[Unit]:
    return [other for other in position.at(number) if other.side == unit.side and other.id != unit.id]


def _zones(position: Position, unit: Unit, number: str) -> list[Exerted]:
    """The enemy zones that reach a hex, or may."""
    i = position.network.index[number]
    sides = position.pack.enemies(unit.side)
    return [zone for side in sides for zone in exerting(standing(position), side, i)]


def _stays(record: PhaseRecord, unit: Unit, number: str) -> bool:
    """Whether a unit is in a hex when the phase begins, and after each of its acts."""
    positions = (record.start, *(act.after for act in record.acts))
    return all(each.units[unit.id].hex == number if unit.id in each.units else False for each in positions)
