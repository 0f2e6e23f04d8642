"""A made front for any pack: 13,000 hexes of the kinds that its own map has, 2,000 counters of both sides, and moves to judge."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment
from adjudicator.model.theatre import MapHex, Place, Theatre
from adjudicator.model.units import Unit
from adjudicator.play.remembering import after_act
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import NUMBERS
from tests.adjudicator.audit.sample_games import SAMPLES, rules

PACKS = tuple(dict.fromkeys(sample.pack for sample in SAMPLES))
COLUMNS, ROWS, UNITS = 130, 100, 2_000
DEEP = 9
"""How many columns behind the middle most units stand within."""


@cache
def rulebook(name: str) -> tuple[Pack, Theatre]:
    """A pack with the invented charts of its sample game, and that game's map."""
    pack, network = rules(next(sample for sample in SAMPLES if sample.pack == name))
    return pack, network.theatre


def network(name: str, columns: int = COLUMNS, rows: int = ROWS, seed: int = 1, *, plain: int = 0) -> Network:
    """A map as wide as wanted whose hexes, hexsides and places are drawn from those of the pack's own map.

    In a `plain` so many hexes in a hundred have the map's commonest terrain, and as many fewer lines are drawn.
    """
    _, printed = rulebook(name)
    chance = random.Random(seed)
    kinds = sorted(printed.hexes.values(), key=lambda entry: entry.number)
    (common, _), *_ = Counter(entry.terrain for entry in kinds).most_common(1)
    steppe = next(replace(entry, tags=frozenset()) for entry in kinds if entry.terrain == common)
    hexes: dict[Hex, MapHex] = {}
    for column in range(columns):
        for row in range(rows):
            at = NUMBERS.hex(column, row)
            drawn = steppe if plain and chance.randrange(100) < plain else chance.choice(kinds)
            hexes[at] = replace(drawn, number=f"{column:03d}{row:03d}", at=at)
    sides = dict(_sides(printed, hexes, chance, (100 - plain) / 100))
    places = tuple(_places(printed, columns, rows, chance))
    return Network.of(replace(printed, numbering=NUMBERS, hexes=hexes, hexsides=sides, places=places, links=()))


def _sides(
    printed: Theatre, hexes: dict[Hex, MapHex], chance: random.Random, of_them: float
) -> Iterator[tuple[Hexside, frozenset[str]]]:
    drawn = sorted(printed.hexsides.values(), key=sorted)
    share = of_them * len(drawn) / (3 * len(printed.hexes))
    for at in hexes:
        for other in at.neighbours()[:3]:
            if other in hexes and chance.random() < share:
                yield Hexside.between(at, other), chance.choice(drawn)


def _places(printed: Theatre, columns: int, rows: int, chance: random.Random) -> Iterator[Place]:
    spots = [(column, row) for column in range(5, columns, 10) for row in range(5, rows, 10)]
    chance.shuffle(spots)
    for number, (column, row) in enumerate(spots):
        drawn = printed.places[number % len(printed.places)] if printed.places else None
        if drawn is not None:
            name = drawn.name if number < len(printed.places) else f"{drawn.name} {number}"
            yield drawn.model_copy(update={"name": name, "hex": f"{column:03d}{row:03d}"})


def crowd(name: str, on: Network, count: int = UNITS, seed: int = 2) -> Position:
    """Two armies facing each other along the middle of the map, in the first phase in which somebody moves."""
    pack, _ = rulebook(name)
    chance = random.Random(seed)
    columns, rows = (1 + max(int(entry.number[digits]) for entry in on.hexes) for digits in (slice(3), slice(3, 6)))
    west, east = list(pack.sides)[:2]
    kinds = {side: [kind for kind in pack.units.values() if kind.side == side] for side in (west, east)}
    copies: dict[str, int] = {}
    held: dict[str, str] = {}
    lines = [*_known(name)]
    while sum(copies.values()) < count:
        side = chance.choice((west, east))
        middle = columns // 2 + (-DEEP // 2 if side == west else DEEP // 2 + 2)
        column = min(max(int(chance.gauss(middle, DEEP)), 0), columns - 1)
        number = f"{column:03d}{chance.randrange(rows):03d}"
        if held.setdefault(number, side) != side:
            continue
        kind = chance.choice(kinds[side]).id
        copies[kind] = copies.get(kind, 0) + 1
        lines.append(f"{number}: {kind}#{copies[kind]}")
    position = position_from(tuple(lines), pack, on)
    phase = next(phase for phase in pack.header.sequence.phases if phase.kind == "movement")
    return position.during(Moment(2, phase, position.moment.conditions))


def _known(name: str) -> list[str]:
    sample = next(sample for sample in SAMPLES if sample.pack == name)
    return ["turn 2", *(f"{key} {value}" for key, value in sample.conditions)]


def marches(position: Position, count: int, seed: int = 3) -> list[Act]:
    """Moves of one to three hexes by units of the side whose turn it is, each from where the last one left the game."""
    chance = random.Random(seed)
    side = position.moment.phasing
    movers = sorted((unit for unit in position.of_side(side)), key=lambda unit: unit.id)
    acts: list[Act] = []
    for unit in chance.sample(movers, count):
        way = _way(position, unit, chance)
        played = play_moves((f"{unit.id} {'-'.join(way)}",), position)
        act = played.acts[-1]
        acts.append(act)
        position = after_act(act.after, act)
    return acts


def _way(position: Position, unit: Unit, chance: random.Random) -> list[str]:
    on = position.network
    way = [unit.hex]
    for _ in range(chance.choice((1, 1, 2, 3))):
        near = [on.number(int(each)) for each in on.neighbours[on.index[way[-1]]] if each >= 0]
        near = [each for each in near if position.holder(each) in ("", unit.side) and each not in way]
        if not near:
            break
        way.append(chance.choice(near))
    return way
