"""A pack's rules over a position or a play: findings in a fixed order, and for every rule whether it ran.

Three honest answers: a breach is a violation; where a datum is missing (a chart cell, the phase, what a counter is) it is
a doubt that names it; and a rule that could not run says so in the coverage.
A check that raises takes its own rule with it and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from adjudicator.analysis.movement.moves import goes_without_fault
from adjudicator.analysis.movement.overrun_step import series_overrun
from adjudicator.analysis.victory import victory_words
from adjudicator.collector import paused
from adjudicator.errors import AdjudicatorError, Source
from adjudicator.findings import Finding, Report, Severity, Verdict
from adjudicator.judging.applicable import ApplicableRule, Rule, applicable_rules, rules_in_force
from adjudicator.judging.coverage import coverage_of
from adjudicator.judging.failing import failure
from adjudicator.judging.meanings import (
    ActVerdict,
    PhaseVerdict,
    fewest_breaches,
    in_any_phase,
    in_doubt,
    in_either_weather,
    of_either_kind,
)
from adjudicator.judging.pack_words import in_pack_words
from adjudicator.judging.strangers import stranger_notes
from adjudicator.judging.tally import MET, UNMET, Examined, RuleTally, Tallies, added
from adjudicator.judging.unheard import doubted, unheard_kinds, unheard_notes
from adjudicator.judging.unsaid import no_number, says_something, unsaid, untold_number
from adjudicator.judging.unseen import excused, if_concealed, may_have_met, open_to, stands, unread
from adjudicator.judging.verdict_cache import VerdictCache
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import YES, Known, all_of
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment
from adjudicator.model.told import with_what_lacked
from adjudicator.notes import Note, NoteKind
from adjudicator.packs.coverage import areas_left
from adjudicator.packs.drops import pack_notes
from adjudicator.play.joining import same_phase
from adjudicator.play.phases import told_phases
from adjudicator.play.revealing import revealed
from adjudicator.play.session import Play
from adjudicator.record.acts import SPOKEN, Act, Flipped, Movement, Overrun
from adjudicator.record.memory import UNREAD, Taken
from adjudicator.record.phase import PHASE, PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung

BEGAN = say("whether this began before the record does")
"""The missing datum of a way whose first part may not be on record."""


@dataclass(frozen=True, slots=True)
class ActRuling:
    """What can be said of one act, the findings that say it, and the data without which nobody can call it legal."""

    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    missing: tuple[str, ...] = ()


@paused()
def adjudicate(
    subject: Position | Play,
    title: str = "",
    notes: Iterable[Note] = (),
    cache: VerdictCache | None = None,
    told: Callable[[int], None] = lambda _done: None,
    *,
    brief: bool = False,
) -> Report:
    """Judge a position as it stands, or a play act by act and phase by phase, under the pack it was read by.

    What the cache knows of the play is not judged again. `told` hears how many acts are done. A `brief` report tells
    what is found and which rules ran: neither the score, for which the supply of the whole map may have to be traced, nor what is
    to be said of the pack.
    """
    start = subject if isinstance(subject, Position) else subject.start
    pack = start.pack
    judge = _Judge(pack, cache, told)
    found = (
        judge.position(subject) if isinstance(subject, Position) else doubted(judge.play(subject), pack, subject.acts)
    )
    findings = _in_order(_distinct(found))
    acts = subject.acts if isinstance(subject, Play) else ()
    ends = (subject,) if isinstance(subject, Position) else (subject.start, subject.end)
    bare = not acts and all(map(_is_bare, ends))
    coverage = tuple(
        coverage_of(pack, isinstance(subject, Play), judge.tallies, findings, unheard_kinds(acts), bare=bare)
    )
    readings = tuple(sorted(pack.chosen.items()))
    phases = tuple(told_phases(acts))
    said = (*_failures(pack, judge.tallies), *unheard_notes(pack, acts), *stranger_notes(*ends), *notes)
    if brief:
        return Report(pack.id, title, findings, coverage, said, readings, (), phases, ())
    victory, unscored = _victory(ends[-1])
    said = (*pack_notes(pack), *unscored, *said)
    return Report(pack.id, title, findings, coverage, said, readings, areas_left(pack), phases, victory)


def _is_bare(position: Position) -> bool:
    """Whether nothing stands on the table, or at no place that the pack knows."""
    return not (any(position.here.values()) or position.ships or position.aircraft or position.markers)


def _failures(pack: Pack, tallies: Tallies) -> Iterator[Note]:
    """The rules that were not judged since their code failed."""
    for name, tally in tallies.items():
        if tally.failed:
            rule = f"{pack.header.short}:{name}"
            text = say("{rule} of the pack {pack} was not judged: it failed ({failed})", rule, pack.id, tally.failed)
            yield Note(NoteKind.FAILED, rule, text)


def _victory(end: Position) -> tuple[tuple[str, ...], tuple[Note, ...]]:
    """The score in words, or a note that it could not be counted."""
    try:
        return victory_words(end), ()
    except AdjudicatorError:
        raise
    except Exception as error:  # noqa: BLE001 - somebody's code may raise anything
        told = failure(error, end.pack.packages)
        text = say("the score under the pack {pack} was not counted: it failed ({failed})", end.pack.id, told)
        return (), (Note(NoteKind.FAILED, end.pack.id, text),)


@paused()
def legality(act: Act) -> ActRuling:
    """Whether one act is legal by the rules that judge acts; undetermined too where one that speaks of it stays open."""
    judge = _Judge(act.before.pack, alone=True)
    findings = _in_order(judge.act(act).findings)
    doubts = [finding.missing for finding in findings if finding.severity == Severity.DOUBT]
    unseen = (tally.failed or tally.open for tally in judge.tallies.values())
    missing = tuple(dict.fromkeys(name for name in (*doubts, *unseen) if name))
    if any(finding.severity == Severity.VIOLATION for finding in findings):
        return ActRuling(Verdict.ILLEGAL, findings, missing)
    return ActRuling(Verdict.UNDETERMINED if doubts or missing else Verdict.LEGAL, findings, missing)


@paused()
def phase_findings(record: PhaseRecord) -> tuple[Finding, ...]:
    """What the rules about phases and positions say of a phase, if it ended where its record does."""
    return _in_order(_distinct(_Judge(record.start.pack).phase(record)))


class _Scene(NamedTuple):
    """What is judged, and the position where its moment and unknown counters come from.

    `hidden` says whether there are counters that nobody can read, before or after; `clear` that it is an act in which units
    move by ways that have no fault.
    """

    subject: Any
    position: Position
    step: int
    source: Source
    hidden: bool
    clear: bool

    @classmethod
    def of(cls, subject: Any, position: Position, step: int, source: Source, *, clear: bool = False) -> _Scene:
        """A scene at a step of a file."""
        return cls(subject, position, step, source, unread(subject, position), clear)


class _Judge:
    """Judges one run: which rules look at what, and the tally of each.

    An act that is judged `alone` may not have come to its end.
    """

    def __init__(
        self,
        pack: Pack,
        cache: VerdictCache | None = None,
        told: Callable[[int], None] = lambda _done: None,
        *,
        alone: bool = False,
    ) -> None:
        self.pack = pack
        self.alone = alone
        self.cache = cache or VerdictCache()
        self.told = told
        self.tallies: Tallies = {}

    def position(self, position: Position, step: int = 0, source: Source | None = None) -> Iterator[Finding]:
        """The rules about positions, at this moment. An unknown phase makes doubts of what only some phases forbid."""
        scene = _Scene.of(position, position, step, source or Source())
        for each in self._applicable(Position, position.moment):
            yield from self.run(each, scene)

    def act(self, act: Act) -> ActVerdict:
        """The rules about acts. Where its kind is unknown, the act is taken as what breaks the fewest rules."""
        taken = self.cache.act(act, self._taken)
        added(self.tallies, taken.tallies)
        return taken

    def _taken(self, act: Act) -> ActVerdict:
        if act.moment.phase is None:
            return in_any_phase(act, self._judged)
        return in_either_weather(act, partial(fewest_breaches, judge=self._judged))

    def _judged(self, act: Act) -> ActVerdict:
        """What the rules say of an act taken for one kind."""
        alone, applicable = _Judge(self.pack, alone=self.alone), applicable_rules(self.pack, Act, act.moment, act.kind)
        alone.tallies = dict(applicable.unasked)
        clear = applicable.of_ways and goes_without_fault(act)
        scene = _Scene.of(act, act.before, act.step, act.source, clear=clear)
        found = [found for each in applicable.asked for found in alone.run(each, scene)]
        return ActVerdict(act, tuple(found), alone.tallies)

    def play(self, play: Play) -> Iterator[Finding]:
        """Acts one by one, then each phase as a whole and the position it ends in."""
        play = replace(play, acts=revealed(play.acts))
        yield from self._before(play)
        judged, cut = [], play.cut
        for done, act in enumerate(play.acts, 1):
            judged.append(self.act(act))
            self.told(done)
        for at, each in enumerate(judged):
            yield from (in_doubt(found, BEGAN) for found in each.findings) if at == cut else each.findings
        taken = replace(play, acts=tuple(each.act for each in judged)).phases()
        others = replace(play, acts=tuple(each.otherwise or each.act for each in judged)).phases()
        for record, other in zip(taken, others, strict=True):
            verdict = self.cache.phase(record, partial(self._phase_verdict, other))
            added(self.tallies, verdict.tallies)
            yield from verdict.findings

    def _phase_verdict(self, other: PhaseRecord, record: PhaseRecord) -> PhaseVerdict:
        """What the rules say of a phase, in which acts may be of other kinds too."""
        verdict, kinds = self._alone(record), [[act.kind for act in _acts(each)] for each in (record, other)]
        return verdict if kinds[0] == kinds[1] else of_either_kind(verdict, self._alone(other))

    def _alone(self, record: PhaseRecord) -> PhaseVerdict:
        """What the rules say of a phase."""
        alone = _Judge(self.pack)
        return PhaseVerdict(tuple(alone.phase(record)), alone.tallies)

    def phase(self, record: PhaseRecord) -> Iterator[Finding]:
        """A phase as a whole, and the position that it ends in."""
        step, source = (record.acts[-1].step, record.acts[-1].source) if record.acts else (0, Source())
        scene = _Scene.of(record, record.start, step, source)
        for each in self._applicable(PhaseRecord, record.moment):
            yield from self.run(each, scene)
        found = _while_overruns_are_open(record, self.position(_ended(record), step, source))
        yield from (replace(in_doubt(each, PHASE), phase="") for each in found) if record.torn else found
        if record.moment.phase is None and len(record.acts) > 1:
            self._leave_open()

    def _leave_open(self) -> None:
        """Say that nobody can tell whether the rules about positions were kept: a phase may have ended at any act."""
        for rule in rules_in_force(self.pack):
            if rule.check.examines is Position and (tally := self.tallies.get(rule.entry.id)) is not None:
                self.tallies[rule.entry.id] = replace(tally, open=tally.open or PHASE)

    def _before(self, play: Play) -> Iterator[Finding]:
        """What is wrong before anybody did anything; where the record begins late, those who go on may be on their way."""
        now, acts = play.start.moment, play.acts if play.start.joined else ()
        going = {name for act in acts if same_phase(act.moment, now) for name in act.units}
        for found in self._in_force(play.start, lasting=not play.acts):
            yield in_doubt(found, BEGAN) if going.intersection(found.units) else found

    def _in_force(self, position: Position, *, lasting: bool) -> Iterator[Finding]:
        """What is wrong before anybody did anything, by the rules that hold at every moment.

        Where nothing is done, and nobody knows in which phase, those of some phases may hold as well.
        """
        scene = _Scene.of(position, position, 0, Source())
        for each in applicable_rules(self.pack, Position, position.moment).asked:
            if not each.rule.entry.when or (lasting and position.moment.phase is None):
                yield from self.run(each, scene)

    def _applicable(self, examined: Examined, moment: Moment, kind: str = "") -> tuple[ApplicableRule, ...]:
        """The rules to ask. Those that hold and need not be asked are tallied."""
        applicable = applicable_rules(self.pack, examined, moment, kind)
        added(self.tallies, applicable.unasked)
        return applicable.asked

    def run(self, applicable: ApplicableRule, scene: _Scene) -> Iterator[Finding]:
        """One rule over one thing it examines. If its code raises, it is not judged."""
        rule = applicable.rule
        try:
            return iter(tuple(self._run(applicable, scene)))
        except AdjudicatorError:
            raise
        except Exception as error:  # noqa: BLE001 - somebody's code may raise anything
            before = self.tallies.get(rule.entry.id, UNMET)
            told = before.failed or failure(error, (rule.check.package, *self.pack.packages))
            self.tallies[rule.entry.id] = RuleTally(before.looked + 1, before.open, told)
            return iter(())

    def _run(self, applicable: ApplicableRule, scene: _Scene) -> Iterator[Finding]:
        (rule, now), (subject, position, *_) = applicable, scene
        found, met, missing = self._found(applicable, scene)
        for each in found:
            reminds = each.owed or rule.entry.severity is Severity.REMINDER
            seen = YES if reminds and not each.at else stands(rule.check, subject, each, position)
            seen &= excused(rule.check, subject, each, position)
            printed = Known.open(rule.unprinted) if rule.unprinted else YES
            broken = all_of((each.broken, now, seen, printed))
            if broken.possible:
                met = True
                yield _under_rule(each, broken, rule, scene)
        tally = self.tallies.get(rule.entry.id, UNMET)
        if met:
            unseen = tally.open or rule.unprinted or open_to(rule.check, rule.terms, subject) or missing
            tally = MET if tally is UNMET and not unseen else RuleTally(tally.looked + 1, unseen, tally.failed)
        self.tallies[rule.entry.id] = tally

    def _found(self, applicable: ApplicableRule, scene: _Scene) -> tuple[tuple[Finding, ...], bool, str]:
        """What a rule finds, whether there is anything that it judges, and what nobody said of that."""
        rule, subject = applicable.rule, scene.subject
        found, lacking = with_what_lacked(lambda: _of_check(applicable, scene))
        met, whether = with_what_lacked(lambda: rule.subject.occurs(subject))
        missing = no_number((*lacking, *whether))
        if not (missing or self.alone) and says_something(subject):
            missing = unsaid(subject, (*lacking, *whether)) if met else unsaid(subject, whether, whether=True)
        if not (met or missing):
            missing = untold_number(whether) or may_have_met(rule, subject)
        return found, met or bool(missing), missing


def _of_check(applicable: ApplicableRule, scene: _Scene) -> tuple[Finding, ...]:
    """What a rule finds, also where counters that nobody can read may be what they may."""
    rule, (subject, position, _, _, hidden, clear) = applicable.rule, scene
    found = () if clear and rule.check.of_ways else tuple(rule.check.judge(subject, rule.terms))
    return (*found, *if_concealed(rule.check, rule.terms, subject, position, found)) if hidden else found


def _while_overruns_are_open(record: PhaseRecord, found: Iterable[Finding]) -> Iterator[Finding]:
    """What is wrong where a phase ends; in a hex that was overrun in writing, without a result, nobody knows who stands there,
    nor in one where a log breaks off as somebody moves into an enemy's, or when losses have been turned over there.
    """
    rolled = () if series_overrun(record.start).certain else record.of(Overrun)
    hexes = {act.path[-1] for act in rolled if act.exact and not act.told.get("result")}
    deeds = [act for act in record.acts if not isinstance(act, (*SPOKEN, Flipped))]
    last = deeds[-1] if deeds and not record.ended else None
    entered = last.path[-1] if isinstance(last, Movement | Overrun) and not last.exact else ""
    for each in found:
        place = next((number for number in each.at if number in hexes), "")
        if place:
            yield in_doubt(each, say("the overrun of {hex}: the result", place))
        elif entered in each.at and _of_two_sides(record.end, each):
            yield in_doubt(each, say("whether {hex} is overrun (the record ends there)", entered))
        else:
            yield each


def _of_two_sides(position: Position, found: Finding) -> bool:
    return len({unit.side for name in found.units if (unit := position.units.get(name)) is not None}) > 1


def _ended(record: PhaseRecord) -> Position:
    """The position in which a phase ended, with what was taken off that nobody could read, or before the record begins.

    What was flown in it, the next phase may have forgotten.
    """
    end, phase = record.end.during(record.moment), record.moment.phase
    unread = {counter.hex for counter in record.unidentified if counter.hex and counter not in end.unidentified}
    unread |= set() if record.begun else {""}
    if unread:
        taken = Taken(record.moment.turn, phase.id if phase else "")
        lifted = end.memory.lifted.update({(UNREAD, number): taken for number in unread})
        end = replace(end, memory=replace(end.memory, lifted=lifted))
    if not record.acts or record.end.moment == record.moment:
        return end
    last = record.acts[-1]
    then = last.after if last.after.moment == record.moment else last.before
    return replace(end, memory=replace(end.memory, flown=then.memory.flown))


def _acts(record: PhaseRecord) -> Iterator[Act]:
    """The acts of a phase and of those of its player turn before it."""
    for each in (*record.earlier, record):
        yield from each.acts


def _under_rule(found: Finding, broken: Known, rule: Rule, scene: _Scene) -> Finding:
    """What a check found, with the rule that it breaks, its book, and when it was."""
    position, entry = scene.position, rule.entry
    pack, moment = position.pack, position.moment
    leant = [name.partition("=")[0] for name in entry.readings]
    finding = replace(
        found,
        broken=broken,
        excuse=None,
        rule=f"{pack.header.short}:{entry.id}",
        title=entry.title or entry.says,
        citation=pack.cite(entry.id),
        severity=Severity.DOUBT if broken.is_open else Severity.REMINDER if found.owed else entry.severity,
        names=tuple(str(position.units[name]) if name in position.units else name for name in found.units),
        reading=strung((say("{name} = {chosen}", name, pack.chosen[name]) for name in leant), ", "),
        turn=moment.turn,
        phase=moment.phase.name if moment.phase else "",
        step=scene.step,
        source=scene.source,
    )
    return in_pack_words(finding, pack)


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings with their ids, in the fixed order of a report."""
    return tuple(each.identified for each in sorted(findings, key=lambda finding: finding.key))


def _distinct(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Each accusation once, where it was first found: what stands wrong for three phases is one thing, not three."""
    seen: set[tuple[object, ...]] = set()
    for finding in findings:
        key = (finding.rule, finding.at, finding.units, finding.because)
        if key not in seen:
            seen.add(key)
            yield finding
