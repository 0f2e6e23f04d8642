"""What became of a rule in one run: how often it was asked, what there was of what it judges, and what nobody could see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.checks.registry import Check
from adjudicator.findings import Finding, Ran, Severity
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.words import counted

EXAMINED = {Position: "position", Act: "act", PhaseRecord: "phase"}
NOTHING = {
    Position: "nothing it judges is on the map",
    Act: "nothing it judges happened",
    PhaseRecord: "nothing it judges happened",
}
OUTCOMES = {Severity.VIOLATION: "broken", Severity.DOUBT: "in doubt", Severity.REMINDER: "to remember"}


@dataclass(slots=True)
class Tally:
    """How often a rule was asked, and how often there was anything that it judges.

    `open` is what nobody could see of it, so that nobody can say that the rule was kept.
    """

    asked: int = 0
    looked: int = 0
    skipped: str = ""
    open: str = ""

    def add(self, other: Tally) -> None:
        """Count what another tally counted as well."""
        self.asked += other.asked
        self.looked += other.looked
        self.skipped = other.skipped or self.skipped
        self.open = self.open or other.open


Tallies = dict[str, Tally]
"""The tallies of a run, by the rules' ids."""


def added(tallies: Tallies, others: Mapping[str, Tally]) -> None:
    """Add what was tallied elsewhere."""
    for name, other in others.items():
        tallies.setdefault(name, Tally()).add(other)


def ran(tally: Tally, check: Check, findings: Sequence[Finding]) -> tuple[Ran, str]:
    """What became of a rule, and why, as the coverage says it."""
    if not tally.asked:
        return Ran.NOT_APPLICABLE, tally.skipped or NOTHING[check.examines]
    if not tally.looked:
        return Ran.NOT_APPLICABLE, NOTHING[check.examines]
    counts = Counter(finding.severity for finding in findings)
    if counts[Severity.DOUBT] and not counts[Severity.VIOLATION]:
        missing = next((finding.missing for finding in findings if finding.missing), "a datum")
        return Ran.UNDETERMINED, f"{counts[Severity.DOUBT]} in doubt for want of: {missing}"
    if tally.open and not counts[Severity.VIOLATION]:
        return Ran.UNDETERMINED, f"none broken by what can be seen; not known: {tally.open}"
    told = [f"{counts[severity]} {word}" for severity, word in OUTCOMES.items() if counts[severity]]
    looked = counted(tally.looked, EXAMINED[check.examines])
    return Ran.JUDGED, f"{looked} looked at: {', '.join(told) or 'none broken'}"
