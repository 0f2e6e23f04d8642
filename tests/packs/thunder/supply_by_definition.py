"""Supply of Thunder in the East, slow and straight from its definitions (5.0, 7.1 to 7.5, 8.0): sets of hex numbers and loops.

It shares nothing with the analyses or the pack's tables beyond the map, the position and the counters' printed values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from adjudicator.model.hexes import Hex
from adjudicator.model.theatre import Theatre
from adjudicator.model.units import Marker, Unit
from adjudicator.record.position import Position

HOME = {
    "german": "germany",
    "italian": "germany",
    "hungarian": "hungary",
    "romanian": "romania",
    "ussr": "ussr",
    "polish": "ussr",
    "czech": "ussr",
}
CLEMENT = ("clear", "overcast")
WAYS = {"rail", "road", "white_rail"}
SUPPLIED, OUT, ISOLATED = "supplied", "out_of_supply", "isolated"


class Country:
    """A theatre as sets and dictionaries of hex numbers."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self.at: dict[str, Hex] = {entry.number: at for at, entry in theatre.hexes.items()}
        number = {at: name for name, at in self.at.items()}
        self.tags = {entry.number: entry.tags for entry in theatre.hexes.values()}
        self.terrain = {entry.number: entry.terrain for entry in theatre.hexes.values()}
        self.near = {
            name: [(number[b], theatre.features(a, b)) for b in a.neighbours() if b in number]
            for name, a in self.at.items()
        }
        self.kinds: dict[str, set[str]] = {}
        for place in theatre.places:
            self.kinds.setdefault(place.hex, set()).update(place.kinds)
        self.cities = {hex_ for hex_, kinds in self.kinds.items() if "city" in kinds}
        self.joined = dict(self._city_to_city())

    def _city_to_city(self) -> Iterator[tuple[tuple[str, str], set[str]]]:
        """For two cities the hexes of every chain of rail or road between them that meets no other city."""
        found: dict[tuple[str, str], set[str]] = {}
        for start in self.cities:
            self._walk([start], found)
        yield from found.items()

    def _walk(self, chain: list[str], found: dict[tuple[str, str], set[str]]) -> None:
        for there, features in self.near[chain[-1]]:
            if not features & WAYS or there in chain:
                continue
            if there in self.cities:
                found.setdefault((chain[0], there), set()).update((*chain, there))
            else:
                self._walk([*chain, there], found)


