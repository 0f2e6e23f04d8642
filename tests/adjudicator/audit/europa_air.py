"""What a random player of the Europa games does in the air: an air phase in its steps, repairs, and who comes home when.

Each deed is some lines of the notation of moves; the rules decide whether they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from adjudicator.analysis.air.reach import is_base
from adjudicator.model.move_notation import MoveText
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from tests.adjudicator.audit.air_play import flyers

if TYPE_CHECKING:
    from tests.adjudicator.audit.random_play import Deed, Player

BOMBING = (
    "ground_support", "bomb_units", "marshalling_yards", "bomb_port", "bomb_factory", "bomb_replacements",
    "bomb_airbase", "bomb_rails", "harassment", "defensive_support",
)  # fmt: skip
WAITS = ("ground_support", "defensive_support", "harassment")
"""Missions that stay over their hex when the air phase ends."""
MOVES = ("transfer", "stage")
LIFTS = ("transport", "drop")
DISTANCE, TRIES, MISSIONS = 16, 14, 6
LETTERS = ("-", "R", "A", "K")


def at_rest(position: Position, side: str, *, operative: bool = True) -> list[Unit]:
    """The units of a side that rest at a base; with a mission flown already none."""
    able = (unit for unit in flyers(position) if unit.side == side and unit.id not in position.memory.flown)
    return [unit for unit in able if unit.location in position.network.index and unit.has("inoperative") != operative]


def enemies_of(player: Player) -> list[str]:
    return [side for side in player.game.seats if side != player.side]


def bases(position: Position, side: str) -> list[str]:
    """The hexes in which a side's units may land."""
    marked = {marker.hex for marker in position.markers.values() if marker.hex and "airfield" in marker.type.kind}
    places = {place.hex for place in position.network.theatre.places}
    return sorted(each for each in marked | places if is_base(position, side, each).is_yes)


def air_phase(player: Player) -> Iterator[Deed]:
    """The steps of an air phase, one after another."""
    yield from _missions(player)
    yield from _patrols(player)
    hurt: dict[str, str] = {}
    yield from _interceptions(player)
    yield from _combat(player, hurt)
    yield from _carried_out(player, hurt)
    yield from homeward(player, hurt)


def _missions(player: Player) -> Iterator[Deed]:
    chance = player.chance
    for _ in range(chance.randint(1, MISSIONS)):
        able = at_rest(player.position, player.side)
        if not able:
            return
        unit = chance.choice(able)
        kinds = LIFTS if unit.type.kind in ("transport", "glider") else (*BOMBING, *BOMBING, *MOVES)
        if unit.type.kind == "fighter" and not unit.value("tactical"):
            kinds = MOVES
        deed = _mission(player, unit, [each for each in kinds if each in player.position.pack.missions])
        if deed is not None:
            yield deed
            over = player.position.units[unit.id].location
            guard = _escort(player, over) if chance.random() < 0.5 and _flies(player.position, unit.id) else None
            if guard is not None:
                yield guard


def _flies(position: Position, name: str) -> bool:
    sortie = position.memory.flown.get(name)
    return sortie is not None and sortie.mission not in MOVES


def _mission(player: Player, unit: Unit, kinds: Sequence[str]) -> Deed | None:
    """A mission of one unit, or of some of its base, to a target that the rules accept."""
    position, chance = player.position, player.chance
    for _ in range(TRIES):
        if not kinds:
            return None
        kind = chance.choice(kinds)
        targets = _targets(player, unit, kind)
        if not targets:
            continue
        over = chance.choice(targets)
        units = [unit]
        if kind in BOMBING and chance.random() < 0.4:
            beside = [each for each in at_rest(position, player.side) if each.location == unit.location]
            units += [each for each in beside if each is not unit and each.type.kind == "bomber"][:1]
        names = tuple(each.id for each in units)
        told = chance.choice(("", "", "", " extended=yes", " night=yes" if kind == "marshalling_yards" else ""))
        if kind in LIFTS:
            return _lift(player, unit, kind, over)
        deed = player.make((f"fly {kind} {over}: {', '.join(names)} base={unit.location}{told}",), kind, names)
        if deed is not None and not player.refusal(deed) and player.stands(deed):
            return deed
    return None


