"""What players are told in every case, word for word: `--regen` writes it anew, and the diff shows which sentences changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.findings import Finding, Ran
from tests.cases import CASES, Filed, all_cases, judged

TOLD = CASES.parent / "golden" / "told"
FILES = sorted({filed.path for filed in all_cases()})


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}:{path.stem}")
def test_players_are_told_what_was_looked_at(path: Path, request: pytest.FixtureRequest) -> None:
    golden = TOLD / path.parent.name / f"{path.stem}.txt"
    told = (
        "\n".join(line for filed in all_cases(path.parent.name) if filed.path == path for line in _told(filed)) + "\n"
    )
    if request.config.getoption("--regen"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(told, encoding="utf-8")
    assert told == golden.read_text(encoding="utf-8")


def _told(filed: Filed) -> Iterator[str]:
    """A case's findings with their reasons and ways, and the rules that stay open."""
    report = judged(filed)
    yield f"{filed.case.id}: {filed.case.title}"
    for finding in report.findings:
        yield from _lines(finding)
    for row in report.coverage:
        if row.ran is Ran.UNDETERMINED:
            yield f"  open {row.rule}: {row.why}"


def _lines(finding: Finding) -> Iterator[str]:
    missing = f" (not known: {finding.missing})" if finding.missing else ""
    yield f"  {finding.severity} {finding.rule} {' '.join((*finding.at, *finding.units))}: {finding.because}{missing}"
    for reason in finding.reasons:
        yield from (f"    {'  ' * depth}{each.sentence}" for depth, each in reason.lines())
    for trace in finding.traces:
        yield f"    {trace.kind} {'-'.join(trace.hexes)} {trace.label}".rstrip()
