"""The same map seen in a mirror: every number keeps its hex, left and right change places."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.network import Network
from adjudicator.model.theatre import Theatre


def mirrored(network: Network) -> Network:
    """The mirror image of a network's map."""
    old = network.theatre
    hexes = {entry.at: entry for entry in (replace(each, at=_mirror(at)) for at, each in reversed(old.hexes.items()))}
    sides = {Hexside.between(_mirror(s.low), _mirror(s.high)): features for s, features in old.hexsides.items()}
    places = tuple(reversed(old.places))
    return Network.of(Theatre(old.title, old.numbering, hexes, sides, places, old.links, old.header))


def _mirror(at: Hex) -> Hex:
    return Hex(at.q + at.r, -at.r)
