"""The zones of control that units exert, on a given ground: into one hex, and over the whole map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from adjudicator.analysis.ownership import holder
from adjudicator.analysis.roster import Roster, Sort, roster
from adjudicator.analysis.zone_terms import Exertion, ShutHex, ZocTable, zoc_table
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.known import NO, YES, Known, KnownMask, all_of, any_of
from adjudicator.model.memo import remembered
from adjudicator.model.network import OPPOSITE, Bools, Network, from_beyond
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges
from adjudicator.terms.ground import Ground, Land
from adjudicator.terms.when import options_in_play
from adjudicator.terms.who import EVERYONE, Selector

Strengths = tuple[tuple[tuple[str, Known], ...], Known]
"""Each strength that a zone may have and whether it has it, and whether there is a zone at all."""


class Exerted(NamedTuple):
    """A unit, each strength that its zone in a hex may have and whether it has it, and whether the zone is there at all."""

    unit: Unit
    strengths: tuple[tuple[str, Known], ...]
    known: Known = YES

    def has(self, strength: str) -> Known:
        """Whether the zone is there in this strength."""
        return self.known & any_of(known for name, known in self.strengths if name == strength)

    def is_one_of(self, strengths: frozenset[str]) -> Known:
        """Whether the zone is there in one of these strengths, whichever it is."""
        return any_of((self.known if strengths.issuperset(dict(self.strengths)) else NO, *map(self.has, strengths)))


def exerting(
    ground: Ground, side: str, i: int, ignoring: frozenset[str] = frozenset(), but: Selector | None = None
) -> Iterator[Exerted]:
    """The units of a side that exert a zone into hex i: asks its six neighbours only.

    `ignoring` are ids of units whose zones do not count now (those being overrun), `but` a selector of such units.
    """
    position, network = ground.position, ground.network
    there, units = position.here.get, position.units
    for number, j, direction in network.named_exits(i):
        for name in there(number, ()):
            unit = units[name]
            if unit.side != side or name in ignoring or (but is not None and but.matches(unit)):
                continue
            zone = zone_of(ground, unit, j, (direction + 3) % 6, i)
            if zone is not None:
                yield zone


def zone_of(ground: Ground, unit: Unit, i: int, direction: int, target: int) -> Exerted | None:
    """The zone that a unit in hex i exerts, or may, into the next hex in a direction; None if it surely exerts none."""
    strengths, known = _strengths(ground, unit, i, target)
    known = known if known.is_no else known & _reaches(ground, unit, i, direction, target)
    return Exerted(unit, strengths, known) if known.possible else None


def _strengths(ground: Ground, unit: Unit, i: int, target: int) -> Strengths:
    """The strengths that a zone may have by the first row that applies, and whether there is one, leaving its way aside."""
    kept, key = _kept_strengths(ground, unit.side), Sort.of(unit)
    if key not in kept:
        rows = (entry for entry in zoc_table(ground.position.pack).exert if entry.who.matches(unit))
        same = all(entry.where.anywhere and entry.into.anywhere for entry in rows)
        kept[key] = _find_strengths(ground, unit, i, target) if same else None
    found = kept[key]
    return _find_strengths(ground, unit, i, target) if found is None else found


@remembered(64)
def _kept_strengths(ground: Ground, side: str) -> dict[Sort, Strengths | None]:
    """The strengths of zones, kept while neither time nor options change; None where they hang on where a unit stands."""
    position = ground.position
    return _strengths_then(position.pack, position.moment, side, options_in_play(position))


@remembered(16)
def _strengths_then(_pack: Pack, _moment: Moment, _side: str, _options: frozenset[str]) -> dict[Sort, Strengths | None]:
    return {}


def _find_strengths(ground: Ground, unit: Unit, i: int, target: int) -> Strengths:
    found: list[tuple[str, Known]] = []
    decided = silent = NO
    for entry in zoc_table(ground.position.pack).exert:
        applies = _applies(ground, entry, unit, i, target) if entry.who.matches(unit) else NO
        if applies.is_no:
            continue
        first = applies if decided.is_no else applies & ~decided
        if entry.strength == "none":
            silent |= first
        else:
            found.append((entry.strength, first))
        decided |= applies
        if applies.is_yes:
            break
    return tuple(found), decided & ~silent if found else NO


def _applies(ground: Ground, entry: Exertion, unit: Unit, i: int, target: int) -> Known:
    now = entry.when.holds(ground.position, unit.side)
    if now.is_no or (entry.where.anywhere and entry.into.anywhere):
        return now
    here = entry.where.fits(ground, i)
    return here if here.is_no else all_of((now, here, entry.into.fits(ground, target)))


def _reaches(ground: Ground, unit: Unit, i: int, direction: int, target: int) -> Known:
    """Whether nothing on the map stops a unit's zone on its way."""
    position, kept, sort = ground.position, _stopping(ground.position.pack), Sort.of(unit)
    if sort not in kept:
        table = zoc_table(position.pack)
        edges = tuple(row.edges for row in table.closed)
        kept[sort] = _Stops(edges, tuple(row for row in table.shut if row.who.matches(unit)))
    stops = kept[sort]
    closed = NO
    if stops.edges and stops.may_close(ground.of(unit.side), i * 6 + direction):
        closed = any_of(each.fits(ground, unit.side, i, direction) for each in stops.edges)
        if closed.is_yes:
            return NO
    shut = any_of(_shuts(position, ground, row, unit.side, target) for row in stops.hexes) if stops.hexes else NO
    return ~(closed | shut)


