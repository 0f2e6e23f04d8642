"""The zones of a Tabletop Simulator save in which things are hidden: hands, hidden zones, the fog of war."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from adjudicator.importers.tabletop_simulator import wire
from adjudicator.importers.tabletop_simulator.wire import Json
from adjudicator.lean import dataclass

MASTER = "Black"
"""The game master, who sees into every zone."""
_REVERSE, _OFF = 1, 2
"""What `Hands.Hiding` may say: a hand is hidden from its own player, or from nobody."""
_CLOSE = 1e-6
_FOG = "FogOfWar"
_HAND = "HandTrigger"


@dataclass(frozen=True, slots=True)
class SeenZone:
    """A zone seen from above: its middle, half its sides, and how it is turned (radians clockwise).

    `admits` are the colours that see what lies in it, () = none; `hand` = only what goes into hands is hidden in it.
    """

    x: float
    z: float
    wide: float
    deep: float
    turned: float
    admits: tuple[str, ...]
    hand: bool = False

    def contains(self, x: float, z: float) -> bool:
        """Whether a point lies in the zone or on its border."""
        dx, dz = x - self.x, z - self.z
        across = dx * math.cos(self.turned) - dz * math.sin(self.turned)
        along = dx * math.sin(self.turned) + dz * math.cos(self.turned)
        return abs(across) <= self.wide + _CLOSE and abs(along) <= self.deep + _CLOSE


def zones_of(save: dict[str, Json]) -> Iterator[SeenZone]:
    """All zones of a save that hide something from somebody."""
    hands = save.get("Hands")
    hiding = hands.get("Hiding") if isinstance(hands, dict) else None
    colours = tuple(dict.fromkeys(colours_of(save)))
    for colour, where in _hands(save):
        if colour and hiding != _OFF:
            yield _zone(where, _sees(colour, colours, reverse=hiding == _REVERSE), hand=True)
    for each in wire.objects(save, "ObjectStates"):
        if _is_hidden_zone(each):
            reverse = each.get("FogReverseHiding") is True
            yield _zone(each.get("Transform"), _sees(wire.text(each, "FogColor"), colours, reverse=reverse))
        elif each.get("Name") == _FOG:
            yield _zone(each.get("Transform"), ())


def colours_of(save: dict[str, Json]) -> Iterator[str]:
    """The colours that have a hand or a hidden zone."""
    yield from (colour for colour, _ in _hands(save) if colour)
    yield from (
        colour
        for each in wire.objects(save, "ObjectStates")
        if _is_hidden_zone(each) and (colour := wire.text(each, "FogColor"))
    )


def _is_hidden_zone(found: dict[str, Json]) -> bool:
    name = wire.text(found, "Name")
    return name in ("FogOfWarTrigger", "HiddenZone") or (bool(found.get("FogColor")) and name not in (_HAND, _FOG))


def _hands(save: dict[str, Json]) -> list[tuple[str, Json]]:
    """The zones of hands; older saves keep them as objects of the table, newer ones in `Hands`."""
    hands = save.get("Hands")
    zones = hands.get("HandTransforms") if isinstance(hands, dict) else None
    listed = [each for each in zones if isinstance(each, dict)] if isinstance(zones, list) else []
    found = [(wire.text(each, "Color"), each.get("Transform")) for each in listed]
    placed = [each for each in wire.objects(save, "ObjectStates") if wire.text(each, "Name") == _HAND]
    return [*found, *((wire.text(each, "FogColor"), each.get("Transform")) for each in placed)]


def _sees(colour: str, colours: tuple[str, ...], *, reverse: bool) -> tuple[str, ...]:
    """Who sees what lies in a colour's zone."""
    seeing = tuple(each for each in colours if each != colour) if reverse else (colour,)
    return tuple(dict.fromkeys(name for name in (*seeing, MASTER) if name))


def _zone(where: Json, admits: tuple[str, ...], *, hand: bool = False) -> SeenZone:
    """A zone where it stands; one that leans covers all that lies under it."""
    x, z, wide, high, deep = (wire.number(where, key) for key in ("posX", "posZ", "scaleX", "scaleY", "scaleZ"))
    pitch, yaw, roll = (math.radians(wire.number(where, key)) for key in ("rotX", "rotY", "rotZ"))
    half = [abs(side) / 2 for side in (wide, high, deep)]
    if not (_upright(pitch) and _upright(roll)):
        corners = [_leant(side, pitch, roll) for side in product(*((-each, each) for each in half))]
        half = [max(abs(corner[at]) for corner in corners) for at in range(3)]
    return SeenZone(x, z, half[0], half[2], yaw, admits, hand)


def _upright(angle: float) -> bool:
    return abs(math.sin(angle)) < _CLOSE


def _leant(corner: tuple[float, ...], pitch: float, roll: float) -> tuple[float, float, float]:
    """A corner after the turns about the z and the x axis, which come before the one about the vertical."""
    x, y, z = corner
    x, y = x * math.cos(roll) - y * math.sin(roll), x * math.sin(roll) + y * math.cos(roll)
    y, z = y * math.cos(pitch) - z * math.sin(pitch), y * math.sin(pitch) + z * math.cos(pitch)
    return x, y, z
