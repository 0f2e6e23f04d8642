"""Markers that are put elsewhere in the enemy's turn though nothing drove them out."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controller
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Shifted, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When


class DrivenOut(Table):
    """Markers of these `kinds` go to another hex in the enemy's turn only from a hex that fits none of `safe`, or that
    enemies entered."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["operational_hq_attack"]`"""
    safe: tuple[Situation, ...]
    """In a hex that fits one of these nothing but an enemy that enters it drives them out."""
    entered: When = When()
    """When nothing else drives them out of any hex. Example: `entered = { phases = ["combat"] }`"""


@check("markers.driven", DrivenOut, acts=("shift",), markers_in=("kinds",))
def gone_for_a_reason(record: PhaseRecord, terms: DrivenOut) -> Iterator[Breach]:
    """In the enemy's turn an HQ goes only where it is cut off or where enemies enter its hex.

    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 2115: ax.24pz; 2215: +hq.w.balanced;
              value FP.axis 3; ax.24pz 2115-2215; shift +hq.w.balanced 2215-2618; lay +countdown.4 2618;
              lay +countdown.4 2215; value FP.axis 4
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 2215: +hq.w.balanced;
              shift +hq.w.balanced 2215-2618; lay +countdown.4 2618
    """
    for act in record.acts:
        for name in act.markers if isinstance(act, Shifted) else ():
            marker, last = act.before.markers.get(name), record.end.markers.get(name)
            if marker is None or last is None or marker.type.kind not in terms.kinds:
                continue
            if record.moment.phasing in (marker.type.side, "") or marker.hex == last.hex or not last.hex:
                continue
            side = marker.type.side
            stays = terms.entered.holds(act.before, side) | fits_any(act.before, side, marker.hex, terms.safe)
            because = say(
                "{name} leaves {hex} in the enemy's turn, and may only where it is cut off or an enemy enters its hex",
                marker.type.name or marker.id,
                marker.hex,
            )
            yield Breach((marker.hex,), because, broken=~_entered(record, marker) & stays, owed=not record.ended)


def _entered(record: PhaseRecord, marker: Marker) -> Known:
    """Whether enemies were in the hex or hold it since; open where a drag or an unread counter may have led."""
    side, hex_ = marker.type.side, marker.hex
    positions = (record.start, *(act.after for act in record.acts))
    if any(_has_enemy(position, side, hex_) for position in positions):
        return YES
    if controller(record.end, hex_, side).is_one_of(("", side)).is_no:
        return YES
    drags = [act for act in record.acts if isinstance(act, Travel) and act.path and not act.exact]
    enemies = [act for act in drags if any(act.before.unit(name).side != side for name in act.units)]
    if any(hex_ in act.path for act in enemies):
        return YES
    if enemies:
        return Known.open(say("the way of units that were dragged"))
    hidden = (each.datum for position in positions for each in position.unidentified if each.side != side)
    return ~unless_missing(next(hidden, ""))


def _has_enemy(position: Position, side: str, hex_: str) -> bool:
    return any(unit.side != side for unit in position.at(hex_))
