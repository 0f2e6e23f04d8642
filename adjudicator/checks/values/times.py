"""Numbers that change at the wrong time."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.economy import value_named
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.amounts import exact
from adjudicator.model.known import NO, YES, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.acts import Act, ValuesChanged
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.words import phases_words, when_words


class Times(Table):
    """The numbers "NAME.WHOSE" rise in these phases only; a number told for the first time, or that falls, is not judged.

    What is told in words changes in these phases only.
    """

    names: frozenset[str]
    """The kinds of value, or whole names. Example: `names = ["goods"]`"""
    phases: frozenset[PhaseName]
    """The phases in which they rise, by id, kind or tag. Example: `phases = ["season start"]`"""
    when: When = ALWAYS
    """When they may rise besides. Example: `when = { first_turn = 4 }`"""
    at_once: frozenset[str] = frozenset()
    """The kinds of value, or whole names, that rise in those phases whatever `when` says. Example: `at_once = ["infantry"]`"""


@check("values.times", Times, unseen="cannot excuse", acts=("value",))
def rises_at_its_time(act: Act, terms: Times) -> Iterator[Finding]:
    """What is bought at one time only is bought then.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Gain Morale Step; weather clear; season winter; value goods.romanian 0; now weather clear;
              value goods.romanian 1/2
    Illegal:  turn 1, Axis HQ Mode Step; weather clear; season winter; value goods.romanian 0; now weather clear;
              value goods.romanian 1/2
    """
    phase = act.moment.phase
    if phase is None or not isinstance(act, ValuesChanged):
        return
    timely = terms.when.holds(act.before, phase.side) if phase.names & terms.phases else NO
    for name, text in act.values.items() if not timely.is_yes else ():
        now = YES if phase.names & terms.phases and _among(name, terms.at_once) else timely
        if now.is_yes or not _among(name, terms.names):
            continue
        does, unread = _does(act.before.values.get(name, ""), text)
        if does:
            allowed = phases_words(act.before.pack, terms.phases)
            because = (
                say("{name} {rises} in the {phase}, and may do so only in: {phases}", name, does, phase.name, allowed)
                if not phase.names & terms.phases
                else say(
                    "{name} {rises} in {moment}; allowed only {when}", name, does, act.moment, when_words((terms.when,))
                )
            )
            yield Finding((), because, broken=~now & unless_missing(value_named(name) if unread else ""))


def _among(name: str, names: frozenset[str]) -> bool:
    """Whether a value is one of some names or kinds."""
    return name in names or name.partition(".")[0] in names


def _does(old: str, new: str) -> tuple[str, bool]:
    """What a value does that may not at any time, "" if it does nothing of the kind; and whether one of the two is no number, so
    that nobody knows whether it rises."""
    was, now = exact(old), exact(new)
    if was is not None and now is not None:
        return say("rises") if now > was else "", False
    return say("changes") if old and new != old else "", (was is None) != (now is None)
