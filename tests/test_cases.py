"""Every case of fixtures/cases leads to exactly the findings it lists."""

from __future__ import annotations

import pytest

from adjudicator.analysis.control import controller, zones
from adjudicator.analysis.supply.status import supply
from tests.cases import Filed, all_cases, computes, differences, judged, position_of


@pytest.mark.parametrize("filed", tuple(all_cases()), ids=lambda filed: filed.name)
def test_case(filed: Filed) -> None:
    wrong = differences(filed, judged(filed))
    assert not wrong, "\n".join(("", *wrong))
    position = position_of(filed)
    found = {name: supply(position, position.unit(name).side).state(name).state for name in filed.case.supply}
    assert found == filed.case.supply
    assert {number: str(controller(position, number)) for number in filed.case.control} == filed.case.control
    for side, hexes in filed.case.zones.items():
        assert sorted(zones(position, side).numbers()) == sorted(hexes)
    assert computes(filed.case, position) == filed.case.computes
