"""What a random player of the campaign does in the air: missions with their escorts, interceptions, dogfights, and the way home.

Each idea is some lines of the notation of moves; the rules decide whether they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from adjudicator.analysis.air.sorties import harm
from adjudicator.model.move_notation import MoveText
from adjudicator.model.units import Unit
from adjudicator.packs.thunder_in_the_east.analysis.air_battle import FIRST, REVISED, VULNERABLE, differential, results
from adjudicator.record.position import Position

if TYPE_CHECKING:
    from tests.adjudicator.audit.random_play import Deed, Player

STRIKES = ("airfields", "interdiction", "logistics")
NEAR, TRIES = 6, 16
"""How far from its target a base is looked for; targets tried."""
ESCORTED, INTERCEPTED = 0.6, 0.8
"""How often a mission has an escort; how often one is intercepted."""
HOME = {"D": ("flown", 2), "H": ("flown", 4), "A": ("flown", 4), "X": ("destroyed", 2), "K": ("destroyed", 2)}
"""The box to which a result sends a unit, and the face that it then shows."""
LEAVES = "AK"
"""Results after which a unit goes home at once."""


def flyers(position: Position) -> list[Unit]:
    return sorted((unit for unit in position.units.values() if unit.type.flies), key=lambda unit: unit.id)


def ready(position: Position, side: str) -> list[Unit]:
    return [unit for unit in flyers(position) if unit.side == side and unit.location == "available"]


def fighters(position: Position, side: str) -> list[Unit]:
    return [unit for unit in ready(position, side) if unit.value("air")]


def bases(position: Position, number: str) -> list[str]:
    """The cities near a hex."""
    network = position.network
    cities = sorted({place.hex for place in network.theatre.places if "city" in place.kinds})
    return [city for city in cities if network.distance(network.index[city], network.index[number]) <= NEAR]


def mission(player: Player) -> Deed | None:
    """One or two units fly against some enemy, as players tell it, and are dragged there; a fighter may go along."""
    position, chance = player.position, player.chance
    able = ready(position, player.side)
    enemies = [unit for side in player.game.seats if side != player.side for unit in position.of_side(side) if unit.hex]
    if not able or not enemies:
        return None
    for target in chance.sample(sorted(enemies, key=lambda unit: unit.id), min(TRIES, len(enemies))):
        near = bases(position, target.hex)
        flown = chance.sample(able, chance.randint(1, min(2, len(able))))
        names, kind = ", ".join(unit.id for unit in flown), chance.choice(STRIKES)
        named = f" target={target.id}" if kind == "interdiction" else ""
        for base in chance.sample(near, min(4, len(near))):
            line = f"fly {kind} {target.hex}: {names} base={base}{named}"
            deed = player.make((line,), "mission", tuple(unit.id for unit in flown))
            if deed is not None and not player.refusal(deed):
                return escorted(player, deed, target.hex) if chance.random() < ESCORTED else deed
    return None


def escorted(player: Player, deed: Deed, over: str) -> Deed:
    """The mission with the first fighter that may go along, or without one."""
    guards, near = fighters(deed.after, player.side), bases(deed.after, over)
    for unit in player.chance.sample(guards, len(guards)):
        for base in near:
            lines = (*deed.lines, f"fly escort {over}: {unit.id} base={base}")
            more = player.make(lines, "escorted mission", (*deed.units, unit.id))
            if more is not None and not player.refusal(more):
                return more
    return deed


def aloft(position: Position, missions: Sequence[str] = STRIKES) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The packets of these missions that are in the air: mission, hex, units."""
    packets: dict[tuple[str, str], list[str]] = {}
    for unit in flyers(position):
        sortie = position.memory.flown.get(unit.id)
        if sortie is not None and sortie.mission in missions and unit.location == sortie.hex:
            packets.setdefault((sortie.mission, sortie.hex), []).append(unit.id)
    for (kind, over), units in packets.items():
        yield kind, over, tuple(units)


def interceptions(player: Player) -> Iterator[Deed]:
    """The opponent's fighters against missions that are alone over their hexes."""
    position, chance = player.position, player.chance
    flown = [over for _, over, _ in aloft(position)]
    free = [unit for side in player.game.seats if side != player.side for unit in fighters(position, side)]
    for over in flown:
        if flown.count(over) > 1 or not free or chance.random() > INTERCEPTED:
            continue
        packet = chance.sample(free, min(len(free), chance.randint(1, 2)))
        names = tuple(unit.id for unit in packet)
        for base in bases(position, over):
            deed = player.make((f"fly intercept {over}: {', '.join(names)} base={base}",), "interception", names)
            if deed is not None and not player.refusal(deed):
                free = [unit for unit in free if unit not in packet]
                yield deed
                break