class Side:
    """One side's lines in a position."""

    def __init__(self, position: Position, side: str, country: Country) -> None:
        self.position, self.side, self.country = position, side, country
        self.weather = position.moment.condition("weather")
        self.units = list(position.units.values())
        self.own = {unit.hex for unit in self.units if unit.side == side}
        self.enemies = [unit for unit in self.units if unit.side != side]
        self.countdown = {marker.hex for marker in position.markers.values() if marker.type.kind == "countdown"}
        self.hqs = [m for m in position.markers.values() if "_hq_" in m.type.kind and m.type.side == side]
        self.friendly = {hex_ for hex_ in country.kinds if self.holder(hex_) == side}
        lines = self.enemy_lines()
        here = {unit.hex for unit in self.enemies}
        self.blocked = {
            motorized: (here | self.zone(spare_leg=motorized and self.weather in CLEMENT) | lines) - self.own
            for motorized in (False, True)
        }
        self.land = {motorized: self.parts(self.overland, self.blocked[motorized]) for motorized in (False, True)}
        self.rails = self.parts(self.railway, self.blocked[False])
        self.seas = self.parts(self.seaway, set())

    def holder(self, number: str) -> str:
        """5.4: who has units in a City holds it; else who held it before, else whose it is from the start."""
        sides = {unit.side for unit in self.units if unit.hex == number}
        if number in self.country.cities and len(sides) == 1:
            return sides.pop()
        if number in self.position.control:
            return self.position.control[number]
        owners = (place.owner for place in self.country.theatre.places if place.hex == number and place.owner)
        return next(owners, "")

    def zone(self, *, spare_leg: bool) -> set[str]:
        """5.0: Large and Medium units, Small Heavy ones too (this is no Combat Phase); not over lakes and the like."""
        found: set[str] = set()
        for unit in self.enemies:
            exerts = unit.type.size in ("large", "medium") or unit.has("heavy")
            if not exerts or (spare_leg and unit.type.movement_class == "leg"):
                continue
            shut = {"prohibited", "peak", "lake", "all_sea", "rail_bridge"}
            found |= {there for there, features in self.country.near[unit.hex] if not features & shut}
        return found

    def enemy_lines(self) -> set[str]:
        """7.3: what lies on a chain from one enemy City to another, no City between."""
        found: set[str] = set()
        for (one, other), hexes in self.country.joined.items():
            if self.side not in (self.holder(one), self.holder(other)):
                found |= hexes
        return found

    def overland(self, here: str, there: str, features: frozenset[str]) -> bool:
        if features & {"lake", "all_sea", "peak", "prohibited"}:
            return False
        mountain = "mountain" in (self.country.terrain[here], self.country.terrain[there])
        return self.weather in CLEMENT or not mountain or bool(features & WAYS)

    def railway(self, here: str, there: str, features: frozenset[str]) -> bool:
        return "rail" in features

    def seaway(self, here: str, there: str, features: frozenset[str]) -> bool:
        return True

    def node(self, number: str, way: object) -> bool:
        """Whether a hex can be part of a line of that kind at all."""
        tags = self.country.tags[number]
        if way == self.seaway:
            frozen = "winter_ice" in tags and self.position.moment.condition("season") == "winter"
            return bool(tags & {"sea", "partial_sea"}) and not frozen
        if tags & {"out_of_bounds", "arctic"}:
            return False
        dry = self.country.terrain[number] not in ("all_sea", "lake")
        return dry or way == self.railway

    def parts(self, way: Callable[[str, str, frozenset[str]], bool], shut: set[str]) -> dict[str, int]:
        """Every hex that lines may use, with the number of the connected part it belongs to."""
        found: dict[str, int] = {}
        for count, start in enumerate(self.country.at):
            if start in found or start in shut or not self.node(start, way):
                continue
            waiting = [start]
            found[start] = count
            while waiting:
                here = waiting.pop()
                for there, features in self.exits(here, way):
                    if (
                        there not in found
                        and there not in shut
                        and self.node(there, way)
                        and way(here, there, features)
                    ):
                        found[there] = count
                        waiting.append(there)
        return found

    def exits(self, here: str, way: object) -> Iterator[tuple[str, frozenset[str]]]:
        yield from self.country.near[here]
        for link in self.country.theatre.links if way == self.railway else ():
            if self.side in link.sides and here in (link.a, link.b):
                yield (link.b if here == link.a else link.a), link.features

    def joined(self, parts: dict[str, int], one: str, others: Iterable[str]) -> bool:
        return one in parts and any(parts[one] == parts.get(other) for other in others)

    def rloc(self, one: str, others: Iterable[str]) -> bool:
        return self.joined(self.rails, one, others)

    def nloc(self, one: str, others: Iterable[str]) -> bool:
        """From an anchorage to an anchorage."""
        others = [other for other in others if "anchorage" in self.country.kinds.get(other, ())]
        return "anchorage" in self.country.kinds.get(one, ()) and self.joined(self.seas, one, others)

    def of(self, *kinds: str, working: bool = True) -> set[str]:
        """Friendly places that are one of these kinds; working: without a Countdown."""
        found = {hex_ for hex_ in self.friendly if self.country.kinds[hex_] & set(kinds)}
        return found - self.countdown if working else found

    def sources(self, nation: str) -> dict[str, list[tuple[str, Marker | None]]]:
        """Steps 5 and 6 for a unit of that nation: places and HQs in communication, by what they radiate."""
        edges = self.of("map_edge", "linked_exit", working=False)
        home = {hex_ for hex_ in self.country.kinds if HOME[nation] in self.country.tags[hex_]}
        cities = self.of("supply_city")
        ultimate = edges | (self.of("national_capital") & home)
        for city in cities:
            others = cities & home - {city}
            if any(line(city, ends) for line in (self.rloc, self.nloc) for ends in (edges, others)):
                ultimate.add(city)
        relays = {
            place
            for place in self.of("supply_city", "major_port")
            if self.rloc(place, ultimate) or self.nloc(place, ultimate)
        }
        ports = {place for place in self.of("major_port", "naval_base") if self.rloc(place, ultimate)}
        anchorages = {
            place
            for place in self.of("anchorage", working=False)
            if self.rloc(place, ultimate) or self.nloc(place, ports)
        }

        def connected(number: str) -> bool:
            return self.rloc(number, ultimate | relays) or number in anchorages

        large = {city for city in cities if connected(city)} | (self.of("major_port") & anchorages)
        small = (self.of("naval_base", "major_port", working=False) | self.of("minor_port")) & anchorages
        hqs = [hq for hq in self.hqs if hq.hex not in self.countdown and connected(hq.hex)]
        return {
            "six": [(number, None) for number in large],
            "none": [(number, None) for number in small],
            "hq": [(hq.hex, hq) for hq in hqs],
        }

    def radius(self, source: str, hq: Marker | None, unit: Unit) -> int:
        if hq is None:
            return 6 if source == "six" else 0
        doubled = (
            hq.type.kind == "strategic_hq_attack"
            and unit.type.movement_class == "motorized"
            and self.weather in CLEMENT
        )
        return hq.type.value * (2 if doubled else 1)

    def state(self, unit: Unit, sources: dict[str, list[tuple[str, Marker | None]]]) -> str:
        """Step 7."""
        if unit.has("immune"):
            return SUPPLIED
        land = self.land[unit.type.movement_class == "motorized"]
        found = OUT if any(self.joined(land, unit.hex, [n]) for each in sources.values() for n, _ in each) else ISOLATED
        for source, each in sources.items():
            for number, hq in each:
                far = self.country.at[unit.hex].distance(self.country.at[number])
                if far <= self.radius(source, hq, unit) and self.joined(land, unit.hex, [number]):
                    return SUPPLIED
        return found


def states(position: Position, side: str, country: Country) -> dict[str, str]:
    """The state of every unit of a side."""
    lines = Side(position, side, country)
    nations = {unit.type.nation for unit in lines.units if unit.side == side}
    sources = {nation: lines.sources(nation) for nation in nations}
    return {unit.id: lines.state(unit, sources[unit.type.nation]) for unit in lines.units if unit.side == side}
