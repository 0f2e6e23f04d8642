"""A report as a page of Markdown; what came from the input is escaped, so that it stays text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudicator.findings import Finding, Report, phases_words, unruled
from adjudicator.model.known import Reason
from adjudicator.words import sentence
from exporters.report.words import HEADINGS, steps_of, tally

ALIKE = str.maketrans({"<": "‹", ">": "›", "`": "'", "*": "∗", "|": "¦", "\\": "∖", "~": "∼"})
"""Signs of markup, and signs that look like them: a page that is pasted into an e-mail should read well unrendered."""
_AT_WORDS_END = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_LINK = re.compile(r"\](?=[\[(:])")
_LIST = re.compile(r"^(?=[#+=-]|\d{1,9}[.)] )")


def markdown(report: Report) -> str:
    """The whole page."""
    return "\n".join(_lines(report)) + "\n"


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


def _lines(report: Report) -> Iterator[str]:
    yield f"# {escaped(report.subject)}"
    yield ""
    yield f"Judged by {escaped(report.pack)}: {report.summary}."
    if report.phases:
        yield from ("", f"{escaped(sentence(phases_words(report.phases)))}.")
    for severity, heading in HEADINGS.items():
        found = [finding for finding in report.findings if finding.severity is severity]
        if found:
            yield from ("", f"## {heading}", "")
            for finding in found:
                yield from _finding(finding)
    if report.readings:
        yield from ("", "## Readings in force", "", "| reading | choice |", "|---|---|")
        yield from (f"| {escaped(name)} | {escaped(choice)} |" for name, choice in report.readings)
    yield from _coverage(report)
    if report.notes:
        yield from ("", "## Notes on reading the file", "")
        yield from (f"- {note.kind}: {escaped(str(note))}" for note in report.notes)


def _finding(finding: Finding) -> Iterator[str]:
    where = finding.place
    yield f"- **{escaped(finding.rule)}** {escaped(finding.title)}{f' ({escaped(where)})' if where else ''}  "
    yield f"  {escaped(finding.because)}  "
    if finding.names or finding.units:
        yield f"  Units: {escaped(', '.join(finding.names or finding.units))}  "
    if finding.missing:
        yield f"  Missing: {escaped(finding.missing)}  "
    yield from reason_lines(finding.reasons)
    for trace in finding.traces:
        label = f" ({escaped(trace.label)})" if trace.label else ""
        yield f"  {escaped(trace.kind)}{label}: {escaped(steps_of(trace))}  "
    if finding.reading:
        yield f"  Reading: {escaped(finding.reading)}  "
    yield f"  Book: {escaped(str(finding.citation))}; finding {escaped(finding.id)}"


def _coverage(report: Report) -> Iterator[str]:
    if not report.coverage:
        return
    yield from ("", "## What was looked at", "")
    yield f"{tally(report.coverage)}. {escaped(sentence(unruled(report.areas)))}."
    yield from ("", "| rule | title | outcome | why |", "|---|---|---|---|")
    for entry in report.coverage:
        yield f"| {escaped(entry.rule)} | {escaped(entry.title)} | {entry.ran.value} | {escaped(entry.why)} |"
