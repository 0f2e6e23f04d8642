"""Attacks by units that no line joins to the point which the attack costs."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import standing
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import replace
from adjudicator.model.known import NO
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Attack, Declaration
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector


class PointLine(Table):
    """Whoever attacks from such hexes is joined to a point, also to one that was taken up for the attack in this phase."""

    where: Where
    """The hexes from which attacks cost a point."""
    kinds: frozenset[MarkerKind]
    """Kinds of marker that are points."""
    joined: tuple[Situation, ...]
    """What the hex of an attacker must be like, one of these: it has such a line."""
    who: Selector = EVERYONE
    """The attackers that need one. Example: `who = { without_tags = ["afloat"] }`"""


def _any_there(record: PhaseRecord, terms: PointLine) -> bool:
    """Whether anybody attacks from such a hex, or may."""
    ground, index = standing(record.start), record.start.network.index
    units = (act.before.unit(name) for act in record.of(Attack) for name in act.units)
    return any(
        unit.hex in index and terms.where.fits(ground, index[unit.hex]).possible and terms.who.matches(unit)
        for unit in units
    )


@check("combat.point_line", PointLine, unseen="may excuse nearby", acts=("attack",), met=_any_there)
def reaches_a_point(record: PhaseRecord, terms: PointLine) -> Iterator[Breach]:
    """Who attacks in the Arctic has a resource point at the other end of an overland line, before or after it is spent.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/1510: fi.1inf, +rp.ax1; 1B/1509: so.10rif;
              lift +rp.ax1 1B/1510; attack 1B/1509: fi.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/1510: fi.1inf; 1B/1509: so.10rif; attack 1B/1509: fi.1inf
    """
    for act in record.of(Attack):
        position = _with_spent(record.start, act.before, terms)
        index, ground = position.network.index, standing(position)
        for name in () if isinstance(act, Declaration) else act.units:
            unit = act.before.unit(name)
            asked = NO
            if unit.hex in index and terms.who.matches(unit):
                asked = terms.where.fits(ground, index[unit.hex])
            if asked.is_no:
                continue
            lacks = asked & ~fits_any(position, unit.side, unit.hex, terms.joined)
            if lacks.possible:
                because = say("{unit} attacks from {hex}, and no line leads to a resource point", unit, unit.hex)
                yield Breach((unit.hex,), because, (name,), lacks)


def _with_spent(start: Position, now: Position, terms: PointLine) -> Position:
    """The position with the points back that lay there as the phase began."""
    gone = {
        name: marker
        for name, marker in start.markers.items()
        if marker.type.kind in terms.kinds and name not in now.markers
    }
    return replace(now, markers=now.markers.update(gone)) if gone else now
