"""Acts at a date, or under conditions, that have no place for them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import any_of
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.acts import SPOKEN, Act, ConditionsTold, ValuesChanged
from adjudicator.said import say
from adjudicator.terms.act import ActFilter
from adjudicator.terms.when import When
from adjudicator.terms.words import nearest_when_words
from adjudicator.words import deed, listed, word


class OnlyWhen(ActFilter):
    """Acts of `kinds` (any if empty) by units that fit `who`, in `phases` (any if empty), need `when` to hold.

    `side`: only those of this side, or in its phases where no unit acts.
    """

    phases: frozenset[PhaseName] = frozenset()
    """The phases by id, kind or tag; none given: any."""
    side: str = ""
    """Only acts of this side's units, or of its phases where no unit acts."""
    when: When | tuple[When, ...]
    """What must hold for the act to be allowed; of several, one."""

    @property
    def ways(self) -> tuple[When, ...]:
        """What must hold, one of these."""
        return (self.when,) if isinstance(self.when, When) else self.when


@check("sequence.only_when", OnlyWhen, unseen="cannot excuse", acts_in=("kinds",))
def at_its_time(act: Act, terms: OnlyWhen) -> Iterator[Finding]:
    """Some things are done at certain times only.

    Legal:    turn 2, French movement; 0805: fr.1inf; place fr.guard 0806
    Illegal:  turn 1, French movement; 0805: fr.1inf; place fr.guard 0806
    """
    phase = act.moment.phase
    if not terms.names(act) or isinstance(act, (*SPOKEN, ConditionsTold, ValuesChanged)):
        return
    if terms.phases and (phase is None or not phase.names & terms.phases):
        return
    units = terms.units_of(act)
    side = units[0].side if units else act.moment.phasing
    if (act.units and not units) or (terms.side and side != terms.side):
        return
    answer = any_of(when.holds(act.before, side) for when in terms.ways)
    if answer.is_yes:
        return
    names = tuple(unit.id for unit in units)
    who = listed(map(str, units)) or say("a counter")
    because = say(
        "{who} {does} in {moment}{now}; allowed only {when}",
        who,
        deed(act.kind, max(len(units), 1)),
        act.moment,
        _now(act, terms),
        nearest_when_words(terms.ways, act.before, side),
    )
    yield Finding(act.path[-1:], because, names, ~answer)


def _now(act: Act, terms: OnlyWhen) -> str:
    """How the conditions that the time depends on stand."""
    told = {
        name: act.moment.condition(name)
        for name in sorted({name for when in terms.ways for name in (*when.conditions, *when.without_conditions)})
    }
    said = [say("{name} {value}", word(name), word(value)) for name, value in told.items() if value is not None]
    return say(", {said}", listed(said)) if said else ""
