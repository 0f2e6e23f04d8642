"""Numbers that should have gone back."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.economy import is_told, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.interval import ZERO
from adjudicator.model.known import YES
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Reset(Table):
    """A number that goes back to nothing when a phase is over."""

    name: str
    """The number "NAME.SIDE" of the phasing side; "rail_used"."""
    phases: frozenset[PhaseName]
    """Phases by id, kind or tag; ["combat"]."""


def _kept(record: PhaseRecord, terms: Reset) -> bool:
    """Whether it is the phase, and the players keep the number at all."""
    phase = record.moment.phase
    if phase is None or not phase.names & terms.phases:
        return False
    return any(is_told(at, f"{terms.name}.{phase.side}") for at in (record.start, record.end))


@check("values.reset", Reset, unseen="cannot excuse", met=_kept)
def goes_back(record: PhaseRecord, terms: Reset) -> Iterator[Finding]:
    """A number that counts for one turn goes back when the turn is over.

    Legal:    turn 2, French combat; weather clear; value trains_used.fr 2; now weather clear; value trains_used.fr 0
    Illegal:  turn 2, French combat; value trains_used.fr 2; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf
    """
    phase = record.moment.phase
    if phase is None or not phase.names & terms.phases:
        return
    name = f"{terms.name}.{phase.side}"
    kept = record.end.values.get(name, "0")
    gone = told_number(record.end, name).at_most(ZERO) if kept != "0" else YES
    if not gone.is_yes:
        because = say("{name} is still {kept} when the {phase} is over, and must be back at 0", name, kept, phase.name)
        yield Finding((), because, broken=~gone)
