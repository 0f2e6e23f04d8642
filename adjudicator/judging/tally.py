"""How often a rule had anything to judge in one run, and what nobody could see of it."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.lean import dataclass
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position

Examined = type[Position] | type[Act] | type[PhaseRecord]


@dataclass(frozen=True, slots=True)
class RuleTally:
    """How often there was anything that a rule judges while it held.

    `open` is what nobody could see of it, so that nobody can say that the rule was kept; `failed` what its code raised, and
    where.
    """

    looked: int = 0
    open: str = ""
    failed: str = ""

    def and_then(self, other: RuleTally) -> RuleTally:
        """With what another tally counted as well."""
        if not other.looked:
            return self
        return RuleTally(self.looked + other.looked, self.open or other.open, self.failed or other.failed)


UNMET = RuleTally()
"""The rule held, and there was nothing of what it judges."""
MET = RuleTally(1)
"""There was one thing that it judges, and all of it could be seen."""
Tallies = dict[str, RuleTally]
"""The tallies of a run, by the rules' ids; a rule that never held has none."""


def added(tallies: Tallies, others: Mapping[str, RuleTally]) -> None:
    """Add what was tallied elsewhere."""
    for name, other in others.items():
        before = tallies.get(name)
        if before is None:
            tallies[name] = other
        elif other.looked:
            tallies[name] = other if before is UNMET else before.and_then(other)
