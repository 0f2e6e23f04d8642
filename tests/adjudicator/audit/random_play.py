"""A player who knows the rules and nothing else: random legal marches, written as logs; and one who breaks one rule once.

`python -m tests.adjudicator.audit.random_play GAME ACTS SEED SPOILT` plays at length, then so many games of each kind of mistake.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path

from adjudicator.acts import position_from
from adjudicator.analysis.ground import Verdict
from adjudicator.analysis.movement import cheapest_path, reach
from adjudicator.analysis.movement_values import Path as Way
from adjudicator.analysis.position import Act, Position
from adjudicator.audit.record import Audit
from adjudicator.findings import Severity
from adjudicator.judge import adjudicate, legality
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.units import Unit
from exporters.vassal.box import Box, build_module
from exporters.vassal.box.plan import SetupText
from exporters.vassal.scribe import Player as Seat
from exporters.vassal.scribe import Scribe
from tests.adjudicator.audit.game import next_log, write
from tests.adjudicator.audit.sample_games import SAMPLES, Sample, audited, rules

MARCHES = 12
"""Marches tried in a movement phase."""
LOG_LENGTH = 400
KINDS = ("wrong side", "too far", "into the sea", "twice")
WATER = ("sea", "all_sea", "lake")

ROUNDS: dict[str, tuple[str, ...]] = {
    "thunder_in_the_east": (
        "axis.supply",
        "axis.special_movement",
        "axis.ground_battles",
        "axis.regular_movement",
        "soviet.supply",
        "soviet.special_movement",
        "soviet.ground_battles",
        "soviet.regular_movement",
        "housekeeping",
    ),
    "fire_in_the_east": (
        "weather",
        *(f"{side}.{phase}" for side in ("axis", "soviet") for phase in ("initial", "movement", "combat")),
    ),
}
"""The phases that a turn of the random game goes through, where it is not the whole sequence."""


@dataclass(frozen=True, slots=True)
class Game:
    """A sample game as a box of counters to play with."""

    sample: Sample
    module: Path
    box: Box
    seats: dict[str, Seat]
    turns: int

    @property
    def phases(self) -> tuple[Phase, ...]:
        known = self.box.pack.header.sequence.phases
        names = ROUNDS.get(self.sample.pack)
        return tuple(phase for phase in known if names is None or phase.id in names)


@cache
def game(name: str) -> Game:
    """The game of a pack, its module built in a folder that lasts as long as the tests run."""
    sample = next(each for each in SAMPLES if each.pack == name)
    pack, network = rules(sample)
    made = tempfile.TemporaryDirectory()
    _KEPT.append(made)
    homes = (each / "theatres" / sample.theatre for each in (pack.folder, *pack.folder.parent.iterdir()))
    folder = next(each for each in homes if each.is_dir())
    single = folder / "setup.txt"
    lines = tuple(single.read_text(encoding="utf-8").splitlines()) if single.is_file() else ()
    setups = (SetupText("start", lines),) if lines else None
    module = Path(made.name) / f"{sample.name}.vmod"
    box = build_module(pack, network.theatre, module, folder=folder, height=40, setups=setups)
    seats = {side: Seat(f"invented-id-{at}", f"Player {at}", box.sides[side]) for at, side in enumerate(pack.sides, 1)}
    return Game(sample, module, box, seats, 12 if sample.pack == "two_rivers" else 1)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


@dataclass
class Player:
    """Plays both sides on a scribe's table, and keeps the position that goes with it."""

    game: Game
    table: Scribe
    position: Position
    chance: random.Random
    acts: int = 0
    marched: dict[str, Fraction] = field(default_factory=dict)

    @classmethod
    def begin(cls, of: Game, seed: int) -> Player:
        """At the start of the campaign, in fair weather."""
        pack, network = rules(of.sample)
        lines = of.box.setups[0].lines
        table = Scribe.set_up(of.box, lines, tuple(of.seats.values()))
        start = position_from("\n".join(lines), pack, network)
        player = cls(of, table, start, random.Random(seed))
        player._seat()
        table.record()
        return player

    @property
    def in_movement(self) -> bool:
        phase = self.position.moment.phase
        return phase is not None and phase.kind == "movement"

    def turn_phase(self) -> None:
        """Go on to the next phase of the round."""
        phases = self.game.phases
        now = self.position.moment.phase
        at = next((i for i, phase in enumerate(phases) if phase is now), -1) + 1
        turn = self.position.moment.turn + at // len(phases)
        phase = phases[at % len(phases)]
        self.table.advance(phase.id, turn)
        self.position = self.position.during(Moment(turn, phase, self.position.moment.conditions))
        self._seat()
        self.marched.clear()
        self.acts += 1

    def _seat(self) -> None:
        first = next(iter(self.game.seats.values()))
        self.table.acting = self.game.seats.get(self.position.moment.phasing, first)

    def march(self) -> bool:
        """One legal march of a random unit of the phasing side; whether there was one."""
        side = self.position.moment.phasing
        movers = [unit for unit in self.position.of_side(side) if unit.id not in self.marched and unit.hex]
        self.chance.shuffle(movers)
        for unit in movers[:4]:
            found = self._legal(unit)
            if found is not None:
                self._go(unit, *found)
                return True
        return False

    def _legal(self, unit: Unit) -> tuple[Way, Position] | None:
        """A random way of this unit that breaks nothing, now or when the phase ends."""
        goals = sorted(set(reach(self.position, unit).sure) - {unit.hex})
        self.chance.shuffle(goals)
        for goal in goals[:4]:
            if self._touches(unit, goal):
                continue
            path = cheapest_path(self.position, unit, goal)
            if path is None or path.verdict is not Verdict.LEGAL or len(set(path.hexes)) < len(path.hexes):
                continue
            after = self.position.moved(unit.id, goal)
            act = Act("move", self.position, after, (unit.id,), path.hexes)
            if legality(act).verdict is Verdict.LEGAL and self._sound(after):
                return path, after
        return None

    def _sound(self, after: Position) -> bool:
        """Whether the position breaks nothing in this phase and in those that follow, which ask for supply."""
        moments = [
            after.moment,
            *(replace(after.moment, phase=phase) for phase in self.game.phases if phase.kind in ("supply", "initial")),
        ]
        return all(not adjudicate(after.during(moment)).findings for moment in moments)

    def _touches(self, unit: Unit, goal: str) -> bool:
        """Whether an enemy stands beside the hex: who ends there must attack, which this player never does."""
        network = self.position.network
        near = (network.hexes[at].number for at in network.neighbours[network.index[goal]] if at >= 0)
        return any(other.side != unit.side for number in near for other in self.position.at(number))

    def _go(self, unit: Unit, path: Way, after: Position) -> None:
        self.table.move(unit.id, *path.hexes[1:])
        self.position = after
        self.marched[unit.id] = path.cost.low
        self.acts += 1

    def again(self, chance: random.Random) -> str:
        """A unit that has marched goes on after another one did, further than its allowance; what it was."""
        spent = dict(self.marched)
        if not spent or not self.march():
            return ""
        for name in chance.sample(sorted(spent), len(spent)):
            unit = self.position.units[name]
            goals = sorted(set(reach(self.position, unit).sure) - {unit.hex})
            for goal in chance.sample(goals, min(len(goals), 12)):
                path = cheapest_path(self.position, unit, goal)
                if path is None or not _free(self.position, goal) or len(path.hexes) < 3:
                    continue
                if path.cost.low + spent[name] > path.budget.points.high:
                    self.table.move(name, *path.hexes[1:])
                    return f"twice: {name} {'-'.join(path.hexes)}"
        return ""


