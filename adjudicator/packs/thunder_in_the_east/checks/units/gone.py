"""Units taken off the map in a phase in which nothing near them explains it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.leaving import leaving
from adjudicator.analysis.organization import Transfer, reorganized
from adjudicator.analysis.stacking import too_many
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector


class Gone(Table):
    """Units that fit `who` do not leave the map in such a phase but by an exchange, an overrun or for want of room."""

    who: Selector
    """The units."""
    boxes: frozenset[str] = frozenset()
    """The boxes of those that are lost, besides "" for counters that go nowhere. Example: `boxes = ["pool"]`"""


@check("units.gone", Gone, unseen="may excuse nearby", acts=("remove", "transfer"))
def goes_for_a_reason(record: PhaseRecord, terms: Gone) -> Iterator[Breach]:
    """No unit vanishes in a Movement Step far from every enemy.

    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 1716: ax.24pz; 1816: sov.30rc/2;
              overrun ax.24pz 1716-1816 result=success; remove sov.30rc
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 1716: ax.24pz; 2215: sov.30rc/2;
              remove sov.30rc
    """
    if any(True for _ in record.of(Overrun)):
        return
    for each in _left_over(record):
        left = leaving(record, each.unit)
        if each.box not in terms.boxes | {""} or not terms.who.matches(each.unit) or left.act is None:
            continue
        if left.act.told or left.near(1) or too_many(left.act.before, each.hex, each.unit.side):
            continue
        because = say(
            "{unit} leaves the map in {hex}, where no enemy is near and nothing asks for it", each.unit, each.hex
        )
        lost = Known.open(say("what {unit} was lost to", each.unit))
        yield Breach((each.hex,), because, (each.unit.id,), lost)


def _left_over(record: PhaseRecord) -> Iterator[Transfer]:
    """The units that left by no exchange, none like which came back, and in whose place nobody came."""
    rows = reorganized(record)
    came = [each.unit.type for row in rows for each in row.left if each.comes]
    for row in rows:
        if not any(each.comes for each in row.left):
            yield from (each for each in row.left if each.unit.type not in came)