def combat(player: Player) -> Iterator[Deed]:
    """Every mission in the air: the dogfights over it, and then what is left of it is carried out."""
    position = player.position
    attackers = {over: units for _, over, units in aloft(position, ("intercept",))}
    guards = {over: units for _, over, units in aloft(position, ("escort",))}
    for kind, over, units in aloft(position):
        gone: set[str] = set()
        if over in attackers:
            group = (*guards.get(over, ()), *units)
            deed, gone = dogfight(player, over, attackers[over], group)
            if deed is None:
                continue
            yield deed
            back = [name for name in guards.get(over, ()) if name not in gone]
            if back:
                at = attackers[over]
                answer, _ = dogfight(player, over, back, player.chance.sample(at, player.chance.randint(1, len(at))))
                if answer is not None:
                    yield answer
        left = tuple(name for name in units if name not in gone)
        deed = strike(player, kind, over, left) if left else None
        if deed is not None:
            yield deed


def dogfight(
    player: Player, over: str, attackers: Sequence[str], defenders: Sequence[str]
) -> tuple[Deed | None, set[str]]:
    """An attack in the air with its result, and who leaves at once; none where the table leaves a choice to the attacker."""
    position = player.position
    ours, theirs = ([position.units[name] for name in names] for names in (attackers, defenders))
    book = FIRST if position.pack.id.endswith("_10") else REVISED
    found = differential(position, ours, theirs, book)
    dice = [
        die
        for die in range(1, 7)
        if len(told := results(position, found, die, book)) == 1 and not set(told[0]) & set("P?")
    ]
    if not dice:
        return None, set()
    die = player.chance.choice(dice)
    (result,) = results(position, found, die, book)
    borne = losses(player, theirs, result)
    gone = {name for name, letter in borne.items() if letter in LEAVES}
    line = f"dogfight {over}: {', '.join(attackers)} against={','.join(defenders)} die={die} result={result or '-'}"
    line += f" losses={','.join(f'{name}:{letter}' for name, letter in borne.items())}" if borne else ""
    flights = [each for name in sorted(gone) for each in flown_home(name, over, borne[name])]
    return player.make((f"roll {die}", line, *flights), "dogfight", tuple(attackers)), gone


def losses(player: Player, defenders: Sequence[Unit], result: str) -> dict[str, str]:
    """Who bears what: a unit on a mission first, and a Vulnerable one before another."""
    flown = player.position.memory.flown
    bearers = list(defenders)
    player.chance.shuffle(bearers)
    bearers.sort(key=lambda unit: not unit.has(VULNERABLE))
    first = next((unit for unit in bearers if flown[unit.id].mission in STRIKES), bearers[0])
    bearers.remove(first)
    return {unit.id: letter for unit, letter in zip((first, *bearers), result, strict=False)}


def strike(player: Player, kind: str, over: str, units: tuple[str, ...]) -> Deed | None:
    """A mission is carried out: a die that comes to nothing, or no die at all where every one comes to something."""
    for die in (6, 5, 4):
        line = f"strike {kind} {over}: {', '.join(units)} die={die} hits=0"
        deed = player.make((f"roll {die}", line), "strike")
        if deed is not None and not player.refusal(deed) and player.stands(deed):
            return deed
    return None


def home(player: Player) -> Iterator[Deed]:
    """Everybody who is still in the air comes down, as the dogfights left him."""
    borne = {name: letters for record in player.earlier for name, letters in harm(record).items()}
    for unit in flyers(player.position):
        if unit.location in player.position.network.index:
            deed = player.make(flown_home(unit.id, unit.location, borne.get(unit.id, "")), "home")
            if deed is not None:
                yield deed


def flown_home(name: str, over: str, letter: str) -> tuple[str, ...]:
    """The way into the box of a unit that bore a result."""
    box, face = HOME.get(letter, ("flown", 1))
    way = f"{name} [{over}]>[{box}]"
    return (way, f"flip {name}/{face}") if face > 1 else (way,)


def told(move: MoveText) -> str:
    """A mission or a dogfight in the words of the binding."""
    names, over, values = ", ".join(unit.id for unit in move.units), move.path[0], move.values
    if move.kind == "strike":
        return f"{move.text} {over} by {names}: die {values['die']}, hits {values['hits']}"
    if move.kind == "dogfight":
        lost = f"; losses {values['losses']}" if "losses" in values else ""
        against = values["against"].replace(",", ", ")
        return f"dogfight {over}: {names} against {against}; die {values['die']}, result {values['result']}{lost}"
    target = f" on {values['target']}" if "target" in values else ""
    return f"{names} flies {move.text} against {over}{target} from {values['base']}"
