"""A judgement of one file in the shape of an audit's record, so that both have one page."""

from __future__ import annotations

from adjudicator.audit.record import Audit, ChainEntry
from adjudicator.findings import Report


def as_audit(report: Report, viewer: str = "everybody", module: str = "", version: str = "") -> Audit:
    """The report as a record without acts, files and dice."""
    return Audit(
        title=report.subject,
        viewer=viewer,
        module=module,
        module_version=version,
        files=(),
        steps=(),
        acts=(),
        chain=ChainEntry(sound=True),
        pack=report.pack,
        findings=report.findings,
        coverage=report.coverage,
        areas=report.areas,
        readings=report.readings,
        notes=report.notes,
        phases=report.phases,
        victory=report.victory,
        assumed=report.assumed,
        verdict=report.outcome,
    )
