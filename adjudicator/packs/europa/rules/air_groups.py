"""Lost air units, which are replaced group by group: 27B of Fire in the East, 26A of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.air_chart import (
    ABROAD,
    AVAILABLE,
    ELIMINATED,
    OUT,
    REMNANTS,
    Hop,
    hops,
    is_initial,
    lying,
)
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import counted, listed, word

CHAPTER = Chapter(unseen="cannot excuse")

UNREAD = Excuse()
"""A counter that nobody can read may have been in the box, and have left it."""
FILL_UP = frozenset({"finnish", "hungarian", "italian", "rumanian", "slovakian"})
"""Nations that may fill a group with units of other categories."""
TYPES = ("type_a", "type_b", "type_d", "type_f", "type_h", "type_t")


@dataclass(frozen=True, slots=True)
class Group:
    """So many units of a nation in a box, and how many of them come back, are discarded or leave the game."""

    box: str
    size: int
    back: int
    back_to: frozenset[str]
    discarded: int = 0
    out: int = 0
    of_a_category: bool = False
    types_first: bool = False

    @property
    def shares(self) -> tuple[int, int, int]:
        return self.back, self.discarded, self.out


MAP_OR_BOX, MAP = frozenset({AVAILABLE, "map"}), frozenset({"map"})
HOME = Group(ELIMINATED, 4, 2, MAP_OR_BOX, discarded=2, of_a_category=True, types_first=True)
FAR = Group(ABROAD, 3, 1, MAP_OR_BOX, discarded=1, out=1, of_a_category=True, types_first=True)
PAIR = Group(ELIMINATED, 2, 1, MAP, discarded=1, types_first=True)
FIVE = Group(REMNANTS, 5, 1, MAP, out=4)


def _there(record: PhaseRecord, group: Group) -> list[Unit]:
    """The units of the side whose phase it is that lie in the box in it, whenever they came."""
    came = [hop.unit for hop in hops(record) if hop.to == group.box]
    units = {unit.id: unit for unit in (*lying(record.start, group.box), *came)}
    return [unit for unit in units.values() if unit.side == record.moment.phasing]


def _any_there(record: PhaseRecord, group: Group) -> bool:
    return is_initial(record) and bool(_there(record, group))


Row = tuple[list[Unit], int, int]
"""The units that may be grouped together, with the least and the greatest number of groups."""


def _rows(record: PhaseRecord, group: Group) -> Iterator[Row]:
    there = _there(record, group) if is_initial(record) else []
    for nation in sorted({unit.type.nation for unit in there}):
        yield from _rows_of([unit for unit in there if unit.type.nation == nation], group)


def _rows_of(units: list[Unit], group: Group) -> Iterator[Row]:
    most = len(units) // group.size
    if not group.of_a_category:
        yield units, most, most
        return
    by_kind: dict[str, list[Unit]] = {}
    for unit in units:
        by_kind.setdefault(unit.type.kind, []).append(unit)
    if units[0].type.nation in FILL_UP:
        least = sum(len(each) // group.size for each in by_kind.values())
        yield units, max(least, min(most, 1)), most
        return
    yield from ((each, len(each) // group.size, len(each) // group.size) for each in by_kind.values())


def _moved(record: PhaseRecord, group: Group) -> dict[str, Hop]:
    return {hop.unit.id: hop for hop in hops(record) if hop.origin == group.box}


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "27B1.d",
        covers=("27B1", "27F5"),
        figures=HOME,
        title="Every four are used",
        area="air",
        says="When the own initial phase ends, fewer than four of a category lost over friendly territory are left.",
    ),
    printed(
        "fire_in_the_east",
        "27B2.d",
        covers=("27B2", "27F5"),
        figures=FAR,
        title="Every three are used",
        area="air",
        says="When the own initial phase ends, fewer than three of a category lost over enemy territory are left.",
    ),
    printed(
        "sudden_storm",
        "26A.a",
        figures=PAIR,
        title="Every pair is used",
        says="When the own initial phase ends, fewer than two air units of a nation are in the box of the eliminated.",
    ),
    printed(
        "sudden_storm",
        "26A.a.r",
        covers=("26A.a",),
        figures=FIVE,
        title="Every five are used",
        says="When the own initial phase ends, fewer than five air units of a nation are in the box of the remnants.",
    ),
    area="replacement",
    met=_any_there,
)
def every_group_is_used(record: PhaseRecord, group: Group) -> Iterator[Finding]:
    """When the phase ends no whole group is left in the box.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3; say nothing to do;
              turn 5, Soviet Movement Phase; say we go on
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2, so.mig3#3, so.mig3#4;
              [air eliminated abroad]: so.mig3#5, so.mig3#6, so.mig3#7; [air remnants]: so.mig3#8, so.mig3#9, so.mig3#10,
              so.mig3#11, so.mig3#12; say nothing to do; turn 5, Soviet Movement Phase; say we go on
    """
    moved = _moved(record, group)
    for row, least, _ in _rows(record, group):
        left = [unit for unit in row if unit.id not in moved]
        if least and len(row) - len(left) < least * group.size:
            because = say(
                "still in the {box} box: {units}; every {size} there are a group that must be replaced",
                word(group.box),
                listed(left),
                group.size,
            )
            yield Finding((), because, tuple(unit.id for unit in left), owed=not record.ended, excuse=UNREAD)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "27B1",
        covers=("27F1", "27F5"),
        figures=HOME,
        title="Two of four lost at home",
        area="air",
        says="Of four of a category lost over friendly territory, of one type first, two wait and two are remnants; nations "
        "allied to Germany may fill a group with other categories.",
    ),
    printed(
        "fire_in_the_east",
        "27B2",
        covers=("27F1", "27F5"),
        figures=FAR,
        title="One of three lost abroad",
        area="air",
        says="Of three of a category lost over enemy territory, of one type first, one waits, one is a remnant and one "
        "leaves the game.",
    ),
    printed(
        "sudden_storm",
        "26A1.a",
        covers=("25C.a", "26C.b"),
        figures=PAIR,
        title="One of two comes back",
        says="Of two eliminated air units of a nation, Guards or not, of one type first, one comes back and one goes among the "
        "remnants.",
    ),
    printed(
        "sudden_storm",
        "26A2.a",
        figures=FIVE,
        title="One of five comes back",
        says="Of five remnants of a nation one comes back, and four leave the game for good.",
    ),
    area="replacement",
    met=_any_there,
)
def what_becomes_of_a_group(record: PhaseRecord, group: Group) -> Iterator[Finding]:
    """Of a group so many come back, and the others go where they must.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2; 2A/2707: so.10rif;
              say nothing to do
    Illegal:  turn 5, Soviet Initial Phase; weather clear; 2A/2707: so.10rif; [air eliminated]: so.mig3, so.mig3#2;
              [air eliminated abroad]: so.mig3#3, so.mig3#4, so.mig3#5; [air remnants]: so.mig3#6, so.mig3#7, so.mig3#8,
              so.mig3#9, so.mig3#10; so.mig3 [air eliminated]>[2A/2707]; so.mig3#2 [air eliminated]>[2A/2707];
              so.mig3#3 [air eliminated abroad]>[2A/2707]; so.mig3#4 [air eliminated abroad]>[2A/2707];
              so.mig3#6 [air remnants]>[2A/2707]; so.mig3#7 [air remnants]>[2A/2707]
    """
    moved = _moved(record, group)
    for row, _, most in _rows(record, group):
        parts = _parted(row, group, moved)
        for units, each in zip(parts, group.shares, strict=True):
            if len(units) > most * each:
                because = say(
                    "{count} went that way out of the {box} box, and {most} may, of {groups} of {size}: {units}",
                    counted(len(units), "air unit"),
                    word(group.box),
                    most * each,
                    counted(most, "group"),
                    group.size,
                    listed(units),
                )
                yield Finding((), because, tuple(unit.id for unit in units), excuse=UNREAD)
                break
        else:
            yield from _uneven(record, group, row, parts)


Parts = tuple[list[Unit], list[Unit], list[Unit]]
"""The units of a row that came back, that were discarded, and that left the game."""


def _parted(row: list[Unit], group: Group, moved: dict[str, Hop]) -> Parts:
    ways = {unit.id: moved[unit.id].to for unit in row if unit.id in moved}
    back = [unit for unit in row if ways.get(unit.id) in group.back_to]
    out = [unit for unit in row if group.out and ways.get(unit.id) == OUT]
    return back, [unit for unit in row if unit.id in ways and unit not in back and unit not in out], out


def _uneven(record: PhaseRecord, group: Group, row: list[Unit], parts: Parts) -> Iterator[Finding]:
    """At the end: as many groups came back as were discarded and left the game, and groups of one type before others."""
    names = tuple(unit.id for part in parts for unit in part)
    if not names:
        return
    if len({len(units) / each for units, each in zip(parts, group.shares, strict=True) if each}) > 1:
        because = say(
            "{back} come back out of the {box} box, {discarded} are discarded and {out} leave the game; of a group it is "
            "{each}, {other} and {last}",
            len(parts[0]),
            word(group.box),
            len(parts[1]),
            len(parts[2]),
            *group.shares,
        )
        yield Finding((), because, names, owed=not record.ended, excuse=UNREAD)
        return
    for tag in TYPES if group.types_first else ():
        alike = [unit for unit in row if unit.has(tag)]
        counts = [sum(unit.has(tag) for unit in part) for part in parts]
        due = [len(alike) // group.size * each for each in group.shares]
        if any(count < least for count, least in zip(counts, due, strict=True)):
            because = say(
                "{units} are of one type, and a group of them is replaced before others in the {box} box",
                listed(alike),
                word(group.box),
            )
            yield Finding((), because, tuple(unit.id for unit in alike), owed=not record.ended, excuse=UNREAD)
            return
