"""Reinforcements: which units an order of battle has brought by a moment, and where each force comes onto the map.

Counters of one nation, kind, size, strength and quality may stand for one another, since the books say that what is printed
on them as a name may be ignored. Such units are one *sort*, and they are counted together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from adjudicator.analysis.ground import standing
from adjudicator.analysis.order_of_battle import Event, Force, order_of_battle
from adjudicator.analysis.roster import roster
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, YES, Known, all_of, any_of
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit, UnitType
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import ANYWHERE
from adjudicator.terms.who import Selector

COMES: frozenset[Event] = frozenset({"arrival", "conversion"})
"""What brings units onto the map in the course of a game."""
EVER: frozenset[Event] = frozenset({"start", "arrival", "conversion", "pool"})
"""All that brings units into the game."""
INITIAL = "initial"
CITY = "city"
"""The value that all hexes of one city share."""

Sort = tuple[str, ...]
"""What counters share that may stand for one another."""


class Entry(Table):
    """An [[entry]]: where forces of these `names` come onto the map."""

    article: str
    """The article that says it. Example: `article = "34A1"`"""
    names: frozenset[str]
    """The names of the forces, as the order of battle has them. Example: `names = ["German", "Italian"]`"""
    place: bool = False
    """Whether they come where their name says: at the hex in brackets, or at the place of that name."""
    situations: tuple[Situation, ...] = ()
    """What the hex must be like, one of them; anything, if left out."""
    edge: bool = False
    """Whether it must lie on the map's edge."""
    ends: tuple[tuple[str, str], ...] = ()
    """Stretches of the map's edge, each from a hex to another. Example: `ends = [["2A/3101", "4A/0901"]]`"""
    phases: frozenset[PhaseName] = frozenset()
    """Phases by id, kind or tag in which they come; left out: any. Example: `phases = ["movement"]`"""
    each: int = 0
    """How many units of one kind may come to one place in a phase; 0: any number. Example: `each = 1`"""
    replaced: bool = False
    """Whether units that come back in the place of lost ones come there and nowhere else. Example: `replaced = true`"""
    why: str
    """What reports say of it. Example: `why = "the west edge"`"""


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


class ReinforcementTable(Table):
    """The file reinforcement.toml: where the forces of order_of_battle.toml come onto the map."""

    entry: tuple[Entry, ...] = ()
    """Where they come; forces that none of these names may come anywhere."""
    lost: frozenset[str] = frozenset()
    """Boxes of lost units and of those that wait to be replaced: who comes out of one is no reinforcement."""


def reinforcement_table(position: Position) -> ReinforcementTable:
    """The pack's reinforcement.toml."""
    return load_table(position.pack, "reinforcement", ReinforcementTable)


@remembered(4096)
def sort_of(kind: UnitType) -> Sort:
    """What a counter shares with all that may stand for it."""
    face = kind.faces[0]
    strengths = (str(each) for each in (face.attack, face.defense, face.movement))
    return (kind.nation, kind.kind, kind.size, *strengths, *sorted(kind.tags))


@remembered(64)
def come_by(pack: Pack, events: frozenset[Event], side: str, turn: int) -> Counter[Sort]:
    """How many units of each sort these events have brought a side by a turn, the turn itself included."""
    found: Counter[Sort] = Counter()
    for force in order_of_battle(pack).force:
        if force.event in events and force.turn <= turn:
            for name, count in force.units.items():
                if name in pack.units and pack.units[name].side == side:
                    found[sort_of(pack.units[name])] += count
    return found


@remembered(64)
def named_by(pack: Pack, turn: int) -> Counter[str]:
    """How many units of each type have come into the game by a turn, by the names on their counters."""
    found: Counter[str] = Counter()
    for force in order_of_battle(pack).force:
        if force.event in EVER and force.turn <= turn:
            found.update(force.units)
    return found


def by_sort(position: Position, who: Selector) -> dict[Sort, list[Unit]]:
    """The units on the map that the order of battle knows, by what may stand for one another."""
    known = named_by(position.pack, 10**6)
    found: dict[Sort, list[Unit]] = {}
    for unit in roster(position).fitting(who):
        if unit.type.id in known:
            found.setdefault(sort_of(unit.type), []).append(unit)
    return found