def _lift(player: Player, unit: Unit, kind: str, over: str) -> Deed | None:
    """A transport with what it carries, whose counter is dragged after it."""
    here = [
        each for each in player.position.at(unit.location) if each.side == unit.side and each.type.size == "regiment"
    ]
    cargo = player.chance.choice(here).id if here and kind == "transport" else ""
    load = f" cargo={cargo}" if cargo else ""
    lines = [f"fly {kind} {over}: {unit.id} base={unit.location}{load}"]
    if cargo:
        lines.append(f"shift {cargo} {unit.location}-{over}")
    deed = player.make(lines, kind, (unit.id, *([cargo] if cargo else [])))
    return deed if deed is not None and not player.refusal(deed) and player.stands(deed) else None


def _targets(player: Player, unit: Unit, kind: str) -> list[str]:
    """Hexes near a unit that might do for a mission."""
    position = player.position
    network = position.network
    here = network.index[unit.location]
    if kind in (*MOVES, "transport"):
        found = [each for each in bases(position, player.side) if each != unit.location]
    elif kind in ("defensive_support",):
        found = [each.hex for each in position.of_side(player.side) if each.hex]
    elif kind in ("ground_support", "harassment"):
        found = [each.hex for side in enemies_of(player) for each in position.of_side(side) if each.hex]
    elif kind == "bomb_units":
        found = [each.location for side in enemies_of(player) for each in at_rest(position, side)]
    elif kind == "bomb_rails":
        found = [entry.number for entry in network.hexes if "rail_hex" in entry.tags]
    elif kind == "drop":
        found = [entry.number for entry in network.hexes if entry.terrain == "clear"]
    else:
        found = [place.hex for place in network.theatre.places]
    return sorted({each for each in found if network.distance(here, network.index[each]) <= DISTANCE})


def _escort(player: Player, over: str) -> Deed | None:
    guards = [unit for unit in at_rest(player.position, player.side) if unit.type.kind == "fighter"]
    for unit in player.chance.sample(guards, len(guards)):
        for far in ("", " extended=yes"):
            line = f"fly escort {over}: {unit.id} base={unit.location}{far}"
            deed = player.make((line,), "escort", (unit.id,))
            if deed is not None and not player.refusal(deed):
                return deed
    return None


def aloft(position: Position, side: str) -> dict[str, list[str]]:
    """By hex the units of a side that are over it on a mission that is not over when they land."""
    found: dict[str, list[str]] = {}
    for unit in flyers(position):
        sortie = position.memory.flown.get(unit.id)
        if unit.side == side and sortie is not None and unit.location == sortie.hex and _flies(position, unit.id):
            found.setdefault(sortie.hex, []).append(unit.id)
    return found


def _patrols(player: Player) -> Iterator[Deed]:
    """Fighters of the other side at what flies by, one each."""
    chance = player.chance
    for side in enemies_of(player):
        for over, units in aloft(player.position, player.side).items():
            guards = [unit for unit in at_rest(player.position, side) if unit.type.kind == "fighter"]
            if not guards or chance.random() < 0.5:
                continue
            guard, target = chance.choice(guards), chance.choice(units)
            line = f"strike patrol {over}: {guard.id} target={target} die={chance.randint(1, 3)}"
            deed = player.make((f"roll {line[-1]}", line), "patrol")
            if deed is not None and not player.refusal(deed) and player.stands(deed):
                yield deed


def _interceptions(player: Player) -> Iterator[Deed]:
    for side in enemies_of(player):
        for over in list(aloft(player.position, player.side)):
            guards = [unit for unit in at_rest(player.position, side) if unit.type.kind == "fighter"]
            for unit in player.chance.sample(guards, len(guards)):
                deed = player.make(
                    (f"fly intercept {over}: {unit.id} base={unit.location}",), "interception", (unit.id,)
                )
                if deed is not None and not player.refusal(deed) and player.stands(deed):
                    yield deed
                    if player.chance.random() < 0.7:
                        break


