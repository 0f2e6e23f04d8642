"""Reinforcements of a district that crowd into one of its cities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.analysis.control import controls
from adjudicator.analysis.ground import standing
from adjudicator.analysis.reinforcement import CITY, Brought, admits, brought
from adjudicator.analysis.situation import joined
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector

FULL = 3
"""So many units in a hex, and it may be that no more stack there."""


class ByTurns(Table):
    """Units of one force, whose [[entry]] has this `article`, come to its places by turns."""

    article: str
    """The article. Example: `article = "34A2.1"`"""
    ranks: tuple[Where, ...]
    """The places in the order in which one unit comes to each. Example: `ranks = [{ places = ["city"] }]`"""
    open: tuple[Connection, ...] = ()
    """Lines without which a place comes after all others: of those places too."""
    who: Selector = EVERYONE
    """The units that come onto the map."""


@dataclass(frozen=True, slots=True)
class _City:
    name: str
    hexes: tuple[str, ...]
    rank: int
    sure: Known


def _meant(record: PhaseRecord, terms: ByTurns) -> dict[str, list[Brought]]:
    """The units that came where a force of the article comes, by what is said of that place: whichever force it was."""
    found: dict[str, list[Brought]] = {}
    for each in brought(record, terms.who):
        for force, entry in each.ways:
            if entry.article == terms.article and admits(record.end, entry, force, each.unit).is_yes:
                found.setdefault(entry.why, []).append(Brought(each.unit, each.box, ((force, entry),)))
                break
    return found


def _any_meant(record: PhaseRecord, terms: ByTurns) -> bool:
    return bool(_meant(record, terms))


@check("placement.by_turns", ByTurns, unseen="may excuse nearby", met=_any_meant)
def comes_by_turns(record: PhaseRecord, terms: ByTurns) -> Iterator[Breach]:
    """One unit to each city, before any gets a second. A city with three units in each hex may be full.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 3, Soviet Initial Phase; weather clear; place so.rifle.division.229 2A/3003;
              place so.rifle.division.242 2A/2904
    Illegal:  turn 3, Soviet Initial Phase; weather clear; place so.rifle.division.229 2A/2904
    """
    for why, found in _meant(record, terms).items():
        cities = _cities(record.end, found[0], terms)
        owners = {number: city for city in cities for number in city.hexes}
        counts = Counter(owners[each.unit.hex].name for each in found if each.unit.hex in owners)
        ahead = max(cities, key=lambda city: (counts[city.name], city.rank), default=None)
        behind = [each for each in cities if ahead is not None and _waits(record.end, each, ahead, counts)]
        if ahead is None or not behind:
            continue
        least = min(behind, key=lambda city: (counts[city.name], city.rank, city.name))
        units = tuple(each.unit.id for each in found if each.unit.hex in ahead.hexes)
        because = say(
            "{count} come to {city} and {least} to {other}; one comes to each of {why}, then another",
            counts[ahead.name],
            ahead.name,
            counts[least.name],
            least.name,
            why,
        )
        yield Breach(ahead.hexes, because, units, least.sure & ahead.sure)


def _waits(position: Position, city: _City, ahead: _City, counts: Counter[str]) -> bool:
    """Whether a city with room got less than it should have before the other got its last."""
    room = any(len(position.at(number)) < FULL for number in city.hexes)
    lead = counts[ahead.name] - counts[city.name]
    return room and (lead > 1 or (lead == 1 and ahead.rank > city.rank))


def _cities(position: Position, one: Brought, terms: ByTurns) -> list[_City]:
    """The cities of a force that its side holds, each with its rank."""
    groups: dict[str, list[str]] = {}
    ground, index = standing(position), position.network.index
    for place in position.network.theatre.places:
        if any(each.where.fits(ground, index[place.hex]).is_yes for each in one.entry.situations):
            hexes = groups.setdefault(str(place.values.get(CITY, place.name)), [])
            hexes += [place.hex] if place.hex not in hexes else []
    side, found = one.unit.side, []
    for name, hexes in groups.items():
        held = [number for number in hexes if controls(position, number, side).possible]
        rank = next((i for i, where in enumerate(terms.ranks) if where.fits(ground, index[hexes[0]]).is_yes), None)
        if not held or rank is None:
            continue
        sure = controls(position, held[0], side)
        reached = joined(position, side, held[0], terms.open) if terms.open else YES
        known = sure if not reached.is_open else sure & Known.open(*reached.missing)
        found.append(_City(name, tuple(held), len(terms.ranks) if reached.is_no else rank, known))
    return found
