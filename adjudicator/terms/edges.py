"""Along which hexsides: which of them a term speaks of."""

from __future__ import annotations

from typing import Literal

import numpy as np

from adjudicator.model.known import NO, YES, Known, KnownMask, all_of
from adjudicator.model.memo import Same, remembered
from adjudicator.model.network import Bools, Network, spread
from adjudicator.model.one_way import arrow
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import FeatureName
from adjudicator.said import say
from adjudicator.terms.climate import weather_along, weather_at_hexside
from adjudicator.terms.ground import Ground, Land
from adjudicator.terms.ice import frozen_along, frozen_at
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import ANYWHERE, Where


class Edges(Table):
    """A set of hexsides; every key that is given must fit. Features are those of the map as it stands for the side asked for.

    A feature with a direction may be asked for with its arrow: "bluff>" is a bluff that is crossed along its arrow, "bluff<"
    one that is crossed against it, "bluff" either. An attack, a zone and a supply line cross from whom they start.
    """

    features: frozenset[FeatureName] = frozenset()
    """Features, at least one of which the hexside has: ["major_river"]."""

    all_features: frozenset[FeatureName] = frozenset()
    """Features, all of which it has: ["rail", "major_river"]."""

    without: frozenset[FeatureName] = frozenset()
    """Features, none of which it has: ["bridge"]."""

    weather: frozenset[str] = frozenset()
    """Weathers, one of which it has: that of either hex, or of the one that the book lets decide: ["mud"]."""

    frozen: Literal["", "yes", "no"] = ""
    """Whether its water is frozen: "yes" or "no"; "" = either. Example: `frozen = "no"`"""

    inside: Where = ANYWHERE
    """What both its hexes must fit: { tags = ["russia"] }."""

    beside: Where = ANYWHERE
    """What one of its hexes must fit. Example: `beside = { markers = ["mine"] }`"""

    when: When = ALWAYS
    """When the term holds at all: { phases = ["movement"] }."""

    @property
    def directed(self) -> bool:
        """Whether it matters from which hex a hexside is crossed."""
        return any(map(arrow, self.features | self.all_features | self.without))

    def mask(self, ground: Ground, side: str) -> KnownMask:
        """(n, 6): the hexsides that fit for a side, as they are crossed out of each hex."""
        return _mask(ground, Same(self), side)

    def fits(self, ground: Ground, side: str, i: int, direction: int) -> Known:
        """Whether one hexside fits for a side: that of hex i in a direction."""
        land = ground.of(side)
        drawn = self._at(land, i, direction)
        if drawn.is_no:
            return NO
        holds = self.when.holds(ground.position, side)
        other = int(ground.network.neighbours[i, direction])
        answers = [drawn, holds]
        if self.weather:
            answers.append(weather_at_hexside(ground.position, self.weather, i, other))
        if self.frozen:
            ice = frozen_at(ground, i, other)
            answers.append(ice if self.frozen == "yes" else ~ice)
        if not self.inside.anywhere:
            answers += [self.inside.fits(ground, i), self.inside.fits(ground, other)]
        if not self.beside.anywhere:
            answers.append(self.beside.fits(ground, i) | self.beside.fits(ground, other))
        return all_of(answers)

    def _at(self, land: Land, i: int, direction: int) -> Known:
        """Whether one hexside fits as far as the map as it stands decides."""
        sure = bool(self.drawn(land.sure)[i, direction])
        if land.perhaps is land.sure or bool(self.drawn(land.perhaps)[i, direction]) == sure:
            return YES if sure else NO
        other = int(land.sure.neighbours[i, direction])
        return Known.open(*land.missing((i, other)) or (say("what the map is like"),))

    def on_land(self, land: Land) -> KnownMask:
        """(n, 6): the hexsides that fit as far as the map as it stands tells."""
        sure = self.drawn(land.sure)
        if land.perhaps is land.sure:
            return KnownMask.of(sure)
        other = self.drawn(land.perhaps)
        return KnownMask(sure & other, sure | other, land.untold)

    def drawn(self, network: Network) -> Bools:
        """(n, 6): the hexsides that fit as far as a map tells."""
        return _on_map(network, self.features, self.all_features, self.without)


@remembered(128)
def _mask(ground: Ground, edges: Same[Edges], side: str) -> KnownMask:
    """(n, 6): the hexsides that fit for a side; lines of both bounds and of every profile ask for the same ones."""
    term = edges.of
    holds = term.when.holds(ground.position, side)
    if holds.is_no:
        return KnownMask.of(np.zeros(ground.network.neighbours.shape, dtype=np.bool_))
    found = term.on_land(ground.of(side))
    if term.weather:
        found &= weather_along(ground.position, term.weather)
    if term.frozen:
        ice = frozen_along(ground)
        found &= ice if term.frozen == "yes" else ~ice
    if not term.inside.anywhere:
        hexes = term.inside.mask(ground)
        sure = _both(ground.network, hexes.sure)
        certain = hexes.perhaps is hexes.sure
        found &= KnownMask(sure, sure if certain else _both(ground.network, hexes.perhaps), hexes.missing)
    if not term.beside.anywhere:
        hexes = term.beside.mask(ground)
        sure = _either(ground.network, hexes.sure)
        certain = hexes.perhaps is hexes.sure
        found &= KnownMask(sure, sure if certain else _either(ground.network, hexes.perhaps), hexes.missing)
    if holds.is_open:
        return KnownMask(np.zeros_like(found.sure), found.perhaps, (*found.missing, *holds.missing))
    return found


def _either(network: Network, hexes: Bools) -> Bools:
    """(n, 6): the hexsides of some hexes."""
    found: Bools = hexes[:, None] | spread(network, hexes)
    return found


def _both(network: Network, hexes: Bools) -> Bools:
    """(n, 6): the hexsides between two of some hexes."""
    found: Bools = hexes[:, None] & spread(network, hexes)
    return found


@remembered(1024)
def _on_map(
    network: Network,
    features: frozenset[str],
    all_features: frozenset[str],
    without: frozenset[str],
) -> Bools:
    """(n, 6): the hexsides of a map with these features."""
    found: Bools = network.neighbours >= 0
    if features:
        found = found & network.sides_with(features)
    for feature in all_features:
        found = found & network.sides_with([feature])
    if without:
        found = found & ~network.sides_with(without)
    return found