def _combat(player: Player, hurt: dict[str, str]) -> Iterator[Deed]:
    """Each interceptor fires at somebody, and is fired at."""
    for side in enemies_of(player):
        hunters = aloft(player.position, side)
        for over, units in aloft(player.position, player.side).items():
            for hunter in hunters.get(over, ()):
                target = player.chance.choice(units)
                for one, other in ((hunter, target), (target, hunter)):
                    if one not in hurt and other not in hurt:
                        deed = _exchange(player, over, one, other, hurt)
                        if deed is not None:
                            yield deed


def _exchange(player: Player, over: str, one: str, other: str, hurt: dict[str, str]) -> Deed | None:
    for _ in range(TRIES):
        letters = player.chance.sample(LETTERS, len(LETTERS))
        deed = _fire(player, f"dogfight {over}: {one} against={other}", other, letters, hurt)
        if deed is not None:
            return deed
    return None


def _fire(player: Player, line: str, target: str, letters: Sequence[str], hurt: dict[str, str]) -> Deed | None:
    """Two dice of fire at a unit, with the first of these results that may be."""
    dice = player.chance.randint(1, 6), player.chance.randint(1, 6)
    for letter in letters:
        gone = (f"remove {target}",) if letter == "K" else ()
        told = f"{line} die={sum(dice)} result={letter}"
        deed = player.make((f"roll {dice[0]} {dice[1]}", told, *gone), line.split(maxsplit=1)[0])
        if deed is not None and not player.refusal(deed) and player.stands(deed):
            if letter != "-":
                hurt[target] = letter
            return deed
    return None


def _carried_out(player: Player, hurt: dict[str, str]) -> Iterator[Deed]:
    """Fire from the ground, and then the bombs of those that nobody turned back."""
    for over, units in aloft(player.position, player.side).items():
        for name in units:
            if name not in hurt and player.chance.random() < 0.4:
                deed = _flak(player, over, name, hurt)
                if deed is not None:
                    yield deed
        left = [name for name in units if name not in hurt and name in player.position.units]
        packets: dict[str, list[str]] = {}
        for name in left:
            packets.setdefault(player.position.memory.flown[name].mission, []).append(name)
        for kind, names in packets.items():
            deed = _bombs(player, kind, over, names)
            if deed is not None:
                yield deed


def _flak(player: Player, over: str, name: str, hurt: dict[str, str]) -> Deed | None:
    able = [unit for side in enemies_of(player) for unit in player.position.at(over) if unit.side == side]
    for unit in able:
        deed = _fire(player, f"strike antiaircraft {over}: {unit.id} target={name}", name, LETTERS, hurt)
        if deed is not None:
            return deed
    return None


def _bombs(player: Player, kind: str, over: str, names: Sequence[str]) -> Deed | None:
    if kind not in BOMBING or kind in WAITS:
        return None
    die = player.chance.randint(1, 6)
    for hits in (0, 1):
        line = f"strike {kind} {over}: {', '.join(names)} die={die} hits={hits}"
        mark = HIT.get(kind, "") if hits else ""
        more = (f"lay +{mark} {over}",) if mark else ()
        deed = player.make((f"roll {die}", line, *more), f"bombs on {kind}")
        if deed is not None and not player.refusal(deed) and player.stands(deed):
            return deed
    return None


HIT = {"bomb_port": "hit.port", "bomb_airbase": "hit.airbase", "bomb_rails": "break"}
"""The marker that a hit leaves."""


def homeward(player: Player, hurt: dict[str, str], *, all_of_them: bool = False) -> Iterator[Deed]:
    """Who is aloft comes down, all but those whose mission waits for the combat phase."""
    position = player.position
    for unit in flyers(position):
        sortie = position.memory.flown.get(unit.id)
        if sortie is None or unit.location != sortie.hex or not _flies(position, unit.id):
            continue
        own = unit.side == player.side
        stays = sortie.mission == "ground_support" and not all_of_them
        stays = stays or sortie.mission in position.pack.flights.stay
        if own and stays and unit.id not in hurt:
            continue
        if unit.location in bases(position, unit.side) and not own:
            aborted = hurt.get(unit.id) == "A" and not unit.has("inoperative")
            deed = player.make((f"flip {unit.id}/2",), "aborted over its base") if aborted else None
            if deed is not None:
                yield deed
            continue
        once = unit.type.kind == "glider" and sortie.mission in LIFTS
        gone = player.make((f"remove {unit.id}",), "glider used up") if once else None
        deed = gone or land(player, unit, hurt.get(unit.id, ""))
        if deed is not None:
            yield deed