@dataclass(frozen=True, eq=False)
class _Stops:
    """What may stop the zones of a sort of unit: the terms of hexsides, and the rows about hexes."""

    edges: tuple[Edges, ...]
    hexes: tuple[ShutHex, ...]

    def may_close(self, land: Land, at: int) -> bool:
        """Whether a hexside, by its hex and direction, may be among those that no zone passes; few are."""
        return bool(self._drawn(land.sure)[at] or (land.perhaps is not land.sure and self._drawn(land.perhaps)[at]))

    @remembered(64)
    def _drawn(self, network: Network) -> bytes:
        """The hexsides that one of the terms fits as far as a map tells, as bytes: of these one is looked up faster."""
        found: Bools = np.logical_or.reduce([each.drawn(network) for each in self.edges])
        return found.tobytes()


@remembered(16)
def _stopping(_pack: Pack) -> dict[Sort, _Stops]:
    return {}


def _shuts(position: Position, ground: Ground, row: ShutHex, side: str, target: int) -> Known:
    now = row.where.fits(ground, target)
    return now if now.is_no or not row.held_by else now & _held_by_enemy(position, side, target)


def _held_by_enemy(position: Position, side: str, i: int) -> Known:
    """Whether an enemy has a hex."""
    return holder(position, i).is_one_of(position.pack.enemies(side))


@dataclass(frozen=True, eq=False)
class ZoneField:
    """The zones of one side over the whole map: where they reach for sure, and where perhaps."""

    ground: Ground
    side: str

    @cached_property
    def reach(self) -> KnownMask:
        """(n,): the hexes in any zone of the side."""
        return self._sure_of(roster(self.ground.position).side(self.side), self.perhaps)

    @cached_property
    def perhaps(self) -> Bools:
        """(n,): the hexes in which a zone of the side is, or may be; who needs no more is not kept waiting for what is sure."""
        return _reached(self.ground, self.side, roster(self.ground.position).side(self.side))

    def perhaps_of(self, sorts: Bools) -> Bools:
        """(n,): the same of units of these sorts (of the position's roster)."""
        return self._perhaps_of(sorts.tobytes())

    def by(self, selector: Selector) -> KnownMask:
        """(n,): the hexes in a zone of units that fit the selector."""
        return self.reach if selector == EVERYONE else self.among(roster(self.ground.position).fits(selector))

    def among(self, sorts: Bools) -> KnownMask:
        """(n,): the hexes in a zone of units of these sorts (of the position's roster)."""
        return self._among(sorts.tobytes())

    @remembered(64)
    def _among(self, mask: bytes) -> KnownMask:
        return self._sure_of(self._own(mask), self._perhaps_of(mask))

    @remembered(64)
    def _perhaps_of(self, mask: bytes) -> Bools:
        return _reached(self.ground, self.side, self._own(mask))

    def _own(self, mask: bytes) -> Bools:
        sorts: Bools = roster(self.ground.position).side(self.side) & np.frombuffer(mask, dtype=np.bool_)
        return sorts

    def _sure_of(self, sorts: Bools, perhaps: Bools) -> KnownMask:
        """Into most hexes it is certain which zones reach; only of the others each unit beside them is asked."""
        doubted = perhaps & _perhaps_open(self.ground, self.side)
        if doubted.any():
            doubted &= ~_surely_reached(self.ground, self.side, sorts)
        asked = np.flatnonzero(doubted).tolist()
        if not asked:
            return KnownMask.of(perhaps)
        sure, missing, names = perhaps.copy(), dict[str, None](), roster(self.ground.position).names(sorts)
        for i in asked:
            found = any_of(each.known for each in exerting(self.ground, self.side, i) if each.unit.id in names)
            sure[i] = found.is_yes
            missing |= dict.fromkeys(found.missing)
        return KnownMask(sure, perhaps, tuple(missing)) if missing else KnownMask.of(perhaps)

    def exerting(self, number: str) -> tuple[Exerted, ...]:
        """Who reaches a hex, and how strongly."""
        return tuple(exerting(self.ground, self.side, self.ground.network.index[number]))

    def numbers(self) -> tuple[str, ...]:
        """The printed numbers of the hexes in the zone, or perhaps in it."""
        return self.ground.network.numbers(np.flatnonzero(self.perhaps).tolist())


