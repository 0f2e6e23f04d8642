"""Numbers that change at the wrong time."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.acts import Act, ValuesChanged
from adjudicator.said import say
from adjudicator.words import listed, plain


class Times(Table):
    """The numbers "NAME.WHOSE" rise in these phases only; a number told for the first time, or that falls, is not judged."""

    names: frozenset[str]
    """The kinds of value. Example: `names = ["goods"]`"""
    phases: frozenset[PhaseName]
    """The phases in which they rise, by id, kind or tag. Example: `phases = ["season start"]`"""


@check("values.times", Times, unseen="cannot excuse", acts=("value",))
def rises_at_its_time(act: Act, terms: Times) -> Iterator[Breach]:
    """What is bought at one time only is bought then.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Gain Morale Step; weather clear; season winter; value goods.romanian 0; now weather clear;
              value goods.romanian 1/2
    Illegal:  turn 1, Axis HQ Mode Step; weather clear; season winter; value goods.romanian 0; now weather clear;
              value goods.romanian 1/2
    """
    phase = act.moment.phase
    if phase is None or phase.names & terms.phases or not isinstance(act, ValuesChanged):
        return
    for name, text in act.values.items():
        old, new = exact(act.before.values.get(name, "")), exact(text)
        if name.partition(".")[0] in terms.names and old is not None and new is not None and new > old:
            allowed = listed(plain(terms.phases))
            because = say("{name} rises in the {phase}, and may rise only in: {phases}", name, phase.name, allowed)
            yield Breach((), because)
