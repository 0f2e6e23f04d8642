"""Where the forces of the order of battle come onto the map: rule 34A."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.order_of_battle import Force
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.analysis.supply.terms import Connection
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, Known, all_of, any_of
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.reinforcement import CITY, COMES, arrived, forces_with, on_stretch, sort_of
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import Selector


@dataclass(frozen=True, slots=True)
class Entry:
    """Where forces come: to a hex that fits one of the situations, on the map's `edge`, on one of its stretches (`ends`), or
    where their name says (`place`). `why` is what reports say of it, `each` how many of one kind come to one place in a phase;
    with `phases` they come in these alone. Units that come back in the place of lost ones come there too if it is `replaced`.
    """

    article: str
    why: str
    situations: tuple[Situation, ...] = ()
    edge: bool = False
    ends: tuple[tuple[str, str], ...] = ()
    place: bool = False
    phases: frozenset[str] = frozenset()
    each: int = 0
    replaced: bool = False


def _from_the_west(article: str, why: str, *tags: str, replaced: bool = False) -> Entry:
    return Entry(article, why, (Situation(where=Where(tags=frozenset(tags))),), edge=True, replaced=replaced)


def _in_supply(where: Where, line: str = "regular") -> tuple[Situation, ...]:
    return (Situation(where=where, connected=(Connection(lines=(line,), to=frozenset({"source", "landed_supply"})),)),)


def _to_cities_of(district: str) -> Entry:
    where = Where(
        all_tags=frozenset({f"md_{district.lower().replace(' ', '_')}"}), places=frozenset({"major_city", "dot_city"})
    )
    return Entry("34A2.1", f"cities of the {district} district", (Situation(where=where),))


AXIS_COUNTRIES = ("greater_germany", "hungary", "rumania", "bulgaria", "greece")
RAILS = frozenset({"rail_standard", "rail_broad", "rail_finnish"})
CITIES, MAJOR_CITIES = frozenset({"city"}), frozenset({"major_city"})
DISTRICTS = ("Arkhangelsk", "Kharkov", "Kiev", "Leningrad", "Moskva", "North Caucasus", "Odessa", "Orel", "Western")
NAMED = (
    *("Elista (4A/3402)", "Kiev", "Krasnodar (4A/3818)", "Kremenchug (4A/1432)", "Leningrad", "Moskva"),
    *("Murmansk (6A/1617)", "Odessa", "One per city in the Crimea (Sevastopol, Simferopol, Kerch)"),
    *("Pyatigorsk (4A/4507)", "Rostov", "Stalingrad", "Stalino", "Tula", "Voronezh", "Vorososhilovgrad (4A/2015)"),
    "Yaroslavl",
)
ENTRIES = {
    "German": _from_the_west("34A1.1", "the west edge in Axis countries", *AXIS_COUNTRIES, replaced=True),
    "German, Arctic": Entry(
        "34A1.2", "ports in Norway", (Situation(where=Where(tags=frozenset({"norway"}), places=frozenset({"port"}))),)
    ),
    "German, Sweden": Entry(
        "31B.3e",
        "railways at the west edge in Sweden",
        (Situation(where=Where(tags=frozenset({"sweden"}), features=RAILS)),),
        edge=True,
    ),
    "German, Finland": Entry(
        "34A1.3", "cities of Finland in supply", _in_supply(Where(places=frozenset({"finnish_city"})))
    ),
    "German, East": Entry(
        "34A1.4",
        "cities of Greater Germany or the USSR in supply",
        _in_supply(Where(places=CITIES, tags=frozenset({"greater_germany", "ussr"}))),
    ),
    "Italian": _from_the_west("34A1.5", "the west edge in Axis countries", *AXIS_COUNTRIES),
    "Hungarian": _from_the_west("34A1.6", "the west edge in Hungary", "hungary"),
    "Slovakian": _from_the_west("34A1.8", "the west edge in Greater Germany", "greater_germany"),
    **{f"{district} MD": _to_cities_of(district) for district in DISTRICTS},
    **dict.fromkeys(NAMED, Entry("34A2.3", "the place of its name", place=True)),
    "From Eastern MDs": Entry(
        "34A2.4",
        "railways at the east edge, in the movement phase",
        (Situation(where=Where(tags=frozenset({"east_edge_rail"}))),),
        phases=frozenset({"movement"}),
    ),
    "From Volga MD": Entry("34A2.5", "the east edge from 2A/3101 to 4A/0901", ends=(("2A/3101", "4A/0901"),)),
    "From Transcaucasus MD": Entry(
        "34A2.6", "the edge from 4A/4701 to 4A/5112", ends=(("4A/5101", "4A/5112"), ("4A/4701", "4A/5101"))
    ),
    "Non-Divisional Units": Entry(
        "34A2.7",
        "major cities of the USSR that are not isolated, one of a type to each",
        _in_supply(Where(places=MAJOR_CITIES, tags=frozenset({"ussr"})), "isolation"),
        each=1,
    ),
}
"""By the names of the forces; one that has none here may come anywhere."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A unit that came onto the map, and the forces that may have brought it, each with where it comes."""

    unit: Unit
    box: str
    ways: tuple[tuple[Force, Entry], ...]

    @property
    def force(self) -> Force:
        """The force that most likely brought it."""
        return self.ways[-1][0]

    @property
    def entry(self) -> Entry:
        """Where that force comes."""
        return self.ways[-1][1]


