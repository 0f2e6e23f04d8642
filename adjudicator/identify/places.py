"""Where a counter is: its hex, the hex beyond its hexside, or the box off the map."""

from __future__ import annotations

from adjudicator.model.binding import Binding
from adjudicator.model.counters import Counter, Spot
from adjudicator.model.grid.hexsides import COMPASS, hexside_at, hexside_towards
from adjudicator.model.hex_numbers import HexNumbers
from adjudicator.model.module import MapKind, Module
from adjudicator.model.network import Network
from adjudicator.model.state import GameState
from adjudicator.patterns import matcher


class Places:
    """Reads where counters are, as a binding names places on a module's maps."""

    def __init__(self, binding: Binding, network: Network, module: Module | None) -> None:
        self._network = network
        self._module = module
        self._maps = binding.maps
        self._numbers = HexNumbers(binding)
        self._boxes = tuple((matcher(pattern), name) for pattern, name in binding.boxes.items())
        self._secret_maps = (
            frozenset(m.name for m in module.maps if m.kind != MapKind.PUBLIC) if module else frozenset()
        )

    def hex(self, counter: Counter, state: GameState) -> str:
        """The hex that a counter is in, "" if it is in none or off the map."""
        return self._number(counter.spot) if self._on_map(counter, state) else ""

    def held(self, counter: Counter, state: GameState) -> bool:
        """Whether a counter lies in a deck, a hand or somebody's own window."""
        in_deck = bool(counter.stack) and state.stacks[counter.stack].deck is not None
        return in_deck or counter.spot.map in self._secret_maps

    def called(self, name: str) -> str:
        """The number that a name leads to, as the module calls its places, "" if it is none."""
        return self._numbers.called(name)

    def box(self, counter: Counter) -> str:
        """The off-map place that a counter is in."""
        spot = counter.spot
        return self._known_box(spot) or spot.place or spot.zone or spot.map

    def strayed(self, counter: Counter, state: GameState) -> bool:
        """Whether a counter that is in no hex lies where the binding has no word for the place either."""
        if self._known_box(counter.spot):
            return False
        return not (counter.stack and state.stacks[counter.stack].deck is not None)

    def looks_like_a_hex(self, spot: Spot) -> bool:
        """Whether the binding takes a place for a hex, by a number that the map does not have."""
        number = self._numbers.at(spot)
        return any(map(str.isdigit, number)) and number not in self._network.index

    def _known_box(self, spot: Spot) -> str:
        """The pack's name for a box off the map, "" if the binding names none there."""
        for pattern, name in self._boxes:
            if any(word and pattern.fullmatch(word) for word in (spot.place, spot.zone, spot.board, spot.map)):
                return name
        return ""

    def beyond(self, counter: Counter, state: GameState, number: str, way: str) -> str:
        """The hex on the other side of the hexside that a counter means, "" if nothing tells it."""
        spot, module = counter.spot, self._module

        def naming(x: int, y: int) -> str:
            return self._number(module.hex_spot(state, spot.map, x, y)) if module is not None else ""

        told = counter.properties.get(way or "Hexside", "").strip()
        if told in self._network.index:
            found = told
        elif told.upper() in COMPASS:
            found = hexside_towards(naming, spot.x, spot.y, COMPASS[told.upper()])
        elif way == "angle":
            found = hexside_towards(naming, spot.x, spot.y, counter.angles[0]) if counter.angles else ""
        else:
            found = hexside_at(naming, spot.x, spot.y)
        if found and found == number:  # the program's name for the point is that of the hex beyond
            found = naming(spot.x, spot.y)
        index = self._network.index
        near = found in index and self._network.distance(index[number], index[found]) == 1
        return found if near else ""

    def _on_map(self, counter: Counter, state: GameState) -> bool:
        spot = counter.spot
        if not spot.map or self.held(counter, state):
            return False
        return not self._maps or spot.map in self._maps

    def _number(self, spot: Spot) -> str:
        """The hex that a place is, "" if none."""
        number = self._numbers.at(spot)
        return number if number in self._network.index else ""
