"""Who controls a hex, and every hex, on a given ground: the tests of control.toml, one after another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.analysis.control_terms import ControlTable, ControlTest, control_table
from adjudicator.analysis.holding import DISPUTED, NOBODY, UNKNOWN, Owner, marked, recorded
from adjudicator.analysis.roster import Roster, roster
from adjudicator.analysis.zones import exerting, zone_field
from adjudicator.model.known import KnownMask
from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools, Network, spread
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.ground import Ground
from adjudicator.terms.who import EVERYONE, Selector


@dataclass(frozen=True, eq=False)
class ControlField:
    """Who controls every hex: `codes[i]` is an index into `names`: the sides, then disputed, nobody, unknown.

    `presumed` are the hexes of which nothing but their first owner tells, in a game that was joined in its middle.
    """

    names: tuple[str, ...]
    codes: NDArray[np.int8]
    presumed: Bools

    def of(self, side: str) -> KnownMask:
        """(n,): the hexes a side controls; open where nobody can tell. What is presumed its own is its own."""
        sure: Bools = self.codes == self.names.index(side)
        untold: Bools = self.untold | (self.presumed & ~sure)
        return KnownMask(sure, sure | untold, ("control of hexes",)) if untold.any() else KnownMask.of(sure)

    @property
    def untold(self) -> Bools:
        """(n,): the hexes of which nothing tells who controls them."""
        found: Bools = self.codes == len(self.names) - 1
        return found

    def at(self, i: int) -> Owner:
        """The controller of one hex."""
        return Owner.named(self.names[self.codes[i]], "control of hexes")


def controller_on(ground: Ground, number: str, told: bool = False) -> Owner:
    """Who controls a hex; `told` as in `recorded`."""
    position, i = ground.position, ground.network.index[number]
    table = control_table(position.pack)
    found, touched = _tested(ground, table, i, told)
    if table.enclosure is None or touched or not table.enclosure.where.fits(ground, i).is_yes:
        return found
    around = {_tested(ground, table, int(j), told)[0] for j in ground.network.neighbours[i] if j >= 0}
    only = around.pop() if len(around) == 1 else found
    return only if only.is_one_of(position.pack.sides).is_yes else found


@remembered(8)
def control_field_on(ground: Ground) -> ControlField:
    """Who controls every hex of the map."""
    names, codes = _control_codes(ground)
    presumed = np.zeros(len(codes), dtype=np.bool_)
    if ground.position.joined:
        unknown = len(names) - 1
        presumed = (_control_codes(ground, told=True)[1] == unknown) & (codes != unknown)
    return ControlField(names, codes, presumed)


def _control_codes(ground: Ground, told: bool = False) -> tuple[tuple[str, ...], NDArray[np.int8]]:
    position, network = ground.position, ground.network
    table, units = control_table(position.pack), roster(position)
    sides = position.pack.sides
    names = (*sides, DISPUTED, NOBODY, UNKNOWN)
    nobody = len(sides) + 1
    codes = np.full(len(network), -1, dtype=np.int8)
    touched = np.zeros(len(network), dtype=np.bool_)
    for test in table.test:
        open_ = (codes < 0) & test.where.mask(ground).sure
        if test.by == "history":
            codes[open_] = _history(position, names, told)[open_]
            continue
        present = np.zeros((len(sides), len(network)), dtype=np.bool_)
        for k, side in enumerate(sides):
            if test.when.holds(position, side).possible:
                present[k] = _present(ground, units, side, test)
        count = present.sum(axis=0)
        one = open_ & (count == 1)
        if test.by == "zone":
            one &= ~_strangers(units, sides, present, table.takes)
        codes[one] = present.argmax(axis=0)[one]
        touched |= one
        if test.contested or test.by == "occupation":
            many = open_ & (count > 1)
            codes[many] = _code(names, test.contested or DISPUTED)
            touched |= many
    codes[codes < 0] = nobody
    if table.enclosure is not None:
        _enclose(network, codes, table.enclosure.where.mask(ground).sure & ~touched, len(sides))
    return names, codes


def _history(position: Position, names: tuple[str, ...], told: bool) -> NDArray[np.int8]:
    """(n,): `recorded` for every hex."""
    network, table = position.network, control_table(position.pack)
    codes = _first_owners(network, tuple(sorted(table.starts.items())), names).copy()
    if told:
        codes[:] = len(names) - 1
    for number in position.marked if position.joined and table.markers else ():
        if number in network.index and (side := marked(position, number)):
            codes[network.index[number]] = _code(names, side)
    places = {place.name: place.hex for place in network.theatre.places} if position.control else {}
    for name, owner in position.control.items():
        if name not in network.index and name in places and places[name] not in position.control:
            codes[network.index[places[name]]] = _code(names, owner)
    for name, owner in position.control.items():
        if name in network.index:
            codes[network.index[name]] = _code(names, owner)
    return codes


@remembered(8)
def _first_owners(network: Network, starts: tuple[tuple[str, str], ...], names: tuple[str, ...]) -> NDArray[np.int8]:
    """(n,): `first_owner` for every hex, where these tags say which side starts there."""
    codes = np.full(len(network), len(names) - 1, dtype=np.int8)
    for tag, side in reversed(starts):
        codes[network.hexes_with([tag])] = _code(names, side)
    for i, places in network.places_at.items():
        owner = next((place.owner for place in places if place.owner), "")
        if owner:
            codes[i] = _code(names, owner)
    return codes


def _present(ground: Ground, units: Roster, side: str, test: ControlTest) -> Bools:
    if test.by == "occupation":
        found: Bools = units.count(units.side(side) & units.fits(test.who)) > 0
        return found
    zone = zone_field(ground, side)
    reach: Bools = (zone.total if test.who == EVERYONE else zone.by(test.who)) > 0
    return reach


def _strangers(units: Roster, sides: tuple[str, ...], present: NDArray[np.bool_], takes: Selector) -> Bools:
    """(n,): hexes where a side reaches and another's units are, of those that can take a hex at all."""
    found = np.zeros(units.size, dtype=np.bool_)
    for k, side in enumerate(sides):
        found |= present[k] & (units.count(~units.side(side) & units.fits(takes)) > 0)
    return found