@remembered(24)
def zone_field(ground: Ground, side: str) -> ZoneField:
    """The zones of control that the units of a side exert, everywhere."""
    return ZoneField(ground, side)


def _reached(ground: Ground, side: str, sorts: Bools) -> Bools:
    """(n,): the hexes that units of some sorts reach, or may: one array expression per [[exert]] and direction."""
    position, network = ground.position, ground.network
    table, units = zoc_table(position.pack), roster(position)
    found = np.zeros(len(network), dtype=np.bool_)
    everywhere = np.ones(len(network), dtype=np.bool_)
    passed = [(sorts, everywhere, everywhere)]
    for entry in table.exert:
        now, silent = entry.when.holds(position, side), entry.strength == "none"
        # Whoever perhaps has no zone may have one.
        if now.is_no or (silent and now.is_open):
            continue
        fits = units.fits(entry.who)
        where, into = (
            places.sure if silent else places.perhaps for places in (entry.where.mask(ground), entry.into.mask(ground))
        )
        rest = []
        for left, stands, reached in passed:
            mine = left & fits
            if mine.any():
                if not silent:
                    found |= _reach(ground, side, mine, stands=stands & where, into=reached & into)
                if not where.all():
                    rest.append((mine, stands & ~where, reached))
                if not into.all():
                    rest.append((mine, stands & where, reached & ~into))
            if (left & ~fits).any():
                rest.append((left & ~fits, stands, reached))
        passed = rest
    return found


def _surely_reached(ground: Ground, side: str, sorts: Bools) -> Bools:
    """(n,): hexes that units of some sorts reach whatever is open: by a row that surely speaks of them, and surely unhindered."""
    position, network = ground.position, ground.network
    units = roster(position)
    found = np.zeros(len(network), dtype=np.bool_)
    everywhere = np.ones(len(network), dtype=np.bool_)
    left = [(sorts, everywhere, everywhere)]
    for entry in zoc_table(position.pack).exert:
        now, fits = entry.when.holds(position, side), units.fits(entry.who)
        if now.is_no:
            continue
        silent = entry.strength == "none"
        if not silent and not now.is_yes:
            continue
        where, into = (
            places.perhaps if silent else places.sure for places in (entry.where.mask(ground), entry.into.mask(ground))
        )
        rest = []
        for some, stands, reached in left:
            mine = some & fits
            if mine.any():
                if not silent:
                    found |= _reach(ground, side, mine, stands=stands & where, into=reached & into, surely=True)
                rest += [(mine, stands & ~where, reached)] if not where.all() else []
                rest += [(mine, stands & where, reached & ~into)] if not into.all() else []
            if (some & ~fits).any():
                rest.append((some & ~fits, stands, reached))
        left = rest
    return found


def _reach(ground: Ground, side: str, sorts: Bools, *, stands: Bools, into: Bools, surely: bool = False) -> Bools:
    """(n,): those of some hexes that units of some sorts in others reach, or may; with `surely` do reach."""
    network, table = ground.network, zoc_table(ground.position.pack)
    units = roster(ground.position)
    found = np.zeros(len(network), dtype=np.bool_)
    for some in _alike(table, units, sorts):
        at = units.where(some)
        at = at[stands[at]]
        sample = units.samples[int(np.flatnonzero(some)[0])]
        passable = _surely_passable(ground, side, sample) if surely else _passable(ground, side, sample)
        targets = network.neighbours[at]
        # A unit's zone enters its neighbour in direction d through that hex's opposite hexside.
        enters = (targets >= 0) & passable[targets, OPPOSITE] & into[targets]
        found[targets[enters]] = True
    return found


