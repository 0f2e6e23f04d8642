"""Phases as they were played: the acts between two positions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import field
from typing import NamedTuple, TypeVar

from adjudicator.findings import UNKNOWN_PHASE
from adjudicator.lean import dataclass
from adjudicator.model.memo import remembered
from adjudicator.model.sequence import Moment
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.position import Position, Unidentified
from adjudicator.said import say

ActT = TypeVar("ActT", bound=Act)


class UnitChange(NamedTuple):
    """A unit as it was when a phase began and as it is at its end; None where it was not or is not in play."""

    id: str
    old: Unit | None
    new: Unit | None


PHASE = UNKNOWN_PHASE
"""The missing datum where nobody can tell in which phase something was done."""
EARLIER = say("what was done in this phase before the record begins")


@dataclass(frozen=True, slots=True)
class PhaseRecord:
    """A phase from its first act to its last: the positions at both ends and every act between.

    `previous` is the moment of the last phase before it in which anything happened, `earlier` the phases of the same player
    turn before it, as far as they are on record, and `past` the last phase on record before it, of whichever turn.
    `ended`: something after it is on record, so that nothing more comes of it.
    `begun`: its beginning is on record. `torn`: nobody can tell whether what comes next was still done in it.
    `gone`: counters that nobody can identify and that left the place where they lay before its first act,
    or that came to one between its last act and the next phase.
    """

    start: Position
    end: Position
    acts: tuple[Act, ...]
    previous: Moment | None = None
    earlier: tuple[PhaseRecord, ...] = ()
    ended: bool = False
    begun: bool = True
    torn: bool = False
    gone: tuple[Unidentified, ...] = ()
    fresh: bool = False
    """Whether the record begins in another phase than this, in which nothing was done, or nothing that is on record."""
    past: PhaseRecord | None = field(default=None, compare=False, repr=False)

    @property
    def moment(self) -> Moment:
        return self.start.moment

    @property
    def moments(self) -> tuple[Position, ...]:
        """The position as the phase begins, and after each of its acts."""
        return self.start, *(act.after for act in self.acts)

    @property
    def gap(self) -> str:
        """What nobody can tell of the phase as a whole, "" if all of it is on record."""
        if self.moment.phase is None:
            return PHASE
        if not self.begun:
            return EARLIER
        return say("whether what comes next was done in this phase") if self.torn else ""

    @property
    def unidentified(self) -> tuple[Unidentified, ...]:
        """The counters that nobody can identify, wherever they lay at any time of the phase; each place of one once."""
        positions = (self.start, *(position for act in self.acts for position in (act.before, act.after)), self.end)
        rows = {id(each.unidentified): each.unidentified for each in positions}
        return tuple(dict.fromkeys((*self.gone, *(counter for row in rows.values() for counter in row))))

    @remembered(8)
    def changes(self) -> tuple[UnitChange, ...]:
        """The units that are not what or where they were when the phase began, by id."""
        before, after = self.start.units, self.end.units
        if before is after:
            return ()
        found = [UnitChange(name, old, after.get(name)) for name, old in before.items() if after.get(name) is not old]
        found += [UnitChange(name, None, new) for name, new in after.items() if name not in before]
        return tuple(sorted(found))

    def changed(self) -> Iterator[tuple[Unit, Unit]]:
        """The units on the map both when the phase began and at its end that are not what or where they were: then and now."""
        for _, old, new in self.changes():
            if old is not None and new is not None and old.hex and new.hex:
                yield old, new

    def of(self, *types: type[ActT]) -> Iterator[ActT]:
        """The acts of these types."""
        return (act for act in self.acts if isinstance(act, types))

    def called(self, words: Collection[str]) -> Iterator[Act]:
        """The acts that a pack calls by one of these words."""
        return (act for act in self.acts if act.kind in words)

    def past_phases(self) -> Iterator[PhaseRecord]:
        """The phases on record before it, the last one first."""
        each = self.past
        while each is not None:
            yield each
            each = each.past

    def with_earlier(self, phases: frozenset[str] = frozenset()) -> PhaseRecord:
        """This phase and those of its player turn before it as one record; of `phases` (by id, kind or tag) only, if given."""
        together = [each for each in (*self.earlier, self) if not phases or _is_one_of(each.moment, phases)]
        if not together:
            return PhaseRecord(self.start, self.start, ())
        acts = tuple(act for each in together for act in each.acts)
        begun, torn = all(each.begun for each in together), any(each.torn for each in together)
        first, last = together[0], together[-1]
        gone = tuple(counter for each in together for counter in each.gone)
        return PhaseRecord(
            first.start, last.end, acts, first.previous, (), last.ended, begun, torn, gone, first.fresh, first.past
        )


def _is_one_of(moment: Moment, phases: frozenset[str]) -> bool:
    phase = moment.phase
    return phase is not None and bool(phase.names & phases)
