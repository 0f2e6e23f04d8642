"""An audit as the text that an umpire would write: who, what was judged, the verdict, each violation with what was done, why it
is illegal and what to undo, by player and turn; then doubts, dice, files. A violation has the number that it has on every page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from adjudicator.audit.record import Audit
from adjudicator.exporters.report.dice_words import dice_words
from adjudicator.exporters.report.remedies import remedy
from adjudicator.findings import Finding, Ran, Severity, headlines, none_broken
from adjudicator.harmless import harmless_line
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.lean import dataclass
from adjudicator.said import quoted, say, strung
from adjudicator.words import counted, listed

MOST_FILES = 2


@dataclass(frozen=True, slots=True)
class Broken:
    """Findings of one rule, in order of play: the first of them and how many there are."""

    first: Finding
    count: int


def summary_lines(audit: Audit, language: Language = IN_ENGLISH) -> tuple[str, ...]:
    """The lines in a language: one for each violation, one for each player's turn, and eight at most besides."""
    found = (
        strung((audit.title, _turns(audit))),
        say("Players: {players}", _players(audit)),
        say("Files: {files}", _files(audit)),
        *_rules(audit),
        say("Verdict: {verdict}", verdict(audit)),
        *_passed(audit),
        *_violations(audit),
        *_doubts(audit),
        say("Dice: {dice}", dice_words(audit)),
    )
    return tuple(" ".join(harmless_line(language.told(each)).split()) for each in found)


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
        "told": list(_told(audit)),
        "dice": dice_words(audit),
        "sound": audit.chain.sound,
    }


def _told(audit: Audit) -> Iterator[dict[str, object]]:
    """The violations by the numbers that they have everywhere."""
    for number, each in _standing(audit, Severity.VIOLATION):
        yield {
            "number": number,
            "finding": each.id,
            "rule": each.rule,
            "turn": each.turn,
            "sides": each.sides,
            "file": each.file,
            "step": each.file_step or each.step,
            "because": str(each.because),
            "undo": str(remedy(each, audit)),
        }


def _standing(audit: Audit, severity: Severity) -> Iterator[tuple[int, Finding]]:
    """The findings that no ruling sets aside, each with its number, in order of play."""
    for number, each in enumerate(audit.findings, 1):
        if each.severity is severity and not each.ruling:
            yield number, each


def verdict(audit: Audit) -> str:
    """The verdict alone, in a few words."""
    if not audit.pack:
        return say("none, since no rules were given")
    broken, doubts = audit.count(Severity.VIOLATION), audit.count(Severity.DOUBT)
    said = counted(broken, "violation") if broken else none_broken(audit.coverage)
    return say("{said}, {doubts}", said, counted(doubts, "doubt")) if doubts else said


def worst_of(audit: Audit, severity: Severity = Severity.VIOLATION) -> list[Broken]:
    """The findings that stand, by rule: the rule broken most often first, then in order of play."""
    standing = (each for _, each in _standing(audit, severity))
    by_rule = groupby(sorted(standing, key=lambda each: (each.rule, each.step)), key=lambda each: each.rule)
    found = [Broken(same[0], len(same)) for _, group in by_rule if (same := list(group))]
    return sorted(found, key=lambda each: (-each.count, each.first.step))


def rule_words(finding: Finding) -> str:
    """A rule as a player cites it: its number in the book and its title."""
    return say("{rule} {title}", finding.rule.rpartition(":")[2], finding.title)


def _violations(audit: Audit) -> Iterator[str]:
    """Each violation that stands, under the player and turn that it is of, in order of play."""
    groups: dict[tuple[tuple[str, ...], int], list[tuple[int, Finding]]] = {}
    for number, finding in _standing(audit, Severity.VIOLATION):
        groups.setdefault((finding.sides, finding.turn), []).append((number, finding))
    for (sides, turn), found in groups.items():
        who = _called(audit, sides)
        yield say("{who}, turn {turn}:", who, turn) if turn else say("{who}:", who)
        yield from (_violation(audit, number, finding) for number, finding in found)


def _violation(audit: Audit, number: int, finding: Finding) -> str:
    """What was done and why it is illegal, by which rule, and what to undo."""
    told = finding.because
    if finding.at and not any(place in str(told) for place in finding.at):
        told = say("{because} (in {places})", told, listed(finding.at))
    return say(
        "{number}. {when}: {because} - {rule}. Undo: {remedy}.",
        number,
        _step(audit, finding),
        told,
        rule_words(finding),
        remedy(finding, audit),
    )


def _step(audit: Audit, finding: Finding) -> str:
    """Where it stands in the files, with the file's name if there are several logs."""
    if not finding.step:
        return say("at the start")
    step = finding.file_step or finding.step
    several = sum(1 for file in audit.files if file.steps) > 1
    return say("{file} step {step}", finding.file, step) if several and finding.file else say("step {step}", step)


def _called(audit: Audit, sides: Sequence[str]) -> str:
    """Sides, each with who plays it."""
    if not sides:
        return say("Nobody's side")
    named = {each.side: each.name or each.player for each in audit.players if each.side}
    return listed([f"{side} ({named[side]})" if named.get(side, side) != side else side for side in sides])


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
        missing = say(" ({missing})", first.lacking) if first.missing else ""
        often = say(" ({count})", count) if count > 1 else ""
        number = next(at for at, each in enumerate(audit.findings, 1) if each is first)
        told = say("{number}. {rule}", number, rule_words(first))
        yield say("Not sure{often}: {rule}, {when}{missing}", often, told, _when(first), missing)


def _when(finding: Finding) -> str:
    step = say("step {step}", finding.file_step or finding.step) if finding.step else say("at the start")
    return strung((step, *([" ".join(finding.at)] if finding.at else [])), ", ")
