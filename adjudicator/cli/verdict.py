"""A report on the terminal: the verdict, the findings, and what was not looked at."""

from __future__ import annotations

from adjudicator.cli.lines import say
from adjudicator.cli.printing import note_lines, print_table
from adjudicator.findings import Finding, Ran, Report, phases_words, unruled

MOST_NAMED = 8
MOST_AREAS = 4


def print_report(report: Report) -> None:
    """The whole of it, violations first."""
    say(f"{report.subject}: {report.summary} ({report.pack})")
    if report.findings:
        order = sorted(report.findings, key=lambda finding: (_weight(finding), finding.key))
        rows = [(each.severity.value, each.rule, each.place, _said(each)) for each in order]
        print_table(("verdict", "rule", "where", "because"), rows)
    if said := phases_words(report.phases):
        say(said)
    _print_unjudged(report)
    for line in note_lines(report.notes):
        say(line)


def _weight(finding: Finding) -> int:
    return ("violation", "doubt", "reminder").index(finding.severity.value)


def _said(finding: Finding) -> str:
    missing = f"; unknown: {finding.missing}" if finding.missing else ""
    units = f" [{', '.join(finding.names or finding.units)}]" if finding.units else ""
    return f"{finding.because}{missing}{units}"


def _print_unjudged(report: Report) -> None:
    """Silence is not a verdict: rules that could not be judged stand here by reason."""
    if not report.coverage:
        say("nothing was judged: the pack has no rules")
    else:
        say(unruled(report.areas, MOST_AREAS))
    left = [entry for entry in report.coverage if entry.ran in (Ran.NOT_CHECKED, Ran.UNDETERMINED)]
    if not left:
        return
    say(f"not judged, {len(left)} of {len(report.coverage)} rules:")
    by_reason: dict[str, list[str]] = {}
    for entry in left:
        by_reason.setdefault(entry.why, []).append(entry.rule)
    for reason, rules in sorted(by_reason.items(), key=lambda pair: -len(pair[1])):
        more = f" and {len(rules) - MOST_NAMED} more" if len(rules) > MOST_NAMED else ""
        say(f"  {', '.join(rules[:MOST_NAMED])}{more}: {reason}")
