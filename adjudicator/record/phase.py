"""Phases as they were played: the acts between two positions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TypeVar

from adjudicator.model.sequence import Moment
from adjudicator.record.acts import Act
from adjudicator.record.position import Position

ActT = TypeVar("ActT", bound=Act)


@dataclass(frozen=True, slots=True)
class PhaseRecord:
    """A phase from its first act to its last: the positions at both ends and every act between.

    `previous` is the moment of the last phase before it in which anything happened, `earlier` the phases of the same player
    turn before it, as far as they are on record. `ended`: something after it is on record, so that nothing more comes of it.
    """

    start: Position
    end: Position
    acts: tuple[Act, ...]
    previous: Moment | None = None
    earlier: tuple[PhaseRecord, ...] = ()
    ended: bool = False

    @property
    def moment(self) -> Moment:
        return self.start.moment

    def of(self, *types: type[ActT]) -> Iterator[ActT]:
        """The acts of these types."""
        return (act for act in self.acts if isinstance(act, types))

    def called(self, words: Collection[str]) -> Iterator[Act]:
        """The acts that a pack calls by one of these words."""
        return (act for act in self.acts if act.kind in words)

    def with_earlier(self, phases: frozenset[str] = frozenset()) -> PhaseRecord:
        """This phase and those of its player turn before it as one record; of `phases` (by id, kind or tag) only, if given."""
        together = [each for each in (*self.earlier, self) if not phases or _is_one_of(each.moment, phases)]
        if not together:
            return PhaseRecord(self.start, self.start, ())
        acts = tuple(act for each in together for act in each.acts)
        return PhaseRecord(together[0].start, together[-1].end, acts, together[0].previous)


def _is_one_of(moment: Moment, phases: frozenset[str]) -> bool:
    phase = moment.phase
    return phase is not None and bool(phase.names & phases)
