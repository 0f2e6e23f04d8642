"""Where Soviet replacements come from and go: 33 and 34B of Fire in the East, 30D and 33B of Sudden Storm."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.control import controls
from adjudicator.analysis.costs import DISTRICT, kept
from adjudicator.analysis.economy import WholeShares, economy_table, income, told_number
from adjudicator.analysis.gains import Gain, gains
from adjudicator.analysis.resources import gained
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.articles import Chapter, has_figures, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.amounts import exact
from adjudicator.model.interval import INFINITE, ZERO, Interval, sum_of
from adjudicator.model.known import Known, any_of
from adjudicator.packs.europa.analysis.parted import POINTS, conversions, last_act, sent_off
from adjudicator.packs.europa.analysis.reinforcement import CITY, on_stretch
from adjudicator.packs.europa.rules._lines import NOT_ISOLATED
from adjudicator.packs.europa.rules.factories import PREPARED
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import word

CHAPTER = Chapter(when=("initial",))

has_figures(__name__, "fire_in_the_east", WholeShares())  # 33C

Places = tuple[Situation | tuple[str, str], ...]
"""Where a district's units come, one of these: what the hex must be like, or a stretch of the map's edge."""
LOST = frozenset({"eliminated", "replacement pool"})
IN_CITIES = (
    "arkhangelsk",
    "baltic",
    "kharkov",
    "kiev",
    "leningrad",
    "moskva",
    "north_caucasus",
    "odessa",
    "orel",
    "western",
)


def _cities(district: str) -> Situation:
    where = Where(all_tags=frozenset({f"md_{district}"}), places=frozenset({"city"}))
    return Situation(where=where, connected=(NOT_ISOLATED,))


EASTERN_EDGE = Situation(where=Where(tags=frozenset({"east_edge_rail"})))
CITIES: Mapping[str, Places] = {name: (_cities(name),) for name in IN_CITIES}
EASTERN: Mapping[str, Places] = {"eastern": (EASTERN_EDGE,)}
OFF_MAP: Mapping[str, Places] = {**EASTERN, "urals": (EASTERN_EDGE,)}
SOUTHERN: Mapping[str, Places] = {
    "volga": (("2A/3101", "4A/0901"),),
    "transcaucasus": (("4A/5101", "4A/5112"), ("4A/4701", "4A/5101")),
}
FACTORIES: Mapping[str, Places] = {
    "general": (Situation(where=Where(markers=frozenset({"factory"})), connected=(NOT_ISOLATED,)),)
}


@dataclass(frozen=True, slots=True)
class Pools:
    """The units that districts pay for, and where each district's come, by the word by which it is told (`district=`)."""

    districts: Mapping[str, Places]
    who: Selector = Selector(sides=frozenset({"soviet"}))


INFANTRY_OF_FIRE = Selector(
    sides=frozenset({"soviet"}),
    without_tags=frozenset({"afloat"}),
    without_kinds=frozenset({
        "tank", "light_tank", "mechanized", "motorized", "motorized_rifle", "assault_gun", "nkvd", "antitank",
        "heavy_antiaircraft", "light_antiaircraft", "motorcycle", "artillery", "rocket_artillery", "siege_artillery",
        "railroad_artillery",
    }),
)  # fmt: skip
INFANTRY_OF_STORM = Selector(sides=frozenset({"soviet"}), without_tags=frozenset({"cm", "afloat", "artillery"}))


def _paid(record: PhaseRecord, pools: Pools, *, infantry: bool = False) -> Iterator[Gain]:
    """Units built for which one of these districts is told; of infantry those rebuilt, too, and those for which none is told."""
    for each in gains(record, LOST):
        told = each.told.get(DISTRICT)
        untold = infantry and told is None and kept(record, record.moment.phasing)
        if (infantry or each.way == "built") and pools.who.matches(each.unit) and (told in pools.districts or untold):
            yield each


