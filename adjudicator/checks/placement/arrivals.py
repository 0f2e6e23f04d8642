"""Pieces put on the map where they may not appear."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.situation import Situation, fits_any, situations_words
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Laid, Shifted
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector


class Arrivals(Table):
    """Units that fit `who`, or markers of `kinds`, come onto the map only where a hex fits one of `situations`."""

    who: Selector | None = None
    """The units that come onto the map."""
    kinds: frozenset[str] = frozenset()
    """The kinds of marker that come onto the map."""
    situations: tuple[Situation, ...]
    """They come only where the hex fits one of these."""
    when: When = When()
    """When this holds."""
    edge: bool = False
    """Whether they come onto hexes at the edge of the map alone. Example: `edge = true`"""
    unless: str = ""
    """A value that an act may be told with, and that makes it go by other rules. Example: `unless = "card"`"""


def _comes_up(act: Act, terms: Arrivals) -> bool:
    return any(True for _ in _arrived(act, terms))


@check("placement.arrivals", Arrivals, unseen="may excuse nearby", units_in="", met=_comes_up)
def appears_where_it_may(act: Act, terms: Arrivals) -> Iterator[Breach]:
    """Works are begun next to a friend, or where a friend stands.

    Legal:    French supply; 0905: fr.1inf; lay +redoubt.fr 1005
    Illegal:  French supply; 0905: fr.1inf; lay +redoubt.fr 1205
    """
    for name, side, number, ids in _arrived(act, terms):
        now = terms.when.holds(act.before, side)
        if number not in act.after.network.index or now.is_no:
            continue
        fits = fits_any(act.before, side, number, terms.situations, frozenset(ids))
        if terms.edge and not (act.after.network.neighbours[act.after.network.index[number]] < 0).any():
            because = say("{name} is placed in {hex}, which is not at the edge of the map", name, number)
            yield Breach((number,), because, ids, now)
            continue
        yield Breach(
            (number,),
            say(
                "{name} is placed in {hex}; its place is: {situations}",
                name,
                number,
                situations_words(terms.situations),
            ),
            ids,
            now & ~fits,
        )


def _arrived(act: Act, terms: Arrivals) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Name, side, hex and unit ids of what came onto the map."""
    if terms.unless and terms.unless in act.told:
        return
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if terms.who is not None and new is not None and new.hex and not (old and old.hex) and terms.who.matches(new):
            yield str(new), new.side, new.hex, (name,)
    for name in act.markers if isinstance(act, Laid | Shifted) else ():
        before, marker = act.before.markers.get(name), act.after.markers.get(name)
        if marker is None or not marker.hex or (before is not None and before.hex):
            continue
        if marker.type.kind in terms.kinds:
            yield marker.type.name or name, marker.type.side or act.moment.phasing, marker.hex, ()
