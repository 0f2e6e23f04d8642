"""States that change as they may not: from one to another that does not follow it, or at another time."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.economy import holder_of, value_words
from adjudicator.analysis.situation import joined
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import SideName
from adjudicator.record.acts import Act, ValuesChanged
from adjudicator.said import say
from adjudicator.terms.when import When


class Passage(Table):
    """One way in which a state may change."""

    old: frozenset[str]
    """What it was. Example: `old = ["captured"]`"""
    new: frozenset[str]
    """What it becomes. Example: `new = ["retooling"]`"""
    when: When = When()
    """When it may. Example: `when = { phases = ["season start"] }`"""
    held: SideName = ""
    """The side that holds the place then; left out: either."""
    places: frozenset[str] = frozenset()
    """The places for which it holds, by name; left out: all."""
    lines: tuple[Connection, ...] = ()
    """Lines one of which must lead from the place for that side."""


class Passages(Table):
    """The states "NAME.PLACE" change in these ways and in no other; who tells one for the first time changes nothing."""

    name: str
    """The kind of value. Example: `name = "factory"`"""
    ways: tuple[Passage, ...]
    """The ways."""


@check("values.passages", Passages, unseen="cannot excuse", acts=("value",))
def changes_as_it_may(act: Act, terms: Passages) -> Iterator[Breach]:
    """A place goes from state to state as the book has it.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Fix-it Step; weather clear; season winter; value oil.Grozny burning; now weather clear;
              value oil.Grozny recovered
    Illegal:  turn 1, Fix-it Step; weather clear; season winter; value oil.Grozny burning; now weather clear;
              value oil.Grozny working
    """
    for name, new in act.values.items() if isinstance(act, ValuesChanged) else ():
        kind, _, place = name.partition(".")
        old = act.before.values.get(name)
        if kind != terms.name or old is None or old == new:
            continue
        fits = any_of(_open(act, way, place) for way in terms.ways if old in way.old and new in way.new)
        if not fits.is_yes:
            yield Breach(
                (),
                say("{name} goes from {old} to {new}, which it may not do now", value_words(name), old, new),
                broken=~fits,
            )


def _open(act: Act, way: Passage, place: str) -> Known:
    if way.places and place not in way.places:
        return Known.of(False)
    held = holder_of(act.after, place).is_(way.held) if way.held else YES
    return way.when.holds(act.before, "") & held & _reached(act, way, place)


def _reached(act: Act, way: Passage, place: str) -> Known:
    """Whether a line leads from the place, if one must."""
    where = [each.hex for each in act.after.network.theatre.places if each.name == place]
    if not way.lines or not where:
        return Known.open(say("the hex of {place}", place)) if way.lines else YES
    return any_of(joined(act.after, way.held, where[0], (each,)) for each in way.lines)
