"""A pack's rules over a position or a play: findings in a fixed order, and for every rule whether it ran.

Three honest answers: a breach is a violation; where a datum is missing (a chart cell, the phase, what a counter is) it is
a doubt that names it; and a rule that could not run says so in the coverage. A check that raises is our bug and stops us.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.checks.registry import Check, find_check
from adjudicator.checks.subjects import Subject, subject_of
from adjudicator.errors import Source
from adjudicator.findings import Breach, Coverage, Finding, Ran, Report, Severity, Verdict
from adjudicator.judging.docket import Docket, Heard
from adjudicator.judging.meanings import Judged, in_any_phase, in_doubt, kindest
from adjudicator.judging.tally import Tallies, Tally, added, ran
from adjudicator.judging.unseen import CONCERNED, if_concealed, open_to, stands
from adjudicator.model.known import YES, Known, all_of
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack, RuleEntry
from adjudicator.model.sequence import Moment
from adjudicator.model.theatre import Table
from adjudicator.notes import Note
from adjudicator.packs.coverage import areas_left, lacking
from adjudicator.play.phases import told_phases
from adjudicator.play.session import Play
from adjudicator.record.acts import Act
from adjudicator.record.phase import PHASE, PhaseRecord
from adjudicator.record.position import Position
from adjudicator.toml import validated

BEGAN = "whether this began before the record does"
"""The missing datum of a way whose first part may not be on record."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What can be said of one act, and the findings that say it."""

    verdict: Verdict
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a pack ready to run: its entry, its check and its validated terms, and what it is then about."""

    entry: RuleEntry
    check: Check
    terms: Table
    subject: Subject
    phases: frozenset[str]
    """What a phase may be called in which it holds; empty: it holds at any time."""
    concerned: bool
    """Whether an enemy may change its verdict by standing somewhere."""
    lacking: str
    """What it leans on and nothing judges yet, in words."""


def adjudicate(
    subject: Position | Play,
    title: str = "",
    notes: Iterable[Note] = (),
    docket: Docket | None = None,
    told: Callable[[int], None] = lambda _done: None,
) -> Report:
    """Judge a position as it stands, or a play act by act and phase by phase, under the pack it was read by.

    What the docket knows of the play is not judged again. `told` hears how many acts are done.
    """
    start = subject if isinstance(subject, Position) else subject.start
    pack = start.pack
    court = _Court(pack, docket, told)
    found = court.position(subject) if isinstance(subject, Position) else court.play(subject)
    findings = tuple(sorted(_distinct(found), key=lambda finding: finding.key))
    coverage = tuple(court.coverage(isinstance(subject, Play), findings))
    readings = tuple(sorted(pack.chosen.items()))
    phases = tuple(told_phases(subject.acts)) if isinstance(subject, Play) else ()
    return Report(pack.id, title, findings, coverage, tuple(notes), readings, areas_left(pack), phases)


def legality(act: Act) -> Ruling:
    """Whether one act is legal by the rules that judge acts."""
    court = _Court(act.before.pack)
    findings = tuple(sorted(court.act(act).findings, key=lambda finding: finding.key))
    if any(finding.severity == Severity.VIOLATION for finding in findings):
        return Ruling(Verdict.ILLEGAL, findings)
    doubtful = any(finding.severity == Severity.DOUBT for finding in findings)
    return Ruling(Verdict.UNDETERMINED if doubtful else Verdict.LEGAL, findings)


def standing(record: PhaseRecord) -> tuple[Finding, ...]:
    """What the rules about phases and positions say of a phase, if it ended where its record does."""
    return tuple(sorted(_distinct(_Court(record.start.pack).phase(record)), key=lambda finding: finding.key))


@remembered(16)
def rules_in_force(pack: Pack) -> tuple[Rule, ...]:
    """The rules that have a check and that options and readings do not switch off, in the pack's order."""
    found = []
    for entry in pack.rules.values():
        if entry.check and not why_not(pack, entry):
            check = find_check(entry.check, pack.packages)
            terms = validated(dict(entry.terms), check.terms, pack.folder / "rules.toml", f"rule {entry.id} terms")
            phases = frozenset(entry.when).union(name.removeprefix("end of ") for name in entry.when)
            concerned = check.name.partition(".")[0] in CONCERNED
            found.append(Rule(entry, check, terms, subject_of(check, terms), phases, concerned, lacking(pack, entry)))
    return tuple(found)


