"""What a random player of the Europa games does at sea: ships sail, carry, bring supply and put in, flotillas steam.

Each deed is some lines of the notation of moves; the rules decide whether they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from adjudicator.model.units import Unit
from adjudicator.record.position import Position

if TYPE_CHECKING:
    from tests.adjudicator.audit.random_play import Deed, Player

FARTHEST, TRIES = 8, 12


def ships(player: Player, *tags: str) -> list[Unit]:
    """Who of the phasing side is afloat, and has not moved in this phase, in an order of chance."""
    found = [
        unit
        for unit in player.position.of_side(player.side)
        if unit.type.afloat and unit.hex and unit.id not in player.marched and all(unit.has(tag) for tag in tags)
    ]
    found.sort(key=lambda unit: unit.id)
    player.chance.shuffle(found)
    return found


def ports(position: Position) -> list[str]:
    return sorted({place.hex for place in position.network.theatre.places if "port" in place.kinds})


def ideas(player: Player) -> list[tuple[Callable[[], Deed | None], int]]:
    kind = player.now.kind if player.now else ""
    if not any(unit.type.afloat for unit in player.position.units.values()):
        return []
    if kind == "initial":
        return [(lambda: supply(player), 3), (lambda: repair(player), 4)]
    if kind == "movement":
        return [
            (lambda: sail(player), 5),
            (lambda: steam(player), 4),
            (lambda: carry(player, "naval", "aboard"), 5),
            (lambda: carry(player, "landing", "landed"), 4),
            (lambda: carry(player, "ferry", "ferried"), 4),
        ]
    return []


def duties(player: Player) -> Iterator[Deed]:
    """Markers of the last turn's cargo come off; a ship that is in no port bears a marker for it, and the second time sinks."""
    kind = player.now.kind if player.now else ""
    for unit in player.position.of_side(player.side):
        for mark in ("aboard", "landed", "ferried", "supplying", "repaired"):
            if mark in unit.marks and kind == "initial":
                deed = player.make((f"unmark {unit.id}+{mark}",), "mark off", (unit.id,))
                if deed is not None and not player.refusal(deed):
                    yield deed
    if kind == "movement" and player.now and "surprise" not in player.now.tags:
        for unit in ships(player, "ship"):
            if unit.hex not in ports(player.position) or unit.hex in lost_ports(player):
                deed = player.make((f"mark {unit.id}+unsupplied",), "unsupplied", (unit.id,))
                if deed is None or "unsupplied" in unit.marks or player.refusal(deed) or not player.stands(deed):
                    deed = player.make((f"remove {unit.id}",), "scuttled")
                if deed is not None:
                    yield deed


def lost_ports(player: Player) -> set[str]:
    """The hexes where the enemy stands."""
    return {unit.hex for side in player.game.seats if side != player.side for unit in player.position.of_side(side)}


def _way(player: Player, unit: Unit) -> list[str]:
    """A way over water, hex by hex."""
    network, chance = player.position.network, player.chance
    hexes = [unit.hex]
    for _ in range(chance.randint(1, FARTHEST)):
        at = network.index[hexes[-1]]
        beside = [network.number(int(j)) for j in network.neighbours[at] if j >= 0]
        wet = [each for each in beside if each not in hexes and _wet(player.position, each)]
        if not wet:
            break
        hexes.append(chance.choice(wet))
    return hexes


def _wet(position: Position, number: str) -> bool:
    entry = position.network.hexes[position.network.index[number]]
    return entry.terrain in ("sea", "lake") or "coast" in entry.tags


def sail(player: Player) -> Deed | None:
    """A ship goes somewhere; one in port turns up first, one that comes into port puts in; over mines a die falls."""
    for unit in ships(player, "ship")[:3]:
        way = _way(player, unit)
        if len(way) < 2:
            continue
        out = (f"flip {unit.id}/1",) if unit.has("in_port") else ()
        into = (f"flip {unit.id}/2",) if way[-1] in ports(player.position) and player.chance.random() < 0.6 else ()
        for die in ("", f" die={player.chance.randint(1, 4)}"):
            line = f"sail {unit.id} {'-'.join(way)}{die}"
            for marks in ((), (f"mark {unit.id}+unsupplied",)):
                rolled = (f"roll {die[-1]}",) if die else ()
                deed = player.make((*out, *rolled, line, *into, *marks), "sail", (unit.id,))
                if deed is not None and not player.refusal(deed) and player.stands(deed):
                    return deed
    return None


def steam(player: Player) -> Deed | None:
    """A flotilla goes along its river."""
    position = player.position
    for unit in ships(player):
        if unit.type.kind != "flotilla":
            continue
        hexes = [unit.hex]
        best: Deed | None = None
        for _ in range(player.chance.randint(1, 6)):
            at = position.network.index[hexes[-1]]
            beside = [position.network.number(int(j)) for j in position.network.neighbours[at] if j >= 0]
            player.chance.shuffle(beside)
            for each in beside:
                deed = player.make((f"steam {unit.id} {'-'.join((*hexes, each))}",), "steam", (unit.id,))
                if each not in hexes and deed is not None and not player.refusal(deed):
                    best = deed
                    hexes.append(each)
                    break
        if best is not None:
            return best
    return None


def carry(player: Player, kind: str, mark: str) -> Deed | None:
    """Somebody goes aboard and is put ashore; the ship sails with him."""
    position, chance = player.position, player.chance
    for unit in player._movers()[:TRIES]:
        if unit.type.afloat or unit.type.flies or not unit.hex:
            continue
        near = [each for each in ships(player) if each.hex == unit.hex]
        if not near and player.side == "soviet":
            continue
        goals = (
            ports(position)
            if kind == "naval"
            else [entry.number for entry in position.network.hexes if _wet(position, entry.number)]
        )
        goals = [each for each in goals if each != unit.hex]
        for goal in chance.sample(goals, min(len(goals), 6)):
            lines = [f"mark {unit.id}+{mark}"] if mark not in unit.marks else []
            lines += [f"{kind} {unit.id} {unit.hex}-{goal}"]
            deed = player.make(lines, kind, (unit.id,))
            if deed is not None and not player.refusal(deed) and player.stands(deed):
                return deed
    return None


def supply(player: Player) -> Deed | None:
    """A ship is marked, and what it brings is laid in a port."""
    position, chance = player.position, player.chance
    for unit in ships(player)[:2]:
        kinds = sorted(
            each.id for each in position.pack.markers.values() if each.kind in ("port_supply", "beach_supply")
        )
        lines = (f"mark {unit.id}+supplying", f"lay +{chance.choice(kinds)} {unit.hex}")
        deed = player.make(lines, "supply by ship", (unit.id,))
        if deed is not None and not player.refusal(deed) and player.stands(deed):
            return deed
    return None


def repair(player: Player) -> Deed | None:
    """A repair point takes a hit off a ship in port."""
    points = player.position.values.get("repair_points.soviet", "0")
    for unit in ships(player):
        hit = next((mark for mark in sorted(unit.marks) if mark == "ship_hit"), "")
        if hit and points.isdigit() and int(points) > 0:
            value = sum(marker.type.value or 0 for marker in player.position.markers.values() if marker.on == unit.id)
            lines = (
                f"unmark {unit.id}+ship_hits.{value}",
                f"value repair_points.soviet {int(points) - 1}",
                f"mark {unit.id}+repaired",
            )
            deed = player.make(lines, "ship repaired", (unit.id,))
            if deed is not None and not player.refusal(deed) and player.stands(deed):
                return deed
    return None
