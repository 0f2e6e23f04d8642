"""Regions in which some units may not be: 31B, 32A and 39C of Fire in the East, 30B and 31 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.events import UnitEvent, UnitEvents
from adjudicator.analysis.ground import ground_at
from adjudicator.checks.articles import Chapter, has_figures, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, any_of
from adjudicator.packs.europa.analysis.regions import happens, has_happened, in_region
from adjudicator.packs.europa.rules.theaters import LOST_LENINGRAD
from adjudicator.record.acts import Act, Attack
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.terms.words import where_words
from adjudicator.words import listed, some_units

CHAPTER = Chapter(area="special")


@dataclass(frozen=True, slots=True)
class Barred:
    """Who may not be where, from an event on or from the start, and the event that opens the region, if any does."""

    who: Selector
    where: Where = ANYWHERE
    when: When = ALWAYS
    begins: str = ""
    ends: str = ""


def _of(*nations: str, tags: str = "") -> Selector:
    return Selector(nations=frozenset(nations), tags=frozenset(tags.split()))


def _ids(names: str) -> Selector:
    return Selector(ids=frozenset(names.split()))


def _in(tag: str) -> Where:
    return Where(tags=frozenset({tag}))


def _outside(*tags: str) -> Where:
    return Where(without=frozenset(tags))


def nobody_there(position: Position, barred: Barred) -> Iterator[Finding]:
    """None of these units is in the region while it is barred."""
    begun = happens(position, barred.begins) if barred.begins else YES
    if not (applies := begun & barred.when.holds(position, "")).possible:
        return
    found = in_region(position, barred.who, barred.where)
    if found:
        at, names = tuple(dict.fromkeys(unit.hex for unit, _ in found)), tuple(unit.id for unit, _ in found)
        applies &= any_of(here for _, here in found)
        if barred.ends:
            applies &= ~has_happened(position, barred.ends, lasting=False)
        units = some_units(unit for unit, _ in found)
        because = say("{units}: no such unit may be in {where}", units, where_words(barred.where))
        yield Finding(at, because, names, applies)


RESERVES = _ids(
    "ru.artillery.regiment.1 ru.cavalry.division.1 ru.cavalry.division.7 ru.cavalry.division.9 ru.infantry.division.1 "
    "ru.infantry.division.10 ru.infantry.division.11 ru.infantry.division.18 ru.infantry.division.2 "
    "ru.naval_infantry.regiment.15-17"
)
LATER_RESERVES = _ids(
    "ru.artillery.regiment.1a ru.artillery.regiment.6 ru.artillery.regiment.8 ru.infantry.division.9 "
    "ru.light_antiaircraft.regiment.1 ru.machinegun.brigade.1"
)
RUMANIANS_RELEASED, HUNGARIANS_RELEASED = "Rumanian reserves released", "Hungarian reserves released"
SOVIETS = Selector(sides=frozenset({"soviet"}), without_tags=frozenset({"afloat"}))
TEN_RES = 10
NEAR_HELSINKI = UnitEvent(
    "German limit raised",
    SOVIETS,
    Where(all_tags=frozenset({"finland", "near_helsinki"})),
    free="isolated",
    holds="turn",
)
"""32B of Fire in the East, 31B1 of Sudden Storm."""
IN_RUMANIA = UnitEvent(RUMANIANS_RELEASED, SOVIETS, Where(tags=frozenset({"rumania"})), least=TEN_RES)
AT_WEST_RUMANIA = UnitEvent(RUMANIANS_RELEASED, SOVIETS, next_to=Where(tags=frozenset({"rumania_west"})))
IN_HUNGARY = UnitEvent(HUNGARIANS_RELEASED, SOVIETS, Where(tags=frozenset({"hungary"})), least=TEN_RES)
has_figures(__name__, "europa", UnitEvents((NEAR_HELSINKI,)))
has_figures(__name__, "fire_in_the_east", UnitEvents((NEAR_HELSINKI, AT_WEST_RUMANIA, IN_RUMANIA)))  # 32A2
has_figures(__name__, "sudden_storm", UnitEvents((NEAR_HELSINKI, IN_HUNGARY, IN_RUMANIA), frozenset({LOST_LENINGRAD})))


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "32A2.2",
        covers=("32A2.3",),
        figures=Barred(RESERVES, _outside("rumania_west"), When(last_turn=3), ends=RUMANIANS_RELEASED),
        title="Rumanian reserves",
        says="Rumanian reserves stay in the west of Rumania until Aug I 41, unless the Soviets come near.",
    ),
    printed(
        "fire_in_the_east",
        "32A2.2b",
        covers=("32A2.2",),
        figures=Barred(LATER_RESERVES, _outside("rumania_west"), When(last_turn=13), ends=RUMANIANS_RELEASED),
        title="Rumanian reserves of 1942",
        says="Others stay there until Jan I 42.",
    ),
    units_in="who",
)
def reserves_stay_in_the_west(position: Position, barred: Barred) -> Iterator[Finding]:
    """Rumanian reserves stay in the west of Rumania, until a date or until they are released.

    Under:    fire_in_the_east, border_lands
    Legal:    turn 2, German Movement Phase; weather clear; 3B/0905: ru.1cav
    Illegal:  turn 2, German Movement Phase; weather clear; 3B/0905: ru.cavalry.division.1, ru.infantry.division.9
    """
    yield from nobody_there(position, barred)


@CHAPTER.article(
    printed(
        "sudden_storm",
        "31A1.d",
        figures=Barred(_of("hungarian", tags="reserve"), _outside("hungary"), ends=HUNGARIANS_RELEASED),
        title="Hungarian reserves",
        says="Hungarian units marked as in reserve stay in Hungary until ten REs of Soviets are there (31A1).",
    ),
    printed(
        "sudden_storm",
        "31A2.b",
        covers=("31A2.c",),
        figures=Barred(_of("rumanian", tags="reserve"), _outside("rumania", "bessarabia"), ends=RUMANIANS_RELEASED),
        title="Rumanian reserves",
        says="Rumanian units marked as in reserve stay in Rumania until they are released, or ten REs of Soviets are there "
        "(31A2).",
    ),
    units_in="who",
)
def reserves_stay_at_home(position: Position, barred: Barred) -> Iterator[Finding]:
    """Units marked as in reserve stay in their country until they are released.

    Under:    sudden_storm, border_lands
    Legal:    turn 5, German Movement Phase; weather clear; 3B/0905: ru.1cav
    Illegal:  turn 5, German Movement Phase; weather clear; 3B/0905: ru.1cav+reserve, hu.1mot+reserve
    """
    yield from nobody_there(position, barred)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "32A2.2o",
        covers=("32A2.2",),
        figures=Barred(RESERVES, _outside("rumania_west"), When(last_turn=3), ends=RUMANIANS_RELEASED),
        title="What Rumanian reserves do",
        says="Rumanian reserves neither attack out of the west of Rumania nor pass through other ground until Aug I 41.",
    ),
    printed(
        "fire_in_the_east",
        "32A2.2p",
        covers=("32A2.2",),
        figures=Barred(LATER_RESERVES, _outside("rumania_west"), When(last_turn=13), ends=RUMANIANS_RELEASED),
        title="What Rumanian reserves of 1942 do",
        says="Others do not until Jan I 42.",
    ),
    acts=("attack", "move", "overrun"),
    units_in="who",
)
def reserves_act_in_the_west(act: Act, barred: Barred) -> Iterator[Finding]:
    """Rumanian reserves attack nothing outside the west of Rumania, and go through no other hex there and back.

    Under:    fire_in_the_east, border_lands
    Legal:    turn 2, German Movement Phase; weather clear; 3B/1112: ru.1cav; ru.1cav 3B/1112-3B/1111-3B/1112
    Illegal:  turn 2, German Movement Phase; weather clear; 3B/1112: ru.cavalry.division.1, ru.infantry.division.9;
              ru.cavalry.division.1, ru.infantry.division.9 3B/1112-3B/1111-3B/1112
    """
    yield from _operate_outside(act, barred)


@CHAPTER.article(
    printed(
        "sudden_storm",
        "31A1.do",
        covers=("31A1.d",),
        figures=Barred(_of("hungarian", tags="reserve"), _outside("hungary"), ends=HUNGARIANS_RELEASED),
        title="What Hungarian reserves do",
        says="Hungarian units marked as in reserve neither attack out of Hungary nor pass through other ground (31A1).",
    ),
    printed(
        "sudden_storm",
        "31A2.bo",
        covers=("31A2.b",),
        figures=Barred(_of("rumanian", tags="reserve"), _outside("rumania", "bessarabia"), ends=RUMANIANS_RELEASED),
        title="What Rumanian reserves do",
        says="Rumanian units marked as in reserve neither attack out of Rumania nor pass through other ground (31A2).",
    ),
    acts=("attack", "move", "overrun"),
    units_in="who",
)
def reserves_act_at_home(act: Act, barred: Barred) -> Iterator[Finding]:
    """Units marked as in reserve attack nothing outside their country, and go through no other hex there and back.

    Under:    sudden_storm, border_lands
    Legal:    turn 5, German Movement Phase; weather clear; 3B/0909: hu.1mot; hu.1mot 3B/0909-3B/0908-3B/0909
    Illegal:  turn 5, German Movement Phase; weather clear; 3B/0909: hu.1mot+reserve; 3B/1107: ru.1cav+reserve;
              hu.1mot 3B/0909-3B/0908-3B/0909; ru.1cav 3B/1107-3B/1106-3B/1107
    """
    yield from _operate_outside(act, barred)


def _operate_outside(act: Act, barred: Barred) -> Iterator[Finding]:
    position, index, ground = act.before, act.before.network.index, ground_at(act.before)
    units = [unit for name in act.units if (unit := position.units.get(name)) and barred.who.matches(unit)]
    if not units or not (now := barred.when.holds(position, "")).possible or act.moment.phasing != units[0].side:
        return
    hexes = act.path if isinstance(act, Attack) else act.path[1:-1] if act.exact else ()
    for number in (each for each in hexes if each in index):
        outside = now & barred.where.fits(ground, index[number])
        if outside.possible and barred.ends:
            outside &= ~has_happened(position, barred.ends, lasting=False)
        if outside.possible:
            because = say("{units} in reserve, and {hex} is outside of their region", listed(map(str, units)), number)
            yield Finding((number,), because, tuple(unit.id for unit in units), outside)


@CHAPTER.article(
    printed("fire_in_the_east", "31B.3", title="Swedish transit"),
    printed("sudden_storm", "30B.ds", covers=("30B.d",), title="Nobody stays in Sweden"),
    when=("end of movement", "end of combat", "end of exploitation"),
)
def nobody_stays_in_sweden(position: Position) -> Iterator[Finding]:
    """Nobody stops in Sweden: the one unit that may pass goes through by strategic rail on Jun II 41.

    Under:    own, border_lands
    Legal:    turn 5, German Movement Phase; weather clear; 3B/0215: ge.1inf
    Illegal:  turn 5, German Movement Phase; weather clear; 3B/0216: ge.1inf
    """
    yield from nobody_there(position, Barred(EVERYONE, _in("sweden")))


ARMY_NORWAY = _ids(
    "ge.infantry.division.169 ge.mountain.division.2 ge.mountain.division.3 ge.motorized.division.nord.ss "
    "ge.panzer.battalion.40 ge.panzer.battalion.211 ge.machinegun.battalion.4 ge.machinegun.battalion.13 "
    "ge.machinegun.battalion.14 ge.assault_gun.battalion.nor-1-0-1-5-cons-iii-43"
)
SETTING_UP = When(conditions={"stage": frozenset({"setup", "setup complete"})})


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "39C.6",
        figures=Barred(ARMY_NORWAY, _in("finland"), When(last_turn=1)),
        title="Army Norway and a late Finland",
        readings=("finnish-card=late",),
        says="Under a five or four no unit of Army Norway is in Finland on Jun II 41.",
    ),
    printed(
        "fire_in_the_east",
        "39C.7",
        figures=Barred(ARMY_NORWAY, _in("finland"), When(last_turn=2)),
        title="Army Norway and a later Finland",
        readings=("finnish-card=later",),
        says="Under a three no unit of Army Norway is in Finland before Jul II 41.",
    ),
    printed(
        "fire_in_the_east",
        "39C.6s",
        covers=("39C.6", "39C.7"),
        figures=Barred(ARMY_NORWAY, _in("finland"), SETTING_UP),
        title="Army Norway set up in Norway",
        readings=("finnish-card=late|later",),
        says="Under a five, four or three Army Norway is not set up in Finland.",
    ),
    printed(
        "fire_in_the_east",
        "39C.8",
        figures=Barred(_of("german"), _in("finland")),
        title="No Germans in a neutral Finland",
        readings=("finnish-card=neutral",),
        says="Under a two Finland is neutral: no German unit is there.",
    ),
    units_in="who",
)
def nobody_in_finland(position: Position, barred: Barred) -> Iterator[Finding]:
    """Germans are not in Finland while it stays out of the war, as the card has it.

    Under:    fire_in_the_east, border_lands
    Legal:    stage setup; 3B/0216: ge.infantry.division.169
    Illegal:  stage setup; 3B/0115: ge.infantry.division.169
    """
    yield from nobody_there(position, barred)


@CHAPTER.article(
    printed(
        "sudden_storm",
        "31B3.a",
        figures=Barred(_of("finnish"), begins="Finland surrenders"),
        title="Finnish surrender",
        says="When Helsinki and every dot city of Finland are Soviet and in supply, no Finn is left.",
    ),
    printed(
        "sudden_storm",
        "31A2.e",
        figures=Barred(_of("rumanian"), begins="Rumania surrenders"),
        title="Rumanian surrender",
        says="When Bucuresti and every dot city of Rumania are Soviet and in supply, no Rumanian is left.",
    ),
    covers=("31.c",),
    when=("end of weather",),
    units_in="who",
)
def surrender(position: Position, barred: Barred) -> Iterator[Finding]:
    """When a country has surrendered, no unit of it is left.

    Under:    sudden_storm, border_lands
    Legal:    turn 5, Weather; weather clear; control Helsinki soviet; 3B/0312: fi.1inf; now weather clear
    Illegal:  turn 5, Weather; weather clear; control Helsinki soviet; control Viipuri soviet; 3B/0312: fi.1inf;
              3B/0413: so.10rif; 3B/0409: so.23rif; 3B/1112: ru.1cav; 3B/1109: so.10rif#2; now weather clear
    """
    yield from nobody_there(position, barred)
