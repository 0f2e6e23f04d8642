"""Journeys that begin, pass or end next to enemy units."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.front import FrontTerms, enemy_beside
from adjudicator.analysis.movement.moves import moved_paths
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
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
        for number in path.hexes:
            near = enemy_beside(act.before, unit.side, number, terms)
            if near.known.possible:
                because = say(
                    "{unit} {does} through {hex}, {words}, and keeps away from enemies",
                    unit,
                    deed(act.kind),
                    number,
                    near.words,
                )
                yield Breach((number,), because, (path.unit,), near.known, traces=(path.trace,))
            if near.known.is_yes:
                break
