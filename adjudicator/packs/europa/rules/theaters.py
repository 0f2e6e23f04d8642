"""How much of an army may stand in a theater: 32B of Fire in the East, 31B of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.air.based import flying_on_map
from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.air.sorties import start_of
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.control import controls
from adjudicator.analysis.ground import drawn_on, ground_at
from adjudicator.analysis.history import ever_held
from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.articles import article, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import EventName
from adjudicator.packs.europa.analysis.regions import happens, has_happened, in_region
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import amount

CARD = "finnish-card"
"""The reading that tells what the card of an optional rule says of Finland."""


FINNS = Selector(nations=frozenset({"finnish"}))
SOUTHERN_FINLAND = Where(tags=frozenset({"finland"}), without=frozenset({"arctic"}))
FINNISH_THEATER = frozenset({"annexed_finland", "finland", "finnish_net", "hango"})
INSIDE = Where(tags=FINNISH_THEATER, without=frozenset({"arctic"}))
OUTSIDE = Where(without=FINNISH_THEATER | {"arctic"})
NET = frozenset({"finnish_net"})
LENINGRAD = Where(tags=frozenset({"leningrad"}))
FINLAND, USSR = Where(tags=frozenset({"finland"})), Where(tags=frozenset({"ussr"}))
WHILE_NEUTRAL = When(last_turn=1)
LOST_LENINGRAD = "Leningrad lost"
MOVES_BASES = frozenset({"transfer", "stage"})


@dataclass(frozen=True, slots=True)
class Raised:
    """What an event allows besides: so much more, or any number; and whether that lasts once it has come about."""

    event: EventName
    more: int | None = None
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """So many REs at most, or what the card makes of it, and what events allow besides; `where`, if not in southern Finland."""

    most: int
    by_card: Mapping[str, int]
    raised: tuple[Raised, ...] = ()
    where: Where | None = None


GERMANS = Selector(nations=frozenset({"german"}), without_tags=frozenset({"no_stacking"}))
BEYOND_FINLAND = Where(all_tags=frozenset({"arctic"}), without=frozenset({"finland"}))
BEYOND_FINLAND_OF_1939 = Where(all_tags=frozenset({"arctic"}), without=frozenset({"finland", "annexed_finland"}))
NO_ALLIES = {"later": 0, "neutral": 0}


@article(
    "Finnish limit in the Arctic",
    printed(
        "fire_in_the_east",
        "32B.12",
        figures=Limit(10, {"independent": 20, "late": 5, **NO_ALLIES}),
        area="special",
        readings=("finnish-card=independent|ordinary|late|later|neutral",),
    ),
    printed(
        "sudden_storm",
        "31B1.c",
        covers=("31B2.a",),
        figures=Limit(10, {}, (Raised(LOST_LENINGRAD),), BEYOND_FINLAND_OF_1939),
        area="movement",
    ),
    met=about(FINNS),
)
def finns_in_the_arctic(position: Position, limit: Limit) -> Iterator[Finding]:
    """At most ten REs of Finns stand in the Arctic beyond Finland.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/1807: fi.1inf; 1B/1806: fi.2inf
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/1807: fi.1inf; 1B/1806: fi.2inf; 1B/1707: fi.1inf#2;
              1B/1706: fi.2inf#2
    """
    there = in_region(position, FINNS, limit.where or BEYOND_FINLAND)
    yield from _above(position, limit, [(unit, _size(unit, here, unit_size(unit, "points"))) for unit, here in there])


FOR_GERMANS = {"allied": 20, "independent": 10, "late": 3, **NO_ALLIES}


@article(
    printed(
        "fire_in_the_east",
        "32B.8",
        covers=("32B.10", "39C.2", "39C.3", "39C.4", "39C.5"),
        figures=Limit(5, FOR_GERMANS, (Raised("German limit raised", 20),)),
        title="German limit in southern Finland",
        readings=("raised-limit=once", "finnish-card=allied|independent|ordinary|late|later|neutral"),
        says="At most five REs of Germans stand in Finland south of the Arctic, c/m units counted twice.",
    ),
    printed(
        "fire_in_the_east",
        "32B.8g",
        covers=("32B.8", "32B.10"),
        figures=Limit(5, FOR_GERMANS, (Raised("German limit raised", lasting=True),)),
        title="German limit in southern Finland, growing",
        readings=("raised-limit=growing", "finnish-card=allied|independent|ordinary|late|later|neutral"),
        says="At most five REs of Germans stand in Finland south of the Arctic, c/m units counted twice.",
    ),
    printed(
        "sudden_storm",
        "31B1.f",
        covers=("31B1.b", "31B1.g", "31B2.a"),
        figures=Limit(5, {}, (Raised("German limit raised", 20), Raised(LOST_LENINGRAD)), INSIDE),
        title="Germans in the Finnish theater",
        says="At most five REs of Germans stand in the Finnish theater, c/m units counted twice, until Leningrad falls.",
    ),
    area="special",
    met=about(GERMANS),
)
def germans_in_finland(position: Position, limit: Limit) -> Iterator[Finding]:
    """Only so many Germans come to southern Finland; air units that are based there count one each.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/1912: ge.2mtn
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/1912: ge.1pz
    """
    where = limit.where or SOUTHERN_FINLAND
    there = [*in_region(position, GERMANS, where), *_based(position, where)]
    sizes = ((unit, here, unit_size(unit, "points") * (2 if unit.has("cm") else 1)) for unit, here in there)
    counted = [(unit, _size(unit, here, size, flying=1)) for unit, here, size in sizes]
    yield from _above(position, limit, counted)


def _based(position: Position, where: Where) -> Iterator[tuple[Unit, Known]]:
    """The German air units that are based in a region, or may be; one on a mission is where it took off."""
    index, ground = position.network.index, ground_at(position)
    for unit in flying_on_map(position, GERMANS):
        sortie = position.memory.flown.get(unit.id)
        base = sortie.base if sortie is not None and sortie.base in index else unit.location
        here = where.fits(ground, index[base]) & is_base(position, unit.side, base)
        if here.possible:
            yield unit, here


def _size(unit: Unit, here: Known, ashore: Fraction, *, flying: int = 0) -> Interval:
    """What a unit counts, if it is there."""
    return Interval.by(here, Interval.of(flying if unit.type.flies else ashore), ZERO)


def _above(position: Position, limit: Limit, sizes: list[tuple[Unit, Interval]]) -> Iterator[Finding]:
    total = sum_of(size for _, size in sizes)
    most = limit.by_card.get(position.pack.chosen.get(CARD, ""), limit.most)
    exceeded = ~total.at_most(Interval.of(most))
    if exceeded.possible:
        raised = any_of(
            (YES if each.more is None else total.at_most(Interval.of(most + each.more))) & _come_about(position, each)
            for each in limit.raised
        )
        at, names = tuple(dict.fromkeys(unit.location for unit, _ in sizes)), tuple(unit.id for unit, _ in sizes)
        words = say("points in the region: {total}; at most {most} may be there", total, amount(Fraction(most)))
        # what raises the limit may be a city that a counter holds which nobody can read, far from all this
        yield Finding(at, words, names, exceeded & ~raised, excuse=Excuse() if limit.raised else None)


def _come_about(position: Position, raised: Raised) -> Known:
    if raised.event == LOST_LENINGRAD:
        return _leningrad_lost(position)
    return has_happened(position, raised.event, lasting=raised.lasting)


def _leningrad_lost(position: Position) -> Known:
    """Whether Leningrad is lost, or was, as far as is told: what follows from it lasts for the rest of the game (31B2)."""
    lost, ground = happens(position, LOST_LENINGRAD), ground_at(position)
    hexes = [each.number for i, each in enumerate(position.network.hexes) if LENINGRAD.fits(ground, i).possible]
    before = position.opening or position  # who takes the last of it in this phase has not held it all before
    if not lost.is_no or not hexes or not all(ever_held(before, number, "axis").is_yes for number in hexes):
        return lost
    return Known.open(say("whether it has come to this: {name}", LOST_LENINGRAD))


@article(
    "Germans in the Finnish theater bound", "sudden_storm:31B1.fa", covers=("31B1.f",), area="special", acts=("attack",)
)
def germans_attack_within_the_theater(act: Act) -> Iterator[Finding]:
    """Germans in the Finnish theater are bound as Finns are, until Leningrad falls: they attack nothing outside of it.

    Under:    sudden_storm, border_lands
    Legal:    turn 5, German Combat Phase; weather clear; 3B/0308: ge.1reg; 3B/0307: so.1rbr; attack 3B/0307: ge.1reg
    Illegal:  turn 5, German Combat Phase; weather clear; 3B/0307: ge.1reg; 3B/0306: so.1rbr; attack 3B/0306: ge.1reg
    """
    index, ground = act.before.network.index, ground_at(act.before)
    units = [unit for name in act.units if (unit := act.before.units.get(name)) and GERMANS.matches(unit)]
    for target in (each for each in act.path if each in index):
        for unit in (each for each in units if each.hex in index):
            barred = (
                INSIDE.fits(ground, index[unit.hex]) & OUTSIDE.fits(ground, index[target]) & drawn_on(act.before, NET)
            )
            if barred.possible:
                barred &= ~_leningrad_lost(act.before)
                because = say("{unit} attacks {target}, which is out of the Finnish theater", unit, target)
                yield Finding((unit.hex, target), because, (unit.id,), barred)


@article(
    "German air units in the Finnish theater bound",
    "sudden_storm:31B1.fb",
    covers=("31B1.f",),
    area="air",
    acts=("fly",),
)
def germans_fly_within_the_theater(act: Act) -> Iterator[Finding]:
    """German air units based in the Finnish theater fly no mission to Soviet ground outside of it, until Leningrad falls.

    Under:    sudden_storm, border_lands
    Legal:    turn 5, German Air Phase; weather clear; [3B/0309]: ge.he111h; 3B/0309: fi.1inf, +airfield;
              3B/0308: so.1rbr; fly ground_support 3B/0308: ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [3B/0309]: ge.he111h; 3B/0309: fi.1inf, +airfield;
              3B/0306: so.1rbr; fly ground_support 3B/0306: ge.he111h
    """
    if (flight := _mission(act, GERMANS)) is None:
        return
    based = _inside(flight, INSIDE) & drawn_on(act.before, NET)
    barred = based & _over(flight, OUTSIDE) & controls(act.before, flight.over, "soviet", "axis")
    if barred.possible:
        barred &= ~_leningrad_lost(act.before)
        because = say(
            "{kind} is flown out of the Finnish theater to {hex}, which is Soviet", _kind(flight), flight.over
        )
        yield Finding(act.path, because, act.units, barred)


@article(
    "German air units in neutral Finland",
    "sudden_storm:31B.af",
    covers=("31B.a",),
    area="air",
    acts=("fly",),
)
def germans_fly_from_neutral_finland(act: Act) -> Iterator[Finding]:
    """On Jun II 41 German air units based in Finland fly no mission into the USSR.

    Under:    sudden_storm, border_lands
    Legal:    turn 2, German Air Phase; weather clear; [3B/0309]: ge.he111h; 3B/0309: fi.1inf, +airfield;
              3B/0308: so.1rbr; fly ground_support 3B/0308: ge.he111h
    Illegal:  turn 1, German Air Phase; weather clear; [3B/0309]: ge.he111h; 3B/0309: fi.1inf, +airfield;
              3B/0308: so.1rbr; fly ground_support 3B/0308: ge.he111h
    """
    if (flight := _mission(act, GERMANS)) is None:
        return
    barred = WHILE_NEUTRAL.holds(act.before, "axis") & _inside(flight, FINLAND) & _over(flight, USSR)
    if barred.possible:
        because = say(
            "{kind} is flown to {hex}, and Finland, from which it comes, is neutral", _kind(flight), flight.over
        )
        yield Finding(act.path, because, act.units, barred)


@article(
    "Nobody from Finland over Leningrad",
    "fire_in_the_east:32B.5n",
    covers=("32B.5", "32B.9"),
    area="air",
    acts=("fly",),
    readings=("finnish-card=allied|independent|ordinary|late|later|neutral",),
)
def nobody_from_finland_over_leningrad(act: Act) -> Iterator[Finding]:
    """Finns, and Germans based in southern Finland, fly no mission to a Soviet hex of Leningrad or next to it.

    Of Finns over the city itself another rule speaks.

    Under:    fire_in_the_east, border_lands
    Legal:    turn 5, German Air Phase; weather clear; [3B/0309]: ge.he111h; 3B/0309: fi.1inf, +airfield;
              3B/0307: so.1rbr; fly ground_support 3B/0307: ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [3B/0309]: ge.he111h; 3B/0309: fi.1inf, +airfield;
              3B/0305: so.1rbr; fly ground_support 3B/0305: ge.he111h
    """
    network, ground = act.before.network, ground_at(act.before)
    finns = _mission(act, FINNS)
    if (flight := finns or _mission(act, GERMANS)) is None:
        return
    i = network.index[flight.over]
    city = LENINGRAD.fits(ground, i)
    near = any_of((city, *(LENINGRAD.fits(ground, int(j)) for j in network.neighbours[i] if j >= 0)))
    where = near & ~city if finns else near & _inside(flight, SOUTHERN_FINLAND)
    barred = where & controls(act.before, flight.over, "soviet", "axis")
    if barred.possible:
        because = say("{kind} is flown to {hex}, at Leningrad, which the Soviets hold", _kind(flight), flight.over)
        yield Finding(act.path, because, act.units, barred)


def _mission(act: Act, who: Selector) -> Flight | None:
    """The mission that such units fly to a hex of the map, but for one that only takes them to another base."""
    if not isinstance(act, Flight) or act.mission in MOVES_BASES or act.over not in act.before.network.index:
        return None
    if air_table(act.before).role_of(act.mission) not in ("mission", "escort", "intercept"):
        return None
    return act if any(who.matches(unit) for unit in act.units_before) else None


def _over(act: Flight, where: Where) -> Known:
    """Whether the hex that a mission is flown to lies in a region."""
    return where.fits(ground_at(act.before), act.before.network.index[act.over])


def _kind(act: Flight) -> str:
    return air_table(act.before).called(act.mission)


def _inside(act: Flight, where: Where) -> Known:
    """Whether the base that a mission starts from lies in a region; one that nobody saw is asked for by other rules."""
    base, index = start_of(act), act.before.network.index
    return where.fits(ground_at(act.before), index[base]) if base in index else NO
