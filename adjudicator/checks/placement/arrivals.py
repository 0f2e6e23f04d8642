"""Pieces put on the map where they may not appear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.analysis.situation import Asked, Situation, fits_any, nearest_words
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import NO
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Laid, Shifted
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector

Came = tuple[str, str, str, tuple[str, ...]]
"""Name, side, hex and unit ids of what came onto the map."""


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


def _comes_up(act: Act, terms: Arrivals) -> bool:
    return any(True for _ in _arrived(act, terms))


@check("placement.arrivals", Arrivals, unseen="may excuse nearby", units_in="", met=_comes_up)
def appears_where_it_may(act: Act, terms: Arrivals) -> Iterator[Finding]:
    """Works are begun next to a friend, or where a friend stands.

    Legal:    French supply; 0905: fr.1inf; lay +redoubt.fr 1005
    Illegal:  French supply; 0905: fr.1inf; lay +redoubt.fr 1205
    """
    came = []
    for each in _arrived(act, terms):
        off_edge = terms.edge and each[2] in act.after.network.index and not _at_edge(act, each[2])
        now = terms.when.holds(act.before, each[1]) if off_edge else NO
        if off_edge and not now.is_no:
            because = say("{name} is placed in {hex}, which is not at the edge of the map", each[0], each[2])
            yield Finding((each[2],), because, each[3], now)
        elif not off_edge:
            came.append(each)
    yield from misplaced(act, came, terms.situations, terms.when)


def misplaced(act: Act, came: Iterable[Came], situations: tuple[Asked, ...], when: When) -> Iterator[Finding]:
    """What came onto the map in a hex that fits none of some situations."""
    for name, side, number, ids in came:
        now = when.holds(act.before, side)
        if number not in act.after.network.index or now.is_no:
            continue
        fits = fits_any(act.before, side, number, situations, frozenset(ids))
        if fits.is_yes:
            continue
        its_place = nearest_words(act.before, side, number, situations, frozenset(ids))
        because = say("{name} is placed in {hex}; its place is: {situations}", name, number, its_place)
        yield Finding((number,), because, ids, now & ~fits)


def _at_edge(act: Act, number: str) -> bool:
    return bool((act.after.network.neighbours[act.after.network.index[number]] < 0).any())


def _arrived(act: Act, terms: Arrivals) -> Iterator[Came]:
    yield from units_arrived(act, terms.who)
    yield from markers_arrived(act, terms.kinds)


def units_arrived(act: Act, who: Selector | None) -> Iterator[Came]:
    """The units that came onto the map."""
    for name in act.units if who is not None else ():
        old, new = act.before.units.get(name), act.after.units.get(name)
        if who is not None and new is not None and new.hex and not (old and old.hex) and who.matches(new):
            yield str(new), new.side, new.hex, (name,)


def markers_arrived(act: Act, kinds: frozenset[str]) -> Iterator[Came]:
    """The markers of some kinds that came onto the map."""
    for name in act.markers if isinstance(act, Laid | Shifted) else ():
        before, marker = act.before.markers.get(name), act.after.markers.get(name)
        if marker is None or not marker.hex or (before is not None and before.hex):
            continue
        if marker.type.kind in kinds:
            yield marker.type.name or name, marker.type.side or act.moment.phasing, marker.hex, ()
