"""Too long a stretch of one line regauged in a phase."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.packs.europa.analysis.regauged import regauged, stretches
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import counted

MOST = 4
"""How many; 4."""


@check("works.regauging_stretch", NoTerms, unseen="cannot excuse", acts=("lay",))
def regauged_no_farther(record: PhaseRecord, _: NoTerms) -> Iterator[Breach]:
    """So many hexes in a row are regauged in a phase, not more.

    Under:    sudden_storm
    Legal:    turn 5, German Movement Phase; weather clear; lay +regauged 1B/2701; lay +regauged 1B/2702;
              lay +regauged 1B/2602; lay +regauged 1B/2503; lay +regauged 1B/2707
    Illegal:  turn 5, German Movement Phase; weather clear; lay +regauged 1B/2701; lay +regauged 1B/2702;
              lay +regauged 1B/2602; lay +regauged 1B/2503; lay +regauged 1B/2403
    """
    for stretch in stretches(record.start.network, [number for _, number in regauged(record)]):
        if len(stretch) > MOST:
            yield Breach(
                tuple(stretch),
                say("{hexes} in a row are regauged, and at most {most} may be", counted(len(stretch), "hex"), MOST),
            )
