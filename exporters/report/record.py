"""A report as JSON, stable and documented: `schemas/adjudicator-report-1.json` is made from these records."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from adjudicator.errors import Source
from adjudicator.findings import Area, Coverage, Finding, Outcome, PhaseTold, Ran, Report, Severity, Trace, reach
from adjudicator.model.known import Reason
from adjudicator.notes import Note, NoteKind

FORMAT: Literal["adjudicator-report-1"] = "adjudicator-report-1"


class Entry(BaseModel):
    """Part of a report: nothing in it changes, and no key comes unannounced."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class SourceRecord(Entry):
    """A place in the input."""

    file: str = ""
    entry: str = ""
    """The entry within the file: an archive's member, a path in a document."""
    offset: int | None = None
    """Characters of decoded text, or bytes, from the entry's start."""


class CitationRecord(Entry):
    """Where the book says so."""

    book: str
    edition: str
    article: str


class TraceRecord(Entry):
    """A line over the map that explains a verdict."""

    kind: str
    """"path" (a move), "supply" (a witness line) or "blocked" (where a line or path broke)."""
    hexes: tuple[str, ...]
    label: str = ""
    costs: tuple[str, ...] = ()
    """The running cost at each hex, if the line has one."""


class FindingRecord(Entry):
    """One accusation under one rule of one book."""

    id: str
    """The same whenever the same thing is found again, in another run or a longer log."""
    rule: str
    title: str
    citation: CitationRecord
    severity: Severity
    because: str
    """The arithmetic in words."""
    at: tuple[str, ...] = ()
    """Printed hex numbers or box names."""
    units: tuple[str, ...] = ()
    """Ids of units or counters."""
    names: tuple[str, ...] = ()
    """What people call those units."""
    missing: str = ""
    """The datum without which this cannot be decided; given for doubts."""
    reading: str = ""
    """The reading applied where the book is silent."""
    turn: int = 0
    phase: str = ""
    step: int = 0
    """The log's step; 0 for a position judged as it stands."""
    source: SourceRecord = SourceRecord()
    traces: tuple[TraceRecord, ...] = ()
    reasons: tuple[Reason, ...] = ()
    """Why it is broken, or open, step by step, where the check tells it."""


class CoverageRecord(Entry):
    """One rule of the pack and whether it ran."""

    rule: str
    title: str
    ran: Ran
    why: str = ""
    """What was missing, or why it could not be judged."""


class AreaRecord(Entry):
    """An area of the book, and how much of it no rule judges."""

    area: str
    articles: int
    """How many articles of the book it has."""
    left: int
    """How many of them a rule could judge and none does yet."""
    undecidable: int
    """How many of them no program can judge from the files."""


class NoteRecord(Entry):
    """What reading the input guessed, repaired or left behind."""

    kind: NoteKind
    subject: str
    text: str
    source: SourceRecord = SourceRecord()


class PhaseStepsRecord(Entry):
    """Steps of one phase as it was told."""

    first: int
    last: int
    turn: int = 0
    phase: str = ""
    """Its name, or all that it may be; blank where nobody knows it."""
    told_by: str = ""
    """"turn tracker", "chat" or "--phase"; blank where nobody told it."""
    acts: int = 0
    """How many things were done in these steps."""


class Counts(Entry):
    """How many findings of each severity."""

    violation: int
    doubt: int
    reminder: int


class ReadingRecord(Entry):
    """A reading in force: where the book is silent, and what we took it to mean."""

    id: str
    choice: str


class ReportRecord(Entry):
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
    findings: tuple[FindingRecord, ...]
    coverage: tuple[CoverageRecord, ...] = ()
    areas: tuple[AreaRecord, ...] = ()
    readings: tuple[ReadingRecord, ...] = Field(default=())
    notes: tuple[NoteRecord, ...] = ()
    phases: tuple[PhaseStepsRecord, ...] = ()
    """Of a log: who told the phase in which steps."""
    victory: tuple[str, ...] = ()
    """The level of victory as it stands, and each side's points with how they come about, a sentence each."""
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
        findings=tuple(map(_finding, report.findings)),
        coverage=tuple(map(_coverage, report.coverage)),
        areas=tuple(map(_area, report.areas)),
        readings=tuple(ReadingRecord(id=name, choice=choice) for name, choice in report.readings),
        notes=tuple(map(_note, report.notes)),
        phases=tuple(map(_phase, report.phases)),
        victory=tuple(map(str, report.victory)),
    )


def report_json(report: Report) -> dict[str, object]:
    """The report as plain JSON values."""
    return record(report).model_dump(mode="json")


def report_bytes(report: Report) -> bytes:
    """The report as a JSON document."""
    return record(report).model_dump_json(indent=2).encode() + b"\n"


def note_json(note: Note) -> dict[str, object]:
    """A note as plain JSON values."""
    return _note(note).model_dump(mode="json")


def schema() -> dict[str, object]:
    """The JSON Schema of a report."""
    made = ReportRecord.model_json_schema(mode="serialization")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{FORMAT}.json"}
    return head | made


def _phase(told: PhaseTold) -> PhaseStepsRecord:
    return PhaseStepsRecord(
        first=told.first, last=told.last, turn=told.turn, phase=told.phase, told_by=told.told_by, acts=told.acts
    )


def _source(source: Source) -> SourceRecord:
    return SourceRecord(file=source.file, entry=source.entry, offset=source.offset)


def _trace(trace: Trace) -> TraceRecord:
    return TraceRecord(kind=trace.kind, hexes=trace.hexes, label=trace.label, costs=trace.costs)


def _finding(finding: Finding) -> FindingRecord:
    cited = finding.citation
    return FindingRecord(
        id=finding.id,
        rule=finding.rule,
        title=finding.title,
        citation=CitationRecord(book=cited.book, edition=cited.edition, article=cited.article),
        severity=finding.severity,
        because=finding.because,
        at=finding.at,
        units=finding.units,
        names=finding.names,
        missing=finding.missing,
        reading=finding.reading,
        turn=finding.turn,
        phase=finding.phase,
        step=finding.step,
        source=_source(finding.source),
        traces=tuple(map(_trace, finding.traces)),
        reasons=finding.reasons,
    )


def _coverage(coverage: Coverage) -> CoverageRecord:
    return CoverageRecord(rule=coverage.rule, title=coverage.title, ran=coverage.ran, why=coverage.why)


def _area(area: Area) -> AreaRecord:
    return AreaRecord(area=area.area, articles=area.articles, left=area.left, undecidable=area.undecidable)


def _note(note: Note) -> NoteRecord:
    return NoteRecord(kind=note.kind, subject=note.subject, text=note.text, source=_source(note.source))
