"""Every case of fixtures/cases leads to exactly the findings it lists, and players are told the same as before, word for word.

`--regen` writes anew what they are told, and the diff shows which sentences changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from adjudicator.findings import Finding, Ran, Report
from tests.cases import CASES, Filed, all_cases, answers_that_differ, differences, judged, own_cases

TOLD = CASES.parent / "golden" / "told"


@pytest.mark.parametrize("filed", tuple(all_cases()), ids=lambda filed: filed.name)
def test_case(filed: Filed, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--regen"):
        _write_anew(filed.path)
    report = judged(filed)
    wrong = [*differences(filed, report), *answers_that_differ(filed)]
    assert not wrong, "\n".join(("", *wrong))
    assert sorted(_told(filed, report)) == sorted(golden(filed.path).get(filed.case.id, ()))


def test_no_two_cases_of_a_game_have_one_id() -> None:
    """Two editions, a pack each, do share ids: what they say of the same position is compared."""
    files: dict[tuple[str, str], list[str]] = {}
    for filed in (*all_cases(), *own_cases()):
        files.setdefault((filed.pack, filed.case.id), []).append(filed.path.name)
    assert {key: names for key, names in files.items() if len(names) > 1} == {}


@cache
def golden(path: Path) -> dict[str, list[str]]:
    """What players are told in each case of a file."""
    lines = _beside(path).read_text(encoding="utf-8").splitlines()
    starts = [number for number, line in enumerate(lines) if not line.startswith(" ")]
    ends = [*starts[1:], len(lines)]
    return {lines[start].partition(": ")[0]: lines[start:end] for start, end in zip(starts, ends, strict=True)}


@cache
def _write_anew(path: Path) -> None:
    own = (filed for filed in all_cases(path.parent.name) if filed.path == path)
    written = _beside(path)
    written.parent.mkdir(parents=True, exist_ok=True)
    written.write_text("".join(f"{line}\n" for filed in own for line in _told(filed, judged(filed))), encoding="utf-8")
    golden.cache_clear()


def _beside(path: Path) -> Path:
    return TOLD / path.parent.name / f"{path.stem}.txt"


def _told(filed: Filed, report: Report) -> Iterator[str]:
    """A case's findings with their reasons and ways, and the rules that stay open."""
    yield f"{filed.case.id}: {filed.case.title}"
    for finding in report.findings:
        yield from _lines(finding)
    for row in report.coverage:
        if row.ran is Ran.UNDETERMINED:
            yield f"  open {row.rule}: {row.why}"


def _lines(finding: Finding) -> Iterator[str]:
    missing = f" (not known: {finding.lacking})" if finding.missing else ""
    yield f"  {finding.severity} {finding.rule} {' '.join((*finding.at, *finding.units))}: {finding.because}{missing}"
    for reason in finding.reasons:
        yield from (f"    {'  ' * depth}{each.sentence}" for depth, each in reason.lines())
    for trace in finding.traces:
        yield f"    {trace.kind} {'-'.join(trace.hexes)} {trace.label}".rstrip()
