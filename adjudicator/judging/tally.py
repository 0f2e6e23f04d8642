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
from adjudicator.said import say, strung
from adjudicator.words import counted, word

Examined = type[Position] | type[Act] | type[PhaseRecord]
NOTHING: Mapping[Examined, str] = {
    Position: say("nothing it judges is on the map"),
    Act: say("nothing it judges happened"),
    PhaseRecord: say("nothing it judges happened"),
}

NONE_BROKEN = say("none broken")


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
        return Ran.NOT_APPLICABLE, say("holds in: {when}", strung(map(word, entry.when), ", "))
    if tally is None and entry.during:
        return Ran.NOT_APPLICABLE, say("holds at another time")
    if tally is None or not tally.looked:
        return Ran.NOT_APPLICABLE, NOTHING[examined]
    counts = Counter(finding.severity for finding in findings)
    if counts[Severity.DOUBT] and not counts[Severity.VIOLATION]:
        missing = next((finding.missing for finding in findings if finding.missing), say("a datum"))
        return Ran.UNDETERMINED, say("{counts} in doubt for want of: {missing}", counts[Severity.DOUBT], missing)
    if tally.open and not counts[Severity.VIOLATION]:
        return Ran.UNDETERMINED, say("none broken by what can be seen; not known: {open}", tally.open)
    told = [outcome for severity, outcome in outcomes(counts).items() if counts[severity]]
    return Ran.JUDGED, say(
        "{looked} looked at: {told}", looked_at(examined, tally.looked), strung(told, ", ") or NONE_BROKEN
    )


def outcomes(counts: Mapping[Severity, int]) -> Mapping[Severity, str]:
    """How many of each, in words."""
    return {
        Severity.VIOLATION: say("{count} broken", counts[Severity.VIOLATION]),
        Severity.DOUBT: say("{count} in doubt", counts[Severity.DOUBT]),
        Severity.REMINDER: say("{count} to remember", counts[Severity.REMINDER]),
    }


def looked_at(examined: Examined, count: int) -> str:
    """How many positions, acts or phases."""
    if examined is Position:
        return counted(count, "position")
    return counted(count, "act") if examined is Act else counted(count, "phase")
