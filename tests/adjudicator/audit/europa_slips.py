"""More that the Europa books forbid, found on the board as it lies: one slip of a player of each kind, area by area.

Each entry says on which board, in which phase (by id) and with which lines it is done, as in `europa_wrong`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from adjudicator.analysis.combat.results import expected
from adjudicator.analysis.movement.reach import cost_of
from adjudicator.model.units import Unit, UnitType
from tests.adjudicator.audit.europa_boards import COAST, DISTRICTS, FRONT

if TYPE_CHECKING:
    from tests.adjudicator.audit.random_play import Player

Lines = tuple[str, ...]
Slip = Callable[["Player", random.Random], Lines]
AXIS_FIRST, AXIS_MOVES, AXIS_AIR, AXIS_FIGHTS = "axis.initial", "axis.movement", "axis.air", "axis.combat"
AXIS_EXPLOITS, SOVIET_FIRST, SOVIET_MOVES = "axis.exploitation", "soviet.initial", "soviet.movement"
WET = ("sea", "lake", "all_sea")


def beside(player: Player, number: str) -> list[str]:
    """The hexes next to one, on land."""
    network = player.position.network
    found = [network.number(int(j)) for j in network.neighbours[network.index[number]] if j >= 0]
    return [each for each in found if network.hexes[network.index[each]].terrain not in WET]


def own(player: Player, *, foot: bool = True) -> list[Unit]:
    """Who marches for the phasing side, in an order of chance."""
    classes = ("foot",) if foot else ("foot", "cm", "cavalry")
    found = [unit for unit in player.position.of_side(player.side) if unit.type.movement_class in classes and unit.hex]
    found = sorted((unit for unit in found if unit.shown.attack and not unit.type.afloat), key=lambda unit: unit.id)
    player.chance.shuffle(found)
    return found


def hostile(player: Player, number: str) -> list[Unit]:
    """Enemies on the ground in a hex."""
    return [unit for unit in player.position.at(number) if unit.side != player.side]


def threatened(player: Player, number: str) -> bool:
    """Whether an enemy division stands next to a hex."""
    return any(unit.type.size == "division" for each in beside(player, number) for unit in hostile(player, each))


def rails(player: Player, number: str) -> bool:
    network = player.position.network
    return "rail_hex" in network.hexes[network.index[number]].tags


def marches(player: Player, length: int, *, foot: bool = True) -> Iterator[tuple[Unit, list[str]]]:
    """Ways of so many hexes over land where nobody stands, of every unit."""
    for unit in own(player, foot=foot):
        hexes = [unit.hex]
        for _ in range(length):
            ways = [each for each in beside(player, hexes[-1]) if each not in hexes and not player.position.at(each)]
            if not ways:
                break
            hexes.append(player.chance.choice(ways))
        if len(hexes) == length + 1:
            yield unit, hexes


def trains(player: Player, length: int) -> Iterator[tuple[Unit, list[str]]]:
    """Ways of so many hexes over hexes with railways, by their tags alone."""
    for unit in own(player):
        for _ in range(12):
            hexes = [unit.hex]
            while len(hexes) <= length:
                ways = [each for each in beside(player, hexes[-1]) if each not in hexes and rails(player, each)]
                ways = [each for each in ways if not hostile(player, each)]
                if not ways:
                    break
                hexes.append(player.chance.choice(ways))
            if len(hexes) > length and rails(player, unit.hex):
                yield unit, hexes


def off_the_line(player: Player, _: random.Random) -> Lines:
    """Farther by rail than anybody marches even at the administrative rate, and off the line in the end."""
    for unit, way in (each for length in (14, 11, 8) for each in trains(player, length)):
        if len(way) <= 2 * int(unit.shown.movement or 0):
            continue
        far = [each for each in beside(player, way[-1]) if not rails(player, each) and not player.position.at(each)]
        if far:
            return (f"rail {unit.id} {'-'.join((*way, far[0]))}",)
    return ()


def into_the_zone(player: Player, _: random.Random) -> Lines:
    """Farther by rail than anybody marches, out of a hex next to an enemy division where nobody else stands, or into one."""
    for unit, way in trains(player, 8):
        alone = len(player.position.at(unit.hex)) == 1
        if (threatened(player, unit.hex) and alone) or (
            threatened(player, way[-1]) and not player.position.at(way[-1])
        ):
            return (f"rail {unit.id} {'-'.join(way)}",)
    return ()


def late_train(player: Player, _: random.Random) -> Lines:
    """By rail in a phase without trains."""
    return next((f"rail {unit.id} {'-'.join(way)}",) for unit, way in marches(player, 2))


def beside_the_enemy(player: Player, _: random.Random) -> Lines:
    """Farther than the rating, at the administrative rate, past an enemy."""
    for unit in own(player):
        for _ in range(12):
            way = [unit.hex]
            for _ in range(int(unit.shown.movement or 0) + 2):
                ways = [each for each in beside(player, way[-1]) if each not in way and not hostile(player, each)]
                way += [player.chance.choice(ways)] if ways else []
            near = any(hostile(player, each) for number in way for each in beside(player, number))
            if near and len(way) > int(unit.shown.movement or 0) + 2 and not player.position.at(way[-1]):
                return (f"administrative {unit.id} {'-'.join(way)}",)
    return ()


def through_zones(player: Player, _: random.Random) -> Lines:
    """A march from zone to zone, short enough but for the zones."""
    for _ in range(20):
        for unit, way in marches(player, 3):
            if all(threatened(player, each) for each in way) and cost_of(player.position, unit, way).legal.is_no:
                return (f"{unit.id} {'-'.join(way)}",)
    return ()


def pairs(player: Player) -> list[tuple[Unit, str]]:
    """Who stands next to enemies, and where those are."""
    found = [(unit, each) for unit in own(player, foot=False) for each in beside(player, unit.hex)]
    return [(unit, each) for unit, each in found if hostile(player, each)]


def weak_overrun(player: Player, _: random.Random) -> Lines:
    """One regiment or division runs over a division."""
    for unit, target in pairs(player):
        there = hostile(player, target)
        if sum(int(each.shown.defense or 0) for each in there) * 2 > int(unit.shown.attack or 0):
            gone = (f"remove {each.id}" for each in there)
            return (f"overrun {unit.id} {unit.hex}-{target}", *gone)
    return ()


def without_strength(player: Player, _: random.Random) -> Lines:
    """Somebody without any attack strength attacks."""
    for unit in player.position.of_side(player.side):
        if not unit.shown.attack and not unit.type.afloat and not unit.type.flies and unit.hex:
            enemies = [
                each for side in player.game.seats if side != player.side for each in player.position.of_side(side)
            ]
            found = sorted({each.hex for each in enemies if each.hex and not each.type.afloat})
            return (f"attack {player.chance.choice(found)}: {unit.id}",)
    return ()


def early_attack(player: Player, chance: random.Random) -> Lines:
    """An attack while it is not time for it."""
    found = pairs(player)
    if not found:
        return ()
    unit, target = chance.choice(found)
    return (f"attack {target}: {unit.id}",)


def their_attack(player: Player, chance: random.Random) -> Lines:
    """The other side attacks."""
    found = pairs(player)
    if not found:
        return ()
    unit, target = chance.choice(found)
    enemies = [each for each in hostile(player, target) if each.shown.attack]
    return (f"attack {unit.hex}: {chance.choice(enemies).id}",) if enemies else ()


def nobody_lost(player: Player, chance: random.Random) -> Lines:
    """The table kills the defender, and he stays."""
    for unit, target in pairs(player):
        for die in chance.sample(range(1, 7), 6):
            found = expected(player.position, [unit], target, die)
            if len(found) == 1 and found[0] in ("AE", "DE", "DH", "AH"):
                return (f"attack {target}: {unit.id} die={die} result={found[0]}",)
    return ()


def wrong_retreat(player: Player, chance: random.Random) -> Lines:
    """The defender goes back two hexes, or the attacker where the defender had to."""
    for unit, target in pairs(player):
        there = hostile(player, target)
        for die in range(1, 7):
            if len(there) == 1 and expected(player.position, [unit], target, die) == ("DR",):
                near = [each for each in beside(player, target) if not player.position.at(each)]
                for each in near:
                    far = [
                        other
                        for other in beside(player, each)
                        if other not in beside(player, target) and other != target
                    ]
                    far = [other for other in far if not player.position.at(other)]
                    if far:
                        way = f"{target}-{each}-{chance.choice(far)}"
                        return (f"attack {target}: {unit.id} die={die} result=DR", f"retreat {there[0].id} {way}")
    return ()


def advance_for_nothing(player: Player, _: random.Random) -> Lines:
    """An advance where no battle was."""
    return next((f"advance {u.id} {'-'.join(way)}",) for u, way in marches(player, 1))


def retreat_for_nothing(player: Player, _: random.Random) -> Lines:
    """A retreat where no battle was."""
    return next((f"retreat {u.id} {'-'.join(way)}",) for u, way in marches(player, 1))


def fly(player: Player, unit: str, mission: str, over: str, more: str = "") -> str:
    return f"fly {mission} {over}: {unit} base={player.position.units[unit].location}{more}"


def enemy_near(player: Player, unit: str, chance: random.Random) -> str:
    """A hex of enemies within three hexes' flight, or the nearest."""
    network, here = player.position.network, player.position.units[unit].location
    enemies = [each for side in player.game.seats if side != player.side for each in player.position.of_side(side)]
    found = sorted({each.hex for each in enemies if each.hex and not each.type.afloat and not each.type.flies})
    found.sort(key=lambda each: network.distance(network.index[here], network.index[each]))
    return chance.choice(found[:3])


