"""A player who knows the rules and nothing else: random legal marches, written as logs; and one who breaks one rule once.

`python -m tests.adjudicator.audit.random_play ACTS SEED` plays at length and audits what it played.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from adjudicator.acts import position_from
from adjudicator.analysis.ground import Verdict
from adjudicator.analysis.movement import cheapest_path, reach
from adjudicator.analysis.position import Act, Position
from adjudicator.audit.record import Audit
from adjudicator.findings import Severity
from adjudicator.judge import adjudicate, legality
from adjudicator.model.sequence import Moment
from adjudicator.model.units import Unit
from exporters.vassal.box import Box
from exporters.vassal.scribe import Scribe
from tests.adjudicator.audit.game import AUSTRIAN, FRENCH, audited, build, next_log, pack_and_map, write

MARCHES = 12
"""Marches tried in a movement phase."""
LOG_LENGTH = 400
KINDS = ("wrong side", "too far", "into the sea", "twice")


@dataclass
class Player:
    """Plays both sides on a scribe's table, and keeps the position that goes with it."""

    table: Scribe
    position: Position
    chance: random.Random
    acts: int = 0
    marched: set[str] = field(default_factory=set)

    @classmethod
    def begin(cls, box: Box, seed: int) -> Player:
        """At the start of the campaign, in fair weather."""
        pack, network = pack_and_map()
        table = Scribe.set_up(box, box.setups[0].lines, (FRENCH, AUSTRIAN))
        table.acting = FRENCH
        table.record()
        start = position_from("\n".join(box.setups[0].lines), pack, network)
        return cls(table, start, random.Random(seed))

    def turn_phase(self) -> None:
        """Go on to the next phase."""
        phases = [phase.id for phase in self.position.pack.header.sequence.phases]
        self.table.advance()
        at, turn = phases.index(self.table.phase), self.table.turn
        phase = self.position.pack.header.sequence.phases[at]
        self.position = self.position.during(Moment(turn, phase, self.position.moment.conditions))
        self.table.acting = AUSTRIAN if phase.side == "au" else FRENCH
        self.marched.clear()
        self.acts += 1

    def march(self) -> bool:
        """One legal march of a random unit of the phasing side; whether there was one."""
        side = self.position.moment.phasing
        movers = [unit for unit in self.position.of_side(side) if unit.id not in self.marched]
        self.chance.shuffle(movers)
        for unit in movers[:4]:
            found = self._legal(unit)
            if found is not None:
                self._go(unit, *found)
                return True
        return False

    def _legal(self, unit: Unit) -> tuple[tuple[str, ...], Position] | None:
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
                return path.hexes, after
        return None

    def _sound(self, after: Position) -> bool:
        """Whether the position breaks nothing in this phase and in those that follow, which ask for supply."""
        phases = self.position.pack.header.sequence.phases
        moments = [after.moment, *(replace(after.moment, phase=phase) for phase in phases if phase.kind == "supply")]
        return all(not adjudicate(after.during(moment)).findings for moment in moments)

    def _touches(self, unit: Unit, goal: str) -> bool:
        """Whether an enemy stands beside the hex: who ends there must attack, which this player never does."""
        network = self.position.network
        near = (network.hexes[at].number for at in network.neighbours[network.index[goal]] if at >= 0)
        return any(other.side != unit.side for number in near for other in self.position.at(number))

    def _go(self, unit: Unit, path: tuple[str, ...], after: Position) -> None:
        self.table.move(unit.id, *path[1:])
        self.position = after
        self.marched.add(unit.id)
        self.acts += 1


def play(box: Box, acts: int, seed: int, folder: Path) -> list[Path]:
    """Logs of a game of so many legal acts."""
    player = Player.begin(box, seed)
    files: list[Path] = []
    while player.acts < acts:
        if player.position.moment.phase is not None and player.position.moment.phase.kind == "movement":
            for _ in range(MARCHES):
                player.march()
        if player.table.turn >= 12:
            break
        player.turn_phase()
        if len(player.table.actions) >= LOG_LENGTH:
            files.append(write(folder / f"play{seed}-{len(files) + 1}.vlog", player.table.log()))
            next_log(player.table)
    files.append(write(folder / f"play{seed}-{len(files) + 1}.vlog", player.table.log()))
    return files


