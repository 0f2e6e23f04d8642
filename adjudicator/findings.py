"""Findings accuse: which numbered rule the game breaks, where, and the arithmetic. A report also says what was looked at."""

from __future__ import annotations

import hashlib
import re
from collections import Counter as Tally
from collections.abc import Callable, Sequence
from dataclasses import field
from enum import Enum, StrEnum
from itertools import groupby
from typing import Literal, NamedTuple

from adjudicator.errors import Source
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import YES, Known, Reason
from adjudicator.notes import Note, NoteKind
from adjudicator.said import Said, quoted, say, say_number, strung
from adjudicator.words import counted, data_words, listed, some_of, word

UNKNOWN_PHASE = say("the phase of play")
"""The missing datum where nobody can tell in which phase something was done."""
WEATHER = say("the weather")
MOST_HEADLINES = 4
MOST_PLACES = 8
"""So many hexes of a finding are named in its line."""
MOST_ALIKE = 6
"""So many doubts for want of the phase are told one by one."""
LEAST_DECIDED, MOST_ASKED = 5, 3
"""How many doubts a datum decides that is asked for before all else, and how many such data are."""
_CELL = re.compile(r"\b\w+(?:\.\w+[<>]?)+\b")


class Verdict(Enum):
    """What can be said of an act or a position."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDETERMINED = "undetermined"


class Severity(StrEnum):
    """How sure and how bad: broken, perhaps broken, or legal but now owed."""

    VIOLATION = "violation"
    DOUBT = "doubt"
    REMINDER = "reminder"


@dataclass(frozen=True, slots=True)
class Trace:
    """A line over the map that explains a verdict: hex numbers in order, what it is, and the running cost if it has one.

    `kind` is "path" (a move), "supply" (a witness line), "blocked" (where a line or path broke).
    """

    kind: str
    hexes: tuple[str, ...]
    label: str = ""
    costs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Excuse:
    """The counters nobody can read that could excuse one breach, where its check says otherwise of its breaches in general.

    `places` are the hexes and boxes in which they would have to lie at some time, None for anywhere; `sides` those whose they
    would have to be, none for any; `least` how many it takes.
    """

    places: frozenset[str] | None = None
    sides: frozenset[str] = frozenset()
    least: int = 1


@dataclass(frozen=True, slots=True)
class Citation:
    """Where the book says so: book, edition, article."""

    book: str = ""
    edition: str = ""
    article: str = ""

    def __str__(self) -> str:
        return f"{self.book} {self.edition} {self.article}".strip()


@dataclass(frozen=True, slots=True)
class Finding:
    """One accusation under one rule of one book.

    A check says where, why and who, in its own terms: the fields down to `excuse`. The judge adds those down to `id`: the rule,
    what its book calls it, how bad it is, and when it was. An audit adds the rest: the act that it is about and what an umpire
    ruled.
    """

    at: tuple[str, ...]
    """Printed hex numbers or names of boxes."""
    because: str
    """The arithmetic in words."""
    units: tuple[str, ...] = ()
    """Ids of units or counters."""
    broken: Known = YES
    """Whether it breaks the rule. Open, it names the data without which nobody can tell (a chart cell, a hidden counter), and
    is a doubt; what is surely no breach is dropped."""
    owed: bool = False
    """Whether it is legal so far, and something still has to be done."""
    traces: tuple[Trace, ...] = ()
    excuse: Excuse | None = None
    """Which counters that nobody can read could excuse it; left out, they are those that its check says (`unseen`)."""

    rule: str = ""
    title: str = ""
    citation: Citation = Citation()
    severity: Severity = Severity.VIOLATION
    names: tuple[str, ...] = ()
    """What people call the units."""
    reading: str = ""
    """The reading applied where the book is silent."""
    turn: int = 0
    phase: str = ""
    step: int = 0
    """The log's step, 0 for a position judged as it stands."""
    source: Source = Source()
    id: str = ""
    """The same whenever the same thing is found again, in another run, a longer log or another language."""

    counters: tuple[str, ...] = ()
    """The ids in the file of the units' counters."""
    sides: tuple[str, ...] = ()
    """Whose they are."""
    file: str = ""
    file_step: int = 0
    act: int = -1
    """The number of the act it is about, counted from 0; -1 for a position or a phase."""
    ruling: str = ""
    """Why an umpire overrode it, "" if none did."""

    @property
    def missing(self) -> str:
        """The data without which it cannot be decided, in words."""
        return strung(self.broken.missing, ", ")

    @property
    def lacking(self) -> str:
        """The same in few words: of many cells of a chart how many they are."""
        return data_words(self.broken.missing)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why it is broken, or open, step by step, where the check tells it."""
        return self.broken.because

    @property
    def identified(self) -> Finding:
        """The same with its id, which is made from what it says in English."""
        seed = "|".join((self.rule, *sorted(self.at), *sorted(self.units), str(self.turn), self.because))
        return replace(self, id=f"{self.rule}-{hashlib.sha256(seed.encode()).hexdigest()[:8]}")

    @property
    def place(self) -> str:
        """When and where, in words."""
        when = say("turn {turn}", self.turn) if self.turn else ""
        step = say("step {step}", self.step) if self.step else ""
        at = say("at {at}", some_of(self.at, MOST_PLACES)) if self.at else ""
        return strung((part for part in (when, self.phase, step, at) if part), ", ")

    @property
    def key(self) -> tuple[int, str, tuple[str, ...], tuple[str, ...], str]:
        """The fixed order of a report: by step, rule, place, units."""
        return self.step, self.rule, self.at, self.units, self.because


Breach = Finding
"""The name that it has in the code of packs that were written for interface 1 (`docs/versions.md`)."""


class Ran(StrEnum):
    """What became of a rule in one run."""

    JUDGED = "judged"
    NOT_APPLICABLE = "not applicable"
    UNDETERMINED = "undetermined"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Coverage:
    """One rule of the pack and whether it ran; `why` tells what was missing or why it could not."""

    rule: str
    title: str
    ran: Ran
    why: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """An area of the book: how many articles it has, and how many of them no rule judges.

    `left` are those that a rule could judge and none does yet; `undecidable` those that no program can judge from the
    files, such as a word said at the table.
    """

    area: str
    articles: int
    left: int = 0
    undecidable: int = 0


@dataclass(frozen=True, slots=True)
class PhaseTold:
    """Steps of one phase as it was told: `phase` is "" where nobody knows it, or names all that it may be.

    `told_by` is who says so: "turn tracker", "chat" or "--phase". `acts` is how many things were done in these steps.
    """

    first: int
    last: int
    turn: int = 0
    phase: str = ""
    told_by: str = ""
    acts: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """A judgement: findings in a fixed order, what was and was not looked at, and what reading the input had to guess."""

    pack: str
    subject: str
    findings: tuple[Finding, ...]
    coverage: tuple[Coverage, ...] = ()
    notes: tuple[Note, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    areas: tuple[Area, ...] = ()
    phases: tuple[PhaseTold, ...] = ()
    victory: tuple[str, ...] = ()
    """The level of victory as it stands, and each side's points with how they come about, a sentence each."""
    assumed: tuple[str, ...] = ()
    """What would be found under assumptions on who held what before, a sentence each; the verdict stays as it is."""
    language: Language = field(default=IN_ENGLISH, repr=False, compare=False)
    """In which it is told; its values stay as they are."""

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return Tally(finding.severity for finding in self.findings)[severity]

    @property
    def clean(self) -> bool:
        """Whether no rule was found broken; doubts and reminders do not count."""
        return self.count(Severity.VIOLATION) == 0

    @property
    def outcome(self) -> Outcome:
        """How it came out."""
        return outcome(self.count(Severity.VIOLATION), self.coverage)

    @property
    def summary(self) -> str:
        """The verdict in one sentence."""
        return summary(self.count, self.coverage, self.areas)


