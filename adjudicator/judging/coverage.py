"""What became of every rule of a pack in one run, and why: whether it was judged, stays open, or had nothing to judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from adjudicator.findings import Coverage, Finding, Ran, Severity
from adjudicator.judging.applicable import Rule, rules_in_force, why_not
from adjudicator.judging.tally import Examined, RuleTally
from adjudicator.lean import dataclass, replace
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack, RuleEntry
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import Said, say, say_number, strung
from adjudicator.words import counted, word

NOTHING: Mapping[Examined, Said] = {
    Position: say("nothing it judges is on the map"),
    Act: say("nothing it judges happened"),
    PhaseRecord: say("nothing it judges happened"),
}
NONE_BROKEN = say("none broken")


@dataclass(frozen=True, slots=True)
class _Listed:
    """A rule of the pack, and what is said of it whatever the game: where it has no tally, and where it met nothing."""

    never: Coverage
    unmet: Coverage
    rule: Rule | None
    """None: no check judges it, or it is not in force."""


def coverage_of(
    pack: Pack,
    played: bool,
    tallies: Mapping[str, RuleTally],
    findings: Sequence[Finding],
    unheard: Mapping[str, int] = MappingProxyType({}),
    *,
    bare: bool = False,
) -> Iterator[Coverage]:
    """Every rule of the pack, in its order, with how many of the findings are its own.

    On a `bare` table nothing stands, so that a rule of which all is known had nothing to judge there.
    `unheard` is how many lines of chat seem to tell acts of a kind and were not understood: a rule about such acts had
    perhaps more to judge.
    """
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.rule, []).append(finding)
    for listed in _listed(pack, played):
        tally = tallies.get(listed.rule.entry.id) if listed.rule else None
        if listed.rule is None or tally is None:
            yield listed.never
        else:
            lines = sum(count for kind, count in unheard.items() if is_about(listed.rule, kind))
            own = found.get(listed.never.rule, ())
            idle = bare and not (tally.open or tally.failed or own)
            row = listed.unmet if idle or not tally.looked else _looked(listed, tally, listed.rule.check.examines, own)
            yield _with_unheard(row, lines) if lines else row


def is_about(rule: Rule, kind: str) -> bool:
    """Whether a rule is about acts of a kind, and not about whatever is done."""
    return rule.subject.acts is not None and kind in rule.subject.acts


def _with_unheard(row: Coverage, lines: int) -> Coverage:
    """The same, with lines of chat told that may have given the rule more to judge."""
    if row.ran is Ran.NOT_APPLICABLE:
        why = say_number(
            "{number} line of chat that seems to tell what it judges was not understood",
            "{number} lines of chat that seem to tell what it judges were not understood",
            lines,
        )
        return replace(row, ran=Ran.NOT_CHECKED, why=why)
    told = say_number(
        "{why}; {number} line of chat that seems to tell more of it was not understood",
        "{why}; {number} lines of chat that seem to tell more of it were not understood",
        lines,
        row.why,
    )
    return replace(row, why=told)


@remembered(32)
def _listed(pack: Pack, played: bool) -> tuple[_Listed, ...]:
    """The rules of a pack, judged over a play or over a single position."""
    ready = {rule.entry.id: rule for rule in rules_in_force(pack)}
    return tuple(_row(pack, entry, ready.get(entry.id), played) for entry in pack.rules.values())


def _row(pack: Pack, entry: RuleEntry, rule: Rule | None, played: bool) -> _Listed:
    name, title = f"{pack.header.short}:{entry.id}", entry.title or entry.says
    if rule is None:
        why = why_not(pack, entry)
        ran = Ran.NOT_APPLICABLE if why else Ran.NOT_CHECKED
        idle = Coverage(name, title, ran, why or say("no check judges it"))
        return _Listed(idle, idle, None)
    if rule.check.examines is not Position and not played:
        why = say("judges what players do; a single position does not show it")
        idle = Coverage(name, title, Ran.NOT_CHECKED, why)
        return _Listed(idle, idle, None)
    unmet = Coverage(name, title, Ran.NOT_APPLICABLE, NOTHING[rule.check.examines])
    return _Listed(Coverage(name, title, Ran.NOT_APPLICABLE, _other_time(entry) or unmet.why), unmet, rule)


def _other_time(entry: RuleEntry) -> str:
    """When a rule holds that never held; "" for one that always does."""
    if entry.when:
        return say("holds in: {when}", strung(map(word, entry.when), ", "))
    return say("holds at another time") if entry.during else ""


def _looked(listed: _Listed, tally: RuleTally, examined: Examined, findings: Sequence[Finding]) -> Coverage:
    """What became of a rule that had something to judge."""
    ran, why = _outcome(tally, examined, findings)
    return Coverage(listed.never.rule, listed.never.title, ran, why)


def _outcome(tally: RuleTally, examined: Examined, findings: Sequence[Finding]) -> tuple[Ran, str]:
    counts = Counter(finding.severity for finding in findings)
    if tally.failed:
        return Ran.NOT_CHECKED, say("not judged: it failed ({failed})", tally.failed)
    if counts[Severity.DOUBT] and not counts[Severity.VIOLATION]:
        missing = next((finding.lacking for finding in findings if finding.missing), say("a datum"))
        return Ran.UNDETERMINED, say("{counts} in doubt for want of: {missing}", counts[Severity.DOUBT], missing)
    if tally.open and not counts[Severity.VIOLATION]:
        return Ran.UNDETERMINED, say("none broken by what can be seen; not known: {open}", tally.open)
    told = strung(_told(counts), ", ") or NONE_BROKEN
    return Ran.JUDGED, say("{looked} looked at: {told}", looked_at(examined, tally.looked), told)


def _told(counts: Mapping[Severity, int]) -> Iterator[Said]:
    """How many of each there are, in words."""
    if counts[Severity.VIOLATION]:
        yield say("{count} broken", counts[Severity.VIOLATION])
    if counts[Severity.DOUBT]:
        yield say("{count} in doubt", counts[Severity.DOUBT])
    if counts[Severity.REMINDER]:
        yield say("{count} to remember", counts[Severity.REMINDER])


def looked_at(examined: Examined, count: int) -> str:
    """How many positions, acts or phases."""
    if examined is Position:
        return counted(count, "position")
    return counted(count, "act") if examined is Act else counted(count, "phase")
