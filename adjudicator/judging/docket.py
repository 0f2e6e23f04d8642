"""What a court need not judge again: a docket answers with what was judged before of the very same acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adjudicator.findings import Finding
from adjudicator.judging.meanings import Judged
from adjudicator.judging.tally import Tallies
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord


@dataclass(frozen=True, slots=True)
class Heard:
    """What is wrong with a phase as a whole, and what became of every rule."""

    findings: tuple[Finding, ...]
    tallies: Tallies


class Docket:
    """Asked for every act of a play in order, then for every phase in order. This one is empty: all is judged now."""

    def act(self, act: Act, judge: Callable[[Act], Judged]) -> Judged:
        """The judgement of the next act."""
        return judge(act)

    def phase(self, record: PhaseRecord, judge: Callable[[PhaseRecord], Heard]) -> Heard:
        """The judgement of the next phase."""
        return judge(record)
