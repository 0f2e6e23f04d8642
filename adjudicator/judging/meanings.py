"""What an act may have been: a log does not say what a player meant, and often not in which phase he did it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from adjudicator.analysis.weather import foreseen
from adjudicator.findings import Finding, Severity
from adjudicator.judging.tally import RuleTally, Tallies
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import Known
from adjudicator.model.sequence import Phase
from adjudicator.record.acts import Act, Travel
from adjudicator.record.phase import PHASE
from adjudicator.said import say

KIND = say("what kind of move was meant")
"""The missing datum where a log shows only from where to where a unit came."""


class Accusation(NamedTuple):
    """What two findings share that say the same of the same."""

    rule: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActVerdict:
    """An act as the kind it was taken for, what is wrong with it, and what became of every rule.

    `otherwise` is the act as another kind that it may have been as well: nothing is surely broken as that. Where every kind
    breaks something, `also` are the rules that others than the one it was taken for break.
    """

    act: Act
    findings: tuple[Finding, ...]
    tallies: Tallies
    otherwise: Act | None = None
    also: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PhaseVerdict:
    """What is wrong with a phase as a whole, and what became of every rule."""

    findings: tuple[Finding, ...]
    tallies: Tallies


Judge = Callable[[Act], ActVerdict]


def fewest_breaches(act: Act, judge: Judge) -> ActVerdict:
    """The act as what breaks the fewest rules of all that it may have been.

    Where it is in doubt or illegal as all of them, nobody can tell whether what it breaks as another was kept.
    """
    taken: list[ActVerdict] = []
    for said in _claimed(act):
        taken.append(judge(said))
        if not taken[-1].findings:
            return replace(taken[-1], otherwise=_otherwise(taken[:-1])) if taken[:-1] else taken[-1]
    best = min(taken, key=_illegality, default=ActVerdict(act, (), {}))
    if len(taken) < 2:
        return best
    if any(map(_is_broken, best.findings)):
        also = _broken_by(taken) - _broken_by((best,))
        return replace(best, also=also, tallies=_unsettled(best.tallies, also, KIND))
    best = replace(best, otherwise=_otherwise(each for each in taken if each is not best))
    accused = {finding.rule for each in taken for finding in each.findings if _accuses(finding)}
    own = {finding.rule for finding in best.findings}
    return replace(best, tallies=_unsettled(best.tallies, accused - own, KIND))


def in_either_weather(act: Act, judge: Judge) -> ActVerdict:
    """A march as what it breaks least: in the weather of now, or in that of the next turn where that may be used already."""
    now = judge(act)
    ahead = foreseen(act.before) if isinstance(act, Travel) and now.findings else None
    if ahead is None:
        return now
    then = judge(replace(act, before=ahead, after=act.after.during(ahead.moment)))
    return replace(then, act=_at(act, then.act)) if _illegality(then) < _illegality(now) else now


def _broken_by(taken: Iterable[ActVerdict]) -> frozenset[str]:
    return frozenset(finding.rule for each in taken for finding in each.findings if _is_broken(finding))


def _otherwise(taken: Iterable[ActVerdict]) -> Act | None:
    """The act as the first of some kinds that it may have been: nothing is surely broken as that."""
    return next((each.act for each in taken if not any(map(_is_broken, each.findings))), None)


def of_either_kind(verdict: PhaseVerdict, other: PhaseVerdict) -> PhaseVerdict:
    """What can be said of a phase, if acts in it may be of other kinds: what is broken or kept whichever they are."""
    broken, also = ({accusation(each) for each in said.findings if _is_broken(each)} for said in (verdict, other))
    found = tuple(each if accusation(each) in also else in_doubt(each, KIND) for each in verdict.findings)
    accused, own = ({each.rule for each in said.findings if _accuses(each)} for said in (other, verdict))
    unsettled = (accused - own) | {each.rule for each in broken - also}
    return PhaseVerdict(found, _unsettled(verdict.tallies, unsettled, KIND))


def _illegality(taken: ActVerdict) -> tuple[int, int]:
    """How bad an act is as what it is taken for. Doubts tell of what is legal otherwise, not one crime from another."""
    broken, doubts = weight(taken.findings)
    return broken, 0 if broken else doubts


def in_any_phase(act: Act, judge: Judge) -> ActVerdict:
    """An act of which nobody knows the phase: broken is what is broken in every phase, in doubt what some may forbid."""
    taken = [fewest_breaches(_during(act, phase), judge) for phase in _phases(act)] or [fewest_breaches(act, judge)]
    best = min(taken, key=lambda each: weight(each.findings))
    broken = [frozenset(accusation(finding) for finding in each.findings if _is_broken(finding)) for each in taken]
    everywhere = broken[0].intersection(*broken)
    somewhere = {accusation(finding) for each in taken for finding in each.findings if _accuses(finding)}
    found = [
        _in_every_phase(finding, taken) if accusation(finding) in everywhere else _in_some_phase(finding)
        for finding in best.findings
    ]
    if not found and somewhere:
        other = min(
            (each for each in taken if any(map(_accuses, each.findings))), key=lambda each: weight(each.findings)
        )
        found = [_in_some_phase(next(filter(_accuses, other.findings)))]
    perhaps = {each.rule for each in somewhere - everywhere}.union(*(each.also for each in taken))
    tallies = _unsettled(best.tallies, perhaps - {each.rule for each in everywhere}, PHASE)
    return ActVerdict(_at(act, best.act), tuple(found), tallies, best.otherwise and _at(act, best.otherwise))


def _at(act: Act, taken: Act) -> Act:
    """An act as it was taken in some phase, at the moment at which it was done."""
    return replace(taken, before=act.before, after=act.after)


def _unsettled(tallies: Tallies, rules: Iterable[str], missing: str) -> Tallies:
    """The tallies, with those of some rules open for want of a datum."""
    names = {rule.partition(":")[2] for rule in rules}
    settled = {name: tally for name, tally in tallies.items() if name not in names}
    failed = {name: tallies[name].failed for name in names if name in tallies}
    return settled | {name: RuleTally(1, missing, failed.get(name, "")) for name in sorted(names)}


def weight(findings: tuple[Finding, ...]) -> tuple[int, int]:
    """How bad findings are, the worst first."""
    return sum(map(_is_broken, findings)), sum(finding.severity == Severity.DOUBT for finding in findings)


def accusation(finding: Finding) -> Accusation:
    """What a finding accuses whom of."""
    return Accusation(finding.rule, finding.units)


def _is_broken(finding: Finding) -> bool:
    return finding.severity == Severity.VIOLATION


def _accuses(finding: Finding) -> bool:
    """Whether a finding says that something is, or may be, broken."""
    return finding.severity != Severity.REMINDER


def in_doubt(finding: Finding, missing: str) -> Finding:
    """A finding of which nobody can tell whether it stands, for want of a datum."""
    if finding.severity != Severity.VIOLATION:
        return finding
    broken = Known.open(missing).because_of(finding.reasons)
    return replace(finding, severity=Severity.DOUBT, broken=broken)


def _in_every_phase(finding: Finding, taken: Iterable[ActVerdict]) -> Finding:
    """A finding that holds in every phase, at every place where it does in one of them."""
    alike = (other for each in taken for other in each.findings if accusation(other) == accusation(finding))
    return replace(_of_a_phase(finding), at=tuple(dict.fromkeys(place for other in alike for place in other.at)))


def _in_some_phase(finding: Finding) -> Finding:
    """A finding that holds in one phase and not in another."""
    return _of_a_phase(in_doubt(finding, PHASE))


def _of_a_phase(finding: Finding) -> Finding:
    """A finding of an act whose phase nobody knows: the one by which it was judged is not told as if it were known."""
    named = finding.phase and finding.phase in finding.because
    return replace(
        finding,
        phase="",
        because=say("if this was the {phase}: {because}", finding.phase, finding.because) if named else finding.because,
    )


def _claimed(act: Act) -> Iterator[Act]:
    """The act as each kind it may have been."""
    if isinstance(act, Travel) and act.claims:
        yield from (claim.of(act) for claim in act.claims)
    else:
        yield act


def _phases(act: Act) -> tuple[Phase, ...]:
    """The phases that it may have been done in, of those that rules cannot tell apart only the first."""
    alike: dict[tuple[str, str, frozenset[str]], Phase] = {}
    for phase in act.moment.among or act.before.pack.header.sequence.phases:
        alike.setdefault((phase.kind, phase.side, phase.tags), phase)
    return tuple(alike.values())


def _during(act: Act, phase: Phase) -> Act:
    before, after = (replace(position.moment, phase=phase) for position in (act.before, act.after))
    return replace(act, before=act.before.taken_in(before), after=act.after.taken_in(after))
