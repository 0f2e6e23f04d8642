"""Markers put from hex to hex where, when or as far as they may not go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.economy import holder_of
from adjudicator.analysis.situation import Situation, fits_any, has_status, situations_words
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known, all_of, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind, SideName, StatusName, TagName
from adjudicator.record.acts import Act, Shifted
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.words import when_words


class MarkerWay(Table):
    """One way in which such a marker goes; what is given must all hold."""

    tags: frozenset[str] = frozenset()
    """Tags of the marker's type, one of which it has; left out: any marker. Example: `tags = ["baltic"]`"""
    when: When = When()
    """When it may, seen from the marker's side. Example: `when = { phases = ["movement"], phasing = "own" }`"""
    origin: tuple[Situation, ...] = ()
    """What the hex must be like from which it goes, one of them; anything, if left out."""
    to: tuple[Situation, ...] = ()
    """What the hex must be like to which it goes, one of them; anything, if left out."""
    inside: frozenset[TagName] = frozenset()
    """Tags of hexes, one of which both hexes bear. Example: `inside = ["black_sea"]`"""
    reach: bool = False
    """Whether it goes no further than its printed value."""
    held: Mapping[str, SideName] = {}
    """Places by name, each with the side that must hold it. Example: `held = { Moscow = "soviet" }`"""
    base: str = ""
    """The name of a place that its own side must hold, with one of `base_statuses`. Example: `base = "Leningrad"`"""
    base_statuses: frozenset[StatusName] = frozenset()
    """Statuses of supply.toml, one of which that place must have. Example: `base_statuses = ["anchorage"]`"""


class MarkerWays(Table):
    """Markers of `kinds` that lie on the map go to another hex in one of `ways`."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker. Example: `kinds = ["leader"]`"""
    ways: tuple[MarkerWay, ...]
    """The ways, one of which will do."""
    unless: str = ""
    """A value that an act may be told with, and that makes it go by other rules. Example: `unless = "card"`"""


def _moved(act: Act, terms: MarkerWays) -> Iterator[tuple[Marker, Marker]]:
    """Each marker that was put from one hex of the map into another, before and after."""
    for name in act.markers if isinstance(act, Shifted) and terms.unless not in act.told else ():
        old, new = act.before.markers.get(name), act.after.markers.get(name)
        if old is None or new is None or old.type.kind not in terms.kinds or old.hex == new.hex:
            continue
        if {old.hex, new.hex} <= set(act.before.network.index):
            yield old, new


def _comes_up(act: Act, terms: MarkerWays) -> bool:
    return any(True for _ in _moved(act, terms))


@check("markers.ways", MarkerWays, unseen="may excuse nearby", acts=("shift",), markers_in=("kinds",), met=_comes_up)
def goes_a_way_it_has(act: Act, terms: MarkerWays) -> Iterator[Breach]:
    """A marker goes to another hex in one of its ways.

    Under: thunder_in_the_east, partisans
    Legal:    turn 9, Soviet Special Movement Step; weather clear; season summer; control Borisov axis;
              1719: ax.7inf; 1816: +detachment; 1517: ax.5inf; shift +detachment 1816-1716
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; season summer; 1816: +detachment;
              shift +detachment 1816-1815
    """
    for old, new in _moved(act, terms):
        ways = [(way, _open(act, way, old, new)) for way in terms.ways]
        fits = any_of(answer for _, answer in ways)
        if not fits.is_yes:
            because = say(
                "{name} goes from {start} to {end}, and may go only {ways}",
                old.type.name or old.id,
                old.hex,
                new.hex,
                strung(dict.fromkeys(_words(way) for way in terms.ways if _is_for(way, old)), say("; or ")),
            )
            yield Breach((new.hex,), because, broken=~fits)


def _open(act: Act, way: MarkerWay, old: Marker, new: Marker) -> Known:
    """Whether a marker may go from its hex to another in this way."""
    network, side = act.before.network, old.type.side or act.moment.phasing
    start, end = network.index[old.hex], network.index[new.hex]
    far = network.distance(start, end)
    if not _is_for(way, old):
        return NO
    if way.reach and far > old.type.value:
        return NO
    if way.inside and not way.inside & network.hexes[start].tags & network.hexes[end].tags:
        return NO
    ignoring = frozenset({old.id})
    rest = way.when.holds(act.before, side)
    if not rest.is_no:
        rest &= all_of(holder_of(act.before, place).is_(holder) for place, holder in way.held.items())
    if way.base and not rest.is_no:
        rest &= _has_base(act, way, side)
    for number, situations in ((old.hex, way.origin), (new.hex, way.to)):
        if situations and not rest.is_no:
            rest &= fits_any(act.before, side, number, situations, ignoring)
    return rest


def _is_for(way: MarkerWay, marker: Marker) -> bool:
    return not way.tags or bool(way.tags & set(marker.type.tags))


def _has_base(act: Act, way: MarkerWay, side: str) -> Known:
    """Whether the place from which it works is its side's and has what it needs; open where the map has no such place."""
    held = holder_of(act.before, way.base).is_(side)
    where = [each.hex for each in act.before.network.theatre.places if each.name == way.base]
    if held.is_no or not way.base_statuses:
        return held
    if not where:
        return held & Known.open(say("the supply of {place}", way.base))
    return held & has_status(act.before, side, where[0], way.base_statuses)


def _words(way: MarkerWay) -> str:
    to = situations_words(way.to) if way.to else say("any hex")
    far = say(", within its range") if way.reach else ""
    return say("{when} into: {to}", when_words((way.when,)), to) + far
