"""Units that gained more steps in a phase than they may."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import carded
from adjudicator.analysis.gains import Gain, gains, steps_gained
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known, all_of, any_of
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class Steps(Table):
    """No unit that fits `who` gains more than `most` steps in a phase, being built among them."""

    boxes: frozenset[str]
    """The boxes out of which units are built. Example: `boxes = ["pool"]`"""
    who: Selector = EVERYONE
    """The units. Example: `who = { tags = ["guards"] }`"""
    most: int = 1
    """How many steps a unit may gain. Example: `most = 1`"""


def _any_gain(record: PhaseRecord, terms: Steps) -> bool:
    return bool(gains(record, terms.boxes))


@check("gains.steps", Steps, met=_any_gain)
def gains_so_many_steps(record: PhaseRecord, terms: Steps) -> Iterator[Breach]:
    """A unit recovers step by step.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [force_pool]: ax.5inf/2;
              ax.5inf/2 [force_pool]>0521
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [force_pool]: ax.5inf/2;
              ax.5inf/2 [force_pool]>0521; flip ax.5inf/1
    """
    found = [each for each in gains(record, terms.boxes) if terms.who.matches(each.unit)]
    totals = steps_gained(found)
    for name in sorted(totals):
        own = [each for each in found if each.unit.id == name]
        if totals[name] > terms.most:
            unit = own[-1].unit
            because = say("{unit} gained {steps} steps, and may gain {most}", unit, totals[name], terms.most)
            yield Breach((unit.hex,), because, (name,), _surely(own))


def _surely(own: list[Gain]) -> Known:
    return all_of(each.sure for each in own) & ~any_of(carded(each.told) for each in own)
