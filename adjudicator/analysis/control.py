"""Zones of control, and who controls a hex or a place.

zoc.toml
    [[exert]]      in order, the first that fits the unit (who), the moment (when) and the hex reached (into) decides;
                   strength = "normal", "reduced" ... ("none" = no zone). `where` restricts the hex the unit stands in.
    [[closed]]     hexsides no zone passes: an `edges` table, `who` it holds for (empty = everyone)
    [[shut]]       hexes no zone enters: `where`, `who`; `held_by = "enemy"` only while the exerting side's enemy holds
                   them (its units are there, or it had them last)
    [[movement]]   what an enemy zone does to a mover; the first that fits who, when, modes and strengths decides:
                   stop (halt on entering), enter_cost, leave_cost (to a hex without), between_cost (zone to zone),
                   no_between (edges that may not be crossed from zone to zone), unless_friendly (... but with a friendly
                   unit in the hex entered they may), may_not_enter, may_not_leave, may_not_start, shielded (selector: such
                   a friendly unit in the hex cancels it), ignored (the mover does not care), spares (so many
               zone hexes on its way, the first ones, do not count). A cost "?" is the chart cell
               zoc.STRENGTH.leave_cost.CLASS and so on
    strengths      from strongest to weakest; a hex in several zones counts as the strongest. Default ["normal", "reduced"]

control.toml
    [[test]]       in order; the first that has an answer for a hex decides:
                   by = "occupation" (units that fit `who` of one side only), "zone" (zones of one side only; `contested` says
                   what both make: "disputed", "" = no answer), "history" (as last known), with `where`, `when`
    [enclosure]    a hex no unit or zone touches, all of whose neighbours one side controls, is that side's: where, who
    starts         tag of hex -> side that starts with it, used where nothing else is known
    takes          selector of units that take control of what they enter; reverts: selector of those whose gain is lost
                   when they leave, unless `together` stacking points (default 1) stand there; zones_last: what a zone alone
                   reached stays its side's
    markers        kinds of marker that tell whose a hex is where the record begins in the middle of the game: what was taken
                   before is known by them alone, and a first owner is no more than presumed
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudicator.analysis.ground import ANYWHERE, Cell, Edges, Recent, When, Where, load_table, spread, standing
from adjudicator.analysis.roster import Roster, roster
from adjudicator.analysis.stacking import unit_size
from adjudicator.model.network import Bools, Ints, Network
from adjudicator.model.theatre import Table
from adjudicator.model.units import EVERYONE, Selector, Unit
from adjudicator.record.position import Position

DISPUTED = "disputed"
NOBODY = ""
UNKNOWN = "?"


class Exertion(Table):
    """An [[exert]]."""

    who: Selector = EVERYONE
    when: When = When()
    where: Where = ANYWHERE
    into: Where = ANYWHERE
    strength: str = "normal"
    why: str = ""


class ClosedSide(Table):
    """A [[closed]]."""

    who: Selector = EVERYONE
    edges: Edges
    why: str = ""


class ShutHex(Table):
    """A [[shut]]."""

    who: Selector = EVERYONE
    where: Where
    held_by: Literal["", "enemy"] = ""
    when: When = When()
    why: str = ""


class ZoneEffect(Table):
    """A [[movement]] of zoc.toml."""

    who: Selector = EVERYONE
    when: When = When()
    modes: frozenset[str] = frozenset()
    strengths: frozenset[str] = frozenset()
    where: Where = ANYWHERE
    ignored: bool = False
    spares: int = 0
    stop: bool = False
    enter_cost: Cell = Fraction(0)
    leave_cost: Cell = Fraction(0)
    between_cost: Cell = Fraction(0)
    no_between: Edges | None = None
    unless_friendly: Selector | None = None
    may_not_enter: bool = False
    may_not_leave: bool = False
    may_not_start: bool = False
    shielded: Selector | None = None
    why: str = ""


class ZocTable(Table):
    """zoc.toml."""

    exert: tuple[Exertion, ...] = ()
    closed: tuple[ClosedSide, ...] = ()
    shut: tuple[ShutHex, ...] = ()
    movement: tuple[ZoneEffect, ...] = ()
    strengths: tuple[str, ...] = ("normal", "reduced")


class ControlTest(Table):
    """A [[test]] of control.toml."""

    by: Literal["occupation", "zone", "history"]
    who: Selector = EVERYONE
    where: Where = ANYWHERE
    when: When = When()
    contested: str = ""


class Enclosure(Table):
    """[enclosure] of control.toml."""

    where: Where = ANYWHERE


class ControlTable(Table):
    """control.toml."""

    test: tuple[ControlTest, ...] = (ControlTest(by="occupation"), ControlTest(by="history"))
    enclosure: Enclosure | None = None
    starts: Mapping[str, str] = {}
    takes: Selector = EVERYONE
    reverts: Selector | None = None
    together: Fraction = Fraction(1)
    zones_last: bool = False
    markers: frozenset[str] = frozenset()


class Exerted(NamedTuple):
    """A unit and the strength of the zone with which it reaches a hex."""

    unit: Unit
    strength: str


@dataclass(frozen=True, eq=False)
class ZoneField:
    """The zones of one side over the whole map: `counts[strength][i]` units exert such a zone into hex i."""

    position: Position
    side: str
    counts: Mapping[str, Ints]
    _parts: dict[bytes, Ints] = field(default_factory=dict)

    @property
    def mask(self) -> Bools:
        """(n,): the hexes in any zone of the side."""
        found: Bools = self.total > 0
        return found

    @property
    def total(self) -> Ints:
        """(n,): how many units exert a zone into each hex."""
        return sum(self.counts.values(), np.zeros(len(self.position.network), dtype=np.int32))

    def by(self, selector: Selector) -> Ints:
        """(n,): how many units that fit the selector exert a zone into each hex."""
        return self.among(roster(self.position).fits(selector))

    def among(self, sorts: Bools) -> Ints:
        """(n,): how many units of these sorts (of the position's roster) exert a zone into each hex."""
        key = sorts.tobytes()
        found = self._parts.get(key)
        if found is None:
            counts = _counts(self.position, self.side, sorts)
            found = sum(counts.values(), np.zeros(len(self.position.network), dtype=np.int32))
            self._parts[key] = found
        return found

    def without(self, selector: Selector) -> Bools:
        """(n,): the hexes still in a zone when those of units that fit the selector do not count."""
        found: Bools = self.total > self.by(selector)
        return found

    def exerting(self, number: str) -> tuple[Exerted, ...]:
        """Who reaches a hex, and how strongly."""
        return tuple(exerting(self.position, self.side, self.position.network.index[number]))

    def numbers(self) -> tuple[str, ...]:
        """The printed numbers of the hexes in the zone."""
        return self.position.network.numbers(np.flatnonzero(self.mask).tolist())

    def after(self, position: Position, changed: tuple[str, ...]) -> ZoneField:
        """The field of a position that differs in these units only, at the cost of the hexes they touch."""
        old, new = standing(self.position, self.side), standing(position, self.side)
        if old.sure is not new.sure or old.open or new.open:
            return zones(position, self.side)
        counts = {strength: array.copy() for strength, array in self.counts.items()}
        for before, sign in ((self.position, -1), (position, 1)):
            for name in changed:
                unit = before.units.get(name)
                if unit is not None and unit.side == self.side:
                    _add(counts, before, unit, sign)
        return ZoneField(position, self.side, counts)


_FIELDS = Recent(24)
_OPEN = Recent(64)


def zoc_table(position: Position) -> ZocTable:
    """The pack's zoc.toml."""
    return load_table(position.pack, "zoc", ZocTable)


def control_table(position: Position) -> ControlTable:
    """The pack's control.toml."""
    return load_table(position.pack, "control", ControlTable)


def zones(position: Position, side: str) -> ZoneField:
    """The zones of control that the units of a side exert, everywhere."""
    return _FIELDS.get(position, side, lambda: ZoneField(position, side, _counts(position, side, None)))


def exerting(
    position: Position, side: str, i: int, ignoring: frozenset[str] = frozenset(), but: Selector | None = None
) -> Iterator[Exerted]:
    """The units of a side that exert a zone into hex i: asks its six neighbours only.

    `ignoring` are ids of units whose zones do not count now (those being overrun), `but` a selector of such units.
    """
    network = position.network
    for direction in range(6):
        j = int(network.neighbours[i, direction])
        here = position.here.get(network.number(j), ()) if j >= 0 else ()
        for name in here:
            unit = position.units[name]
            if unit.side != side or name in ignoring or (but is not None and but.matches(unit)):
                continue
            strength = _strength(position, unit, j, (direction + 3) % 6, i)
            if strength:
                yield Exerted(unit, strength)


def strongest(position: Position, strengths: Iterator[str] | tuple[str, ...] | set[str]) -> str:
    """The strongest of several strengths of zone, "" of none."""
    order = zoc_table(position).strengths
    found = set(strengths)
    return next((strength for strength in order if strength in found), min(found, default=""))


def in_zone(position: Position, number: str, of: tuple[str, ...]) -> bool:
    """Whether a hex is in a zone of any of these sides."""
    i = position.network.index[number]
    return any(True for side in of for _ in exerting(position, side, i))


def holder(position: Position, i: int) -> str:
    """Who has a hex by presence or memory: the side alone in it, else who had it last; "?" if nobody knows."""
    here = position.holder(position.network.number(i))
    return here or recorded(position, i)


def recorded(position: Position, i: int, told: bool = False) -> str:
    """Who controlled a hex when last known: the position's memory, the place's first owner, the side that starts there.

    `told` wants it told: of a game that was joined in its middle a first owner is a presumption, "?".
    """
    network = position.network
    kept = position.control.get(network.number(i))
    if kept is not None:
        return kept
    named = [position.control[place.name] for place in network.places_at.get(i, ()) if place.name in position.control]
    if named:
        return named[0]
    if not position.joined:
        return first_owner(position, i)
    return _marked(position, position.network.number(i)) or (UNKNOWN if told else first_owner(position, i))


def _marked(position: Position, number: str) -> str:
    """Whose a hex is by the markers of control in it, "" if none says so or they differ."""
    kinds = control_table(position).markers
    sides = {marker.type.side for marker in position.markers_at(number) if marker.type.kind in kinds}
    return sides.pop() if len(sides) == 1 else ""


def first_owner(position: Position, i: int) -> str:
    """Who has a hex when the game begins: the place's first owner, else the side that starts there; "?" if nobody knows."""
    entry = position.network.hexes[i]
    owners = [place.owner for place in position.network.places_at.get(i, ()) if place.owner]
    if owners:
        return owners[0]
    starts = control_table(position).starts
    return next((starts[tag] for tag in sorted(entry.tags) if tag in starts), UNKNOWN)


def controller(position: Position, number: str, wanted_by: str = "") -> str:
    """Who controls a hex: a side, "disputed", "" (nobody) or "?" (the position does not tell).

    In a game that was joined in its middle an empty hex is presumed to be its first owner's still. To the side that wants
    it, and would be in the wrong without it, that is "?": it may have taken the hex before.
    """
    found = _controller(position, number)
    if position.joined and wanted_by and found in position.pack.enemies(wanted_by):
        return _controller(position, number, told=True)
    return found


def _controller(position: Position, number: str, told: bool = False) -> str:
    i = position.network.index[number]
    table = control_table(position)
    found, touched = _tested(position, table, i, told)
    if table.enclosure is None or touched or not table.enclosure.where.fits(position, i):
        return found
    around = {_tested(position, table, int(j), told)[0] for j in position.network.neighbours[i] if j >= 0}
    only = around.pop() if len(around) == 1 else ""
    return only if only in position.pack.sides else found


def place_controller(position: Position, name: str, wanted_by: str = "") -> str:
    """Who controls a named place, told as of a hex."""
    return controller(position, position.network.theatre.place(name).hex, wanted_by)


@dataclass(frozen=True, eq=False)
class ControlField:
    """Who controls every hex: `codes[i]` is an index into `names`: the sides, then disputed, nobody, unknown.

    `presumed` are the hexes of which nothing but their first owner tells, in a game that was joined in its middle.
    """

    names: tuple[str, ...]
    codes: NDArray[np.int8]
    presumed: Bools

    def of(self, side: str, unknown: bool = False) -> Bools:
        """(n,): the hexes a side controls; a hex nobody can tell of counts as `unknown`."""
        found: Bools = self.codes == self.names.index(side)
        if unknown:
            found = found | self.untold(side)
        return found

    def untold(self, side: str) -> Bools:
        """(n,): the hexes of which nobody can tell whether a side controls them; what is presumed its own is its own."""
        found: Bools = (self.codes == self.names.index(UNKNOWN)) | (
            self.presumed & (self.codes != self.names.index(side))
        )
        return found

    def at(self, i: int) -> str:
        """The controller of one hex."""
        name: str = self.names[self.codes[i]]
        return name


_CONTROL = Recent(8)


def control_field(position: Position) -> ControlField:
    """Who controls every hex of the map."""
    return _CONTROL.get(position, "field", lambda: _control_field(position))


def remember(position: Position, before: Position, units: tuple[str, ...], path: tuple[str, ...]) -> Position:
    """The position with control history after some units went along a path: what they enter or alone cover they take.

    Units that hold a hex only while they stay leave no history, unless enough of them stand there together.
    """
    table = control_table(position)
    control = position.control
    found = [position.units.get(name) or before.units.get(name) for name in units]
    movers = [unit for unit in found if unit is not None and table.takes.matches(unit)]
    for number in path:
        if number not in position.network.index:
            continue
        for unit in movers:
            if _keeps(before, table, movers, unit, number):
                control = control.set(number, unit.side)
            for covered in _covered(before, table, unit, number) if table.zones_last else ():
                control = control.set(covered, unit.side)
    if control is position.control:
        return position
    return replace(position, control=control)


def _keeps(before: Position, table: ControlTable, movers: list[Unit], unit: Unit, number: str) -> bool:
    """Whether what a unit takes stays taken when it goes on."""
    if table.reverts is None or not table.reverts.matches(unit):
        return True
    names = {mover.id for mover in movers}
    there = [other for other in before.at(number) if other.side == unit.side and other.id not in names]
    return sum((unit_size(other, "points") for other in (*movers, *there)), Fraction(0)) >= table.together


def _covered(before: Position, table: ControlTable, unit: Unit, number: str) -> Iterator[str]:
    """The hexes next to where a unit comes by that its zone alone reaches, as far as a zone may take them."""
    if unit.id not in before.units:
        return
    there = before.moved(unit.id, number)
    network, moved = there.network, there.unit(unit.id)
    i = network.index[number]
    for direction, j in enumerate(int(j) for j in network.neighbours[i]):
        if j < 0 or not _strength(there, moved, i, direction, j):
            continue
        target = network.number(j)
        if any(other.side != unit.side for other in there.at(target)):
            continue
        if any(True for enemy in there.pack.enemies(unit.side) for _ in exerting(there, enemy, j)):
            continue
        rows = [row for row in table.test if row.by == "zone"]
        if any(row.where.fits(there, j) and row.when.allows(there, unit.side) for row in rows):
            yield target


def _strength(position: Position, unit: Unit, i: int, direction: int, target: int) -> str:
    for entry in zoc_table(position).exert:
        if (
            entry.who.matches(unit)
            and entry.when.allows(position, unit.side)
            and entry.where.fits(position, i, unknown=True)
            and entry.into.fits(position, target, unknown=True)
        ):
            strength = "" if entry.strength == "none" else entry.strength
            return strength if strength and _reaches(position, unit, i, direction, target) else ""
    return ""


def _reaches(position: Position, unit: Unit, i: int, direction: int, target: int) -> bool:
    table = zoc_table(position)
    for side in table.closed:
        if side.who.matches(unit) and side.edges.fits(position, unit.side, i, direction):
            return False
    for shut in table.shut:
        if shut.who.matches(unit) and shut.where.fits(position, target) and shut.when.allows(position, unit.side):
            if not shut.held_by:
                return False
            held = holder(position, target)
            if held not in (unit.side, UNKNOWN, NOBODY, DISPUTED):
                return False
    return True


def _add(counts: dict[str, Ints], position: Position, unit: Unit, sign: int) -> None:
    network = position.network
    i = network.index.get(unit.hex)
    if i is None:
        return
    for direction in range(6):
        j = int(network.neighbours[i, direction])
        strength = _strength(position, unit, i, direction, j) if j >= 0 else ""
        if strength:
            array = counts.setdefault(strength, np.zeros(len(network), dtype=np.int32))
            array[j] += sign


def _counts(position: Position, side: str, only: Bools | None) -> dict[str, Ints]:
    """Units exerting into each hex by strength, `only` of some sorts: one array expression per [[exert]] and direction."""
    network, table, units = position.network, zoc_table(position), roster(position)
    left = units.side(side) if only is None else units.side(side) & only
    counts: dict[str, Ints] = {}
    passed = [(left, np.ones(len(network), dtype=np.bool_), np.ones(len(network), dtype=np.bool_))]
    for entry in table.exert:
        if not entry.when.allows(position, side):
            continue
        fits = units.fits(entry.who)
        where = entry.where.mask(position, unknown=True)
        into = entry.into.mask(position, unknown=True)
        rest = []
        for sorts, stands, reached in passed:
            mine = sorts & fits
            if mine.any():
                if entry.strength != "none":
                    reach = _reach(position, side, mine, stands=stands & where, into=reached & into)
                    counts[entry.strength] = counts[entry.strength] + reach if entry.strength in counts else reach
                if not where.all():
                    rest.append((mine, stands & ~where, reached))
                if not into.all():
                    rest.append((mine, stands & where, reached & ~into))
            if (sorts & ~fits).any():
                rest.append((sorts & ~fits, stands, reached))
        passed = rest
    return counts


def _reach(position: Position, side: str, sorts: Bools, *, stands: Bools, into: Bools) -> Ints:
    table, units = zoc_table(position), roster(position)
    network = position.network
    opposite = np.array([3, 4, 5, 0, 1, 2])
    total = np.zeros(len(network), dtype=np.int32)
    for some in _alike(table, units, sorts):
        at = units.where(some)
        at = at[stands[at]]
        sample = units.samples[int(np.flatnonzero(some)[0])]
        passable = _passable(position, table, side, sample)
        targets = network.neighbours[at]
        # A unit's zone enters its neighbour in direction d through that hex's opposite hexside.
        enters = (targets >= 0) & passable[targets, opposite] & into[targets]
        total += np.bincount(targets[enters], minlength=len(network)).astype(np.int32)
    return total


def _alike(table: ZocTable, units: Roster, sorts: Bools) -> list[Bools]:
    """Sorts split so that within a part every [[closed]] and [[shut]] speaks of all or none."""
    parts = [sorts]
    for who in {*(entry.who for entry in table.closed), *(entry.who for entry in table.shut)} - {EVERYONE}:
        fits = units.fits(who)
        parts = [piece for part in parts for piece in (part & fits, part & ~fits) if piece.any()]
    return parts


def _passable(position: Position, table: ZocTable, side: str, sample: Unit) -> Bools:
    """(n, 6): whether a zone of such a unit enters hex i through its hexside d."""
    closed = [entry for entry in table.closed if entry.who.matches(sample)]
    shut = [entry for entry in table.shut if entry.who.matches(sample) and entry.when.allows(position, side)]
    key = (tuple(id(entry) for entry in (*closed, *shut)), position.moment, side)
    ground = standing(position, side)
    if ground.open or any(entry.held_by or not entry.where.timeless for entry in shut):
        return _make_passable(position, side, closed, shut)
    return _OPEN.get(ground.sure, key, lambda: _make_passable(position, side, closed, shut))


def _make_passable(position: Position, side: str, closed: list[ClosedSide], shut: list[ShutHex]) -> Bools:
    network = position.network
    found: Bools = network.neighbours >= 0
    for barrier in closed:
        found = found & ~barrier.edges.mask(position, side)
    for entry in shut:
        hexes = entry.where.mask(position)
        if entry.held_by:
            which = np.flatnonzero(hexes)
            free = (side, UNKNOWN, NOBODY, DISPUTED)
            hexes = np.zeros(len(network), dtype=np.bool_)
            hexes[[int(i) for i in which if holder(position, int(i)) not in free]] = True
        found = found & ~hexes[:, None]
    return found


def _tested(position: Position, table: ControlTable, i: int, told: bool = False) -> tuple[str, bool]:
    """The answer of the first test that has one, and whether a unit or zone gave it."""
    number = position.network.number(i)
    for test in table.test:
        if not test.where.fits(position, i):
            continue
        if test.by == "history":
            return recorded(position, i, told), False
        if test.by == "occupation":
            sides = {unit.side for unit in position.at(number) if _may(position, test, unit.side, unit)}
        else:
            sides = {
                side
                for side in position.pack.sides
                if test.when.allows(position, side)
                and any(test.who.matches(entry.unit) for entry in exerting(position, side, i))
            }
            if len(sides) == 1 and any(
                unit.side not in sides and table.takes.matches(unit) for unit in position.at(number)
            ):
                continue
        if len(sides) == 1:
            return sides.pop(), True
        if sides and (test.contested or test.by == "occupation"):
            return test.contested or DISPUTED, True
    return NOBODY, False


def _may(position: Position, test: ControlTest, side: str, unit: Unit) -> bool:
    return test.when.allows(position, side) and test.who.matches(unit)


def _control_field(position: Position) -> ControlField:
    names, codes = _control_codes(position)
    presumed = np.zeros(len(codes), dtype=np.bool_)
    if position.joined:
        unknown = names.index(UNKNOWN)
        presumed = (_control_codes(position, told=True)[1] == unknown) & (codes != unknown)
    return ControlField(names, codes, presumed)


def _control_codes(position: Position, told: bool = False) -> tuple[tuple[str, ...], NDArray[np.int8]]:
    network, table, units = position.network, control_table(position), roster(position)
    sides = position.pack.sides
    names = (*sides, DISPUTED, NOBODY, UNKNOWN)
    nobody = len(sides) + 1
    codes = np.full(len(network), -1, dtype=np.int8)
    touched = np.zeros(len(network), dtype=np.bool_)
    for test in table.test:
        open_ = (codes < 0) & test.where.mask(position)
        if test.by == "history":
            codes[open_] = _history(position, names, told)[open_]
            continue
        present = np.zeros((len(sides), len(network)), dtype=np.bool_)
        for k, side in enumerate(sides):
            if test.when.allows(position, side):
                present[k] = _present(position, units, side, test)
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
        _enclose(network, codes, table.enclosure.where.mask(position) & ~touched, len(sides))
    return names, codes


def _history(position: Position, names: tuple[str, ...], told: bool) -> NDArray[np.int8]:
    """(n,): `recorded` for every hex."""
    network, starts = position.network, control_table(position).starts
    codes = _OPEN.get(network, ("starts", id(starts), names), lambda: _first_owners(network, starts, names)).copy()
    if told:
        codes[:] = names.index(UNKNOWN)
    for number in position.marked if position.joined and control_table(position).markers else ():
        if number in network.index and (side := _marked(position, number)):
            codes[network.index[number]] = _code(names, side)
    places = {place.name: place.hex for place in network.theatre.places} if position.control else {}
    for name, owner in position.control.items():
        if name not in network.index and name in places and places[name] not in position.control:
            codes[network.index[places[name]]] = _code(names, owner)
    for name, owner in position.control.items():
        if name in network.index:
            codes[network.index[name]] = _code(names, owner)
    return codes


def _first_owners(network: Network, starts: Mapping[str, str], names: tuple[str, ...]) -> NDArray[np.int8]:
    codes = np.full(len(network), len(names) - 1, dtype=np.int8)
    for tag in sorted(starts, reverse=True):
        codes[network.hexes_with([tag])] = _code(names, starts[tag])
    for i, places in network.places_at.items():
        owner = next((place.owner for place in places if place.owner), "")
        if owner:
            codes[i] = _code(names, owner)
    return codes


def _present(position: Position, units: Roster, side: str, test: ControlTest) -> Bools:
    if test.by == "occupation":
        found: Bools = units.count(units.side(side) & units.fits(test.who)) > 0
        return found
    zone = zones(position, side)
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


def enemy_zone(position: Position, side: str) -> Bools:
    """(n,): the hexes in a zone of any enemy of a side."""
    found = np.zeros(len(position.network), dtype=np.bool_)
    for enemy in position.pack.enemies(side):
        found |= zones(position, enemy).mask
    return found
