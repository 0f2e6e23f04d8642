"""A report as a page of Markdown; what came from the input is escaped, so that it stays text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudicator.exporters.report.words import HEADINGS, steps_of, tally
from adjudicator.findings import (
    Finding,
    Report,
    asked_back,
    cause_words,
    headlines,
    of_one_cause,
    phases_words,
    unruled,
)
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.lean import replace
from adjudicator.model.known import Reason
from adjudicator.said import say
from adjudicator.words import sentence

ALIKE = str.maketrans({"<": "‹", ">": "›", "`": "'", "*": "∗", "|": "¦", "\\": "∖", "~": "∼"})
"""Signs of markup, and signs that look like them: a page that is pasted into an e-mail should read well unrendered."""
HEADS = ("rule", "title", "outcome", "why")
_AT_WORDS_END = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_LINK = re.compile(r"\](?=[\[(:])")
_LIST = re.compile(r"^(?=[#+=-]|\d{1,9}[.)] )")


def markdown(report: Report) -> str:
    """The whole page, in the language of the report."""
    told = report.language.all_told(replace(report, language=IN_ENGLISH))
    return "\n".join(_lines(told, report.language)) + "\n"


def escaped(text: str) -> str:
    """Text from outside as one line that Markdown shows as it is, and that reads the same where nobody renders it.

    What would act as markup is shown by a sign that looks alike; nothing is escaped by backslashes or entities.
    """
    line = " ".join(text.split()).translate(ALIKE)
    line = _AT_WORDS_END.sub("ˍ", _ENTITY.sub("& ", _LINK.sub("] ", line)))
    return _LIST.sub("\u2060", line)


def reason_lines(reasons: Iterable[Reason]) -> Iterator[str]:
    """The tree that says why, as a list within the list of findings."""
    for reason in reasons:
        for depth, node in reason.lines():
            yield f"{'  ' * (depth + 1)}- {escaped(node.sentence)}"


def _lines(report: Report, language: Language) -> Iterator[str]:
    text, told = language.text, language.told
    yield f"# {escaped(report.subject)}"
    yield ""
    yield told(say("Judged by {pack}: {summary}.", escaped(report.pack), report.summary))
    for note in headlines(report.notes):
        yield from ("", f"**{escaped(sentence(note.text))}**")
    for asked in (*asked_back(report.findings), *report.assumed):
        yield from ("", f"**{escaped(sentence(told(asked)))}**")
    if report.phases:
        yield from ("", f"{escaped(sentence(told(phases_words(report.phases))))}.")
    for line in report.victory:
        yield from ("", f"{escaped(sentence(told(line)))}.")
    alike = frozenset(of_one_cause(report.findings))
    if cause := cause_words(report.findings):
        yield from ("", f"{escaped(sentence(told(cause)))}.")
    apart = [finding for place, finding in enumerate(report.findings) if place not in alike]
    for severity, heading in HEADINGS.items():
        found = [finding for finding in apart if finding.severity is severity]
        if found:
            yield from ("", f"## {told(heading)}", "")
            for finding in found:
                yield from _finding(finding, language)
    if report.readings:
        yield from ("", f"## {text('Readings in force')}", "", f"| {text('reading')} | {text('choice')} |", "|---|---|")
        yield from (f"| {escaped(name)} | {escaped(choice)} |" for name, choice in report.readings)
    yield from _coverage(report, language)
    if report.notes:
        yield from ("", f"## {text('Notes on reading the file')}", "")
        yield from (f"- {note.kind}: {escaped(str(note))}" for note in report.notes)


def _finding(finding: Finding, language: Language) -> Iterator[str]:
    text, where = language.text, language.told(finding.place)
    yield f"- **{escaped(finding.rule)}** {escaped(finding.title)}{f' ({escaped(where)})' if where else ''}  "
    yield f"  {escaped(finding.because)}  "
    if finding.names or finding.units:
        yield f"  {text('Units')}: {escaped(', '.join(finding.names or finding.units))}  "
    if finding.missing:
        yield f"  {text('Missing')}: {escaped(finding.lacking)}  "
    yield from reason_lines(finding.reasons)
    for trace in finding.traces:
        label = f" ({escaped(trace.label)})" if trace.label else ""
        yield f"  {escaped(trace.kind)}{label}: {escaped(steps_of(trace))}  "
    if finding.reading:
        yield f"  {text('Reading')}: {escaped(finding.reading)}  "
    yield f"  {text('Book')}: {escaped(str(finding.citation))}; {text('finding')} {escaped(finding.id)}"


def _coverage(report: Report, language: Language) -> Iterator[str]:
    text = language.text
    if not report.coverage:
        return
    yield from ("", f"## {text('What was looked at')}", "")
    looked, left = language.told(tally(report.coverage)), language.told(unruled(report.areas))
    yield f"{looked}. {escaped(sentence(left))}."
    yield from ("", f"| {' | '.join(map(text, HEADS))} |", "|---|---|---|---|")
    for entry in report.coverage:
        yield f"| {escaped(entry.rule)} | {escaped(entry.title)} | {text(entry.ran.value)} | {escaped(entry.why)} |"
