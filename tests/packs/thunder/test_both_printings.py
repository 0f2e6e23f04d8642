"""Articles that both printings put alike lead to the same verdicts: the cases of one are played under the other."""

from __future__ import annotations

import pytest

from tests.cases import Filed, all_cases, differences, judged

LATER, EARLIER = "thunder_in_the_east", "thunder_in_the_east_10"
ALIKE = ("21_after_battle",)
UNLIKE = dict.fromkeys(
    (
        "12.7b.15",
        "21.7.1.together.1",
        "21.7.1.together.2",
        "21.7.1.together.3",
        "21.7.3a.3",
        "21.7.3a.4",
        "21.9c.1",
        "21.9c.2",
        "21.9c.3",
        "21.9c.4",
    ),
    "1.0 takes retreats in another order: to where a source of supply is closer, then where no zone is",
) | {"12.7b.14": "1.0 does not tell in which of the two boxes a lost remnant lies"}


def alike() -> list[Filed]:
    found = (filed for filed in all_cases(LATER) if filed.path.stem in ALIKE and filed.case.id not in UNLIKE)
    return [Filed(EARLIER, filed.path, filed.case) for filed in found]


@pytest.mark.parametrize("filed", alike(), ids=lambda filed: filed.case.id)
def test_the_earlier_printing_says_the_same(filed: Filed) -> None:
    wrong = differences(filed, judged(filed))
    assert not wrong, "\n".join(("", *wrong))
