"""The law of reach: where a unit can get it may be dragged, and nowhere else.

    python -m tests.reach_law                           prints the pairs of unit and hex by game and mode
    python -m tests.reach_law two_rivers                of one pack's game

For every unit on the map of every sample position, in every mode of movement of its pack, one drag from where it stands to
another hex is judged as a log's is: to hexes that it may reach, to those next to it, and of every tenth, or on a small map, to
hexes all over it.

A movement finding is what a rule says of one unit's way: the checks `movement.*` and `zoc.*` that examine a single act
(ground, hexsides, allowance, enemies, zones, what a mode needs and who may use it), and articles that say they are of ways.
Rules about more than one way are not meant
(capacities that units share, several goes on one allowance), nor those about stacking or the sequence of play. Rules on where a
way may end (`units.acts_where`) and on what was held before (`movement.held_before`) count where `reach` leaves the hex out,
the latter also where it is in doubt; they ask besides for supply and for the past, of which `reach` says nothing. The law:

- a hex in `sure` of `reach` has no movement finding;
- a hex in `perhaps` has doubts and no violation;
- any other hex has a violation.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from adjudicator import importers
from adjudicator.analysis.movement.concern import movement_table
from adjudicator.analysis.movement.reach import reach
from adjudicator.analysis.movement.values import GROUND
from adjudicator.audit.difference import differences
from adjudicator.identify import Identifier
from adjudicator.judging.applicable import Rule, rules_in_force
from adjudicator.model.pack import MARCH, NOT_MODES
from adjudicator.model.state import GameState
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.adjudicator.audit.sample_games import SAMPLES, Sample
from tests.adjudicator.audit.sample_games import rules as rules_of
from tests.same_evidence import files_of

ABOUT_WAYS = ("movement", "zoc")
SURE, PERHAPS, OUTSIDE = "sure", "perhaps", "outside"
LEGAL, OPEN, ILLEGAL = "legal", "undetermined", "illegal"
MOST_INSIDE, MOST_OUTSIDE, EVERY, SMALL = 60, 500, 10, 300
PAST = "movement.held_before"
ASKING_MORE = (PAST, "units.acts_where")
LAW = {SURE: LEGAL, PERHAPS: OPEN, OUTSIDE: ILLEGAL}


@dataclass(frozen=True, slots=True)
class Pair:
    """A unit dragged to a hex: what reach says of it, and what the rules say of the drag."""

    unit: Unit
    mode: str
    goal: str
    reached: str
    said: str
    because: str = ""

    @property
    def agrees(self) -> bool:
        return LAW[self.reached] == self.said

    def __str__(self) -> str:
        way = f"{self.mode} {self.unit.id} {self.unit.hex}-{self.goal}"
        return f"{way}: reach says {self.reached}, the rules say {self.said} {self.because}"


@dataclass(slots=True)
class Tally:
    """How many pairs there were of a game and mode, by what reach says, and those that break the law."""

    reached: Counter[str] = field(default_factory=Counter)
    broken: list[Pair] = field(default_factory=list)

    def take(self, pair: Pair) -> None:
        self.reached[pair.reached] += 1
        if not pair.agrees:
            self.broken.append(pair)


def positions_of(sample: Sample) -> Iterator[Position]:
    """Every save of the game, and each log as it begins and ends, under the pack; what is on record already only once."""
    box, seen = importers.read(sample.module).module, list[GameState]()
    for path in files_of(sample):
        read = importers.read(path, box)
        for state in [read.state] if read.log is None else [read.log.start, read.log.state_at(len(read.log.steps))]:
            assert state is not None
            if all(differences(state, other) for other in seen):
                seen.append(state)
                yield Identifier(state, box, *rules_of(sample)).position


def walks_of(sample: Sample) -> Iterator[tuple[Position, Unit, str]]:
    """Every unit on the map of every position in every mode, in the phase in which such a unit moves."""
    for position in positions_of(sample):
        options = position.pack.options
        modes = [
            name
            for name, mode in movement_table(position).mode.items()
            if name not in NOT_MODES and mode.when.options <= options  # no rule asks about one that is not in play
        ]
        for _, unit in sorted(position.units.items()):  # in this order, so that the same drags are tried each time
            if unit.hex in position.network.index:
                yield from ((_in_its_phase(position, unit, mode), unit, mode) for mode in (MARCH, *modes))


def _in_its_phase(position: Position, unit: Unit, mode: str) -> Position:
    """The position in a phase in which such a unit moves by a mode; as it is, if its pack has none."""
    pack = position.pack
    closed = [rule.terms for rule in pack.rules.values() if rule.check == "sequence.closed"]
    words = {word for terms in closed if mode in terms["kinds"] for word in terms["phases"]} or {"movement"}
    mine = (phase for phase in pack.header.sequence.phases if phase.side in ("", unit.side) and words & phase.names)
    phase = next(mine, None)
    return position if phase is None else position.during(replace(position.moment, phase=phase))


def pairs_of(position: Position, unit: Unit, mode: str, chance: random.Random, far_off: int) -> Iterator[Pair]:
    """The drags of a unit in a mode: to hexes that it may reach, to those next to it, and to some others all over the map."""
    far = reach(position, unit, mode=GROUND if mode == MARCH else mode)
    rules = rules_in_force(position.pack)
    ways = [rule for rule in rules if _about_ways(rule)]
    more = [rule for rule in rules if rule.check.name in ASKING_MORE]
    network = position.network
    inside = [goal for goal in network.index if goal in far.sure or goal in far.perhaps]
    outside = [goal for goal in network.index if goal not in inside and goal != unit.hex]
    here = network.index[unit.hex]
    beside = [goal for goal in outside if network.distance(here, network.index[goal]) == 1]
    others = chance.sample(outside, min(len(outside), far_off))
    for goal in dict.fromkeys((*chance.sample(inside, min(len(inside), MOST_INSIDE)), *beside, *others)):
        act = Movement(
            before=position, after=position.moved(unit.id, goal), units=(unit.id,), way=(unit.hex, goal), mode=mode
        )
        reached = SURE if goal in far.sure else PERHAPS if goal in far.perhaps else OUTSIDE
        said, because = judged(act, [*ways, *more] if reached == OUTSIDE else ways)
        if reached == PERHAPS and said == LEGAL:
            said, because = judged(act, [rule for rule in more if rule.check.name == PAST])
        yield Pair(unit, mode, goal, reached, said, because)


def _about_ways(rule: Rule) -> bool:
    check = rule.check
    return check.examines is Act and (check.of_ways or check.name.partition(".")[0] in ABOUT_WAYS)


def judged(act: Act, ways: Sequence[Rule]) -> tuple[str, str]:
    """What the rules say of a move, and why."""
    said, because = LEGAL, ""
    record = PhaseRecord(act.before, act.after, (act,))
    for rule in ways:
        for breach in rule.check.judge(act if rule.check.examines is Act else record, rule.terms):
            if breach.broken.is_yes:
                return ILLEGAL, f"({rule.entry.id}: {breach.because})"
            if breach.broken.is_open:
                said, because = OPEN, f"({rule.entry.id}: {breach.because}; {', '.join(breach.broken.missing)})"
    return said, because


def tallies(sample: Sample, walks: int = 0) -> dict[str, Tally]:
    """The law tried on a game, by mode: on every unit and mode, or on so many of them."""
    chance, found = random.Random(sample.pack), dict[str, Tally]()
    every = list(walks_of(sample))
    for count, (position, unit, mode) in enumerate(chance.sample(every, walks) if walks else every):
        tally = found.setdefault(mode, Tally())
        widely = not count % EVERY or len(position.network) <= SMALL
        for pair in pairs_of(position, unit, mode, chance, MOST_OUTSIDE if widely else 0):
            tally.take(pair)
    return found


def main(packs: Sequence[str]) -> int:
    """Try the law on all sample games; 1 if anything breaks it."""
    total = broken = 0
    for sample in (each for each in SAMPLES if not packs or each.pack in packs):
        for mode, tally in tallies(sample).items():
            total, broken = total + tally.reached.total(), broken + len(tally.broken)
            told = ", ".join(f"{tally.reached[each]:,} {each}" for each in LAW)
            print(f"{sample.pack}, {mode}: {told}; {len(tally.broken)} disagreements", flush=True)
            for pair in tally.broken[:5]:
                print(f"    {pair}")
    print(f"{total:,} pairs, {broken} disagreements")
    return min(broken, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