def of_one_cause(findings: Sequence[Finding]) -> tuple[int, ...]:
    """The places of the doubts that there are only since nobody knows the phase, if they are too many to tell one by one."""
    found = [
        place
        for place, each in enumerate(findings)
        if each.severity is Severity.DOUBT and each.missing.startswith(UNKNOWN_PHASE) and ", " not in each.missing
    ]
    return tuple(found) if len(found) > MOST_ALIKE else ()


def cause_words(findings: Sequence[Finding]) -> Said:
    """That many doubts have one cause, and of which rules they are; "" if there are none such."""
    doubts = [findings[place] for place in of_one_cause(findings)]
    if not doubts:
        return strung(())
    rules = Tally(each.rule.rpartition(":")[2] for each in doubts)
    told = strung((say("{rule} ({count})", rule, count) for rule, count in rules.most_common()), ", ")
    return say("{doubts} have one cause, that nobody knows the phase: {rules}", counted(len(doubts), "doubt"), told)


def asked_back(findings: Sequence[Finding]) -> tuple[Said, ...]:
    """What to tell, the most decisive first: each datum that several doubts lack and nothing else."""
    lacking: dict[str, list[Finding]] = {}
    for each in findings:
        if each.severity is Severity.DOUBT and not each.ruling and len(each.broken.missing) == 1:
            lacking.setdefault(each.broken.missing[0], []).append(each)
    found = [(datum, doubts) for datum, doubts in lacking.items() if not datum.startswith(UNKNOWN_PHASE)]
    found.sort(key=lambda pair: -len(pair[1]))
    return tuple(_asked(*pair) for pair in found[:MOST_ASKED] if len(pair[1]) >= LEAST_DECIDED)