def land(player: Player, unit: Unit, letter: str) -> Deed | None:
    """The way to a base that the rules accept, an aborted unit inoperative there; nobody's base is the end of it."""
    sortie = player.position.memory.flown.get(unit.id)
    near = bases(player.position, unit.side)
    player.chance.shuffle(near)
    for base in (sortie.base if sortie else "", *near):
        if not base or base == unit.location:
            continue
        flip = (f"flip {unit.id}/2",) if letter == "A" and not unit.has("inoperative") else ()
        deed = player.make((f"{unit.id} [{unit.location}]>[{base}]", *flip), "home")
        if deed is not None and not player.refusal(deed) and player.stands(deed):
            return deed
    return player.make((f"remove {unit.id}",), "lost without a base")


def stranded(player: Player) -> Iterator[Deed]:
    """Units whose base the enemy has taken: one that may escape flies off and is inoperative, another is lost."""
    for unit in flyers(player.position):
        at = unit.location
        if at not in player.position.network.index or unit.id in player.position.memory.flown:
            continue
        if is_base(player.position, unit.side, at).is_yes:
            continue
        die = player.chance.randint(1, 3)
        goal = player.chance.choice(bases(player.position, unit.side) or [at])
        trial = f"strike escape {at}: {unit.id} die={die} result=escaped"
        lines = (f"roll {die}", trial, f"{unit.id} [{at}]>[{goal}]", f"flip {unit.id}/2")
        deed = player.make(lines, "escape") if goal != at and not unit.has("inoperative") else None
        if deed is None or player.refusal(deed) or not player.stands(deed):
            deed = player.make((f"remove {unit.id}",), "lost with its base")
        if deed is not None:
            yield deed


def repairs(player: Player) -> Iterator[Deed]:
    """Inoperative units at their bases, in the initial phase."""
    for unit in at_rest(player.position, player.side, operative=False):
        die = player.chance.randint(1, 6)
        for result, flip in (("repaired", (f"flip {unit.id}/1",)), ("failed", ())):
            line = f"strike repair {unit.location}: {unit.id} die={die} result={result}"
            deed = player.make((f"roll {die}", line, *flip), f"repair {result}")
            if deed is not None and not player.refusal(deed) and player.stands(deed):
                yield deed
                break


def told(move: MoveText) -> str:
    """A mission, a trial, a dogfight or an attack in the words of the Europa binding."""
    names, over, values = ", ".join(unit.id for unit in move.units), move.path[0], move.values
    if move.kind == "attack":
        more = ", ".join(
            f"{'die ' if key == 'die' else 'result '}{values[key]}" for key in ("die", "result") if key in values
        )
        rest = "".join(
            f"; {key.replace('_', ' ')} {values[key]}"
            for key in ("armor", "engineers", "support", "ground_support", "defensive_support")
            if key in values
        )
        return f"attack {over}: {names}" + (f"; {more}" if more else "") + rest
    if move.kind == "strike":
        at = f" at {values['target']}" if "target" in values else ""
        hits = f", hits {values['hits']}" if "hits" in values else ""
        result = f", {values['result']}" if "result" in values else ""
        return f"{move.text} {over} by {names}{at}: die {values['die']}{hits}{result}"
    if move.kind == "dogfight":
        return f"dogfight {over}: {names} against {values['against']}; die {values['die']}, result {values['result']}"
    cargo = f" carrying {values['cargo']}" if "cargo" in values else ""
    night, far = " by night" if "night" in values else "", " beyond range" if "extended" in values else ""
    return f"{names} flies {move.text} against {over} from {values['base']}{cargo}{night}{far}"
