"""An audit as a page of Markdown: the same record as the HTML page, in the same order; what came from the input is escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from adjudicator.audit.record import ActEntry, Audit
from adjudicator.exporters.report import words
from adjudicator.exporters.report.markdown import escaped, reason_lines
from adjudicator.exporters.report.remedies import remedy
from adjudicator.exporters.report.runs import ActRun, runs
from adjudicator.findings import Finding, Severity, asked_back, cause_words, headlines, of_one_cause, unruled
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.said import say
from adjudicator.words import MEANING_OF_CHANCES, chance, sentence


def audit_markdown(audit: Audit, language: Language = IN_ENGLISH) -> str:
    """The whole page, in a language."""
    return "\n".join(_lines(language.all_told(audit), language)) + "\n"


def _lines(audit: Audit, language: Language) -> Iterator[str]:
    text, told = language.text, language.told
    yield f"# {escaped(audit.title)}"
    yield ""
    yield f"{escaped(told(words.summary(audit)))}."
    yield ""
    yield f"{escaped(' · '.join(map(told, words.facts(audit))))}."
    for note in headlines(audit.notes) if audit.pack else ():
        yield from ("", f"**{escaped(sentence(note.text))}**")
    yield from _findings(audit, language)
    yield from _moves(audit, language)
    yield from _dice(audit, language)
    yield from _chain(audit, language)
    yield from _rules(audit, language)
    if audit.notes:
        yield from ("", f"## {text('Notes')}", "")
        yield from (f"- {note.kind.value}: {escaped(str(note))}" for note in audit.notes)


def _findings(audit: Audit, language: Language) -> Iterator[str]:
    text, told = language.text, language.told
    acts = {act.number: act for act in audit.acts}
    for line in (*asked_back(audit.findings), *audit.assumed):
        yield from ("", f"**{escaped(sentence(told(line)))}**")
    alike = frozenset(of_one_cause(audit.findings))
    if cause := cause_words(audit.findings):
        yield from ("", f"{escaped(sentence(told(cause)))}.")
    apart = [(place + 1, each) for place, each in enumerate(audit.findings) if place not in alike]
    for severity in Severity:
        found = [(number, each) for number, each in apart if each.severity is severity]
        if found:
            yield from ("", f"## {told(words.HEADINGS[severity])}", "")
            for number, finding in found:
                yield from _finding(number, finding, acts.get(finding.act), audit, language)
    if audit.comparison:
        beside = audit.comparison
        yield from ("", f"## {text('Beside the earlier audit')} {escaped(beside.earlier)}", "")
        for word, ids in (("new", beside.new), ("gone", beside.gone)):
            yield f"- {text(word)}: {len(ids) or text('none')}"
            yield from (f"    - {escaped(each)}: {escaped(beside.told(each))}" for each in ids)
        yield f"- {text('the same:')} {len(beside.same)}"
    if audit.rulings:
        yield from ("", f"## {text('Rulings')}", "")
        for ruling in audit.rulings:
            fits = escaped(", ".join(ruling.findings)) or text("stale: nothing it speaks of is found now")
            yield f"- {escaped(ruling.about)}: {escaped(ruling.reason)} ({fits})"


def _finding(number: int, finding: Finding, act: ActEntry | None, audit: Audit, language: Language) -> Iterator[str]:
    """A finding under the number that it has in every report."""
    text, told = language.text, language.told
    place = told(words.where(finding, max(finding.step, act.steps[-1] if act and act.steps else 0)))
    yield f"- **{number}** **{escaped(finding.rule)}** {escaped(finding.title)}{f' ({escaped(place)})' if place else ''}  "
    yield f"  {escaped(told(words.by_whom(finding)))}  "
    yield f"  {escaped(finding.because)}  "
    if finding.severity is Severity.VIOLATION and not finding.ruling:
        yield f"  {escaped(told(say('Undo: {remedy}.', remedy(finding, audit))))}  "
    if finding.ruling:
        yield f"  {text('Overruled by the umpire:')} {escaped(finding.ruling)}  "
    if finding.names or finding.units:
        yield f"  {text('Units')}: {escaped(', '.join(finding.names or finding.units))}  "
    if finding.missing:
        yield f"  {text('Missing')}: {escaped(finding.lacking)}  "
    yield from reason_lines(finding.reasons)
    for trace in finding.traces:
        yield f"  {escaped(told(words.trace_words(trace, finding, act)))}: {escaped(words.steps_of(trace))}  "
    if finding.reading:
        yield f"  {text('Reading')}: {escaped(finding.reading)}  "
    yield f"  {text('Book')}: {escaped(str(finding.citation))}; {text('finding')} {escaped(finding.id)}"


def _moves(audit: Audit, language: Language) -> Iterator[str]:
    text = language.text
    if audit.acts:
        yield from ("", f"## {text('Moves')}")
    named = words.named(audit)
    for heading, acts in words.by_turn(audit):
        yield from ("", f"### {escaped(heading) or text('Before the first turn')}", "")
        yield from (_run(run, named, audit.doer, language) for run in runs(acts))
    if audit.ignored:
        yield from ("", text("Steps in which nothing was played:"), "")
        yield from (f"- {text('step')} {step.step}: {escaped(step.ignored)}" for step in audit.ignored)


def _run(run: ActRun, named: Callable[[str], str], doer: Callable[[ActEntry], str], language: Language) -> str:
    text, told = language.text, language.told
    act = run.act
    who = doer(act)
    said = "" if act.text.startswith("*") else words.remark(act)
    parts = (
        escaped(f"– {said}") if said else "",
        f"({told(say('by {sides}', escaped(who)))})" if who else "",
        f"*{told(say('taken back in step {step}', act.undone))}*" if act.undone else "",
        f"**{text('ILLEGAL' if act.verdict == 'illegal' else 'not sure')}**"
        if act.verdict and act.verdict != "legal"
        else "",
        escaped("; ".join(told(named(each)) for each in act.findings)),
    )
    several = run.count > 1 and run.first != run.last
    steps = told(say("steps {first} to {last}", run.first, run.last) if several else say("step {step}", run.last))
    count = f"{run.count} × " if run.count > 1 else ""
    done = f"{steps if run.last else ''}: {count}{escaped(text(act.kind))} {escaped(told(words.told(act)))}"
    return f"- {done} {' '.join(part for part in parts if part)}".rstrip()


def _dice(audit: Audit, language: Language) -> Iterator[str]:
    text, told = language.text, language.told
    if not audit.rolls:
        return
    yield from ("", f"## {text('Dice')}", "")
    if audit.series:
        yield told(MEANING_OF_CHANCES)
        yield ""
        rows = (
            (
                audit.called(one.player),
                one.what,
                f"{one.count} × d{one.sides}" if not one.outcomes else str(one.count),
                one.fell,
                f"{one.mean:.2f} ({one.expected:.1f})",
                chance(one.sum_adjusted),
                chance(one.faces_adjusted),
            )
            for one in audit.series
        )
        yield from _table(
            tuple(
                map(
                    text,
                    (
                        "player",
                        "what",
                        "dice",
                        "faces from 1 up",
                        "average (fair)",
                        "chance of such an average",
                        "chance of such faces",
                    ),
                )
            ),
            rows,
        )
        yield ""
    for line in audit.untested:
        yield f"- {escaped(told(line))}"
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
    yield from _table(tuple(map(text, ("step", "player", "what", "dice", "for", "turn", "what followed"))), throws)


def _chain(audit: Audit, language: Language) -> Iterator[str]:
    text, told = language.text, language.told
    if not audit.files:
        return
    yield from ("", f"## {text('Chain')}", "", told(words.chain_words(audit)), "")
    rows = (
        (file.name, text(file.kind), f"{file.module} {file.module_version}", str(file.steps), words.saved(file.saved))
        for file in audit.files
    )
    yield from _table(tuple(map(text, ("file", "kind", "module", "steps", "saved"))), rows)
    yield ""
    for link in audit.chain.links:
        yield f"- **{escaped(text(link.joint))}**: {escaped(link.text)}"
        for each in link.differences:
            what = each.counter.name if each.counter else each.subject
            harmless = f" ({text('harmless')})" if each.harmless else ""
            yield f"    - {escaped(text(each.change))} {escaped(what)}: {escaped(each.was)} → {escaped(each.now)}{harmless}"
    for said in audit.chain.contradictions:
        what = told(say("{subject}: says {words}, but {found}", said.subject, said.says, said.found))
        yield f"- {escaped(said.file)} {text('step')} {said.step}: {escaped(what)}"
    yield from (f"- {escaped(remark)}" for remark in (*audit.chain.remarks, *audit.chain.changed_since))


def _rules(audit: Audit, language: Language) -> Iterator[str]:
    text, told = language.text, language.told
    yield from ("", f"## {text('Rules')}", "")
    if not audit.coverage:
        yield text("No rules were judged.")
    else:
        yield f"{told(words.tally(audit.coverage))}. {escaped(sentence(told(unruled(audit.areas))))}."
        yield ""
        rows = (
            (entry.rule, entry.title, text(entry.ran.value), entry.why)
            for _, entries in words.by_outcome(audit.coverage)
            for entry in entries
        )
        yield from _table(tuple(map(text, ("rule", "title", "outcome", "why"))), rows)
    if audit.readings:
        yield from ("", f"## {text('Readings in force')}", "")
        yield from _table(tuple(map(text, ("reading", "choice"))), audit.readings)


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    yield from (f"| {' | '.join(map(escaped, row))} |" for row in rows)
