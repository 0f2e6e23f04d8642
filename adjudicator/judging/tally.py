"""What became of a rule in one run: whether it held, what there was of what it judges, and what nobody could see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.findings import Finding, Ran, Severity
from adjudicator.model.pack import RuleEntry
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.words import counted

Examined = type[Position] | type[Act] | type[PhaseRecord]
EXAMINED: Mapping[Examined, str] = {Position: "position", Act: "act", PhaseRecord: "phase"}
NOTHING: Mapping[Examined, str] = {
    Position: "nothing it judges is on the map",
    Act: "nothing it judges happened",
    PhaseRecord: "nothing it judges happened",
}
OUTCOMES = {Severity.VIOLATION: "broken", Severity.DOUBT: "in doubt", Severity.REMINDER: "to remember"}


@dataclass(frozen=True, slots=True)
class Tally:
    """How often there was anything that a rule judges while it held.

    `open` is what nobody could see of it, so that nobody can say that the rule was kept.
    """

    looked: int = 0
    open: str = ""

    def and_then(self, other: Tally) -> Tally:
        """With what another tally counted as well."""
        return Tally(self.looked + other.looked, self.open or other.open) if other.looked else self


UNMET = Tally()
"""The rule held, and there was nothing of what it judges."""
Tallies = dict[str, Tally]
"""The tallies of a run, by the rules' ids; a rule that never held has none."""


def added(tallies: Tallies, others: Mapping[str, Tally]) -> None:
    """Add what was tallied elsewhere."""
    for name, other in others.items():
        tallies[name] = tallies[name].and_then(other) if name in tallies else other


def ran(tally: Tally | None, entry: RuleEntry, examined: Examined, findings: Sequence[Finding]) -> tuple[Ran, str]:
    """What became of a rule, and why, as the coverage says it; without a tally it never held."""
    if tally is None and entry.when:
        return Ran.NOT_APPLICABLE, f"holds in: {', '.join(entry.when)}"
    if tally is None or not tally.looked:
        return Ran.NOT_APPLICABLE, NOTHING[examined]
    counts = Counter(finding.severity for finding in findings)
    if counts[Severity.DOUBT] and not counts[Severity.VIOLATION]:
        missing = next((finding.missing for finding in findings if finding.missing), "a datum")
        return Ran.UNDETERMINED, f"{counts[Severity.DOUBT]} in doubt for want of: {missing}"
    if tally.open and not counts[Severity.VIOLATION]:
        return Ran.UNDETERMINED, f"none broken by what can be seen; not known: {tally.open}"
    told = [f"{counts[severity]} {word}" for severity, word in OUTCOMES.items() if counts[severity]]
    looked = counted(tally.looked, EXAMINED[examined])
    return Ran.JUDGED, f"{looked} looked at: {', '.join(told) or 'none broken'}"