CONTACT = frozenset(
    ("rail in the enemy's zone", "administrative past the enemy", "through zones", "weak overrun", "overrun in combat",
     "attack while moving", "attack out of turn", "nobody is lost", "retreat of two hexes")
)  # fmt: skip
"""Kinds for which both sides must have come near: the phases before are played."""


def sent_home(player: Player, _: random.Random) -> Lines:
    """A unit is withdrawn on the march."""
    unit = own(player)[0]
    return (f"{unit.id} {unit.hex}>[withdrawn]",)


def lost(player: Player, name: str, to: str) -> str:
    unit = player.position.units[name]
    face = f"/{unit.face + 1}" if unit.face else ""
    return f"{name}{face} [eliminated]>{to}"


def less(player: Player, pool: str, points: int) -> str:
    return f"value {pool} {int(player.position.values[pool]) - points}"


def _like(kind: UnitType) -> tuple[object, ...]:
    """What counters have in common that may stand for one another."""
    return kind.nation, kind.kind, kind.size, str(kind.faces[0]), kind.tags


def rebuilt(player: Player, points: int) -> Lines:
    """The cadre of a division at full strength again."""
    unit = player.position.units["ge.1inf"]
    pay = (less(player, "infantry.german", points),) if points else ()
    return (f"flip {unit.id}/1", *pay) if unit.face == 1 else ()


