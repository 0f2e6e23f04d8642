"""Sentences that the page and the Markdown share: what an act was, where a finding lies, how the files join."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import groupby

from adjudicator.audit.record import ActEntry, Audit
from adjudicator.findings import MOST_PLACES, Coverage, Finding, Ran, Severity, Trace, phases_words
from adjudicator.findings import summary as verdict
from adjudicator.lean import replace
from adjudicator.said import quoted, say, say_number, strung
from adjudicator.words import counted, listed, some_of, word

_STARS = re.compile(r"^\*+ ?| ?\*+(?: ?<[^<>]*>)?$")
HEADINGS = {
    Severity.VIOLATION: say("Violations"),
    Severity.DOUBT: say("Undetermined"),
    Severity.REMINDER: say("Reminders"),
}
VERDICTS = {
    Severity.VIOLATION: say("ILLEGAL"),
    Severity.DOUBT: say("not sure"),
    Severity.REMINDER: say("legal, but owed"),
}
TRACES = {
    "moved": say("as moved"),
    "path": say("way"),
    "supply": say("line of supply"),
    "blocked": say("where it breaks"),
}
CHEAPEST = {
    Severity.VIOLATION: say("cheapest way there is"),
    Severity.DOUBT: say("cheapest legal way"),
    Severity.REMINDER: say("cheapest legal way"),
}
"""What a way is called that was worked out, not moved: where even the cheapest one breaks a rule, it is not legal."""
SIGNS = {Severity.VIOLATION: "●", Severity.DOUBT: "◆", Severity.REMINDER: "■"}


def summary(audit: Audit) -> str:
    """The verdict in one sentence."""
    if not audit.pack:
        return say("No rules were given, so nothing was judged: {played}{chain}", audit.played, _chain_clause(audit))
    return say("{verdict}{chain}", verdict(audit.count, audit.coverage, audit.areas), _chain_clause(audit))


def facts(audit: Audit) -> tuple[str, ...]:
    """What was judged, by what, and for whose eyes."""
    steps = (
        say_number("{number} step: {played}", "{number} steps: {played}", len(audit.steps), audit.played)
        if audit.steps
        else ""
    )
    part = (
        say("steps {first} to {last}", audit.first, audit.last)
        if audit.first > 1 or 0 < audit.last < len(audit.steps)
        else ""
    )
    told = (
        f"{audit.module} {audit.module_version}".strip(),
        say("rules: {pack}", audit.pack) if audit.pack else "",
        say("map: {theatre}", audit.theatre) if audit.theatre else "",
        say("{count} files", len(audit.files)) if len(audit.files) > 1 else "",
        say("could not be read: {files}", ", ".join(audit.unread)) if audit.unread else "",
        steps,
        part,
        phases_words(audit.phases),
        *audit.victory,
        say("as {viewer} may see it", quoted(audit.viewer)),
    )
    return tuple(each for each in told if each)


def chain_words(audit: Audit) -> str:
    """The verdict on the row of files."""
    if not audit.chain.sound:
        loose = sum(1 for link in audit.chain.links if not link.sound)
        against = len(audit.chain.contradictions)
        return say(
            "The files do not hold together: {joints}, {contradictions}.",
            counted(loose, "loose joint"),
            counted(against, "contradiction"),
        )
    if audit.chain.links:
        return say("Each file begins where the one before it ended, and none contradicts itself.")
    return say("One file alone; it does not contradict itself.")


def where(finding: Finding, shown: int = 0) -> str:
    """When and where, in words; `shown` is the step at which the map shows it, where its act went on for longer."""
    step = shown or finding.step
    apart = finding.file and finding.file_step != finding.step
    told = (
        say("turn {turn}", finding.turn) if finding.turn else "",
        finding.phase,
        say("step {step}", step) if finding.step else "",
        say("{file} step {step}", finding.file, finding.file_step + step - finding.step)
        if finding.step and apart
        else "",
        say("at {at}", some_of(finding.at, MOST_PLACES)) if finding.at else "",
    )
    return strung((each for each in told if each), ", ")


def units_of(finding: Finding) -> str:
    """The units of a finding, as the line under it names them."""
    return some_of(finding.names or finding.units, MOST_PLACES)


def by_whom(finding: Finding) -> str:
    """Who did it and the verdict: "by French · ILLEGAL"."""
    who = say("by {sides}", listed(finding.sides)) if finding.sides else ""
    return strung((part for part in (who, VERDICTS[finding.severity]) if part), " · ")


def trace_words(trace: Trace, finding: Finding, act: ActEntry | None) -> str:
    """What a line over the map is: the way that was moved, or the cheapest one that the rules know to the same place."""
    kind = trace_kind(trace, act)
    words = {**TRACES, "cheapest": CHEAPEST[finding.severity]}.get(kind, kind)
    return say("{words} ({label})", words, trace.label) if trace.label else words


def trace_kind(trace: Trace, act: ActEntry | None) -> str:
    """The kind of a line, a path told apart by whether it was moved so."""
    if trace.kind != "path" or act is None or not act.path:
        return trace.kind
    return "moved" if trace.hexes == tuple(place.name for place in act.path) else "cheapest"


def told(act: ActEntry) -> str:
    """What was done, without its kind and without what was said of it (unless that is all)."""
    counters = Tally(counter.name for counter in act.counters)
    who = strung(
        (name if count == 1 else say("{count} × {name}", count, name) for name, count in counters.items()), ", "
    )
    path = strung((place.name or f"({place.x}, {place.y})" for place in act.path), " – ")
    done = strung((part for part in (who, path, strung(act.changes, "; ")) if part), ": ")
    return done or _reported(act.text) or " ".join(map(str, act.dice))


def _reported(text: str) -> str:
    """A line that the program reported, without the stars round it and the name of who pressed the button."""
    return _STARS.sub("", text) if text.startswith("*") else text


def named(audit: Audit) -> Callable[[str], str]:
    """What to call a finding by its id: its rule and the rule's title."""
    known = {finding.id: say("{rule} {title}", finding.rule, finding.title) for finding in audit.findings}
    return lambda name: known.get(name, name)


