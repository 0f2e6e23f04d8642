"""What a court need not judge again: a docket answers with what was judged before of the very same acts."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.judging.meanings import Heard, Judged
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord


class Docket:
    """Asked for every act of a play in order, then for every phase in order. This one is empty: all is judged now."""

    def act(self, act: Act, judge: Callable[[Act], Judged]) -> Judged:
        """The judgement of the next act."""
        return judge(act)

    def phase(self, record: PhaseRecord, judge: Callable[[PhaseRecord], Heard]) -> Heard:
        """The judgement of the next phase."""
        return judge(record)