def _code(names: tuple[str, ...], name: str) -> int:
    return names.index(name) if name in names else len(names) - 1


def _enclose(network: Network, codes: NDArray[np.int8], free: Bools, sides: int) -> None:
    before = codes.copy()
    for k in range(sides):
        theirs = before == k
        around = spread(network, theirs) | (network.neighbours < 0)
        some = spread(network, theirs).any(axis=1)
        codes[free & around.all(axis=1) & some] = k


def _tested(ground: Ground, table: ControlTable, i: int, told: bool = False) -> tuple[Owner, bool]:
    """The answer of the first test that has one, and whether a unit or zone gave it."""
    position, number = ground.position, ground.network.number(i)
    for test in table.test:
        if not test.where.fits(ground, i).is_yes:
            continue
        if test.by == "history":
            return recorded(position, i, told), False
        if test.by == "occupation":
            sides = {unit.side for unit in position.at(number) if _may(position, test, unit.side, unit)}
        else:
            sides = {
                side
                for side in position.pack.sides
                if test.when.holds(position, side).possible
                and any(test.who.matches(entry.unit) for entry in exerting(ground, side, i))
            }
            if len(sides) == 1 and any(
                unit.side not in sides and table.takes.matches(unit) for unit in position.at(number)
            ):
                continue
        if len(sides) == 1:
            return Owner(sides.pop()), True
        if sides and (test.contested or test.by == "occupation"):
            return Owner.named(test.contested or DISPUTED, f"control of {number}"), True
    return Owner(NOBODY), False


def _may(position: Position, test: ControlTest, side: str, unit: Unit) -> bool:
    return test.when.holds(position, side).possible and test.who.matches(unit)
