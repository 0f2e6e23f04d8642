"""What bombs and the surprise strike leave behind: 20F and 31F2 of Fire in the East, 19D and 30F2 of Sudden Storm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import floor

from adjudicator.analysis.air.sorties import all_seen, target_of
from adjudicator.analysis.economy import kept_number, value_named
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import YES, Known
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.air_chart import MAP, OUT, lying, place_of
from adjudicator.packs.europa.analysis.basing import capacity
from adjudicator.packs.europa.analysis.ships import hits_on
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import amount, counted, word

CHAPTER = Chapter(unseen="cannot excuse")


def _hits_on_units(record: PhaseRecord) -> Counter[str]:
    """The hits that were told upon each unit at its base."""
    found: Counter[str] = Counter()
    for act in record.of(Strike):
        if act.mission != "bomb_units" or not act.units:
            continue
        hits = act.told.get("hits", "")
        if hits.isdigit() and int(hits) and (target := target_of(act)) in record.start.units:
            found[target] += int(hits)
    return found


@CHAPTER.article(
    "Hit on the ground",
    printed(
        "fire_in_the_east",
        "20F2a.h",
        covers=("20F2a",),
        says="An operative air unit that is hit at its base becomes inoperative, an inoperative one is eliminated (20F2a).",
    ),
    printed(
        "sudden_storm",
        "19D2a.ah",
        covers=("19D2a.a",),
        says="An operative air unit that is hit at its base becomes inoperative, an inoperative one is eliminated (19D2a).",
    ),
    area="air",
    met=_hits_on_units,
)
def hit_on_the_ground(record: PhaseRecord) -> Iterator[Finding]:
    """What is hit on the ground does not fly, and is lost with the next hit.

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju87b; [1B/2712]: so.mig3;
              fly bomb_units 1B/2712: ge.ju87b; strike bomb_units 1B/2712: ge.ju87b hits=1 target=so.mig3;
              flip so.mig3/2; turn 5, German Combat Phase; say on
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju87b; [1B/2712]: so.mig3;
              fly bomb_units 1B/2712: ge.ju87b; strike bomb_units 1B/2712: ge.ju87b hits=1 target=so.mig3;
              turn 5, German Combat Phase; say on
    """
    for name, hits in sorted(_hits_on_units(record).items()):
        old, new = record.start.units[name], record.end.units.get(name)
        if new is None or new.location not in record.end.network.index:
            continue
        if hits + old.has("inoperative") > 1:
            because = say("{unit} was eliminated at its base, and is still in {hex}", new, new.location)
        elif not new.has("inoperative"):
            because = say("{unit} was hit at its base, and is not {state}", new, word("inoperative"))
        else:
            continue
        yield Finding((new.location,), because, (name,), owed=not record.ended)


def _hits_on_ships(record: PhaseRecord) -> Counter[str]:
    """The hits that were told upon each ship or flotilla, as many as they count: two each on a flotilla at sea."""
    found: Counter[str] = Counter()
    for act in record.of(Strike):
        hits, target = act.told.get("hits", ""), target_of(act) if act.units else ""
        if act.mission == "bomb_ships" and hits.isdigit() and int(hits) and target in record.start.units:
            found[target] += int(hits) * (2 if _is_flotilla_at_sea(record.start, record.start.units[target]) else 1)
    return found


def _is_flotilla_at_sea(position: Position, unit: Unit) -> bool:
    """Whether it is a flotilla on the sea, in a hex that is no port."""
    i = position.network.index.get(unit.hex, -1)
    return unit.type.kind == "flotilla" and i >= 0 and SEA.fits(ground_at(position), i).is_yes


SEA = Where(tags=frozenset({"sea", "coast"}), without_places=frozenset({"port"}))


@CHAPTER.article(
    "Ships damaged by bombs",
    "sudden_storm:19D2e.ah",
    covers=("19D2e.a", "27B.b", "27E.b"),
    area="naval",
    met=_hits_on_ships,
)
def ships_hit(record: PhaseRecord) -> Iterator[Finding]:
    """Each hit of bombs is marked on the ship, and two for each on a flotilla at sea, or it is sunk (19D2e, 27E).

    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju87b; 1B/2013: so.ca1;
              fly bomb_ships 1B/2013: ge.ju87b; strike bomb_ships 1B/2013: ge.ju87b hits=1 target=so.ca1;
              mark so.ca1+ship_hits.1; turn 5, German Combat Phase; say on
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju87b; 1B/2013: so.ca1;
              fly bomb_ships 1B/2013: ge.ju87b; strike bomb_ships 1B/2013: ge.ju87b hits=1 target=so.ca1;
              turn 5, German Combat Phase; say on
    """
    for name, due in sorted(_hits_on_ships(record).items()):
        old, new = record.start.units[name], record.end.units.get(name)
        if new is None or not new.hex:
            continue
        taken = hits_on(record.end, new, SHIP_HITS) - hits_on(record.start, old, SHIP_HITS)
        if taken < due:
            because = say("{unit} takes {due} hits of bombs, and {taken} are shown", new, due, taken)
            yield Finding((new.hex,), because, (name,), owed=not record.ended)


SHIP_HITS = frozenset({"ship_hit"})
MARKERS = {"bomb_port": "port_hit", "bomb_airbase": "airbase_hit", "bomb_rails": "rail_break"}
"""The markers that hits of these missions leave, by their values."""


@CHAPTER.article(
    "Hits that bombs leave",
    "fire_in_the_east:20F1a.h",
    covers=("20F1a", "20F2b", "20F2f", "20F2g", "28C1"),
    area="air",
    met=lambda record: any(act.mission in MARKERS for act in record.of(Strike)),
)
def hits_that_bombs_leave(record: PhaseRecord) -> Iterator[Finding]:
    """Each hit of bombs takes 1 off a port, of ten at most, or an airbase, as far as it has capacity, or breaks the railway.

    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2413]: so.sb2; fly bomb_port 1B/2220: so.sb2;
              strike bomb_port 1B/2220: so.sb2 die=6 hits=1; lay +hit.port 1B/2220
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2413]: so.sb2; fly bomb_port 1B/2220: so.sb2;
              strike bomb_port 1B/2220: so.sb2 die=6 hits=1; turn 5, Soviet Combat Phase; say we go on
    """
    found: dict[tuple[str, str], list[Strike]] = {}
    for act in record.of(Strike):
        if act.mission in MARKERS:
            found.setdefault((act.over, MARKERS[act.mission]), []).append(act)
    for (number, kind), strikes in sorted(found.items()):
        told = [act.told.get("hits", "") for act in strikes]
        risen = _lying(record.end, number, kind) - _lying(record.start, number, kind)
        room = _room(record.start, number, kind)
        due = Interval.of(sum(int(each) for each in told if each.isdigit())).smaller(room)
        # More hits than were told may be guns' on a port or an airbase; the railway breaks by bombs alone.
        all_told = kind == "rail_break" and all(each.isdigit() for each in told)
        most, seen = (due, all_seen(record)) if all_told else (room, YES)
        units = tuple(name for act in strikes for name in act.units)
        because = say(
            "{risen} come to {hex}, where hits that count are: {due}",
            counted(risen, say("{kind} marker", word(kind))), number, due if risen < due.high else most,
        )  # fmt: skip
        unread = Excuse(frozenset({number}))
        if risen < due.high:
            few = ~Interval.of(risen).at_least(due)
            yield Finding((number,), because, units, few, owed=not record.ended, excuse=unread)
        elif risen > most.low:
            yield Finding((number,), because, units, ~Interval.of(risen).at_most(most) & seen, excuse=unread)


def _lying(position: Position, number: str, kind: str) -> int:
    return sum(each.type.value or 1 for each in position.markers_at(number) if each.type.kind == kind)


def _room(position: Position, number: str, kind: str) -> Interval:
    """How many more hits a place takes: ten on a port, one on the railway, on an airbase as many as it has capacity."""
    if kind == "airbase_hit":
        return capacity(position, number)
    most = 10 if kind == "port_hit" else 1
    return Interval.of(max(most - _lying(position, number, kind), 0))


YARDS_VALUE = "yard_hits"
"""The value "VALUE.SIDE" of the hits that a side has taken."""
SOURCES = frozenset({"source", "landed_supply"})
MAJOR_CITY, DOT_CITY = Where(places=frozenset({"major_city"})), Where(places=frozenset({"dot_city"}))


def _yard_strikes(record: PhaseRecord) -> dict[str, list[Strike]]:
    """The strikes on marshalling yards, by each side that is an enemy of those who bomb."""
    found: dict[str, list[Strike]] = {}
    for act in record.of(Strike):
        if act.mission == "marshalling_yards":
            for side in act.before.pack.enemies(next((unit.side for unit in act.units_before), "")):
                found.setdefault(side, []).append(act)
    return found


def _untold_hits(record: PhaseRecord) -> str:
    names = (f"{YARDS_VALUE}.{side}" for side in sorted(_yard_strikes(record)))
    return next((value_named(name) for name in names if not record.end.values.get(name, "")), "")


@CHAPTER.article(
    "Hits that count on yards",
    printed("fire_in_the_east", "20F1d.h", covers=("20F1d", "7A4.11"), area="rail"),
    printed("sudden_storm", "19D1.c", area="air"),
    met=lambda record: any(act.mission == "marshalling_yards" for act in record.of(Strike)),
    untold=_untold_hits,
)
def hits_that_count_on_yards(record: PhaseRecord) -> Iterator[Finding]:
    """In an air phase one hit counts on a dot city and two on each major city hex.

    A yard counts only while a rail element leads from it to a source of its owner's.

    Legal:    turn 5, German Air Phase; weather clear; value yard_hits.soviet 0; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              fly marshalling_yards 1B/2712: ge.he111h; strike marshalling_yards 1B/2712: ge.he111h die=6 hits=1;
              value yard_hits.soviet 1
    Illegal:  turn 5, German Air Phase; weather clear; value yard_hits.soviet 0; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              fly marshalling_yards 1B/2712: ge.he111h; strike marshalling_yards 1B/2712: ge.he111h die=6 hits=1;
              value yard_hits.soviet 2
    """
    for side, strikes in sorted(_yard_strikes(record).items()):
        name = f"{YARDS_VALUE}.{side}"
        was = kept_number(record.start, name)
        old = was if name in record.start.values else Fraction(0)
        new = kept_number(record.end, name)
        if old is None or new is None or new == old:
            continue
        hits: Counter[str] = Counter()
        for act in strikes:
            if act.told.get("hits", "").isdigit():
                hits[act.over] += int(act.told["hits"])
        able = sum_of(Interval.of(count).smaller(_most_on(record, side, number)) for number, count in hits.items())
        risen: Fraction = new - old
        if risen > able.high:
            count = amount(able.high)
            because = say("{value} rises by {risen}; hits of the bombs that count: {able}", name, amount(risen), count)
            silent = any("hits" not in act.told for act in strikes)
            known = Known.open(say("how many hits the bombs brought")) if silent else all_seen(record)
            yield Finding(tuple(hits), because, tuple(name for act in strikes for name in act.units), known)


def _most_on(record: PhaseRecord, side: str, number: str) -> Interval:
    ground, i = ground_at(record.start), record.start.network.index.get(number)
    if i is None:
        return ZERO
    small = Interval.one_if(DOT_CITY.fits(ground, i))
    most = Interval.by(MAJOR_CITY.fits(ground, i), Interval.of(2), small)
    return Interval.by(supply(record.start, side).connected(number, ("rail",), SOURCES), most, ZERO)


STRIKERS, ASIDE = "surprise strike", "air aside"
"""The boxes of those who strike, and of those who lie aside until the strike is over."""
ELIMINATED, REMNANTS = "air eliminated", "air remnants"
SOVIETS, AXIS = Selector(sides=frozenset({"soviet"})), Selector(sides=frozenset({"axis"}))
GERMANS = Selector(sides=frozenset({"axis"}), nations=frozenset({"german"}))


@dataclass(frozen=True, slots=True)
class Toll:
    """Whom the surprise strike costs how many units: a number, and so many for each that strikes, rounded down."""

    victims: Selector = SOVIETS
    box: str = ASIDE
    """Where they lie before it."""
    number: int = 0
    each: Fraction = Fraction(0)
    eliminated: Fraction = Fraction(0)
    """The part of those lost that goes into the box of the eliminated, rounded down; the others go among the remnants."""


@dataclass(frozen=True, slots=True)
class _Struck:
    """The units that may be lost in the surprise strike, and where each is after it."""

    record: PhaseRecord
    toll: Toll
    units: list[Unit]
    where: dict[str, str]
    due: int
    """How many must be lost."""

    def in_place(self, *places: str) -> list[Unit]:
        """Those that are in one of these places now."""
        return [unit for unit in self.units if self.where[unit.id] in places]

    def unless(self, lost: list[Unit], number: int, because: str, *boxes: str) -> Iterator[Finding]:
        """The breach that not so many are lost as must be."""
        finished = not self.in_place(self.toll.box)
        if len(lost) != number and (finished or self.record.ended or len(lost) > number):
            owed = not self.record.ended and not finished and len(lost) < number
            seen = YES if self.record.begun else Known.open(say("the units of the strike"))
            excuse = Excuse(frozenset({self.toll.box, *boxes}))
            yield Finding((), because, tuple(unit.id for unit in lost), seen, owed=owed, excuse=excuse)


def _struck(record: PhaseRecord, toll: Toll) -> _Struck | None:
    """What the strike did; None if none of the units came out of its box in this phase, or it is not the strike's."""
    phase, now = record.moment.phase, record.end.units
    if phase is None or "surprise" not in phase.names:
        return None
    start = record.with_earlier().start
    units = [unit for unit in lying(start, toll.box) if toll.victims.matches(unit)]
    if all(unit.id in now and now[unit.id].location == unit.location for unit in units):
        return None
    due = min(toll.number + floor(toll.each * len(lying(start, STRIKERS))), len(units))
    return _Struck(record, toll, units, {unit.id: place_of(record.end, now.get(unit.id)) for unit in units}, due)


