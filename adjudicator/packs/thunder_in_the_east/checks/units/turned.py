"""Units turned to a better face without what that takes."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Flipped
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import article

BY = "card"
"""What must be named to do it: the name of a value of the act, such as "card" (`card=27`)."""


class Turned(Table):
    """Units that fit `who` are turned to one of `faces` (from 1) only with a card (card=...), if it is told."""

    who: Selector
    """The units."""
    faces: frozenset[int]
    """The faces to which they are turned, counted from 1."""


@check("units.turned", Turned, unseen="cannot excuse", acts=("flip",))
def turned_as_it_takes(act: Act, terms: Turned) -> Iterator[Breach]:
    """Some units are turned over only by what allows it, a card or an order.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.gar; flip ax.gar/2 card=27
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.gar; flip ax.gar/2 card=no
    """
    if not isinstance(act, Flipped):
        return
    told = act.told.get(BY)
    if told not in (None, "no"):
        return
    for name in act.units:
        old, new = act.before.unit(name), act.after.unit(name)
        if old.face != new.face and new.face + 1 in terms.faces and terms.who.matches(new):
            broken = YES if told else Known.open(say("the {what_it_takes} that was used", BY))
            yield Breach(
                (new.hex,),
                say(
                    "{new} is turned to its side {face} without {what_it_takes}, which that takes",
                    new,
                    new.face + 1,
                    article(BY),
                ),
                (name,),
                broken,
            )