def play(of: Game, acts: int, seed: int, folder: Path) -> list[Path]:
    """Logs of a game of so many legal acts, or as many as its turns hold."""
    player = Player.begin(of, seed)
    last = player.position.moment.turn + of.turns
    files: list[Path] = []
    while player.acts < acts and player.table.turn < last:
        if player.in_movement:
            for _ in range(MARCHES):
                player.march()
        player.turn_phase()
        if len(player.table.actions) >= LOG_LENGTH:
            files.append(write(folder / f"play{seed}-{len(files) + 1}.vlog", player.table.log()))
            next_log(player.table)
    files.append(write(folder / f"play{seed}-{len(files) + 1}.vlog", player.table.log()))
    return files


def spoilt(of: Game, seed: int, kind: str, folder: Path) -> tuple[list[Path], str]:
    """A legal game with one illegal change of that kind in it, and the phase after it; the log, and what was done."""
    player = Player.begin(of, seed)
    chance = random.Random(seed * 7 + KINDS.index(kind))
    after = chance.randrange(2, 6)
    done = ""
    left = 2
    while player.acts < 30 and left:
        left -= bool(done)
        if player.in_movement:
            for _ in range(0 if done else MARCHES):
                player.march()
                if not done and player.acts > after:
                    done = _break(player, kind, chance)
        player.turn_phase()
    return [write(folder / f"spoilt-{kind.replace(' ', '-')}-{seed}.vlog", player.table.log())], done


