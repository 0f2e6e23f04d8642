"""Units in a region in which they may not be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import EventName
from adjudicator.packs.europa.analysis.regions import happens, has_happened, in_region
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import counted


class Lifted(Table):
    """What opens a region."""

    event: EventName
    """The event, as events.toml names it; "Rumanian reserves released"."""


class BarredRegion(Table):
    """Who may not be in a region, and for how long."""

    who: Selector
    """The units; { ids = ["ru.rifle.division.1"] }."""
    where: Where
    """The hexes of the region; { without = ["rumania"] }."""
    when: When = When()
    """The moments; always, if left out. Example: { last_turn = 3 }."""
    event: EventName = ""
    """The event with which it begins; at once, if left out. Example: "Finland surrenders"."""
    lifted: tuple[Lifted, ...] = ()
    """The events that open it; none, if left out. Example: [{ event = "Rumanian reserves released" }]."""


@check("placement.barred_region", BarredRegion)
def nobody_where_none_may_be(position: Position, terms: BarredRegion) -> Iterator[Breach]:
    """Some units stay out of a region, until a date or an event.

    Under:    fire_in_the_east, border_lands
    Legal:    turn 5, German Movement Phase; weather clear; 3B/0215: ge.1reg
    Illegal:  turn 5, German Movement Phase; weather clear; 3B/0216: ge.1inf
    """
    now = terms.when.holds(position, next(iter(terms.who.sides), ""))
    begun = happens(position, terms.event) if terms.event else YES
    if not (applies := begun & now).possible:
        return
    found = in_region(position, terms.who, terms.where)
    if found:
        at, names = tuple(dict.fromkeys(unit.hex for unit, _ in found)), tuple(unit.id for unit, _ in found)
        applies &= any_of(here for _, here in found)
        lifted = any_of(has_happened(position, each.event, lasting=False) for each in terms.lifted)
        yield Breach(
            at,
            say("{units} in the region, and no such unit may be there", counted(len(found), "unit")),
            names,
            applies & ~lifted,
        )
