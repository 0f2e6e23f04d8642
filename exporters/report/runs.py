"""Runs of the same thing: what was done many times in a row, such as clearing a map, is told once with the count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from adjudicator.audit.record import ActEntry
from adjudicator.exporters.report.words import told
from adjudicator.lean import dataclass


@dataclass(frozen=True, slots=True)
class ActRun:
    """An act, or several that read alike; what is said of one of them is said of all."""

    acts: tuple[ActEntry, ...]

    @property
    def act(self) -> ActEntry:
        """The last of them, after which all are done."""
        return self.acts[-1]

    @property
    def count(self) -> int:
        return len(self.acts)

    @property
    def steps(self) -> tuple[int, ...]:
        """All the steps that they took."""
        return tuple(dict.fromkeys(step for act in self.acts for step in act.steps))

    @property
    def first(self) -> int:
        """The step that began it, 0 if there is none."""
        return self.steps[0] if self.steps else 0

    @property
    def last(self) -> int:
        """The step that ended it, 0 if there is none."""
        return self.steps[-1] if self.steps else 0


def runs(acts: Iterable[ActEntry]) -> Iterator[ActRun]:
    """The acts in order; those that follow each other and read alike as one. An act with a verdict against it stands alone.

    What one step did by turns, such as taking each of many cards off a map and putting it into a deck, are two runs.
    """
    for _, same in groupby(_by_kind(acts), key=_alike):
        yield ActRun(tuple(same))


def _by_kind(acts: Iterable[ActEntry]) -> Iterator[ActEntry]:
    """The acts, those of one step that read alike together, where the first of them stands."""
    for _, together in groupby(acts, key=lambda act: act.steps):
        alike: dict[tuple[object, ...], list[ActEntry]] = {}
        for act in together:
            alike.setdefault(_alike(act), []).append(act)
        yield from (act for same in alike.values() for act in same)


def _alike(act: ActEntry) -> tuple[object, ...]:
    accused = act.findings or act.undone or act.verdict not in ("", "legal") or len(act.path) > 1
    return (act.number,) if accused else (act.kind, told(act), act.side, act.player, act.phase, act.verdict)