def spoilt(box: Box, seed: int, kind: str, folder: Path) -> tuple[list[Path], str]:
    """A legal game of two turns with one illegal change of that kind in it; the log, and what was done."""
    player = Player.begin(box, seed)
    chance = random.Random(seed * 7 + KINDS.index(kind))
    after = chance.randrange(2, 8)
    done = ""
    left = 2
    while player.acts < 30 and left:
        left -= bool(done)
        phase = player.position.moment.phase
        if phase is not None and phase.kind == "movement":
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
    own = [unit for unit in position.of_side(side) if unit.id not in player.marched and unit.type.movement_class]
    enemies = [unit for unit in position.units.values() if unit.hex and unit.side != side]
    if kind == "wrong side":
        pairs = [(unit, goal) for unit in enemies for goal in _neighbours(position, unit.hex) if _free(position, goal)]
    elif kind == "too far":
        pairs = [(unit, goal) for unit in own for goal in _farther(position, unit) if _free(position, goal)]
    elif kind == "into the sea":
        seas = [entry.number for entry in network.hexes if entry.terrain == "sea"]
        pairs = [(unit, goal) for unit in own for goal in seas]
    else:
        gone = [position.units[name] for name in sorted(player.marched)]
        pairs = [(unit, goal) for unit in gone for goal in _neighbours(position, unit.hex) if _free(position, goal)]
        # a march that goes straight on is one march: another unit must move in between
        if player.marched and not player.march():
            return ""
        pairs = [(unit, goal) for unit, goal in pairs if _free(player.position, goal)]
    if not pairs:
        return ""
    unit, goal = chance.choice(pairs)
    here = player.position.units[unit.id].hex
    player.table.move(unit.id, goal, drag=True)
    player.position = player.position.moved(unit.id, goal)
    player.marched.add(unit.id)
    return f"{kind}: {unit.id} {here}-{goal}"


def _neighbours(position: Position, number: str) -> Iterator[str]:
    network = position.network
    at = network.index[number]
    for other in network.neighbours[at]:
        if other >= 0 and network.hexes[other].terrain not in ("sea", "marsh"):
            yield network.hexes[other].number


def _farther(position: Position, unit: Unit) -> Iterator[str]:
    """Land at more hexes' distance than the unit has movement points: no road gives more than a hex for half a point."""
    allowance = int(unit.shown.movement or 0)
    here = position.network.hexes[position.network.index[unit.hex]].at
    for entry in position.network.hexes:
        if entry.terrain not in ("sea", "marsh") and entry.at.distance(here) > 2 * allowance + 1:
            yield entry.number


def _free(position: Position, number: str) -> bool:
    return not position.at(number)


def violations(audit: Audit) -> list[str]:
    return [f"{each.rule} {each.because}" for each in audit.findings if each.severity is Severity.VIOLATION]


def main(acts: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        module, box = build(folder)
        played = 0
        while played < acts:
            files = play(box, acts - played, seed, folder)
            made = audited(files, module, judged=True)
            count = sum(1 for act in made.acts if act.kind in ("move", "turn"))
            played += max(count, 1)
            found = [f"{each.rule} {each.because}" for each in made.findings]
            print(f"seed {seed}: {len(files)} logs, {count} acts, chain sound: {made.chain.sound}, findings: {found}")
            seed += 1
        missed = []
        tried = 0
        for kind in KINDS:
            for number in range(25):
                files, done = spoilt(box, number, kind, folder)
                if done:
                    tried += 1
                    if not violations(audited(files, module, judged=True)):
                        missed.append(done)
        print(f"illegal changes: {tried - len(missed)} of {tried} found; missed: {missed}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
