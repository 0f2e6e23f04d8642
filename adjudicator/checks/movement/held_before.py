"""Movement through hexes that its side did not hold when the phase began."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.analysis.control import controls
from adjudicator.analysis.movement.moves import moved_paths, went_clear
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import NO, Known
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.act import ActFilter, ActKinds
from adjudicator.words import deed


class HeldBefore(ActFilter):
    """Which `kinds` of act go through hexes only that their side controlled when the phase began.

    `since`: when the first of these phases (by id, kind or tag) of the player's turn began. With `won` only hexes that the
    side has by the time of the act: whoever goes through others breaks the rule of his mode of movement.
    """

    kinds: ActKinds
    """The kinds of act that go only through hexes which their side controlled when the phase began."""
    since: frozenset[str] = frozenset()
    """Phases by id, kind or tag: instead, when the first of them in the player's turn began."""
    won: bool = False
    """Whether only hexes are looked at that the side controls by the time of the act. Example: true."""
    ends: bool = False
    """Whether only the hexes are looked at in which the way begins and ends, such as ports. Example: `ends = true`"""


@check("movement.held_before", HeldBefore, acts_in=("kinds",), whole_turn=True)
def held_when_the_phase_began(record: PhaseRecord, terms: HeldBefore) -> Iterator[Finding]:
    """Trains run where the line was its side's when the phase began.

    Legal:    turn 2, French movement; weather clear; 0106: fr.guard; rail fr.guard 0106-0206-0306
    Illegal:  turn 2, French movement; weather clear; control 0306 au; 0206: fr.2inf; 0106: fr.guard; fr.2inf 0206-0306;
              rail fr.guard 0106-0206-0306
    """
    start = record.with_earlier(terms.since).start if terms.since else record.start
    when = say("before") if terms.since else say("when the phase began")
    for act in record.called(terms.kinds):
        for path in moved_paths(act):
            unit = act.before.unit(path.unit)
            if not terms.who.matches(unit):
                continue
            lost = partial(_lost, start, act.before, terms, unit.side)
            looked_at = (path.hexes[0], path.hexes[-1]) if terms.ends else path.hexes
            found = [number for number in looked_at if lost(number).possible]
            number = next((each for each in found if lost(each).is_yes), found[0] if found else "")
            elsewhere = went_clear(act, path, lost) if found and not terms.ends else NO
            if not found or elsewhere.is_yes:
                continue
            because = say(
                "{unit} {does} through {hex}, which was not its side's {when}, and must have been",
                unit,
                deed(act.kind),
                number,
                when,
            )
            yield Finding((number,), because, (path.unit,), lost(number) & ~elsewhere, traces=(path.trace,))


def _lost(start: Position, now: Position, terms: HeldBefore, side: str, number: str) -> Known:
    """Whether a side did not control a hex when it had to."""
    lost = ~controls(start, number, side, side)
    return lost & controls(now, number, side, side) if terms.won else lost
