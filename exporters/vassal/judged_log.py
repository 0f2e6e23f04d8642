"""A judged log: a log as VASSAL wrote it, with our verdict in the chat after each step that breaks a rule.

A line belongs to the step that it is about, so steps keep their numbers and one click shows a move and its verdict. Nothing
else differs from the log that was read. How the chat colours a line by its first signs: `Chatter.doShow`, `QuickColors`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adjudicator.audit.record import Audit, FileEntry
from adjudicator.exporters.vassal.savegame import FORMAT, steps_of, write_log
from adjudicator.exporters.vassal.steps import LOGGED
from adjudicator.findings import Finding, Severity, none_broken
from adjudicator.harmless import harmless_line
from adjudicator.importers.vassal.wire.commands import NamedCommand, Tree, encode
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.lean import dataclass, replace
from adjudicator.marks import OutputKind, OutputMark
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.notes import Note
from adjudicator.said import Said, say, strung
from adjudicator.words import counted, listed, sentence

RED, LIGHT_RED, BLACK = "~", "?", "|"
"""Signs with which a report of the game is shown in another colour."""
TOLD = {Severity.VIOLATION: (RED, say("ILLEGAL")), Severity.DOUBT: (LIGHT_RED, say("NOT SURE"))}
_ENTITY = re.compile(r"&(?=#?\w+;)")


@dataclass(frozen=True, slots=True)
class JudgedLog:
    """A log with all that it holds, and what to say in the chat after its steps, which are counted from 1."""

    log: GameLog
    lines: Mapping[int, Sequence[str]]
    module: Module | None = None
    origin: str = ""
    """What stands for the file that the log was read from."""


def write_judged_log(judged: JudgedLog, path: Path) -> tuple[Note, ...]:
    """Write it as a `.vlog`; verdicts of an earlier judgement went when it was read."""
    log = judged.log
    trees = enumerate(steps_of(log, judged.module), 1)
    told = [_said_after(tree, judged.lines.get(number, ())) for number, tree in trees]
    told_log = replace(log, carried={**log.carried, FORMAT: {"steps": told}})
    return write_log(told_log, path, module=judged.module, mark=OutputMark(OutputKind.JUDGED, judged.origin))


def verdict_lines(
    audit: Audit, file: FileEntry, *, doubts: bool = False, language: Language = IN_ENGLISH
) -> dict[int, list[str]]:
    """What a judgement says of one of its files, step by step; what it says of the whole comes last."""
    lines: dict[int, list[str]] = defaultdict(list)
    for finding in _told(audit, doubts):
        at = finding.step - file.first + 1
        if finding.step == 0 and file is _first_log(audit):
            lines[1].append(_line(finding, language, say("before the first step: {because}", finding.because)))
        elif 1 <= at <= file.steps:
            lines[at].append(_line(finding, language, finding.because))
    lines[file.steps].append(_as_chat(language.told(_summary(audit, file)), BLACK))
    return dict(lines)


def _told(audit: Audit, doubts: bool) -> Iterator[Finding]:
    """The findings to speak of; an umpire's ruling silences one."""
    for finding in audit.findings:
        wanted = finding.severity is Severity.VIOLATION or (doubts and finding.severity is Severity.DOUBT)
        if wanted and not finding.ruling:
            yield finding


def _first_log(audit: Audit) -> FileEntry | None:
    return next((file for file in audit.files if file.kind == "log"), None)


def _line(finding: Finding, language: Language, because: str) -> str:
    colour, verdict = TOLD[finding.severity]
    missing = say("; unknown: {missing}", finding.missing) if finding.missing else ""
    book = str(finding.citation) or finding.rule
    told = [language.told(each) for each in (verdict, because, missing, finding.title, book)]
    return _as_chat(f"{told[0]}: {sentence(told[1])}{told[2]} [{told[3]}: {told[4]}]", colour)


def _summary(audit: Audit, file: FileEntry) -> Said:
    """The last line: what was judged, by which rules, for whose eyes, and how it came out."""
    steps = range(file.first, file.first + file.steps)
    mine = [each for each in audit.findings if (each.step in steps or not each.step) and not each.ruling]
    broken = sum(each.severity is Severity.VIOLATION for each in mine)
    doubts = sum(each.severity is Severity.DOUBT for each in mine)
    if not broken:
        none = [none_broken(audit.coverage), *([counted(doubts, "doubt")] if doubts else [])]
        told = strung(none, ", ")
        return say("{file}, judged by {pack} as {viewer} sees it: {told}", file.name, audit.pack, audit.viewer, told)
    said = listed([counted(broken, "violation"), *([counted(doubts, "doubt")] if doubts else [])])
    return say("{verdict} in {file}, judged by {pack} as {viewer} sees it", said, file.name, audit.pack, audit.viewer)


def _as_chat(text: str, colour: str) -> str:
    """A line that the chat shows as it is: in colour it would read HTML, and before 3.6 it did not know it."""
    plain = _ENTITY.sub("& ", harmless_line(text)).replace("<", "‹").replace(">", "›")
    return f"* {colour}adjudicator: {plain}"


def _said_after(tree: Tree, lines: Sequence[str]) -> Tree:
    """A step with lines of chat behind all that it does."""
    said: list[Tree] = [LOGGED + encode(NamedCommand("say", (line,))) for line in lines]
    if not said:
        return tree
    return [tree, *said] if isinstance(tree, str) else [*tree, *said]
