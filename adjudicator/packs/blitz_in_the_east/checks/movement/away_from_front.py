"""Journeys that begin, pass or end next to enemy units."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from adjudicator.analysis.front import Beside, FrontTerms, enemy_beside
from adjudicator.analysis.movement.moves import moved_paths, went_clear
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.act import ActFilter, ActKinds
from adjudicator.words import deed


class AwayFromFront(FrontTerms, ActFilter):
    """Which `kinds` of act by units that fit `who` keep away from enemy units that fit `of`, from first hex to last."""

    kinds: ActKinds
    """The kinds of act."""


@check("movement.away_from_front", AwayFromFront, unseen="cannot excuse", acts_in=("kinds",))
def keeps_away_from_the_front(act: Act, terms: AwayFromFront) -> Iterator[Breach]:
    """A unit that goes behind the lines neither starts, passes nor stops beside an enemy.

    Legal:    turn 2, Axis operational movement; weather clear; 0405: de.11inf; 0604: su.12inf;
              operational de.11inf 0405-0404
    Illegal:  turn 2, Axis operational movement; weather clear; 0505: de.11inf; 0604: su.12inf;
              operational de.11inf 0505-0405
    """
    if not terms.kinds.fit(act):
        return
    for path in moved_paths(act):
        unit = act.before.unit(path.unit)
        beside = partial(enemy_beside, act.before, unit.side, terms=terms)
        found = {number: near for number in path.hexes if (near := beside(number)).known.possible}
        number = next((each for each, near in found.items() if near.known.is_yes), next(iter(found), ""))
        elsewhere = went_clear(act, path, partial(_touched, beside)) if found else NO
        if found and not elsewhere.is_yes:
            because = say(
                "{unit} {does} through {hex}, {words}, and keeps away from enemies",
                unit,
                deed(act.kind),
                number,
                found[number].words,
            )
            yield Breach((number,), because, (path.unit,), found[number].known & ~elsewhere, traces=(path.trace,))


def _touched(beside: Callable[[str], Beside], number: str) -> Known:
    """Whether an enemy stands beside a hex."""
    return beside(number).known
