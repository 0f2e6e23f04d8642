"""An audit as a page of Markdown: the same record as the HTML page, in the same order; what came from the input is escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from adjudicator.audit.record import ActEntry, Audit, FindingEntry
from adjudicator.findings import Severity, unruled
from adjudicator.words import MEANING_OF_CHANCES, chance, sentence
from exporters.report import words
from exporters.report.markdown import escaped, reason_lines
from exporters.report.runs import Run, runs


def audit_markdown(audit: Audit) -> str:
    """The whole page."""
    return "\n".join(_lines(audit)) + "\n"


def _lines(audit: Audit) -> Iterator[str]:
    yield f"# {escaped(audit.title)}"
    yield ""
    yield f"{escaped(words.summary(audit))}."
    yield ""
    yield f"{escaped(' · '.join(words.facts(audit)))}."
    yield from _findings(audit)
    yield from _moves(audit)
    yield from _dice(audit)
    yield from _chain(audit)
    yield from _rules(audit)
    if audit.notes:
        yield from ("", "## Notes", "")
        yield from (f"- {note.kind.value}: {escaped(str(note))}" for note in audit.notes)


def _findings(audit: Audit) -> Iterator[str]:
    acts = {act.number: act for act in audit.acts}
    for severity in Severity:
        found = [each for each in audit.findings if each.severity is severity]
        if found:
            yield from ("", f"## {words.HEADINGS[severity]}", "")
            for finding in found:
                yield from _finding(finding, acts.get(finding.act))
    if audit.comparison:
        beside = audit.comparison
        yield from ("", f"## Beside the earlier audit {escaped(beside.earlier)}", "")
        for word, ids in (("new", beside.new), ("gone", beside.gone)):
            yield f"- {word}: {len(ids) or 'none'}"
            yield from (f"    - {escaped(each)}: {escaped(beside.told(each))}" for each in ids)
        yield f"- the same: {len(beside.same)}"
    if audit.rulings:
        yield from ("", "## Rulings", "")
        for ruling in audit.rulings:
            told = escaped(", ".join(ruling.findings)) or "stale: nothing it speaks of is found now"
            yield f"- {escaped(ruling.about)}: {escaped(ruling.reason)} ({told})"


def _finding(finding: FindingEntry, act: ActEntry | None) -> Iterator[str]:
    place = words.where(finding, max(finding.step, act.steps[-1] if act and act.steps else 0))
    yield f"- **{escaped(finding.rule)}** {escaped(finding.title)}{f' ({escaped(place)})' if place else ''}  "
    yield f"  {escaped(words.by_whom(finding))}  "
    yield f"  {escaped(finding.because)}  "
    if finding.ruling:
        yield f"  Overruled by the umpire: {escaped(finding.ruling)}  "
    if finding.names or finding.units:
        yield f"  Units: {escaped(', '.join(finding.names or finding.units))}  "
    if finding.missing:
        yield f"  Missing: {escaped(finding.missing)}  "
    yield from reason_lines(finding.reasons)
    for trace in finding.traces:
        yield f"  {escaped(words.trace_words(trace, finding, act))}: {escaped(words.steps_of(trace))}  "
    if finding.reading:
        yield f"  Reading: {escaped(finding.reading)}  "
    yield f"  Book: {escaped(finding.citation)}; finding {escaped(finding.id)}"


def _moves(audit: Audit) -> Iterator[str]:
    if audit.acts:
        yield from ("", "## Moves")
    named = words.named(audit)
    for heading, acts in words.by_turn(audit):
        yield from ("", f"### {escaped(heading) or 'Before the first turn'}", "")
        yield from (_run(run, named, audit.doer) for run in runs(acts))
    if audit.ignored:
        yield from ("", "Steps in which nothing was played:", "")
        yield from (f"- step {step.step}: {escaped(step.ignored)}" for step in audit.ignored)


def _run(run: Run, named: Callable[[str], str], doer: Callable[[ActEntry], str]) -> str:
    act = run.act
    who = doer(act)
    said = "" if act.text.startswith("*") else words.remark(act)
    parts = (
        escaped(f"– {said}") if said else "",
        f"(by {escaped(who)})" if who else "",
        f"*taken back in step {act.undone}*" if act.undone else "",
        f"**{'ILLEGAL' if act.verdict == 'illegal' else 'not sure'}**"
        if act.verdict and act.verdict != "legal"
        else "",
        escaped("; ".join(map(named, act.findings))),
    )
    steps = f"steps {run.first} to {run.last}" if run.count > 1 and run.first != run.last else f"step {run.last}"
    count = f"{run.count} × " if run.count > 1 else ""
    told = f"{steps if run.last else ''}: {count}{escaped(act.kind)} {escaped(words.told(act))}"
    return f"- {told} {' '.join(part for part in parts if part)}".rstrip()


def _dice(audit: Audit) -> Iterator[str]:
    if not audit.rolls:
        return
    yield from ("", "## Dice", "")
    if audit.series:
        yield MEANING_OF_CHANCES
        yield ""
        rows = (
            (
                audit.called(one.player),
                one.what,
                f"{one.count} × d{one.sides}",
                " ".join(map(str, one.faces)),
                f"{one.mean:.2f} ({one.expected:.1f})",
                chance(one.sum_adjusted),
                chance(one.faces_adjusted),
            )
            for one in audit.series
        )
        yield from _table(
            (
                "player",
                "what",
                "dice",
                "faces from 1 up",
                "average (fair)",
                "chance of such an average",
                "chance of such faces",
            ),
            rows,
        )
        yield ""
    throws = (
        (
            str(roll.step),
            audit.doer(roll),
            roll.what,
            roll.thrown,
            roll.purpose,
            roll.turn,
            roll.followed,
        )
        for roll in audit.rolls
    )
    yield from _table(("step", "player", "what", "dice", "for", "turn", "what followed"), throws)


def _chain(audit: Audit) -> Iterator[str]:
    if not audit.files:
        return
    yield from ("", "## Chain", "", words.chain_words(audit), "")
    rows = (
        (file.name, file.kind, f"{file.module} {file.module_version}", str(file.steps), words.saved(file.saved))
        for file in audit.files
    )
    yield from _table(("file", "kind", "module", "steps", "saved"), rows)
    yield ""
    for link in audit.chain.links:
        yield f"- **{escaped(link.joint)}**: {escaped(link.text)}"
        for each in link.differences:
            what = each.counter.name if each.counter else each.subject
            harmless = " (harmless)" if each.harmless else ""
            yield f"    - {escaped(each.change)} {escaped(what)}: {escaped(each.was)} → {escaped(each.now)}{harmless}"
    for said in audit.chain.contradictions:
        what = f"{said.subject}: says {said.says}, but {said.found}"
        yield f"- {escaped(said.file)} step {said.step}: {escaped(what)}"
    yield from (f"- {escaped(remark)}" for remark in (*audit.chain.remarks, *audit.chain.changed_since))


def _rules(audit: Audit) -> Iterator[str]:
    yield from ("", "## Rules", "")
    if not audit.coverage:
        yield "No rules were judged."
    else:
        yield f"{words.tally(audit.coverage)}. {escaped(sentence(unruled(audit.areas)))}."
        yield ""
        rows = (
            (entry.rule, entry.title, entry.ran.value, entry.why)
            for _, entries in words.by_outcome(audit.coverage)
            for entry in entries
        )
        yield from _table(("rule", "title", "outcome", "why"), rows)
    if audit.readings:
        yield from ("", "## Readings in force", "")
        yield from _table(("reading", "choice"), audit.readings)


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    yield from (f"| {' | '.join(map(escaped, row))} |" for row in rows)
