"""Deeds that the Europa books forbid whatever else is so: one rule broken once, of every area.

Each entry says on which board, in which phase (by id) and with which lines it is done.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from adjudicator.analysis.combat.results import expected
from adjudicator.model.units import Unit
from tests.adjudicator.audit.europa_boards import COAST, DISTRICTS, FRONT
from tests.adjudicator.audit.europa_slips import (
    AXIS_AIR,
    AXIS_FIGHTS,
    AXIS_FIRST,
    AXIS_MOVES,
    SLIPS,
    SOVIET_FIRST,
    SOVIET_MOVES,
    Lines,
    fly,
    lost,
)

if TYPE_CHECKING:
    from tests.adjudicator.audit.random_play import Player

NOT_IN = {
    "sudden_storm": (
        "repaired with a six",
        "Hungarians replaced",
        "line broken by nobody",
        "supply by nobody",
        "mended by infantry",
        "repair points out of nothing",
        "a division by air",
        "bombs without a mission",
        "stays in the air",
        "too early",
        "Germans too early",
        "in the enemy's city",
        "in the woods",
        "arrived in combat",
        "a division from nowhere",
        "a hit by nobody",
    )
}
"""Kinds that are no mistake by the text of a game alone: Sudden Storm's table of repairs is on no page, it replaces every
nation and knows no broken lines, no bombed ports, airbases or railways and no transport by air; its supply by sea is not
judged, and its order of battle is in no text, nor what repair points it brings."""
RESULTS = ("AE", "DE", "NE", "EX")


def wrong(player: Player, kind: str, chance: random.Random) -> str:
    """One thing that the book forbids, done on the table; what it was, "" if the phase is not one for it."""
    board, phase, lines = WRONG[kind]
    if player.now is None or player.game.board != board or player.now.id != phase:
        return ""
    made: Lines = ()
    with suppress(KeyError):  # somebody of whom the lines speak is gone
        made = lines(player, chance)
    deed = player.make(made, kind) if made else None
    if deed is None:
        return ""
    player.take(deed)
    return f"{kind}: {'; '.join(made)}"


def _based(player: Player, unit: str, mission: str, over: str, more: str = "") -> Lines:
    """A mission of a unit from where it rests."""
    return (fly(player, unit, mission, over, more),) if unit in player.position.units else ()


def _near_enemy(player: Player, unit: str, chance: random.Random) -> str:
    """A hex of enemy ground units near a unit that flies."""
    position = player.position
    index, network = position.network.index, position.network
    here = index[position.units[unit].location]
    found = [
        each.hex for side in player.game.seats if side != player.side for each in position.of_side(side) if each.hex
    ]
    near = [each for each in found if network.distance(here, index[each]) <= 5]
    return chance.choice(sorted(near or found))


def _foot(player: Player) -> list[Unit]:
    """Infantry alone in its hex, without any engineer."""
    units = player.position.of_side(player.side)
    found = [unit for unit in units if unit.type.movement_class == "foot" and unit.type.size == "division"]
    return [unit for unit in found if not any(each.has("engineer") for each in player.position.at(unit.hex))]


def _far_attack(player: Player, chance: random.Random) -> Lines:
    unit = chance.choice(_foot(player))
    network, here = player.position.network, player.position.network.index[unit.hex]
    enemies = [each.hex for each in player.position.of_side("soviet") if each.hex and not each.type.afloat]
    far = [each for each in enemies if network.distance(here, network.index[each]) > 2]
    return (f"attack {chance.choice(sorted(far))}: {unit.id}",)


def _beside(player: Player) -> list[tuple[Unit, str]]:
    """Units that fight with the hexes of enemies next to them."""
    position = player.position
    pairs = []
    for unit in position.of_side(player.side):
        if not unit.shown.attack or unit.type.afloat or not unit.hex or unit.has("rail_only"):
            continue
        for j in position.network.neighbours[position.network.index[unit.hex]]:
            number = position.network.number(int(j)) if j >= 0 else ""
            if any(other.side != unit.side for other in position.at(number)):
                pairs.append((unit, number))
    return pairs


def _twice(player: Player, chance: random.Random) -> Lines:
    pairs = _beside(player)
    if not pairs:
        return ()
    unit, target = chance.choice(pairs)
    return (f"attack {target}: {unit.id} result=NE", f"attack {target}: {unit.id} result=NE")


def _other_result(player: Player, chance: random.Random) -> Lines:
    """A result that the table does not give."""
    pairs = _beside(player)
    chance.shuffle(pairs)
    for unit, target in pairs:
        die = chance.randint(1, 6)
        found = expected(player.position, [unit], target, die)
        if len(found) == 1 and found[0].isalnum():
            other = "NE" if found[0] != "NE" else "EX"
            return (f"attack {target}: {unit.id} die={die} result={other}",)
    return ()


def _march(player: Player, chance: random.Random) -> Lines:
    """Somebody far from the enemy goes three hexes on land."""
    network = player.position.network
    for unit in chance.sample(_foot(player), len(_foot(player))):
        hexes = [unit.hex]
        for _ in range(3):
            at = network.index[hexes[-1]]
            beside = [network.number(int(j)) for j in network.neighbours[at] if j >= 0]
            dry = [each for each in beside if network.hexes[network.index[each]].terrain not in ("sea", "lake")]
            ways = [each for each in dry if each not in hexes and not player.position.at(each)]
            if not ways:
                break
            hexes.append(chance.choice(ways))
        if len(hexes) == 4:
            return (f"{unit.id} {'-'.join(hexes)}",)
    return ()


def _supplied(player: Player, chance: random.Random) -> Lines:
    """A marker for want of supply on somebody alone who has supply."""
    owed = {name for finding in player.owed() for name in finding.units}
    alone = [unit for unit in _foot(player) if len(player.position.at(unit.hex)) == 1 and unit.id not in owed]
    return (f"mark {chance.choice(alone).id}+out.b2",) if alone else ()


def _lost(player: Player, name: str, to: str) -> Lines:
    found = player.position.units.get(name)
    return (lost(player, name, to),) if found is not None and found.location == "eliminated" else ()


WRONG: dict[str, tuple[str, str, Callable[[Player, random.Random], Lines]]] = {
    **SLIPS,
    "too far to bomb": (FRONT, AXIS_AIR, lambda p, _: _based(p, "ge.ju87b", "ground_support", "2A/2504")),
    "no bombs": (
        FRONT,
        AXIS_AIR,
        lambda p, c: _based(p, "ge.me109e", "ground_support", _near_enemy(p, "ge.me109e", c)),
    ),
    "bomber as escort": (
        FRONT,
        AXIS_AIR,
        lambda p, c: (
            *_based(p, "ge.ju87b", "ground_support", over := _near_enemy(p, "ge.ju87b", c)),
            *_based(p, "ge.he111h", "escort", over),
        ),
    ),
    "escort alone": (FRONT, AXIS_AIR, lambda p, c: _based(p, "ge.me109e", "escort", _near_enemy(p, "ge.me109e", c))),
    "transfer into the fields": (FRONT, AXIS_AIR, lambda p, _: _based(p, "ge.he111h", "transfer", "1B/2816")),
    "out of turn in the air": (FRONT, AXIS_AIR, lambda p, _: _based(p, "so.sb2", "ground_support", "1B/2714")),
    "nobody rests there": (FRONT, AXIS_AIR, lambda p, _: _based(p, "ge.he111h", "bomb_units", "1B/2801")),
    "yards in the fields": (FRONT, AXIS_AIR, lambda p, _: _based(p, "ge.he111h", "marshalling_yards", "1B/2812")),
    "inoperative": (
        FRONT,
        AXIS_AIR,
        lambda p, c: _based(p, "ge.he111h#3", "ground_support", _near_enemy(p, "ge.he111h#3", c)),
    ),
    "repaired with a six": (
        FRONT,
        AXIS_FIRST,
        lambda _p, _c: ("strike repair 1B/2220: ge.he111h#3 die=6 result=repaired", "flip ge.he111h#3/1"),
    ),
    "unpaid": (FRONT, AXIS_FIRST, lambda p, _: _lost(p, "ge.2reg", "1B/2719")),
    "replaced too late": (FRONT, AXIS_MOVES, lambda p, _: _lost(p, "ge.2reg", "1B/2719")),
    "rail capacity for nothing": (FRONT, AXIS_FIRST, lambda _p, _c: ("value rail_bought.axis 10",)),
    "no count of supply": (FRONT, AXIS_FIRST, _supplied),
    "regauged by infantry": (FRONT, AXIS_MOVES, lambda p, c: (f"lay +regauged {c.choice(_foot(p)).hex}",)),
    "fort out of nothing": (FRONT, AXIS_MOVES, lambda p, c: (f"lay +fort {c.choice(_foot(p)).hex}",)),
    "line broken by nobody": (FRONT, AXIS_MOVES, lambda _p, _c: ("lay +break 1B/3022",)),
    "weather in the middle": (FRONT, AXIS_MOVES, lambda _p, _c: ("now weather mud",)),
    "attack from afar": (FRONT, AXIS_FIGHTS, _far_attack),
    "attacked twice": (FRONT, AXIS_FIGHTS, _twice),
    "another result": (FRONT, AXIS_FIGHTS, _other_result),
    "march in the combat phase": (FRONT, AXIS_FIGHTS, _march),
    "march in the air phase": (FRONT, AXIS_AIR, _march),
    "march out of turn": (FRONT, SOVIET_MOVES, lambda _p, _c: ("ge.5inf 1B/2722-1B/2723",)),
    "infantry exploits": (FRONT, "axis.exploitation", _march),
    "ship on land": (COAST, SOVIET_MOVES, lambda _p, _c: ("sail so.cl1 2A/0706-2A/0606",)),
    "laid up": (COAST, SOVIET_MOVES, lambda _p, _c: ("sail so.ca2 2A/0706-2A/0806",)),
    "flotilla off its river": (
        COAST,
        SOVIET_MOVES,
        lambda _p, _c: ("steam so.flot2 2A/0508-2A/0507-2A/0506-2A/0505-2A/0405",),
    ),
    "sunk and afloat": (COAST, SOVIET_MOVES, lambda _p, _c: ("mark so.cl1+ship_hits.3",)),
    "supply by nobody": (COAST, SOVIET_FIRST, lambda _p, _c: ("lay +portsupply.so10 2A/0708",)),
    "repaired for nothing": (COAST, SOVIET_FIRST, lambda _p, _c: ("unmark so.ca1#2+ship_hits.1",)),
    "a ship from nowhere": (COAST, SOVIET_FIRST, lambda _p, _c: ("place so.cl1#2 2A/0709",)),
    "capital in the fields": (DISTRICTS, SOVIET_FIRST, lambda _p, _c: ("shift +capital 2A/3003-2A/3004",)),
    "capital not counted": (DISTRICTS, SOVIET_FIRST, lambda _p, _c: ("shift +capital 2A/3003-2A/3008",)),
    "replaced in the enemy's land": (
        DISTRICTS,
        AXIS_FIRST,
        lambda p, _: (*_lost(p, "ge.1reg", "2A/3006"), "value infantry.german 12"),
    ),
    "Hungarians replaced": (DISTRICTS, AXIS_FIRST, lambda p, _: _lost(p, "hu.1mot", "2A/3114")),
    "points out of season": (DISTRICTS, AXIS_MOVES, lambda _p, _c: ("value infantry.german 30",)),
    "armor without a factory": (
        DISTRICTS,
        SOVIET_FIRST,
        lambda p, _: (*_lost(p, "so.1tkb", "2A/2908"), "value armor.soviet 12"),
    ),
}