def _perhaps_struck(record: PhaseRecord, toll: Toll) -> str:
    """The phase, where nobody told it, and units came out of the box of the strike in it."""
    left = (each for each in lying(record.start, toll.box) if toll.victims.matches(each))
    moved = any(place_of(record.end, record.end.units.get(each.id)) != toll.box for each in left)
    return say("the phase") if record.moment.phase is None and moved else ""


@CHAPTER.article(
    "Soviet losses of the surprise strike",
    printed(
        "fire_in_the_east",
        "31F2.1",
        figures=Toll(each=Fraction(1), eliminated=Fraction(1, 5)),
        says="For each German air unit of the surprise strike a Soviet one is eliminated: a fifth, rounded down, into the box "
        "of friendly territory, the others among the remnants.",
    ),
    printed(
        "sudden_storm",
        "30F2.a",
        figures=Toll(number=12, eliminated=Fraction(1, 6)),
        says="The surprise strike eliminates twelve Soviet air units, two into the box of the eliminated and ten among the "
        "remnants.",
    ),
    area="surprise",
    met=lambda record, toll: _struck(record, toll) is not None,
    untold=_perhaps_struck,
    whole_turn=True,
)
def losses_of_the_surprise_strike(record: PhaseRecord, toll: Toll) -> Iterator[Finding]:
    """So many Soviet air units are lost in the surprise strike, a part of them for good.

    Legal:    turn 1, Surprise Combat Phase; weather clear; [2A/2707]: so.mig3
    Illegal:  turn 1, Surprise Combat Phase; weather clear; [air aside]: so.mig3, so.mig3#2, so.mig3#3;
              2A/2707: so.10rif; [surprise strike]: ge.he111h; so.mig3 [air aside]>[air eliminated];
              so.mig3#2 [air aside]>[air eliminated]; so.mig3#3 [air aside]>[air eliminated]
    """
    struck = _struck(record, toll)
    if struck is None:
        return
    most = floor(toll.eliminated * struck.due)
    first, rest = struck.in_place(ELIMINATED), struck.in_place(REMNANTS, OUT)
    for lost, number, box in ((first, most, ELIMINATED), (rest, struck.due - most, REMNANTS)):
        because = say(
            "{lost} units go into the {box} box in the surprise strike, and {number} must",
            len(lost), word(box), number,
        )  # fmt: skip
        yield from struck.unless(lost, number, because, STRIKERS, ELIMINATED, REMNANTS)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "31F2.3",
        figures=Toll(AXIS, STRIKERS, each=Fraction(1, 10)),
        title="Germans aborted in the surprise strike",
        says="A tenth, rounded down, of the German air units of the surprise strike are deployed inoperative.",
    ),
    printed(
        "sudden_storm",
        "30F2.a.s",
        covers=("30F2.a",),
        figures=Toll(number=6),
        title="Soviets aborted by the surprise strike",
        says="Six Soviet air units are deployed inoperative after the surprise strike.",
    ),
    printed(
        "sudden_storm",
        "30F2.a.g",
        covers=("30F2.a",),
        figures=Toll(GERMANS, number=5),
        title="Germans aborted in the surprise strike",
        says="Five German air units are deployed inoperative after the surprise strike.",
    ),
    area="surprise",
    met=lambda record, toll: _struck(record, toll) is not None,
    untold=_perhaps_struck,
    whole_turn=True,
)
def aborted_in_the_surprise_strike(record: PhaseRecord, toll: Toll) -> Iterator[Finding]:
    """So many of those who took part come back inoperative.

    Legal:    turn 1, Surprise Combat Phase; weather clear; [2A/2707]: so.mig3
    Illegal:  turn 1, Surprise Combat Phase; weather clear; [air aside]: so.mig3, ge.he111h; 2A/2707: so.10rif;
              [surprise strike]: ge.ju87b/2; so.mig3 [air aside]>[2A/2707]; ge.he111h [air aside]>[1B/2719];
              ge.ju87b [surprise strike]>[1B/2719]
    """
    struck = _struck(record, toll)
    if struck is None:
        return
    back, due = struck.in_place(MAP), struck.due
    hurt = [unit for unit in back if record.end.units[unit.id].has("inoperative")]
    because = say("{hurt} of {all} deployed inoperative, and {due} must be", len(hurt), counted(len(back), "unit"), due)
    yield from struck.unless(hurt, due, because)
