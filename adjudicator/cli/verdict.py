"""A report on the terminal: the verdict, the findings, and what was not looked at."""

from __future__ import annotations

from adjudicator.cli.lines import say as show
from adjudicator.cli.printing import note_lines, print_table
from adjudicator.findings import (
    Finding,
    Ran,
    Report,
    asked_back,
    cause_words,
    headlines,
    of_one_cause,
    phases_words,
    unruled,
)
from adjudicator.said import say, strung
from adjudicator.words import some_of

MOST_NAMED = 8
MOST_AREAS = 4
MOST_STRANGERS = 12
STRANGER = "unidentified"


def print_report(report: Report) -> None:
    """The whole of it, violations first."""
    told = report.language.told
    show(told(say("{subject}: {summary} ({pack})", report.subject, report.summary, report.pack)))
    first = headlines(report.notes)
    for note in first:
        show(told(note.text))
    for asked in filter(None, (*asked_back(report.findings), *report.assumed, cause_words(report.findings))):
        show(told(asked))
    alike = frozenset(of_one_cause(report.findings))
    apart = [each for place, each in enumerate(report.findings) if place not in alike]
    if apart:
        order = sorted(apart, key=lambda finding: (_weight(finding), finding.key))
        text = report.language.text
        rows = [(text(each.severity.value), each.rule, told(each.place), told(_said(each))) for each in order]
        print_table(tuple(map(text, ("verdict", "rule", "where", "because"))), rows)
    if said := phases_words(report.phases):
        show(told(said))
    for line in report.victory:
        show(told(line))
    _print_unjudged(report)
    strangers = [note for note in report.notes if note.kind == STRANGER]
    for line in note_lines(note for note in report.notes if note not in (*first, *strangers[MOST_STRANGERS:])):
        show(line)
    if more := strangers[MOST_STRANGERS:]:
        show(
            told(say("{count} more names of counters are unidentified: a report lists them (-o report.md)", len(more)))
        )


def _weight(finding: Finding) -> int:
    return ("violation", "doubt", "reminder").index(finding.severity.value)


def _said(finding: Finding) -> str:
    missing = say("; unknown: {missing}", finding.lacking) if finding.missing else ""
    names = finding.names or finding.units
    units = (
        strung((" [", some_of(names, MOST_NAMED), "]")) if any(name not in finding.because for name in names) else ""
    )
    return strung((finding.because, missing, units))


def _print_unjudged(report: Report) -> None:
    """Silence is not a verdict: rules that could not be judged stand here by reason."""
    told = report.language.told
    if report.coverage:
        show(told(unruled(report.areas, MOST_AREAS)))
    left = [entry for entry in report.coverage if entry.ran in (Ran.NOT_CHECKED, Ran.UNDETERMINED)]
    if not left:
        return
    show(told(say("not judged, {left} of {count} rules:", len(left), len(report.coverage))))
    by_reason: dict[str, list[str]] = {}
    for entry in left:
        by_reason.setdefault(entry.why, []).append(entry.rule)
    for reason, rules in sorted(by_reason.items(), key=lambda pair: -len(pair[1])):
        more = say(" and {count} more", len(rules) - MOST_NAMED) if len(rules) > MOST_NAMED else ""
        show(told(strung(("  ", ", ".join(rules[:MOST_NAMED]), more, ": ", reason))))