@remembered(16)
def asks_for_phases(pack: Pack) -> bool:
    """Whether a rule in force needs to know in which phase something is done."""
    if not pack.header.sequence.phases:
        return False
    return any(rule.phases or rule.check.examines is PhaseRecord for rule in rules_in_force(pack))


def why_not(pack: Pack, entry: RuleEntry) -> str:
    """Why a rule is not in force, "" if it is."""
    if entry.retired:
        return f"retired: {entry.retired}"
    off = [name for name in entry.options if name not in pack.options]
    if off:
        return f"optional rule not in play: {', '.join(off)}"
    for leant in entry.readings:
        name, _, choice = leant.partition("=")
        if choice and pack.chosen[name] not in choice.split("|"):
            return f"reading {name} = {pack.chosen[name]}"
    return ""


class _Court:
    """One run: which rules look at what, and the tally of each."""

    def __init__(
        self, pack: Pack, docket: Docket | None = None, told: Callable[[int], None] = lambda _done: None
    ) -> None:
        self.pack = pack
        self.docket = docket or Docket()
        self.told = told
        self.rules = rules_in_force(pack)
        self.tallies: Tallies = {}

    def position(self, position: Position, step: int = 0, source: Source | None = None) -> Iterator[Finding]:
        """The rules about positions, at this moment. An unknown phase makes doubts of what only some phases forbid."""
        for rule in self._rules(Position):
            yield from self.run(rule, position, position, step, source or Source())

    def act(self, act: Act) -> Judged:
        """The rules about acts. Where its kind is unknown, the act is taken as what breaks the fewest rules."""
        taken = self.docket.act(act, self._taken)
        added(self.tallies, taken.tallies)
        return taken

    def _taken(self, act: Act) -> Judged:
        return in_any_phase(act, self._judged) if act.moment.phase is None else kindest(act, self._judged)

    def _judged(self, act: Act) -> Judged:
        """What the rules say of an act taken for one kind."""
        alone = _Court(self.pack)
        found = [each for rule in self._rules(Act) for each in alone.run(rule, act, act.before, act.step, act.source)]
        return Judged(act, tuple(found), alone.tallies)

    def play(self, play: Play) -> Iterator[Finding]:
        """Acts one by one, then each phase as a whole and the position it ends in."""
        yield from self._standing(play.start)
        judged, cut = [], play.cut
        for done, act in enumerate(play.acts, 1):
            judged.append(self.act(act))
            self.told(done)
        for at, each in enumerate(judged):
            yield from (in_doubt(found, BEGAN) for found in each.findings) if at == cut else each.findings
        for record in replace(play, acts=tuple(each.act for each in judged)).phases():
            heard = self.docket.phase(record, self._heard)
            added(self.tallies, heard.tallies)
            yield from heard.findings

    def _heard(self, record: PhaseRecord) -> Heard:
        """What the rules say of a phase."""
        alone = _Court(self.pack)
        return Heard(tuple(alone.phase(record)), alone.tallies)

    def phase(self, record: PhaseRecord) -> Iterator[Finding]:
        """A phase as a whole, and the position that it ends in."""
        step, source = (record.acts[-1].step, record.acts[-1].source) if record.acts else (0, Source())
        for rule in self._rules(PhaseRecord):
            yield from self.run(rule, record, record.start, step, source)
        found = self.position(record.end.during(record.moment), step, source)
        yield from (replace(in_doubt(each, PHASE), phase="") for each in found) if record.torn else found
        if record.moment.phase is None and len(record.acts) > 1:
            self._leave_open()

    def _leave_open(self) -> None:
        """Say that nobody can tell whether the rules about positions were kept: a phase may have ended at any act."""
        for rule in self._rules(Position):
            tally = self.tallies.get(rule.entry.id, Tally())
            tally.open = tally.open or PHASE

    def coverage(self, played: bool, findings: tuple[Finding, ...]) -> Iterator[Coverage]:
        """Every rule of the pack, in its order, with how many of the findings are its own."""
        found: dict[str, list[Finding]] = {}
        for finding in findings:
            found.setdefault(finding.rule, []).append(finding)
        ready = {rule.entry.id: rule for rule in self.rules}
        for entry in self.pack.rules.values():
            name = f"{self.pack.header.short}:{entry.id}"
            title = entry.title or entry.says
            rule = ready.get(entry.id)
            if rule is None:
                why = why_not(self.pack, entry)
                yield Coverage(name, title, Ran.NOT_APPLICABLE if why else Ran.NOT_CHECKED, why or "no check judges it")
            elif rule.check.examines is not Position and not played:
                yield Coverage(
                    name, title, Ran.NOT_CHECKED, "judges what players do; a single position does not show it"
                )
            else:
                yield Coverage(name, title, *ran(self.tallies.get(entry.id, Tally()), rule.check, found.get(name, ())))

    def _standing(self, position: Position) -> Iterator[Finding]:
        """What is wrong before anybody did anything, by the rules that hold at every moment."""
        for rule in self._rules(Position):
            if not rule.entry.when:
                yield from self.run(rule, position, position, 0, Source())

    def _rules(self, examined: type[Position] | type[Act] | type[PhaseRecord]) -> Iterator[Rule]:
        return (rule for rule in self.rules if rule.check.examines is examined)

    def run(self, rule: Rule, subject: Any, position: Position, step: int, source: Source) -> Iterator[Finding]:
        """One rule over one thing it examines; `position` is where its moment and unknown counters come from."""
        tally = self.tallies.setdefault(rule.entry.id, Tally())
        now = _applies(rule, position.moment)
        if now.is_no:
            tally.skipped = f"holds in: {', '.join(rule.entry.when)}"
            return
        tally.asked += 1
        found = tuple(rule.check.judge(subject, rule.terms))
        hidden = if_concealed(rule.check, rule.terms, subject, position, found) if rule.concerned else ()
        met = rule.subject.occurs(subject)
        for breach in (*found, *hidden):
            reminds = breach.owed or rule.entry.severity is Severity.REMINDER
            seen = YES if reminds and not breach.at else stands(rule.check, subject, breach, position)
            # what a rule leans on may excuse what it finds, and accuse where it finds nothing wrong
            answer = Known.open(rule.lacking) if rule.lacking else breach.broken
            broken = all_of((answer, now, seen))
            if broken.possible:
                met = True
                yield _finding(rule, replace(breach, broken=broken), position, step, source)
        tally.looked += met
        if met and not tally.open:
            tally.open = rule.lacking or open_to(rule.check, subject)


