"""Units that do something in a state in which it may not be done."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.act import Acting
from adjudicator.terms.who import Selector
from adjudicator.words import deed


class Able(Table):
    """Some acts take a unit in some state."""

    acts: Acting
    """The acts and units; { kinds = ["advance"] }."""
    needs: Selector
    """What the unit must be before the act; { without_tags = ["out_of_supply"] }."""
    why: Prose = ""
    """The reason as the finding gives it; "it is out of supply"."""


def _comes_up(act: Act, terms: Able) -> bool:
    return terms.acts.comes_up(act)


@check("units.able", Able, unseen="may excuse nearby", acts_in=("acts",), met=_comes_up)
def is_able_to(act: Act, terms: Able) -> Iterator[Breach]:
    """Some things are done by units in good order only.

    Legal:    turn 2, Axis blitz; weather clear; chit bought; 0405: de.1pz; de.1pz 0405-0404
    Illegal:  turn 2, Axis blitz; weather clear; chit bought; 0405: de.1pz+oos; de.1pz 0405-0404
    """
    for doing in terms.acts.doings(act, standing(act.before)):
        if not terms.needs.matches(doing.unit):
            here = (doing.at,) if doing.at else ()
            because = say(
                "{unit} {does}: {why}", doing.unit, deed(act.kind), terms.why or say("units in its state do not")
            )
            yield Breach(here, because, (doing.unit.id,), doing.meant)
