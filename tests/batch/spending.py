"""What a batch spends while it works: processor time of its command, its workers and their hands, a game."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.batch.running import SPAWNED, kept

LOOKED_EVERY = 0.5
CLIENT, WORKERS, HANDS = "command and scheduler", "workers", "processes that judge"
FROM = 0.15
"""The part of the games that is not counted: while they are done, processes still start."""


@dataclass
class Spending:
    """Processor seconds by who spent them, those of the whole machine, and the clock, at one moment."""

    games: int = 0
    clock: float = 0.0
    machine: float = 0.0
    by_role: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Measured:
    """Seconds of processor time a game by who spent them, games a second by the clock, and processors that others used."""

    by_role: dict[str, float]
    rate: float
    others: float

    @property
    def judging(self) -> float:
        """A worker and its hand work one after the other."""
        return self.by_role[WORKERS] + self.by_role[HANDS]

    def ideal(self, workers: int, processors: int) -> float:
        """Games a second on so many processors that nobody else uses, as far as processor time tells."""
        return min(workers / self.judging, processors / (self.judging + self.by_role[CLIENT]))


def watched(batch: subprocess.Popen[str], store: Path, games: int) -> Measured:
    """What a batch spends from the time when its processes all work until most games are done."""
    spent: dict[int, tuple[str, float]] = {}
    first: Spending | None = None
    last = Spending()
    while batch.poll() is None and last.games < games:
        _look(batch.pid, spent)
        last = _now(spent, kept(store))
        if first is None and last.games >= FROM * games:
            first = last
        time.sleep(LOOKED_EVERY)
    assert first is not None and last.games > first.games
    done, clock = last.games - first.games, last.clock - first.clock
    ours = {role: last.by_role[role] - first.by_role[role] for role in (CLIENT, WORKERS, HANDS)}
    others = last.machine - first.machine - sum(ours.values())
    return Measured({role: used / done for role, used in ours.items()}, done / clock, others / clock)


def _look(root: int, spent: dict[int, tuple[str, float]]) -> None:
    """Note what each process of a batch has spent; of those that are gone the last note holds."""
    try:
        command = psutil.Process(root)
        alive = [command, *command.children(recursive=True)]
    except psutil.Error:
        return
    for each in alive:
        try:
            used, words = each.cpu_times(), " ".join(each.cmdline())
        except psutil.Error:
            continue
        role = CLIENT if each.pid == root else WORKERS if SPAWNED in words else HANDS if "poisoned" in words else ""
        spent[each.pid] = (role, used.user + used.system)


def _now(spent: dict[int, tuple[str, float]], games: int) -> Spending:
    told = psutil.cpu_times()
    machine = told.user + told.nice + told.system + told.irq + told.softirq
    by_role = {who: sum(used for role, used in spent.values() if role == who) for who in (CLIENT, WORKERS, HANDS)}
    return Spending(games, time.perf_counter(), machine, by_role)
