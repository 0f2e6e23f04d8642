"""Setting up along a front: 3 of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.analysis.control import zones
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.situation import Situation, fits_any, nearest_words
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import NO
from adjudicator.model.theatre import Place
from adjudicator.model.units import Marker, Unit
from adjudicator.packs.thunder_in_the_east.analysis.front import (
    EXEMPT,
    NAMED,
    an_edge_untold,
    behind,
    edge,
    front_untold,
    fronts,
    is_set_up,
)
from adjudicator.packs.thunder_in_the_east.rules._markers import ATTACKING, HEADQUARTERS
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.words import where_words
from adjudicator.words import counted

CHAPTER = Chapter(unseen="may excuse nearby")

CITY = Where(tags=frozenset({"city"}))
WORKS = frozenset({"improved_defense", "fortified_defense"})
CONNECTED = (
    Situation(where=CITY, controlled="own", statuses=frozenset({"city", "anchorage"})),
    Situation(connected=(Connection(lines=("overland",), to=frozenset({"city"})),)),
)


@CHAPTER.article("Front Line ZOC coverage at setup", "3.2a", area="zoc", met=is_set_up, untold=an_edge_untold)
def front_in_zones(position: Position) -> Iterator[Finding]:
    """At setup every hex of the opponent's side of the front lies in a ZOC.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.14mot
    """
    exempt = set(edge(position, EXEMPT))
    for side in fronts(position):
        reached, called = zones(position, side).reach, position.pack.called(side)
        for i in (i for enemy in position.pack.enemies(side) for i in edge(position, enemy) if i not in exempt):
            if not (reaches := reached.at(i)).is_yes:
                number = position.network.number(i)
                because = say(
                    "no {side} zone of control reaches {hex}, and every hex opposite the front lies in one",
                    called,
                    number,
                )
                yield Finding((number,), because, broken=~reaches)


def _headquarters(position: Position, side: str, kinds: frozenset[str]) -> list[Marker]:
    found = (each for each in position.markers.values() if each.type.side == side and each.type.kind in kinds)
    return sorted((each for each in found if each.hex in position.network.index), key=lambda each: each.id)


def _set_up_with_headquarters(position: Position, _: object) -> bool:
    return is_set_up(position, None) and any(each.type.kind in HEADQUARTERS for each in position.markers.values())


@CHAPTER.article(
    "Front Line HQ placement at setup", "3.2b", area="hq", met=_set_up_with_headquarters, untold=front_untold
)
def headquarters_near_the_front(position: Position) -> Iterator[Finding]:
    """At setup Front Line HQs stand in Cities within six hexes of their side of the front.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1517: +hq.agc.balanced
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1516: +hq.agc.balanced
    """
    for side in fronts(position):
        away = behind(position, side)
        for marker in _headquarters(position, side, HEADQUARTERS):
            name, i = marker.type.name or marker.id, position.network.index[marker.hex]
            if away[i] > 6:
                may, hexes = say("at most {distance} may be", 6), counted(int(away[i]), "hex")
                yield Finding(
                    (marker.hex,), say("{name} is set up {hexes} from the front, and {may}", name, hexes, may)
                )
            else:
                because = say("{name} is set up in {hex}; its place is: {where}", name, marker.hex, where_words(CITY))
                yield Finding((marker.hex,), because, broken=~CITY.fits(ground_at(position), i))


@CHAPTER.article(
    "Front Line HQs begin Balanced", "3.2b.mode", covers=("3.2b",), area="hq", met=is_set_up, untold=front_untold
)
def headquarters_balanced(position: Position) -> Iterator[Finding]:
    """At setup HQs are in Balanced mode.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1517: +hq.agc.balanced
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1517: +hq.agc.attack
    """
    for side in fronts(position):
        away = behind(position, side)
        for marker in _headquarters(position, side, ATTACKING):
            hexes = counted(int(away[position.network.index[marker.hex]]), "hex")
            name, may = marker.type.name or marker.id, say("it is not set up in that mode")
            yield Finding((marker.hex,), say("{name} is set up {hexes} from the front, and {may}", name, hexes, may))


@dataclass(frozen=True, slots=True)
class Behind:
    """How far behind the front a unit may be set up in a city, and the kinds of marker with which it may stand anywhere."""

    city: int
    beside: frozenset[str] = frozenset()


@CHAPTER.article(
    "Remaining Front Line units at setup",
    printed("thunder_in_the_east", "3.2c", figures=Behind(city=2, beside=HEADQUARTERS)),
    area="stacking",
    met=is_set_up,
    untold=front_untold,
)
def units_near_the_front(position: Position, may: Behind) -> Iterator[Finding]:
    """At setup the other units stand at the front, one hex behind, in a City two behind, or with an HQ.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1517: ax.gar
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1418: ax.5inf
    """
    for side in fronts(position):
        away = behind(position, side)
        for unit in sorted(position.of_side(side), key=lambda unit: unit.id):
            i = position.network.index.get(unit.hex)
            if i is None or unit.has("garrison") or unit.has("rear_area") or away[i] <= 1:
                continue
            if any(marker.type.kind in may.beside for marker in position.markers_at(unit.hex)):
                continue
            in_city = CITY.fits(ground_at(position), i) if away[i] <= may.city else NO
            hexes = counted(int(away[i]), "hex")
            because = say("{unit} is set up {hexes} behind the front, and {rows} is the most", unit, hexes, 1)
            yield Finding((unit.hex,), because, (unit.id,), ~in_city)


article(
    printed("thunder_in_the_east_10", "3.2c", figures=Behind(city=99)),
    unseen="may excuse nearby",
    met=is_set_up,
    untold=front_untold,
    says="At setup the other units stand at the front, one hex behind, or in any friendly City behind it.",
    anew=True,
)(units_near_the_front)


@CHAPTER.article(
    "Garrisons and Defensive Works at setup", "3.4c", area="fortification", met=is_set_up, untold=front_untold
)
def garrisons_and_works(position: Position) -> Iterator[Finding]:
    """At setup Garrisons and works stand where an OLoC leads to a City with RLoC or NLoC, or where the scenario names the hex.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1517: ax.gar
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 2514: +improved.axis
    """
    index, named = position.network.index, set(edge(position, NAMED))
    for side in fronts(position):
        for name, number, ids in _garrisons_and_works(position, side):
            if number in index and index[number] not in named:
                words = nearest_words(position, side, number, CONNECTED)
                because = say("{name} is set up in {hex}; its place is: {situations}", name, number, words)
                yield Finding((number,), because, ids, ~fits_any(position, side, number, CONNECTED))


def _garrisons_and_works(position: Position, side: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """What to call each, where it is, and the ids of units."""
    for unit in sorted(position.of_side(side), key=lambda unit: unit.id):
        if unit.has("garrison"):
            yield str(unit), unit.hex, (unit.id,)
    for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
        if marker.type.side == side and marker.type.kind in WORKS:
            yield marker.type.name or marker.id, marker.hex, ()


OIL_FIELDS = frozenset({"Grozny", "Maikop", "Ploesti", "Tbilisi"})
"""4.2: the Cities with an Oil Well, which count as Economic Cities; no map tells them otherwise."""


@dataclass(frozen=True, slots=True)
class Posts:
    """Kinds of place that get Rear Area units, those of the first class first, and sizes of units that do instead."""

    classes: tuple[frozenset[str], ...]
    held_by: frozenset[str] = frozenset()

    def rank(self, place: Place) -> int:
        """The first class of which a place has a kind; one more than the last if it has none."""
        has = place.kinds | ({"factory"} if place.name in OIL_FIELDS else set())
        ranks = (rank for rank, kinds in enumerate(self.classes) if kinds & has)
        return next(ranks, len(self.classes))


@CHAPTER.article(
    "Rear Area units at setup",
    printed(
        "thunder_in_the_east",
        "3.4a",
        figures=Posts(
            (frozenset({"personnel", "supply_city"}), frozenset({"factory"}), frozenset({"objective"})),
            held_by=frozenset({"large", "medium"}),
        ),
    ),
    covers=("3.4b",),
    area="reinforcement",
    unseen="may excuse",
    met=is_set_up,
    untold=front_untold,
)
def rear_area_units(position: Position, posts: Posts) -> Iterator[Finding]:
    """At setup Rear Area units go one to each Personnel City, then Factory City, then other Objective that no Major unit holds,
    and then to Cities far behind.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 0521: ax.101sec+rear_area
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 0219: ax.101sec+rear_area
    """
    for side in fronts(position):
        rear = sorted((unit for unit in position.of_side(side) if unit.has("rear_area")), key=lambda unit: unit.id)
        empty = [place for place in _own_posts(position, side, posts) if not _is_held(position, side, place, posts)]
        for unit in rear:
            rank = min((posts.rank(place) for place in _places(position, unit)), default=len(posts.classes))
            before = next((place for place in empty if posts.rank(place) < rank), None)
            if before:
                words = say(
                    "{unit} is set up in {hex}, and {place} comes first and is empty", unit, unit.hex, before.name
                )
                yield Finding((unit.hex, before.hex), words, (unit.id,))
            if Counter(other.hex for other in rear)[unit.hex] > 1:
                words = say("{unit} is one of several Rear Area units in {hex}, and only one may be", unit, unit.hex)
                yield Finding((unit.hex,), words, (unit.id,))
            if rank == len(posts.classes):
                yield from _not_far_behind(position, unit)


def _places(position: Position, unit: Unit) -> list[Place]:
    return [place for place in position.network.theatre.places if place.hex == unit.hex]


def _own_posts(position: Position, side: str, posts: Posts) -> Iterator[Place]:
    for place in position.network.theatre.places:
        if place.owner == side and place.hex in position.network.index and posts.rank(place) < len(posts.classes):
            yield place


def _is_held(position: Position, side: str, place: Place, posts: Posts) -> bool:
    units = (unit for unit in position.at(place.hex) if unit.side == side)
    return any(unit.has("rear_area") or unit.type.size in posts.held_by for unit in units)


def _not_far_behind(position: Position, unit: Unit) -> Iterator[Finding]:
    in_city = any("city" in place.kinds for place in _places(position, unit))
    distance = int(behind(position, unit.side)[position.network.index[unit.hex]])
    if not in_city or distance < 2:
        because = say(
            "{unit} is set up in {hex}, and belongs in a City 2 hexes or more behind the front", unit, unit.hex
        )
        yield Finding((unit.hex,), because, (unit.id,))


article(
    printed("thunder_in_the_east_10", "3.4a", figures=Posts((frozenset({"supply_city"}),))),
    met=is_set_up,
    untold=front_untold,
    says="At setup each Supply City gets one Rear Area unit, and the others go one each to Cities far behind.",
    anew=True,
)(rear_area_units)
