"""More that Thunder in the East forbids, done once in the campaign as it begins: one slip of a player of each kind, area by area.

Each entry says in which kinds of phase, by which side ("" = either) and with which lines it is done.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.analysis.combat.results import expected
from adjudicator.model.units import Unit
from tests.adjudicator.audit import air_play

if TYPE_CHECKING:
    from tests.adjudicator.audit.random_play import Player

Lines = tuple[str, ...]
Slip = Callable[["Player", random.Random], Lines]
BUYING, MOVING, SUPPLY, FIGHTING, RETURN = "order of battle", "movement", "supply", "combat", "air return"
AIM = {"axis": ("2215", "1517"), "soviet": ("1517", "2215")}
"""A city of the enemy's and one of its own in range of it."""


def raised(player: Player, name: str, by: int) -> Lines:
    """A number is more than before."""
    return (f"value {name} {Fraction(player.position.values[name]) + by}",)


def foot(player: Player, chance: random.Random) -> list[Unit]:
    """Infantry on the map far from the sea and the enemy, in an order of chance."""
    units = [
        unit for unit in player.position.of_side(player.side) if unit.hex and unit.shown.attack and not unit.type.flies
    ]
    units.sort(key=lambda unit: unit.id)
    chance.shuffle(units)
    return units


def beside(player: Player, number: str) -> list[str]:
    network = player.position.network
    found = [network.number(int(j)) for j in network.neighbours[network.index[number]] if j >= 0]
    return [each for each in found if network.hexes[network.index[each]].terrain not in ("sea", "all_sea", "lake")]


def pairs(player: Player, chance: random.Random) -> list[tuple[Unit, str]]:
    """Who stands next to enemies, and where those are."""
    found = [(unit, each) for unit in foot(player, chance) for each in beside(player, unit.hex)]
    return [(unit, each) for unit, each in found if any(other.side != unit.side for other in player.position.at(each))]


def far_attack(player: Player, chance: random.Random) -> Lines:
    network = player.position.network
    unit = foot(player, chance)[0]
    enemies = sorted(
        each.hex
        for side in player.game.seats
        if side != player.side
        for each in player.position.of_side(side)
        if each.hex
    )
    far = [each for each in enemies if network.distance(network.index[each], network.index[unit.hex]) > 3]
    return (f"attack {chance.choice(far)}: {unit.id}",) if far else ()


def free_way(player: Player, chance: random.Random) -> tuple[Unit, str] | None:
    """Somebody and an empty hex next to him."""
    for unit in foot(player, chance):
        free = [each for each in beside(player, unit.hex) if not player.position.at(each)]
        if free:
            return unit, chance.choice(free)
    return None


def step(word: str) -> Slip:
    """One hex, by such a kind of move."""

    def lines(player: Player, chance: random.Random) -> Lines:
        found = free_way(player, chance)
        return (f"{word}{found[0].id} {found[0].hex}-{found[1]}",) if found else ()

    return lines


def flown(player: Player, chance: random.Random) -> Lines:
    """A unit flies that has flown and is not ready."""
    away = [unit for unit in air_play.flyers(player.position) if unit.side == player.side and unit.location == "flown"]
    target, base = AIM[player.side]
    return (f"fly airfields {target}: {chance.choice(away).id} base={base}",) if away else ()


def enemy_base(player: Player, chance: random.Random) -> Lines:
    """A mission from a city of the enemy's."""
    ready = air_play.ready(player.position, player.side)
    target, _ = AIM[player.side]
    return (f"fly airfields {target}: {chance.choice(ready).id} base={target}",) if ready else ()


def rested(player: Player, chance: random.Random) -> Lines:
    """A unit that has flown is ready at once."""
    away = [
        unit
        for unit in air_play.flyers(player.position)
        if unit.side == player.side and unit.location == "flown" and unit.face
    ]
    if not away:
        return ()
    unit = chance.choice(away)
    return (f"{unit.id}/{unit.face + 1} [flown]>[available]",)


def no_bombs(player: Player, chance: random.Random) -> Lines:
    """A mission that is carried out and was not flown."""
    ready = air_play.ready(player.position, player.side)
    return (f"strike airfields {AIM[player.side][0]}: {chance.choice(ready).id} die=3 hits=1",) if ready else ()


def readier(player: Player, _: random.Random) -> Lines:
    """A damaged unit in the box of those that have flown is as good as new."""
    hurt = [unit for unit in air_play.flyers(player.position) if unit.location == "flown" and unit.face == 1]
    hurt = [unit for unit in hurt if unit.side == player.side]
    return (f"flip {hurt[0].id}/1",) if hurt else ()


def vanished(player: Player, chance: random.Random) -> Lines:
    """A battle without effect, and a defender is gone."""
    for unit, number in pairs(player, chance):
        dice = (die for die in range(1, 7) if expected(player.position, (unit,), number, die) == ("NE",))
        if die := next(dice, 0):
            return (f"attack {number}: {unit.id} die={die} result=NE", f"remove {player.position.at(number)[0].id}")
    return ()


def lost_one(player: Player) -> Lines:
    """Somebody comes back out of the Force Pool on the march, for nothing."""
    pool = [
        unit for unit in player.position.units.values() if unit.location == "force_pool" and unit.side == player.side
    ]
    pool.sort(key=lambda unit: unit.id)
    return (f"{pool[0].id} [force_pool]>1517",) if pool else ()


