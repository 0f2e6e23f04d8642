"""Who starts where and who comes, or goes, when: a game's order of battle (order_of_battle.toml)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from adjudicator.analysis.ground import ground_at
from adjudicator.model.known import KnownMask
from adjudicator.model.memo import Same, remembered
from adjudicator.model.network import Bools, Network
from adjudicator.model.pack import Pack
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import UnitName
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import ANYWHERE, Where

Event = Literal["start", "arrival", "withdrawal", "conversion", "release", "pool"]


BORDER = "border"
"""The hexside feature of a border."""


class BorderZone(Table):
    """A strip along the hexsides of a border."""

    first: str = ""
    """A hex in the first printed row of the strip; left out: no limit."""
    last: str = ""
    """A hex in the last printed row of the strip."""
    within: int
    """Hexes no further than this from the border."""
    beyond: int = 0
    """Hexes no nearer than this; a hex at the border is 0 hexes from it. 0: from the border on."""


class Near(Table):
    """A circle round a hex."""

    hex: str
    """The number of the hex in the middle, or the name of a city: then each of its hexes is."""
    within: int
    """Hexes no further than this from it."""


class Zone(Table):
    """A [[zone]]: where units of a force may stand. Everything that is given must hold."""

    key: str
    """Its name, by which forces refer to it."""
    name: str = ""
    """Its name as people read it."""
    side: str
    """The side whose zone it is."""
    where: Where = ANYWHERE
    """The hexes that it may lie in."""
    border: BorderZone | None = None
    """A strip along the hexsides of a border."""
    near: tuple[Near, ...] = ()
    """Circles round hexes, all of which must hold."""
    ground: frozenset[str] = frozenset()
    """Tags of hexes that are the side's own ground."""
    note: str = ""
    """What the book says of the zone where this file cannot say it."""


class Force(Table):
    """A [[force]]: units that start, come or go together."""

    event: Event = "start"
    """What happens to them. "pool": they may come later, by rules of their own."""
    zone: str = ""
    """The key of the zone in which they start or arrive; left out: anywhere."""
    turn: int = 0
    """The game turn; 0: when the game begins."""
    name: str = ""
    """The formation."""
    units: Mapping[UnitName, int]
    """The units: type, and how many."""
    district: str = ""
    """The district of units that start there, if the book sorts them by districts."""
    company: bool = False
    """Whether the units start anywhere with another unit of their district."""
    line: int = 0
    """The line of the source from which it was read."""


class OrderOfBattle(Table):
    """The file order_of_battle.toml: who starts where, and who comes or goes when.

    The check `placement.schedule` and articles of set-ups, entry and withdrawals, which some series have, read it, and no
    check for every game does. Elsewhere say when units arrive by `sequence.only_when`, and where by
    `placement.arrivals`.
    """

    turns: tuple[str, ...] = ()
    """What the game turns are called, from the first on. Example: `turns = ["Jun II 41", "Jul I 41"]`"""
    zone: tuple[Zone, ...] = ()
    """The zones."""
    force: tuple[Force, ...] = ()
    """The forces."""


def order_of_battle(pack: Pack) -> OrderOfBattle:
    """The pack's order_of_battle.toml."""
    return load_table(pack, "order_of_battle", OrderOfBattle)


def expected(pack: Pack, event: Event, turn: int | None = None) -> Counter[str]:
    """How many units of each type an event brings, in one turn or in all."""
    found: Counter[str] = Counter()
    for force in order_of_battle(pack).force:
        if force.event == event and (turn is None or force.turn == turn):
            found.update(force.units)
    return found


def zones_of(pack: Pack, kind: str) -> tuple[Zone, ...]:
    """The zones in which units of a type may start; a force without one may start anywhere, which ends the list."""
    table = order_of_battle(pack)
    names = {force.zone for force in table.force if force.event == "start" and kind in force.units}
    return () if "" in names else tuple(zone for zone in table.zone if zone.key in names)


def area(position: Position, zone: Zone) -> KnownMask:
    """(n,): the hexes of a zone; open where the map lacks a hex by which it is described."""
    network = position.network
    ends = (zone.border.first, zone.border.last) if zone.border is not None else ()
    unseen = [circle.hex for circle in zone.near if not _middle(network, circle)]
    unseen += [number for number in ends if number and number not in network.index]
    if unseen:
        anywhere = np.ones(len(network), dtype=np.bool_)
        return KnownMask(~anywhere, anywhere, tuple(say("where {hex} lies on this map", number) for number in unseen))
    described = zone.where.mask(ground_at(position))
    if zone.ground:
        described &= Where(tags=zone.ground).mask(ground_at(position))
    return described & KnownMask.of(_measured(network, Same(zone)))


@remembered(128)  # asked for each counter of a zone
def _measured(network: Network, same: Same[Zone]) -> Bools:
    """(n,): the hexes that lie as far from others as a zone says."""
    zone = same.of
    fits = np.ones(len(network), dtype=np.bool_)
    for circle in zone.near:
        fits &= _within(network, np.array(_middle(network, circle)), circle.within)
    if zone.border is None:
        return fits
    edges = np.flatnonzero(network.sides_with((BORDER,)).any(axis=1))
    if zone.border.first and zone.border.last:
        rows = _rows(network, zone.border.first, zone.border.last)
        fits &= rows
        edges = edges[rows[edges]]
    fits &= _within(network, edges, zone.border.within)
    if zone.border.beyond:
        fits &= ~_within(network, edges, zone.border.beyond - 1)
    return fits


def _middle(network: Network, circle: Near) -> list[int]:
    """The hexes round which a circle is drawn; none where the map does not show them."""
    if circle.hex in network.index:
        return [network.index[circle.hex]]
    named = (place for place in network.theatre.places if circle.hex in (place.name, place.values.get("city")))
    return sorted({network.index[place.hex] for place in named})


def _within(network: Network, centres: NDArray[np.intp], most: int) -> Bools:
    """(n,): the hexes no further than so many from any of some hexes, which are given by their indices."""
    at = np.array([(entry.at.q, entry.at.r) for entry in network.hexes])
    found = np.zeros(len(network), dtype=np.bool_)
    for centre in at[centres]:
        away = at - centre
        found |= np.maximum(np.abs(away).max(axis=1), np.abs(away.sum(axis=1))) <= most
    return found


def _rows(network: Network, first: str, last: str) -> Bools:
    """The hexes in the printed rows between two hexes."""
    theatre = network.theatre
    ends = sorted(theatre.numbering.cell(theatre.at(number).at)[1] for number in (first, last))
    rows = (theatre.numbering.cell(entry.at)[1] for entry in network.hexes)
    return np.array([ends[0] <= row <= ends[1] for row in rows], dtype=np.bool_)
