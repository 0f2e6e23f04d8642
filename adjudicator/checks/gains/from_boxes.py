"""Units that come onto the map out of a box that they do not leave by being built."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import carded
from adjudicator.analysis.gains import free_arrivals
from adjudicator.analysis.organization import reorganized
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import word


class FromBoxes(Table):
    """Units of the phasing side come onto the map out of none of these boxes, but for exchanges."""

    boxes: frozenset[str]
    """The boxes. Example: `boxes = ["pool"]`"""
    spared: Selector | None = None
    """Units for which it does not hold. Example: `spared = { tags = ["guards"] }`"""


def _came(record: PhaseRecord) -> bool:
    return any(each.box for hex_ in reorganized(record) for each in free_arrivals(record, hex_))


@check("gains.from_boxes", FromBoxes, met=lambda record, _terms: _came(record))
def comes_out_of_the_pool(record: PhaseRecord, terms: FromBoxes) -> Iterator[Finding]:
    """What is built comes out of the pool, and out of no other box.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [force_pool]: ax.kg;
              ax.kg [force_pool]>0521
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [holding]: ax.kg; ax.kg [holding]>0521
    """
    for hex_ in reorganized(record):
        for each in free_arrivals(record, hex_):
            spared = terms.spared is not None and terms.spared.matches(each.unit)
            own = not spared and record.moment.phasing in ("", each.unit.side)
            if each.box and own and each.box in terms.boxes:
                because = say(
                    "{unit} comes into play out of the {box} box, from which nothing is built",
                    each.unit,
                    word(each.box),
                )
                yield Finding((each.hex,), because, (each.unit.id,), ~_by_card(record, each.unit.id))


def _by_card(record: PhaseRecord, name: str) -> Known:
    told = next((act.told for act in record.acts if name in act.units), {})
    return carded(told)
