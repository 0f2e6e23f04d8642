"""Who controls a hex, and every hex, on a given ground: the tests of control.toml, one after another."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from adjudicator.analysis.control_terms import ControlTable, ControlTest, control_table, series_control
from adjudicator.analysis.ownership import DISPUTED, NOBODY, UNKNOWN, Owner, first_owners, marked, recorded
from adjudicator.analysis.roster import Roster, roster
from adjudicator.analysis.zones import exerting, zone_field
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, Known, KnownMask, any_of
from adjudicator.model.memo import Same, remembered
from adjudicator.model.network import Bools, Network, spread
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.ground import Ground
from adjudicator.terms.who import Selector


@dataclass(frozen=True, eq=False)
class ControlField:
    """Who controls every hex: `codes[i]` is an index into `names`: the sides, then disputed, nobody, unknown.

    `presumed` are the hexes of which nothing but their first owner tells, in a game that was joined in its middle: whoever
    was there last has them by the book, and that may have been an enemy who is far away now.
    """

    names: tuple[str, ...]
    codes: NDArray[np.int8]
    presumed: Bools

    def of(self, side: str) -> KnownMask:
        """(n,): the hexes a side controls; open where nobody can tell, and where a first owner is all that is known."""
        found: Bools = self.codes == self.names.index(side)
        untold = self.untold | self.presumed
        return (
            KnownMask(found & ~untold, found | untold, (say("control of hexes"),))
            if untold.any()
            else KnownMask.of(found)
        )

    @property
    def untold(self) -> Bools:
        """(n,): the hexes of which nothing tells who controls them."""
        found: Bools = self.codes == len(self.names) - 1
        return found

    def hexes_of(self, who: str) -> list[int]:
        """The hexes that a side controls, or that are disputed, without those that it perhaps does."""
        found: list[int] = np.flatnonzero(self.codes == self.names.index(who)).tolist()
        return found

    def at(self, i: int) -> Owner:
        """The controller of one hex."""
        return Owner.named(self.names[self.codes[i]], say("control of hexes"))


def controller_on(ground: Ground, number: str, told: bool = False) -> Owner:
    """Who controls a hex; `told` as in `recorded`."""
    known = _controllers(ground)
    owner = known.get((number, told))
    if owner is None:
        owner = known[number, told] = _controller(ground, number, told)
    return owner


@remembered(32)
def _controllers(_ground: Ground) -> dict[tuple[str, bool], Owner]:
    """Who controls the hexes that were asked for, which rules do again and again; filled by `controller_on`."""
    return {}


def _controller(ground: Ground, number: str, told: bool) -> Owner:
    position, i = ground.position, ground.network.index[number]
    table = control_table(position.pack)
    found, touched = _tested(ground, table, i, told)
    enclosure = series_control(position.pack).enclosure
    free = NO if enclosure is None or touched else enclosure.where.fits(ground, i)
    if free.is_no:
        return found
    around = {_tested(ground, table, int(j), told)[0] for j in ground.network.neighbours[i] if j >= 0}
    only = around.pop() if len(around) == 1 else found
    if only == found or not only.is_one_of(position.pack.sides).is_yes:
        return found
    return only if free.is_yes else Owner.untold(say("control of {hex}", number))


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
    touched, unsure = np.zeros(len(network), dtype=np.bool_), np.zeros(len(network), dtype=np.bool_)
    for test in table.test:
        where = test.where.mask(ground)
        open_ = (codes < 0) & where.sure
        if test.by == "history":
            unsure |= where.undecided
            codes[open_] = _history(position, names, told)[open_]
            continue
        present = np.zeros((len(sides), len(network)), dtype=np.bool_)
        for k, side in enumerate(sides):
            reached = _present(ground, units, side, test)
            present[k] = reached.perhaps
            unsure |= reached.undecided | (present[k] & where.undecided)
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
    for i in np.flatnonzero(unsure).tolist():
        owner, touched[i] = _tested(ground, table, i, told)
        codes[i] = _code(names, owner.name)
    if (enclosure := series_control(position.pack).enclosure) is not None:
        free = enclosure.where.mask(ground)
        perhaps = codes.copy()
        _enclose(network, codes, free.sure & ~touched, len(sides))
        _enclose(network, perhaps, free.perhaps & ~touched, len(sides))
        codes[codes != perhaps] = len(names) - 1
    return names, codes


def _history(position: Position, names: tuple[str, ...], told: bool) -> NDArray[np.int8]:
    """(n,): `recorded` for every hex."""
    network, table = position.network, control_table(position.pack)
    codes = _first_owners(network, Same(table), names).copy()
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
def _first_owners(network: Network, table: Same[ControlTable], names: tuple[str, ...]) -> NDArray[np.int8]:
    """(n,): `first_owner` for every hex."""
    return np.array([_code(names, name) for name in first_owners(network, table)], dtype=np.int8)


def _present(ground: Ground, units: Roster, side: str, test: ControlTest) -> KnownMask:
    """(n,): the hexes in which a side is present by a test."""
    if test.by == "occupation":
        return KnownMask.of(units.count(units.side(side) & units.ashore & units.fits(test.who)) > 0)
    return zone_field(ground, side).by(test.who)


def _strangers(units: Roster, sides: tuple[str, ...], present: NDArray[np.bool_], takes: Selector) -> Bools:
    """(n,): hexes where a side reaches and another's units are, of those that can take a hex at all."""
    found = np.zeros(units.size, dtype=np.bool_)
    for k, side in enumerate(sides):
        found |= present[k] & (units.count(~units.side(side) & units.ashore & units.fits(takes)) > 0)
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
    """The answer of the first test that has one, and whether a unit or zone gave it.

    Where nobody can tell which test that is, and their answers differ, nobody knows.
    """
    answers: list[tuple[Owner, bool]] = []
    for test in table.test:
        here = test.where.fits(ground, i)
        found = [] if here.is_no else _said(ground, table, test, i, told)
        answers += [each for each in found if each is not None]
        if here.is_yes and found and None not in found:
            break
    else:
        answers.append((Owner(NOBODY), False))
    first, touched = answers[0][0], any(touched for _, touched in answers)
    alike = all(owner == first for owner, _ in answers)
    return first if alike else Owner.untold(say("control of {hex}", ground.network.number(i))), touched


