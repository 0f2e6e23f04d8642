"""The air chart and the group allowances: 26, 27B1 and 31F2 of Fire in the East, 25 and 34 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.air.based import flying_on_map
from adjudicator.analysis.economy import any_told, first_untold, kept_number, value_named
from adjudicator.checks.articles import Chapter
from adjudicator.findings import Excuse, Finding
from adjudicator.model.known import YES, Known
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.air_chart import (
    ABROAD,
    AVAILABLE,
    ELIMINATED,
    NO_GLIDER,
    REMNANTS,
    hops,
    is_initial,
)
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import amount, word

CHAPTER = Chapter(area="air", unseen="cannot excuse")

ALLOWANCE, CHANGE, DISRUPTED = "GA", "GA_change", "GA_disrupted"
"""The values that tell group allowances, each with the nation behind a dot: the allowance, what the order of battle adds or
takes in the phase, and what a surprise has put out of use."""
GROUPS = {ELIMINATED: 4, ABROAD: 3}
"""27B1: by box how many units are a group, each of which costs 1."""
RETURNS, FIRST_TURN = 5, 2
"""31F2.5: how much of what was put out of use returns in each phase, and from which turn on."""


def _boxed(position: Position) -> list[Unit]:
    return [unit for unit in position.units.values() if not unit.hex and unit.location not in position.network.index]


def _lies_wrongly(position: Position, boxes: tuple[str, ...], who: Selector | None) -> Iterator[Finding]:
    """Whoever lies in these boxes and is no such air unit."""
    for unit in sorted(_boxed(position), key=lambda each: each.id):
        if unit.location in boxes and not (who is not None and who.matches(unit) and unit.type.flies):
            yield Finding((), say("{unit} lies in the {box} box, and may not", unit, word(unit.location)), (unit.id,))


def _any_boxed(position: Position, boxes: tuple[str, ...]) -> bool:
    """Whether anything lies in the boxes, or what flies in any other."""
    return any(unit.type.flies or unit.location in boxes for unit in _boxed(position))


@CHAPTER.article(
    "Boxes of the air chart",
    "fire_in_the_east:26A",
    covers=("27F2",),
    met=lambda position: _any_boxed(position, (ELIMINATED, ABROAD, REMNANTS)),
)
def boxes_of_the_air_chart(position: Position) -> Iterator[Finding]:
    """In the boxes of the air chart lie air units, and of these no glider but in the available box.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3
    Illegal:  turn 5, German Initial Phase; weather clear; [air remnants]: ge.dfs230
    """
    who = Selector(sizes=frozenset({"air"}), without_kinds=frozenset({"glider"}))
    yield from _lies_wrongly(position, (ELIMINATED, ABROAD, REMNANTS), who)


@CHAPTER.article(
    "Unused boxes",
    "sudden_storm:25A1.a",
    area="replacement",
    met=lambda position: _any_boxed(position, (AVAILABLE, ABROAD)),
)
def unused_boxes(position: Position) -> Iterator[Finding]:
    """No air unit waits in the available box or in that of losses over enemy territory.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air available]: so.mig3
    """
    yield from _lies_wrongly(position, (AVAILABLE, ABROAD), None)


@CHAPTER.article(
    "Lost RAF units are gone",
    "sudden_storm:34.e",
    area="reinforcement",
    met=lambda position: _any_boxed(position, (ELIMINATED, REMNANTS)),
)
def lost_raf_units_are_gone(position: Position) -> Iterator[Finding]:
    """An RAF air unit that is eliminated goes into no box of the air chart.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air remnants]: br.hurri2
    """
    nations = frozenset({"german", "finnish", "hungarian", "rumanian", "soviet"})
    yield from _lies_wrongly(position, (ELIMINATED, REMNANTS), Selector(nations=nations))


@CHAPTER.article(
    "Group allowance",
    "fire_in_the_east:26B",
    covers=("26E",),
    when=("movement", "air", "combat", "exploitation"),
    met=lambda position: any_told(position, ALLOWANCE),
)
def group_allowance(position: Position) -> Iterator[Finding]:
    """No nation has more air units in play than its group allowance, gliders apart.

    Legal:    turn 5, Soviet Movement Phase; weather clear; value GA.hungarian 1; [1B/2719]: hu.cr42
    Illegal:  turn 5, Soviet Movement Phase; weather clear; value GA.hungarian 1; [1B/2719]: hu.cr42, hu.cr42#2
    """
    for name in sorted(position.values):
        kind, _, nation = name.partition(".")
        most = kept_number(position, name) if kind == ALLOWANCE else None
        if most is not None:
            active = [unit for unit in flying_on_map(position, NO_GLIDER) if unit.type.nation == nation]
            if len(active) > most:
                because = say(
                    "{nation} air units in play: {number}, and at most {most} may be", nation, len(active), amount(most)
                )
                yield Finding((), because, tuple(unit.id for unit in active))


def _nations(record: PhaseRecord, value: str) -> list[str]:
    """The nations of the side whose initial phase it is, of which such a value is told."""
    if not is_initial(record):
        return []
    nations = [name.partition(".")[2] for name in sorted(record.start.values) if name.startswith(f"{value}.")]
    own = {unit.nation for unit in record.start.pack.units.values() if unit.side == record.moment.phasing}
    found = [name for name in nations if name in own]
    return found if found or any_told(record.start, value) else []


def _returning(record: PhaseRecord, nation: str) -> Fraction:
    """What returns of the disrupted allowance in this phase."""
    old = kept_number(record.start, f"{DISRUPTED}.{nation}")
    return Fraction(0) if old is None or (record.moment.turn or 0) < FIRST_TURN else min(Fraction(RETURNS), old)


def _dated(record: PhaseRecord, nation: str) -> Known:
    """Whether it is told that the turn has come from which disrupted allowance returns, where there is any."""
    told = record.moment.turn or not kept_number(record.start, f"{DISRUPTED}.{nation}")
    return YES if told else Known.open(say("the turn"))


def _changes_untold(record: PhaseRecord) -> str:
    """What else changes the allowance of a nation, where nobody tells it."""
    return first_untold((f"{CHANGE}.{nation}" for nation in _nations(record, ALLOWANCE)), record.end.values)


@CHAPTER.article(
    "Groups cost allowance",
    "fire_in_the_east:27B1.a",
    covers=("27B1", "27B2", "31F2.5"),
    met=lambda record: _nations(record, ALLOWANCE),
    untold=_changes_untold,
    counts_turns=True,
)
def groups_cost_allowance(record: PhaseRecord) -> Iterator[Finding]:
    """Each group that is replaced costs 1 of the group allowance, and up to 5 of the disrupted allowance return.

    Legal:    turn 5, Soviet Initial Phase; weather clear; value GA.soviet 90; value GA_change.soviet 0;
              say we count; value GA.soviet 90
    Illegal:  turn 5, Soviet Initial Phase; weather clear; value GA.soviet 90; value GA_change.soviet 0;
              say we count; value GA.soviet 91
    """
    for nation in _nations(record, ALLOWANCE):
        name, more = f"{ALLOWANCE}.{nation}", f"{CHANGE}.{nation}"
        old, new, change = kept_number(record.start, name), kept_number(record.end, name), kept_number(record.end, more)
        if old is None or new is None:
            continue
        moved = [hop for hop in hops(record) if hop.unit.type.nation == nation]
        lost = {box: {hop.unit.id for hop in moved if hop.origin == box} for box in GROUPS}
        cost = sum(len(lost[box]) // size for box, size in GROUPS.items())
        back, dated = _returning(record, nation), _dated(record, nation)
        due = old - cost + back + (change or 0)
        if new != due or not dated.is_yes:
            because = say(
                "{value} goes from {old} to {new}, and should be {due}: groups take {cost}, and {back} come back",
                name,
                old,
                new,
                due,
                cost,
                back,
            )
            broken = YES if change is not None else Known.open(value_named(more))
            # of counters that nobody can read there may be further groups, which cost more
            excuse = Excuse(frozenset(GROUPS)) if new < due else None
            yield Finding((), because, (), broken & dated, owed=not record.ended, excuse=excuse)


@CHAPTER.article(
    "Disrupted allowance returns",
    "fire_in_the_east:31F2.5",
    met=lambda record: _nations(record, DISRUPTED),
    counts_turns=True,
)
def disrupted_allowance_returns(record: PhaseRecord) -> Iterator[Finding]:
    """From Jul I 41 on 5 of the disrupted group allowance return in each Soviet initial phase.

    Legal:    turn 5, Soviet Initial Phase; weather clear; value GA_disrupted.soviet 20;
              say we count; value GA_disrupted.soviet 15
    Illegal:  turn 5, Soviet Initial Phase; weather clear; value GA_disrupted.soviet 20;
              say we count; value GA_disrupted.soviet 14
    """
    for nation in _nations(record, DISRUPTED):
        name, dated = f"{DISRUPTED}.{nation}", _dated(record, nation)
        old, new = kept_number(record.start, name), kept_number(record.end, name)
        if old is None or new is None:
            continue
        due = old - _returning(record, nation)
        if new != due or not dated.is_yes:
            because = say("{value} goes from {old} to {new}, and must go to {due}", name, old, new, due)
            yield Finding((), because, (), dated, owed=not record.ended and new > due)
