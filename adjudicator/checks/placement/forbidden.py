"""Units where they may never stand."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.roster import roster
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import word


class ForbiddenHexes(Table):
    """Which units may not stand where."""

    who: Selector = EVERYONE
    """The units that may not stand there."""
    where: Where
    """The hexes that are closed to them."""


@check("placement.forbidden", ForbiddenHexes, unseen="cannot excuse")
def stands_where_it_may(position: Position, terms: ForbiddenHexes) -> Iterator[Finding]:
    """No unit stands in a hex closed to its kind.

    Legal:    0807: fr.1inf; 1911: ?
    Illegal:  1911: fr.1inf
    """
    barred = terms.where.mask(ground_at(position))
    index = position.network.index
    for i in sorted({index[unit.hex] for unit in roster(position).fitting(terms.who, barred.perhaps)}):
        number = position.network.number(i)
        units = tuple(unit for unit in (*position.at(number), *position.afloat_at(number)) if terms.who.matches(unit))
        if units:
            names, closed = strung((str(unit) for unit in units), ", "), _words(position, i, terms.where)
            because = (
                say(
                    "{names} stands in {location}, which is closed to such units: {closed}",
                    names,
                    number,
                    closed,
                )
                if len(units) == 1
                else say(
                    "{names} stand in {location}, which is closed to such units: {closed}",
                    names,
                    number,
                    closed,
                )
            )
            yield Finding((number,), because, tuple(u.id for u in units), barred.at(i))


def _words(position: Position, i: int, where: Where) -> str:
    """What closes a hex: the regions of the theatre that are named, else its terrain."""
    found, header = position.network.hexes[i], position.network.theatre.header
    regions = header.regions if header is not None else {}
    named = sorted(tag for tag in found.tags if tag in (where.tags | where.all_tags))
    lying = {each.type.name or each.id for each in position.markers_at(found.number) if each.type.kind in where.markers}
    return strung([*(regions.get(tag) or word(tag) for tag in named), *sorted(lying)], ", ") or word(found.terrain)
