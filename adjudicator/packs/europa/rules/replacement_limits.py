"""Replacements that are limited, or never come, and losses tallied for them: 34 of Fire in the East, 33 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from adjudicator.analysis.economy import rise, told_number, value_named
from adjudicator.analysis.gains import EVERY_WAY, Gain, Way, gains
from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.articles import Chapter, Printed, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Face, Unit
from adjudicator.record.acts import Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.who import Selector
from adjudicator.words import amount, listed

CHAPTER = Chapter(area="replacement", unseen="cannot excuse")

POOLS = frozenset({"eliminated", "replacement pool"})
SOVIET_DIVISION = Selector(sides=frozenset({"soviet"}), sizes=frozenset({"division"}))
ENGINEERS = ("construction_engineer", "engineer", "assault_engineer", "railroad_engineer")
ARTILLERY = ("artillery", "rocket_artillery", "siege_artillery", "railroad_artillery")
AIRBORNE = ("parachute", "parachute_infantry", "air_landing")
FINNISH_DIVISION = Selector(nations=frozenset({"finnish"}), sizes=frozenset({"division"}))


def _gained(record: PhaseRecord, *ways: Way) -> Iterator[Gain]:
    return (each for each in gains(record, POOLS) if each.way in ways)


def _any_gained(*ways: Way) -> Callable[[PhaseRecord], bool]:
    return lambda record: any(_gained(record, *ways))


def _comes_back(gain: Gain, why: str, barred: Known) -> Finding:
    done = say("is rebuilt") if gain.way == "turned" else say("comes back")
    because = say("{unit} {done}; {why}", gain.unit, done, why)
    return Finding((gain.unit.hex,), because, (gain.unit.id,), gain.sure & barred)


def _shows(unit: Unit, *strengths: str) -> Known:
    """Whether the first face shows one of these: attack and movement, with the defense between them where it is another."""
    face = unit.type.faces[0]
    if face.attack is None or face.defense is None or face.movement is None:
        return Known.open(say("the strength of {unit}", unit.type.name or unit.type.id))
    parts = [face.attack, face.defense, face.movement] if face.attack != face.defense else [face.attack, face.movement]
    return Known.of("-".join(str(amount(part)) for part in parts) in strengths)


@CHAPTER.article("Fragile divisions", "fire_in_the_east:34E6", met=_any_gained("built", "turned"))
def divisions_with_cadres(record: PhaseRecord) -> Iterator[Finding]:
    """A Soviet division that has a cadre side is never replaced, nor rebuilt from its cadre (34E6).

    Under:    fire_in_the_east, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3003
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.2tnk; 2A/3003: +factory;
              so.2tnk [eliminated]>2A/3003
    """
    for each in _gained(record, "built", "turned"):
        unit = each.unit
        if not SOVIET_DIVISION.matches(unit):
            continue
        weak = _shows(unit, "2-6", "3-6", "4-6") if unit.type.kind == "rifle" else NO
        why = say("a Soviet division with a cadre side is fragile")
        yield _comes_back(each, why, _has_cadre_side(unit) & ~weak)


def _has_cadre_side(unit: Unit) -> Known:
    if len(unit.type.faces) > 1:
        return YES
    return NO if unit.has("sample") else Known.open(say("whether {unit} has a cadre side", unit))


def _is_fragile(unit: Unit) -> Known:
    """Whether a Soviet division is one in whose place a weaker one is raised."""
    kind = unit.type.kind
    if not SOVIET_DIVISION.matches(unit) or unit.has("guards"):
        return NO
    if kind == "rifle" and not unit.has("mountain") and not unit.has("nkvd"):
        return _shows(unit, "5-6", "6-6", "7-6")
    if unit.has("cm") and kind not in ("tank", "light_tank", "nkvd", "artillery") and not unit.has("nkvd"):
        return YES
    if kind == "cavalry":
        return _shows(unit, "3-2-8") if unit.has("mountain") else _shows(unit, "4-3-8", "5-4-8")
    return Known.of((unit.has("mountain") or kind == "mountain") and not unit.has("nkvd"))


@CHAPTER.article(
    "Fragile Soviet divisions",
    "sudden_storm:33E1.a",
    met=_any_gained("built"),
)
def fragile_divisions(record: PhaseRecord) -> Iterator[Finding]:
    """Strong rifle divisions, motorized, mechanized, mountain and strong cavalry divisions are not replaced as they were
    (33E1).

    Under:    sudden_storm, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3003
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.56rif; so.56rif [eliminated]>2A/3003
    """
    for each in _gained(record, "built"):
        why = say("such a division is fragile, and another takes its place in the pool")
        yield _comes_back(each, why, _is_fragile(each.unit))


@CHAPTER.article("Fragile cadres", "sudden_storm:33E1.b", covers=("33B2.f",), met=_any_gained("turned"))
def fragile_cadres(record: PhaseRecord) -> Iterator[Finding]:
    """Their cadres are not rebuilt to what they were; the weaker division takes the cadre's place (33E1).

    Under:    sudden_storm, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; history whole; 2A/3003: so.56rif/2; say nothing to do
    Illegal:  turn 5, Soviet Initial Phase; weather clear; history whole; 2A/3003: so.56rif/2; flip so.56rif/1
    """
    for each in _gained(record, "turned"):
        why = say("its cadre is rebuilt as the division that stands in its place")
        yield _comes_back(each, why, _is_fragile(each.unit))


@CHAPTER.article("Fragile Finns", "sudden_storm:33E1.c", met=_any_gained("built"))
def fragile_finns(record: PhaseRecord) -> Iterator[Finding]:
    """Finnish 6-6 divisions are not replaced as they were; their cadres are rebuilt (33E1).

    Under:    sudden_storm, military_districts
    Legal:    turn 4, German Initial Phase; weather clear; [eliminated]: fi.1inf; fi.1inf [eliminated]>2A/2809
    Illegal:  turn 4, German Initial Phase; weather clear; [eliminated]: fi.66rif; fi.66rif [eliminated]>2A/2809
    """
    for each in _gained(record, "built"):
        if FINNISH_DIVISION.matches(each.unit):
            why = say("a 5-6 division takes its place in the pool")
            yield _comes_back(each, why, _shows(each.unit, "6-6"))


@CHAPTER.article("No substitution", "sudden_storm:33E2.a", met=_any_gained("built"))
def no_substitution(record: PhaseRecord) -> Iterator[Finding]:
    """Soviet tank, militia and NKVD divisions are never replaced (33E2).

    Under:    sudden_storm, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3003
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.militia; so.militia [eliminated]>2A/3003
    """
    for each in _gained(record, "built"):
        unit = each.unit
        barred = unit.type.kind in ("tank", "nkvd") or unit.has("militia") or unit.has("nkvd")
        if barred and SOVIET_DIVISION.matches(unit):
            yield _comes_back(each, say("such a division is lost for good"), YES)


@CHAPTER.article("Cadres of tank divisions", "sudden_storm:33E2.at", covers=("33E2.a",), met=_any_gained("turned"))
def cadres_of_tank_divisions(record: PhaseRecord) -> Iterator[Finding]:
    """Cadres of Soviet tank divisions are not rebuilt (33E2).

    Under:    sudden_storm, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; history whole; 2A/3003: +factory, so.2tnk/2; say nothing to do
    Illegal:  turn 5, Soviet Initial Phase; weather clear; history whole; 2A/3003: +factory, so.2tnk/2; flip so.2tnk/1
    """
    for each in _gained(record, "turned"):
        if each.unit.type.kind == "tank" and SOVIET_DIVISION.matches(each.unit):
            yield _comes_back(each, say("the cadre of a tank division is not rebuilt"), YES)


@dataclass(frozen=True, slots=True)
class Limit:
    """How many stacking points of some units each nation gains in a span of turns.

    `told` NATION added, is the number that tells what was gained in the span before; "": the span is this phase.
    """

    who: tuple[Selector, ...]
    told: str = ""
    turns: int = 2
    most: Fraction = Fraction(1)
    ways: frozenset[Way] = frozenset({"built"})


def _by_nation(record: PhaseRecord, limit: Limit) -> dict[str, list[Gain]]:
    found: dict[str, list[Gain]] = {}
    for each in _gained(record, *limit.ways):
        if any(who.matches(each.unit) for who in limit.who):
            found.setdefault(each.unit.type.nation, []).append(each)
    return found


def _any_limited(record: PhaseRecord, limit: Limit) -> bool:
    return bool(_by_nation(record, limit))


def _too_many(record: PhaseRecord, limit: Limit) -> Iterator[Finding]:
    for nation, found in sorted(_by_nation(record, limit).items()):
        total = _sum(found).plus(_before(record, limit, nation))
        within = total.at_most(Interval.of(limit.most))
        if not within.is_yes:
            units = [each.unit for each in found]
            because = say(
                "{units}: {total} in this span, and {most} may come back", listed(units), total, amount(limit.most)
            )
            yield Finding((), because, tuple(unit.id for unit in units), ~within)


def _size(gain: Gain) -> Fraction:
    """The stacking points that are gained: of who is turned to a better face what that has more."""
    old = gain.before.units.get(gain.unit.id) if gain.way == "turned" else None
    return unit_size(gain.unit, "points") - (unit_size(old, "points") if old is not None else 0)


def _before(record: PhaseRecord, limit: Limit, nation: str) -> Interval:
    """What was gained in the span before this phase, by the record or as it is told; nothing where the span has only begun.

    A span begins with each second turn, since the first turn of the game is the second of its month.
    """
    turn = record.moment.turn
    if not limit.told or turn == 1 or (turn and (turn - 2) % limit.turns == 0):
        return ZERO
    seen, whole = _on_record(record, limit, nation)
    told = f"{limit.told}.{nation}"
    if told in record.start.values:
        return told_number(record.start, told).greater(seen)
    return seen if whole else seen.plus(Interval.unknown(value_named(told)))


def _on_record(record: PhaseRecord, limit: Limit, nation: str) -> tuple[Interval, bool]:
    """What the phases on record before this one gained in the span, and whether they are all in which units are gained."""
    turn, side = record.moment.turn, record.moment.phasing
    found, whole = ZERO, False
    begins = turn - (turn - 2) % limit.turns
    for past in record.past_phases() if turn else ():
        now = past.moment
        if now.turn < begins:
            return found, now.turn > 0
        found = found.plus(_sum(_by_nation(past, limit).get(nation, ())))
        first = now.turn == begins and now.phase is not None and now.phase.kind == "initial" and now.phasing == side
        whole |= first and past.begun
    return found, whole


def _sum(found: Iterable[Gain]) -> Interval:
    return sum_of(Interval.by(each.sure, Interval.of(_size(each)), ZERO) for each in found)


def _axis(told: str, *kinds: str, turns: int = 2, most: Fraction = Fraction(1)) -> Limit:
    return Limit((Selector(sides=frozenset({"axis"}), kinds=frozenset(kinds)),), told, turns, most)


def _soviet(told: str, *kinds: str, turns: int = 2) -> Limit:
    return Limit((Selector(sides=frozenset({"soviet"}), kinds=frozenset(kinds)),), told, turns)


OF_FIRE = (
    ("", "engineers", "one RE of engineers a month", _axis("replaced.engineers", *ENGINEERS)),
    ("a", "artillery", "one RE of artillery a month", _axis("replaced.artillery", *ARTILLERY)),
    ("c", "airborne troops", "one RE of airborne troops in six turns", _axis("replaced.airborne", *AIRBORNE, turns=6)),
)
GERMAN_ARTILLERY = Selector(nations=frozenset({"german"}), tags=frozenset({"artillery"}))


@CHAPTER.article(
    *(
        printed(
            "fire_in_the_east",
            f"34B1.6{letter}",
            title=f"Axis limits: {name}",
            covers=("34B1.6",) if letter else (),
            says=f"Each Axis nation replaces {most} (34B1).",
            figures=limit,
        )
        for letter, name, most, limit in OF_FIRE
    ),
    printed(
        "fire_in_the_east",
        "34B1.6b",
        title="Axis limits: Brandenburgers",
        covers=("34B1.6",),
        says="One Brandenburg battalion is replaced a month (34B1).",
        figures=_axis("replaced.brandenburgers", "commando", most=Fraction(1, 2)),
    ),
    printed(
        "sudden_storm",
        "33B1.c",
        title="German RP use",
        says="The Germans replace one RE of artillery a month (33B1).",
        figures=Limit((GERMAN_ARTILLERY,), "replaced.artillery"),
    ),
    met=_any_limited,
)
def axis_limits(record: PhaseRecord, limit: Limit) -> Iterator[Finding]:
    """Each Axis nation gains so many of these units in a span of turns.

    Legal:    turn 8, German Initial Phase; weather clear; [eliminated]: ge.1art, ge.1eng, ge.bbg;
              ge.1art [eliminated]>1B/2719; ge.1eng [eliminated]>1B/2719; ge.bbg [eliminated]>1B/2719
    Illegal:  turn 8, German Initial Phase; weather clear; [eliminated]: ge.1art, ge.2art, ge.1eng, ge.1ceng, ge.bbg, ge.bbg#2,
              ge.22al1, ge.22al1#2; ge.1art [eliminated]>1B/2719; ge.2art [eliminated]>1B/2719;
              ge.1eng [eliminated]>1B/2719; ge.1ceng [eliminated]>1B/2719; ge.bbg [eliminated]>1B/2719;
              ge.bbg#2 [eliminated]>1B/2719; ge.22al1 [eliminated]>1B/2719; ge.22al1#2 [eliminated]>1B/2719
    """
    yield from _too_many(record, limit)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "34B2.11",
        title="Monthly Soviet limits",
        says="The Soviets replace one RE of NKVD type a month (34B2).",
        figures=_soviet("replaced.nkvd", "nkvd"),
    ),
    printed(
        "fire_in_the_east",
        "34B2.11a",
        title="Monthly Soviet limits: engineers",
        covers=("34B2.11",),
        says="The Soviets replace one RE of combat engineers a month (34B2).",
        figures=_soviet("replaced.engineers", "engineer"),
    ),
    printed(
        "fire_in_the_east",
        "34B2.12",
        title="Airborne limit",
        says="The Soviets replace one RE of parachute troops in six turns (34B2).",
        figures=_soviet("replaced.airborne", "parachute", "parachute_infantry", turns=6),
    ),
    met=_any_limited,
)
def soviet_limits(record: PhaseRecord, limit: Limit) -> Iterator[Finding]:
    """The Soviets gain so many of these units in a span of turns.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 8, Soviet Initial Phase; weather clear; history whole; [eliminated]: so.parachute.brigade.201;
              so.parachute.brigade.201 [eliminated]>2A/3003
    Illegal:  turn 8, Soviet Initial Phase; weather clear; history whole; 2A/3003: +factory;
              [eliminated]: so.nkvd.regiment.1-8.nkvd, so.nkvd.regiment.1-8.nkvd#2, so.engineer.brigade.1-2-6,
              so.engineer.brigade.1-2-6#2, so.parachute.brigade.201, so.parachute.brigade.204;
              so.nkvd.regiment.1-8.nkvd [eliminated]>2A/3003; so.nkvd.regiment.1-8.nkvd#2 [eliminated]>2A/3003;
              so.engineer.brigade.1-2-6 [eliminated]>2A/3003; so.engineer.brigade.1-2-6#2 [eliminated]>2A/3003;
              so.parachute.brigade.201 [eliminated]>2A/3003; so.parachute.brigade.204 [eliminated]>2A/3003
    """
    yield from _too_many(record, limit)


SOVIET_CAVALRY = Limit(
    (Selector(sides=frozenset({"soviet"}), kinds=frozenset({"cavalry"})),), most=Fraction(6), ways=EVERY_WAY
)
WINTERIZED = Limit(
    (
        Selector(
            sides=frozenset({"soviet"}),
            any_tags=frozenset({"winterized", "guards", "ski", "mountain", "nkvd", "nkvd_force"}),
        ),
        Selector(sides=frozenset({"soviet"}), kinds=frozenset({"mountain"})),
    ),
    "replaced.winterized",
    most=Fraction(3),
    ways=EVERY_WAY,
)


@CHAPTER.article(
    printed(
        "sudden_storm",
        "33B2.h",
        title="Soviet limits: cavalry",
        says="The Soviets replace or rebuild six REs of cavalry a turn (33B2).",
        figures=SOVIET_CAVALRY,
    ),
    printed(
        "sudden_storm",
        "33B2.hw",
        title="Soviet limits: winterized units",
        covers=("33B2.h",),
        during={"last_turn": 19},
        says="To the end of the first winter the Soviets replace or rebuild three REs of winterized units a month (33B2).",
        figures=WINTERIZED,
    ),
    met=_any_limited,
)
def replaced_or_rebuilt(record: PhaseRecord, limit: Limit) -> Iterator[Finding]:
    """The Soviets replace or rebuild so many cavalry and winterized units.

    Under:    sudden_storm, military_districts
    Legal:    turn 8, Soviet Initial Phase; weather clear; history whole; [eliminated]: so.38cav;
              so.38cav [eliminated]>2A/3008
    Illegal:  turn 8, Soviet Initial Phase; weather clear; history whole; [eliminated]: so.38cav, so.38cav#2, so.38cav#3,
              so.1gds, so.2gds; so.38cav [eliminated]>2A/3008; so.38cav#2 [eliminated]>2A/2908;
              so.38cav#3 [eliminated]>2A/2904; so.1gds [eliminated]>2A/3008; so.2gds [eliminated]>2A/2908
    """
    yield from _too_many(record, limit)


FIGHTS = frozenset({"combat"})
MARCHES = frozenset({"movement", "exploitation"})


@dataclass(frozen=True, slots=True)
class Tally:
    """The number that tells how much attack strength such units lost."""

    name: str
    who: Selector
    isolated_from: frozenset[str]
    """The phases in which isolation is determined, and lasts until the next of them or the end of the player turn."""


AT_FIRST = frozenset({"initial"})  # 3I of Fire in the East
TWICE = frozenset({"initial", "combat"})  # 3H of Sudden Storm


def _of_nation(nation: str, *without: str, when: frozenset[str] = TWICE) -> Tally:
    who = Selector(nations=frozenset({nation}), without_tags=frozenset(without))
    return Tally(f"lost.{nation}", who, when)


def _of_soviets(*without: str, when: frozenset[str] = TWICE) -> Tally:
    return Tally("lost.soviet", Selector(sides=frozenset({"soviet"}), without_tags=frozenset(without)), when)


def _is_told(record: PhaseRecord, tally: Tally) -> bool:
    phase = record.moment.phase
    return phase is not None and bool(phase.names & (FIGHTS | MARCHES)) and tally.name in record.start.values


FIRE_SAYS = (
    "The attack strength of {} units that are neither c/m nor artillery lost in battles and overruns, unless isolated, is "
    "tallied for special replacements (34B3)."
)
STORM_SAYS = (
    "The attack strength of {} units lost in battles and overruns, unless isolated, is tallied for special replacements "
    "(33B3)."
)
HEAVY = ("cm", "artillery")


def _tallied(pack: str, number: str, says: str, tally: Tally, *covers: str) -> Printed:
    nation = tally.name.removeprefix("lost.")
    title, told = f"Losses tallied: {nation}", says.format(nation.capitalize())
    return printed(pack, number, title=title, says=told, covers=covers, figures=tally)


@CHAPTER.article(
    _tallied("fire_in_the_east", "34B3.1", FIRE_SAYS, _of_nation("german", *HEAVY, when=AT_FIRST)),
    _tallied("fire_in_the_east", "34B3.1f", FIRE_SAYS, _of_nation("finnish", *HEAVY, when=AT_FIRST), "34B3.1"),
    _tallied(
        "fire_in_the_east", "34B3.1s", FIRE_SAYS, _of_soviets(*HEAVY, "afloat", when=AT_FIRST), "34B3.1", "3I.9", "3I.2"
    ),
    _tallied("sudden_storm", "33B3.a", STORM_SAYS, _of_nation("german")),
    _tallied("sudden_storm", "33B3.aso", STORM_SAYS, _of_soviets("afloat"), "33B3.a"),
    *(
        _tallied("sudden_storm", f"33B3.a{nation[:2]}", STORM_SAYS, _of_nation(nation), "33B3.a")
        for nation in ("finnish", "hungarian", "italian", "rumanian", "slovakian")
    ),
    when=("movement", "combat", "exploitation"),
    met=_is_told,
    units_in="who",
    whole_turn=True,
)
def losses_are_tallied(record: PhaseRecord, tally: Tally) -> Iterator[Finding]:
    """What is lost in a battle is added to the tally of losses; what is not yet added may be later, which is a doubt.

    Legal:    turn 5, German Combat Phase; weather clear; value lost.soviet 3; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf result=DE; remove so.10rif; value lost.soviet 7
    Illegal:  turn 5, German Combat Phase; weather clear; value lost.soviet 3; value lost.german 3; value lost.finnish 3;
              value lost.hungarian 3; value lost.italian 3; value lost.rumanian 3; value lost.slovakian 3;
              1B/2915: ge.1inf; 1B/2914: so.10rif; attack 1B/2914: ge.1inf result=DE; remove so.10rif; value lost.soviet 9;
              value lost.german 9; value lost.finnish 9; value lost.hungarian 9; value lost.italian 9;
              value lost.rumanian 9; value lost.slovakian 9
    """
    if not _is_told(record, tally):
        return
    counted = rise(record, tally.name)
    losses = list(_losses(record, tally))
    due, cadres = sum_of(amount for _, amount in losses), _come(record, tally)
    if cadres != ZERO:
        due = due.either(due.minus(cadres).greater(ZERO), say("which units are cadres of those that were lost"))
    equal = counted.at_least(due) & counted.at_most(due)
    if equal.is_yes:
        return
    parts = strung((say("{amount} for {unit}", each, unit) for unit, each in losses), ", ") or "0"
    because = say("{name} rises by {booked}; lost: {parts}", tally.name, counted, parts)
    late = counted == ZERO
    broken = ~equal & Known.open(say("whether the losses are booked later")) if late else ~equal
    yield Finding((), because, broken=broken, owed=late and not record.ended, excuse=Excuse())


def _losses(record: PhaseRecord, tally: Tally) -> Iterator[tuple[Unit, Interval]]:
    """Each unit that lost strength, with how much of it counts: nothing of who was isolated when that was determined."""
    overrun = {act.path[-1] for act in record.of(Overrun) if act.path}
    fights = record.moment.phase is not None and bool(record.moment.phase.names & FIGHTS)
    for name, unit in sorted(record.start.units.items()):
        if not unit.hex or not tally.who.matches(unit) or not (fights or unit.hex in overrun):
            continue
        after = record.end.units.get(name)
        lost = _strength(unit.shown, unit)
        if after is not None and after.hex:
            lost = lost.minus(_strength(after.shown, unit)) if after.face != unit.face else ZERO
        if lost != ZERO:
            yield unit, Interval.by(~_isolated(record, unit, tally), lost.greater(ZERO), ZERO)


def _isolated(record: PhaseRecord, unit: Unit, tally: Tally) -> Known:
    """Whether a unit was isolated when that was last determined, or is as the phase begins if that is not on record."""
    determined = [
        each.start
        for each in (*record.earlier, record)
        if (phase := each.moment.phase) and phase.names & tally.isolated_from and unit.id in each.start.units
    ]
    at = determined[-1] if determined else record.start
    isolated = supply(at, unit.side).state(unit.id, "isolation").is_in(frozenset({"isolated"}))
    if determined or isolated.is_no:
        return isolated
    return isolated & Known.open(say("whether {unit} was isolated in the initial phase", unit))


def _strength(face: Face, unit: Unit) -> Interval:
    if face.attack is None:
        return Interval.unknown(say("the strength of {unit}", unit))
    return Interval.of(Fraction(face.attack))


def _come(record: PhaseRecord, tally: Tally) -> Interval:
    """The strength of units that came onto the map in the phase, which may be the cadres of lost ones."""
    old = record.start.units
    new = (each for name, each in record.end.units.items() if each.hex and not (name in old and old[name].hex))
    return sum_of(_strength(unit.shown, unit) for unit in new if tally.who.matches(unit))
