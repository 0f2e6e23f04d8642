"""Reinforcements that could not come on their turn, and come later though they are lost."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.reinforcement import Brought, brought, no_replacement
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class Punctual(Table):
    """Units of forces whose [[entry]] has one of these `articles` come on their turn, and later no more."""

    articles: frozenset[str]
    """The articles. Example: `articles = ["34A2.1"]`"""
    who: Selector = EVERYONE
    """The units that come onto the map."""


def _meant(record: PhaseRecord, terms: Punctual) -> Iterator[Brought]:
    return (each for each in brought(record, terms.who) if all(way.article in terms.articles for _, way in each.ways))


def _any_meant(record: PhaseRecord, terms: Punctual) -> bool:
    return any(True for _ in _meant(record, terms))


@check("placement.punctual", Punctual, unseen="cannot excuse", met=_any_meant, counts_turns=True)
def comes_on_its_turn(record: PhaseRecord, terms: Punctual) -> Iterator[Breach]:
    """Who could not come when it was due is lost.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 6, Soviet Initial Phase; weather clear; place so.rifle.regiment.1.mil 2A/3104
    Illegal:  turn 8, Soviet Initial Phase; weather clear; [due]: so.rifle.regiment.1.mil; so.rifle.regiment.1.mil [due]>2A/3104
    """
    turn = record.moment.turn
    for each in _meant(record, terms):
        last = max(force.turn for force, _ in each.ways)
        if turn and last < turn:
            because = say(
                "{unit} arrives on turn {turn}, was due on turn {last}, and is lost since then", each.unit, turn, last
            )
            yield Breach((each.unit.hex,), because, (each.unit.id,), no_replacement(record, each.unit, each.box))
