"""Air combat over one hex, step by step: who is in the screen, who attacks it or goes past it, who fired at whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple

from adjudicator.analysis.air.sorties import role_of
from adjudicator.lean import dataclass
from adjudicator.model.units import Unit
from adjudicator.record.flights import Dogfight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position

ESCORT, FORCE, HUNTER = "escort", "mission", "intercept"
SAID_SCREEN, SAID_BYPASS = TOLD = ("screen", "bypass")
"""The kinds of air.toml, of the role "said", by which players tell that interceptors attack the screen or try to go past it."""
SCREEN, BYPASS, LAST = 1, 2, 3
"""The steps: interceptors against the screen, escorts against those that go past it, and those against the mission force."""
HITS = frozenset("RAK")
"""The results that drive a unit off: turned back, aborted, eliminated."""


class Shot(NamedTuple):
    """One unit fired at another: when among the acts of the phase, in which step (0: nobody can tell), and the result."""

    number: int
    act: Dogfight
    firer: Unit
    target: Unit
    step: int
    result: str

    @property
    def hits(self) -> bool:
        """Whether it drove its target off."""
        return self.result in HITS

    @property
    def pair(self) -> frozenset[str]:
        """The two units."""
        return frozenset({self.firer.id, self.target.id})


@dataclass(frozen=True, slots=True)
class Engagement:
    """Air combat over a hex in one phase."""

    hex: str
    shots: tuple[Shot, ...]
    tasks: dict[str, str] = field(default_factory=dict)
    """By interceptor the group into which its player told it; "?" into both."""
    many: tuple[Dogfight, ...] = ()
    """Fights that were told of several units at once, so that nobody can say who fired at whom."""

    def in_step(self, step: int) -> list[Shot]:
        """The shots of a step, in order."""
        return [each for each in self.shots if each.step == step]


def engagements(record: PhaseRecord) -> Iterator[Engagement]:
    """The air combats of a phase, by hex."""
    for number in dict.fromkeys(act.over for act in record.of(Dogfight, Strike)):
        raw, many = _shots(record, number)
        tasks = _tasks(record, number)
        if raw or many or tasks:
            shots = tuple(_with_step(each, raw, tasks) for each in raw)
            yield Engagement(number, shots, tasks, tuple(many))


def flying_as(position: Position, number: str, role: str) -> list[Unit]:
    """The units that fly a mission of a role to a hex in this player turn."""
    flown = position.memory.flown
    names = [name for name, sortie in sorted(flown.items()) if sortie.hex == number and name in position.units]
    return [position.units[name] for name in names if role_of(position, name) == role]


def begin_of(record: PhaseRecord, number: str) -> int:
    """The number of the first act of a fight over a hex; one past the last act if there is none."""
    acts = enumerate(record.acts)
    return next((i for i, act in acts if isinstance(act, Dogfight) and act.over == number), len(record.acts))


def _with_step(shot: Shot, all_shots: list[Shot], tasks: dict[str, str]) -> Shot:
    """A shot with its step, as the roles of both and the task of the interceptor tell it."""
    before = shot.act.before
    roles = {role_of(before, shot.firer.id): shot.firer, role_of(before, shot.target.id): shot.target}
    hunter = roles.get(HUNTER)
    if hunter is None or len(roles) != 2:
        return shot
    if FORCE in roles:
        return shot._replace(step=LAST)
    if ESCORT not in roles:
        return shot
    task = tasks.get(hunter.id, "")
    if task in TOLD:
        return shot._replace(step=SCREEN if task == SAID_SCREEN else BYPASS)
    if task:
        return shot
    aims = {role_of(each.act.before, each.target.id) for each in all_shots if each.firer.id == hunter.id}
    step = SCREEN if ESCORT in aims else BYPASS if FORCE in aims else 0
    return shot._replace(step=step)


def _shots(record: PhaseRecord, number: str) -> tuple[list[Shot], list[Dogfight]]:
    shots, many = [], []
    for i, act in enumerate(record.acts):
        if not isinstance(act, Dogfight) or act.over != number:
            continue
        units = act.before.units
        if len(act.units) == len(act.against) == 1 and act.units[0] in units and act.against[0] in units:
            result = act.told.get("result", "").upper()
            shots.append(Shot(i, act, units[act.units[0]], units[act.against[0]], 0, result))
        else:
            many.append(act)
    return shots, many


def _tasks(record: PhaseRecord, number: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for act in record.of(Strike):
        if act.over == number and act.mission in TOLD:
            for name in act.units:
                found[name] = act.mission if found.get(name, act.mission) == act.mission else "?"
    return found
