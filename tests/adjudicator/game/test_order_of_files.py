"""The order of play does not hang on the files' names, also where a log changes nothing on the table."""

from __future__ import annotations

from pathlib import Path

from tests.adjudicator.audit.sample_games import SAMPLES, cut
from tests.same_evidence import opened


def test_a_log_of_talk_alone_comes_before_the_one_that_goes_on(tmp_path: Path) -> None:
    sample = next(each for each in SAMPLES if each.pack == "sudden_storm")
    talk, rest = cut(sample, 1, tmp_path)
    first = rest.rename(tmp_path / "a.vlog")
    assert [path.name for path in opened(sample, (first, talk)).paths] == [talk.name, first.name]
