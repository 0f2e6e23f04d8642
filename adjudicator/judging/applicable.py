"""Which rules are asked of what: a rule about acts only of those of which it can say anything.

Its check declares what that is: kinds of act, and terms that name such kinds. So the rules that apply are found once for each
kind of act in each phase of a pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from adjudicator.checks.registry import Check, find_check
from adjudicator.checks.subjects import Subject, subject_of
from adjudicator.errors import AdjudicatorError
from adjudicator.judging.tally import MET, UNMET, Examined, RuleTally
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.known import YES, Known
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack, RuleEntry
from adjudicator.model.sequence import Moment
from adjudicator.model.theatre import Table
from adjudicator.packs.coverage import unprinted
from adjudicator.record.acts import Act
from adjudicator.record.phase import PHASE, PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.toml import validated

Phases = tuple[frozenset[str], ...]
"""Of each phase one of which it is, all that it may be called."""


@dataclass(frozen=True)
class Rule:
    """A rule of a pack ready to run: its entry, its check and its terms, which are read when somebody first asks."""

    pack: Pack
    entry: RuleEntry
    check: Check
    phases: frozenset[str]
    """What a phase may be called in which it holds; empty: it holds at any time."""
    unprinted: str
    """The text that this printing does not have of it, in words: it is judged as another prints it, and never for sure."""

    @cached_property
    def terms(self) -> object:
        """The numbers of its check: terms that its entry gives, or the figures of an article."""
        if self.check.article_of:
            return self.check.figures
        return _terms(self.entry, self.check.terms, self.pack.folder)

    @cached_property
    def subject(self) -> Subject:
        """What it is about with these terms."""
        return subject_of(self.check, self.terms, self.pack)

    @cached_property
    def during(self) -> When:
        """The time in which it holds."""
        return _during(self.entry, self.pack.folder)

    def holds_in(self, phases: Phases) -> Known:
        """Whether it holds in a phase; open if nobody knows which it is and it holds only in some."""
        if not self.phases:
            return YES
        found = {not self.phases.isdisjoint(names) for names in phases}
        if len(found) == 1:
            return Known.of(found.pop())
        return Known.open(say("{phase} ({when}?)", PHASE, strung(self.entry.when, say(" or "))))


class ApplicableRule(NamedTuple):
    """A rule, and whether it holds then; open if nobody knows."""

    rule: Rule
    now: Known


@dataclass(frozen=True, eq=False)
class ApplicableRules:
    """The rules that hold of one kind of thing at one time: those to ask, and the tallies of those that need not be asked."""

    asked: tuple[ApplicableRule, ...]
    unasked: Mapping[str, RuleTally]

    @cached_property
    def of_ways(self) -> bool:
        """Whether one of those to ask looks for faults of ways."""
        return any(each.rule.check.of_ways for each in self.asked)


@remembered(64)
def applicable_rules(pack: Pack, examined: Examined, moment: Moment, kind: str = "") -> ApplicableRules:
    """The rules for positions, phases or acts of a kind, at a moment."""
    phases = tuple(phase.names for phase in moment.possible)
    timed = any(not rule.during.always for rule, _ in _rules_of(pack, examined, phases))
    return _applicable_rules(pack, examined, phases, kind, moment if timed else Moment())


@remembered(512)
def _applicable_rules(pack: Pack, examined: Examined, phases: Phases, kind: str, moment: Moment) -> ApplicableRules:
    asked: list[ApplicableRule] = []
    unasked: dict[str, RuleTally] = {}
    for rule, in_phase in _rules_of(pack, examined, phases):
        now = in_phase if rule.during.always else in_phase & rule.during.at(moment, moment.phasing, pack)
        if now.is_no:
            continue
        if examined is not Act or _speaks_of(rule, kind):
            asked.append(ApplicableRule(rule, now))
        else:
            # whatever else is done keeps a rule that forbids something outright
            unasked[rule.entry.id] = MET if rule.check.outright else UNMET
    return ApplicableRules(tuple(asked), unasked)


def _speaks_of(rule: Rule, kind: str) -> bool:
    """Whether a rule can say anything of acts of a kind; one whose code fails to tell is asked, where its failure is told."""
    try:
        return rule.subject.names(kind)
    except AdjudicatorError:
        raise
    except Exception:  # noqa: BLE001 - somebody's code may raise anything
        return True


@remembered(512)
def _rules_of(pack: Pack, examined: Examined, phases: Phases) -> tuple[ApplicableRule, ...]:
    """The rules for such things that hold in a phase, at whatever time."""
    rules = (rule for rule in rules_in_force(pack) if rule.check.examines is examined)
    return tuple(ApplicableRule(rule, now) for rule in rules if (now := rule.holds_in(phases)).possible)


@remembered(16)
def rules_in_force(pack: Pack) -> tuple[Rule, ...]:
    """The rules that have a check and that options and readings do not switch off, in the pack's order."""
    found = []
    for entry in pack.rules.values():
        if entry.check and not why_not(pack, entry):
            check = find_check(entry.check, pack.packages)
            phases = frozenset(entry.when).union(name.removeprefix("end of ") for name in entry.when)
            found.append(Rule(pack, entry, check, phases, unprinted(pack, entry)))
    return tuple(found)


@remembered(4096)
def _terms(entry: RuleEntry, kind: type[Table], folder: Path) -> Table:
    """The terms of a rule, the same in all packs that share its entry."""
    return validated(dict(entry.terms), kind, folder / "rules.toml", f"rule {entry.id} terms")


@remembered(4096)
def _during(entry: RuleEntry, folder: Path) -> When:
    """The time in which a rule holds; PackError if its `during` is none."""
    return validated(dict(entry.during), When, folder / "rules.toml", f"rule {entry.id} during")


@remembered(16)
def asks_for_phases(pack: Pack) -> bool:
    """Whether a rule in force needs to know in which phase something is done."""
    if not pack.header.sequence.phases:
        return False
    return any(rule.phases or rule.check.examines is PhaseRecord for rule in rules_in_force(pack))


def why_not(pack: Pack, entry: RuleEntry) -> str:
    """Why a rule is not in force, "" if it is."""
    if entry.retired:
        return say("retired: {retired}", entry.retired)
    off = [name for name in entry.options if name not in pack.options]
    if off:
        return say("optional rule not in play: {off}", strung(off, ", "))
    for leant in entry.readings:
        name, _, choice = leant.partition("=")
        if choice and pack.chosen[name] not in choice.split("|"):
            return say("reading {name} = {chosen}", name, pack.chosen[name])
    return ""
