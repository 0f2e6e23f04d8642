"""Ships in port: 28B3, 28B4 and 28F of Fire in the East, 27B3, 27B4 and 27F of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil

from adjudicator.analysis.economy import fall, value_named
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.roster import roster
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.articles import Chapter, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.ships import hits_on, lost, shows_every_hex
from adjudicator.record.acts import Act, Flipped, Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import counted

CHAPTER = Chapter(area="naval")

HITS = frozenset({"ship_hit"})
IN_PORT, LAID_UP = "in_port", "laid_up"

ESCAPES_UP_TO = 4
"""The die on which a ship gets out of a lost port."""


def _is_flip_of_ships(act: Act, _ice: Where) -> bool:
    return isinstance(act, Flipped) and any(act.before.units[n].type.afloat for n in act.units if n in act.before.units)


@CHAPTER.article(
    "The die for escape",
    printed(
        "fire_in_the_east",
        "28B4d",
        covers=("28B4", "29D3.3"),
        figures=Where(tags=frozenset({"freezing_port"}), weather=frozenset({"snow"})),
    ),
    printed(
        "sudden_storm",
        "27B4.ad",
        covers=("27B4.a", "28D3.b"),
        figures=Where(all_tags=frozenset({"freezing_coast"}), weather=frozenset({"frost", "snow"}), severe="yes"),
    ),
    unseen="cannot excuse",
    acts=("flip",),
    met=_is_flip_of_ships,
)
def escape(act: Act, ice: Where) -> Iterator[Finding]:
    """A ship escapes from a lost port on a die of 1 to 4, one in parentheses never.

    Under:    own, open_sea
    Legal:    turn 5, German Movement Phase; weather clear; severe no; control Riga axis; control 2A/0410 axis;
              2A/0410: so.ca1/2; flip so.ca1/1 die=4
    Illegal:  turn 5, German Movement Phase; weather clear; severe no; control Riga axis; control 2A/0410 axis;
              2A/0410: so.ca1/2; flip so.ca1/1 die=5
    """
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if old is None or new is None or not old.type.afloat or not old.has(IN_PORT) or new.has(IN_PORT):
            continue
        taken = lost(act.before, old)
        if taken.is_no:
            continue
        die, fast = act.told.get("die", ""), _held_fast(act.before, old, ice)
        if fast.is_yes or (fast.possible and die.isdigit() and int(die) <= ESCAPES_UP_TO):
            because, broken = say("{unit} cannot sail, and is scuttled with its port", old), taken & fast
        elif not die.isdigit():
            because = say("{unit} escapes from a lost port, which takes a die of {most} or less", old, ESCAPES_UP_TO)
            broken = Known.open(say("the die")) & taken
        elif int(die) > ESCAPES_UP_TO:
            because = say("{unit} escapes on a die of {die}; it takes {most} or less", old, die, ESCAPES_UP_TO)
            broken = taken
        else:
            continue
        yield Finding((old.hex,), because, (name,), broken)


def _held_fast(position: Position, ship: Unit, ice: Where) -> Known:
    """Whether a ship cannot leave its port at all."""
    i = position.network.index.get(ship.hex)
    if ship.has(LAID_UP):
        return YES
    return NO if i is None else ice.fits(ground_at(position), i)


@CHAPTER.article(
    "Ports lost",
    "fire_in_the_east:28B4",
    "sudden_storm:27B4.a",
    when=("end of movement", "end of combat", "end of exploitation"),
    unseen="may excuse nearby",
)
def out_of_lost_ports(position: Position) -> Iterator[Finding]:
    """When the enemy gains a port no ship stays in it: each goes to sea or is scuttled.

    Under:    own, open_sea
    Legal:    turn 5, German Movement Phase; weather clear; control Riga axis; control 2A/0410 axis; 2A/0410: so.ca1
    Illegal:  turn 5, German Movement Phase; weather clear; control Riga axis; control 2A/0410 axis; 2A/0410: so.ca1/2
    """
    for name, unit in sorted(position.ships.items()):
        if unit.hex in position.network.index and (unit.has(LAID_UP) or unit.has(IN_PORT)):
            because = say("{unit} lies in a port that the enemy has taken; it goes to sea or is scuttled", unit)
            yield Finding((unit.hex,), because, (name,), lost(position, unit))


UNSUPPLIED = "unsupplied"
"""The marker of a ship that put in to no port."""
PUTS_IN = Selector(any_tags=frozenset({"ship"}), without_tags=frozenset({"supplying"}))
Ports = Mapping[str, Situation]
"""Where the ships of each side put in."""


def _own_ports(*tags: str) -> Situation:
    return Situation(where=Where(places=frozenset({"port"}), tags=frozenset(tags)), controlled="own")


PORTS_OF_FIRE = {"soviet": _own_ports("ussr")}
PORTS_OF_STORM = {"soviet": _own_ports("ussr"), "axis": _own_ports("greater_germany", "rumania", "bulgaria")}


def _is_time_to_put_in(record: PhaseRecord, ports: Ports) -> bool:
    phase = record.moment.phase
    return phase is not None and phase.kind == "movement" and record.ended and about(PUTS_IN)(record, ports)


@CHAPTER.article(
    "Replenishment",
    printed(
        "fire_in_the_east",
        "28B3.1",
        figures=PORTS_OF_FIRE,
        says="In each movement phase of its side a ship puts in to a port of its own in the USSR, or is marked unsupplied.",
    ),
    printed(
        "sudden_storm",
        "27B3.a",
        figures=PORTS_OF_STORM,
        says="In each movement phase of its side a ship puts in to a port of its side, or is marked unsupplied.",
    ),
    met=_is_time_to_put_in,
)
def puts_in_to_port(record: PhaseRecord, ports: Ports) -> Iterator[Finding]:
    """A ship puts in to a port every turn, or is marked.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0309: so.ca1; 2A/0604: so.10rif; mark so.ca1+unsupplied;
              so.10rif 2A/0604-2A/0603; turn 5, Soviet Combat Phase; say on
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0309: so.ca1; 2A/0604: so.10rif; so.10rif 2A/0604-2A/0603;
              turn 5, Soviet Combat Phase; say on
    """
    for then, unit, broken in _out_at_sea(record, ports):
        if UNSUPPLIED not in then.marks | unit.marks:
            because = say("{unit} puts in to no port, and bears no marker that says so", unit)
            yield Finding((unit.hex,), because, (unit.id,), broken)


@CHAPTER.article(
    "Unsupplied twice",
    printed("fire_in_the_east", "28B3.2", figures=PORTS_OF_FIRE),
    printed("sudden_storm", "27B3.b", figures=PORTS_OF_STORM),
    met=_is_time_to_put_in,
)
def unsupplied_twice(record: PhaseRecord, ports: Ports) -> Iterator[Finding]:
    """A ship that is unsupplied and puts in to no port again is scuttled.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0309: so.ca1; 2A/0604: so.10rif; so.10rif 2A/0604-2A/0603;
              turn 5, Soviet Combat Phase; say on
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0309: so.ca1+unsupplied; 2A/0604: so.10rif;
              so.10rif 2A/0604-2A/0603; turn 5, Soviet Combat Phase; say on
    """
    for then, unit, broken in _out_at_sea(record, ports):
        if UNSUPPLIED in then.marks:
            because = say("{unit} puts in to no port for the second turn, and is scuttled", unit)
            yield Finding((unit.hex,), because, (unit.id,), broken)


def _out_at_sea(record: PhaseRecord, ports: Ports) -> Iterator[tuple[Unit, Unit, Known]]:
    """The ships of the phasing side as they were and are, with whether they put in to no such port at any time of the phase."""
    if not _is_time_to_put_in(record, ports):
        return
    for name, unit in sorted(record.end.units.items()):
        then = record.start.units.get(name)
        if unit.side != record.moment.phasing or unit.side not in ports or not PUTS_IN.matches(unit):
            continue
        if unit.hex and then is not None and then.hex:
            ways = [act for act in record.of(Movement) if name in act.units]
            been = NO if all(map(shows_every_hex, ways)) else Known.open(say("the way that {unit} went", unit))
            for position, number in _whereabouts(record, name):
                been |= fits_any(position, unit.side, number, (ports[unit.side],))
                if been.is_yes:
                    break
            yield then, unit, ~been


def _whereabouts(record: PhaseRecord, name: str) -> Iterator[tuple[Position, str]]:
    """Where a ship was, as things stood then: the hexes of its ways, and those in which it lay meanwhile."""
    yield record.start, record.start.units[name].hex
    yield record.end, record.end.units[name].hex
    for act in record.acts:
        if name in act.units and isinstance(act, Movement):
            yield from ((act.before, number) for number in act.path)
    for act in record.acts:
        if name in act.after.units:
            yield act.after, act.after.units[name].hex


@dataclass(frozen=True, slots=True)
class Price:
    """What repair points do for some ships: the hits that one takes off, and how many bring one of them back."""

    who: Selector
    hits: int = 1
    again: int = 0


Prices = tuple[Price, ...]


def _price(*kinds: str, hits: int = 1, again: int = 0) -> Price:
    return Price(Selector(kinds=frozenset(kinds)), hits, again)


def _other_ships(*kinds: str) -> Price:
    return Price(Selector(any_tags=frozenset({"ship"}), without_kinds=frozenset(kinds)))


def _any_points_due(record: PhaseRecord, prices: Prices) -> bool:
    return bool(_points_due(record, prices))


@CHAPTER.article(
    "Repair points spent",
    printed(
        "fire_in_the_east",
        "28F.p",
        covers=("28F.1", "28F.2"),
        figures=(_price("destroyer", again=2), _price("flotilla", hits=2, again=1), _other_ships("destroyer")),
        says="A repair point takes off one hit of a ship or two of flotillas, one brings back a flotilla and two the "
        "destroyers (28F).",
    ),
    printed(
        "sudden_storm",
        "27F.ap",
        covers=("27F.a",),
        figures=(_price("destroyer", "sea_transport", "flotilla", again=2), _other_ships("destroyer", "sea_transport")),
        says="A repair point takes off one hit, and two bring back destroyers, a transport or a flotilla (27F).",
    ),
    when=("initial",),
    unseen="cannot excuse",
    met=_any_points_due,
)
def repairs_paid(record: PhaseRecord, prices: Prices) -> Iterator[Finding]:
    """No point repairs one ship and brings back another.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Initial Phase; weather clear; value repair_points.soviet 1; 2A/0410: so.ca1/2+ship_hits.1;
              unmark so.ca1+ship_hits.1; value repair_points.soviet 0
    Illegal:  turn 5, Soviet Initial Phase; weather clear; value repair_points.soviet 2; 2A/0410: so.ca1/2+ship_hits.1;
              unmark so.ca1+ship_hits.1; value repair_points.soviet 2; turn 5, Soviet Movement Phase; say on
    """
    for side, points in sorted(_points_due(record, prices).items()):
        pool, due = f"repair_points.{side}", counted(points, "repair point")
        if pool not in record.start.values:
            because = say("{due} due, and nobody tells how many there are", due)
            yield Finding((), because, (), Known.open(value_named(pool)))
            continue
        given = fall(record, pool)
        broken = ~given.at_least(Interval.of(points))
        yield Finding((), say("{due} due, and {given} spent", due, given), (), broken, owed=not record.ended)


def _points_due(record: PhaseRecord, prices: Prices) -> dict[str, int]:
    """The points that each side's repairs cost."""
    found: dict[str, int] = {}
    for price in prices:
        mended: dict[str, int] = {}
        for old in roster(record.start).fitting(price.who):
            new = record.end.units.get(old.id)
            if new is not None and new.hex:
                fewer = hits_on(record.start, old, HITS) - hits_on(record.end, new, HITS)
                mended[old.side] = mended.get(old.side, 0) + max(fewer, 0)
        for side, hits in mended.items():
            found[side] = found.get(side, 0) + ceil(Fraction(hits, price.hits))
        for act in record.called({"place"}):
            for new in (act.after.units[name] for name in act.units if name not in act.before.units):
                if price.who.matches(new):
                    found[new.side] = found.get(new.side, 0) + price.again
    return {side: points for side, points in found.items() if points}
