"""`python -m tests.second_opinion 200 [--games 20] [--seed 1] [--pack NAME]`: judging by change against judging anew.

Moves: each is judged the fast way and the slow way, and all that is said of it is compared. The slow way looks for the cheapest
and for the least faulty way with no reckoning of what lies ahead, over the whole map, and asks every step by itself. Moves are
drags of units to hexes near and far on made fronts, legal or not; N are judged in each pack.

Positions: games of random marches, --games of them in each pack. After every march zones of control, control, stacks and supply
of the position, found with all that is kept of the positions before, are compared with the same found hex by hex and stack by
stack, with nothing kept. What is not of one mind is printed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest import mock

from adjudicator import judge
from adjudicator.analysis.control import control_field, controller, zones
from adjudicator.analysis.crowding import crowded
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.movement import rates, reach, relief, searching, walker
from adjudicator.analysis.stacking import stack_counts, with_unknown
from adjudicator.analysis.supply import lines, passage, statuses
from adjudicator.analysis.supply.status import UnitSupply, supply
from adjudicator.analysis.zones import exerting
from adjudicator.judge import ActRuling, legality
from adjudicator.model.known import any_of
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from tests.benchmarks import _front

COLUMNS, ROWS, UNITS = 30, 24, 220
FARTHEST = 6
PLAIN = 90
"""How many hexes in a hundred are alike in a plain."""
WEATHER = ("weather", "last_weather")
MARCHES = 4
"""How many marches a game has."""


def drags(pack: str, count: int, seed: int) -> Iterator[Act]:
    """Drags by units of the side whose turn it is, to hexes that may lie anywhere around them.

    Every other one is made in a plain, where few stand: in the first weather of the pack, or in one that nobody tells.
    """
    chance = random.Random(seed)
    broken, plain = (
        _front.crowd(pack, _front.network(pack, COLUMNS, ROWS, seed, plain=share), units, seed)
        for share, units in ((0, UNITS), (PLAIN, UNITS // 4))
    )
    for number in range(count):
        position = plain if number % 2 else broken
        on = position.network
        unit = chance.choice(sorted(position.of_side(position.moment.phasing), key=lambda unit: unit.id))
        near = [each.number for j, each in enumerate(on.hexes) if 0 < on.distance(on.index[unit.hex], j) <= FARTHEST]
        act = play_moves((f"{unit.id} {unit.hex}-{chance.choice(near)}",), position).acts[-1]
        weather = act.before.pack.header.conditions["weather"][0] if number % 4 == 1 else ""
        drag = replace(act, exact=False, told={})
        yield _in_weather(drag, weather) if number % 2 else drag


def _in_weather(act: Act, weather: str) -> Act:
    """The act in a weather; "" = one that nobody tells."""
    moment = act.moment
    conditions = tuple(pair for pair in moment.conditions if pair[0] not in WEATHER)
    conditions += tuple((name, weather) for name in WEATHER if weather and name in act.before.pack.header.conditions)
    return replace(act, before=act.before.during(replace(moment, conditions=conditions)))


def opinions(act: Act) -> tuple[ActRuling, ActRuling]:
    """What is said of an act the fast way and the slow way, neither knowing anything of the other."""
    fast = legality(_anew(act))
    with _slowly():
        return fast, legality(_anew(act))


def _anew(act: Act) -> Act:
    """The same act from a position of which nothing is remembered."""
    before: Position = replace(act.before)
    return replace(act, before=before)


@contextmanager
def _slowly() -> Iterator[None]:
    """Every rule is asked, nothing is reckoned ahead, every step is looked at, and nothing found of another position is used."""
    with (
        mock.patch.object(judge, "goes_without_fault", lambda _act: False),
        mock.patch.object(reach, "direct", lambda _walker, _goal, _bound: None),
        mock.patch.object(searching, "nearby", lambda _walker, _goal, _pricing: (None, False)),
        mock.patch.object(searching, "reckoning", lambda _walker, _goal, _pricing: lambda _i, _halted: (0, 0)),
        mock.patch.object(walker.Walker, "may_get_cheaper", new=True),
        mock.patch.object(walker.Walker, "minds_its_way", new=True),
        mock.patch.object(relief, "FEW", sys.maxsize),
        mock.patch.object(relief, "_kept", lambda *_of: []),
        mock.patch.object(rates, "_rates", lambda *_of: rates.Rates()),
        mock.patch.object(statuses, "_settlements", lambda *_of: deque(maxlen=3)),
        mock.patch.object(lines.LineTracer, "led_apart", lambda *_of: None),
        mock.patch.object(passage, "_kept", passage._kept.__wrapped__),  # type: ignore[attr-defined]
    ):
        yield


def differences(position: Position) -> Iterator[str]:
    """What is found of a position with all that is kept, and otherwise hex by hex with nothing kept."""
    bare: Position = replace(position)
    on = position.network
    for side in position.pack.sides:
        reached = zones(position, side).reach
        ground = ground_at(bare)
        for i in range(len(on)):
            found = any_of(zone.known for zone in exerting(ground, side, i))
            if reached.at(i).truth is not found.truth:
                yield f"zone of {side} in {on.number(i)}: {reached.at(i).truth} / {found.truth}"
    field = control_field(position)
    for i in range(len(on)):
        owner, alone = field.at(i), controller(bare, on.number(i))
        if (owner.name, owner.told.truth) != (alone.name, alone.told.truth):
            yield f"control of {on.number(i)}: {owner} / {alone}"
    fast, slow = crowded(position), tuple(_counted(bare))
    if fast != slow:
        yield f"stacks: {[count.hex for count in fast]} / {[count.hex for count in slow]}"
    for side in position.pack.sides:
        kept = _states(position, side)
        with _slowly():
            anew = _states(replace(bare), side)
        yield from (f"supply of {name}: {kept[name]} / {anew[name]}" for name in kept if kept[name] != anew[name])


def _states(position: Position, side: str) -> dict[str, UnitSupply]:
    """The state of supply of every unit of a side."""
    found = supply(position, side)
    return {unit.id: found.state(unit.id) for unit in position.of_side(side)}


def _counted(position: Position) -> Iterator[object]:
    """The stacks that are too big, or may be, each counted by itself."""
    for stack in position.stacks():
        for side in sorted({unit.side for unit in stack.units}):
            for count in stack_counts(position, stack.location, side):
                if (count.exceeded | with_unknown(position, count)).possible:
                    yield count


def games(pack: str, count: int, seed: int) -> Iterator[Position]:
    """The positions of random games, one after another."""
    for game in range(count):
        on = _front.network(pack, COLUMNS, ROWS, seed + game % 3)
        position = _front.crowd(pack, on, UNITS, seed + game)
        yield position
        yield from (act.after for act in _front.marches(position, MARCHES, seed + game))


def compared(pack: str, count: int, seed: int) -> tuple[dict[str, int], list[str]]:
    """How many moves there were of each verdict, and those of which the two opinions differ."""
    verdicts = Counter[str]()
    differing = []
    for act in drags(pack, count, seed):
        fast, slow = opinions(act)
        verdicts[slow.verdict.name.lower()] += 1
        if fast != slow:
            differing.append(f"{pack}: {act.units[0]} {'-'.join(act.path)}: {fast} / {slow}")
    return verdicts, differing


def compared_positions(pack: str, count: int, seed: int) -> tuple[int, list[str]]:
    """How many positions of random games were compared, and what differs in them."""
    positions = list(games(pack, count, seed))
    return len(positions), [f"{pack}: {difference}" for each in positions for difference in differences(each)]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.second_opinion")
    parser.add_argument("count", type=int, nargs="?", default=200, help="moves in each pack")
    parser.add_argument("--games", type=int, default=10, help="games in each pack whose positions are compared")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pack", choices=_front.PACKS)
    asked = parser.parse_args(arguments)
    wrong = 0
    for pack in (asked.pack,) if asked.pack else _front.PACKS:
        verdicts, differing = compared(pack, asked.count, asked.seed)
        told = ", ".join(f"{number} {name}" for name, number in sorted(verdicts.items()))
        print(
            f"{pack}: {asked.count} moves ({told}), {len(differing)} differences",
            *differing[:5],
            sep="\n  ",
            flush=True,
        )
        positions, other = compared_positions(pack, asked.games, asked.seed)
        print(f"{pack}: {positions} positions, {len(other)} differences", *other[:5], sep="\n  ", flush=True)
        wrong += len(differing) + len(other)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
