"""What left the game for good and comes back."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.words import word


class NoReturn(Table):
    """Units that fly and lie in a box of those that are gone (`gone` in air.toml) stay there."""


@check("air.no_return", NoReturn, unseen="cannot excuse", acts=("transfer", "remove"))
def stays_gone(act: Act, _terms: NoReturn) -> Iterator[Breach]:
    """Who is eliminated for good does not come back.

    Under: sudden_storm
    Legal:    turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3; so.mig3 [air remnants]>[air gone]
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air gone]: so.mig3; so.mig3 [air gone]>[air remnants]
    """
    gone = air_table(act.before).gone
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if old is None or new is None or not old.type.flies:
            continue
        if old.location in gone and new.location not in gone:
            because = say("{unit} left the game for good, and comes back out of the {box} box", old, word(old.location))
            yield Breach((), because, (name,))
