"""A judged log, judged again under another name, is accused of what its original is accused of.

Here the first log of each sample game; all of them, at some ten seconds each, are for `python -m tests.judged_again`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from adjudicator.game.rules import Rules, load_rules
from tests.adjudicator.audit.sample_games import AUTUMN, CAMPAIGN, SAMPLES, TWO_SEAS, Sample
from tests.helpers import FIXTURES
from tests.judged_again import different, judged_again

VASSAL = FIXTURES / "vassal"
GAMES = {sample.name: sample for sample in (*reversed(SAMPLES), CAMPAIGN, TWO_SEAS, AUTUMN)}
LOGS = [min(logs) for folder in sorted(VASSAL.rglob("*/")) if (logs := list(folder.glob("*.vlog")))]


@cache
def rules_of(sample: Sample) -> Rules:
    return load_rules(
        sample.pack,
        theatre=sample.theatre,
        charts=sample.charts,
        options=dict.fromkeys(sample.options, True),
        conditions=dict(sample.conditions),
    )


@pytest.mark.parametrize("log", LOGS, ids=[str(log.relative_to(VASSAL)) for log in LOGS])
def test_a_judged_log_is_accused_of_what_its_original_is(log: Path, tmp_path: Path) -> None:
    sample = GAMES[log.relative_to(VASSAL).parts[0]]
    one, other = judged_again(log, tmp_path, rules_of(sample), sample.module)
    assert one["audit"]["acts"]
    assert list(different(one, other)) == []
