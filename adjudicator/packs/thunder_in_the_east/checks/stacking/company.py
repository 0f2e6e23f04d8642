"""Units that may not stay with others of their side, in certain states of supply."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.roster import roster
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import StateName
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector


class Company(Table):
    """Units that fit `who` do not share a hex with friendly ones that fit `other` and are in one of `states`."""

    who: Selector
    """The units that do not share a hex with the others."""
    other: Selector
    """The friendly units with which they do not."""
    states: frozenset[StateName]
    """States of supply in which these must be."""


@check("stacking.company", Company, unseen="may excuse nearby")
def keeps_away(position: Position, terms: Company) -> Iterator[Breach]:
    """Some do not stand with those who are well supplied.

    Under:    thunder_in_the_east, partisans
    Legal:    turn 1, Soviet Regular Movement Step; weather clear; season summer; 2215: sov.pardiv; 2214: sov.20a;
              mark sov.20a+interdicted
    Illegal:  turn 1, Soviet Regular Movement Step; weather clear; season summer; 2215: sov.pardiv, sov.20a;
              mark sov.20a+interdicted
    """
    for guest in roster(position).fitting(terms.who):
        yield from _judged(position, guest.hex, position.at(guest.hex), guest, terms)


def _judged(position: Position, number: str, units: tuple[Unit, ...], guest: Unit, terms: Company) -> Iterator[Breach]:
    """The first host in whose company the guest must not be; of one whose supply is open only if there is no sure one."""
    hosts = (unit for unit in units if unit.side == guest.side and unit.id != guest.id and terms.other.matches(unit))
    found = [(host, supply(position, host.side).state(host.id)) for host in hosts]
    bad = [(host, standing) for host, standing in found if standing.is_in(terms.states).possible]
    for host, standing in sorted(bad, key=lambda each: each[1].is_in(terms.states).is_open)[:1]:
        because = say(
            "{guest} stays with {host}, which is {words}; such units do not stay together", guest, host, standing.words
        )
        yield Breach((number,), because, (guest.id, host.id), standing.is_in(terms.states))
