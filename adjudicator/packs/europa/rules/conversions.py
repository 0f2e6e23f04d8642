"""Units that turn into others, or leave, and what this brings: 34C to 34E of Fire in the East, 33C to 33F of Sudden Storm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from adjudicator.analysis.concealed import unreadable
from adjudicator.analysis.costs import kept, pool_for, worth
from adjudicator.analysis.gains import Gain
from adjudicator.analysis.order_of_battle import Event
from adjudicator.analysis.resources import gained, points, spending_table, spent
from adjudicator.analysis.situation import Situation, fits_any, nearest_words
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter, printed
from adjudicator.checks.registry import Met
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.amounts import exact
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.units import Face, Unit
from adjudicator.packs.europa.analysis.parted import POINTS, conversions, last_act, sent_off, struck_off
from adjudicator.packs.europa.analysis.reinforcement import LOST, come_by, sort_of
from adjudicator.record.acts import Attack, Movement, Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, listed

CHAPTER = Chapter(unseen="cannot excuse", when=("initial",))

OTHERWISE: frozenset[Event] = frozenset({"arrival"})
AXIS = Selector(sides=frozenset({"axis"}))
GUARDS = Selector(sides=frozenset({"soviet"}), tags=frozenset({"guards"}))
RIFLES = Selector(
    sides=frozenset({"soviet"}),
    kinds=frozenset({"rifle"}),
    sizes=frozenset({"division"}),
    without_tags=frozenset({"guards"}),
)
MARCHING = Selector(sizes=frozenset({"division", "brigade"}))
FROM_AUGUST = When(first_turn=4)
Places = tuple[Situation, ...]


def _joined_to(*statuses: str) -> Places:
    """A city or fortress with a line to one of these, outside enemy zones."""
    lines = (Connection(lines=("regular",), to=frozenset(statuses)),)
    places = Where(places=frozenset({"city", "fortress"})), Where(markers=frozenset({"fortress"}))
    return tuple(Situation(where=where, connected=lines, clear=True) for where in places)


OF_FIRE, OF_STORM = _joined_to("source", "landed_supply"), _joined_to("source", "replacement_city")


def _any_converted(new: Selector) -> Met:
    return lambda record, _: any(True for _ in conversions(record, new)) or _may_be_converted(record, new)


def _may_be_converted(record: PhaseRecord, new: Selector) -> bool:
    """Whether such a unit came where a counter lay that nobody can read."""
    hidden = {each.hex for each in unreadable(record.unidentified) if each.hex}
    came = (now for _, old, now in record.changes() if now is not None and not (old is not None and old.hex))
    return any(now.hex in hidden and new.matches(now) for now in came)


def _is_one(record: PhaseRecord, new: Unit) -> Known:
    """Whether it is a conversion at all: a unit that also arrives as a reinforcement may have come as one."""
    arrivals = come_by(record.start.pack, OTHERWISE, new.side, record.moment.turn)[sort_of(new.type)]
    return Known.open(say("whether {unit} was converted", new)) if arrivals else YES


def _takes_a_wrong_place(old: Unit, new: Unit) -> Finding:
    because = say("{new} takes the place of {old}, which it may not", new, old)
    return Finding((new.hex,), because, (old.id, new.id))


def _converted(record: PhaseRecord, old: Unit, new: Unit, when: When, places: Places) -> Finding:
    """Whether a unit is converted at a time and in a hex for it."""
    now = when.holds(record.start, new.side)
    if not now.is_yes:
        because = say("{old} turns into {new} in {moment}, and may not then", old, new, record.moment)
        return Finding((new.hex,), because, (old.id, new.id), ~now)
    fits = fits_any(record.start, old.side, old.hex, places, frozenset({old.id}))
    because = say(
        "{old} turns into {new} in {hex}; the place must be: {situations}",
        old,
        new,
        new.hex,
        nearest_words(record.start, old.side, old.hex, places, frozenset({old.id})),
    )
    return Finding((new.hex,), because, (old.id, new.id), ~fits & _is_one(record, new))


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "34D.1",
        figures=OF_FIRE,
        title="Conversions",
        says="A unit is converted in a city or fortress, with a line to a regular source and outside enemy zones (34D).",
    ),
    printed(
        "sudden_storm",
        "33D1.a",
        figures=OF_STORM,
        title="Conversion",
        says="A unit is converted in a city or fortress, with a line to a source of replacements and outside enemy zones (33D1).",
    ),
    area="conversion",
    unseen="may excuse nearby",
    met=_any_converted(AXIS),
    whole_turn=True,
)
def axis_conversions(record: PhaseRecord, places: Places) -> Iterator[Finding]:
    """An Axis unit is converted in a city or fortress in supply.

    Under:    own, military_districts
    Legal:    turn 5, German Initial Phase; weather clear; 2A/2912: ge.1cav; [due]: ge.36mot;
              ge.1cav 2A/2912>[withdrawn]; ge.36mot [due]>2A/2912
    Illegal:  turn 5, German Initial Phase; weather clear; 2A/2911: ge.1cav; [due]: ge.36mot;
              ge.1cav 2A/2911>[withdrawn]; ge.36mot [due]>2A/2911
    """
    for old, new in conversions(record, AXIS):
        yield _converted(record, old, new, ALWAYS, places)


@CHAPTER.article(
    "After conversion",
    "fire_in_the_east:34D.2",
    when=("movement", "combat", "exploitation"),
    area="conversion",
    unseen="may excuse nearby",
    met=lambda record, _: any(True for _ in conversions(record.with_earlier(), MARCHING)),
    whole_turn=True,
)
def stays_after_conversion(record: PhaseRecord) -> Iterator[Finding]:
    """A unit does not move or attack in the turn in which it is converted (34D).

    Under:    fire_in_the_east, military_districts
    Legal:    turn 5, German Initial Phase; weather clear; 2A/2912: ge.1cav; [due]: ge.36mot;
              ge.1cav 2A/2912>[withdrawn]; ge.36mot [due]>2A/2912; turn 5, German Movement Phase; say we go on
    Illegal:  turn 5, German Initial Phase; weather clear; 2A/2912: ge.1cav; [due]: ge.36mot;
              ge.1cav 2A/2912>[withdrawn]; ge.36mot [due]>2A/2912; turn 5, German Movement Phase; ge.36mot 2A/2912-2A/2911
    """
    fresh = {new.id: new for earlier in record.earlier for _, new in conversions(earlier, MARCHING)}
    for act in record.of(Movement, Overrun, Attack):
        for name in act.units:
            if name in fresh:
                because = say("{unit} was converted in this turn, and may not move or attack in it", fresh[name])
                yield Finding(act.path[:1], because, (name,), _is_one(record, fresh[name]))


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "34E2",
        figures=OF_FIRE,
        title="3-6 rifle upgrade",
        says="From Aug I 41 four 3-6 rifle divisions a turn become 4-6 divisions, as units are converted (34E2).",
    ),
    printed(
        "sudden_storm",
        "33F3.a",
        figures=OF_STORM,
        title="3-6 rifle divisions",
        says="From Aug I 41 four 3-6 rifle divisions a turn become 4-6 divisions (33F3).",
    ),
    area="conversion",
    unseen="may excuse nearby",
    met=_any_converted(RIFLES),
    whole_turn=True,
)
def rifle_upgrade(record: PhaseRecord, places: Places) -> Iterator[Finding]:
    """From August on four rifle divisions a turn become stronger ones.

    Under:    own, military_districts
    Legal:    turn 4, Soviet Initial Phase; weather clear; history whole; 2A/3003: so.125rif; [due]: so.10rif;
              so.125rif 2A/3003>[withdrawn]; so.10rif [due]>2A/3003
    Illegal:  turn 3, Soviet Initial Phase; weather clear; history whole; 2A/3003: so.125rif; [due]: so.10rif;
              so.125rif 2A/3003>[withdrawn]; so.10rif [due]>2A/3003
    """
    found = list(conversions(record, RIFLES))
    for old, new in found:
        if old.type.kind == "rifle" and old.type.size == "division":
            yield _converted(record, old, new, FROM_AUGUST, places)
        else:
            yield _takes_a_wrong_place(old, new)
    if len(found) > 4:
        news = [new for _, new in found]
        because = say("{units} are converted in one phase, and {most} may be", listed(news), 4)
        yield Finding((), because, tuple(unit.id for unit in news))


@dataclass(frozen=True, slots=True)
class Honours:
    """From when on, and where, units become Guards."""

    when: When
    places: Places


@CHAPTER.article(
    "Guards conversion",
    printed(
        "fire_in_the_east",
        "34E3.1",
        figures=Honours(When(first_turn=7), OF_FIRE),
        says="Soviet units become Guards as units are converted (34E3), the first on Sep II 41.",
    ),
    printed(
        "sudden_storm",
        "33F4.a",
        figures=Honours(ALWAYS, OF_STORM),
        says="Soviet units become Guards as units are converted (33F4).",
    ),
    area="conversion",
    unseen="may excuse nearby",
    met=_any_converted(GUARDS),
    whole_turn=True,
)
def guards_conversion(record: PhaseRecord, honours: Honours) -> Iterator[Finding]:
    """A Soviet unit that is no Guards unit becomes one in a city in supply.

    Under:    own, military_districts
    Legal:    turn 7, Soviet Initial Phase; weather clear; history whole; 2A/3003: so.10rif; [due]: so.1gds;
              so.10rif 2A/3003>[due]; so.1gds [due]>2A/3003
    Illegal:  turn 7, Soviet Initial Phase; weather clear; history whole; 2A/3003: so.2gds; [due]: so.1gds;
              so.2gds 2A/3003>[replacement pool]; so.1gds [due]>2A/3003
    """
    for old, new in conversions(record, GUARDS):
        if old.side == "soviet" and not old.has("guards"):
            yield _converted(record, old, new, honours.when, honours.places)
        else:
            yield _takes_a_wrong_place(old, new)


class _Owed(NamedTuple):
    """A unit, what it brings, and whether that happened to it at all."""

    unit: Unit
    due: Interval
    sure: Known = YES


Owing = Callable[[PhaseRecord], Iterator[_Owed]]
INITIAL = frozenset({"initial"})


def _is_initial(record: PhaseRecord) -> bool:
    phase = record.moment.phase
    return phase is not None and "initial" in phase.names


def _attack(face: Face, unit: Unit) -> Interval:
    return _unknown(unit) if face.attack is None else Interval.of(Fraction(face.attack))


def _unknown(unit: Unit) -> Interval:
    return Interval.unknown(say("the strength of {unit}", unit))


def _price(record: PhaseRecord, unit: Unit) -> Interval:
    """What a unit costs; open where the pack does not know in what points it is paid for."""
    entry = next((each for each in spending_table(record.start).cost if each.who.matches(unit)), None)
    return Interval.of(worth(unit)) if entry is not None and entry.points else _unknown(unit)


def _any_owed(owing: Owing) -> Met:
    def met(record: PhaseRecord, _: object) -> bool:
        told = (last_act(record, each.unit.id) for each in owing(record))
        return any(kept(record, record.moment.phasing) or (act is not None and POINTS in act.told) for act in told)

    return met


def _brought(record: PhaseRecord, owing: Owing) -> Iterator[Finding]:
    """The points told with an act (`points=`) are what is due; they are asked for where anybody keeps accounts of the side."""
    for each in owing(record):
        act = last_act(record, each.unit.id)
        told = None if act is None else exact(act.told.get(POINTS, ""))
        at = (each.unit.hex,) if each.unit.hex else ()
        if told is not None:
            same = Interval.of(told).at_least(each.due) & Interval.of(told).at_most(each.due)
            because = say("{unit} is worth {due}, and brings {points}", each.unit, each.due, amount(told))
            yield Finding(at, because, (each.unit.id,), each.sure & ~same)
        elif kept(record, record.moment.phasing):
            because = say("{unit} is worth {due} in points, and what it brought is not told", each.unit, each.due)
            missing = Known.open(say("the points that {unit} brought (points=)", each.unit))
            yield Finding(at, because, (each.unit.id,), each.sure & missing)


def _by_guards(record: PhaseRecord) -> Iterator[_Owed]:
    for old, new in conversions(record, GUARDS):
        yield _Owed(new, _attack(old.shown, old).plus(Interval.of(1)).minus(_attack(new.shown, new)))


@CHAPTER.article(
    "Guards RP balance",
    printed(
        "fire_in_the_east",
        "34E3.2",
        says="A conversion to Guards brings the old attack strength and one less the new one in points, or costs what is less "
        "than nothing (34E3).",
    ),
    printed(
        "sudden_storm",
        "33F4.b",
        says="A conversion to Guards brings the old attack strength and one less the new one in points, or costs what is less "
        "than nothing (33F4).",
    ),
    area="conversion",
    when=("initial",),
    met=_any_owed(_by_guards),
)
def guards_balance(record: PhaseRecord) -> Iterator[Finding]:
    """A conversion to Guards brings the old strength and one less the new.

    Under:    own, military_districts
    Legal:    turn 7, Soviet Initial Phase; weather clear; history whole; value infantry.moskva 3; 2A/3003: so.10rif;
              [due]: so.1gds; so.10rif 2A/3003>[due]; so.1gds [due]>2A/3003 points=-1
    Illegal:  turn 7, Soviet Initial Phase; weather clear; history whole; value infantry.moskva 3; 2A/3003: so.10rif;
              [due]: so.1gds; so.10rif 2A/3003>[due]; so.1gds [due]>2A/3003 points=1
    """
    yield from _brought(record, _by_guards)


def _sent(record: PhaseRecord, who: Selector, phases: frozenset[str] = INITIAL) -> Iterator[tuple[Unit, Known]]:
    phase = record.moment.phase
    if phase is not None and phase.names & phases:
        yield from sent_off(record, who, phases)


def _disbanded(who: Selector) -> Owing:
    return lambda record: (_Owed(unit, _price(record, unit), sure) for unit, sure in _sent(record, who))


MOBILE = Selector(sides=frozenset({"soviet"}), tags=frozenset({"cm"}), sizes=frozenset({"division", "cadre"}))
NO_MILITIA = Selector(sides=frozenset({"soviet"}), without_tags=frozenset({"militia"}))


@CHAPTER.article("Disbanding gain", "fire_in_the_east:34E4.2", area="replacement", met=_any_owed(_disbanded(MOBILE)))
def disbanding_gain(record: PhaseRecord) -> Iterator[Finding]:
    """A disbanded unit brings the points that it costs to replace it (34E4).

    Under:    fire_in_the_east, military_districts
    Legal:    turn 10, Soviet Initial Phase; weather clear; history whole; 2A/3003: so.2tnk; say nothing to do
    Illegal:  turn 10, Soviet Initial Phase; weather clear; history whole; value armor.soviet 0; 2A/3003: so.2tnk;
              so.2tnk 2A/3003>[disbanded] points=12
    """
    yield from _brought(record, _disbanded(MOBILE))


@CHAPTER.article(
    "What disbanded units bring",
    "sudden_storm:33F1.ap",
    covers=("33F1.a",),
    area="replacement",
    met=_any_owed(_disbanded(NO_MILITIA)),
)
def what_disbanded_units_bring(record: PhaseRecord) -> Iterator[Finding]:
    """A disbanded unit brings the points that it costs to replace it (33F1).

    Under:    sudden_storm, military_districts
    Legal:    turn 10, Soviet Initial Phase; weather clear; history whole; 2A/3003: so.2tnk; say nothing to do
    Illegal:  turn 10, Soviet Initial Phase; weather clear; history whole; value armor.soviet 0; 2A/3003: +factory, so.2tnk;
              so.2tnk 2A/3003>[disbanded] points=12
    """
    yield from _brought(record, _disbanded(NO_MILITIA))


MILITIA = Selector(tags=frozenset({"militia"}))


def _of_militia(record: PhaseRecord) -> Iterator[_Owed]:
    for unit, sure in _sent(record, MILITIA):
        yield _Owed(unit, _attack(unit.shown, unit).plus(Interval.of(1)), sure)


@CHAPTER.article(
    "What militia brings",
    "fire_in_the_east:34E1.1p",
    covers=("34E1.1",),
    area="replacement",
    met=_any_owed(_of_militia),
)
def what_militia_brings(record: PhaseRecord) -> Iterator[Finding]:
    """A militia unit that is withdrawn brings its attack strength and one (34E1).

    Under:    fire_in_the_east, military_districts
    Legal:    turn 10, Soviet Initial Phase; weather clear; value infantry.moskva 0; 2A/3003: so.rifle.division.6.mil;
              so.rifle.division.6.mil 2A/3003>[disbanded] points=3
    Illegal:  turn 10, Soviet Initial Phase; weather clear; value infantry.moskva 0; 2A/3003: so.rifle.division.6.mil;
              so.rifle.division.6.mil 2A/3003>[disbanded] points=5
    """
    yield from _brought(record, _of_militia)


@CHAPTER.article("Militia disbanding", "sudden_storm:33F2.a", area="replacement", met=_any_owed(_of_militia))
def militia_disbanding(record: PhaseRecord) -> Iterator[Finding]:
    """A disbanded militia unit brings its attack strength and one (33F2).

    Under:    sudden_storm, military_districts
    Legal:    turn 10, Soviet Initial Phase; weather clear; value infantry.moskva 0; 2A/3003: so.militia;
              so.militia 2A/3003>[disbanded] points=3
    Illegal:  turn 10, Soviet Initial Phase; weather clear; value infantry.moskva 0; 2A/3003: so.militia;
              so.militia 2A/3003>[disbanded] points=4
    """
    yield from _brought(record, _of_militia)


def _struck(record: PhaseRecord) -> Iterator[_Owed]:
    for unit in struck_off(record, EVERYONE, INITIAL, LOST) if _is_initial(record) else ():
        yield _Owed(unit, _price(record, unit).times(Fraction(-1)))


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "34C.2",
        title="Withdrawal forfeit",
        area="conversion",
        says="Who withdraws a lost unit forfeits the points that it costs to replace it (34C).",
    ),
    printed(
        "sudden_storm",
        "33C.b",
        title="Withdrawing the eliminated",
        area="reinforcement",
        says="Who withdraws a lost unit forfeits the points that it costs to replace it (33C).",
    ),
    met=_any_owed(_struck),
)
def withdrawal_forfeit(record: PhaseRecord) -> Iterator[Finding]:
    """A lost unit that is withdrawn costs what it costs to replace it.

    Under:    own, military_districts
    Legal:    turn 9, German Initial Phase; weather clear; value infantry.german 20; [eliminated]: ge.1inf;
              ge.1inf [eliminated]>[withdrawn] points=-7
    Illegal:  turn 9, German Initial Phase; weather clear; value infantry.german 20; [eliminated]: ge.1inf;
              ge.1inf [eliminated]>[withdrawn] points=-3
    """
    yield from _brought(record, _struck)


AXIS_DIVISION = Selector(sides=frozenset({"axis"}), sizes=frozenset({"division"}))


def _for_a_cadre(record: PhaseRecord) -> Iterator[_Owed]:
    for unit, sure in _sent(record, AXIS_DIVISION, frozenset({"axis.initial"})):
        act, faces = last_act(record, unit.id), unit.type.faces
        if act is not None and act.told.get("instead") == "cadre":
            whole = len(faces) > 1
            yield _Owed(unit, _attack(faces[0], unit).minus(_attack(faces[1], unit)) if whole else _unknown(unit), sure)


@CHAPTER.article("Division for a cadre", "sudden_storm:33C.c", area="reinforcement", met=_any_owed(_for_a_cadre))
def division_for_a_cadre(record: PhaseRecord) -> Iterator[Finding]:
    """A division withdrawn in place of the cadre that is due brings what it costs to rebuild it (33C).

    Under:    sudden_storm, military_districts
    Legal:    turn 10, German Initial Phase; weather clear; history whole; 2A/2912: ge.1inf; say nothing to do
    Illegal:  turn 10, German Initial Phase; weather clear; history whole; value infantry.german 0; 2A/2912: ge.1inf;
              ge.1inf 2A/2912>[withdrawn] instead=cadre points=7
    """
    yield from _brought(record, _for_a_cadre)


OF_THE_SOVIETS = Selector(sides=frozenset({"soviet"}))


def _pools_filled(record: PhaseRecord, owing: Owing) -> dict[str, Fraction]:
    """By pool, the points that units brought in a phase, as far as it is told and one pool alone pays for such a unit."""
    found: dict[str, Fraction] = {}
    for each in owing(record):
        act, unit = last_act(record, each.unit.id), each.unit
        told = None if act is None else exact(act.told.get(POINTS, ""))
        entry = next((row for row in spending_table(record.start).cost if row.who.matches(unit)), None)
        if told is None or entry is None or len(entry.points) != 1 or not each.sure.is_yes:
            continue
        pool = pool_for(
            record.start, next(iter(entry.points)), Gain(unit, "built", 0, record.start, act.told if act else {})
        )
        found[pool] = found.get(pool, Fraction(0)) + told
    return {pool: brought for pool, brought in found.items() if pool and brought > 0}


@CHAPTER.article(
    "Points of this turn",
    printed(
        "fire_in_the_east",
        "34E4.2u",
        covers=("34E4.2",),
        figures=_disbanded(MOBILE),
        says="What a disbanded unit brings is not used on that turn (34E4).",
    ),
    printed(
        "sudden_storm",
        "33C.cu",
        covers=("33C.c",),
        figures=_for_a_cadre,
        says="What a division brings that is withdrawn in place of a cadre is not used on that turn (33C).",
    ),
    printed(
        "sudden_storm",
        "33F1.au",
        covers=("33F1.a",),
        figures=_disbanded(OF_THE_SOVIETS),
        says="What a disbanded unit brings is not used on that turn (33F1).",
    ),
    area="replacement",
    met=lambda record, owing: bool(_pools_filled(record, owing)),
)
def not_used_at_once(record: PhaseRecord, owing: Owing) -> Iterator[Finding]:
    """The points that a unit brings as it goes are used from the next turn on.

    Under:    own, military_districts
    Legal:    turn 10, Soviet Initial Phase; weather clear; history whole; value armor.soviet 8; 2A/3003: +factory, so.2tnk;
              so.2tnk 2A/3003>[disbanded] points=8; value armor.soviet 16; value armor.soviet 8
    Illegal:  turn 10, German Initial Phase; weather clear; history whole; value armor.soviet 5; value infantry.german 5;
              2A/3003: +factory, so.2tnk; 2A/2912: ge.1inf; ge.1inf 2A/2912>[withdrawn] instead=cadre points=4;
              value infantry.german 9; value infantry.german 3; turn 10, Soviet Initial Phase;
              so.2tnk 2A/3003>[disbanded] points=8; value armor.soviet 13; value armor.soviet 5
    """
    used, more = spent(record), gained(record)
    for pool, brought in sorted(_pools_filled(record, owing).items()):
        had, took = points(record.start, pool), used.get(pool, (Fraction(0), Fraction(0)))[1]
        free = had.plus(Interval.of(max(more.get(pool, Fraction(0)) - brought, Fraction(0))))
        within = Interval.of(took).at_most(free)
        if took and not within.is_yes:
            because = say(
                "{took} points of {pool} are used, and {free} may be: what units brought may not be used on that turn",
                amount(took), pool, free,
            )  # fmt: skip
            yield Finding((), because, broken=~within)
