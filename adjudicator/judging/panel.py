"""Which rules are asked of what: a rule about acts only of those of which it can say anything.

Its check declares what that is: kinds of act, and terms that name such kinds. So there is a panel of rules for each kind of
act in each phase, made once for a pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.checks.registry import Check, find_check
from adjudicator.checks.subjects import Subject, subject_of
from adjudicator.judging.tally import MET, UNMET, Examined, Tally
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, Known
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack, RuleEntry
from adjudicator.model.sequence import Moment
from adjudicator.model.theatre import Table
from adjudicator.packs.coverage import lacking, unprinted
from adjudicator.record.acts import Act
from adjudicator.record.phase import PHASE, PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.toml import validated

Phases = tuple[frozenset[str], ...]
"""Of each phase one of which it is, all that it may be called."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a pack ready to run: its entry, its check and its validated terms, and what it is then about."""

    entry: RuleEntry
    check: Check
    terms: Table
    subject: Subject
    phases: frozenset[str]
    """What a phase may be called in which it holds; empty: it holds at any time."""
    during: When
    """The time in which it holds."""
    lacking: str
    """What it leans on and nothing judges yet, in words."""
    unprinted: str
    """The text that this printing does not have of it, in words: it is judged as another prints it, and never for sure."""

    def holds(self, phases: Phases, moment: Moment, pack: Pack) -> Known:
        """Whether it holds now; open if the phase is unknown and it holds only in some, or what its time asks is."""
        if not self.during.always:
            return self._in_phase(phases) & self.during.at(moment, moment.phasing, pack)
        return self._in_phase(phases)

    def _in_phase(self, phases: Phases) -> Known:
        if not self.phases:
            return YES
        found = {not self.phases.isdisjoint(names) for names in phases}
        if len(found) == 1:
            return Known.of(found.pop())
        return Known.open(say("{phase} ({when}?)", PHASE, strung(self.entry.when, say(" or "))))


class Called(NamedTuple):
    """A rule to ask, and whether it holds then; open if nobody knows."""

    rule: Rule
    now: Known


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """The rules that hold of one kind of thing at one time: those to ask, and the tallies of those that need not be asked."""

    asked: tuple[Called, ...]
    unasked: Mapping[str, Tally]


@remembered(64)
def panel(pack: Pack, examined: Examined, moment: Moment, kind: str = "") -> Panel:
    """The rules for positions, phases or acts of a kind, at a moment."""
    told = moment if _asks_the_time(pack) else Moment()
    return _panel(pack, examined, tuple(phase.names for phase in moment.possible), kind, told)


@remembered(512)
def _panel(pack: Pack, examined: Examined, phases: Phases, kind: str, moment: Moment) -> Panel:
    rules = (rule for rule in rules_in_force(pack) if rule.check.examines is examined)
    holding = [
        called for called in (Called(rule, rule.holds(phases, moment, pack)) for rule in rules) if called.now.possible
    ]
    asked = tuple(called for called in holding if examined is not Act or called.rule.subject.names(kind))
    # whatever else is done keeps a rule that forbids something outright
    unasked = {
        rule.entry.id: MET if rule.check.outright else UNMET
        for rule, _ in holding
        if not any(rule is called.rule for called in asked)
    }
    return Panel(asked, unasked)


@remembered(16)
def rules_in_force(pack: Pack) -> tuple[Rule, ...]:
    """The rules that have a check and that options and readings do not switch off, in the pack's order."""
    found = []
    for entry in pack.rules.values():
        if entry.check and not why_not(pack, entry):
            check = find_check(entry.check, pack.packages)
            terms = validated(dict(entry.terms), check.terms, pack.folder / "rules.toml", f"rule {entry.id} terms")
            phases = frozenset(entry.when).union(name.removeprefix("end of ") for name in entry.when)
            subject, during = subject_of(check, terms, pack), time_of(pack, entry)
            found.append(
                Rule(entry, check, terms, subject, phases, during, lacking(pack, entry), unprinted(pack, entry))
            )
    return tuple(found)


def time_of(pack: Pack, entry: RuleEntry) -> When:
    """The time in which a rule holds; PackError if its `during` is none."""
    return validated(dict(entry.during), When, pack.folder / "rules.toml", f"rule {entry.id} during")


@remembered(16)
def _asks_the_time(pack: Pack) -> bool:
    """Whether a rule in force holds at some times only."""
    return any(not rule.during.always for rule in rules_in_force(pack))


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