def brought(record: PhaseRecord, who: Selector) -> Iterator[Brought]:
    """Every unit that fits `who` and came onto the map, with the forces that may have brought it, where all of them have
    an entry; a force of its own counter comes last.
    """
    turn, pack = record.moment.turn, record.start.pack
    for there, box in arrived(record):
        unit = _as_it_came(record, there)
        if not who.matches(unit) or unit.hex not in record.end.network.index:
            continue
        sort = sort_of(unit.type)
        forces = [
            force
            for force in forces_with(pack).get(sort, ())
            if force.event in COMES and (not turn or force.turn <= turn)
        ]
        forces.sort(key=lambda force: (unit.type.id in force.units, force.turn))
        found = [(force, ENTRIES.get(force.name)) for force in forces]
        entries = [(force, entry) for force, entry in found if entry is not None and force.event == "arrival"]
        if entries and len(entries) == len(forces):
            yield Brought(unit, box, tuple(entries))


def _as_it_came(record: PhaseRecord, unit: Unit) -> Unit:
    """A unit as it came onto the map, from where it may have gone on in the same phase."""
    for act in record.acts:
        if unit.id in act.units:
            before, after = act.before.units.get(unit.id), act.after.units.get(unit.id)
            if after is not None and after.hex and (before is None or not before.hex):
                return after
    return unit


def admits(position: Position, entry: Entry, force: Force, unit: Unit) -> Known:
    """Whether a unit of a force may come onto the map where it stands."""
    network, number = position.network, unit.hex
    answers = [YES]
    if entry.place:
        spots = spots_of(position, force)
        answers.append(Known.of(number in spots) if spots else _off_map(force))
    if entry.edge:
        answers.append(Known.of(bool((network.neighbours[network.index[number]] < 0).any())))
    if entry.ends:
        answers.append(any_of(on_stretch(position, number, first, last) for first, last in entry.ends))
    if entry.situations:
        fits = fits_any(position, unit.side, number, entry.situations, frozenset({unit.id}))
        answers.append(fits if not fits.is_no or shown(position, entry) else _unshown(entry))
    return all_of(answers)


def shown(position: Position, entry: Entry) -> bool:
    """Whether the map has, for sure, any hex of the ground that an entry asks for."""
    wheres = [each.where for each in entry.situations]
    return any(where == ANYWHERE or where.mask(ground_at(position)).sure.any() for where in wheres)


def _unshown(entry: Entry) -> Known:
    return Known.open(say("where {why} lies on this map", entry.why))


def _off_map(force: Force) -> Known:
    return Known.open(say("where {hex} lies on this map", force.name))


def spots_of(position: Position, force: Force) -> tuple[str, ...]:
    """The hexes that a force's name tells: in brackets, or those of the places that it names."""
    network = position.network
    bracketed = re.findall(r"\((\w+/\d+)\)", force.name)
    if bracketed:
        return tuple(number for number in bracketed if number in network.index)
    listed = re.search(r"\(([^)]*)\)", force.name)
    names = {each.strip() for each in (listed[1] if listed else force.name).split(",")}
    return tuple(
        place.hex
        for place in network.theatre.places
        if place.name in names or str(place.values.get(CITY, "")) in names or place.name.partition(",")[0] in names
    )
