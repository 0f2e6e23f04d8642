"""The boxes of the air chart, and the phase in which air units leave them."""

from __future__ import annotations

from adjudicator.record.phase import PhaseRecord
from adjudicator.terms.who import Selector

AVAILABLE, ELIMINATED, ABROAD, REMNANTS = "air available", "air eliminated", "air eliminated abroad", "air remnants"
CHART = frozenset({AVAILABLE, ELIMINATED, ABROAD, REMNANTS})
NO_GLIDER = Selector(without_kinds=frozenset({"glider"}))


def is_initial(record: PhaseRecord) -> bool:
    phase = record.moment.phase
    return phase is not None and phase.kind == "initial"