def _applies(rule: Rule, moment: Moment) -> Known:
    """Whether a rule holds now; open if the phase is unknown and it holds only in some."""
    if not rule.phases:
        return YES
    holds = {not rule.phases.isdisjoint(phase.names) for phase in moment.possible}
    return Known.of(holds.pop()) if len(holds) == 1 else Known.open(f"{PHASE} ({' or '.join(rule.entry.when)}?)")


def _finding(rule: Rule, breach: Breach, position: Position, step: int, source: Source) -> Finding:
    pack, entry, moment = position.pack, rule.entry, position.moment
    severity = Severity.DOUBT if breach.broken.is_open else Severity.REMINDER if breach.owed else entry.severity
    leant = [name.partition("=")[0] for name in entry.readings]
    return Finding(
        rule=f"{pack.header.short}:{entry.id}",
        title=entry.title or entry.says,
        citation=pack.cite(entry.id),
        severity=severity,
        because=breach.because,
        at=breach.at,
        units=breach.units,
        names=tuple(str(position.units[name]) if name in position.units else name for name in breach.units),
        missing=", ".join(breach.broken.missing),
        reading=", ".join(f"{name} = {pack.chosen[name]}" for name in leant),
        turn=moment.turn,
        phase=moment.phase.name if moment.phase else "",
        step=step,
        source=source,
        traces=breach.traces,
        reasons=breach.broken.because,
    )


def _distinct(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Each accusation once, where it was first found: what stands wrong for three phases is one thing, not three."""
    seen: set[tuple[object, ...]] = set()
    for finding in findings:
        key = (finding.rule, finding.at, finding.units, finding.because)
        if key not in seen:
            seen.add(key)
            yield finding
