"""Units without strength that were attacked and are still there."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.battles import fights
from adjudicator.analysis.combat.strength import printed_strength
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ZERO
from adjudicator.model.known import YES, all_of
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import listed


class Defenseless(Table):
    """Who is eliminated by any attack where nobody else defends."""

    who: Selector | None = None
    """The units; left out: those of printed defense strength 0. Example: `who = { kinds = ["truck"] }`"""


@check("combat.defenseless", Defenseless, acts=("attack",))
def falls_to_any_attack(record: PhaseRecord, terms: Defenseless) -> Iterator[Breach]:
    """Units that cannot defend themselves, and have nobody who does, are eliminated when they are attacked.

    Under:    fire_in_the_east
    Legal:    turn 5, Soviet Combat Phase; weather clear; 1B/2915: ge.hq; 1B/2914: so.1rbr; attack 1B/2915: so.1rbr;
              remove ge.hq
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 1B/2915: ge.hq; 1B/2914: so.1rbr; attack 1B/2915: so.1rbr
    """
    for fought in fights(record):
        units = fought.defenders
        if not units:
            continue
        if terms.who is None:
            helpless = all_of(printed_strength(unit, "defense").at_most(ZERO) for unit in units)
        else:
            helpless = all_of(YES if terms.who.matches(unit) else ~YES for unit in units)
        left = [unit for unit in units if not fought.left(unit.id)]
        if left and helpless.possible:
            names = listed(str(unit) for unit in left)
            where = listed(fought.hexes)
            words = say("nobody of any strength defends {hexes}, and the attack leaves {units} there", where, names)
            yield Breach(fought.hexes, words, tuple(unit.id for unit in left), helpless)
