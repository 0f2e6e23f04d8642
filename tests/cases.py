"""The cases of fixtures/cases/PACK/*.toml, and of the packs in fixtures/packs: `adjudicator.game.cases` judges them.

`several` says of a case that breaks several rules how it breaks each of them (tests/test_citations.py). `example` names the
worked example of the rulebook that the case plays; `differs` the articles (by their ids in the later book) of which two books
of a series say different things of the same position.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from adjudicator.findings import Ran, Report
from adjudicator.game.cases import (
    Case,
    CaseFile,
    Filed,
    answers_that_differ,
    cases_of,
    computes,
    differences,
    network_of,
    pack_of,
    position_of,
)
from adjudicator.game.cases import judged as judge_case
from adjudicator.model.canonical import digest
from tests.once import once

__all__ = [
    "CASES",
    "Case",
    "CaseFile",
    "Filed",
    "all_cases",
    "answers_that_differ",
    "computes",
    "differences",
    "judged",
    "network_of",
    "own_cases",
    "pack_of",
    "position_of",
]

CASES = Path(__file__).parent.parent / "fixtures" / "cases"
OWN_PACKS = Path(__file__).parent.parent / "fixtures" / "packs"
"""Small games that show what a pack can say: each folder is a pack, and has its cases."""


@cache
def all_cases(pack: str = "*") -> tuple[Filed, ...]:
    """Every case of a pack, or of all."""
    paths = (path for path in sorted(CASES.glob(f"{pack}/*.toml")) if not path.name.startswith("charts"))
    return tuple(filed for path in paths for filed in cases_of(path.parent.name, path))


@cache
def own_cases(pack: str = "*") -> tuple[Filed, ...]:
    """Every case of a small game of fixtures/packs, or of all."""
    paths = sorted(OWN_PACKS.glob(f"{pack}/cases/*.toml"))
    return tuple(filed for path in paths for filed in cases_of(str(path.parents[1]), path))


def judged(filed: Filed) -> Report:
    """What we say of a case, without the rules that had nothing to judge: hundreds, which take longer to keep than to judge.

    In a run of the tests it is judged by who asks first.
    """
    return once(digest(filed), lambda: _lean(judge_case(filed)))


def _lean(report: Report) -> Report:
    rows = tuple(row for row in report.coverage if row.ran in (Ran.JUDGED, Ran.UNDETERMINED))
    return replace(report, coverage=rows, areas=())
