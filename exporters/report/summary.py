"""An audit in ten plain lines, for an e-mail: who, what was judged, the verdict, the worst findings, doubts, dice, files.

No line is wider than a mail program leaves whole; what does not fit is cut between words, never wrapped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from adjudicator.audit.record import Audit
from adjudicator.exporters.report.dice_words import dice_words
from adjudicator.findings import Finding, Ran, Severity, headlines, none_broken
from adjudicator.harmless import harmless_line
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.lean import dataclass
from adjudicator.said import quoted, say, strung
from adjudicator.words import counted, listed

LINES = 10
WIDTH = 72
CUT = "..."
MOST_FILES = 2


@dataclass(frozen=True, slots=True)
class Broken:
    """Findings of one rule, in order of play: the first of them and how many there are."""

    first: Finding
    count: int

    @property
    def line(self) -> str:
        """The rule, where it was broken first and by whom."""
        often = say(" ({count} times)", self.count) if self.count > 1 else ""
        units = listed(self.first.names or self.first.units)
        who = say(", {units}", units) if units else ""
        return say("{rule}{often}: {when}{who}", rule_words(self.first), often, _when(self.first), who)


def summary_lines(audit: Audit, language: Language = IN_ENGLISH) -> tuple[str, ...]:
    """The lines in a language, ten at most."""
    head = [
        strung((audit.title, _turns(audit))),
        say("Players: {players}", _players(audit)),
        say("Files: {files}", _files(audit)),
        *_rules(audit),
        say("Verdict: {verdict}", verdict(audit)),
        *_passed(audit),
    ]
    tail = [*_doubts(audit), say("Dice: {dice}", dice_words(audit))]
    worst = list(_worst_lines(worst_of(audit), LINES - len(head) - len(tail)))
    return tuple(fitted(language.told(each)) for each in (*head, *worst, *tail))


def as_text(audit: Audit, language: Language = IN_ENGLISH) -> str:
    """The lines as a text."""
    return "".join(f"{line}\n" for line in summary_lines(audit, language))


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
        "outcome": audit.outcome,
        "violations": audit.count(Severity.VIOLATION),
        "doubts": audit.count(Severity.DOUBT),
        "worst": worst,
        "dice": dice_words(audit),
        "sound": audit.chain.sound,
    }


def verdict(audit: Audit) -> str:
    """The verdict alone, in a few words."""
    if not audit.pack:
        return say("none, since no rules were given")
    broken, doubts = audit.count(Severity.VIOLATION), audit.count(Severity.DOUBT)
    said = counted(broken, "violation") if broken else none_broken(audit.coverage)
    return say("{said}, {doubts}", said, counted(doubts, "doubt")) if doubts else said


def worst_of(audit: Audit, severity: Severity = Severity.VIOLATION) -> list[Broken]:
    """The findings that stand, by rule: the rule broken most often first, then in order of play."""
    standing = [each for each in audit.findings if each.severity is severity and not each.ruling]
    by_rule = groupby(sorted(standing, key=lambda each: (each.rule, each.step)), key=lambda each: each.rule)
    found = [Broken(same[0], len(same)) for _, group in by_rule if (same := list(group))]
    return sorted(found, key=lambda each: (-each.count, each.first.step))


def rule_words(finding: Finding) -> str:
    """A rule as a player cites it: its number in the book and its title."""
    return say("{rule} {title}", finding.rule.rpartition(":")[2], finding.title)


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
    yield from (say("- {line}", each.line) for each in shown)
    left = sum(each.count for each in found[len(shown) :])
    if left:
        yield say("- and {violations} more, which the full report tells", counted(left, "violation"))


def _turns(audit: Audit) -> str:
    turns = sorted({each.turn for each in audit.phases if each.turn})
    if not turns:
        return ""
    return say(", turn {start}", turns[0]) if len(turns) == 1 else say(", turns {start} to {end}", turns[0], turns[-1])


def _players(audit: Audit) -> str:
    """Who played, each with his side: those who did something, else all who have a side."""
    active = {act.player for act in audit.acts}
    seated = [each for each in audit.players if each.side]
    found = [each for each in seated if each.player in active] or seated
    named = [f"{each.name or each.player}{f' ({each.side})' if each.side != each.name else ''}" for each in found]
    return listed(dict.fromkeys(named)) or say("nobody has taken a seat")


def _files(audit: Audit) -> str:
    """Which files, and whether they follow from one another."""
    names = [file.name for file in audit.files]
    files = (
        strung(names, ", ")
        if len(names) <= MOST_FILES
        else say("{count}, {start} to {end}", len(names), names[0], names[-1])
    )
    loose = sum(not link.sound for link in audit.chain.links)
    against = len(audit.chain.contradictions)
    joints, lies = counted(loose, "loose joint"), counted(against, "contradiction")
    wrong = [told for count, told in ((loose, joints), (against, lies)) if count]
    if wrong:
        told = say("{wrong} in {files}", listed(wrong), files)
    elif len(names) > 1 and not audit.unread:
        told = say("{files}; each follows from the one before", files)
    else:
        told = files
    return strung((told, say("{files} could not be read", listed(audit.unread))), "; ") if audit.unread else told


def _rules(audit: Audit) -> Iterator[str]:
    if audit.pack:
        judged = sum(1 for entry in audit.coverage if entry.ran is Ran.JUDGED)
        yield say(
            "Rules: {pack} ({judged} of {count} applied), as {viewer} sees it",
            audit.pack,
            judged,
            len(audit.coverage),
            quoted(audit.viewer),
        )


def _passed(audit: Audit) -> Iterator[str]:
    """The first thing that was not judged, and how many more there are."""
    found = headlines(audit.notes) if audit.pack else ()
    if found:
        more = say(" (and {count} more)", len(found) - 1) if len(found) > 1 else ""
        yield say("Mind{more}: {text}", more, found[0].text)


def _doubts(audit: Audit) -> Iterator[str]:
    found = worst_of(audit, Severity.DOUBT)
    if found:
        first, count = found[0].first, sum(each.count for each in found)
        missing = say(" ({missing})", first.missing) if first.missing else ""
        often = say(" ({count})", count) if count > 1 else ""
        yield say("Not sure{often}: {rule}, {when}{missing}", often, rule_words(first), _when(first), missing)


def _when(finding: Finding) -> str:
    step = say("step {step}", finding.file_step or finding.step) if finding.step else say("at the start")
    return strung((step, *([" ".join(finding.at)] if finding.at else [])), ", ")
