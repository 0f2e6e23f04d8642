"""Every case of fixtures/cases leads to exactly the findings it lists."""

from __future__ import annotations

import pytest

from tests.cases import Filed, all_cases, answers_that_differ, differences, judged


@pytest.mark.parametrize("filed", tuple(all_cases()), ids=lambda filed: filed.name)
def test_case(filed: Filed) -> None:
    wrong = [*differences(filed, judged(filed)), *answers_that_differ(filed)]
    assert not wrong, "\n".join(("", *wrong))
