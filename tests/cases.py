"""The cases of fixtures/cases/PACK/*.toml, and of the packs in fixtures/packs: `adjudicator.game.cases` judges them.

`several` says of a case that breaks several rules how it breaks each of them (tests/test_citations.py). `example` names the
worked example of the rulebook that the case plays; `differs` the articles (by their ids in the later book) of which two books
of a series say different things of the same position.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.game.cases import (
    Case,
    CaseFile,
    Filed,
    answers_that_differ,
    cases_of,
    computes,
    differences,
    judged,
    network_of,
    pack_of,
    position_of,
)

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


def all_cases(pack: str = "*") -> Iterator[Filed]:
    """Every case of a pack, or of all."""
    for path in sorted(CASES.glob(f"{pack}/*.toml")):
        if not path.name.startswith("charts"):
            yield from cases_of(path.parent.name, path)


def own_cases(pack: str = "*") -> Iterator[Filed]:
    """Every case of a small game of fixtures/packs, or of all."""
    for path in sorted(OWN_PACKS.glob(f"{pack}/cases/*.toml")):
        yield from cases_of(str(path.parents[1]), path)
