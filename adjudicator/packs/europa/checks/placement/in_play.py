"""Units on the map before they come into the game, or more of them than ever came."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.reinforcement import EVER, by_sort, come_by, named_by, turn_for, turns_of
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import listed


class InPlay(Table):
    """Of units that fit `who` no more are on the map than the order of battle has brought by then."""

    who: Selector = EVERYONE
    """The units. Example: `who = { without_tags = ["sample"] }`"""


@check("placement.in_play", InPlay, unseen="cannot excuse", counts_turns=True)
def no_more_than_came(position: Position, terms: InPlay) -> Iterator[Breach]:
    """Who is on the map has come; where another counter of its strength may stand for it, it is a doubt.

    Under:    fire_in_the_east
    Legal:    turn 7, German Combat Phase; weather clear; 1B/2720: ge.panzer.division.2
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2720: ge.panzer.division.2
    Illegal:  turn 1, German Combat Phase; weather clear; 1B/2720: it.cavalry.division.3
    """
    pack = position.pack
    if not position.moment.turn:
        return
    for sort, units in by_sort(position, terms.who).items():
        side = units[0].side
        turn = turn_for(position.moment, pack, side, over=False)
        ever, ahead = come_by(pack, EVER, side, turn)[sort], _ahead(position, units, turn)
        when = strung(map(str, turns_of(pack, EVER, sort)), ", ")
        names, at = tuple(unit.id for unit in units), tuple(dict.fromkeys(unit.hex for unit in units))
        if len(units) > ever:
            because = say(
                "{units}: {count} are on the map, and {ever} came by turn {turn}", listed(units), len(units), ever, turn
            )
            yield Breach(at, because, names, YES)
        elif ahead:
            because = say(
                "{units}: on the map on turn {turn}; units of this strength come on turn {when}",
                listed(ahead),
                turn,
                when,
            )
            missing = Known.open(say("which units these counters stand for"))
            hexes = tuple(dict.fromkeys(unit.hex for unit in ahead))
            yield Breach(hexes, because, tuple(unit.id for unit in ahead), missing)


def _ahead(position: Position, units: list[Unit], turn: int) -> list[Unit]:
    """The units whose own counter comes later, or more of one counter than came."""
    named = named_by(position.pack, turn)
    seen: dict[str, int] = {}
    found = []
    for unit in units:
        seen[unit.type.id] = seen.get(unit.type.id, 0) + 1
        if seen[unit.type.id] > named[unit.type.id]:
            found.append(unit)
    return found
