"""Ships that were out among the mines and were not checked for damage."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.packs.europa.analysis.ships import hits_on, shows_every_hex
from adjudicator.record.acts import Act, Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.terms.who import Selector

ZONE = "baltic_sea"
"""The tag of the zone with the mines."""
SAFE = "safe_zone"
"""The tag of what is safe in it."""
LESS = 4
"""What is taken from the die."""


class Mined(Table):
    """Who moves in the Baltic outside its safe zone rolls: the die less 4, and one more for ten hexes, are hits."""

    kinds: ActKinds
    """The kinds of act by which ships move. Example: `kinds = ["sail"]`"""
    who: Selector
    """The ships. Example: `who = { any_tags = ["ship"] }`"""
    markers: frozenset[MarkerKind]
    """The kinds of marker that count hits. Example: `markers = ["ship_hit"]`"""


@check("naval.mined", Mined, unseen="cannot excuse", acts_in=("kinds",))
def is_checked_for_damage(record: PhaseRecord, terms: Mined) -> Iterator[Breach]:
    """Among mines a ship rolls for hits.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.ca1; sail so.ca1 2A/0410-2A/0310 die=3
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.ca1; sail so.ca1 2A/0410-2A/0310 die=6;
              turn 5, Soviet Combat Phase; say on
    """
    for name in sorted({name for act in record.called(terms.kinds) for name in act.units}):
        unit = record.start.units.get(name)
        ways = [act for act in record.of(Movement) if name in act.units and act.kind in terms.kinds]
        outside = [act for act in ways if _outside(act, terms) and not _taken_back(act)]
        if unit is None or not terms.who.matches(unit) or not outside:
            continue
        dice = [act.told.get("die", "") for act in outside]
        if not all(die.isdigit() for die in dice):
            because = say("{unit} is out among the mines, and nobody tells a die for it", unit)
            yield Breach((unit.hex,), because, (name,), Known.open(say("the die")))
            continue
        pairs = zip(dice, outside, strict=True)
        due = sum(max(0, int(die) - LESS + ceil(_outside(act, terms) / 10)) for die, act in pairs)
        yield from _hit(record, terms, unit, due, shown=all(map(shows_every_hex, outside)))


def _hit(record: PhaseRecord, terms: Mined, unit: Unit, due: int, *, shown: bool) -> Iterator[Breach]:
    """What is wrong with the hits that a ship bears when the phase is over."""
    now = record.end.units.get(unit.id)
    if now is None or not now.hex:
        return
    taken = hits_on(record.end, now, terms.markers) - hits_on(record.start, unit, terms.markers)
    if taken < due:
        because = say("{unit} takes {due} hits among the mines, and {taken} are shown", unit, due, taken)
        yield Breach((now.hex,), because, (unit.id,), YES, owed=not record.ended)
    elif not shown:
        because = say("{unit} takes {due} hits or more among the mines, and {taken} are shown", unit, due, taken)
        yield Breach((now.hex,), because, (unit.id,), Known.open(say("the way that {unit} went", unit)))


def _taken_back(act: Movement) -> bool:
    """Whether drags brought a ship back to where it lay, and nobody told a die: such a trip was none."""
    return act.path[0] == act.path[-1] and not act.exact and not act.told.get("die")


def _outside(act: Act, terms: Mined) -> int:
    """How many hexes of a way lie outside what is safe; of a drag those that are told, at least."""
    network = act.before.network
    found = [network.hexes[network.index[number]].tags for number in act.path[1:] if number in network.index]
    return sum(ZONE in tags and SAFE not in tags for tags in found)
