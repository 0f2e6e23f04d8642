"""Markers turned into others in the very phase they were laid in."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Laid, Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Settled(Table):
    """A marker of `kinds` that was laid in a phase is not turned into one of the kinds `into` in it."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker."""
    into: frozenset[str]
    """Kinds into which one that was laid in a phase is not turned in that phase."""


@check("markers.settled", Settled, acts=("lay",), markers_in=("kinds",))
def not_at_once(record: PhaseRecord, terms: Settled) -> Iterator[Breach]:
    """Works are improved in a later phase than that in which they were begun.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: +improved.axis;
              swap +improved.axis+fortified.axis 1517 card=27
    Illegal:  Axis Order of Battle Step; weather clear; season summer; lay +improved.axis 1517;
              swap +improved.axis+fortified.axis 1517 card=27
    """
    laid: set[str] = set()
    for act in record.acts:
        if isinstance(act, Laid):
            laid |= {name for name in act.markers if act.after.markers[name].type.kind in terms.kinds}
        elif isinstance(act, Swapped) and len(act.markers) == 2 and act.markers[0] in laid:
            new = act.after.markers[act.markers[1]]
            if new.type.kind in terms.into:
                because = say(
                    "{name} replaces a work that was begun in this very phase, and such a work is improved in "
                    "a later one",
                    new.type.name or new.id,
                )
                yield Breach(
                    (new.hex,),
                    because,
                )
