"""Ways in which markers are put from hex to hex: where, when and how far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from adjudicator.analysis.economy import holder_of
from adjudicator.analysis.situation import Asked, Situation, fits_any, has_status, nearest_words
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, Known, all_of, any_of
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act, Shifted
from adjudicator.said import say, strung
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.words import when_words


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a marker goes; what is given must all hold, as the marker's side sees it."""

    when: When = ALWAYS
    to: tuple[Asked, ...] = ()
    """What the hex must be like to which it goes, one of them; anything, if left out."""
    origin: tuple[Situation, ...] = ()
    """The same of the hex from which it goes."""
    tags: frozenset[str] = frozenset()
    """Tags of the marker's type, one of which it has; none: any marker."""
    inside: frozenset[str] = frozenset()
    """Tags of hexes, one of which both hexes bear."""
    reach: bool = False
    """Whether it goes no further than its printed value."""
    held: Mapping[str, str] = field(default_factory=dict)
    """Places by name, each with the side that must hold it."""
    base: str = ""
    """The name of a place that its own side must hold, with one of `base_statuses`."""
    base_statuses: frozenset[str] = frozenset()
    """Statuses of supply.toml."""


def put_elsewhere(act: Act, kinds: frozenset[str]) -> Iterator[tuple[Marker, Marker]]:
    """Each marker of some kinds that was put from one hex of the map into another, before and after."""
    for name in act.markers if isinstance(act, Shifted) else ():
        old, new = act.before.markers.get(name), act.after.markers.get(name)
        if old is None or new is None or old.type.kind not in kinds or old.hex == new.hex:
            continue
        if {old.hex, new.hex} <= set(act.before.network.index):
            yield old, new


def by_no_way(act: Act, kinds: frozenset[str], every: tuple[Way, ...]) -> Iterator[Finding]:
    """A breach for each marker that was put into another hex in none of its ways."""
    for old, new in put_elsewhere(act, kinds):
        fits = any_of(_open(act, way, old, new) for way in every)
        if not fits.is_yes:
            because = _no_way_words(act, [way for way in every if _is_for(way, old)], old, new)
            yield Finding((new.hex,), because, broken=~fits)


def _open(act: Act, way: Way, old: Marker, new: Marker) -> Known:
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


def _is_for(way: Way, marker: Marker) -> bool:
    return not way.tags or bool(way.tags & set(marker.type.tags))


def _has_base(act: Act, way: Way, side: str) -> Known:
    """Whether the place from which it works is its side's and has what it needs; open where the map has no such place."""
    held = holder_of(act.before, way.base).is_(side)
    where = [each.hex for each in act.before.network.theatre.places if each.name == way.base]
    if held.is_no or not way.base_statuses:
        return held
    if not where:
        return held & Known.open(say("the supply of {place}", way.base))
    return held & has_status(act.before, side, where[0], way.base_statuses)


def _no_way_words(act: Act, every: Sequence[Way], old: Marker, new: Marker) -> str:
    """Why none of the ways will do: where those lead that are open now; when there are some, if none is."""
    side = old.type.side or act.moment.phasing
    timely = [way for way in every if way.when.holds(act.before, side).possible]
    if not timely:
        ways = strung(dict.fromkeys(when_words((way.when,)) for way in every), say("; or "))
        return say("{name} goes from {start} to {end}, and may go only {ways}", str(old), old.hex, new.hex, ways)
    anywhere = any(not way.to for way in timely)
    places: list[Asked] = []
    for each in (each for way in timely for each in way.to):
        if each not in places:
            places.append(each)
    to = say("any hex") if anywhere else nearest_words(act.before, side, new.hex, tuple(places), frozenset({old.id}))
    far = say(", within its range") if all(way.reach for way in timely) else ""
    return (
        say("{name} goes from {start} to {end}, and may go now only into: {to}", str(old), old.hex, new.hex, to) + far
    )