def _asked(datum: str, doubts: Sequence[Finding]) -> Said:
    """A sentence that asks for a datum, with what it decides and how it is told."""
    rules = listed(sorted({each.rule.rpartition(":")[2] for each in doubts}))
    told = say("tell us {datum}: it decides {doubts} ({rules})", datum, counted(len(doubts), "doubt"), rules)
    if _CELL.search(datum):
        return strung((told, say("; a chart sheet tells it (--charts)")))
    if datum == WEATHER:
        return strung((told, say("; a condition tells it (--condition weather=VALUE)")))
    return told


def headlines(notes: Sequence[Note]) -> tuple[Note, ...]:
    """The notes that stand before all else: what was not judged first of all, and how much of the chat was not understood."""
    unheard = [note for note in notes if note.kind is NoteKind.UNHEARD][:1]
    return (*[note for note in notes if note.kind is NoteKind.UNJUDGED][:MOST_HEADLINES], *unheard)


def phases_words(phases: Sequence[PhaseTold]) -> str:
    """Who told the phases, and in which steps nobody knows them; "" if nothing was done."""
    steps: dict[str, list[str]] = {}
    for who, run in groupby(phases, key=_teller):
        spans = tuple(run)
        first, last = spans[0].first, max(each.last for each in spans)
        steps.setdefault(who, []).append(str(first) if first == last else f"{first}–{last}")
    told = [say("{who} (step {runs})", who, listed(runs)) for who, runs in steps.items() if who]
    known = say("the phase is told by {told}", listed(told)) if told else ""
    acts = sum(each.acts for each in phases if not _teller(each))
    unknown = (
        say("nobody knows the phase of {acts} (step {runs})", counted(acts, "act"), listed(steps.get("", ())))
        if acts
        else ""
    )
    return strung((part for part in (known, unknown) if part), "; ")


def _teller(told: PhaseTold) -> str:
    """Who told a phase, "" where nobody knows it."""
    return say("the {teller}", quoted(told.told_by)) if told.told_by[:1].isalpha() else told.told_by


Outcome = Literal["violations", "clean", "nothing judged"]
"""How a judgement came out: rules are broken; none of those that were judged is; or none was judged."""


def outcome(broken: int, coverage: Sequence[Coverage]) -> Outcome:
    """How a judgement came out that found so many rules broken."""
    if broken:
        return "violations"
    return "clean" if reach(coverage).judged else "nothing judged"


