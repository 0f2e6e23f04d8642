"""Where air units may be, come into play and leave it: 23 to 36 of Fire in the East, 22 to 35 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.analysis.air.based import flying_on_map
from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.air.sorties import start_of
from adjudicator.analysis.cards import may_be_carded
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.situation import Situation, fits_any, nearest_words
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, YES, Known, all_of, any_of
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.air_chart import MAP, Hop, hops
from adjudicator.packs.europa.rules._lines import NOT_ISOLATED
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import Selector
from adjudicator.words import counted, deed, listed

CHAPTER = Chapter(area="air", unseen="cannot excuse")

OWN_INITIAL = When(phases=frozenset({"initial"}), phasing="own")
SURPRISE = When(phases=frozenset({"surprise"}))
BEFORE_THE_STRIKE = When(phases=frozenset({"surprise.movement"}))
RAF_IS_SOVIET = When(without_turns=("6-9",))

NEW = frozenset({"out", "due"})
AVAILABLE, REMNANTS, ASIDE = "air available", "air remnants", "air aside"
LOST = frozenset({"air eliminated", REMNANTS})
CONNECTED = (Situation(connected=(NOT_ISOLATED,)),)
OWN_AND_CONNECTED = (Situation(controlled="own", connected=(NOT_ISOLATED,)),)
OWN_AND_JOINED = (Situation(controlled="own", connected=(Connection(lines=("isolation",), to=frozenset({"source"})),)),)
"""As Sudden Storm says it, where no landed supply counts."""


def _of(*nations: str) -> Selector:
    return Selector(nations=frozenset(nations))


def _in(*tags: str) -> Where:
    return Where(tags=frozenset(tags))


def _outside(*tags: str) -> Where:
    return Where(without=frozenset(tags))


GERMAN, BOTH, RAF = _of("german"), _of("german", "soviet"), _of("british")


@dataclass(frozen=True, slots=True)
class Few:
    """So many air units at most, or so many there."""

    flying: Selector
    most: int = 0
    where: Where = ANYWHERE


def _fly(position: Position, few: Few) -> bool:
    return bool(flying_on_map(position, few.flying))


def _too_many(position: Position, few: Few, when: When = ALWAYS) -> Iterator[Finding]:
    ground, index = ground_at(position), position.network.index
    found = [(unit, few.where.fits(ground, index[unit.location])) for unit in flying_on_map(position, few.flying)]
    there = [unit for unit, here in found if here.is_yes]
    certain = YES
    if len(there) <= few.most:
        there = [unit for unit, here in found if here.possible]
        certain = all_of(here for _, here in found if here.is_open)
    now = when.holds(position, there[0].side) & certain if there else NO
    if len(there) > few.most and now.possible:
        because = say(
            "{count} abroad, and at most {most} may be: {units}",
            counted(len(there), "air unit"),
            few.most,
            listed(there),
        )
        yield Finding(
            tuple(dict.fromkeys(unit.location for unit in there)), because, tuple(unit.id for unit in there), now
        )


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "32A1.2",
        title="Hungarian air units abroad",
        says="Two Hungarian air units are in the USSR at most, at a base or in the air.",
        figures=Few(_of("hungarian"), 2, _in("ussr")),
    ),
    printed(
        "fire_in_the_east",
        "32A2.1",
        title="Rumanian air units abroad",
        says="Three Rumanian air units are in the USSR at most, at a base or in the air.",
        figures=Few(_of("rumanian"), 3, _in("ussr")),
    ),
    printed(
        "sudden_storm",
        "31A2.a",
        title="Rumanian air units abroad",
        says="Two Rumanian air units are out of Rumania at most, at a base or in the air.",
        figures=Few(_of("rumanian"), 2, _outside("rumania")),
    ),
    met=_fly,
)
def few_in_the_ussr(position: Position, few: Few) -> Iterator[Finding]:
    """Few air units of an ally of Germany's are in the USSR.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2719: +airfield; [1B/2719]: hu.cr42
    Illegal:  turn 5, Soviet Movement Phase; weather clear; [1B/2013]: hu.cr42, hu.cr42#2, hu.cr42#3,
              ru.sm79, ru.sm79#2, ru.sm79#3, ru.sm79#4
    """
    yield from _too_many(position, few)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "32A1.2h",
        title="Hungarian air units at home",
        covers=("32A1.2",),
        says="Hungarian air units are in Hungary or the USSR, at a base or in the air.",
        figures=Few(_of("hungarian"), where=_outside("hungary", "rumania", "slovakia", "ussr", "sea")),
    ),
    printed(
        "fire_in_the_east",
        "32A2.1h",
        title="Rumanian air units at home",
        covers=("32A2.1",),
        says="Rumanian air units are in Rumania or the USSR, at a base or in the air.",
        figures=Few(_of("rumanian"), where=_outside("hungary", "rumania", "ussr", "sea")),
    ),
    met=_fly,
)
def at_home_or_in_the_ussr(position: Position, few: Few) -> Iterator[Finding]:
    """The air units of some allies of Germany's are nowhere but at home and in the USSR.

    Under:    fire_in_the_east, border_lands
    Legal:    turn 5, German Movement Phase; weather clear; [3B/1112]: ru.sm79
    Illegal:  turn 5, German Movement Phase; weather clear; [3B/0616]: hu.cr42, ru.sm79
    """
    yield from _too_many(position, few)


@CHAPTER.article("The RAF in Russia", "fire_in_the_east:35.5", met=lambda position: flying_on_map(position, RAF))
def months_of_the_raf(position: Position) -> Iterator[Finding]:
    """An RAF air unit flies from Sep I to Oct II 41; afterwards it is a Soviet one.

    Legal:    turn 7, Soviet Movement Phase; weather clear; [2A/2707]: br.hurri2
    Illegal:  turn 5, Soviet Movement Phase; weather clear; [2A/2707]: br.hurri2
    """
    yield from _too_many(position, Few(RAF), RAF_IS_SOVIET)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "36.6",
        title="The Luftwaffe in Norway",
        says="German air units start in Greater Germany, Rumania and Norway.",
        figures=Few(GERMAN, where=_outside("greater_germany", "rumania", "norway")),
    ),
    *(
        printed(
            pack,
            f"{of}.{nation[0]}",
            title=title,
            area=area,
            covers=(of,),
            says=says,
            figures=Few(_of(nation), where=_outside(home)),
        )
        for pack, of, area in (("fire_in_the_east", "36.6", "air"), ("sudden_storm", "35.g", "airbase"))
        for nation, home, title, says in (
            ("finnish", "finland", "Finns start in Finland", "Finnish air units start at airbases in Finland."),
            ("rumanian", "rumania", "Rumanians start in Rumania", "Rumanian air units start at airbases in Rumania."),
            (
                "hungarian",
                "hungary",
                "Hungarians start in Hungary",
                "Hungarian air units start at airbases in Hungary.",
            ),
        )
    ),
    met=_fly,
)
def start_at_home(position: Position, few: Few) -> Iterator[Finding]:
    """Before the surprise strike no air unit of a nation is out of the countries in which it starts.

    Legal:    turn 1, Surprise Movement Phase; weather clear; [1B/2719]: ge.he111h
    Illegal:  turn 1, Surprise Movement Phase; weather clear; [2A/2707]: ge.he111h, fi.fokker, ru.sm79, hu.cr42
    """
    yield from _too_many(position, few, BEFORE_THE_STRIKE)


@CHAPTER.article(
    "Three in Norway", "fire_in_the_east:36.6.n", covers=("36.6",), met=lambda position: flying_on_map(position, GERMAN)
)
def few_start_in_norway(position: Position) -> Iterator[Finding]:
    """Three German air units at most start in Norway.

    Under:    fire_in_the_east, border_lands
    Legal:    turn 1, Surprise Movement Phase; weather clear; [3B/0616]: ge.he111h
    Illegal:  turn 1, Surprise Movement Phase; weather clear; [3B/0616]: ge.he111h, ge.he111h#2, ge.he111h#3, ge.he111h#4
    """
    yield from _too_many(position, Few(GERMAN, 3, _in("norway")), BEFORE_THE_STRIKE)


@CHAPTER.article(
    "Two in Norway",
    "sudden_storm:30F2.b.n",
    area="surprise",
    covers=("30F2.b",),
    met=lambda position: flying_on_map(position, GERMAN),
)
def few_in_norway_after_the_strike(position: Position) -> Iterator[Finding]:
    """After the surprise strike two German air units at most are in Norway.

    Under:    sudden_storm, border_lands
    Legal:    turn 1, Surprise Combat Phase; weather clear; [3B/0616]: ge.he111h
    Illegal:  turn 1, Surprise Combat Phase; weather clear; [3B/0616]: ge.he111h, ge.he111h#2, ge.he111h#3
    """
    yield from _too_many(position, Few(GERMAN, 2, _in("norway")), SURPRISE)


@CHAPTER.article(
    "Nobody else flies before the strike",
    printed(
        "fire_in_the_east",
        "36.2a",
        covers=("36.2", "31F2.4"),
        says="Until the surprise strike is over, no Soviet air unit is on the map.",
        figures=Few(_of("soviet")),
    ),
    printed(
        "sudden_storm",
        "35.g",
        says="Until the surprise strike is over, no German and no Soviet air unit is on the map.",
        figures=Few(BOTH),
    ),
    area="airbase",
    met=_fly,
)
def nobody_flies_before_the_strike(position: Position, few: Few) -> Iterator[Finding]:
    """Until the surprise strike is over, no Soviet air unit is on the map.

    Legal:    turn 1, Surprise Movement Phase; weather clear; [air aside]: so.mig3
    Illegal:  turn 1, Surprise Movement Phase; weather clear; [2A/2707]: so.mig3
    """
    yield from _too_many(position, few, BEFORE_THE_STRIKE)


def _moves(record: PhaseRecord, when: When, *, out_of: frozenset[str] = frozenset(), into: str = "") -> Iterator[Hop]:
    """What comes out of boxes, or goes from the map into one, at that time."""
    for hop in hops(record):
        named = hop.origin in out_of or (hop.origin == MAP and hop.to == into)
        if named and when.holds(record.acts[hop.number].before, hop.unit.side).possible:
            yield hop


def _onto_the_map(record: PhaseRecord, when: When, boxes: frozenset[str]) -> Iterator[Hop]:
    return (hop for hop in _moves(record, when, out_of=boxes) if hop.to == MAP)


@CHAPTER.article(
    "New air units wait",
    "fire_in_the_east:27C",
    met=lambda record: any(not hop.unit.has("guards") for hop in _moves(record, OWN_INITIAL, out_of=NEW)),
)
def new_units_wait(record: PhaseRecord) -> Iterator[Finding]:
    """An air unit that is a reinforcement goes into the available box, not onto the map; Guards take another's place.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [due]: so.mig3; so.mig3 [due]>[air available]
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [due]: so.mig3; so.mig3 [due]>[2A/2707]
    """
    for hop in _onto_the_map(record, OWN_INITIAL, NEW):
        unit = hop.unit
        if not unit.has("guards"):
            because = say("{unit} comes onto the map at once, in {hex}, and must wait in its box", unit, hop.hex)
            now = OWN_INITIAL.holds(record.acts[hop.number].before, unit.side)
            yield Finding((hop.hex,), because, (unit.id,), now)


@CHAPTER.article(
    "De-activation",
    "fire_in_the_east:27D",
    covers=("3I.6",),
    met=lambda record: any(_moves(record, OWN_INITIAL, into=REMNANTS)),
)
def deactivation(record: PhaseRecord) -> Iterator[Finding]:
    """No air unit is de-activated at an airbase that is isolated.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [2A/2707]: so.mig3; so.mig3 [2A/2707]>[air remnants]
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [1B/2712]: so.mig3; 1B/2712: so.10rif; 1B/2711: ge.1inf;
              1B/2713: ge.11inf; 1B/2612: ge.21inf; 1B/2812: ge.30inf; so.mig3 [1B/2712]>[air remnants]
    """
    for hop in _moves(record, OWN_INITIAL, into=REMNANTS):
        before, unit = record.acts[hop.number].before, hop.unit
        now, base = OWN_INITIAL.holds(before, unit.side), is_base(before, unit.side, hop.hex)
        if base.is_no and any(each.side != unit.side for each in before.at(hop.hex)):
            continue
        if not base.is_yes:
            now &= Known.open(say("whether {unit} was lost with its base in {hex}", unit, hop.hex), *base.missing)
        fits = fits_any(before, unit.side, hop.hex, CONNECTED)
        if not fits.is_yes:
            words = nearest_words(before, unit.side, hop.hex, CONNECTED)
            because = say("{unit} leaves play in {hex}; the place must be: {situations}", unit, hop.hex, words)
            yield Finding((hop.hex,), because, (unit.id,), ~fits & now)


Places = tuple[Situation, ...]


def _comes_to_its_base(record: PhaseRecord, hop: Hop, when: When, *places: Places) -> Iterator[Finding]:
    """Whether a unit comes to an airbase of its side that is as each of these says."""
    before, unit = record.acts[hop.number].before, hop.unit
    now, base = when.holds(before, unit.side), is_base(before, unit.side, hop.hex)
    if not base.is_yes:
        because = say("{unit} enters play in {hex}, which is no airbase of its side", unit, hop.hex)
        yield Finding((hop.hex,), because, (unit.id,), ~base & now)
        return
    for situations in filter(None, places):
        fits = fits_any(before, unit.side, hop.hex, situations)
        if not fits.is_yes:
            words = nearest_words(before, unit.side, hop.hex, situations)
            because = say("{unit} enters play in {hex}; the place must be: {situations}", unit, hop.hex, words)
            yield Finding((hop.hex,), because, (unit.id,), ~fits & now)
            return


def _any_comes(when: When, *boxes: str) -> Callable[[PhaseRecord], bool]:
    return lambda record: any(_onto_the_map(record, when, frozenset(boxes)))


def _there(*tags: str) -> Places:
    return (Situation(where=_in(*tags)),)


HOMES: Mapping[str, Places] = {
    "german": _there("greater_germany"),
    "italian": _there("greater_germany"),
    "slovakian": _there("greater_germany"),
    "finnish": _there("finland"),
    "hungarian": _there("hungary"),
    "rumanian": _there("rumania"),
}
USSR = _there("ussr")


@CHAPTER.article("Activation", "fire_in_the_east:27E", covers=("3I.6",), met=_any_comes(OWN_INITIAL, AVAILABLE))
def activation(record: PhaseRecord) -> Iterator[Finding]:
    """An air unit that waits enters play at an airbase of its side in its home country that is not isolated.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air available]: so.mig3; 2A/2707: so.10rif;
              so.mig3 [air available]>[2A/2707]
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air available]: so.mig3; 2A/2708: so.10rif;
              so.mig3 [air available]>[2A/2708]
    """
    for hop in _onto_the_map(record, OWN_INITIAL, frozenset({AVAILABLE})):
        home = USSR if hop.unit.side == "soviet" else HOMES.get(hop.unit.type.nation, ())
        yield from _comes_to_its_base(record, hop, OWN_INITIAL, OWN_AND_CONNECTED, home)


STRIKE_BASES = _there("greater_germany", "rumania")


@dataclass(frozen=True, slots=True)
class AfterTheStrike:
    """Out of which boxes air units come after the surprise strike, and where German ones come."""

    boxes: frozenset[str]
    german: Places
    soviets_first: bool = False


@CHAPTER.article(
    "Bases after the surprise strike",
    printed(
        "fire_in_the_east",
        "31F2.6",
        says="After the surprise strike its attackers come to airbases in Greater Germany and Rumania, and Soviet air units to "
        "those in the USSR.",
        figures=AfterTheStrike(frozenset({ASIDE, "surprise strike", AVAILABLE}), STRIKE_BASES),
    ),
    printed(
        "sudden_storm",
        "30F2.b",
        area="surprise",
        says="After the surprise strike Soviet air units come to airbases in the USSR, then German ones to Greater Germany, "
        "Rumania and Norway.",
        figures=AfterTheStrike(frozenset({ASIDE}), _there("greater_germany", "rumania", "norway"), soviets_first=True),
    ),
    met=lambda record, after: any(_onto_the_map(record, SURPRISE, after.boxes)),
)
def bases_after_the_strike(record: PhaseRecord, after: AfterTheStrike) -> Iterator[Finding]:
    """After the surprise strike air units come to airbases of their own countries.

    Legal:    turn 1, Surprise Combat Phase; weather clear; [air aside]: so.mig3; 2A/2707: so.10rif;
              so.mig3 [air aside]>[2A/2707]
    Illegal:  turn 1, Surprise Combat Phase; weather clear; [air aside]: so.mig3; 2A/2708: so.10rif;
              so.mig3 [air aside]>[2A/2708]
    """
    earlier: Unit | None = None
    for hop in _onto_the_map(record, SURPRISE, after.boxes):
        home = USSR if hop.unit.side == "soviet" else after.german if hop.unit.type.nation == "german" else ()
        yield from _comes_to_its_base(record, hop, SURPRISE, home)
        if hop.unit.type.nation == "german":
            earlier = earlier or hop.unit
        elif earlier is not None and after.soviets_first and hop.unit.side == "soviet":
            because = say(
                "{unit} is deployed after {other}, and Soviet air units are deployed first", hop.unit, earlier
            )
            yield Finding((hop.hex,), because, (hop.unit.id,))


@CHAPTER.article(
    "Who flies in the surprise turn",
    "fire_in_the_east:31F.2a",
    area="surprise",
    covers=("31F.2",),
    unseen="may excuse",
    met=lambda record: any(_surprise_flights(record)),
)
def who_flies_in_the_surprise_turn(record: PhaseRecord) -> Iterator[Finding]:
    """In the surprise turn no air unit of another nation than Germany flies, and no German one from a base in Norway (31F).

    Legal:    turn 1, Surprise Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h
    Illegal:  turn 1, Surprise Air Phase; weather clear; [1B/1714]: fi.fokker; fly transfer 1B/1821: fi.fokker
    """
    for act in _surprise_flights(record):
        index, now = act.before.network.index, SURPRISE.holds(act.before, act.moment.phasing)
        base = start_of(act)
        near = (
            any_of(each.where.fits(ground_at(act.before), index[base]) for each in STRIKE_BASES)
            if base in index
            else YES
        )
        for unit in act.units_before:
            if unit.side == "soviet":
                continue
            german = unit.type.nation == "german"
            why = (
                say("only air units of Greater Germany and Rumania fly in the surprise turn")
                if german
                else say("only Germans fly in the surprise turn")
            )
            because = say("{unit} {does}: {why}", unit, deed(act.kind), why)
            yield Finding((), because, (unit.id,), now & ~near if german else now)


def _surprise_flights(record: PhaseRecord) -> Iterator[Flight]:
    return (act for act in record.of(Flight) if SURPRISE.holds(act.before, act.moment.phasing).possible and act.units)


@CHAPTER.article(
    "Where replaced air units come", "sudden_storm:26A3.a", area="replacement", met=_any_comes(ALWAYS, *LOST)
)
def where_replaced_units_come(record: PhaseRecord) -> Iterator[Finding]:
    """A replaced air unit comes to an airbase of its side that is not isolated.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2; 2A/2707: so.10rif;
              so.mig3 [air eliminated]>[2A/2707]; so.mig3#2 [air eliminated]>[air remnants]
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2; 2A/2708: so.10rif;
              so.mig3 [air eliminated]>[2A/2708]; so.mig3#2 [air eliminated]>[air remnants]
    """
    for hop in _onto_the_map(record, ALWAYS, LOST):
        yield from _comes_to_its_base(record, hop, ALWAYS, OWN_AND_JOINED)


@CHAPTER.article(
    "Where new air units come", "sudden_storm:26B.a", area="reinforcement", met=_any_comes(OWN_INITIAL, *NEW)
)
def where_new_units_come(record: PhaseRecord) -> Iterator[Finding]:
    """An air unit that is a reinforcement comes to an airbase of its side that is not isolated.

    Legal:    turn 5, Soviet Initial Phase; weather clear; [due]: so.mig3; 2A/2707: so.10rif; so.mig3 [due]>[2A/2707]
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [due]: so.mig3; 2A/2708: so.10rif; so.mig3 [due]>[2A/2708]
    """
    for hop in _onto_the_map(record, OWN_INITIAL, NEW):
        yield from _comes_to_its_base(record, hop, OWN_INITIAL, OWN_AND_JOINED)


def _any_turned(record: PhaseRecord, _: object) -> bool:
    return any(old and new and old.type.flies and old.face != new.face for _, old, new in record.changes())


@CHAPTER.article(
    "When air units are repaired",
    printed(
        "fire_in_the_east",
        "23.when",
        covers=("23",),
        says="Inoperative air units become operative in the initial phase alone (23).",
    ),
    printed(
        "sudden_storm",
        "22.when",
        covers=("22.a",),
        says="Inoperative air units become operative in the initial phase alone (22).",
    ),
    when=("movement", "air", "combat", "exploitation"),
    met=_any_turned,
)
def repaired_in_the_initial_phase(record: PhaseRecord) -> Iterator[Finding]:
    """Nothing that flies is turned to a better face on the map.

    Legal:    turn 5, German Movement Phase; weather clear; [1B/2719]: ge.me109e; flip ge.me109e/2
    Illegal:  turn 5, German Movement Phase; weather clear; [1B/2719]: ge.me109e/2; flip ge.me109e/1
    """
    index = record.start.network.index
    for _, old, new in record.changes():
        if old and new and old.type.flies and new.face < old.face and old.location in index:
            because = say("{unit} becomes readier in {moment}, and nothing recovers then", old, record.moment)
            yield Finding((), because, (old.id,), ~may_be_carded(record))
