"""Where: which hexes a term speaks of."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import numpy as np

from adjudicator.model.known import NO, YES, Known, KnownMask, all_of
from adjudicator.model.memo import Same, remembered
from adjudicator.model.network import Bools, Network
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import FeatureName, MarkerKind, PlaceKind, TagName, TerrainName, UnitKind
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.climate import LAST_WEATHER, SEVERE, WEATHER, climate
from adjudicator.terms.ground import Ground


class Where(Table):
    """A set of hexes; every key that is given must fit, an empty one fits every hex. Tags are those of the map as it stands."""

    terrains: frozenset[TerrainName] = frozenset()
    """Terrains, one of which the hex has: ["forest", "swamp"]."""

    tags: frozenset[TagName] = frozenset()
    """Tags or terrains, at least one of which it has: ["coast"]."""

    all_tags: frozenset[TagName] = frozenset()
    """Tags or terrains, all of which it has: ["russia", "north"]."""

    without: frozenset[TagName] = frozenset()
    """Tags or terrains, none of which it has: ["sea"]."""

    places: frozenset[PlaceKind] = frozenset()
    """Kinds of place, one of which lies in it: ["city", "port"]."""

    without_places: frozenset[PlaceKind] = frozenset()
    """Kinds of place, none of which lies in it: ["fortress"]."""

    features: frozenset[FeatureName] = frozenset()
    """Features, one of which any of its hexsides has: ["rail"]."""

    hexes: frozenset[str] = frozenset()
    """Printed numbers, one of which it has. Example: `hexes = ["0805", "0806"]`"""

    weather: frozenset[str] = frozenset()
    """Weathers, one of which it has now: ["mud"]."""

    severe: Literal["", "yes", "no"] = ""
    """Whether its weather is severe (the condition "severe"): "yes" or "no"; "" = either."""

    last_weather: frozenset[str] = frozenset()
    """Weathers, one of which it had in the turn before: ["snow"]."""

    markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker, one of which lies in it: ["fort"]."""

    without_markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker, none of which lies in it: ["airbase"]."""

    afloat: frozenset[UnitKind] = frozenset()
    """Kinds of ship, one of which is in it. Example: `afloat = ["flotilla"]`"""

    @cached_property
    def anywhere(self) -> bool:
        """Whether it fits every hex."""
        return self == ANYWHERE

    @cached_property
    def timeless(self) -> bool:
        """Whether the map alone decides, without weather and markers."""
        told = self.weather or self.severe or self.last_weather
        return not (told or self.markers or self.without_markers or self.afloat)

    def mask(self, ground: Ground) -> KnownMask:
        """(n,): the hexes that fit."""
        return self.drawn(ground) if self.timeless else _mask(ground, Same(self))

    def fits(self, ground: Ground, i: int) -> Known:
        """Whether one hex fits, without looking at any other."""
        if self.anywhere:
            return YES
        drawn = _at(ground, self, i)
        if drawn.is_no or self.timeless:
            return drawn
        position = ground.position
        marked = self._marked_right(position, i)
        if marked.is_no:
            return NO
        told = (climate(position, name).is_one_of(wanted, i) for name, wanted in self.conditions())
        return all_of((drawn, marked, *told))

    def drawn(self, ground: Ground) -> KnownMask:
        """(n,): the hexes that fit as far as the map decides, weather and markers left out."""
        land = ground.land
        drawn = on_map(land.sure, self)
        if land.perhaps is land.sure:
            return drawn
        other = on_map(land.perhaps, self)
        missing = (*land.untold, *drawn.missing, *other.missing)
        return KnownMask(drawn.sure & other.sure, drawn.perhaps | other.perhaps, tuple(dict.fromkeys(missing)))

    def conditions(self) -> list[tuple[str, frozenset[str]]]:
        """The conditions of the moment that decide, each with what is wanted of it."""
        found = [(WEATHER, self.weather)] if self.weather else []
        if self.severe:
            found.append((SEVERE, frozenset((self.severe,))))
        if self.last_weather:
            found.append((LAST_WEATHER, self.last_weather))
        return found

    def _marked_right(self, position: Position, i: int) -> Known:
        """Whether the markers and ships in a hex are right; a counter that nobody can identify may be any of them."""
        number, found = position.network.number(i), YES
        if self.afloat:
            found &= _lies(position, number, any(unit.type.kind in self.afloat for unit in position.afloat_at(number)))
        if self.markers or self.without_markers:
            kinds = {marker.type.kind for marker in position.markers_at(number)}
            if self.markers:
                found &= _lies(position, number, not kinds.isdisjoint(self.markers))
            if self.without_markers:
                found &= ~_lies(position, number, not kinds.isdisjoint(self.without_markers))
        return found


ANYWHERE = Where()
"""Any hex."""


@remembered(512)
def _mask(ground: Ground, where: Same[Where]) -> KnownMask:
    """(n,): the hexes that fit, weather and markers asked for; many lines and costs ask for the same hexes."""
    term, position = where.of, ground.position
    found = term.drawn(ground)
    for condition, wanted in term.conditions():
        found &= climate(position, condition).among(wanted)
    if term.markers:
        found &= _perhaps_lies(position, _marked(position, term.markers))
    if term.without_markers:
        found &= ~_perhaps_lies(position, _marked(position, term.without_markers))
    if term.afloat:
        found &= _perhaps_lies(position, _sailed(position, term.afloat))
    return found


def _lies(position: Position, number: str, seen: bool) -> Known:
    """Whether something lies in a hex where it is seen, or not."""
    return YES if seen else next((Known.open(each.datum) for each in position.unknown_at(number)), NO)


def _perhaps_lies(position: Position, seen: Bools) -> KnownMask:
    """The hexes in which something lies that is seen in some of them; perhaps those with a counter that nobody can identify."""
    index = position.network.index
    hidden = {index[each.hex]: each.datum for each in position.unidentified if each.hex in index}
    if not hidden:
        return KnownMask.of(seen)
    perhaps = seen.copy()
    perhaps[[*hidden]] = True
    return KnownMask(seen, perhaps, tuple(dict.fromkeys(hidden.values())))


def _at(ground: Ground, where: Where, i: int) -> Known:
    """Whether one hex fits as far as the map as it stands decides."""
    land = ground.land
    drawn = on_map(land.sure, where)
    sure = bool(drawn.sure[i])
    if bool(drawn.perhaps[i]) != sure:
        return Known.open(say("the terrain of {hex}", ground.network.number(i)))
    if land.perhaps is land.sure or bool(on_map(land.perhaps, where).sure[i]) == sure:
        return YES if sure else NO
    return Known.open(*land.missing((i,)) or (say("what the map is like"),))


@remembered(4096)
def on_map(network: Network, where: Where) -> KnownMask:
    """(n,): the hexes of a map that fit, weather and markers left out; open for blank ones that may fit."""
    found = KnownMask.of(_by_name(network, where))
    if where.terrains:
        wanted = [i for i, name in enumerate(network.terrain_names) if name in where.terrains]
        found &= network.or_blank(np.isin(network.terrain, wanted))
    if where.tags:
        found &= network.tagged(where.tags)
    for tag in where.all_tags:
        found &= network.tagged([tag])
    if where.without:
        found &= ~network.tagged(where.without)
    return found


def _by_name(network: Network, where: Where) -> Bools:
    """(n,): the hexes that fit by their places, hexsides and numbers, which a map always tells."""
    found = np.ones(len(network), dtype=np.bool_)
    if where.places:
        found &= _places(network, where.places)
    if where.without_places:
        found &= ~_places(network, where.without_places)
    if where.features:
        found &= network.sides_with(where.features).any(axis=1)
    if where.hexes:
        found &= np.array([entry.number in where.hexes for entry in network.hexes], dtype=np.bool_)
    return found


def _places(network: Network, kinds: frozenset[str]) -> Bools:
    found = np.zeros(len(network), dtype=np.bool_)
    for i, places in network.places_at.items():
        found[i] = any(place.kinds & kinds for place in places)
    return found


def _marked(position: Position, kinds: frozenset[str]) -> Bools:
    found = np.zeros(len(position.network), dtype=np.bool_)
    for marker in position.markers.values():
        if marker.type.kind in kinds and marker.hex in position.network.index:
            found[position.network.index[marker.hex]] = True
    return found


def _sailed(position: Position, kinds: frozenset[str]) -> Bools:
    """The hexes with a ship of these kinds."""
    index = position.network.index
    found = np.zeros(len(position.network), dtype=np.bool_)
    for here in position.fleets():
        if here.location in index and any(unit.type.kind in kinds for unit in here.units):
            found[index[here.location]] = True
    return found
