"""An audit on the terminal: what was played, what is wrong, whether the files follow from one another, the dice."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from adjudicator.cli.lines import say as show
from adjudicator.cli.printing import note_lines, print_table
from adjudicator.findings import (
    MOST_PLACES,
    Finding,
    asked_back,
    cause_words,
    headlines,
    of_one_cause,
    phases_words,
    summary,
    unruled,
)
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.said import quoted, say, say_number, strung
from adjudicator.words import MEANING_OF_CHANCES, chance, counted, some_of, untested_words

if TYPE_CHECKING:
    from adjudicator.audit.dice import Series
    from adjudicator.audit.record import (
        Audit,
        ChainEntry,
        DifferenceEntry,
        LinkEntry,
        RollEntry,
        StepEntry,
    )
    from adjudicator.model.taught_dice import PatternProposal

CHANCES = ("chance of such an average", "chance of such faces")
MOST = 12
MOST_AREAS = 4


def print_audit(audit: Audit, language: Language = IN_ENGLISH) -> None:
    """The whole of it, the findings first, with what is told as sentences in this language."""
    told = language.told
    head = say_number(
        "{title}: {number} step, {played}, as {viewer} sees it",
        "{title}: {number} steps, {played}, as {viewer} sees it",
        len(audit.steps),
        audit.title,
        audit.played,
        quoted(audit.viewer),
    )
    show(told(head))
    if audit.ignored:
        nothing = say_number(
            "{number} step in which nothing was played:",
            "{number} steps in which nothing was played:",
            len(audit.ignored),
        )
        show(told(nothing))
        _print_reasons(audit.ignored)
    if audit.pack:
        show(told(say("judged by {pack}: {verdict}", audit.pack, summary(audit.count, audit.coverage, audit.areas))))
        for note in headlines(audit.notes):
            show(told(note.text))
        show(told(unruled(audit.areas, MOST_AREAS)))
        if phases := phases_words(audit.phases):
            show(told(phases))
        for line in audit.victory:
            show(told(line))
        print_findings(audit.findings, language, audit.assumed)
    for ruling in audit.rulings:
        fits = ", ".join(ruling.findings) or "stale: it fits no finding"
        show(f"ruling on {ruling.about}: {ruling.reason} ({fits})")
    print_chain(audit.chain)
    print_dice(audit.rolls, audit.series, audit.called, language)
    if audit.comparison is not None:
        beside = audit.comparison
        show(f"beside {beside.earlier}: {len(beside.new)} new, {len(beside.gone)} gone, {len(beside.same)} the same")
        for name, ids in (("new", beside.new), ("gone", beside.gone)):
            for each in ids:
                show(f"  {name}: {each} {beside.told(each)}")
    first = headlines(audit.notes) if audit.pack else ()
    for line in note_lines(note for note in audit.notes if note not in first):
        show(line)
    if audit.carried:
        left = say(
            "not understood of the files: {things}; 'adjudicator inspect FILE --unread' lists it", _parts(audit.carried)
        )
        show(told(left))


def _parts(count: int) -> str:
    return say_number("{number} thing", "{number} things", count)


def print_chain(chain: ChainEntry) -> None:
    """Each joint in a sentence, with what differs; then contradictions, remarks, and what changed since."""
    if chain.links:
        show("files: " + ("each follows from the one before" if chain.sound else "they do not all follow"))
    for link in chain.links:
        show(f"  {link.joint}: {link.text}")
        _print_differences(link)
    for found in chain.contradictions[:MOST]:
        show(f"  {found.file}, step {found.file_step}: {found.subject}: the log says: {found.says}; but: {found.found}")
    if len(chain.contradictions) > MOST:
        show(f"  … {len(chain.contradictions)} contradictions in all; --json lists them")
    for remark in (*chain.remarks, *chain.changed_since):
        show(f"  {remark}")


def print_dice(
    rolls: Sequence[RollEntry], series: Sequence[Series], called: Callable[[str], str], language: Language = IN_ENGLISH
) -> None:
    """The rolls as series, and those that were followed by nothing, an undo or a restart; `called` names a player."""
    if not rolls:
        return
    show(language.told(say("dice: {rolls}", counted(len(rolls), "roll"))))
    rows = [
        (
            called(one.player) or "?",
            one.what,
            one.count,
            f"{one.mean:.2f}",
            f"{one.expected:.2f}",
            one.fell or "–",
            chance(one.sum_adjusted),
            chance(one.faces_adjusted) if one.spread else "–",
        )
        for one in series
    ]
    if rows:
        print_table(tuple(map(language.text, ("player", "dice", "thrown", "average", "fair", "faces", *CHANCES))), rows)
        show(language.told(MEANING_OF_CHANCES))
    for line in untested_words((roll.what, roll.untested) for roll in rolls):
        show(language.told(line))
    odd = [roll for roll in rolls if roll.aftermath]
    for roll in odd[:MOST]:
        show(f"  {roll.file}, step {roll.file_step}: {roll.text} – {roll.followed}")
    if len(odd) > MOST:
        show(f"  … {len(odd)} such rolls in all; --json lists them")


def print_proposals(found: Sequence[PatternProposal]) -> None:
    """Lines that look like rolls, and what to write so that they are read as such."""
    lines = sum(each.count for each in found)
    show(f"{counted(lines, 'line')} of chat look like rolls; to have them read, write into adjudicator.toml:")
    for each in found[:MOST]:
        show(f"\n# {counted(each.count, 'line')}, such as: {each.example}")
        show(f"# which is read as: {' '.join(each.results)}")
        for line in each.toml.splitlines():
            show(line)


def difference_rows(found: Iterable[DifferenceEntry]) -> list[tuple[str, str, str, str, str]]:
    """Differences as rows of a table."""
    return [
        (
            each.change,
            each.counter.name if each.counter else each.subject,
            each.was,
            each.now,
            "harmless" * each.harmless,
        )
        for each in found
    ]


def _print_reasons(steps: Iterable[StepEntry]) -> None:
    for reason, count in Tally(step.ignored for step in steps).most_common():
        show(f"  {count} × {reason}")


def print_findings(findings: Sequence[Finding], language: Language = IN_ENGLISH, assumed: Sequence[str] = ()) -> None:
    """Findings as a table, after what is asked for and what would be found as `assumed`; nothing if there are none."""
    for line in filter(None, (*asked_back(findings), *assumed, cause_words(findings))):
        show(language.told(line))
    alike = frozenset(of_one_cause(findings))
    apart = [each for place, each in enumerate(findings) if place not in alike]
    if not apart:
        return
    rows = [
        (
            language.text("overruled" if each.ruling else each.severity.value),
            each.rule,
            language.told(_where(each)),
            language.told(each.because + (say("; unknown: {missing}", each.lacking) if each.missing else "")),
            each.id,
        )
        for each in apart
    ]
    print_table(tuple(map(language.text, ("verdict", "rule", "where", "because", "finding"))), rows)


def _where(finding: Finding) -> str:
    step = say("{file} step {step}", finding.file, finding.file_step) if finding.file else ""
    turn = say("turn {turn}", finding.turn) if finding.turn else ""
    return strung((part for part in (turn, finding.phase, step, some_of(finding.at, MOST_PLACES)) if part), ", ")


def _print_differences(link: LinkEntry) -> None:
    shown = [each for each in link.differences if not each.harmless] or list(link.differences)
    for row in difference_rows(shown[:MOST]):
        change, subject, was, now, _ = row
        show(f"    {change}: {subject}: {was or '–'} → {now or '–'}")
    if len(link.differences) > len(shown[:MOST]):
        show(f"    … {len(link.differences)} differences in all; --json lists them")
