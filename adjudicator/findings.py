"""Findings accuse: which numbered rule the game breaks, where, and the arithmetic. A report also says what was looked at."""

from __future__ import annotations

import hashlib
from collections import Counter as Tally
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from adjudicator.errors import Source
from adjudicator.model.known import YES, Known, Reason
from adjudicator.notes import Note


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
class Breach:
    """What a check found, in its own terms: the rule, its book and its severity are the pack's to add.

    `broken` is whether it breaks the rule. Open, it names the data without which nobody can tell (a chart cell, a hidden
    counter), and makes a doubt; a breach whose answer is no makes nothing.
    """

    at: tuple[str, ...]
    because: str
    units: tuple[str, ...] = ()
    broken: Known = YES
    owed: bool = False
    traces: tuple[Trace, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """Where the book says so: book, edition, article."""

    book: str
    edition: str
    article: str

    def __str__(self) -> str:
        return f"{self.book} {self.edition} {self.article}".strip()


@dataclass(frozen=True, slots=True)
class Finding:
    """One accusation under one rule of one book. `step` is the log's step, 0 for a position judged as it stands.

    `missing` are the data without which it is open, in words; `reasons` is the tree that says why, where the check gave one.
    """

    rule: str
    title: str
    citation: Citation
    severity: Severity
    because: str
    at: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    missing: str = ""
    reading: str = ""
    turn: int = 0
    phase: str = ""
    step: int = 0
    source: Source = field(default_factory=Source)
    traces: tuple[Trace, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def id(self) -> str:
        """A name that stays the same when the same thing is found again, in another run or a longer log."""
        seed = "|".join((self.rule, *sorted(self.at), *sorted(self.units), str(self.turn), self.because))
        return f"{self.rule}-{hashlib.sha256(seed.encode()).hexdigest()[:8]}"

    @property
    def key(self) -> tuple[int, str, tuple[str, ...], tuple[str, ...], str]:
        """The fixed order of a report: by step, rule, place, units."""
        return self.step, self.rule, self.at, self.units, self.because


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
class Report:
    """A judgement: findings in a fixed order, what was and was not looked at, and what reading the input had to guess."""

    pack: str
    subject: str
    findings: tuple[Finding, ...]
    coverage: tuple[Coverage, ...] = ()
    notes: tuple[Note, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    areas: tuple[Area, ...] = ()

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return Tally(finding.severity for finding in self.findings)[severity]

    @property
    def clean(self) -> bool:
        """Whether no rule was found broken; doubts and reminders do not count."""
        return self.count(Severity.VIOLATION) == 0
