"""Overruns of a phase, each with what followed it, and its strengths as those of a battle."""

from __future__ import annotations

from adjudicator.analysis.combat.odds import Battle, battle
from adjudicator.lean import dataclass
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Advance, Attack, Movement, Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position


@dataclass(frozen=True, slots=True)
class Overrunning:
    """One overrun of a record: the act, what was done of it before the next move, and what the same unit did later."""

    act: Overrun
    acts: tuple[Act, ...]
    later: tuple[Act, ...]
    end: Position

    @property
    def unit(self) -> Unit:
        """The overrunner, as it was."""
        return self.act.before.unit(self.act.units[0])

    @property
    def target(self) -> str:
        return self.act.path[-1]

    @property
    def victims(self) -> tuple[Unit, ...]:
        """The enemy units that stood in the hex."""
        return tuple(other for other in self.act.before.at(self.target) if other.side != self.unit.side)

    @property
    def result(self) -> str:
        """What the players say came of it ("success", "failure", "a", "b"), "" if nothing."""
        return self.act.told.get("result", "").lower()

    @property
    def record(self) -> PhaseRecord:
        """What was done of it, as a stretch of play of its own."""
        return PhaseRecord(self.act.before, self.end, self.acts)


def overruns(record: PhaseRecord) -> tuple[Overrunning, ...]:
    """Every overrun of a phase with what followed it."""
    found = []
    for count, act in enumerate(record.acts):
        if not isinstance(act, Overrun) or len(act.path) < 2 or not act.units:
            continue
        rest = record.acts[count + 1 :]
        moves = [n for n, other in enumerate(rest) if isinstance(other, Movement | Overrun | Advance | Attack)]
        acts = rest[: moves[0]] if moves else rest
        own = tuple(rest[n] for n in moves if act.units[0] in rest[n].units and not isinstance(rest[n], Attack))
        found.append(Overrunning(act, acts, own, acts[-1].after if acts else act.after))
    return tuple(found)


def overrun_battle(act: Overrun) -> Battle | None:
    """The strengths of an overrun as those of an attack out of the hex before; None where nobody is overrun."""
    target, origin = act.path[-1], act.path[-2] if len(act.path) > 1 else ""
    attackers = [act.before.moved(name, origin).unit(name) for name in act.units if name in act.before.units and origin]
    if not attackers or not any(unit.side != attackers[0].side for unit in act.before.at(target)):
        return None
    return battle(act.before, attackers, target)