def _break(player: Player, kind: str, chance: random.Random) -> str:
    """Do one thing that the book forbids whatever else is so; what it was, "" if nothing offered itself."""
    position, side = player.position, player.position.moment.phasing
    network = position.network
    able = [unit for unit in position.units.values() if unit.hex and unit.type.movement_class and unit.shown.movement]
    own = [unit for unit in able if unit.side == side and unit.id not in player.marched]
    enemies = [unit for unit in able if unit.side != side]
    if kind == "wrong side":
        pairs = [(unit, goal) for unit in enemies for goal in _neighbours(position, unit.hex) if _free(position, goal)]
    elif kind == "too far":
        pairs = [(unit, goal) for unit in own for goal in _farther(position, unit) if _free(position, goal)]
    elif kind == "into the sea":
        seas = [entry.number for entry in network.hexes if entry.terrain in WATER]
        pairs = [(unit, goal) for unit in own for goal in seas]
    else:
        return player.again(chance)
    if not pairs:
        return ""
    unit, goal = chance.choice(pairs)
    here = player.position.units[unit.id].hex
    player.table.move(unit.id, goal, drag=True)
    player.position = player.position.moved(unit.id, goal)
    return f"{kind}: {unit.id} {here}-{goal}"


def _neighbours(position: Position, number: str) -> Iterator[str]:
    network = position.network
    at = network.index[number]
    for other in network.neighbours[at]:
        if other >= 0 and network.hexes[other].terrain not in WATER:
            yield network.hexes[other].number


def _farther(position: Position, unit: Unit) -> Iterator[str]:
    """Land at more hexes' distance than the unit has movement points: no road gives more than a hex for half a point."""
    allowance = int(unit.shown.movement or 0)
    here = position.network.hexes[position.network.index[unit.hex]].at
    for entry in position.network.hexes:
        if entry.terrain not in WATER and entry.at.distance(here) > 2 * allowance + 1:
            yield entry.number


def _free(position: Position, number: str) -> bool:
    return not position.at(number)


def audit_of(of: Game, files: list[Path]) -> Audit:
    """The audit of random play by the game's own rules."""
    return audited(replace(of.sample, box=of.module), files).audit


def violations(audit: Audit) -> list[str]:
    return [f"{each.rule} {each.because}" for each in audit.findings if each.severity is Severity.VIOLATION]


def main(name: str, acts: int, seed: int, examples: int) -> None:
    of = game(name)
    with tempfile.TemporaryDirectory() as there:
        folder = Path(there)
        played, wrong = 0, 0
        while played < acts:
            files = play(of, acts - played, seed, folder)
            made = audit_of(of, files)
            count = sum(1 for act in made.acts if act.kind in ("move", "turn"))
            played += max(count, 1)
            found = [f"{each.rule} {each.because}" for each in made.findings]
            wrong += len(found)
            if found or not made.chain.sound:
                print(f"seed {seed}: {len(files)} logs, {count} acts, chain sound: {made.chain.sound}, {found}")
            seed += 1
        print(f"{name}: {played} acts played, {wrong} findings", flush=True)
        missed = []
        tried = 0
        for kind in KINDS:
            for number in range(examples):
                files, done = spoilt(of, number, kind, folder)
                if done:
                    tried += 1
                    if not violations(audit_of(of, files)):
                        missed.append(done)
        print(f"{name}: {tried - len(missed)} of {tried} illegal changes found; missed: {missed}")


if __name__ == "__main__":
    named, *numbers = sys.argv[1:] or ["two_rivers"]
    main(named, *(int(each) for each in (*numbers, *("2000", "1", "25")[len(numbers) :])))
