"""Rolls that are told with more dice than the book has for them, or with faces that no die has."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Declaration
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.words import counted

FACES = 6
"""The faces of a die."""


class Dice(Table):
    """What is told as `die=` of such acts comes of one die."""

    kinds: ActKinds
    """The kinds of act. Example: `kinds = ["attack"]`"""


@check("combat.dice", Dice, unseen="cannot excuse", acts_in=("kinds",))
def rolls_as_many_dice(act: Act, terms: Dice) -> Iterator[Breach]:
    """A battle is resolved with one die.

    Under:    europa
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf die=4
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf die=4,3
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf die=9
    """
    told = act.told.get("die", "")
    parts = told.split(",")
    if not terms.kinds.fit(act) or isinstance(act, Declaration) or not all(part.isdigit() for part in parts):
        return
    if len(parts) > 1 or not 1 <= int(told) <= FACES:
        because = say("{told} is told as the roll, and it is made with {dice}", told, counted(1, "die"))
        yield Breach(act.path, because, act.units)
