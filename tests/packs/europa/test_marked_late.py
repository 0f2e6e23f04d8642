"""Marks of supply out of the initial phase (Fire in the East 12B.1): what was laid, and what lay there before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.packs.europa.rules.supply import marked_in_the_initial_phase
from adjudicator.record.phase import PhaseRecord
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.packs.europa.small import breaches, counter, network, phase_of

MAP = network(theatre(blank(3, 1)))


def advanced(lay: str) -> PhaseRecord:
    """A mark lies in a hex, on who stands there; the blue unit in 0201 dies, and a red one comes there and is marked."""
    mark = counter("mark", "out_1", lay)
    start = position(MAP, pack(), "red leg 0101", "blue leg 0201", phase="combat")
    start = start.with_marker(replace(mark, on="blue1" if lay == "0201" else ""))
    end = start.without("blue1").moved("red0", "0201").with_marker(replace(mark, hex="0201", on="red0"))
    return phase_of(start, end=end)


@pytest.mark.parametrize(("lay", "told"), [("0201", 0), ("0301", 1)])
def test_who_comes_where_a_mark_was_left_was_not_marked(lay: str, told: int) -> None:
    """A mark that was brought from another hex was laid on him."""
    assert len(breaches(marked_in_the_initial_phase(advanced(lay)))) == told