def _said(
    ground: Ground, table: ControlTable, test: ControlTest, i: int, told: bool
) -> list[tuple[Owner, bool] | None]:
    """The answer of one test, None if it has none; several where nobody can tell which sides are there."""
    if test.by == "history":
        return [(recorded(ground.position, i, told), False)]
    there = _there(ground, test, i)
    found = [side for side, answer in there.items() if answer.possible]
    fixed = frozenset(side for side in found if there[side].is_yes)
    subsets = (fixed.union(some) for count in range(len(found) + 1) for some in combinations(found, count))
    return [_said_of(ground, table, test, i, sides) for sides in dict.fromkeys(subsets)]


def _there(ground: Ground, test: ControlTest, i: int) -> dict[str, Known]:
    """For each side whether a unit, or a zone, of it is in a hex that the test asks for."""
    position, number = ground.position, ground.network.number(i)
    there: dict[str, Known] = {}
    for side in position.pack.sides:
        if test.by == "occupation":
            there[side] = Known.of(any(unit.side == side and test.who.matches(unit) for unit in position.at(number)))
        else:
            there[side] = any_of(zone.known for zone in exerting(ground, side, i) if test.who.matches(zone.unit))
    return there


def _said_of(
    ground: Ground, table: ControlTable, test: ControlTest, i: int, sides: frozenset[str]
) -> tuple[Owner, bool] | None:
    """What a test says of a hex in which these sides are."""
    number = ground.network.number(i)
    if len(sides) == 1:
        (side,) = sides
        strangers = (unit for unit in ground.position.at(number) if unit.side != side and table.takes.matches(unit))
        return None if test.by == "zone" and any(strangers) else (Owner(side), True)
    if sides and (test.contested or test.by == "occupation"):
        return Owner.named(test.contested or DISPUTED, say("control of {hex}", number)), True
    return None
