"""A pack's rules over a position or a play: findings in a fixed order, and for every rule whether it ran.

Three honest answers: a breach is a violation; where a datum is missing (a chart cell, the phase, what a counter is) it is
a doubt that names it; and a rule that could not run says so in the coverage. A check that raises is our bug and stops us.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.analysis.concealed import concealed, imagined, stand_in
from adjudicator.checks.registry import Check, find_check
from adjudicator.checks.subjects import Subject, subject_of
from adjudicator.errors import Source
from adjudicator.findings import Breach, Coverage, Finding, Ran, Report, Severity, Verdict
from adjudicator.model.known import YES, Known, all_of
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack, RuleEntry
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.theatre import Table
from adjudicator.notes import Note
from adjudicator.packs.coverage import areas_left
from adjudicator.play.session import Play
from adjudicator.record.acts import Act, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position, Unidentified
from adjudicator.toml import validated
from adjudicator.words import counted

CONCERNED = ("zoc", "movement", "supply", "combat", "headquarters", "control")
"""Families of checks whose verdict an enemy may change by standing somewhere: by his zone or by being in the way."""
EXAMINED = {Position: "position", Act: "act", PhaseRecord: "phase"}
NOTHING = {
    Position: "nothing it judges is on the map",
    Act: "nothing it judges happened",
    PhaseRecord: "nothing it judges happened",
}
OUTCOMES = {Severity.VIOLATION: "broken", Severity.DOUBT: "in doubt", Severity.REMINDER: "to remember"}


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


@dataclass(frozen=True, slots=True)
class Judged:
    """An act as the kind it was taken for, and what is wrong with it."""

    act: Act
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class _Tally:
    """What became of one rule in this run: how often it was asked, and how often there was anything that it judges."""

    asked: int = 0
    looked: int = 0
    skipped: str = ""

    def add(self, later: _Tally) -> None:
        self.asked += later.asked
        self.looked += later.looked
        self.skipped = later.skipped or self.skipped


def adjudicate(subject: Position | Play, title: str = "", notes: Iterable[Note] = ()) -> Report:
    """Judge a position as it stands, or a play act by act and phase by phase, under the pack it was read by."""
    start = subject if isinstance(subject, Position) else subject.start
    pack = start.pack
    court = _Court(pack)
    found = court.position(subject) if isinstance(subject, Position) else court.play(subject)
    findings = tuple(sorted(_distinct(found), key=lambda finding: finding.key))
    coverage = tuple(court.coverage(isinstance(subject, Play), findings))
    readings = tuple(sorted(pack.chosen.items()))
    return Report(pack.id, title, findings, coverage, tuple(notes), readings, areas_left(pack))


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
            found.append(Rule(entry, check, terms, subject_of(check, terms), phases, concerned))
    return tuple(found)


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

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.rules = rules_in_force(pack)
        self.tallies: defaultdict[str, _Tally] = defaultdict(_Tally)

    def position(self, position: Position, step: int = 0, source: Source | None = None) -> Iterator[Finding]:
        """The rules about positions, at this moment. An unknown phase makes doubts of what only some phases forbid."""
        for rule in self._rules(Position):
            yield from self._run(rule, position, position, step, source or Source())

    def act(self, act: Act) -> Judged:
        """The rules about acts. Where kind or phase is unknown, the act is taken as what breaks the fewest rules."""
        best: Judged | None = None
        before = self.tallies
        kept: dict[str, _Tally] = {}
        for said, taken in _interpretations(act):
            self.tallies = defaultdict(_Tally)
            found = tuple(
                finding
                for rule in self._rules(Act)
                for finding in self._run(rule, taken, taken.before, act.step, act.source)
            )
            if best is None or _weight(found) < _weight(best.findings):
                best, kept = Judged(said, found), self.tallies
            if not found:
                break
        for name, tally in kept.items():
            before[name].add(tally)
        self.tallies = before
        return best or Judged(act, ())

    def play(self, play: Play) -> Iterator[Finding]:
        """Acts one by one, then each phase as a whole and the position it ends in."""
        yield from self._standing(play.start)
        judged = [self.act(act) for act in play.acts]
        for each in judged:
            yield from each.findings
        for record in replace(play, acts=tuple(each.act for each in judged)).phases():
            yield from self.phase(record)

    def phase(self, record: PhaseRecord) -> Iterator[Finding]:
        """A phase as a whole, and the position that it ends in."""
        step, source = (record.acts[-1].step, record.acts[-1].source) if record.acts else (0, Source())
        for rule in self._rules(PhaseRecord):
            yield from self._run(rule, record, record.start, step, source)
        yield from self.position(record.end.during(record.moment), step, source)

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
                yield Coverage(
                    name, title, *_ran(self.tallies.get(entry.id, _Tally()), rule.check, found.get(name, ()))
                )

    def _standing(self, position: Position) -> Iterator[Finding]:
        """What is wrong before anybody did anything, by the rules that hold at every moment."""
        for rule in self._rules(Position):
            if not rule.entry.when:
                yield from self._run(rule, position, position, 0, Source())

    def _rules(self, examined: type[Position] | type[Act] | type[PhaseRecord]) -> Iterator[Rule]:
        return (rule for rule in self.rules if rule.check.examines is examined)

    def _run(self, rule: Rule, subject: Any, position: Position, step: int, source: Source) -> Iterator[Finding]:
        """One rule over one thing it examines; `position` is where its moment and unknown counters come from."""
        tally = self.tallies[rule.entry.id]
        moment = position.moment
        now = _applies(rule, moment)
        if now.is_no:
            tally.skipped = f"holds in: {', '.join(rule.entry.when)}"
            return
        tally.asked += 1
        met = False
        found = tuple(rule.check.judge(subject, rule.terms))
        for breach in (*found, *_if_concealed(rule, subject, position, found)):
            broken = all_of((breach.broken, now, _seen(rule, breach, position)))
            if broken.possible:
                met = True
                yield _finding(rule, replace(breach, broken=broken), position, step, source)
        tally.looked += met or rule.subject.occurs(subject)


def _ran(tally: _Tally, check: Check, findings: Sequence[Finding]) -> tuple[Ran, str]:
    if not tally.asked:
        return Ran.NOT_APPLICABLE, tally.skipped or NOTHING[check.examines]
    if not tally.looked:
        return Ran.NOT_APPLICABLE, NOTHING[check.examines]
    counts = Counter(finding.severity for finding in findings)
    if counts[Severity.DOUBT] and not counts[Severity.VIOLATION]:
        missing = next((finding.missing for finding in findings if finding.missing), "a datum")
        return Ran.UNDETERMINED, f"{counts[Severity.DOUBT]} in doubt for want of: {missing}"
    told = [f"{counts[severity]} {word}" for severity, word in OUTCOMES.items() if counts[severity]]
    return (
        Ran.JUDGED,
        f"{counted(tally.looked, EXAMINED[check.examines])} looked at: {', '.join(told) or 'none broken'}",
    )


def _applies(rule: Rule, moment: Moment) -> Known:
    """Whether a rule holds now; open if the phase is unknown and it holds only in some."""
    if not rule.phases:
        return YES
    if moment.phase is None:
        return Known.open(f"the phase of play ({' or '.join(rule.entry.when)}?)")
    return Known.of(not rule.phases.isdisjoint(moment.phase.names))


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


def _if_concealed(rule: Rule, subject: Any, position: Position, found: tuple[Breach, ...]) -> Iterator[Breach]:
    """What the rule would find besides if units stood where counters are concealed: nobody can tell, so doubts."""
    if not rule.concerned:
        return
    then = imagined(subject)
    if then is subject:
        return
    hidden = (then if isinstance(then, Position) else then.after if isinstance(then, Act) else then.end).unidentified
    names = {stand_in(each) for each in hidden}
    known = {(breach.at, breach.units) for breach in found if breach.broken.possible}
    for breach in rule.check.judge(then, rule.terms):
        if not breach.broken.is_yes or names & set(breach.units) or (breach.at, breach.units) in known:
            continue
        near = _nearest(breach, position, concealed(position))
        if near is not None and breach.units:
            because = f"if an enemy stands in {near.hex}: {breach.because}"
            missing = f"{unknown_counter(near)}, and whether it has a zone of control"
            yield replace(breach, because=because, broken=Known.open(missing))


def _nearest(breach: Breach, position: Position, hidden: tuple[Unidentified, ...]) -> Unidentified | None:
    """Of the concealed counters of other sides than the units accused, the one nearest to where and what it is about."""
    index, distance = position.network.index, position.network.distance
    sides = {position.units[name].side for name in breach.units if name in position.units}
    units = (position.units[name].hex for name in breach.units if name in position.units)
    around = [index[number] for number in (*breach.at, *units) if number in index]
    foes = [each for each in hidden if each.side not in sides]
    if not around or not foes:
        return None
    return min(foes, key=lambda each: (min(distance(index[each.hex], at) for at in around), each.hex))


def _seen(rule: Rule, breach: Breach, position: Position) -> Known:
    """Whether a breach stands whatever the counters are that nobody can identify; open for want of the first in its hexes."""
    if rule.check.unseen == "cannot excuse" or not position.unidentified:
        return YES
    hexes = dict.fromkeys(breach.at)
    if rule.check.unseen == "may excuse nearby":
        hexes |= dict.fromkeys(number for trace in breach.traces for number in trace.hexes)
        hexes |= dict.fromkeys(around for number in tuple(hexes) for around in _neighbours(position, number))
    found = next((other for number in hexes for other in position.unknown_at(number)), None)
    return Known.open(unknown_counter(found)) if found else YES


def _neighbours(position: Position, number: str) -> tuple[str, ...]:
    network = position.network
    i = network.index.get(number)
    return () if i is None else network.numbers(int(j) for j in network.neighbours[i] if j >= 0)


def unknown_counter(counter: Unidentified) -> str:
    """The missing datum that an unidentified counter is."""
    return f"what the counter {f'{counter.name!r} ' if counter.name else ''}in {counter.hex} is"


def _interpretations(act: Act) -> Iterator[tuple[Act, Act]]:
    """The act as each kind it may have been, and the same in each phase it may have happened in."""
    phases: list[Phase | None] = [act.moment.phase]
    if act.moment.phase is None:
        side = next((act.before.units[name].side for name in act.units if name in act.before.units), "")
        alike: dict[tuple[str, str, frozenset[str]], Phase] = {}
        for phase in act.before.pack.header.sequence.phases:
            if not side or phase.side in ("", side):
                alike.setdefault((phase.kind, phase.side, phase.tags), phase)
        phases = list(alike.values()) or [None]
    meant: list[Act] = [claim.of(act) for claim in act.claims] if isinstance(act, Travel) else []
    for taken in phases:
        for said in meant or [act]:
            if taken is act.moment.phase:
                yield said, said
            else:
                moment = replace(act.moment, phase=taken)
                yield said, replace(said, before=said.before.during(moment), after=said.after.during(moment))


def _weight(findings: tuple[Finding, ...]) -> tuple[int, int]:
    bad = sum(finding.severity == Severity.VIOLATION for finding in findings)
    return bad, sum(finding.severity == Severity.DOUBT for finding in findings)


def _distinct(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Each accusation once, where it was first found: what stands wrong for three phases is one thing, not three."""
    seen: set[tuple[object, ...]] = set()
    for finding in findings:
        key = (finding.rule, finding.at, finding.units, finding.because)
        if key not in seen:
            seen.add(key)
            yield finding