def early(player: Player, chance: random.Random) -> Lines:
    """A unit of the next turn comes to a place of its own, and none like it was due before."""
    forces = player.position.pack.tables.get("order_of_battle", {}).get("force", [])
    assert isinstance(forces, list)
    units = player.position.pack.units
    before = {_like(units[name]) for force in forces if force["turn"] <= 4 for name in force["units"]}
    late = {name for force in forces if force["event"] == "arrival" and force["turn"] == 5 for name in force["units"]}
    due = [name for name in sorted(late) if name in player.position.units and _like(units[name]) not in before]
    due = [name for name in due if player.position.units[name].side == player.side]
    place = "2A/2912" if player.side == "axis" else chance.choice(("2A/3003", "2A/3008"))
    return (f"{chance.choice(due)} [due]>{place}",) if due else ()


SLIPS: dict[str, tuple[str, str, Slip]] = {
    "rail off the line": (FRONT, AXIS_MOVES, off_the_line),
    "rail in the enemy's zone": (FRONT, AXIS_MOVES, into_the_zone),
    "rail in exploitation": (FRONT, AXIS_EXPLOITS, late_train),
    "administrative past the enemy": (FRONT, AXIS_MOVES, beside_the_enemy),
    "through zones": (FRONT, AXIS_MOVES, through_zones),
    "weak overrun": (FRONT, AXIS_MOVES, weak_overrun),
    "overrun in combat": (FRONT, AXIS_FIGHTS, weak_overrun),
    "attack without strength": (FRONT, AXIS_FIGHTS, without_strength),
    "attack while moving": (FRONT, AXIS_MOVES, early_attack),
    "attack out of turn": (FRONT, AXIS_FIGHTS, their_attack),
    "nobody is lost": (FRONT, AXIS_FIGHTS, nobody_lost),
    "retreat of two hexes": (FRONT, AXIS_FIGHTS, wrong_retreat),
    "advance for nothing": (FRONT, AXIS_FIGHTS, advance_for_nothing),
    "retreat for nothing": (FRONT, AXIS_FIGHTS, retreat_for_nothing),
    "march in the initial phase": (
        FRONT,
        AXIS_FIRST,
        lambda p, _: next((f"{u.id} {'-'.join(w)}",) for u, w in marches(p, 2)),
    ),
    "supplied and marked for four turns": (FRONT, AXIS_FIRST, lambda p, _: (f"mark {own(p)[0].id}+out.b4",)),
    "resources out of nothing": (FRONT, AXIS_FIGHTS, lambda p, _: (f"lay +rp.ax5 {own(p)[0].hex}",)),
    "resources carried by nobody": (FRONT, AXIS_FIGHTS, lambda _p, _c: ("shift +rp.ax10 1B/2219-1B/2719",)),
    "rail capacity too cheap": (
        FRONT,
        AXIS_FIRST,
        lambda _p, _c: ("swap +rp.ax10+rp.ax5 1B/2219", "value rail_bought.axis 30"),
    ),
    "paid by the Finns": (
        FRONT,
        AXIS_FIRST,
        lambda p, _: (lost(p, "ge.2reg", "1B/2719"), less(p, "infantry.finnish", 1)),
    ),
    "too cheap": (FRONT, AXIS_FIRST, lambda p, _: (lost(p, "ge.2mtn", "1B/2719"), less(p, "infantry.german", 1))),
    "cadre rebuilt for nothing": (DISTRICTS, AXIS_FIRST, lambda p, _: rebuilt(p, 0)),
    "cadre rebuilt on the march": (DISTRICTS, AXIS_MOVES, lambda p, _: rebuilt(p, 5)),
    "two guns in a month": (
        DISTRICTS,
        AXIS_FIRST,
        lambda p, _: (lost(p, "ge.1art", "2A/2912"), lost(p, "ge.2art", "2A/2912"), less(p, "infantry.german", 6)),
    ),
    "paid by another district": (
        DISTRICTS,
        SOVIET_FIRST,
        lambda p, _: (lost(p, "so.1mg", "2A/3003"), less(p, "infantry.kiev", 1)),
    ),
    "replaced beside the city": (
        DISTRICTS,
        SOVIET_FIRST,
        lambda p, _: (lost(p, "so.1mg", "2A/3004"), less(p, "infantry.moskva", 1)),
    ),
    "too early": (DISTRICTS, SOVIET_FIRST, early),
    "Germans too early": (DISTRICTS, AXIS_FIRST, early),
    "in the enemy's city": (DISTRICTS, AXIS_FIRST, lambda _p, _c: ("ge.infantry.division.183 [due]>2A/2908",)),
    "in the woods": (DISTRICTS, SOVIET_FIRST, lambda _p, _c: ("so.rifle.division.247 [due]>2A/3004",)),
    "arrived in combat": (DISTRICTS, AXIS_FIGHTS, lambda _p, _c: ("ge.infantry.division.183 [due]>2A/2912",)),
    "a division from nowhere": (DISTRICTS, AXIS_FIRST, lambda _p, _c: ("place ge.infantry.division.1 2A/2912",)),
    "capital taken by nobody": (DISTRICTS, SOVIET_MOVES, lambda _p, _c: ("value capital.captured 1",)),
    "factory on the march": (DISTRICTS, SOVIET_MOVES, lambda _p, _c: ("shift +factory 2A/3008-2A/3003",)),
    "disbanded in the field": (DISTRICTS, SOVIET_MOVES, lambda _p, _c: ("so.5tnk 2A/2908>[disbanded]",)),
    "armor points out of season": (DISTRICTS, SOVIET_MOVES, lambda _p, _c: ("value armor.soviet 20",)),
    "finished in a day": (FRONT, AXIS_MOVES, lambda _p, _c: ("lay +airfield 1B/2722",)),
    "mended by infantry": (FRONT, AXIS_MOVES, lambda _p, _c: ("lift +break 1B/2815",)),
    "flown twice": (
        FRONT,
        AXIS_AIR,
        lambda p, c: (
            fly(p, "ge.ju87b", "ground_support", enemy_near(p, "ge.ju87b", c)),
            "fly transfer 1B/3118: ge.ju87b base=1B/2719",
        ),
    ),
    "staged too far": (FRONT, AXIS_AIR, lambda p, _: (fly(p, "ge.me109e", "stage", "1B/1821"),)),
    "a division by air": (
        FRONT,
        AXIS_AIR,
        lambda p, _: (fly(p, "ge.ju52", "transport", "1B/3118", " cargo=ge.291inf"), "shift ge.291inf 1B/2719-1B/3118"),
    ),
    "a glider bombs": (
        FRONT,
        AXIS_AIR,
        lambda p, c: (fly(p, "ge.dfs230", "ground_support", enemy_near(p, "ge.ju87b", c)),),
    ),
    "engineers drop": (
        FRONT,
        AXIS_AIR,
        lambda p, _: (fly(p, "ge.ju52", "drop", "1B/2716", " cargo=ge.1eng"), "shift ge.1eng 1B/2719-1B/2716"),
    ),
    "interceptor too far": (
        FRONT,
        AXIS_AIR,
        lambda p, c: (
            fly(p, "ge.ju87b", "ground_support", over := enemy_near(p, "ge.ju87b", c)),
            fly(p, "so.mig3#3", "intercept", over),
        ),
    ),
    "bomber intercepts": (
        FRONT,
        AXIS_AIR,
        lambda p, c: (fly(p, "ge.ju87b", "ground_support", "1B/2712"), fly(p, "so.sb2", "intercept", "1B/2712")),
    ),
    "stays in the air": (
        FRONT,
        AXIS_AIR,
        lambda p, c: (fly(p, "ge.he111h", "bomb_rails", enemy_near(p, "ge.he111h", c)),),
    ),
    "bombs without a mission": (
        FRONT,
        AXIS_AIR,
        lambda _p, _c: ("strike bomb_port 1B/2013: ge.he111h die=6 hits=1", "lay +hit.port 1B/2013"),
    ),
    "a hit by nobody": (FRONT, AXIS_AIR, lambda _p, _c: ("lay +hit.airbase 1B/2712",)),
    "from another base": (
        FRONT,
        AXIS_AIR,
        lambda p, c: (f"fly ground_support {enemy_near(p, 'ge.ju87b', c)}: ge.ju87b base=1B/3118",),
    ),
    "a second base in one phase": (
        FRONT,
        AXIS_AIR,
        lambda p, _: (fly(p, "ge.he111h", "stage", "1B/2717"), "fly transfer 1B/3118: ge.he111h base=1B/2717"),
    ),
    "gone from the map": (FRONT, AXIS_MOVES, lambda p, _: (f"remove {own(p)[0].id}",)),
    "mended in flight": (FRONT, AXIS_AIR, lambda _p, _c: ("flip ge.he111h#3/1",)),
    "mended on the march": (FRONT, AXIS_MOVES, lambda _p, _c: ("flip ge.he111h#3/1",)),
    "withdrawn in the field": (FRONT, AXIS_MOVES, sent_home),
    "back from the dead in combat": (FRONT, AXIS_FIGHTS, lambda p, _: (lost(p, "ge.2reg", "1B/2719"),)),
    "points for nothing": (FRONT, AXIS_FIGHTS, lambda _p, _c: ("value infantry.german 20",)),
    "their fort is gone": (FRONT, AXIS_MOVES, lambda _p, _c: ("lift +fort 1B/2412",)),
    "an airfield is gone": (FRONT, SOVIET_MOVES, lambda _p, _c: ("lift +airfield 1B/2717",)),
    "a fort moves": (FRONT, SOVIET_MOVES, lambda _p, _c: ("shift +fort 1B/2412-1B/2413",)),
    "an airfield in a day": (FRONT, AXIS_EXPLOITS, lambda p, _: (f"lay +temporary_airfield {own(p)[0].hex}",)),
    "gauge changed by nobody": (FRONT, SOVIET_MOVES, lambda _p, _c: ("lay +regauged 1B/2712",)),
    "in supply again": (FRONT, AXIS_FIGHTS, lambda p, _: (f"mark {own(p)[0].id}+out.r3",)),
    "bought on the march": (FRONT, AXIS_MOVES, lambda _p, _c: ("value rail_bought.axis 10",)),
    "weather of their own": (FRONT, "axis.initial", lambda _p, _c: ("now weather snow",)),
    "cadre whole in combat": (DISTRICTS, AXIS_FIGHTS, lambda p, _: rebuilt(p, 0)),
    "the capital marches": (DISTRICTS, SOVIET_MOVES, lambda _p, _c: ("shift +capital 2A/3003-2A/3008",)),
    "a factory is lost": (DISTRICTS, SOVIET_MOVES, lambda _p, _c: ("lift +factory 2A/3008",)),
    "capital moves uncounted": (DISTRICTS, SOVIET_FIRST, lambda _p, _c: ("value capital.moved 2",)),
    "a ship turns up at sea": (COAST, AXIS_MOVES, lambda _p, _c: ("flip so.bb1/2", "sail so.bb1 2A/0709-2A/0808")),
    "a flotilla at sea": (COAST, SOVIET_MOVES, lambda _p, _c: ("sail so.flot1 2A/0608-2A/0709-2A/0809",)),
    "ships in combat": (COAST, "soviet.combat", lambda _p, _c: ("sail so.cl1 2A/0706-2A/0806-2A/0807",)),
    "a ship is as new": (COAST, SOVIET_MOVES, lambda _p, _c: ("unmark so.ca1#2+ship_hits.1",)),
    "hits on nobody's bombs": (COAST, SOVIET_MOVES, lambda _p, _c: ("mark so.dd1+ship_hits.1",)),
    "ships in the enemy's turn": (COAST, AXIS_MOVES, lambda _p, _c: ("flip so.dd1/1", "sail so.dd1 2A/0410-2A/0309")),
    "landed in the enemy's port": (
        COAST,
        SOVIET_MOVES,
        lambda _p, _c: ("mark so.90rif+aboard", "naval so.90rif 2A/0706-2A/0711"),
    ),
    "carried by nobody": (COAST, SOVIET_MOVES, lambda _p, _c: ("mark so.1mg+aboard", "naval so.1mg 2A/0408-2A/0706")),
    "repair points out of nothing": (COAST, SOVIET_FIRST, lambda _p, _c: ("value repair_points.soviet 6",)),
    "infantry repairs a ship": (COAST, SOVIET_MOVES, lambda _p, _c: ("unmark so.flot2+ship_hits.1",)),
}
"""By kind: the board, the phase and the lines."""
