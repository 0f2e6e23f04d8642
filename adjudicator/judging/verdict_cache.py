"""Verdicts that are known already: a cache answers with what was judged before of the very same acts."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.judging.meanings import ActVerdict, PhaseVerdict
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord


class VerdictCache:
    """Asked for every act of a play in order, then for every phase in order. This one is empty: all is judged now."""

    def act(self, act: Act, judge: Callable[[Act], ActVerdict]) -> ActVerdict:
        """The judgement of the next act."""
        return judge(act)

    def phase(self, record: PhaseRecord, judge: Callable[[PhaseRecord], PhaseVerdict]) -> PhaseVerdict:
        """The judgement of the next phase."""
        return judge(record)