@CHAPTER.article(
    "District infantry pools",
    printed(
        "fire_in_the_east",
        "34B2.5",
        covers=("3I.7",),
        figures=Pools({**CITIES, **OFF_MAP, **SOUTHERN}, INFANTRY_OF_FIRE),
        says="Infantry points of a district replace units in cities of it that are not isolated, and rebuild cadres in its "
        "cities (34B2): district=.",
    ),
    printed(
        "sudden_storm",
        "33B2.e",
        figures=Pools({**CITIES, **EASTERN}, INFANTRY_OF_STORM),
        says="Infantry points of a district replace units in cities of it that are not isolated, and rebuild cadres in its "
        "cities (33B2): district=.",
    ),
    area="replacement",
    unseen="may excuse nearby",
    met=lambda record, pools: _paid(record, pools, infantry=True),
    units_in="who",
)
def district_infantry(record: PhaseRecord, pools: Pools) -> Iterator[Finding]:
    """A division that the Kiev district pays for comes in that district.

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3008 district=kiev
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3003 district=kiev
    """
    yield from _elsewhere(_paid(record, pools, infantry=True), pools)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "34B2.9",
        figures=Pools({**OFF_MAP, **SOUTHERN}),
        title="Off-map replacement entry",
        says="Units that the Eastern, Volga or Transcaucasus districts or the Urals pay for come onto the edge as reinforcements "
        "from there (34B2): district=.",
    ),
    printed(
        "sudden_storm",
        "33B2.g",
        figures=Pools(OFF_MAP),
        title="Urals and eastern units",
        says="Units that the eastern districts or the Urals pay for come onto the east edge (33B2): district=.",
    ),
    when=("initial", "movement"),
    area="replacement",
    unseen="may excuse nearby",
    met=_paid,
    units_in="who",
)
def off_map_replacements(record: PhaseRecord, pools: Pools) -> Iterator[Finding]:
    """Who is paid for beyond the map comes onto its edge.

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3008 district=kiev
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3003 district=urals
    """
    yield from _elsewhere(_paid(record, pools), pools)


@CHAPTER.article(
    "Isolated factories",
    printed("fire_in_the_east", "3I.8", figures=Pools(FACTORIES)),
    area="isolation",
    unseen="may excuse nearby",
    met=_paid,
    units_in="who",
)
def general_pool(record: PhaseRecord, pools: Pools) -> Iterator[Finding]:
    """Units of the general pool come at factories that are not isolated (34B2): district=general. What an isolated one makes
    comes there.

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3008 district=kiev
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3003 district=general
    """
    yield from _elsewhere(_paid(record, pools), pools)


def _elsewhere(paid: Iterator[Gain], pools: Pools) -> Iterator[Finding]:
    for each in paid:
        unit, number, name = each.unit, each.unit.hex, each.told.get(DISTRICT)
        if number not in each.before.network.index:
            continue
        if name is None:
            names = strung(map(word, sorted(pools.districts)), ", ")
            because = say("{unit} comes in {hex}; the districts are: {names}", unit, number, names)
            broken = Known.open(say("the district that pays for {unit} (district=)", unit))
        else:
            because = say("{unit} comes in {hex}, and the district that pays is {district}", unit, number, word(name))
            broken = ~any_of(_lies(each, place) for place in pools.districts[name])
        yield Finding((number,), because, (unit.id,), each.sure & broken)


def _lies(each: Gain, place: Situation | tuple[str, str]) -> Known:
    if isinstance(place, Situation):
        return fits_any(each.before, each.unit.side, each.unit.hex, (place,), frozenset({each.unit.id}))
    return on_stretch(each.before, each.unit.hex, *place)


SOVIET_INITIAL = frozenset({"soviet.initial"})
FACTORY = "factory"
URALS = "urals"
"""The box of the factories beyond the map."""
BACK_FROM = 10
"""Nov I 41: the first turn on which factories that were sent off may be in the Urals."""


@dataclass(frozen=True, slots=True)
class Works:
    """What factories bring, by pool, and whether on the first turn of a month alone."""

    monthly: Mapping[str, bool]
    prepared: frozenset[str] = frozenset()
    """Kinds of marker that prepare a factory for its journey: it brings nothing."""


def _grown(record: PhaseRecord, works: Works) -> dict[str, Fraction]:
    """By how much the pools that factories fill rose in the Soviet initial phase."""
    phase = record.moment.phase
    if phase is None or phase.names.isdisjoint(SOVIET_INITIAL):
        return {}
    return {pool: rise for pool, rise in gained(record).items() if pool in works.monthly and rise > 0}


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "34B2.2",
        figures=Works({"armor.soviet": False}),
        title="Armor RPs from factories",
        area="replacement",
        says="A Soviet factory brings one armor point each turn from Aug I 41 on (34B2).",
    ),
    printed(
        "sudden_storm",
        "30D.f",
        figures=Works({"armor.soviet": False, "artillery.soviet": True}, PREPARED),
        title="Factory production",
        area="production",
        covers=("30D.e",),
        says="A Soviet factory in production brings one armor point each turn from Aug I 41 on, and one artillery point on the "
        "first turn of a month; one prepared for its journey brings nothing (30D).",
    ),
    unseen="cannot excuse",
    met=_grown,
    during={"first_turn": 4},
)
def armor_points(record: PhaseRecord, works: Works) -> Iterator[Finding]:
    """A factory gives one armor point a turn; Lend-Lease, and units sent off or converted, bring others.

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; 2A/3008: +factory; value armor.soviet 0; now weather clear;
              value armor.soviet 1
    Illegal:  turn 5, Soviet Initial Phase; weather clear; 2A/3008: +factory; value armor.soviet 0; now weather clear;
              value armor.soviet 5
    """
    for pool, grown in sorted(_grown(record, works).items()):
        late = works.monthly[pool] and bool(record.moment.turn) and record.moment.turn % 2 == 1
        made = ZERO if late else _made(record, works)
        lent = income(record.start, "lend_lease.armor") if pool.startswith("armor") else ZERO
        comes = sum_of((made, lent, *_from_units(record, SOVIET_INITIAL)))
        because = say("{pool} grew by {grown}, and {comes} is due", pool, Interval.of(grown), comes)
        yield Finding((), because, broken=~Interval.of(grown).at_most(comes))


