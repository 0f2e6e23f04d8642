"""A report as JSON, stable and documented: `schemas/adjudicator-report-1.json` is made from these records."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from adjudicator.errors import Source
from adjudicator.excerpts import NO_FINDING, Excerpt, finding_of
from adjudicator.findings import (
    Area,
    Citation,
    Coverage,
    Finding,
    Outcome,
    PhaseTold,
    Ran,
    Report,
    Severity,
    Trace,
    reach,
)
from adjudicator.notes import Note, NoteKind

FORMAT: Literal["adjudicator-report-1"] = "adjudicator-report-1"


class ReportPart(BaseModel):
    """Part of a report: nothing in it changes, and no key comes unannounced."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


SOURCE = Excerpt(
    "SourceRecord",
    "A place in the input.",
    {
        "file": "",
        "entry": "The entry within the file: an archive's member, a path in a document.",
        "offset": "Characters of decoded text, or bytes, from the entry's start.",
    },
    frozenset(),
    Source(),
)
CITATION = Excerpt(
    "CitationRecord",
    "Where the book says so.",
    {"book": "", "edition": "", "article": ""},
    frozenset(("book", "edition", "article")),
    Citation(),
)
TRACE = Excerpt(
    "TraceRecord",
    "A line over the map that explains a verdict.",
    {
        "kind": '"path" (a move), "supply" (a witness line) or "blocked" (where a line or path broke).',
        "hexes": "",
        "label": "",
        "costs": "The running cost at each hex, if the line has one.",
    },
    frozenset(("kind", "hexes")),
    Trace("", ()),
)
FINDING = Excerpt(
    "FindingRecord",
    "One accusation under one rule of one book.",
    {
        "id": "The same whenever the same thing is found again, in another run or a longer log.",
        "rule": "",
        "title": "",
        "citation": "",
        "severity": "",
        "because": "The arithmetic in words.",
        "at": "Printed hex numbers or box names.",
        "units": "Ids of units or counters.",
        "names": "What people call those units.",
        "missing": "The datum without which this cannot be decided; given for doubts.",
        "reading": "The reading applied where the book is silent.",
        "turn": "",
        "phase": "",
        "step": "The log's step; 0 for a position judged as it stands.",
        "source": "",
        "traces": "",
        "reasons": "Why it is broken, or open, step by step, where the check tells it.",
    },
    frozenset(("id", "rule", "title", "citation", "severity", "because")),
    NO_FINDING,
    {
        "citation": Annotated[Citation, CITATION],
        "source": Annotated[Source, SOURCE],
        "traces": tuple[Annotated[Trace, TRACE], ...],
    },
    read=finding_of,
)
COVERAGE = Excerpt(
    "CoverageRecord",
    "One rule of the pack and whether it ran.",
    {"rule": "", "title": "", "ran": "", "why": "What was missing, or why it could not be judged."},
    frozenset(("rule", "title", "ran")),
    Coverage("", "", Ran.JUDGED),
)
AREA = Excerpt(
    "AreaRecord",
    "An area of the book, and how much of it no rule judges.",
    {
        "area": "",
        "articles": "How many articles of the book it has.",
        "left": "How many of them a rule could judge and none does yet.",
        "undecidable": "How many of them no program can judge from the files.",
    },
    frozenset(("area", "articles", "left", "undecidable")),
    Area("", 0),
)
NOTE = Excerpt(
    "NoteRecord",
    "What reading the input guessed, repaired or left behind.",
    {"kind": "", "subject": "", "text": "", "source": ""},
    frozenset(("kind", "subject", "text")),
    Note(NoteKind.GUESSED, "", ""),
    {"source": Annotated[Source, SOURCE]},
)
PHASE = Excerpt(
    "PhaseStepsRecord",
    "Steps of one phase as it was told.",
    {
        "first": "",
        "last": "",
        "turn": "",
        "phase": "Its name, or all that it may be; blank where nobody knows it.",
        "told_by": '"turn tracker", "chat" or "--phase"; blank where nobody told it.',
        "acts": "How many things were done in these steps.",
    },
    frozenset(("first", "last")),
    PhaseTold(0, 0),
)


class Counts(ReportPart):
    """How many findings of each severity."""

    violation: int
    doubt: int
    reminder: int


class ReadingRecord(ReportPart):
    """A reading in force: where the book is silent, and what we took it to mean."""

    id: str
    choice: str


class ReportRecord(ReportPart):
    """A judgement: findings in a fixed order, what was and was not looked at, and what reading had to guess."""

    format: Literal["adjudicator-report-1"] = FORMAT
    subject: str
    """The file judged."""
    pack: str
    verdict: Outcome
    """"clean" means that no rule that was judged is broken; see coverage for those that were not. Where no rule was judged, as
    in a pack without rules, or where each stays open, it is "nothing judged"."""
    judged: int
    """How many rules were judged."""
    not_judged: int
    """How many could not be; a rule for which there was nothing to judge is in neither."""
    counts: Counts
    findings: tuple[Annotated[Finding, FINDING], ...]
    coverage: tuple[Annotated[Coverage, COVERAGE], ...] = ()
    areas: tuple[Annotated[Area, AREA], ...] = ()
    readings: tuple[ReadingRecord, ...] = Field(default=())
    notes: tuple[Annotated[Note, NOTE], ...] = ()
    phases: tuple[Annotated[PhaseTold, PHASE], ...] = ()
    """Of a log: who told the phase in which steps."""
    victory: tuple[str, ...] = ()
    """The level of victory as it stands, and each side's points with how they come about, a sentence each."""
    assumed: tuple[str, ...] = ()
    """What would be found under assumptions on who held what before, a sentence each; the verdict stays as it is."""
    written: tuple[str, ...] = Field(default=(), exclude_if=lambda paths: not paths)
    """What the command wrote, where it wrote anything; a report in a file says nothing of it."""


def record(report: Report) -> ReportRecord:
    """The report as its record."""
    return ReportRecord(
        subject=report.subject,
        pack=report.pack,
        verdict=report.outcome,
        judged=reach(report.coverage).judged,
        not_judged=reach(report.coverage).left,
        counts=Counts(**{severity.value: report.count(severity) for severity in Severity}),
        findings=report.findings,
        coverage=report.coverage,
        areas=report.areas,
        readings=tuple(ReadingRecord(id=name, choice=choice) for name, choice in report.readings),
        notes=report.notes,
        phases=report.phases,
        victory=tuple(map(str, report.victory)),
        assumed=tuple(map(str, report.assumed)),
    )


def report_json(report: Report) -> dict[str, object]:
    """The report as plain JSON values."""
    return record(report).model_dump(mode="json")


def report_bytes(report: Report) -> bytes:
    """The report as a JSON document."""
    return record(report).model_dump_json(indent=2).encode() + b"\n"


def schema() -> dict[str, object]:
    """The JSON Schema of a report."""
    made = ReportRecord.model_json_schema(mode="serialization")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{FORMAT}.json"}
    return head | made
