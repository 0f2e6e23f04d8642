"""When headquarters are put elsewhere."""

from __future__ import annotations

from adjudicator.checks.questions import Questions
from adjudicator.terms.when import When


class Relocation(Questions):
    """10.2a: an HQ goes from City to City."""

    def moment(self) -> When:
        """The moments in which a shifted HQ is looked at; it goes at no other."""
        return When()