def turns_of(pack: Pack, events: Collection[Event], sort: Sort) -> list[int]:
    """The turns in which such an event brings units of a sort."""
    return sorted({force.turn for force in _forces(pack).get(sort, ()) if force.event in events})


@remembered(16)
def _forces(pack: Pack) -> Mapping[Sort, tuple[Force, ...]]:
    """The forces that bring units of each sort."""
    found: dict[Sort, dict[int, Force]] = {}
    for at, force in enumerate(order_of_battle(pack).force):
        for name in force.units:
            if name in pack.units:
                found.setdefault(sort_of(pack.units[name]), {})[at] = force
    return {sort: tuple(forces.values()) for sort, forces in found.items()}


def turn_for(moment: Moment, pack: Pack, side: str, *, over: bool) -> int:
    """The last turn whose initial phase a side has begun, or with `over` surely ended; where nobody knows the phase, as late
    or as early as may be.
    """
    phases = [phase.id for phase in pack.header.sequence.phases]
    own = next((i for i, each in enumerate(pack.header.sequence.phases) if each.side == side and _is_initial(each)), 0)
    if moment.phase is None or moment.phase.id not in phases:
        return moment.turn - 1 if over else moment.turn
    now = phases.index(moment.phase.id)
    begun = now > own if over else now >= own
    return moment.turn if begun else moment.turn - 1


def _is_initial(phase: Phase) -> bool:
    return phase.kind == INITIAL


def arrived(record: PhaseRecord, *, instead: bool = False) -> Iterator[tuple[Unit, str]]:
    """Every unit on the map that was not there when the phase began, with the box that it came from ("" = nobody knows).

    Who comes where one of its nation left in the same phase takes its place, and is told with `instead` alone.
    """
    lost = reinforcement_table(record.start).lost
    gone = {
        (old.hex, old.type.nation)
        for _, old, new in record.changes()
        if old is not None and old.hex and (new is None or not new.hex)
    }
    for _, before, unit in record.changes():
        if unit is None or not unit.hex or (before is not None and before.hex):
            continue
        box = before.location if before is not None else ""
        if box not in lost and (instead or (unit.hex, unit.type.nation) not in gone):
            yield unit, box


def no_replacement(record: PhaseRecord, unit: Unit, box: str) -> Known:
    """Whether a unit that came onto the map surely does not come back in the place of a lost one of its sort.

    It does not out of a box that is none of the lost, nor while all of its sort that ever came are on the map.
    """
    if box:
        return YES
    sort = sort_of(unit.type)
    there = sum(sort_of(each.type) == sort for each in record.end.units.values() if each.hex)
    ever = come_by(record.start.pack, EVER, unit.side, record.moment.turn)[sort]
    return YES if ever < there else Known.open(say("where {unit} came from", unit))


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
            force for force in _forces(pack).get(sort, ()) if force.event in COMES and (not turn or force.turn <= turn)
        ]
        forces.sort(key=lambda force: (unit.type.id in force.units, force.turn))
        found = [(force, entry_of(record.end, force)) for force in forces]
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


def entry_of(position: Position, force: Force) -> Entry | None:
    """Where a force comes onto the map, None if anywhere."""
    return next((entry for entry in reinforcement_table(position).entry if force.name in entry.names), None)


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
    return any(where == ANYWHERE or where.mask(standing(position)).sure.any() for where in wheres)


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


def on_stretch(position: Position, number: str, first: str, last: str) -> Known:
    """Whether a hex on the map's edge lies in a stretch of it, by its printed row."""
    network = position.network
    theatre = network.theatre
    unseen = [each for each in (first, last) if each not in network.index]
    if unseen:
        return Known.open(say("where {hex} lies on this map", unseen[0]))
    cells = [theatre.numbering.cell(theatre.at(each).at) for each in (first, last, number)]
    if not (network.neighbours[network.index[number]] < 0).any():
        return NO
    (one, row), (other, end), (mine, here) = cells
    rows, columns = sorted((row, end)), sorted((one, other))
    return Known.of(rows[0] <= here <= rows[1] and columns[0] <= mine <= columns[1])
