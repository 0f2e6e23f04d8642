"""A slow second implementation of Europa's control, supply and isolation, straight from the articles of both games.

Fire in the East: articles 3F, 3I, 5, 7A3, 12, 28D, 29C1, 29D2, 31A3 and 31A4; Sudden Storm: 3E, 3H, 5, 7A3, 12, 28C1, 28D2,
30A3 and 30A4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from adjudicator.model.units import Unit
from adjudicator.record.position import Position

RAILS = {"rail_standard", "rail_broad", "rail_finnish"}
ROADS = {"road"} | RAILS
HARD = {"mountain", "forest", "wooded_rough", "sand", "swamp"}
WEATHERS = ("clear", "mud", "frost", "snow")
NORTH = ("zone_a", "zone_b", "zone_c", "zone_d")
LENGTHS = {
    "overland": ((7, 6, 6, 5), (5, 4, 4, 3)),
    "truck": ((10, 8, 8, 6), (6, 5, 5, 4)),
    "road": ((20, 16, 16, 12), (12, 10, 10, 8)),
    "special": ((4, 3, 3, 2), (2, 2, 2, 1)),
}
"""The invented sheet: by the worst weather an element touches, outside the Arctic and in it."""


@dataclass(frozen=True)
class Book:
    """Where the two books differ."""

    arctic_zones: frozenset[str]
    cities_need_units: bool
    freezes_by_turns: bool
    ports_are_regular: bool
    starts: tuple[tuple[str, str], ...]


FIRE = Book(
    frozenset({"zone_a"}), False, False, True, (("finland", "axis"), ("greater_germany", "axis"), ("ussr", "soviet"))
)
STORM = Book(frozenset({"zone_a", "zone_g"}), True, True, False, (("greater_germany", "axis"), ("ussr", "soviet")))


class Lines:
    """One side's lines in a position, as sets and plain loops."""

    def __init__(self, position: Position, side: str, book: Book) -> None:
        self.position, self.side, self.book = position, side, book
        self.theatre = position.network.theatre
        self.units = [unit for unit in position.units.values() if unit.hex]
        self.own = {unit.hex for unit in self.units if unit.side == side}
        self.enemy = {unit.hex for unit in self.units if unit.side != side}
        other = next(each for each in position.pack.sides if each != side)
        self.links = frozenset[frozenset[str]]()
        self.zones = {each: self.zone(each) for each in (side, other)}
        self.links, self.unsure = self.linked(other)
        self.around = {number: tuple(self.beside(number, side)) for number in self.theatre.by_number}
        self.zones = {each: self.zone(each) for each in (side, other)}
        self.zone_here = self.zones[other]
        self.held = {number for number in self.theatre.by_number if self.owner(number, other) == side}

    def beside(self, number: str, side: str) -> Iterator[tuple[str, frozenset[str]]]:
        """The hexes around, and what lies on the way for a side: 31A3, and 31A4 for the Soviets alone."""
        here = self.theatre.at(number).at
        for at in here.neighbours():
            if at in self.theatre.hexes:
                there, features = self.theatre.hexes[at].number, self.theatre.features(here, at)
                link = side == "soviet" and frozenset((number, there)) in self.links
                river = link or "island_sound" in features
                yield there, features - {"all_sea"} | {"major_river"} if river else features

    def linked(self, other: str) -> tuple[frozenset[frozenset[str]], bool]:
        """31A4: the links with both ends Soviet; and whether a zone over a link could itself keep an end Soviet."""
        theatre = self.theatre
        drawn = {
            frozenset((theatre.hexes[side.low].number, theatre.hexes[side.high].number))
            for side, features in theatre.hexsides.items()
            if "kronshtadt_link" in features
        }
        ends = {number for pair in drawn for number in pair}
        before = {number for number in ends if self.owner(number, other) == "soviet"}
        self.links = frozenset(drawn)
        open_zones = {each: self.zone(each) for each in self.zones}
        self.zones, closed_zones = open_zones, self.zones
        after = {number for number in ends if self.owner(number, other) == "soviet"}
        self.zones = closed_zones
        unsure = any(self.remembered(number) == "soviet" for number in after - before)
        return frozenset(pair for pair in drawn if pair <= before), unsure

    def tags(self, number: str) -> frozenset[str]:
        return self.theatre.at(number).tags

    def climate(self, number: str) -> str:
        moment = self.position.moment
        own = [moment.condition(f"weather:{tag}") for tag in NORTH if tag in self.tags(number)]
        return next((each for each in own if each), None) or moment.condition("weather") or "clear"

    def frozen(self, a: str, b: str, zones: tuple[str, ...]) -> bool:
        """Whether the water between two hexes is frozen, if the water of these zones freezes at all."""
        north = min((tag for number in (a, b) for tag in self.tags(number) if tag in NORTH), default="")
        if north not in zones:
            return False
        if self.book.freezes_by_turns:
            moment, own = self.position.moment, {tag for each in (a, b) for tag in self.tags(each) if tag in NORTH}
            return any((moment.condition(f"severe:{tag}") or moment.condition("severe")) == "yes" for tag in own)
        return next(self.climate(number) for number in (a, b) if north in self.tags(number)) == "snow"

    def passable(self, a: str, b: str, features: frozenset[str]) -> bool:
        """Whether the ground lets anybody through: 12A, 5, with frozen lakes."""
        if features & {"all_sea", "prohibited"} or self.theatre.at(b).terrain in ("sea", "lake"):
            return False
        lakes = ("zone_a", "zone_b", "zone_c") if self.book.freezes_by_turns else ("zone_a", "zone_b")
        return "lake_side" not in features or self.frozen(a, b, lakes)

    def zone(self, side: str) -> set[str]:
        """5: divisions have zones everywhere, brigades, regiments and cadres in the far north, battalions nowhere."""
        found = set()
        for unit in self.units:
            if unit.side != side or unit.has("no_zone") or unit.has("below_regiment"):
                continue
            division = unit.type.size == "division" and not unit.has("cadre")
            for number, features in self.beside(unit.hex, side):
                allowed = division or self.tags(number) & self.book.arctic_zones
                cavalry = unit.has("cavalry") and "arctic" in self.tags(number)
                if allowed and not cavalry and self.passable(unit.hex, number, features):
                    found.add(number)
        return found

    def owner(self, number: str, other: str) -> str:
        """3F or 3E: who is there, else whose zone alone reaches it, else who had it last."""
        if number in self.own or number in self.enemy:
            return self.side if number in self.own else other
        city = any(place.kinds & {"city", "airbase"} for place in self.theatre.places if place.hex == number)
        if not (city and self.book.cities_need_units):
            reached = [side for side, zone in self.zones.items() if number in zone]
            if len(reached) == 1:
                return reached[0]
        return self.remembered(number)

    def remembered(self, number: str) -> str:
        """Who had a hex last, or first."""
        if number in self.position.control:
            return self.position.control[number]
        owners = [place.owner for place in self.theatre.places if place.hex == number and place.owner]
        return next(iter([*owners, *(side for tag, side in self.book.starts if tag in self.tags(number))]), "?")

    def open(self, here: str, there: str, features: frozenset[str]) -> bool:
        """Whether any line may step there: 12A."""
        clear = there not in self.enemy and (there not in self.zone_here or there in self.own)
        return clear and self.passable(here, there, features)

    def weight(self, here: str, there: str, features: frozenset[str], truck: bool) -> int:
        """12B1, 12B2: bad ground counts twice, a major river once more, neither along a road."""
        if features & ROADS:
            return 1
        terrain = self.theatre.at(there).terrain
        hard = terrain in HARD and not (terrain == "swamp" and self.climate(there) == "snow")
        river = "major_river" in features and (truck or not self.frozen(here, there, NORTH[:3]))
        return 1 + hard + river

    @cached_property
    def marks(self) -> dict[str, tuple[int, bool]]:
        """Of each hex, how bad its weather is and whether it lies in the Arctic."""
        return {n: (WEATHERS.index(self.climate(n)), "arctic" in self.tags(n)) for n in self.around}

    @cached_property
    def steps(self) -> dict[str, list[tuple[str, int, int, bool]]]:
        """Of each hex, where a line may go on to: what it counts overland, for a truck, and whether it follows a road."""
        return {
            here: [
                (
                    there,
                    self.weight(here, there, features, truck=False),
                    self.weight(here, there, features, truck=True),
                    bool(features & ROADS),
                )
                for there, features in near
                if self.open(here, there, features)
            ]
            for here, near in self.around.items()
        }

    def walk(self, starts: set[str], element: str) -> set[str]:
        """Where an element leads from any of these hexes; the worst weather it touches decides how long it may be."""
        found: set[str] = set()
        road = element == "road"
        for arctic in (False, True):
            for worst, most in enumerate(LENGTHS[element][arctic]):
                fits = {n for n, (bad, north) in self.marks.items() if bad <= worst and (arctic or not north)}
                if road:
                    fits &= self.held
                best = dict.fromkeys(starts & fits, 0)
                waiting = [(0, number) for number in best]
                while waiting:
                    spent, here = heappop(waiting)
                    for there, plain, truck, along in self.steps[here] if spent == best[here] else ():
                        if there not in fits or (road and not along):
                            continue
                        cost = spent + (1 if road else truck if element == "truck" else plain)
                        if cost <= most and cost < best.get(there, most + 1):
                            best[there] = cost
                            heappush(waiting, (cost, there))
                found |= set(best)
        return found

    def usable(self, number: str) -> bool:
        """Whether a railway hex may carry a rail element of this side: 12B4, 7A3."""
        regauged = any(marker.type.kind == "regauged" for marker in self.position.markers_at(number))
        return number in self.held and not (self.side == "axis" and "broad_line" in self.tags(number) and not regauged)

    @cached_property
    def standard_net(self) -> set[str]:
        """7A3: Soviet standard-gauge railways that lead to a city of that net which was never lost."""
        cities = {
            place.hex
            for place in self.theatre.places
            if "city" in place.kinds
            and "ussr" in self.tags(place.hex)
            and "ussr_1939" not in self.tags(place.hex)
            and place.hex in self.held
        }
        found, waiting = set(cities), list(cities)
        while waiting:
            for there, features in self.around[waiting.pop()]:
                if "rail_standard" in features and there in self.held and there not in found:
                    found.add(there)
                    waiting.append(there)
        return found

    def rail(self, starts: set[str]) -> set[str]:
        found = set(starts)
        waiting = [number for number in starts if self.usable(number)]
        while waiting:
            here = waiting.pop()
            for there, features in self.around[here]:
                line = features & RAILS and self.usable(there) and self.open(here, there, features)
                standard = "rail_standard" in features and self.side == "soviet"
                if line and there not in found and (not standard or there in self.standard_net):
                    found.add(there)
                    waiting.append(there)
        return found

    def trucks(self, *barred: str) -> set[str]:
        return {
            unit.hex
            for unit in self.units
            if unit.side == self.side and unit.type.kind == "truck" and not any(unit.has(mark) for mark in barred)
        }

    def chained(self, starts: set[str]) -> set[str]:
        """What trucks add: each begins anew where a line has reached it."""
        found, used = set(starts), set[str]()
        while new := (found & self.trucks("used_as_source")) - used:
            used |= new
            found |= self.walk(new, "truck")
        return found

    def sources(self, nation: str) -> set[str]:
        """12C, 28D: regular sources this side controls."""
        edge = "west_edge_rail" if self.side == "axis" else "east_edge_rail"
        found = {number for number in self.held if edge in self.tags(number)}
        for place in self.theatre.places:
            if self.side == "axis" and place.hex in self.held:
                finnish = "finnish_city" in place.kinds and nation == "finnish"
                if "arctic_port" in place.kinds or finnish:
                    found.add(place.hex)
        found |= self.landed if self.book.ports_are_regular else set()
        return found | (self.cities if self.side == "soviet" else set())

    @cached_property
    def landed(self) -> set[str]:
        return {
            marker.hex
            for marker in self.position.markers.values()
            if marker.type.kind == "port_supply" and marker.type.side == self.side and marker.hex in self.held
        }

    @cached_property
    def cities(self) -> set[str]:
        """12C2: major cities joined by rail to two others."""
        major = [place for place in self.theatre.places if "major_city" in place.kinds and place.hex in self.held]
        found = set()
        for place in major:
            reached = self.rail({place.hex})
            others = {other.values["city"] for other in major if other.hex in reached} - {place.values["city"]}
            if len(others) >= 2:
                found.add(place.hex)
        return found

    def state(self, unit: Unit) -> str:
        """ "supplied", "special" or "out_of_supply"."""
        overland = self.walk({unit.hex}, "overland")
        second = self.chained(self.walk(self.chained(overland), "road") | self.chained(overland))
        if self.rail(second) & self.sources(unit.type.nation):
            return "supplied"
        if self.walk({unit.hex}, "special") & self.trucks("depleted", "extends_lines"):
            return "special"
        return "special" if not self.book.ports_are_regular and overland & self.landed else "out_of_supply"

    def reached(self, unit: Unit) -> bool:
        """Whether an overland line of any length leads to a source: not isolated."""
        found, waiting = {unit.hex}, [unit.hex]
        while waiting:
            for there, *_ in self.steps[waiting.pop()]:
                if there not in found:
                    found.add(there)
                    waiting.append(there)
        return bool(found & self.sources(unit.type.nation))
