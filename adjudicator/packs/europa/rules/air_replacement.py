"""The replacement of air units: 27 of Fire in the East, 26 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.air_chart import (
    ABROAD,
    AVAILABLE,
    CHART,
    ELIMINATED,
    MAP,
    NO_GLIDER,
    OUT,
    REMNANTS,
    Hop,
    hops,
    is_initial,
    lying,
    place_of,
)
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.words import counted, listed, word

CHAPTER = Chapter(area="air", unseen="cannot excuse")

OWN_INITIAL = When(phases=frozenset({"initial"}), phasing="own")
SURPRISE = When(phases=frozenset({"surprise"}))
MANY, OF_WHICH_GOES = 10, 10
"""27A: of more than so many in a box one of so many goes."""
GROUP = 5
"""27B3: of so many remnants one comes back."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """When air units leave the boxes of the air chart, and where to."""

    ways: Mapping[str, tuple[str, ...]]
    """By box the places to which its units go."""
    when: tuple[When, ...]
    """One of these times, as the side of the units sees it."""
    given_up: tuple[str, ...] = ()
    """Boxes into which units do not go from the map as losses do."""


def _leaving(record: PhaseRecord, of_book: Replacement) -> list[Hop]:
    return [
        hop for hop in hops(record) if hop.origin in of_book.ways or (hop.origin == MAP and hop.to in of_book.given_up)
    ]


@CHAPTER.article(
    "When air units are replaced",
    printed(
        "fire_in_the_east",
        "27.t",
        covers=("27",),
        figures=Replacement(
            {
                AVAILABLE: (REMNANTS, MAP, OUT),
                REMNANTS: (AVAILABLE, OUT),
                ELIMINATED: (AVAILABLE, REMNANTS),
                ABROAD: (AVAILABLE, REMNANTS, OUT),
            },
            (OWN_INITIAL, SURPRISE),
            given_up=(AVAILABLE,),
        ),
        area="air",
        says="Air units come out of the boxes of the air chart in the own initial phase, and into play out of the available "
        "box alone.",
    ),
    printed(
        "sudden_storm",
        "26.a",
        figures=Replacement({ELIMINATED: (MAP, REMNANTS), REMNANTS: (MAP, OUT)}, (OWN_INITIAL,)),
        area="replacement",
        says="Air units come out of the boxes of the air chart in the own initial phase, onto the map, among the remnants or "
        "for good.",
    ),
    met=_leaving,
)
def when_air_units_are_replaced(record: PhaseRecord, of_book: Replacement) -> Iterator[Finding]:
    """Air units come out of the boxes of the air chart in the own initial phase alone, and to where they may.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2; 2A/2707: so.10rif;
              so.mig3#2 [air eliminated]>[air remnants]
    Illegal:  turn 5, Soviet Movement Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2; 2A/2707: so.10rif;
              so.mig3 [air eliminated]>[2A/2707]; so.mig3#2 [air eliminated]>[air remnants]
    """
    for hop in _leaving(record, of_book):
        before, unit = record.acts[hop.number].before, hop.unit
        now = any_of(when.holds(before, unit.side) for when in of_book.when)
        able = now if hop.to in of_book.ways.get(hop.origin, ()) else NO
        if not able.is_yes:
            because = say("{unit} goes from {old} to {new}, which it may not now", unit, word(hop.origin), word(hop.to))
            yield Finding((hop.hex,) if hop.hex else (), because, (unit.id,), ~able)


STEPS: Mapping[tuple[str, str], tuple[int, ...]] = {
    (AVAILABLE, REMNANTS): (1,),
    (REMNANTS, OUT): (1, 2),
    (REMNANTS, AVAILABLE): (2,),
    **{(box, to): (2,) for box in (ELIMINATED, ABROAD) for to in (AVAILABLE, REMNANTS, OUT)},
    (MAP, REMNANTS): (4,),
    (AVAILABLE, MAP): (5,),
}
"""27: culling, replacement, reinforcement, de-activation and activation."""


@CHAPTER.article(
    "Order of the air replacement",
    "fire_in_the_east:27",
    met=lambda record: any(hop.origin in CHART or (hop.origin == MAP and hop.to in CHART) for hop in hops(record)),
)
def order_of_the_air_replacement(record: PhaseRecord) -> Iterator[Finding]:
    """In the own initial phase each nation culls, replaces, receives, de-activates and activates its air units, in this order.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3; [air available]: so.mig3#2;
              2A/2707: so.10rif; so.mig3 [air eliminated]>[air available]; so.mig3#2 [air available]>[2A/2707]
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3; [air available]: so.mig3#2;
              2A/2707: so.10rif; so.mig3#2 [air available]>[2A/2707]; so.mig3 [air eliminated]>[air available]
    """
    latest: dict[str, int] = {}
    for hop in hops(record):
        steps, nation = STEPS.get((hop.origin, hop.to), ()), hop.unit.type.nation
        able = [step for step in steps if step >= latest.get(nation, 0)]
        if able:
            latest[nation] = min(able)
        elif steps:
            because = say(
                "{unit} goes from {old} to {new} in step {step} of the procedure, after step {latest}",
                hop.unit,
                word(hop.origin),
                word(hop.to),
                max(steps),
                latest[nation],
            )
            yield Finding((hop.hex,) if hop.hex else (), because, (hop.unit.id,))


def _due(record: PhaseRecord, nation: str, box: str) -> int:
    """How many of a box must go: of more than ten a tenth, gliders not counted."""
    there = sum(unit.type.nation == nation and NO_GLIDER.matches(unit) for unit in lying(record.start, box))
    return there // OF_WHICH_GOES if there > MANY else 0


def _in_boxes(record: PhaseRecord) -> list[Unit]:
    """Those of the side whose turn it is that wait or are discarded when the phase begins."""
    there = (*lying(record.start, AVAILABLE), *lying(record.start, REMNANTS))
    return [unit for unit in there if unit.side == record.moment.phasing]


def _moved(record: PhaseRecord) -> Iterator[tuple[str, list[Hop]]]:
    """By nation of the side whose turn it is the changes of place of its air units; nations without any in the boxes left out."""
    own = [hop for hop in hops(record) if hop.unit.side == record.moment.phasing]
    nations = {unit.type.nation for unit in _in_boxes(record)}
    nations |= {hop.unit.type.nation for hop in own if hop.origin in (AVAILABLE, REMNANTS)}
    for nation in sorted(nations):
        yield nation, [hop for hop in own if hop.unit.type.nation == nation]


def _went(moved: list[Hop], origin: str, to: str) -> tuple[str, ...]:
    return tuple(hop.unit.id for hop in moved if hop.origin == origin and hop.to == to)


UNREAD = Excuse(frozenset({AVAILABLE, REMNANTS}))


@CHAPTER.article("Culling", "fire_in_the_east:27A", met=lambda record: is_initial(record) and bool(_in_boxes(record)))
def culling(record: PhaseRecord) -> Iterator[Finding]:
    """Of more than ten remnants of a nation a tenth leaves the game, and of more than ten that wait a tenth goes among the
    remnants.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3; remove so.mig3
    """
    for nation, moved in _moved(record) if is_initial(record) and _in_boxes(record) else ():
        out, due = _went(moved, REMNANTS, OUT), _due(record, nation, REMNANTS)
        if not _went(moved, REMNANTS, AVAILABLE) and len(out) != due:
            left = counted(len(out), "air unit")
            because = say("{out} left the {box} box for good, and {due} must", left, word(REMNANTS), due)
            yield Finding((), because, out, owed=not record.ended and len(out) < due, excuse=UNREAD)
        down, due = _went(moved, AVAILABLE, REMNANTS), _due(record, nation, AVAILABLE)
        if len(down) != due:
            because = say(
                "{down} went from the {box} box into the {other} box, and {due} must",
                counted(len(down), "air unit"),
                word(AVAILABLE),
                word(REMNANTS),
                due,
            )
            yield Finding((), because, down, owed=not record.ended and len(down) < due, excuse=UNREAD)


def _come_back(record: PhaseRecord) -> bool:
    return is_initial(record) and bool(_went([*hops(record)], REMNANTS, AVAILABLE))


@CHAPTER.article("One of five remnants", "fire_in_the_east:27B3", met=_come_back)
def one_of_five_remnants(record: PhaseRecord) -> Iterator[Finding]:
    """Of five remnants of a nation one may go to those that wait; the other four leave the game for good.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3, so.mig3#2, so.mig3#3, so.mig3#4, so.mig3#5;
              so.mig3 [air remnants]>[air available]; remove so.mig3#2; remove so.mig3#3; remove so.mig3#4; remove so.mig3#5
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3, so.mig3#2;
              so.mig3 [air remnants]>[air available]; remove so.mig3#2
    """
    for nation, moved in _moved(record) if _come_back(record) else ():
        back, out = _went(moved, REMNANTS, AVAILABLE), _went(moved, REMNANTS, OUT)
        due, joined = _due(record, nation, REMNANTS), sum(hop.to == REMNANTS for hop in moved)
        there = sum(unit.type.nation == nation for unit in lying(record.start, REMNANTS)) + joined - due
        most, wanted = there // GROUP, due + (GROUP - 1) * len(back)
        if len(back) > most:
            because = say(
                "out of {there} units in the {box} box come back: {back}, and at most {most} may",
                there,
                word(REMNANTS),
                len(back),
                most,
            )
            yield Finding((), because, (*back, *out), excuse=UNREAD)
        elif back and len(out) != wanted:
            because = say(
                "out of the {box} box come back: {back}, and leave the game: {out}, where {due} must",
                word(REMNANTS),
                len(back),
                len(out),
                wanted,
            )
            yield Finding((), because, (*back, *out), owed=not record.ended and len(out) < wanted, excuse=UNREAD)


@dataclass(frozen=True, slots=True)
class Guards:
    """What the books say otherwise of Guards air units."""

    chart: frozenset[str]
    """Boxes out of which no Guards unit comes that way, and into which no regular one goes."""
    turns: Mapping[int, int] | None = None
    """By turn how many are converted, where the book says it."""


class _Pair(NamedTuple):
    """A Guards unit that came to a base, and the one that left it, as it was and as it is now."""

    new: Unit
    old: Unit | None
    now: Unit | None


def _came(record: PhaseRecord, of_book: Guards) -> list[Unit]:
    found = []
    for _, was, new in record.changes():
        if new is not None and new.type.flies and new.has("guards") and place_of(record.end, new) == MAP:
            origin = place_of(record.start, was)
            found += [new] if origin != MAP and origin not in of_book.chart else []
    return found


def _pairs(record: PhaseRecord, of_book: Guards) -> Iterator[_Pair]:
    """Each unit that came with one that left its base, of its model if there is one."""
    left = []
    for _, old, now in record.changes():
        regular = old is not None and old.type.flies and old.side == "soviet" and not old.has("guards")
        if old is not None and regular and place_of(record.start, old) == MAP != place_of(record.end, now):
            left.append(old)
    for new in _came(record, of_book):
        here = [old for old in left if old.location == new.location and old.side == new.side]
        like = next((each for each in here if _model(each) == _model(new)), here[0] if here else None)
        if like is not None:
            left.remove(like)
        yield _Pair(new, like, record.end.units.get(like.id) if like is not None else None)


def _model(unit: Unit) -> str:
    return " ".join(part for part in unit.type.name.split() if part.strip("()") != "Guards")


@CHAPTER.article(
    "Guards in the air",
    printed(
        "fire_in_the_east",
        "27F4",
        figures=Guards(CHART, turns={10: 2, 14: 2, 18: 2}),
        says="On Nov I 41, Jan I and Mar I 42 two Guards air units each take the place of regular ones of their model at "
        "their base, operative or not as those were, which leave the game.",
    ),
    printed(
        "sudden_storm",
        "26C.a",
        figures=Guards(frozenset({ELIMINATED, REMNANTS})),
        says="A Guards air unit takes the place of a regular one of its model at its base, operative or not as that one "
        "was, which leaves the game.",
    ),
    area="conversion",
    met=_came,
)
def guards_in_the_air(record: PhaseRecord, of_book: Guards) -> Iterator[Finding]:
    """A Guards air unit takes the place of a regular one of its model at its base in the own initial phase.

    Legal:    turn 10, Soviet Initial Phase; weather clear; 2A/2707: so.10rif; [2A/2707]: so.lagg3; [due]: so.lagg3g;
              remove so.lagg3; so.lagg3g [due]>[2A/2707]
    Illegal:  turn 10, Soviet Initial Phase; weather clear; 2A/2707: so.10rif; [2A/2707]: so.mig3; [due]: so.lagg3g;
              remove so.mig3; so.lagg3g [due]>[2A/2707]
    """
    pairs = [*_pairs(record, of_book)]
    for pair in pairs:
        if pair.old is None:
            because = say("{unit} comes to {hex}, and no unit of its model left for it", pair.new, pair.new.location)
            yield Finding((pair.new.location,), because, (pair.new.id,), owed=not record.ended)
        else:
            yield from _converted(record, of_book, pair.new, pair.old, pair.now)
    if pairs and of_book.turns is not None:
        yield from _too_many([pair.new for pair in pairs], record.moment.turn, of_book.turns)


def _converted(record: PhaseRecord, of_book: Guards, new: Unit, old: Unit, left: Unit | None) -> Iterator[Finding]:
    at, names, now = (new.location,), (new.id, old.id), OWN_INITIAL.holds(record.start, new.side)
    if not now.is_yes:
        because = say("{unit} takes the place of {other} in {moment}, and may not then", new, old, record.moment)
        yield Finding(at, because, names, ~now)
    if _model(new) != _model(old):
        yield Finding(at, say("{unit} takes the place of {other}, which is another model", new, old), names)
    if left is not None and left.location in of_book.chart:
        box = word(left.location)
        because = say("{unit} was converted and lies in the {box} box; it leaves the game", old, box)
        yield Finding((), because, (old.id,))
    if old.has("inoperative") != new.has("inoperative"):
        repaired = any(new.id in act.units or old.id in act.units for act in record.of(Strike))
        because = say("{unit} takes the place of {other}, and only one of them is operative", new, old)
        broken = Known.open(say("whether {unit} was repaired", new)) if repaired else YES
        yield Finding(at, because, names, broken, owed=not record.ended)


def _too_many(units: list[Unit], turn: int, turns: Mapping[int, int]) -> Iterator[Finding]:
    """More units than are converted on a turn; where nobody knows it (0), it may be one on which none are."""
    names, most = tuple(unit.id for unit in units), turns.get(turn, 0)
    if turn and len(units) > most:
        because = say("{units} are converted on turn {turn}, and {most} may be", listed(units), turn, most)
        yield Finding((), because, names)
    elif not turn:
        because = say("{units} are converted, which is done on turns {turns} alone", listed(units), listed(turns))
        yield Finding((), because, names, Known.open(say("the turn")))
