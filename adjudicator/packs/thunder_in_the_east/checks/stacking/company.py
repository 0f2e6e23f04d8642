"""Units that may not stay with others of their side, in certain states of supply."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.supply.status import UNDETERMINED, supply
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector


class Company(Table):
    """Units that fit `who` do not share a hex with friendly ones that fit `other` and are in one of `states`."""

    who: Selector
    other: Selector
    states: frozenset[str]


@check("stacking.company", Company, unseen="may excuse nearby")
def keeps_away(position: Position, terms: Company) -> Iterator[Breach]:
    """Some do not stand with those who are well supplied.

    Under:    thunder_in_the_east, partisans
    Legal:    turn 1, Soviet Regular Movement Step; weather clear; season summer; 2215: sov.pardiv; 2214: sov.20a;
              mark sov.20a+interdicted
    Illegal:  turn 1, Soviet Regular Movement Step; weather clear; season summer; 2215: sov.pardiv, sov.20a;
              mark sov.20a+interdicted
    """
    for stack in position.stacks():
        guests = [unit for unit in stack.units if terms.who.matches(unit)]
        for guest in guests:
            yield from _judged(position, stack.location, stack.units, guest, terms)


def _judged(position: Position, number: str, units: tuple[Unit, ...], guest: Unit, terms: Company) -> Iterator[Breach]:
    for host in units:
        if host.side != guest.side or host.id == guest.id or not terms.other.matches(host):
            continue
        standing = supply(position, host.side).state(host.id)
        if standing.state in terms.states:
            words = standing.state.replace("_", " ")
            yield Breach((number,), f"{guest} stays with {host}, which is {words}", (guest.id, host.id))
            return
        if standing.state == UNDETERMINED and set(standing.between) & terms.states:
            broken = Known.open(*standing.missing)
            yield Breach((number,), f"{guest} stays with {host}", (guest.id, host.id), broken)
            return