class JudgedReach(NamedTuple):
    """How many rules were judged, and how many could not be, though there was something to judge or nobody knows."""

    judged: int
    left: int

    @property
    def wide(self) -> bool:
        """Whether more rules were judged than not."""
        return self.judged > self.left


def reach(coverage: Sequence[Coverage]) -> JudgedReach:
    """How far a judgement reached. A rule for which there was nothing to judge counts to neither."""
    ran = Tally(entry.ran for entry in coverage)
    return JudgedReach(ran[Ran.JUDGED], ran[Ran.UNDETERMINED] + ran[Ran.NOT_CHECKED])


def summary(count: Callable[[Severity], int], coverage: Sequence[Coverage], areas: Sequence[Area]) -> Said:
    """A verdict in one sentence; where no rule was judged it is that, and never that none is broken."""
    counts = strung((counted(count(severity), severity.value) for severity in Severity), ", ")
    if outcome(count(Severity.VIOLATION), coverage) != "nothing judged":
        return say("{counts}; {judged}", counts, judged_rules(coverage, areas))
    found = sum(map(count, Severity))
    return say("{nothing}; {counts}", none_broken(coverage), counts) if found else none_broken(coverage)


def none_broken(coverage: Sequence[Coverage]) -> Said:
    """What is to be said where no rule was found broken: of how many that holds, or that nothing was judged and why."""
    judged, left = reach(coverage)
    if not judged:
        return say("nothing was judged: {why}", _why_nothing(coverage))
    if left:
        return say("no rule broken of the {judged} judged; {left} not judged", judged, left)
    return say("no rule broken of the {judged} judged", judged)


def _why_nothing(coverage: Sequence[Coverage]) -> Said:
    """Why no rule was judged."""
    if not coverage:
        return say("the pack has no rules")
    ran = Tally(entry.ran for entry in coverage)
    if ran[Ran.UNDETERMINED]:
        return say_number(
            "{number} rule could not be decided", "{number} rules could not be decided", ran[Ran.UNDETERMINED]
        )
    if ran[Ran.NOT_CHECKED]:
        whys = Tally(entry.why for entry in coverage if entry.ran is Ran.NOT_CHECKED)
        return strung([whys.most_common(1)[0][0] or say("no rule was checked")])
    return say("there is nothing that its rules judge")


def judged_rules(coverage: Sequence[Coverage], areas: Sequence[Area]) -> str:
    """How many rules judged something, and how many articles of the book have no rule."""
    judged = sum(1 for entry in coverage if entry.ran is Ran.JUDGED)
    told = say("{judged} of {count} rules judged", judged, len(coverage))
    left, articles = sum(area.left for area in areas), sum(area.articles for area in areas)
    return (
        say("{told}; no rule yet for {left} of the book's {articles}", told, left, counted(articles, "article"))
        if left
        else told
    )


def unruled(areas: Sequence[Area], most: int | None = None) -> str:
    """The articles of the book that no rule judges, by area, the `most` emptiest ones by name."""
    if not areas:
        return say("the pack does not list the articles of its book, so nobody can say how much of it no rule judges")
    articles, never = sum(area.articles for area in areas), sum(area.undecidable for area in areas)
    without = sorted((area for area in areas if area.left), key=lambda area: -area.left)
    named, others = without[:most], without[len(without[:most]) :]
    parts = [say("{area} {left} of {articles}", word(area.area), area.left, area.articles) for area in named]
    parts += (
        [say("{left} in {areas}", sum(area.left for area in others), counted(len(others), "further area"))]
        if others
        else []
    )
    yet = (
        say("{left} have no rule yet ({parts})", sum(area.left for area in without), strung(parts, ", "))
        if without
        else say("all have a rule")
    )
    cannot = say(", and {never} no program can judge", never) if never else ""
    return say("of the book's {articles} {yet}{cannot}", counted(articles, "article"), yet, cannot)
