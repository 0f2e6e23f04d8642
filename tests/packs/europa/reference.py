"""A slow second implementation of Europa's supply and isolation, straight from the articles, for clear weather."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controller
from adjudicator.analysis.position import Position
from adjudicator.model.units import Unit

ROADS = {"road", "rail_standard", "rail_broad", "rail_finnish"}
RAILS = ROADS - {"road"}
HARD = {"mountain", "forest", "wooded_rough", "swamp", "sand"}
LENGTHS = {"overland": (7, 5), "truck": (10, 6), "road": (20, 12), "special": (4, 2)}
"""Clear weather by the invented sheet: outside the Arctic, and for elements that touch it."""


class Lines:
    """One side's lines in a position, as sets and plain loops."""

    def __init__(self, position: Position, side: str) -> None:
        self.position, self.side = position, side
        self.theatre = position.network.theatre
        self.units = [unit for unit in position.units.values() if unit.hex]
        self.own = {unit.hex for unit in self.units if unit.side == side}
        self.enemy = {unit.hex for unit in self.units if unit.side != side}
        self.zone = self.zones()
        self.trucks = {unit.hex for unit in self.units if unit.side == side and unit.type.kind == "truck"}
        self.held = {
            entry.number for entry in self.theatre.hexes.values() if controller(position, entry.number) == side
        }

    def around(self, number: str) -> Iterator[tuple[str, frozenset[str]]]:
        here = self.theatre.at(number).at
        for at in here.neighbours():
            if at in self.theatre.hexes:
                yield self.theatre.hexes[at].number, self.theatre.features(here, at)

    def zones(self) -> set[str]:
        """Hexes in enemy zones: of divisions everywhere, of other formed units in the far north."""
        found = set()
        for unit in self.units:
            if unit.side == self.side or unit.has("no_zone"):
                continue
            division = unit.type.size == "division" and not unit.has("cadre")
            for number, features in self.around(unit.hex):
                entry = self.theatre.at(number)
                far = "zone_a" in entry.tags and not unit.has("below_regiment")
                closed = features & {"all_sea", "prohibited", "lake_side"} or entry.terrain in ("sea", "lake")
                cavalry = unit.has("cavalry") and "arctic" in entry.tags
                if (division or far) and not closed and not cavalry:
                    found.add(number)
        return found

    def open(self, number: str, features: frozenset[str]) -> bool:
        """Whether any line may step there."""
        if features & {"all_sea", "prohibited", "lake_side"} or self.theatre.at(number).terrain in ("sea", "lake"):
            return False
        return number not in self.enemy and (number not in self.zone or number in self.own)

    def weight(self, number: str, features: frozenset[str]) -> int:
        if features & ROADS:
            return 1
        return (2 if self.theatre.at(number).terrain in HARD else 1) + ("major_river" in features)

    def broad(self, number: str) -> bool:
        return self.side == "axis" and "broad_line" in self.theatre.at(number).tags

    def north(self, number: str) -> int:
        return int("arctic" in self.theatre.at(number).tags)

    def walk(self, starts: set[str], element: str) -> set[str]:
        """Where an element leads from any of these hexes; what it touches decides how long it may be."""
        found: set[str] = set()
        lengths = LENGTHS.get(element, (0, 0))
        for cap, arctic in ((lengths[0], False), (lengths[1], True)):
            best = {number: 0 for number in starts if arctic or not self.north(number)}
            waiting = list(best)
            while waiting:
                here = waiting.pop(0)
                for there, features in self.around(here):
                    if not self.open(there, features) or (self.north(there) and not arctic):
                        continue
                    if element == "road" and (not features & ROADS or there not in self.held):
                        continue
                    cost = best[here] + (1 if element == "road" else self.weight(there, features))
                    if cost <= cap and cost < best.get(there, cap + 1):
                        best[there] = cost
                        waiting.append(there)
            found |= set(best)
        return found

    def rail(self, starts: set[str]) -> set[str]:
        found, waiting = set(starts), list(starts)
        while waiting:
            for there, features in self.around(waiting.pop()):
                usable = features & RAILS and there in self.held and not self.broad(there)
                if usable and there not in found and self.open(there, features):
                    found.add(there)
                    waiting.append(there)
        return found

    def chained(self, starts: set[str]) -> set[str]:
        """What trucks add: each begins anew where a line has reached it."""
        found, used = set(starts), set()
        while new := (found & self.trucks) - used:
            used |= new
            found |= self.walk(new, "truck")
        return found

    def sources(self, nation: str) -> set[str]:
        found = set()
        edge = "west_edge_rail" if self.side == "axis" else "east_edge_rail"
        found |= {
            entry.number for entry in self.theatre.hexes.values() if edge in entry.tags and entry.number in self.held
        }
        for place in self.theatre.places:
            if self.side == "axis" and place.hex in self.held:
                finnish = "finnish_city" in place.kinds and nation == "finnish"
                if "arctic_port" in place.kinds or finnish:
                    found.add(place.hex)
        return found | (self.cities() if self.side == "soviet" else set())

    def cities(self) -> set[str]:
        """Major cities joined by rail to two others."""
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
        sources = self.sources(unit.type.nation)
        first = self.chained(self.walk({unit.hex}, "overland"))
        second = self.chained(self.walk(first, "road"))
        if self.rail(second) & sources:
            return "supplied"
        return "special" if self.walk({unit.hex}, "special") & self.trucks else "out_of_supply"

    def reached(self, unit: Unit) -> bool:
        """Whether an overland line of any length leads to a source: not isolated."""
        found, waiting = {unit.hex}, [unit.hex]
        while waiting:
            for there, features in self.around(waiting.pop()):
                if there not in found and self.open(there, features):
                    found.add(there)
                    waiting.append(there)
        return bool(found & self.sources(unit.type.nation))
