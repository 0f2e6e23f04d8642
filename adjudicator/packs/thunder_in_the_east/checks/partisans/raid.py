"""Detachments that attack what they may not, or come back in greater number or farther off than they may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.situation import Situation, fits_any, situations_words
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.packs.thunder_in_the_east.analysis.raids import Raid, arrivals, distance, raids
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung

KIND = "detachment"
"""The kind of marker."""
WITHIN = 3
"""How many hexes from the city those that are drawn again lie at most."""
OFF = "countdown"
"""A kind of marker under which such an enemy marker does not count."""


class Yield(Table):
    """What a result adds to the detachments that come back."""

    count: int
    """How many more."""
    within: int
    """How many hexes from the city at most."""


class Raids(Table):
    """Attacks of markers of a kind on cities in this phase."""

    targets: tuple[Situation, ...]
    """What an attacked hex must be like."""
    adds: Mapping[str, Yield] = {}
    """The results that bring more. Example: `adds = { recruit = { count = 2, within = 6 } }`"""
    guards: frozenset[MarkerKind] = frozenset()
    """Kinds of enemy marker each of which costs one more. Example: `guards = ["operational_hq_attack"]`"""


def _any_there(record: PhaseRecord, terms: Raids) -> bool:
    return any(marker.type.kind == KIND and marker.hex for marker in record.start.markers.values())


@check("partisans.raid", Raids, unseen="may excuse nearby", met=_any_there)
def throws_bombs_as_it_may(record: PhaseRecord, terms: Raids) -> Iterator[Breach]:
    """Detachments attack a city once, and fewer come back than went.

    Under: thunder_in_the_east, partisans
    Legal:    turn 9, Soviet Partisan Attacks Step; weather clear; season summer; control Minsk axis; 1517: +detachment,
              +detachment; lift +detachment 1517 result=none; lift +detachment 1517; lay +detachment 1716
    Illegal:  turn 9, Soviet Partisan Attacks Step; weather clear; season summer; control Minsk axis; 1517: +detachment,
              +detachment, ax.7inf; lift +detachment 1517 result=none; lift +detachment 1517; lay +detachment 1716
    """
    made = raids(record, KIND)
    for raid in made:
        side = raid.detachments[0].type.side
        fits = fits_any(record.start, side, raid.hex, terms.targets)
        if not fits.is_yes:
            because = say(
                "a city is attacked in {hex}; its place is: {situations}", raid.hex, situations_words(terms.targets)
            )
            yield Breach((raid.hex,), because, broken=~fits)
    yield from _twice(record, terms)
    if made:
        yield from _come_back(record, terms, made)


def _twice(record: PhaseRecord, terms: Raids) -> Iterator[Breach]:
    """Detachments that came into a city in this phase and left it again."""
    came = {marker.id: marker.hex for _, marker in arrivals(record, KIND)}
    for name, number in came.items():
        later = record.end.markers.get(name)
        if later is None or later.hex != number:
            because = say("a detachment came to {hex} and left it in the same phase: each attacks once", number)
            yield Breach((number,), because)


def _come_back(record: PhaseRecord, terms: Raids, made: tuple[Raid, ...]) -> Iterator[Breach]:
    came = [marker for act, marker in arrivals(record, KIND) if "card" not in act.told]
    at = tuple(dict.fromkeys(marker.hex for marker in came))
    drawn = sum(_drawn(record, terms, raid) for raid in made)
    sure, perhaps = (sum(pick(_added(terms, raid)) for raid in made) for pick in (min, max))
    if len(came) > drawn + sure:
        because = say(
            "{count} detachments come back after the attack on {hexes}, and {drawn} may",
            len(came),
            strung((raid.hex for raid in made), ", "),
            drawn + sure,
        )
        yield Breach(at, because, broken=YES if len(came) > drawn + perhaps else _result(made))
    for marker in came:
        yield from _too_far(record, terms, made, marker)


def _too_far(record: PhaseRecord, terms: Raids, made: tuple[Raid, ...], marker: Marker) -> Iterator[Breach]:
    network = record.start.network
    far = min(distance(network, raid.hex, marker.hex) for raid in made)
    farthest = [
        max([WITHIN, *(more.within for name, more in terms.adds.items() if raid.had(name))])
        >= distance(network, raid.hex, marker.hex)
        for raid in made
    ]
    if far <= WITHIN or (any(farthest) and all(raid.results for raid in made)):
        return
    because = say(
        "a detachment comes back in {hex}, {far} hexes from the attacked city, and may at most {within}",
        marker.hex,
        far,
        WITHIN,
    )
    yield Breach((marker.hex,), because, broken=_result(made) if any(farthest) else YES)


def _drawn(record: PhaseRecord, terms: Raids, raid: Raid) -> int:
    """How many of those that attacked come back: one less, and one less for each enemy step and headquarters there."""
    side = raid.detachments[0].type.side
    steps = sum(unit.steps for unit in record.start.at(raid.hex) if unit.side != side)
    markers = record.start.markers_at(raid.hex)
    off = any(marker.type.kind == OFF for marker in markers)
    guards = sum(marker.type.kind in terms.guards and marker.type.side != side for marker in markers)
    return max(len(raid.detachments) - 1 - steps - (0 if off else guards), 0)


def _added(terms: Raids, raid: Raid) -> list[int]:
    """How many more the results may bring, one for each result that it may have had."""
    if raid.results:
        return [terms.adds[name].count if name in terms.adds else 0 for name in raid.results]
    return [0, *(more.count for more in terms.adds.values())]


def _result(made: tuple[Raid, ...]) -> Known:
    unknown = [raid.hex for raid in made if len(raid.results) != 1] or [raid.hex for raid in made]
    return Known.open(*(say("the result of the attack on {hex}", number) for number in unknown))
