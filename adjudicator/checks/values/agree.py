"""States of places that do not agree with who holds them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.economy import economy_table, first_untold, holder_of, value_words
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import SideName
from adjudicator.record.position import Position
from adjudicator.said import say


class StateOf(Table):
    """Words of a kind of value, and the side that must hold a place of which one is told."""

    name: str
    """The kind of value. Example: `name = "factory"`"""
    states: frozenset[str]
    """The words. Example: `states = ["working"]`"""
    held: SideName
    """The side that must hold the place."""
    elsewhere: frozenset[str] = frozenset()
    """Places for which it does not hold."""


class Agree(Table):
    """What is told of a place agrees with who holds it; of a place that the map does not have nothing is asked."""

    states: tuple[StateOf, ...]
    """What each state says of the holder."""


def _any_told(position: Position, terms: Agree) -> bool:
    kinds = {row.name for row in terms.states}
    return any(name.partition(".")[0] in kinds for name in position.values)


def _untold(position: Position, terms: Agree) -> str:
    """A state that nobody tells of a place that has one, by the incomes of the pack."""
    told = {name.partition(".")[0] for name in position.values}
    kinds, on_map = {row.name for row in terms.states} & told, {each.name for each in position.network.theatre.places}
    shares = (share for shares in economy_table(position).income.values() for share in shares if share.state in kinds)
    names = {f"{share.state}.{place}" for share in shares for place in share.places if place in on_map}
    return first_untold(sorted(names), position.values)


@check("values.agree", Agree, met=_any_told, untold=_untold)
def agrees_with_the_map(position: Position, terms: Agree) -> Iterator[Breach]:
    """A place is in a state that its holder can have.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Air Return Step; weather clear; season summer; 2926: sov.20a; value factory.Kharkov working
    Illegal:  turn 9, Axis Air Return Step; weather clear; season summer; 2926: ax.7inf; value factory.Kharkov working
    """
    on_map = {place.name: place.hex for place in position.network.theatre.places}
    for name, word in sorted(position.values.items()):
        kind, _, place = name.partition(".")
        for row in terms.states if place in on_map else ():
            if kind != row.name or word not in row.states or place in row.elsewhere:
                continue
            held, told = holder_of(position, place), (value_words(name), word)
            if held.told.is_yes:
                because = say("{name} is {state}, and {owner} holds the place", *told, str(held) or say("nobody"))
            else:
                because = say("{name} is {state}, and nobody knows who holds the place", *told)
            yield Breach((on_map[place],), because, broken=~held.is_(row.held))
