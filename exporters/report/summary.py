"""An audit in ten plain lines, for an e-mail: who, what was judged, the verdict, the worst findings, doubts, dice, files.

No line is wider than a mail program leaves whole; what does not fit is cut between words, never wrapped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from adjudicator.audit.record import Audit, FindingEntry
from adjudicator.findings import Ran, Severity
from adjudicator.harmless import harmless_line
from adjudicator.words import counted, listed
from exporters.report.dice_words import dice_words

LINES = 10
WIDTH = 72
CUT = "..."
MOST_FILES = 2


@dataclass(frozen=True, slots=True)
class Broken:
    """Findings of one rule, in order of play: the first of them and how many there are."""

    first: FindingEntry
    count: int

    @property
    def line(self) -> str:
        """The rule, where it was broken first and by whom."""
        often = f" ({self.count} times)" if self.count > 1 else ""
        units = listed(self.first.names or self.first.units)
        return f"{rule_words(self.first)}{often}: {_when(self.first)}{f', {units}' if units else ''}"


def summary_lines(audit: Audit) -> tuple[str, ...]:
    """The lines, ten at most."""
    head = [
        f"{audit.title}{_turns(audit)}",
        f"Players: {_players(audit)}",
        f"Files: {_files(audit)}",
        *_rules(audit),
        f"Verdict: {verdict(audit)}",
    ]
    tail = [*_doubts(audit), f"Dice: {dice_words(audit)}"]
    worst = list(_worst_lines(worst_of(audit), LINES - len(head) - len(tail)))
    return tuple(fitted(each) for each in (*head, *worst, *tail))


def as_text(audit: Audit) -> str:
    """The lines as a text."""
    return "".join(f"{line}\n" for line in summary_lines(audit))


def as_json(audit: Audit) -> dict[str, object]:
    """The same for programs: the lines, and what they tell as values."""
    worst = [
        {"rule": each.first.rule, "title": each.first.title, "count": each.count, "finding": each.first.id}
        for each in worst_of(audit)
    ]
    return {
        "lines": summary_lines(audit),
        "title": audit.title,
        "files": [file.name for file in audit.files],
        "unread": audit.unread,
        "pack": audit.pack,
        "viewer": audit.viewer,
        "verdict": verdict(audit),
        "violations": audit.count(Severity.VIOLATION),
        "doubts": audit.count(Severity.DOUBT),
        "worst": worst,
        "dice": dice_words(audit),
        "sound": audit.chain.sound,
    }


def verdict(audit: Audit) -> str:
    """The verdict alone, in a few words."""
    if not audit.pack:
        return "none, since no rules were given"
    broken, doubts = audit.count(Severity.VIOLATION), audit.count(Severity.DOUBT)
    said = counted(broken, "violation") if broken else "no rule found broken"
    return f"{said}, {counted(doubts, 'doubt')}" if doubts else said


def worst_of(audit: Audit, severity: Severity = Severity.VIOLATION) -> list[Broken]:
    """The findings that stand, by rule: the rule broken most often first, then in order of play."""
    standing = [each for each in audit.findings if each.severity is severity and not each.ruling]
    by_rule = groupby(sorted(standing, key=lambda each: (each.rule, each.step)), key=lambda each: each.rule)
    found = [Broken(same[0], len(same)) for _, group in by_rule if (same := list(group))]
    return sorted(found, key=lambda each: (-each.count, each.first.step))


def rule_words(finding: FindingEntry) -> str:
    """A rule as a player cites it: its number in the book and its title."""
    return f"{finding.rule.rpartition(':')[2]} {finding.title}"


def fitted(text: str) -> str:
    """A line as wide as mail leaves it, cut between words if it is wider."""
    line = " ".join(harmless_line(text).split())
    if len(line) <= WIDTH:
        return line
    room = line[: WIDTH - len(CUT) + 1]
    cut = room.rpartition(" ")[0]
    return (cut if len(cut) > WIDTH // 2 else room[:-1]).rstrip(" ,;:-") + CUT


def _worst_lines(found: Sequence[Broken], room: int) -> Iterator[str]:
    shown = found if len(found) <= room else found[: room - 1]
    yield from (f"- {each.line}" for each in shown)
    left = sum(each.count for each in found[len(shown) :])
    if left:
        yield f"- and {counted(left, 'violation')} more, which the full report tells"


def _turns(audit: Audit) -> str:
    turns = sorted({each.turn for each in audit.phases if each.turn})
    if not turns:
        return ""
    return f", turn {turns[0]}" if len(turns) == 1 else f", turns {turns[0]} to {turns[-1]}"


def _players(audit: Audit) -> str:
    """Who played, each with his side: those who did something, else all who have a side."""
    active = {act.player for act in audit.acts}
    seated = [each for each in audit.players if each.side]
    found = [each for each in seated if each.player in active] or seated
    named = [f"{each.name or each.player}{f' ({each.side})' if each.side != each.name else ''}" for each in found]
    return listed(dict.fromkeys(named)) or "nobody has taken a seat"


def _files(audit: Audit) -> str:
    """Which files, and whether they follow from one another."""
    names = [file.name for file in audit.files]
    files = ", ".join(names) if len(names) <= MOST_FILES else f"{len(names)}, {names[0]} to {names[-1]}"
    loose = sum(not link.sound for link in audit.chain.links)
    against = len(audit.chain.contradictions)
    wrong = [f"{listed(audit.unread)} could not be read"] if audit.unread else []
    wrong += [counted(count, what) for count, what in ((loose, "loose joint"), (against, "contradiction")) if count]
    if wrong:
        return f"{listed(wrong)} in {files}"
    return f"{files}; each follows from the one before" if len(names) > 1 else files


def _rules(audit: Audit) -> Iterator[str]:
    if audit.pack:
        judged = sum(1 for entry in audit.coverage if entry.ran is Ran.JUDGED)
        yield f"Rules: {audit.pack} ({judged} of {len(audit.coverage)} applied), as {audit.viewer} sees it"


def _doubts(audit: Audit) -> Iterator[str]:
    found = worst_of(audit, Severity.DOUBT)
    if found:
        first, count = found[0].first, sum(each.count for each in found)
        missing = f" ({first.missing})" if first.missing else ""
        yield f"Not sure{f' ({count})' if count > 1 else ''}: {rule_words(first)}, {_when(first)}{missing}"


def _when(finding: FindingEntry) -> str:
    step = f"step {finding.file_step or finding.step}" if finding.step else "at the start"
    return ", ".join((step, *([" ".join(finding.at)] if finding.at else [])))