def whole_again(player: Player, chance: random.Random) -> Lines:
    """A reduced unit shows its full side."""
    found = [unit for unit in foot(player, chance) if unit.face == 1]
    return (f"flip {found[0].id}/1",) if found else ()


def from_inland(player: Player, chance: random.Random) -> Lines:
    """Somebody far from every port goes to sea."""
    network = player.position.network
    sea = sorted(entry.number for entry in network.hexes if entry.terrain == "all_sea")
    towns = {place.hex for place in network.theatre.places if "anchorage" in place.kinds}
    inland = [unit for unit in foot(player, chance) if unit.hex not in towns]
    return (f"naval {inland[0].id} {inland[0].hex}-{chance.choice(sea)}",) if inland and sea else ()


def rails_everywhere(player: Player, chance: random.Random) -> Lines:
    """By rail over hexes without one."""
    network = player.position.network
    for unit in foot(player, chance):
        hexes = [unit.hex]
        for _ in range(9):
            ways = [each for each in beside(player, hexes[-1]) if each not in hexes and not player.position.at(each)]
            if not ways:
                break
            hexes.append(chance.choice(ways))
        tags = [network.hexes[network.index[each]].tags for each in hexes]
        if len(hexes) > 8 and not all("rail_hex" in each for each in tags):
            return (f"rail {unit.id} {'-'.join(hexes)}",)
    return ()


SLIPS: dict[str, tuple[tuple[str, ...], str, Slip]] = {
    "their card": ((BUYING,), "axis", lambda _p, _c: ("shift +card.s1 [soviet deck]-[axis hand]",)),
    "all the cards": (
        (BUYING,),
        "axis",
        lambda _p, _c: tuple(f"shift +card.a{n} [axis deck]-[axis hand]" for n in range(1, 9)),
    ),
    "built for nothing": ((BUYING,), "axis", lambda _p, _c: ("ax.9inf/2 [force_pool]>1517",)),
    "built in the enemy's city": (
        (BUYING,),
        "axis",
        lambda _p, _c: ("ax.9inf/2 [force_pool]>3113", "value PP.german 5", "value EP.axis 4"),
    ),
    "built while marching": ((MOVING,), "axis", lambda _p, _c: ("ax.9inf/2 [force_pool]>1517", "value PP.german 5")),
    "from nowhere": ((MOVING,), "axis", lambda _p, _c: ("place ax.9inf#2 1517",)),
    "personnel out of nothing": (
        (MOVING,),
        "",
        lambda p, _: raised(p, {"axis": "PP.german", "soviet": "PP.ussr"}[p.side], 3),
    ),
    "equipment out of nothing": ((MOVING,), "", lambda p, _: raised(p, f"EP.{p.side}", 2)),
    "fuel out of nothing": ((MOVING,), "", lambda p, _: raised(p, f"FP.{p.side}", 2)),
    "offensive points while marching": ((MOVING,), "", lambda p, _: raised(p, f"OP.{p.side}", 1)),
    "mode of a headquarters": ((MOVING,), "axis", lambda _p, _c: ("swap +hq.agc.balanced+hq.agc.attack 1517",)),
    "two works": ((BUYING,), "axis", lambda _p, _c: ("lay +improved.axis 1517", "lay +improved.axis 1010")),
    "Stalin leaves": ((MOVING,), "soviet", lambda _p, _c: ("shift +stalin 3113-2912",)),
    "the fleet ashore": ((MOVING,), "soviet", lambda _p, _c: ("shift +fleet.baltic 1903-2215",)),
    "weather in the middle": ((MOVING,), "", lambda _p, _c: ("now weather mud",)),
    "isolated in supply": ((SUPPLY,), "axis", lambda _p, _c: ("mark sov.37a+isolated",)),
    "oil mended by nobody": ((MOVING,), "", lambda _p, _c: ("value oil.Grozny recovered",)),
    "air defense out of nothing": ((MOVING,), "", lambda p, _: raised(p, f"air_defense.{p.side}", 1)),
    "their goods": ((MOVING,), "", lambda p, _: raised(p, "goods.ussr", 1)),
    "attack from afar": ((FIGHTING,), "", far_attack),
    "advance for nothing": ((FIGHTING,), "", step("advance ")),
    "retreat for nothing": ((FIGHTING,), "", step("retreat ")),
    "march in the battles": ((FIGHTING,), "", step("")),
    "march in the supply step": ((SUPPLY,), "", step("")),
    "flown twice": ((MOVING,), "", flown),
    "from the enemy's base": ((MOVING,), "", enemy_base),
    "rested at once": ((MOVING,), "", rested),
    "bombs of nobody": ((MOVING,), "", no_bombs),
    "a detachment marches": ((MOVING,), "axis", lambda _p, _c: ("shift +detachment [partisan_pool]-2215",)),
    "an ally gives up": ((MOVING,), "", lambda _p, _c: ("value ally.romanian independent",)),
    "readier at once": ((MOVING,), "", readier),
    "a free work on the march": ((MOVING,), "axis", lambda _p, _c: ("lay +improved.axis 1517",)),
    "lost to nothing": ((FIGHTING,), "", vanished),
    "whole again on the march": ((MOVING,), "", whole_again),
    "to sea from inland": ((MOVING,), "", from_inland),
    "rail over the fields": ((MOVING,), "", rails_everywhere),
    "built out of the lost": ((MOVING,), "axis", lambda p, _c: lost_one(p)),
    "arrived too early": ((BUYING,), "axis", lambda _p, _c: ("ax.humot [arrivals]>1330",)),
}
"""By kind: kinds of phase, the side or any, and the lines."""
