"""Headquarters that lie on the map as markers: under which stresses, with what powers, what their mode and their loss
costs.
"""

from __future__ import annotations

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.situation import has_status, joined
from adjudicator.analysis.supply.terms import Connection
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.prose import Prose
from adjudicator.model.units import Marker, Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import ANYWHERE, Where

KINDS = frozenset(("strategic_hq_attack", "strategic_hq_balanced", "operational_hq_attack", "operational_hq_balanced"))
FULL, ATTACK = "strategic", "attack"
"""The tag of headquarters with full powers, and that of the side of a marker that shows attack mode."""
WORKING, BY_SEA = frozenset({"hq_source"}), frozenset({"hq"})
"""The status of supply.toml of one that passes units on, and that of one with a line to some source."""
BY_RAIL = Connection(lines=("rail",), to=("ultimate", "relay"))
MAJOR_PORT = Where(places=frozenset({"major_port"}))
UNSUPPLIED = frozenset({"out_of_supply", "isolated"})
"""Marks of units that are not in supply until they are checked again, which is in the opponent's Supply Step only."""
OWN = "own"
NEAR, DOUBLED = "near_attack_hq", frozenset({"motorized"})
"""The mark of units near an attacking headquarters, and the classes of movement that carry it within twice the radius."""


@dataclass(frozen=True, slots=True)
class Stress:
    """What limits a headquarters in such a hex; `by_sea`: one alone that is supplied by sea, and does not lie in a Major Port."""

    why: Prose
    where: Where = ANYWHERE
    by_sea: bool = False


@dataclass(frozen=True, slots=True)
class Headquarters:
    """What limits headquarters, and whose in attack mode give a mark to units within their radius.

    `near` is a nation, or "own" for each unit's own nation; "" = none. Where none of them is shown all units carry the mark.
    """

    stress: tuple[Stress, ...] = ()
    near: str = ""


def headquarters(position: Position) -> Headquarters:
    """What the game's book says of headquarters in code."""
    return position.pack.figures_or_usual(Headquarters)


def is_headquarters(position: Position, marker: Marker) -> bool:
    """Whether a marker is a headquarters."""
    return marker.type.kind in KINDS


def attacking(position: Position, marker: Marker) -> bool:
    """Whether its attack side is up."""
    return ATTACK in marker.type.tags


def stresses(position: Position, marker: Marker) -> tuple[Known, ...]:
    """For each stress that a headquarters may be under now, whether it is; the reason says which."""
    i = position.network.index.get(marker.hex)
    if i is None:
        return ()
    rows = headquarters(position).stress
    return tuple(_stressed(position, marker, row, i).explained(row.why) for row in rows)


def has_full_powers(position: Position, marker: Marker) -> Known:
    """Whether it has the powers of the highest kind of headquarters: it is of that kind, and not stressed."""
    if FULL not in marker.type.tags:
        return NO
    return ~any_of(stresses(position, marker))


def gateway(position: Position, marker: Marker) -> Known:
    """Whether units may leave a headquarters for another, or come to it: supplied, in working order, of full powers."""
    if FULL not in marker.type.tags or marker.hex not in position.network.index:
        return NO
    fed = has_status(position, marker.type.side, marker.hex, WORKING)
    return fed.explained(say("it is supplied and in working order")) & has_full_powers(position, marker)


def passed_on(position: Position, number: str, side: str) -> Known:
    """Whether some headquarters in a hex passes units of a side on."""
    return any_of(
        gateway(position, marker)
        for marker in position.markers_at(number)
        if marker.type.side == side and is_headquarters(position, marker)
    )


def supports(position: Position, marker: Marker, attackers: tuple[Unit, ...]) -> Known:
    """Whether a headquarters in attack mode may help these attackers: one is near enough, and of its nation if need be."""
    index = position.network.index
    if not attacking(position, marker) or marker.hex not in index:
        return NO
    near = any_of(
        Known.of(not UNSUPPLIED & unit.marks)
        for unit in attackers
        if unit.side == marker.type.side
        and unit.hex in index
        and position.network.distance(index[unit.hex], index[marker.hex]) <= marker.type.value
    )
    own_nation = any(unit.type.nation in marker.type.tags for unit in attackers)
    return near & (has_full_powers(position, marker) | Known.of(own_nation))


def marked_near(position: Position, unit: Unit, number: str) -> Unit:
    """The unit with the mark of those near an attacking headquarters, where it is so in a hex, or none of its nation is shown."""
    nation = headquarters(position).near
    if not nation or number not in position.network.index:
        return unit
    own = _of_its_nation(position, unit, nation)
    marked = not own or _reached(position, unit, number, own)
    return replace(unit, marks=unit.marks | {NEAR}) if marked else unit


def nearness_untold(position: Position, unit: Unit) -> str:
    """The counter without which nobody can say whether a unit has that mark, as a missing datum; "" if all is told."""
    nation = headquarters(position).near
    if not nation or not position.unidentified or unit.hex not in position.network.index:
        return ""
    if _reached(position, unit, unit.hex, _of_its_nation(position, unit, nation)):
        return ""
    able = (each for each in position.unidentified if each.unreadable and each.side in ("", unit.side))
    return next((each.datum for each in able if each.hex in position.network.index), "")


def _of_its_nation(position: Position, unit: Unit, whose: str) -> list[Marker]:
    """The headquarters that may give a unit the mark."""
    nation = unit.type.nation if whose == OWN else whose
    return [
        marker
        for marker in position.markers.values()
        if marker.type.side == unit.side and nation in marker.type.tags and is_headquarters(position, marker)
    ]


def _reached(position: Position, unit: Unit, number: str, own: list[Marker]) -> bool:
    """Whether one of some headquarters attacks and reaches a hex."""
    index, times = position.network.index, 2 if unit.type.movement_class in DOUBLED else 1
    return any(
        attacking(position, marker)
        and marker.hex in index
        and position.network.distance(index[number], index[marker.hex]) <= marker.type.value * times
        for marker in own
    )


def _stressed(position: Position, marker: Marker, entry: Stress, i: int) -> Known:
    here = entry.where.fits(ground_at(position), i)
    if not entry.by_sea or here.is_no:
        return here
    side = marker.type.side
    by_sea = has_status(position, side, marker.hex, BY_SEA) & ~MAJOR_PORT.fits(ground_at(position), i)
    return NO if by_sea.is_no else here & by_sea & ~joined(position, side, marker.hex, (BY_RAIL,))