def _alike(table: ZocTable, units: Roster, sorts: Bools) -> list[Bools]:
    """Sorts split so that within a part every [[shut]] speaks of all or none."""
    parts = [sorts]
    for who in {entry.who for entry in table.shut} - {EVERYONE}:
        fits = units.fits(who)
        parts = [piece for part in parts for piece in (part & fits, part & ~fits) if piece.any()]
    return parts


def _passable(ground: Ground, side: str, sample: Unit) -> Bools:
    """(n, 6): whether a zone of such a unit enters hex i through its hexside d."""
    position, table = ground.position, zoc_table(ground.position.pack)
    closed = tuple(range(len(table.closed)))
    shut = tuple(k for k, entry in enumerate(table.shut) if entry.who.matches(sample))
    barriers = _Barriers(side, closed, shut)
    ever = not any(table.shut[k].held_by or not table.shut[k].where.timeless for k in shut)
    if ever and not ground.of(side).open and options_in_play(position) == position.pack.options:
        return _always_passable(position.pack, ground.of(side).sure, position.moment, barriers)
    return _make_passable(ground, barriers)


def _surely_passable(ground: Ground, side: str, sample: Unit) -> Bools:
    """(n, 6): whether a zone of such a unit surely enters hex i through its hexside d."""
    position, table = ground.position, zoc_table(ground.position.pack)
    found: Bools = ground.network.neighbours >= 0
    for row in table.closed:
        shut_to = row.edges.mask(ground, side).perhaps
        found = found & ~(from_beyond(ground.network, shut_to) if row.edges.directed else shut_to)
    for shut in table.shut:
        if shut.who.matches(sample):
            hexes = shut.where.mask(ground).perhaps
            if shut.held_by:
                held = [i for i in np.flatnonzero(hexes).tolist() if _held_by_enemy(position, side, i).possible]
                hexes = np.zeros(len(ground.network), dtype=np.bool_)
                hexes[held] = True
            found = found & ~hexes[:, None]
    return found


class _Barriers(NamedTuple):
    """The rows of [[closed]] and [[shut]] that stop the zones of some units of a side now, by their numbers."""

    side: str
    closed: tuple[int, ...]
    shut: tuple[int, ...]


@remembered(64)
def _always_passable(pack: Pack, network: Network, moment: Moment, barriers: _Barriers) -> Bools:
    """What barriers leave open on a map without doubt, whoever stands where: worked out once for a phase."""
    bare = Ground(Position(pack=pack, network=network, moment=moment), Land(network, network))
    return _make_passable(bare, barriers)


def _make_passable(ground: Ground, barriers: _Barriers) -> Bools:
    """(n, 6): what barriers leave open."""
    position, table = ground.position, zoc_table(ground.position.pack)
    side, closed, shut = barriers
    found: Bools = ground.network.neighbours >= 0
    for k in closed:
        edges = table.closed[k].edges
        shut_to = edges.mask(ground, side).sure
        found = found & ~(from_beyond(ground.network, shut_to) if edges.directed else shut_to)
    for k in shut:
        hexes = table.shut[k].where.mask(ground).sure
        if table.shut[k].held_by:
            held = [i for i in np.flatnonzero(hexes).tolist() if _held_by_enemy(position, side, i).is_yes]
            hexes = np.zeros(len(ground.network), dtype=np.bool_)
            hexes[held] = True
        found = found & ~hexes[:, None]
    return found


def _perhaps_open(ground: Ground, side: str) -> Bools:
    """(n,): the hexes into which it may be open whether a zone of a side reaches; all, where more than the hex decides."""
    table, position = zoc_table(ground.position.pack), ground.position
    whens = (row.when.holds(position, side) for row in table.exert)
    wheres = (where.mask(ground) for row in table.exert for where in (row.where, row.into))
    edges = (row.edges.mask(ground, side) for row in table.closed)
    if any(now.is_open for now in whens) or not all(mask.certain for mask in (*wheres, *edges)):
        return np.ones(len(ground.network), dtype=np.bool_)
    found = np.zeros(len(ground.network), dtype=np.bool_)
    for row in table.shut:
        here = row.where.mask(ground)
        found |= here.undecided
        if row.held_by:
            found[[i for i in np.flatnonzero(here.sure).tolist() if _held_by_enemy(position, side, i).is_open]] = True
    return found
