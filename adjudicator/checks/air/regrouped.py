"""Lost units of the air chart that are not replaced in groups as they must be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.air.chart import OUT, Hop, hops, lying
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import counted, listed, word

UNREAD = Excuse()
"""A counter that nobody can read may have been in the box, and have left it."""


class Split(Table):
    """What becomes of a group."""

    back: int = 1
    """How many of it come back. Example: `back = 2`"""
    discarded: int = 0
    """How many go into the box of the discarded. Example: `discarded = 2`"""
    out: int = 0
    """How many leave the game. Example: `out = 4`"""


class Grouping(Table):
    """Who is in one group."""

    by_kind: bool = False
    """Whether a group is of one kind of unit."""
    mixed: Selector | None = None
    """Units of which others may fill a group if there are not enough of a kind. Example: `mixed = { nations = ["finnish"] }`"""
    types: frozenset[str] = frozenset()
    """Tags of types: groups of one type come first. Example: `types = ["type_f", "type_b"]`"""


class Regrouped(Table):
    """In the own initial phase the units of a nation in a box are replaced group by group."""

    part: Literal["due", "split"]
    """What is judged: that every group that there is goes through it ("due"), or what becomes of a group ("split")."""
    box: str
    """The box. Example: `box = "air eliminated"`"""
    size: int
    """How many units are a group. Example: `size = 4`"""
    split: Split
    """What becomes of them."""
    back_to: frozenset[str]
    """Where those go that come back: boxes, or "map". Example: `back_to = ["air available", "map"]`"""
    grouping: Grouping = Grouping()
    """Who is in one group."""


def _own(record: PhaseRecord) -> bool:
    phase = record.moment.phase
    return phase is not None and phase.kind == "initial"


def _there(record: PhaseRecord, terms: Regrouped) -> list[Unit]:
    """The units of the side whose phase it is that lie in the box in it, whenever they came."""
    came = [hop.unit for hop in hops(record) if hop.to == terms.box]
    units = {unit.id: unit for unit in (*lying(record.start, terms.box), *came)}
    return [unit for unit in units.values() if unit.side == record.moment.phasing]


def _any(record: PhaseRecord, terms: Regrouped) -> bool:
    return _own(record) and bool(_there(record, terms))


@check("air.regrouped", Regrouped, unseen="cannot excuse", met=_any)
def replaced_in_groups(record: PhaseRecord, terms: Regrouped) -> Iterator[Breach]:
    """Of a group so many come back, and the others go where they must.

    Under: sudden_storm
    Legal:    turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2; 2A/2707: so.10rif;
              so.mig3 [air eliminated]>[2A/2707]; so.mig3#2 [air eliminated]>[air remnants]
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2; 2A/2707: so.10rif;
              so.mig3 [air eliminated]>[2A/2707]; so.mig3#2 [air eliminated]>[2A/2707]
    """
    if not _own(record):
        return
    there = _there(record, terms)
    moved = {hop.unit.id: hop for hop in hops(record) if hop.origin == terms.box}
    for nation in sorted({unit.type.nation for unit in there}):
        units = [unit for unit in there if unit.type.nation == nation]
        judged = _due if terms.part == "due" else _split
        yield from judged(record, terms, units, moved)


def _rows(units: list[Unit], terms: Regrouped) -> list[tuple[list[Unit], int, int]]:
    """The units that may be grouped together, with the least and the greatest number of groups."""
    mixed = terms.grouping.mixed
    if not terms.grouping.by_kind:
        return [(units, len(units) // terms.size, len(units) // terms.size)]
    by_kind: dict[str, list[Unit]] = {}
    for unit in units:
        by_kind.setdefault(unit.type.kind, []).append(unit)
    if mixed is not None and mixed.matches(units[0]):
        most = len(units) // terms.size
        least = sum(len(each) // terms.size for each in by_kind.values())
        return [(units, max(least, min(most, 1)), most)]
    return [(each, len(each) // terms.size, len(each) // terms.size) for each in by_kind.values()]


def _due(record: PhaseRecord, terms: Regrouped, units: list[Unit], moved: dict[str, Hop]) -> Iterator[Breach]:
    for row, least, _ in _rows(units, terms):
        gone = [unit for unit in row if unit.id in moved]
        if least and len(gone) < least * terms.size:
            left = [unit for unit in row if unit.id not in moved]
            because = say(
                "still in the {box} box: {units}; every {size} there are a group that must be replaced",
                word(terms.box),
                listed(left),
                terms.size,
            )
            yield Breach((), because, tuple(unit.id for unit in left), owed=not record.ended, excuse=UNREAD)


def _split(record: PhaseRecord, terms: Regrouped, units: list[Unit], moved: dict[str, Hop]) -> Iterator[Breach]:
    for row, _, most in _rows(units, terms):
        back, discarded, out = _sorted(row, terms, moved)
        for names, each in ((back, terms.split.back), (discarded, terms.split.discarded), (out, terms.split.out)):
            if len(names) > most * each:
                because = say(
                    "{count} went that way out of the {box} box, and {most} may, of {groups} of {size}: {units}",
                    counted(len(names), "air unit"),
                    word(terms.box),
                    most * each,
                    counted(most, "group"),
                    terms.size,
                    listed(names),
                )
                yield Breach((), because, tuple(unit.id for unit in names), excuse=UNREAD)
                break
        else:
            yield from _uneven(record, terms, row, (back, discarded, out))


def _sorted(row: list[Unit], terms: Regrouped, moved: dict[str, Hop]) -> tuple[list[Unit], list[Unit], list[Unit]]:
    """The units of a row that came back, that were discarded, and that left the game."""
    ways = {unit.id: moved[unit.id].to for unit in row if unit.id in moved}
    back = [unit for unit in row if ways.get(unit.id) in terms.back_to]
    out_too = {OUT} if terms.split.out else set()
    out = [unit for unit in row if ways.get(unit.id) in out_too]
    others = [unit for unit in row if unit.id in ways and unit not in back and unit not in out]
    return back, others, out


def _uneven(
    record: PhaseRecord, terms: Regrouped, row: list[Unit], parts: tuple[list[Unit], list[Unit], list[Unit]]
) -> Iterator[Breach]:
    """At the end: as many groups came back as were discarded and left the game, and groups of one type before others."""
    shares = (terms.split.back, terms.split.discarded, terms.split.out)
    groups = [len(names) / each for names, each in zip(parts, shares, strict=True) if each]
    names = tuple(unit.id for part in parts for unit in part)
    if names and len(set(groups)) > 1:
        because = say(
            "{back} come back out of the {box} box, {discarded} are discarded and {out} leave the game; of a group it is "
            "{each}, {other} and {last}",
            len(parts[0]),
            word(terms.box),
            len(parts[1]),
            len(parts[2]),
            *shares,
        )
        yield Breach((), because, names, owed=not record.ended, excuse=UNREAD)
        return
    for tag in sorted(terms.grouping.types):
        alike = [unit for unit in row if unit.has(tag)]
        least = len(alike) // terms.size
        counts = [sum(unit.has(tag) for unit in part) for part in parts]
        if names and any(count < least * each for count, each in zip(counts, shares, strict=True)):
            because = say(
                "{units} are of one type, and a group of them is replaced before others in the {box} box",
                listed(alike),
                word(terms.box),
            )
            yield Breach((), because, tuple(unit.id for unit in alike), owed=not record.ended, excuse=UNREAD)
            return
