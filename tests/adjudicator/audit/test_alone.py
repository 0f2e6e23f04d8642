"""A log by itself, as a player opens the one that he was sent: less is known than in its season, and nobody is accused of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.findings import Severity
from tests.adjudicator.audit.sample_games import AUTUMN, CAMPAIGN, TWO_SEAS, Sample, audited, cut, log_of

LOGS = [
    replace(sample, log=f"legal/{path.name}", conditions=())
    for sample in (CAMPAIGN, AUTUMN, TWO_SEAS)
    for path in sorted((sample.folder / "legal").glob("*.vlog"))
]


def accusations(sample: Sample, log: Path) -> list[tuple[str, str]]:
    findings = audited(sample, (log,)).audit.findings
    return [(each.rule, each.because) for each in findings if each.severity is Severity.VIOLATION]


@pytest.mark.parametrize("sample", LOGS, ids=lambda sample: f"{sample.name}-{sample.log}")
def test_a_legal_log_by_itself_accuses_nobody(sample: Sample) -> None:
    assert accusations(sample, sample.path) == []


@pytest.mark.parametrize("sample", LOGS, ids=lambda sample: f"{sample.name}-{sample.log}")
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_nor_does_what_is_left_of_it(sample: Sample, share: float, tmp_path: Path) -> None:
    _, rest = cut(sample, max(1, int(share * len(log_of(sample).steps))), tmp_path)
    assert accusations(sample, rest) == []


def test_a_ship_on_its_way_when_the_record_begins_is_not_accused_of_where_it_is(tmp_path: Path) -> None:
    sample = replace(TWO_SEAS, log="legal/02.vlog", conditions=())
    _, rest = cut(sample, 52, tmp_path)
    assert accusations(sample, rest) == []
