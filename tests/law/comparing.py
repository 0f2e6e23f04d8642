"""What may not happen: a verdict of the game as it was turned into its opposite by forgetting.

A flip is one of these:
    accused   a violation that the whole game does not show, unless it shows the same act to be illegal as every kind of move, or
              the value that was forgotten contradicted the dice, which speak for themselves now
    passed    a violation of the whole game, of a rule that the forgetful report calls kept
    legal     an act that is illegal in the whole game and that nothing is said against in the forgetful report
    lost      a violation of the whole game of which the forgetful report says nothing, not even what to remember, and whose
              rule it does not call open, nor not checked for want of a line that it understands
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.findings import Finding, Ran, Report, Severity, Verdict
from adjudicator.judge import adjudicate, legality
from adjudicator.judging.applicable import rules_in_force
from adjudicator.play.session import Play
from adjudicator.record.acts import Act
from tests.law.forgetting import Forgetful


@dataclass(frozen=True)
class Flip:
    """A verdict turned round: how, and by which finding."""

    how: str
    finding: Finding

    def __str__(self) -> str:
        found = self.finding
        return f"{self.how}: {found.rule} step {found.step} at {list(found.at)} {list(found.units)}: {found.because}"


@dataclass(frozen=True)
class Outcome:
    """How many verdicts were compared, how many became undetermined, what turned round, and what was lost without a word."""

    compared: int
    opened: int
    flips: tuple[Flip | str, ...]
    lost: tuple[Flip | str, ...] = ()


def compare(whole: Report, forgetful: Forgetful, partial: Report) -> Outcome:
    """The report on what is left of a game beside that on the whole game."""
    bad, still = _of(whole, Severity.VIOLATION), _of(partial, Severity.VIOLATION)
    there = _of(adjudicate(forgetful.begins), Severity.VIOLATION) if forgetful.begins is not None else []
    new = [found for found in still if not any(_same(found, other) for other in (*bad, *there))]
    open_now = {row.rule for row in partial.coverage if row.ran is Ran.UNDETERMINED}
    contradicted = [found for found in bad if forgetful.outcome and found.rule in open_now]
    new = [found for found in new if not any({*found.at} & {*other.at} for other in contradicted)]
    flips: list[Flip | str] = [Flip("accused", found) for found in new if not _illegal_anyway(found, whole, bad)]
    told = [*still, *_of(partial, Severity.DOUBT), *_of(partial, Severity.REMINDER)]
    judged = {row.rule for row in partial.coverage if row.ran is Ran.JUDGED and row.why.endswith("none broken")}
    unheard = {row.rule for row in partial.coverage if row.ran is Ran.NOT_CHECKED}
    lost: list[Flip | str] = []
    opened = 0
    for found in bad:
        nobody = found.step in forgetful.unseen or (found.units and forgetful.units.issuperset(found.units))
        if 0 < found.step < forgetful.first or nobody:
            continue
        about = [other for other in told if _same(found, other)]
        if found.rule in judged and not about:
            flips.append(Flip("passed", found))
        elif forgetful.outcome and found.rule in open_now:
            pass
        elif found.rule in _about_acts(forgetful.play) and _is_legal(found, forgetful.play, told):
            flips.append(Flip("legal", found))
        elif not (about or found.rule in open_now or found.rule in unheard or _doubted(found, partial)):
            lost.append(Flip("lost", found))
        opened += not any(other.severity is Severity.VIOLATION for other in about)
    before = {row.rule for row in whole.coverage if row.ran is Ran.JUDGED}
    opened += sum(1 for row in partial.coverage if row.ran is Ran.UNDETERMINED and row.rule in before)
    return Outcome(len(bad) + len(still) + len(judged), opened, tuple(flips), tuple(lost))


def _about_acts(play: Play) -> frozenset[str]:
    """The rules that judge acts one by one."""
    pack = play.start.pack
    return frozenset(
        f"{pack.header.short}:{rule.entry.id}" for rule in rules_in_force(pack) if rule.check.examines is Act
    )


def _of(report: Report, severity: Severity) -> list[Finding]:
    return [finding for finding in report.findings if finding.severity is severity]


def _same(one: Finding, other: Finding) -> bool:
    """Whether two findings accuse of one thing: the same rule, and a unit or a place in common.

    An act on no unit, such as goods on their way, may stand accused at another hex of the same way.
    """
    if one.rule != other.rule:
        return False
    if one.step and one.step == other.step and not (one.units or other.units):
        return True
    either = bool({*one.units} & {*other.units}) or bool({*one.at} & {*other.at})
    return either or not (one.units or one.at) or not (other.units or other.at)


def _illegal_anyway(found: Finding, whole: Report, bad: list[Finding]) -> bool:
    """Whether an act that a finding accuses is illegal in the whole game as well, as another kind of move.

    It was illegal as every kind then, and which was meant is open: the rule was not called kept.
    """
    open_before = any(row.rule == found.rule and row.ran is Ran.UNDETERMINED for row in whole.coverage)
    if not open_before or not found.step:
        return False
    return any(other.step == found.step and {*other.units} == {*found.units} for other in bad)


def _doubted(found: Finding, partial: Report) -> bool:
    """Whether a move that a finding accuses is in doubt as another kind of move: which was meant is open."""
    doubts = (other for other in _of(partial, Severity.DOUBT) if other.step == found.step)
    return any({*other.units} & {*found.units} for other in doubts)


def _is_legal(found: Finding, play: Play, told: list[Finding]) -> bool:
    """Whether an act that a finding accuses is in the play, nothing is said against it, and it is called legal."""
    accused = {*found.units}
    acts = [act for act in play.acts if act.step == found.step and accused.intersection(act.units)]
    silent = (act for act in acts if not _spoken_of(act.step, {*act.units}, told))
    return any(legality(act).verdict is Verdict.LEGAL for act in silent)


def _spoken_of(step: int, units: set[str], told: list[Finding]) -> bool:
    return any(other.step == step and (not other.units or units.intersection(other.units)) for other in told)
