"""What a random player of the Europa games does besides marching and fighting; the air and the sea have files of their own.

Each idea is some lines of the notation of moves; the rules decide whether they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from tests.adjudicator.audit import europa_air, europa_sea
from tests.adjudicator.audit.europa_wrong import NOT_IN, WRONG, wrong

if TYPE_CHECKING:
    from tests.adjudicator.audit.random_play import Deed, Player

__all__ = ["NOT_IN", "SETTLED", "WRONG", "buying", "duties", "ideas", "ports", "told", "under_way", "wrong"]

SETTLED = ("12D.1", "7A4.9")
"""Rules of what the owner of a unit does at once when it is due, so that a position may owe it."""
COUNTING = (
    "out_1",
    "out_2",
    "out_3",
    "out_4",
    "unsupplied",
    "aboard",
    "landed",
    "ferried",
    "supplying",
    "repaired",
    "ship_hit",
)
"""Kinds of markers that nobody lays for no reason."""
TRIES = 14
POINTS = {"german": "infantry.german", "finnish": "infantry.finnish", "rumanian": "infantry.rumanian"}

told = europa_air.told


def buying(_player: Player) -> bool:
    """Whether most of what is done in the phase is counted when it is over."""
    return _player.now is not None and _player.now.kind == "initial"


def ports(position: Position) -> set[str]:
    """The hexes out of which units go to sea."""
    return set(europa_sea.ports(position))


def under_way(position: Position) -> list[Unit]:
    """Who is in the air for now, or on a ship."""
    return [unit for unit in position.units.values() if unit.type.flies or unit.type.afloat]


def ideas(player: Player) -> list[tuple[Callable[[], Deed | None], int]]:
    """What may be thought of in the phase, and how often."""
    kind = player.now.kind if player.now else ""
    found: list[tuple[Callable[[], Deed | None], int]] = []
    if kind == "weather":
        found = [(lambda: weather(player), 3)]
    elif kind == "initial":
        found = [
            (lambda: begun(player), 4),
            (lambda: rebuilt(player), 4),
            (lambda: replaced(player), 8),
            (lambda: arrived(player), 8),
            (lambda: rails(player), 2),
            (lambda: finished(player), 2),
            (lambda: capital(player), 1),
            (lambda: sent_off(player), 2),
            (lambda: converted(player), 2),
        ]
    elif kind in ("movement", "exploitation"):
        found = [(lambda: work(player), 6), (lambda: truck(player), 1)]
        if player.side == "soviet":
            found.append((lambda: arrived(player), 2))
    return found + europa_sea.ideas(player)


def duties(player: Player) -> Iterator[Deed]:
    """What the phase demands, each thought of when those before are done."""
    kind = player.now.kind if player.now else ""
    if kind == "initial":
        yield from counted(player)
    yield from europa_air.stranded(player)
    if kind == "initial":
        yield from europa_air.repairs(player)
    elif kind == "air":
        yield from europa_air.air_phase(player)
    elif kind == "exploitation":
        yield from europa_air.homeward(player, {}, all_of_them=True)
        name = f"rail_bought.{player.side}"
        if player.position.values.get(name, "0") != "0":
            deed = player.make((f"value {name} 0",), "account")
            if deed is not None:
                yield deed
    yield from europa_sea.duties(player)


def counted(player: Player) -> Iterator[Deed]:
    """Turns out of supply: each unit gets the marker that leaves nothing to say of it, all in one go."""
    lines: list[str] = []
    deed: Deed | None = None
    for name in sorted({name for finding in player.owed() for name in finding.units}):
        unit = player.position.units.get(name)
        if unit is None:
            continue
        marks = (m for m in player.position.markers.values() if m.on == name and m.type.kind.startswith("out_"))
        off = [f"unmark {name}+{mark.type.id}" for mark in marks]
        for on in ((), *((f"mark {name}+out.{c}{n}",) for n, c in product(range(1, 5), "br"))):
            more = player.make((*lines, *off, *on), "supply counted") if off or on else None
            if more is not None and not player.refusal(more) and not player.owes(more, name):
                lines += [*off, *on]
                deed = more
                break
    if deed is not None:
        yield deed


def weather(player: Player) -> Deed | None:
    """The weather changes; what it may become is for the rules."""
    word = player.chance.choice(("clear", "mud", "frost", "snow"))
    die = player.chance.randint(1, 6)
    return player.make((f"roll {die}", f"now weather {word}"), "weather")


def _mine(player: Player, *tags: str) -> list[Unit]:
    found = [
        unit for unit in player.position.of_side(player.side) if unit.hex and (not tags or any(map(unit.has, tags)))
    ]
    found.sort(key=lambda unit: unit.id)
    player.chance.shuffle(found)
    return found


def _first(player: Player, tries: list[tuple[tuple[str, ...], str, tuple[str, ...]]]) -> Deed | None:
    """The first of these lines that stands."""
    for lines, kind, units in tries:
        deed = player.make(lines, kind, units)
        if deed is not None and not player.refusal(deed) and player.stands(deed):
            return deed
    return None


def begun(player: Player) -> Deed | None:
    """An engineer begins a fort or an airfield."""
    units = _mine(player, "engineer")[:4]
    kinds = ("fort.building", "airfield.building")
    return _first(player, [((f"lay +{kind} {unit.hex}",), kind, (unit.id,)) for unit in units for kind in kinds])


def finished(player: Player) -> Deed | None:
    """What was begun is ready."""
    tries = [
        ((f"swap +{marker.type.id}+{marker.type.id.removesuffix('.building')} {marker.hex}",), "finished", ())
        for marker in player.position.markers.values()
        if marker.hex and marker.type.id.endswith(".building")
    ]
    return _first(player, tries)


def work(player: Player) -> Deed | None:
    """A line is broken, repaired or regauged; hits are mended or done; temporary airfields are built."""
    tries: list[tuple[tuple[str, ...], str, tuple[str, ...]]] = []
    for unit in [*_mine(player, "engineer", "railroad_engineer")[:4], *_mine(player)[:3]]:
        here = [marker.type.id for marker in player.position.markers_at(unit.hex) if not marker.on]
        mended = ("break", "hit.airbase", "hit.port", "regauged", "fort", "airfield")
        laid = ("break", "regauged", "regauged.broad", "temporary_airfield", "hit.port")
        known = player.position.pack.markers
        tries += [((f"lift +{kind} {unit.hex}",), f"lift {kind}", ()) for kind in mended if kind in here]
        tries += [
            ((f"lay +{kind} {unit.hex}",), f"lay {kind}", ()) for kind in laid if kind in known and kind not in here
        ]
        tries += [
            ((f"swap +{kind}+{kind.removesuffix('.building')} {unit.hex}",), "finished at once", ())
            for kind in here
            if kind.endswith(".building")
        ]
    player.chance.shuffle(tries)
    return _first(player, tries[:TRIES])


def truck(player: Player) -> Deed | None:
    """A truck is told to extend lines or to supply."""
    units = _mine(player, "truck")[:2]
    return _first(
        player, [((f"mark {u.id}+{kind}",), "truck", (u.id,)) for u in units for kind in ("extends", "source")]
    )


def _pools(player: Player, unit: Unit) -> list[str]:
    """The pools out of which a unit may be paid."""
    values = player.position.values
    if unit.type.nation in ("soviet",):
        return [name for name in sorted(values) if name.startswith(("infantry.", "armor.soviet", "artillery.soviet"))]
    return [name for name in sorted(values) if name.endswith(f".{unit.type.nation}")]


def _paying(player: Player, unit: Unit, face: int = 0) -> list[tuple[str, ...]]:
    """The lines that pay for a unit: of each pool each sum that it may cost."""
    told = unit.type.faces[face]
    sums = sorted({int(each) for each in (told.attack, told.defense) if each} | {4, 2, 1}, reverse=True)
    found = []
    for pool, points in product(_pools(player, unit), sums):
        left = Fraction(player.position.values[pool]) - points
        if left >= 0:
            found.append((f"value {pool} {left}",))
    return found


def replaced(player: Player) -> Deed | None:
    """Somebody comes back out of the box of the lost, and is paid for."""
    position, chance = player.position, player.chance
    lost = [unit for unit in position.units.values() if unit.location == "eliminated" and unit.side == player.side]
    places = _places(player)
    for unit in chance.sample(sorted(lost, key=lambda u: u.id), min(len(lost), 3)):
        way = f"/{unit.face + 1}" if unit.face else ""
        pays = _paying(player, unit, unit.face)
        for place in chance.sample(places, min(len(places), 5)):
            line = f"{unit.id}{way} [eliminated]>{place}"
            plain = player.make((line,), "replaced", (unit.id,))
            if plain is None or player.refusal(plain):
                continue
            found = _first(player, [((line, *pay), "replaced", (unit.id,)) for pay in pays])
            if found is not None:
                return found
    return None


def rebuilt(player: Player) -> Deed | None:
    """A cadre becomes a division again, and is paid for."""
    cadres = [unit for unit in _mine(player) if unit.face == 1 and not unit.type.afloat]
    for unit in cadres[:3]:
        full, less = unit.type.faces[0].attack, unit.type.faces[1].attack
        if full is None or less is None:
            continue
        for pool in _pools(player, unit):
            left = Fraction(player.position.values[pool]) - (int(full) - int(less))
            lines = (f"flip {unit.id}/1", f"value {pool} {left}")
            found = _first(player, [(lines, "rebuilt", (unit.id,))]) if left >= 0 else None
            if found is not None:
                return found
    return None


def _places(player: Player) -> list[str]:
    """Where somebody may come onto the map: cities, and the edges."""
    network = player.position.network
    edge = {entry.number for entry in network.hexes if {"west_edge_rail", "east_edge_rail"} & entry.tags}
    west = {entry.number for entry in network.hexes if {"greater_germany", "rumania", "hungary"} & entry.tags}
    return sorted(edge | west | {place.hex for place in network.theatre.places})


def arrived(player: Player) -> Deed | None:
    """Somebody who is due comes onto the map."""
    position, chance = player.position, player.chance
    due = [unit for unit in position.units.values() if unit.location == "due" and unit.side == player.side]
    places = _places(player)
    tries = [
        ((f"{unit.id} [due]>{place}",), "arrived", (unit.id,))
        for unit in chance.sample(sorted(due, key=lambda u: u.id), min(len(due), 3))
        for place in chance.sample(places, min(len(places), 6))
    ]
    return _first(player, tries)


def rails(player: Player) -> Deed | None:
    """Rail capacity is bought with resource points."""
    name = f"rail_bought.{player.side}"
    lot = 5 if player.side == "axis" else 10
    if name not in player.position.values:
        return None
    value = Fraction(player.position.values[name])
    tries = []
    for marker in player.position.markers.values():
        if marker.hex and marker.type.kind == "resource" and marker.type.side == player.side:
            points, word = int(marker.type.value or 0), marker.type.id[:5]
            left = points - 1
            pay = (
                f"swap +{marker.type.id}+{word}{left} {marker.hex}" if left else f"lift +{marker.type.id} {marker.hex}"
            )
            if not left or f"{word}{left}" in player.position.pack.markers:
                tries.append(((pay, f"value {name} {value + lot}"), "rail capacity", ()))
            tries.append(
                ((f"lift +{marker.type.id} {marker.hex}", f"value {name} {value + lot * points}"), "rail capacity", ())
            )
    return _first(player, tries)


def capital(player: Player) -> Deed | None:
    """The capital moves, which is counted."""
    found = next((m for m in player.position.markers.values() if m.type.kind == "capital" and m.hex), None)
    places = [place for place in player.position.network.theatre.places if "major_city" in place.kinds]
    if found is None or "capital.moved" not in player.position.values:
        return None
    place = player.chance.choice(places)
    more = Fraction(player.position.values["capital.moved"]) + 1
    lines = (f"shift +capital {found.hex}-{place.hex}",)
    return _first(player, [((*lines, f"value capital.moved {more}"), "capital", ()), (lines, "capital", ())])


def sent_off(player: Player) -> Deed | None:
    """A unit is disbanded."""
    return _first(player, [((f"{u.id} {u.hex}>[disbanded]",), "disbanded", (u.id,)) for u in _mine(player, "cm")[:3]])


def converted(player: Player) -> Deed | None:
    """A unit is taken off and another comes in its place."""
    due = [u for u in player.position.units.values() if u.location == "due" and u.side == player.side]
    tries = [
        ((f"{old.id} {old.hex}>[withdrawn]", f"{new.id} [due]>{old.hex}"), "converted", (old.id, new.id))
        for old in _mine(player)[:3]
        for new in due[:2]
        if old.type.size == new.type.size
    ]
    return _first(player, tries)
