"""When headquarters are put elsewhere, in 1.0."""

from __future__ import annotations

from adjudicator.checks.questions import replaces
from adjudicator.packs.thunder_in_the_east.questions.relocation import Relocation
from adjudicator.terms.when import When


@replaces(Relocation)
class RelocationOf10(Relocation):
    """10.2a of 1.0: in its own Special Movement Phase; it does not reform by choice."""

    def moment(self) -> When:
        return When(phases=frozenset({"special movement phase"}), phasing="own")
