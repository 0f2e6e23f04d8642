"""Numbers that should have gone back."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import PhaseRecord


class Reset(Table):
    """When a phase of `phases` is over, the number "NAME.SIDE" of the phasing side is `to`."""

    name: str
    """The number, kept as "NAME.SIDE"."""
    phases: frozenset[str]
    """The phases by id, kind or tag after which the phasing side's number goes back."""
    to: str = "0"
    """What it goes back to. Example: `to = "0"`"""


@check("values.reset", Reset, unseen="cannot excuse")
def goes_back(record: PhaseRecord, terms: Reset) -> Iterator[Breach]:
    """A number that counts for one turn goes back when the turn is over.

    Legal:    turn 2, French combat; weather clear; value trains_used.fr 2; now weather clear; value trains_used.fr 0
    Illegal:  turn 2, French combat; value trains_used.fr 2; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf
    """
    phase = record.moment.phase
    if phase is None or not {phase.id, phase.kind, *phase.tags} & terms.phases:
        return
    name = f"{terms.name}.{phase.side}"
    kept = record.end.values.get(name)
    if kept is not None and kept != terms.to:
        yield Breach((), f"{name} is still {kept} when {phase.name} is over, {terms.to} is due")
