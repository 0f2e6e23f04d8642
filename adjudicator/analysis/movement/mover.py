"""One unit on its way: who is next to it, whose zones touch it, and what terrain, road and weather make a step cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction

from adjudicator.analysis.concealed import hidden_enemies
from adjudicator.analysis.control import control_field, controls
from adjudicator.analysis.crossings import Crossings, crossed, crossings, which_hexside
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.headquarters import marked_near
from adjudicator.analysis.movement.concern import Concern, concern
from adjudicator.analysis.movement.harassed import Harassment, hits
from adjudicator.analysis.movement.mode_terms import Mode
from adjudicator.analysis.movement.rates import Rates, rates
from adjudicator.analysis.movement.relief import KnownGround, relief
from adjudicator.analysis.movement.terms import MovementTable, Road, Slowed
from adjudicator.analysis.movement.terrain_terms import Crossing, WeatherChange
from adjudicator.analysis.movement.values import interval
from adjudicator.analysis.movement.zone_effects import NO_EFFECT, NO_EFFECTS, EffectHere, EffectsHere
from adjudicator.analysis.supply.chains import chains_between
from adjudicator.analysis.supply.linked import linked_hexes
from adjudicator.analysis.zone_terms import ZoneEffect, strongest
from adjudicator.analysis.zones import Exerted, exerting
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.interval import ONE, ZERO, Interval
from adjudicator.model.known import NO, YES, Known, KnownMask, all_of, any_of
from adjudicator.model.network import Bools, Network
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.cell import chart
from adjudicator.terms.ground import Ground, Land
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import word

FEW = 100
"""How many hexes are asked about one by one before the whole map is looked at."""


@dataclass(eq=False)
class Mover:
    """One unit in one mode: the hexes next to it, the enemy zones that touch it, the states it is in."""

    position: Position
    unit: Unit
    mode: str
    start: str
    states: frozenset[str] = frozenset()
    ignoring: frozenset[str] = frozenset()
    avoiding: frozenset[str] = frozenset()
    roads: bool = True
    bridges: Crossings = field(init=False)
    plain: Position | None = None
    _zones: dict[int, tuple[Exerted, ...]] = field(default_factory=dict)
    _zone_effects: dict[int, EffectsHere] = field(default_factory=dict)
    _spares: dict[int, bool] = field(default_factory=dict)
    _owns: dict[int, Known] = field(default_factory=dict)
    _harassed: dict[int, tuple[Interval, Interval]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plain = self.plain or self.position
        self.bridges = crossings(self.position)
        self.position = crossed(self.position)
        self.unit = marked_near(self.position, self.unit, self.start)

    @cached_property
    def concern(self) -> Concern:
        """What the tables say of units like it."""
        return concern(self.position, self.unit, self.mode, self.states)

    @property
    def table(self) -> MovementTable:
        return self.concern.table

    @cached_property
    def way(self) -> Mode:
        """The rules of the mode."""
        return self.concern.way

    @property
    def road_rows(self) -> tuple[tuple[Road, Known], ...]:
        """The [[road]] rows about this unit and mode, each with whether it holds now."""
        return self.concern.roads

    def lies_between(self, row: Road, way: tuple[int, int], network: Network) -> Known:
        """Whether a step without a line has its rate all the same, as both hexes (or the one entered) are joined to one."""
        if row.within is None or way in self.bridges.down:
            return NO
        lines, within = network.sides_with(row.features), row.within
        ends = way[1:] if row.entered else way
        return all_of(self.fits(within, k) if lines[k].any() else NO for k in ends)

    @property
    def weather(self) -> tuple[tuple[WeatherChange, Known], ...]:
        """The [[weather]] rows about this unit and mode, each with whether it holds now."""
        return self.concern.weather

    @cached_property
    def _crossing_rows(self) -> tuple[Crossing, ...]:
        position = self.plain or self.position
        # Without a ship nothing could guard a hexside.
        return self.concern.crossings if position.ships or position.unidentified else ()

    def guards(self, i: int, direction: int) -> tuple[tuple[Crossing, Known], ...]:
        """What ships make dearer of a hexside of a hex, each with whether an enemy ship lies beside it."""
        found = []
        for row in self._crossing_rows:
            if not self.relief.spread(row.edges, self.unit.side)[i * 6 + direction]:
                continue
            there = any_of(self._guarded(k, row) for k in (i, int(self.position.network.neighbours[i, direction])))
            if (
                there := there if there.is_no else there & row.edges.fits(self.ground, self.unit.side, i, direction)
            ).possible:
                found.append((row, there))
        return tuple(found)

    def _guarded(self, i: int, row: Crossing) -> Known:
        """Whether an enemy ship lies in a hex; open for a counter there that nobody can read."""
        position, number = self.plain or self.position, self.position.network.number(i)
        ships = position.afloat_at(number)
        if any(ship.side != self.unit.side and ship.type.kind in row.afloat for ship in ships):
            return YES
        hidden = hidden_enemies(position, number, self.unit.side)
        return any_of(Known.open(each.datum) for each in hidden)

    @cached_property
    def ground(self) -> Ground:
        """The ground it moves on."""
        return ground_at(self.position)

    @cached_property
    def rates(self) -> Rates:
        """What is known of the costs of units like it."""
        rows = (row for row, _ in (*self.road_rows, *self.weather))
        return rates(self.relief, self.unit, self.mode, rows)

    @cached_property
    def relief(self) -> KnownGround:
        """What is known of the ground, whoever moves on it."""
        return relief(self.position, self.ground, self.unit.side, self.bridges)

    @cached_property
    def land(self) -> Land:
        """The map as it stands for the unit's side."""
        return self.ground.of(self.unit.side)

    def exits(self, i: int) -> tuple[tuple[int, int], ...]:
        """The hexes next to one, with their directions; -1 for the far end of an off-map link the mode may use."""
        network = self.position.network
        if not self.way.links and not self.avoiding:
            return network.exits(i)
        far = (
            (b if i == a else a, -1)
            for a, b, link in network.links
            if i in (a, b) and link.features & self.way.links and (not link.sides or self.unit.side in link.sides)
        )
        ways = (*network.exits(i), *far)
        return tuple((j, direction) for j, direction in ways if network.number(j) not in self.avoiding)

    def fits(self, where: Where, i: int) -> Known:
        """Whether a hex is among those that a term of the tables speaks of."""
        if where.anywhere:
            return YES
        return NO if self.relief.outside(where, i) else where.fits(self.ground, i)

    def adjoins(self, number: str) -> bool:
        """Whether a hex is one that the unit may step into from where it sets out."""
        index = self.position.network.index
        return self.start in index and any(j == index.get(number) for j, _ in self.exits(index[self.start]))

    def zones(self, i: int) -> tuple[Exerted, ...]:
        """The enemy zones that reach a hex."""
        found = self._zones.get(i)
        if found is None:
            found = () if self.way.ignores else tuple(self._exerted(i))
            self._zones[i] = found
        return found

    def in_zone(self, i: int) -> Known:
        """Whether an enemy zone reaches a hex."""
        return any_of(zone.known for zone in self.zones(i))

    def beginning(self, i: int) -> tuple[Mover, int]:
        """The unit and the hex of whose zones the rules ask as it sets out from `i`: there, or where the phase began for it."""
        opening = self.opening
        return (self, i) if opening is None else (opening, opening.position.network.index[opening.start])

    @cached_property
    def opening(self) -> Mover | None:
        """The same unit when the phase began, where the rules look back to that; None if it was not on the map."""
        opening = (self.plain or self.position).opening
        before = opening.units.get(self.unit.id) if opening is not None and self.table.begins == "phase" else None
        if opening is None or before is None or before.hex not in opening.network.index:
            return None
        return Mover(opening, before, self.mode, before.hex, ignoring=self.ignoring)

    def zone_effects(self, i: int) -> EffectsHere:
        """What enemy zones do to the unit in a hex, or each thing that they may do; and whether it is known which."""
        found = self._zone_effects.get(i)
        if found is None:
            found = self._zone_effects[i] = self._find_zone_effects(i) if self.zones(i) else NO_EFFECTS
        return found

    def bridge_down(self, i: int, j: int) -> Known:
        """Whether the bridge between two hexes is down."""
        if (i, j) in self.bridges.down:
            return YES
        if (i, j) not in self.bridges.open:
            return NO
        return Known.open(which_hexside(self.position, i, j))

    def in_state(self, states: frozenset[str]) -> bool:
        return not states or bool(states & (self.states | self.unit.marks))

    def owns(self, i: int) -> Known:
        """Whether its side controls a hex; of what is only presumed nobody knows."""
        found = self._owns.get(i)
        if found is None:
            number, side = self.position.network.number(i), self.unit.side
            few = len(self._owns) < FEW
            found = controls(self.position, number, side, wanted_by=side) if few else self._owned.at(i)
            found = self._owns[i] = Known.open(say("control of {hex}", number)) if found.is_open else found
        return found

    @cached_property
    def _owned(self) -> KnownMask:
        """The hexes that its side controls: a search asks of so many that all at once are found faster than one by one."""
        return control_field(self.position).of(self.unit.side)

    def joined(self, i: int) -> Known:
        """Whether a hex is on a line between two places of the side, where the mode wants that."""
        if not self._lined[i]:
            return NO
        answer = self._chains.at(i)
        number = self.position.network.number(i)
        return Known.open(say("who controls the places on the line of {hex}", number)) if answer.is_open else answer

    @cached_property
    def _stops(self) -> Bools:
        """The places that such lines run between."""
        return Where(places=self.way.between).mask(self.ground).sure

    @cached_property
    def _lined(self) -> Bools:
        """The hexes on such lines, whoever has their places; most hexes that anybody asks about are on none."""
        return chains_between(self.land.perhaps, self.way.along, self._stops, self._stops) | self._stops

    @cached_property
    def _chains(self) -> KnownMask:
        """The hexes on such lines; perhaps those too whose places may be the side's."""
        stops, own = self._stops, self._owned
        # A line runs from place to place: friendly ones join chains, others end them.
        sure, perhaps = (
            chains_between(self.land.perhaps, self.way.along, stops, ends) | ends
            for ends in (stops & own.sure, stops & own.perhaps)
        )
        return KnownMask(sure, perhaps, (say("who controls the places on the line"),))

    def gauges(self, i: int, j: int, direction: int) -> frozenset[str]:
        """The gauges of the line from one hex to the next, where the mode tells them apart."""
        if not self.way.gauges or direction < 0:
            return frozenset()
        position, features = self.position, self.land.perhaps.hexside(i, j)
        ends = [{m.type.kind for m in position.markers_at(position.network.number(k))} for k in (i, j)]
        both = ends[0] & ends[1]
        return frozenset(
            row.name
            for row in self.way.gauges
            if (row.features & features and not row.without & features and not row.without_markers & both)
            or (row.markers & both and features & self.way.along)
        )

    def changes_gauge(self, on: frozenset[str], following: frozenset[str]) -> bool:
        """Whether a train on a line of one of the first gauges needs another for the next line."""
        return bool(on and following) and not on & following

    @cached_property
    def transfer(self) -> Interval:
        """What going from gauge to gauge costs."""
        cell = f"movement.{self.mode}.transfer"
        return interval(chart(self.position.pack, cell, self.way.transfer), cell, Fraction(0))

    @cached_property
    def slowed(self) -> tuple[Slowed, Known] | None:
        """What may slow the unit down on its way, and whether it does: not if the unit starts there."""
        i, row = self.position.network.index.get(self.start), self.concern.slowed
        holds = NO if row is None else YES if i is None else ~row.where.fits(self.ground, i)
        return (row, holds) if row is not None and holds.possible else None

    def slows(self, j: int) -> Known:
        """Whether the unit is slower from a hex on."""
        if self.slowed is None:
            return NO
        row, holds = self.slowed
        return holds & self.fits(row.where, j)

    def harassed(self, i: int) -> tuple[Interval, Interval]:
        """What it costs besides to leave a hex over which the enemy's aircraft harass: movement points, and hexes."""
        found = self._harassed.get(i)
        if found is None:
            points = hexes = there = ZERO
            harassment = self.position.pack.figures_of(Harassment)
            if harassment is not None and self.concern.harassed:
                there = hits(self.plain or self.position, self.unit.side, self.position.network.number(i), harassment)
            for row in self.concern.harassed if there is not ZERO else ():
                points, hexes = points.plus(there.times(row.cost)), hexes.plus(there.times(row.hexes))
            found = self._harassed[i] = points, hexes
        return found

    @property
    def linked(self) -> KnownMask:
        """The hexes on lines that lead to a place never lost, broken or not."""
        return linked_hexes(self.plain or self.position, self.unit.side)

    def enemy_beside(self, i: int) -> Unit | None:
        """An enemy unit next to a hex, None if there is none."""
        numbers = [self.position.network.number(k) for k, _ in self.exits(i)]
        around = (other for number in numbers for other in self.position.at(number))
        return next((each for each in around if each.side != self.unit.side and each.id not in self.ignoring), None)

    def _exerted(self, i: int) -> Iterator[Exerted]:
        ground = ground_at(self.plain or self.position)
        for enemy in self.position.pack.enemies(self.unit.side):
            yield from exerting(ground, enemy, i, self.ignoring)

    def spares(self, i: int, used: Interval) -> Known:
        """Whether the zones of a hex are among those that the unit may leave out of account, having done so in `used` hexes."""
        effects, settled = here = self.zone_effects(i)
        if here is NO_EFFECTS:
            return NO
        most = [each.effect.spares if each.effect is not None else 0 for each in effects]
        if not any(most):
            return NO
        within = [used.plus(ONE).at_most(Interval.of(spares)) for spares in most]
        if any(answer.is_open for answer in within) or len({answer.truth for answer in within}) > 1:
            missing = (*settled.missing, *sorted(used.missing))
            return Known.open(*missing) if missing else any_of(within)
        return within[0]

    def may_spare(self, i: int) -> bool:
        """Whether the zones of a hex may be among those left out of account, if none were before."""
        found = self._spares.get(i)
        if found is None:
            found = self._spares[i] = self.zone_effects(i) is not NO_EFFECTS and self.spares(i, ZERO).possible
        return found

    def _find_zone_effects(self, i: int) -> EffectsHere:
        found: list[EffectHere] = []
        zones = self.zones(i)
        settled, left = YES, {strength for zone in zones for strength, _ in zone.strengths}
        effects: frozenset[str] = frozenset()
        while left:
            top = strongest(self.position.pack, left)
            left.discard(top)
            rows = tuple(self._effects(i, top))
            exerted = any_of(zone.has(top) for zone in zones)
            settled &= exerted & all_of(applies for _, applies in rows)
            acting = [EffectHere(top, row) for row, _ in rows if not (row.ignored or self._shielded(row, i))]
            found += acting
            # Weaker zones count only where those so far do nothing, or perhaps nothing.
            if rows and rows[-1][1].is_yes and len(acting) == len(rows):
                effects |= {top}
                if any(zone.is_one_of(effects).is_yes for zone in zones):
                    break
        else:
            found.append(NO_EFFECT)
        every = tuple(dict.fromkeys(found))
        if len(every) > 1:
            return every, settled
        return NO_EFFECTS if every == NO_EFFECTS[0] else (every, YES)

    def _effects(self, i: int, of: str) -> Iterator[tuple[ZoneEffect, Known]]:
        """The [[movement]] rows of zoc.toml that may speak of the unit in a zone of a strength, up to the first that does."""
        for row, now in self.concern.zones:
            if row.strengths and of not in row.strengths:
                continue
            applies = self.fits(row.where, i)
            applies = applies if applies.is_no else applies & now
            if applies.possible:
                yield row, applies
            if applies.is_yes:
                return

    def _shielded(self, row: ZoneEffect, i: int) -> bool:
        number = self.position.network.number(i)
        return row.shielded is not None and friend_in(self.position, self.unit, number, row.shielded)


def friend_in(position: Position, unit: Unit, number: str, who: Selector) -> bool:
    """Whether a fitting unit of the same side is in a hex."""
    return any(True for _ in friends_in(position, unit, number, who))


def friends_in(position: Position, unit: Unit, number: str, who: Selector) -> Iterator[Unit]:
    """The fitting units of the same side in a hex."""
    friends = (other for other in position.at(number) if other.side == unit.side and other.id != unit.id)
    return (other for other in friends if who.matches(other))


def listed(names: frozenset[str] | set[str]) -> str:
    return strung(sorted(word(name) for name in names), say(" or "))
