"""Stacks that move together where each unit has to move by itself."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.concealed import beside
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.record.acts import Act
from adjudicator.said import say, strung
from adjudicator.terms.act import ActFilter, ActKinds


class Singly(ActFilter):
    """Which `kinds` of act units that fit `who` do one at a time."""

    kinds: ActKinds
    """The kinds of act; ["move"]."""


@check("movement.singly", Singly, unseen="cannot excuse", acts_in=("kinds",))
def one_after_the_other(act: Act, terms: Singly) -> Iterator[Breach]:
    """Units that share a hex do not share a move.

    Legal:    turn 2, Axis ground movement; weather clear; 0405: de.11inf, de.6inf; de.11inf 0405-0404;
              de.6inf 0405-0404
    Illegal:  turn 2, Axis ground movement; weather clear; 0405: de.11inf, de.6inf; de.11inf, de.6inf 0405-0404
    """
    units = terms.units_of(act) if terms.kinds.fit(act) else []
    hidden = beside(act) if units else ()
    if len(units) > 1 or hidden:
        names = [*map(str, units), *([say("a counter that nobody can identify")] if hidden else [])]
        because = say("{units} move together by one move; each has to make its own", strung(names, ", "))
        broken = YES if len(units) > 1 else Known.open(hidden[0].datum)
        yield Breach(act.path[-1:], because, tuple(unit.id for unit in units), broken)