def _made(record: PhaseRecord, works: Works) -> Interval:
    """What the factories bring: those on the map that nothing prepares, and those in the Urals."""
    on_map = income(record.start, "factories")
    for number in sorted(record.start.network.index.keys() & record.start.marked):
        lying = max(_lying(record.start, number, works.prepared), _lying(record.end, number, works.prepared))
        idle = min(lying, _lying(record.start, number, frozenset({FACTORY})))
        held = controls(record.start, number, "soviet", "soviet")
        on_map = on_map - Interval.by(held, Interval.of(idle), ZERO) if idle else on_map
    beyond = sum(marker.type.kind == FACTORY and marker.location == URALS for marker in record.start.markers.values())
    untold = frozenset({say("how many factories are in the Urals")})
    most = Fraction(1) if record.moment.turn and record.moment.turn < BACK_FROM else INFINITE
    return on_map + (Interval.of(beyond) if beyond else Interval(Fraction(0), most, untold))


def _lying(position: Position, number: str, kinds: frozenset[str]) -> int:
    return sum(marker.type.kind in kinds for marker in position.markers_at(number))


def _from_units(record: PhaseRecord, phases: frozenset[str]) -> Iterator[Interval]:
    """What each unit brought that was sent off the map or turned into another, as far as that is told."""
    names = [unit.id for unit, _ in sent_off(record, EVERYONE, phases)]
    names += [new.id for _, new in conversions(record, EVERYONE)]
    for name in names:
        act = last_act(record, name)
        told = None if act is None else exact(act.told.get(POINTS, ""))
        untold = frozenset({say("the points that {unit} brought (points=)", record.end.units.get(name, name))})
        yield Interval(Fraction(0), INFINITE, untold) if told is None else Interval.of(max(told, Fraction(0)))


AXIS_INITIAL = frozenset({"axis.initial"})
MONTHLY = frozenset({"armor", "infantry"})
NATIONS = frozenset({"finnish", "german", "hungarian", "italian", "rumanian", "slovakian"})


def _between_months(record: PhaseRecord) -> dict[str, Fraction]:
    """By how much each Axis pool rose in a German initial phase of the second turn of a month, or of a turn that nobody told."""
    phase, turn = record.moment.phase, record.moment.turn
    if phase is None or phase.names.isdisjoint(AXIS_INITIAL) or (turn and turn % 2 == 0):
        return {}
    rises = {name: rise for name, rise in gained(record).items() if rise > 0}
    return {name: rise for name, rise in sorted(rises.items()) if _is_axis(name)}


def _is_axis(pool: str) -> bool:
    kind, _, nation = pool.partition(".")
    return kind in MONTHLY and nation in NATIONS


@CHAPTER.article(
    "Axis points between the months",
    printed("fire_in_the_east", "34B1.1m", covers=("34B1.1", "34B3.1")),
    printed("sudden_storm", "33B1.am", covers=("33B1.a", "33B3.a")),
    area="replacement",
    unseen="cannot excuse",
    met=_between_months,
    counts_turns=True,
)
def axis_points_between_months(record: PhaseRecord) -> Iterator[Finding]:
    """On the second turn of a month no points of the table come to the Axis, but those for losses, and for units that were sent
    off.

    Legal:    turn 5, German Initial Phase; weather clear; value lost.german 12; value infantry.german 1; now weather clear;
              value infantry.german 4
    Illegal:  turn 5, German Initial Phase; weather clear; value lost.german 12; value infantry.german 1; now weather clear;
              value infantry.german 5
    """
    for pool, rise in _between_months(record).items():
        kind, _, nation = pool.partition(".")
        losses = f"special.{nation}"
        known = kind == "infantry" and losses in economy_table(record.start).income
        comes = sum_of((income(record.start, losses) if known else ZERO, *_from_units(record, AXIS_INITIAL)))
        because = say("{pool} grew by {grown}, and {comes} is due", pool, Interval.of(rise), comes)
        yield Finding((), because, broken=~Interval.of(rise).at_most(comes))


SPECIAL, UNGARRISONED = "special", "ungarrisoned"
"""The numbers "VALUE.DISTRICT" in which a district's part is told."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one district gets at most: a share of all that comes, or so many points."""

    of_all: Fraction = Fraction(1)
    points: int | None = None


