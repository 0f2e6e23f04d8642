"""Units that do something which is not done at all."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import ground_at
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import unless_missing
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.act import Acting
from adjudicator.words import deed


class ActsNever(Table):
    """Some acts are not done."""

    acts: Acting
    """The acts and units; { kinds = ["place"], when = { last_turn = 1 } }."""
    lacking: str = ""
    """What would decide it and is missing in the book's text, if anything is."""
    why: Prose = ""
    """The reason as the finding gives it; "it arrives on turn 2"."""


@check("units.acts_never", ActsNever, unseen="may excuse nearby", acts_in=("acts",), outright=True)
def does_no_such_thing(act: Act, terms: ActsNever) -> Iterator[Finding]:
    """Some things are done by nobody, or not at some time.

    Under:    blitz_in_the_east
    Legal:    turn 2, Axis initial supply; weather clear; 1207: de.11inf; mark de.11inf+oos
    Illegal:  turn 2, Axis initial supply; weather clear; 1005: su.12inf; mark su.12inf+oos
    """
    for doing in terms.acts.doings(act, ground_at(act.before)):
        here = (doing.at,) if doing.at else ()
        because = say("{unit} {does}: {why}", doing.unit, deed(act.kind), terms.why or say("nobody does that"))
        yield Finding(here, because, (doing.unit.id,), unless_missing(terms.lacking) & doing.meant)
