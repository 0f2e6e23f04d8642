"""Ships repaired where or when that is not done."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.roster import roster
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.packs.europa.analysis.ships import hits_on
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector


class Repaired(Table):
    """Hits are taken off in `phases`, in a hex that fits."""

    who: Selector
    """What is repaired. Example: `who = { any_tags = ["ship"] }`"""
    markers: frozenset[MarkerKind]
    """The kinds of marker that count hits. Example: `markers = ["ship_hit"]`"""
    phases: frozenset[PhaseName]
    """The phases, by id, kind or tag. Example: `phases = ["initial"]`"""
    where: tuple[Situation, ...]
    """What the hex must be like, one of these."""


@check("naval.repaired", Repaired, unseen="cannot excuse")
def is_repaired_in_port(record: PhaseRecord, terms: Repaired) -> Iterator[Breach]:
    """Ships are repaired in port.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, Soviet Initial Phase; weather clear; value repair_points.soviet 1; 2A/0410: so.ca1/2+ship_hits.1;
              unmark so.ca1+ship_hits.1; value repair_points.soviet 0
    Illegal:  turn 5, Soviet Movement Phase; weather clear; value repair_points.soviet 1; 2A/0410: so.ca1/2+ship_hits.1;
              unmark so.ca1+ship_hits.1; value repair_points.soviet 0
    """
    for old in roster(record.start).fitting(terms.who):
        name, new = old.id, record.end.units.get(old.id)
        if new is None or not new.hex:
            continue
        fewer = hits_on(record.start, old, terms.markers) - hits_on(record.end, new, terms.markers)
        if fewer <= 0:
            continue
        phase = record.moment.phase
        if phase is None or not phase.names & terms.phases or record.moment.phasing != old.side:
            broken = YES if phase is not None else Known.open(say("the phase"))
            yield Breach(
                (new.hex,), say("{unit} is repaired, which is done in its initial phase", old), (name,), broken
            )
            continue
        fits = fits_any(record.start, old.side, old.hex, terms.where)
        if not fits.is_yes:
            yield Breach((new.hex,), say("{unit} is repaired where no ship is", old), (name,), ~fits)
