"""Hits on airfields that were placed otherwise than they may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.air.sorties import all_seen
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.acts import Lifted
from adjudicator.record.flights import Flight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import Said, say
from adjudicator.terms.when import When
from adjudicator.words import counted


class Attacks(Table):
    """What makes hits."""

    kinds: frozenset[str]
    """Kinds of mission of air.toml. Example: `kinds = ["airfields"]`"""
    phases: frozenset[PhaseName]
    """The phases of the player turn in which hits count. Example: `phases = ["combat"]`"""
    raids: Mapping[MarkerKind, str] = {}
    """Markers that attack by leaving a hex of the enemy, each with the result that is a hit, too: told as `result=`, or a tag
    "result.WORD" of the marker. Example: `raids = { detachment = "suppressed" }`"""


class Suppressed(Table):
    """After the battles those whose bases were attacked place what was hit: each hit makes one unit worse by one step."""

    by: Attacks
    """What makes hits."""
    steps: Mapping[str, str]
    """By state of readiness the one that a hit brings. Example: `steps = { available = "flown suppressed" }`"""
    first: frozenset[str]
    """States of units that are hit first; a unit is hit twice when none is left of its nation. Example: `first = ["flown"]`"""
    ranges: tuple[str, ...] = ()
    """Ranges in the order in which units are hit; left out: in any. Example: `ranges = ["S", "M"]`"""
    kills: tuple[When, ...] = ()
    """When each hit destroys a unit instead."""


@dataclass(frozen=True, slots=True)
class _Worse:
    """A unit that became worse, and by how many steps at least and at most."""

    unit: Unit
    least: int
    most: int


@check("air.suppressed", Suppressed, unseen="cannot excuse", whole_turn=True)
def placed_as_hit(record: PhaseRecord, terms: Suppressed) -> Iterator[Breach]:
    """As many units are suppressed as hits were made, ready ones first.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2015]: ax.ju87; [flown]: sov.i16, sov.sb2;
              strike airfields 2015: ax.ju87 die=1 hits=1; turn 9, Axis Air Return Step; ax.ju87 [2015]>[flown];
              flip sov.i16/3
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2015]: ax.ju87; [flown]: sov.i16, sov.sb2;
              strike airfields 2015: ax.ju87 die=1 hits=1; turn 9, Axis Air Return Step; ax.ju87 [2015]>[flown];
              flip sov.i16/3; flip sov.sb2/3; turn 9, Axis Regular Recovery & Reorganization Step; say we go on
    """
    whole = record.with_earlier(terms.by.phases)
    for side in record.start.pack.sides:
        yield from _of_side(record, whole, terms, side)


def _of_side(record: PhaseRecord, whole: PhaseRecord, terms: Suppressed, side: str) -> Iterator[Breach]:
    hits, untold = _hits(whole, terms, side)
    raids, told = _raids(whole, terms, side)
    worse = _worse(record, terms, side)
    if not hits and not worse:
        return
    kills = [when.holds(record.start, each) for each in record.start.pack.enemies(side) for when in terms.kills]
    if any(each.possible for each in kills):
        yield from _killed(record, side, hits, untold)
        return
    least, most = sum(each.least for each in worse), sum(each.most for each in worse)
    names = tuple(each.unit.id for each in worse)
    if least > hits + raids:
        because = _placed(least, hits + raids)
        yield Breach((), because, names, untold & told & all_seen(whole))
    elif most < hits and _can_bear(record, terms, side):
        because = _placed(most, hits)
        yield Breach((), because, names, all_seen(whole), owed=not record.ended)
    yield from _order(record, terms, side, worse)


def _hits(whole: PhaseRecord, terms: Suppressed, side: str) -> tuple[int, Known]:
    """The hits told on the bases of a side, and whether all were told."""
    hits, told = 0, set[str]()
    for act in whole.of(Strike):
        units = [act.before.units[name] for name in act.units if name in act.before.units]
        if act.mission in terms.by.kinds and units and units[0].side != side:
            told |= set(act.units)
            hits += int(act.told["hits"]) if act.told.get("hits", "").isdigit() else 0
            if "hits" not in act.told:
                return hits, Known.open(say("the hits of each attack"))
    flown = whole.end.memory.flown
    silent = [name for name, each in flown.items() if each.mission in terms.by.kinds and name not in told]
    meant = [name for name in silent if name in whole.start.units and whole.start.units[name].side != side]
    meant += [name for act in whole.of(Flight) if act.mission in terms.by.kinds for name in act.units if name in meant]
    return hits, Known.open(say("the hits of each attack")) if meant else YES


def _raids(whole: PhaseRecord, terms: Suppressed, side: str) -> tuple[int, Known]:
    """How many attacks by markers brought a hit, one for each hex, and whether no other may have; no base, no hit."""
    results: dict[str, set[bool | None]] = {}
    for act in whole.of(Lifted):
        old = act.before.markers.get(act.markers[0]) if act.markers else None
        word = terms.by.raids.get(old.type.kind) if old is not None and act.moment.phasing != side else None
        if old is None or word is None or not old.hex:
            continue
        shown = {tag.removeprefix("result.") for tag in old.type.tags if tag.startswith("result.")}
        told = set(act.told["result"].split(",")) if "result" in act.told else shown
        found = {each == word for each in told} if told else {None}
        results.setdefault(old.hex, set()).update(found)
    sure = sum(found == {True} for found in results.values())
    unsure = any(found > {True} or None in found for found in results.values())
    return sure, Known.open(say("the hits of each attack")) if unsure else YES


def _worse(record: PhaseRecord, terms: Suppressed, side: str) -> list[_Worse]:
    table, index, found = air_table(record.start), record.start.network.index, []
    for name in sorted(record.start.units):
        old, new = record.start.units[name], record.end.units.get(name)
        if not old.type.flies or old.side != side or new is None:
            continue
        was, now = table.state_of(old), table.state_of(new)
        if old.location in index and now:
            # what comes home may be in that state by its fights
            steps = max((_steps(terms, begins, now) or 0) for begins in ("flown", "flown damaged", now))
            found += [_Worse(new, 0, steps)] if steps else []
        elif was and now and was != now:
            steps = _steps(terms, was, now) or 0
            found += [_Worse(new, steps, steps)] if steps else []
    return found


def _steps(terms: Suppressed, was: str, now: str) -> int | None:
    """How many hits lead from a state to another; None if none do."""
    number = 0
    while was != now:
        if was not in terms.steps or number > len(terms.steps):
            return None
        was, number = terms.steps[was], number + 1
    return number


def _can_bear(record: PhaseRecord, terms: Suppressed, side: str) -> bool:
    """Whether a unit of a side is left that a hit could make worse."""
    table = air_table(record.end)
    rest = (each for each in record.end.aircraft.values() if each.side == side)
    return any(table.state_of(each) in terms.steps and each.location not in table.held_back for each in rest)


def _order(record: PhaseRecord, terms: Suppressed, side: str, worse: list[_Worse]) -> Iterator[Breach]:
    """Units that are hit again, or out of turn, while others of their nation are not hit at all."""
    table = air_table(record.end)
    spared = [
        unit
        for _, unit in sorted(record.end.aircraft.items())
        if unit.side == side and table.state_of(unit) in terms.first and unit.location not in table.held_back
    ]
    for each in worse:
        old = record.start.units[each.unit.id]
        again = each.least and (each.least > 1 or table.state_of(old) not in terms.first)
        for unit in spared if each.least else ():
            nearer = _place(terms, unit) < _place(terms, each.unit) or (
                again and _place(terms, unit) == _place(terms, each.unit)
            )
            if unit.type.nation == each.unit.type.nation and nearer:
                because = say("{unit} was hit in its place, and {other} is not suppressed yet", each.unit, unit)
                yield Breach((), because, (each.unit.id, unit.id), owed=not record.ended)
                break


def _placed(number: int, hits: int) -> Said:
    """How many hits were placed, and how many were made."""
    return say(
        "placed on the air units of one side: {number}, after {hits}", counted(number, "hit"), counted(hits, "hit")
    )


def _place(terms: Suppressed, unit: Unit) -> int:
    name = str(unit.value("range"))
    return terms.ranges.index(name) if name in terms.ranges else 0


def _killed(record: PhaseRecord, side: str, hits: int, untold: Known) -> Iterator[Breach]:
    """Each hit destroys a unit: no more of them than hits."""
    table, last = air_table(record.start), air_table(record.start).level[-1].name
    gone = []
    for name, unit, now in record.changes():
        if (
            unit is not None
            and now is not None
            and unit.type.flies
            and unit.side == side
            and table.state_of(now) == last
        ):
            gone += [name] if table.state_of(unit) not in ("", last) else []
    if len(gone) > hits:
        because = say(
            "destroyed on the ground: {units}, after {hits}", counted(len(gone), "air unit"), counted(hits, "hit")
        )
        yield Breach((), because, tuple(gone), untold & all_seen(record))
