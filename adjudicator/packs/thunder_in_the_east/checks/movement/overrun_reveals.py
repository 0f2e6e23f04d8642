"""Overruns of units of unknown strength that nobody turned over."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.overrun import overruns
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.acts import Flipped
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


@check("movement.overrun_reveals", acts=("overrun",))
def victim_is_revealed(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """A victim of unknown strength is turned over.

    Legal:    Axis Special Movement Step; weather clear; season summer; 1616: ax.24pz; 1716: sov.30rc/2;
              overrun ax.24pz 1616-1716 die=3 result=success; remove sov.30rc
    Illegal:  Axis Special Movement Step; weather clear; season summer; 1616: ax.24pz; 1716: sov.30rc;
              overrun ax.24pz 1616-1716 result=success; remove sov.30rc
    """
    for each in overruns(record):
        flipped = {name for act in each.acts if isinstance(act, Flipped) for name in act.units}
        for victim in each.victims if each.result else ():
            if victim.shown.defense is None and victim.id not in flipped:
                because = say(
                    "{unit} overruns {target} with the result {result}, and {victim} was not revealed, as it must be",
                    each.unit,
                    each.target,
                    each.result,
                    victim,
                )
                yield Breach((each.target,), because, each.act.units)
