"""More travelling by rail, sea or the like in a phase than there is room for."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.loads import carried, overload, printed_capacity
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.terms.cell import Cell


class ModeCapacity(Table):
    """What a side moves by a mode in one phase; what a unit takes up is the mode's `load` in movement.toml."""

    mode: str
    """The mode of movement; "rail"."""
    most: Cell | None = None
    """The capacity; that of movement.toml, if left out. "?" is the chart cell MODE_capacity.SIDE. Example: 2."""


@check("movement.capacity", ModeCapacity, unseen="cannot excuse", acts_in=("mode",))
def within_capacity(record: PhaseRecord, terms: ModeCapacity) -> Iterator[Finding]:
    """Only so much travels by rail in a phase.

    Legal:    turn 2, French movement; weather clear; 0106: fr.1inf, fr.2inf; rail fr.1inf, fr.2inf 0106-0206-0306
    Illegal:  turn 2, French movement; weather clear; 0106: fr.1inf, fr.2inf, fr.hq;
              rail fr.1inf, fr.2inf, fr.hq 0106-0206-0306
    """
    for side, units in carried(record.called({terms.mode})).items():
        most = printed_capacity(record.start, terms.mode, side, terms.most)
        yield overload(record.start, terms.mode, units, most)
