"""An audit on the terminal: what was played, what is wrong, whether the files follow from one another, the dice."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from adjudicator.cli.lines import say
from adjudicator.cli.printing import note_lines, print_table
from adjudicator.findings import Severity, judged_rules, phases_words, unruled
from adjudicator.words import MEANING_OF_CHANCES, chance, counted

if TYPE_CHECKING:
    from adjudicator.audit.dice import Series
    from adjudicator.audit.record import (
        Audit,
        ChainEntry,
        DifferenceEntry,
        FindingEntry,
        LinkEntry,
        RollEntry,
        StepEntry,
    )
    from adjudicator.model.taught_dice import Proposal

CHANCES = ("chance of such an average", "chance of such faces")
MOST = 12
MOST_AREAS = 4


def print_audit(audit: Audit) -> None:
    """The whole of it, the findings first."""
    say(f"{audit.title}: {counted(len(audit.steps), 'step')}, {audit.played}, as {audit.viewer} sees it")
    if audit.ignored:
        say(f"{counted(len(audit.ignored), 'step')} in which nothing was played:")
        _print_reasons(audit.ignored)
    if audit.pack:
        counts = ", ".join(counted(audit.count(severity), severity.value) for severity in Severity)
        say(f"judged by {audit.pack}: {counts}; {judged_rules(audit.coverage, audit.areas)}")
        say(unruled(audit.areas, MOST_AREAS))
        if told := phases_words(audit.phases):
            say(told)
        print_findings(audit.findings)
    for ruling in audit.rulings:
        told = ", ".join(ruling.findings) or "stale: it fits no finding"
        say(f"ruling on {ruling.about}: {ruling.reason} ({told})")
    print_chain(audit.chain)
    print_dice(audit.rolls, audit.series, audit.called)
    if audit.comparison is not None:
        beside = audit.comparison
        say(f"beside {beside.earlier}: {len(beside.new)} new, {len(beside.gone)} gone, {len(beside.same)} the same")
        for name, ids in (("new", beside.new), ("gone", beside.gone)):
            for each in ids:
                say(f"  {name}: {each} {beside.told(each)}")
    for line in note_lines(audit.notes):
        say(line)


def print_chain(chain: ChainEntry) -> None:
    """Each joint in a sentence, with what differs; then contradictions, remarks, and what changed since."""
    if chain.links:
        say("files: " + ("each follows from the one before" if chain.sound else "they do not all follow"))
    for link in chain.links:
        say(f"  {link.joint}: {link.text}")
        _print_differences(link)
    for found in chain.contradictions:
        say(
            f"  {found.file}, step {found.file_step}: {found.subject}: the log says it {found.says}, but it {found.found}"
        )
    for remark in (*chain.remarks, *chain.changed_since):
        say(f"  {remark}")


def print_dice(rolls: Sequence[RollEntry], series: Sequence[Series], called: Callable[[str], str]) -> None:
    """The rolls as series, and those that were followed by nothing, an undo or a restart; `called` names a player."""
    if not rolls:
        return
    say(f"dice: {counted(len(rolls), 'roll')}")
    rows = [
        (
            called(one.player) or "?",
            one.what,
            one.count,
            f"{one.mean:.2f}",
            f"{one.expected:.2f}",
            " ".join(map(str, one.faces)) or "–",
            chance(one.sum_adjusted),
            chance(one.faces_adjusted) if one.faces else "–",
        )
        for one in series
    ]
    if rows:
        print_table(("player", "dice", "thrown", "average", "fair", "faces", *CHANCES), rows)
        say(MEANING_OF_CHANCES)
    for roll in rolls:
        if roll.aftermath:
            say(f"  {roll.file}, step {roll.file_step}: {roll.text} – {roll.followed}")


def print_proposals(found: Sequence[Proposal]) -> None:
    """Lines that look like rolls, and what to write so that they are read as such."""
    lines = sum(each.count for each in found)
    say(f"{counted(lines, 'line')} of chat look like rolls; to have them read, write into adjudicator.toml:")
    for each in found[:MOST]:
        say(f"\n# {counted(each.count, 'line')}, such as: {each.example}")
        say(f"# which is read as: {' '.join(each.results)}")
        for line in each.toml.splitlines():
            say(line)


def difference_rows(found: Iterable[DifferenceEntry]) -> list[tuple[str, str, str, str, str]]:
    """Differences as rows of a table."""
    return [
        (
            each.change,
            each.counter.name if each.counter else each.subject,
            each.was,
            each.now,
            "harmless" * each.harmless,
        )
        for each in found
    ]


def _print_reasons(steps: Iterable[StepEntry]) -> None:
    for reason, count in Tally(step.ignored for step in steps).most_common():
        say(f"  {count} × {reason}")


def print_findings(findings: Sequence[FindingEntry]) -> None:
    """Findings as a table; nothing if there are none."""
    if not findings:
        return
    rows = [
        (
            "overruled" if each.ruling else each.severity.value,
            each.rule,
            _where(each),
            each.because + (f"; unknown: {each.missing}" if each.missing else ""),
            each.id,
        )
        for each in findings
    ]
    print_table(("verdict", "rule", "where", "because", "finding"), rows)


def _where(finding: FindingEntry) -> str:
    step = f"{finding.file} step {finding.file_step}" if finding.file else ""
    turn = f"turn {finding.turn}" if finding.turn else ""
    return ", ".join(part for part in (turn, finding.phase, step, " ".join(finding.at)) if part)


def _print_differences(link: LinkEntry) -> None:
    shown = [each for each in link.differences if not each.harmless] or list(link.differences)
    for row in difference_rows(shown[:MOST]):
        change, subject, was, now, _ = row
        say(f"    {change}: {subject}: {was or '–'} → {now or '–'}")
    if len(link.differences) > len(shown[:MOST]):
        say(f"    … {len(link.differences)} differences in all; --json lists them")