def remark(act: ActEntry) -> str:
    """What was said or reported of an act that speaks for itself."""
    return act.text if act.counters or act.path or act.changes else ""


def shown_at(audit: Audit) -> tuple[int, ...]:
    """For each finding the step after which its act is complete, so that the board shows what it speaks of."""
    ends = {act.number: act.steps[-1] for act in audit.acts if act.steps}
    return tuple(max(finding.step, ends.get(finding.act, 0)) for finding in audit.findings)


def by_turn(audit: Audit) -> tuple[tuple[str, tuple[ActEntry, ...]], ...]:
    """The acts under headings of turn and phase; an act without a phase is of the phase before it."""
    headings, last = [], ActEntry(-1, "", ())
    for act in audit.acts:
        phase = act.phase or (last.phase if act.turn == last.turn else "")
        last = replace(act, phase=phase)
        told_already = phase.casefold() in act.turn.casefold()
        headings.append(strung((part for part in (act.turn, "" if told_already else phase) if part), ", "))
    grouped = groupby(zip(headings, audit.acts, strict=True), key=lambda pair: pair[0])
    return tuple((heading, tuple(act for _, act in pairs)) for heading, pairs in grouped)


def steps_of(trace: Trace) -> str:
    """A line hex by hex, with its running cost where it has one."""
    costs = (*trace.costs, *("" for _ in trace.hexes))
    return "–".join(f"{at} [{cost}]" if cost else at for at, cost in zip(trace.hexes, costs, strict=False))


def tally(coverage: tuple[Coverage, ...]) -> str:
    """How many rules had which outcome."""
    counted = Tally(entry.ran for entry in coverage)
    return strung((say("{count} {outcome}", counted[ran], word(ran.value)) for ran in Ran if counted[ran]), ", ")


def by_outcome(coverage: tuple[Coverage, ...]) -> Iterator[tuple[Ran, tuple[Coverage, ...]]]:
    """The rules, those first that could not be judged."""
    for ran in (Ran.UNDETERMINED, Ran.NOT_CHECKED, Ran.JUDGED, Ran.NOT_APPLICABLE):
        found = tuple(entry for entry in coverage if entry.ran is ran)
        if found:
            yield ran, found


def saved(milliseconds: int | None) -> str:
    """When a file says it was saved."""
    if milliseconds is None or not 0 <= milliseconds < 253_402_300_000_000:
        return ""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _chain_clause(audit: Audit) -> str:
    return "" if audit.chain.sound else say("; the files do not hold together")
