"""Reinforcements that come onto the map where their force does: 34A1 and 34A2 of Fire in the East."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.analysis.order_of_battle import Force
from adjudicator.checks.articles import article, printed
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.entries import Brought, Entry, admits, brought
from adjudicator.packs.europa.analysis.reinforcement import CITY, no_replacement
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import listed

LISTED = Selector(without_tags=frozenset({"sample"}))
"""Counters of the order of battle; it does not list counters that stand for a kind."""


def _brought_by(record: PhaseRecord, entry: str) -> list[Brought]:
    """The units that came by an entry of this article."""
    return [each for each in brought(record, LISTED) if each.entry.article == entry]


def _any_brought(record: PhaseRecord, entry: str) -> bool:
    return bool(_brought_by(record, entry))


def _comes_to_its_place(record: PhaseRecord, entry: str) -> Iterator[Finding]:
    phase, found = record.moment.phase, _brought_by(record, entry)
    places: dict[tuple[str, str], list[Brought]] = {}
    for each in found:
        unit, why = each.unit, each.entry.why
        places.setdefault((_place(record.end, unit.hex), unit.type.kind), []).append(each)
        ways = [way for way in each.ways if phase is None or not way[1].phases or phase.names & way[1].phases]
        if phase is not None and not ways:
            because = say("{unit} arrives in the {phase}, and comes to {why}", unit, phase.name, why)
            yield Finding((unit.hex,), because, (unit.id,))
            continue
        sure = YES if each.entry.replaced else no_replacement(record, unit, each.box)
        because = say("{unit} arrives in {hex}, and comes to {why}", unit, unit.hex, why)
        yield Finding((unit.hex,), because, (unit.id,), sure & ~_admitted(record, ways, unit))
    for (place, _), there in places.items():
        most = there[0].entry.each
        if most and len(there) > most:
            units = [each.unit for each in there]
            because = say("{units} arrive in {place}; they come to {why}", listed(units), place, there[0].entry.why)
            yield Finding(tuple(dict.fromkeys(unit.hex for unit in units)), because, tuple(unit.id for unit in units))


def _admitted(record: PhaseRecord, ways: Sequence[tuple[Force, Entry]], unit: Unit) -> Known:
    """Whether a unit stands where one of the forces comes that may have brought it; a later one may not have come yet."""
    there = [(force.turn, admits(record.end, entry, force, unit)) for force, entry in ways]
    admitted = any_of(answer for _, answer in there)
    if record.moment.turn:
        return admitted
    first = min(turn for turn, _ in there)
    return any_of(answer for turn, answer in there if turn == first) | (admitted & Known.open(say("the turn")))


def _place(position: Position, number: str) -> str:
    """The city that a hex belongs to, else the hex."""
    here = (place for place in position.network.theatre.places if place.hex == number and CITY in place.values)
    return next((str(place.values[CITY]) for place in here), number)


@article(
    printed(
        "fire_in_the_east",
        "34A1.1",
        title="German west-edge entry",
        says="German reinforcements come onto the map at its west edge in Axis countries (34A1).",
        figures="34A1.1",
    ),
    printed(
        "fire_in_the_east",
        "34A1.2",
        title="German, Arctic entry",
        says="Reinforcements listed as German, Arctic come to ports in Norway (34A1).",
        figures="34A1.2",
    ),
    printed(
        "fire_in_the_east",
        "31B.3e",
        covers=("31B.3",),
        title="Entry in Sweden",
        readings=("finnish-card=committed|allied|independent|ordinary",),
        says="The German unit that passes through Sweden comes in at the west edge, in a rail hex (31B).",
        figures="31B.3e",
    ),
    printed(
        "fire_in_the_east",
        "34A1.3",
        title="German, Finland entry",
        says="Reinforcements listed as German, Finland come to cities of Finland with a line to a regular source (34A1).",
        figures="34A1.3",
    ),
    printed(
        "fire_in_the_east",
        "34A1.4",
        title="German, East entry",
        says="Reinforcements listed as German, East come to cities of Greater Germany or the USSR with a line to a regular "
        "source (34A1).",
        figures="34A1.4",
    ),
    printed(
        "fire_in_the_east",
        "34A1.5",
        title="Italian entry",
        says="Italian reinforcements come onto the map at its west edge in Axis countries (34A1).",
        figures="34A1.5",
    ),
    printed(
        "fire_in_the_east",
        "34A1.6",
        title="Hungarian entry",
        says="Hungarian reinforcements come onto the map at its west edge in Hungary (34A1).",
        figures="34A1.6",
    ),
    printed(
        "fire_in_the_east",
        "34A1.8",
        title="Slovakian entry",
        says="Slovakian reinforcements come onto the map at its west edge in Greater Germany (34A1).",
        figures="34A1.8",
    ),
    area="reinforcement",
    when=("initial",),
    unseen="may excuse nearby",
    met=_any_brought,
)
def axis_entry(record: PhaseRecord, entry: str) -> Iterator[Finding]:
    """An Axis force comes onto the map where the book says.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 7, German Initial Phase; weather clear; place ge.panzer.division.2 2A/2914
    Illegal:  turn 2, German Initial Phase; weather clear; [due]: ge.panzer.division.2, ge.infantry.regiment.193,
              ge.mountain.regiment.139, ge.rocket_artillery.regiment.51, it.cavalry.division.3, hu.cavalry.brigade.1,
              sl.infantry.division.1, ge.infantry.division.163; sl.infantry.division.1 [due]>2A/3114;
              turn 14, German Initial Phase;
              ge.panzer.division.2 [due]>2A/2912; ge.infantry.regiment.193 [due]>2A/2711;
              ge.mountain.regiment.139 [due]>2A/2808; ge.rocket_artillery.regiment.51 [due]>2A/3109;
              it.cavalry.division.3 [due]>2A/2714; hu.cavalry.brigade.1 [due]>2A/3014;
              ge.infantry.division.163 [due]>2A/2912
    """
    yield from _comes_to_its_place(record, entry)


@article(
    printed(
        "fire_in_the_east",
        "34A2.1",
        title="District entry",
        says="Units that arrive at a military district come to its major and dot cities (34A2).",
        figures="34A2.1",
    ),
    printed(
        "fire_in_the_east",
        "34A2.3",
        title="Location entry",
        says="Units for a stated place come there (34A2).",
        figures="34A2.3",
    ),
    printed(
        "fire_in_the_east",
        "34A2.4",
        title="Eastern entry",
        when=("initial", "movement"),
        says="Units from the Eastern districts come in the movement phase, by rail at the east edge (34A2).",
        figures="34A2.4",
    ),
    printed(
        "fire_in_the_east",
        "34A2.5",
        title="Volga entry",
        says="Units from the Volga district come onto the east edge from 2A/3101 to 4A/0901 (34A2).",
        figures="34A2.5",
    ),
    printed(
        "fire_in_the_east",
        "34A2.6",
        title="Transcaucasus entry",
        says="Units from the Transcaucasus come onto the south edge from 4A/5101 to 4A/5112, or the east edge from 4A/4701 to "
        "4A/5101 (34A2).",
        figures="34A2.6",
    ),
    printed(
        "fire_in_the_east",
        "34A2.7",
        title="Soviet non-divisional entry",
        says="Listed non-divisional units come to major cities of the USSR that are not isolated, one of each type to a city in "
        "a turn (34A2).",
        figures="34A2.7",
    ),
    area="reinforcement",
    when=("initial",),
    unseen="may excuse nearby",
    met=_any_brought,
)
def soviet_entry(record: PhaseRecord, entry: str) -> Iterator[Finding]:
    """A Soviet force comes onto the map where the book says.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 2, Soviet Initial Phase; weather clear; [due]: so.engineer.brigade.1-2-6;
              so.engineer.brigade.1-2-6 [due]>2A/3003
    Illegal:  turn 7, Soviet Initial Phase; weather clear; [due]: so.mountain.division.302, so.rifle.regiment.1.mil,
              so.rifle.division.26, so.cavalry.division.91, so.mountain_cavalry.division.21, so.engineer.brigade.1-2-6;
              so.mountain.division.302 [due]>2A/3003; so.rifle.regiment.1.mil [due]>2A/2904;
              so.rifle.division.26 [due]>2A/3001; so.cavalry.division.91 [due]>2A/2901;
              so.mountain_cavalry.division.21 [due]>4A/4905; so.engineer.brigade.1-2-6 [due]>2A/2904
    """
    yield from _comes_to_its_place(record, entry)