def _special(position: Position) -> Interval:
    return income(position, "special.soviet") if "special.soviet" in economy_table(position).income else ZERO


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "34B3.3",
        figures=Share(of_all=Fraction(1, 2)),
        title="Assigning special replacements",
        says="Soviet special replacements go to military districts, to none of them more than half (34B3): the numbers "
        "special.DISTRICT.",
    ),
    printed(
        "sudden_storm",
        "33B3.c",
        figures=Share(points=10),
        title="Soviet pools",
        says="Soviet special replacements go to military districts, to none of them more than ten (33B3): the numbers "
        "special.DISTRICT.",
    ),
    area="replacement",
    unseen="cannot excuse",
    met=lambda record: _is_shared(record, SPECIAL, _special(record.start)),
)
def special_replacements(record: PhaseRecord, share: Share) -> Iterator[Finding]:
    """Of a hundred points of strength lost twenty come back, ten to a district at most.

    Legal:    turn 5, Soviet Initial Phase; weather clear; value lost.soviet 103; value special.moskva 10;
              value special.kiev 10
    Illegal:  turn 5, Soviet Initial Phase; weather clear; value lost.soviet 103; value special.moskva 0;
              value special.kiev 0; now weather clear; value special.moskva 11; value special.kiev 9
    """
    due = _special(record.start)
    parts = yield from _share_out(record, SPECIAL, due)
    most = due.times(share.of_all)
    if share.points is not None:
        most = most.smaller(Interval.of(share.points))
    for district, part in parts.items():
        because = say("{district} gets {part} points, and may get {most}", district, part, most)
        yield Finding((), because, broken=~part.at_most(most) & ~part.at_most(ZERO))


WORTH = {"dot_city": 1, "major_city": 3}


def _ungarrisoned(position: Position) -> Interval:
    """What cities bring that are marked as without a garrison; all hexes of one city count once."""
    found: dict[str, int] = {}
    for place in position.network.theatre.places:
        worth = max((WORTH.get(kind, 0) for kind in place.kinds), default=0)
        if worth and any(marker.type.kind == "no_garrison" for marker in position.markers_at(place.hex)):
            found.setdefault(str(place.values.get(CITY, place.name)), worth)
    return Interval.of(sum(found.values()))


@CHAPTER.article(
    "Missing garrison gives replacements",
    "fire_in_the_east:33.4",
    area="partisan",
    unseen="cannot excuse",
    met=lambda record: _is_shared(record, UNGARRISONED, _ungarrisoned(record.start)),
)
def missing_garrisons(record: PhaseRecord) -> Iterator[Finding]:
    """For a dot city without its garrison a point comes, for a major one three (33): the numbers ungarrisoned.DISTRICT.

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; 2A/3003: +no_garrison; value ungarrisoned.moskva 0;
              now weather clear; value ungarrisoned.moskva 3
    Illegal:  turn 5, Soviet Initial Phase; weather clear; 2A/3003: +no_garrison; value ungarrisoned.moskva 0;
              now weather clear; value ungarrisoned.moskva 4
    """
    yield from _share_out(record, UNGARRISONED, _ungarrisoned(record.start), Excuse())


def _is_shared(record: PhaseRecord, value: str, due: Interval) -> bool:
    ours = record.moment.phasing == "soviet"
    return ours and (bool(_parts(record, value)) or _is_awaited(record, due))


def _is_awaited(record: PhaseRecord, due: Interval) -> bool:
    return due.certain and due.low >= 1 and kept(record, "soviet")


def _parts(record: PhaseRecord, value: str) -> dict[str, Interval]:
    """What was added for each district, as far as that is told."""
    found = {}
    for name in sorted(record.end.values):
        kind, _, district = name.partition(".")
        if kind == value and district:
            before = told_number(record.start, name) if name in record.start.values else ZERO
            found[district] = told_number(record.end, name).minus(before)
    return found


def _share_out(
    record: PhaseRecord, value: str, due: Interval, excuse: Excuse | None = None
) -> Generator[Finding, None, dict[str, Interval]]:
    """More told than comes, or nothing; it returns the parts of the districts, if any got something."""
    parts = _parts(record, value)
    if not _is_shared(record, value, due):
        return {}
    total = sum_of(parts.values())
    if parts and total != ZERO:
        because = say("points shared among districts: {total}; points that come: {due}", total, due)
        yield Finding((), because, broken=~total.at_most(due), excuse=excuse)
        return parts
    if _is_awaited(record, due):
        because = say("{due} points come, and nobody told which district gets them", due)
        missing = Known.open(say("the values {value} of the districts", value))
        yield Finding((), because, broken=missing, owed=not record.ended)
    return {}
