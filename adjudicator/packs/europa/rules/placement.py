"""How reinforcements come onto the map: 34A and 34E of Fire in the East, 33 and 33A of Sudden Storm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.analysis.control import controls
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.order_of_battle import expected
from adjudicator.analysis.situation import Situation, fits_any, joined, nearest_words
from adjudicator.checks.articles import Chapter
from adjudicator.checks.subjects import about
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.entries import Brought, admits, brought
from adjudicator.packs.europa.analysis.reinforcement import CITY, LOST, arrived, no_replacement
from adjudicator.packs.europa.rules._lines import NOT_ISOLATED
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import either

CHAPTER = Chapter(area="reinforcement", when=("initial",))

INITIAL, SOVIET_INITIAL = frozenset({"initial"}), frozenset({"soviet.initial"})
IN_THE_LISTS = Selector(without_tags=frozenset({"sample"}))
DUE_IN_FIRE = frozenset({"initial", "movement"})


@CHAPTER.article(
    "When reinforcements come",
    "fire_in_the_east:34A.w",
    covers=("34A", "34A2.4"),
    when=("initial", "movement", "combat", "exploitation"),
    met=arrived,
)
def reinforced_before_combat(record: PhaseRecord) -> Iterator[Finding]:
    """Reinforcements come in the initial phase of their side, by sea and from the Eastern districts in its movement phase (34A).

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [due]: so.10rif; so.10rif [due]>2A/3003
    Illegal:  turn 5, Soviet Combat Phase; weather clear; [due]: so.10rif; so.10rif [due]>2A/3003
    """
    for unit, box in _came_in_another(record, DUE_IN_FIRE):
        if box:
            yield _out_of_time(record, unit, DUE_IN_FIRE, YES)


@CHAPTER.article(
    "When reinforcements come", "sudden_storm:33.a", when=("initial", "movement", "combat", "exploitation"), met=arrived
)
def reinforced_at_first(record: PhaseRecord) -> Iterator[Finding]:
    """Reinforcements come in the initial phase of their side (33).

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [due]: so.10rif; so.10rif [due]>2A/3003
    Illegal:  turn 5, Soviet Combat Phase; weather clear; [due]: so.10rif; so.10rif [due]>2A/3003
    """
    for unit, box in _came_in_another(record, INITIAL):
        if box != "germany":
            yield _out_of_time(record, unit, INITIAL, YES if box else Known.open(say("where {unit} came from", unit)))


def _came_in_another(record: PhaseRecord, phases: frozenset[str]) -> Iterator[tuple[Unit, str]]:
    """Who came in none of these phases of its side, with its box, "" where nobody knows; nobody for whom others went."""
    phase = record.moment.phase
    befores = (
        (act, name, act.before.units[name]) for act in record.acts for name in act.units if name in act.before.units
    )
    gone = {
        (old.hex, old.type.nation) for act, name, old in befores if old.hex and not _hex_of(act.after.units.get(name))
    }
    for act in record.acts:
        for name in act.units:
            old, unit = act.before.units.get(name), act.after.units.get(name)
            if unit is None or not unit.hex or _hex_of(old) or unit.has("afloat"):
                continue
            box = old.location if old is not None else ""
            own = phase is None or (phase.side == unit.side and bool(phase.names & phases))
            if (unit.hex, unit.type.nation) not in gone and box not in LOST and not own:
                yield unit, box


def _hex_of(unit: Unit | None) -> str:
    return unit.hex if unit is not None else ""


def _out_of_time(record: PhaseRecord, unit: Unit, phases: frozenset[str], broken: Known) -> Finding:
    phase = record.moment.phase
    because = say(
        "{unit} comes onto the map in {phase}; reinforcements come only in: {phases}",
        unit, phase.name if phase is not None else "", either(phases),
    )  # fmt: skip
    return Finding((unit.hex,), because, (unit.id,), broken)


@CHAPTER.article(
    "Replacement pool units",
    "fire_in_the_east:34E5",
    area="replacement",
    unseen="cannot excuse",
    met=about(IN_THE_LISTS),
)
def replacement_pool(record: PhaseRecord) -> Iterator[Finding]:
    """Units that the order of battle puts into the replacement pool come onto the map by replacement alone (34E5).

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [replacement pool]: so.tank.brigade.3; 2A/3003: +factory;
              so.tank.brigade.3 [replacement pool]>2A/3003
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [due]: so.tank.brigade.3; so.tank.brigade.3 [due]>2A/3003
    """
    pack = record.start.pack
    pooled = expected(pack, "pool")
    others = {name for event in ("start", "arrival", "conversion") for name in expected(pack, event)}
    for unit, box in arrived(record):
        if IN_THE_LISTS.matches(unit) and pooled[unit.type.id] and unit.type.id not in others:
            because = say("{unit} arrives, and comes onto the map by replacement alone", unit)
            broken = YES if box else Known.open(say("where {unit} came from", unit))
            yield Finding((unit.hex,), because, (unit.id,), broken)


ON_THEIR_TURN = frozenset({"34A2.1", "34A2.3"})


def _punctual(record: PhaseRecord) -> Iterator[Brought]:
    every = brought(record, IN_THE_LISTS)
    return (each for each in every if all(way.article in ON_THEIR_TURN for _, way in each.ways))


@CHAPTER.article(
    "District entry eliminated",
    "fire_in_the_east:34A2.2",
    unseen="cannot excuse",
    met=_punctual,
    counts_turns=True,
)
def on_their_turn(record: PhaseRecord) -> Iterator[Finding]:
    """Units of a district or a place that cannot come on their turn are eliminated (34A2): later they come by replacement alone.

    Under:    own, military_districts
    Legal:    turn 6, Soviet Initial Phase; weather clear; place so.rifle.regiment.1.mil 2A/3104
    Illegal:  turn 8, Soviet Initial Phase; weather clear; [due]: so.rifle.regiment.1.mil; so.rifle.regiment.1.mil [due]>2A/3104
    """
    turn = record.moment.turn
    for each in _punctual(record):
        last = max(force.turn for force, _ in each.ways)
        if turn and last < turn:
            because = say(
                "{unit} arrives on turn {turn}, was due on turn {last}, and is lost since then", each.unit, turn, last
            )
            yield Finding((each.unit.hex,), because, (each.unit.id,), no_replacement(record, each.unit, each.box))


@dataclass(frozen=True, slots=True)
class _City:
    name: str
    hexes: tuple[str, ...]
    rank: int
    sure: Known


def _by_districts(record: PhaseRecord) -> dict[str, list[Brought]]:
    """The units that came where a force of a district comes, by what is said of that place: whichever force it was."""
    found: dict[str, list[Brought]] = {}
    for each in brought(record, IN_THE_LISTS):
        for force, entry in each.ways:
            if entry.article == "34A2.1" and admits(record.end, entry, force, each.unit).is_yes:
                found.setdefault(entry.why, []).append(Brought(each.unit, each.box, ((force, entry),)))
                break
    return found


@CHAPTER.article(
    "District entry order",
    "fire_in_the_east:34A2.1o",
    covers=("34A2.1",),
    unseen="may excuse nearby",
    met=_by_districts,
)
def to_each_city_in_turn(record: PhaseRecord) -> Iterator[Finding]:
    """One unit comes to each major city of the district, then one to each dot city, and so on again (34A2).

    Under:    own, military_districts
    Legal:    turn 3, Soviet Initial Phase; weather clear; place so.rifle.division.229 2A/3003;
              place so.rifle.division.242 2A/2904
    Illegal:  turn 3, Soviet Initial Phase; weather clear; place so.rifle.division.229 2A/2904
    """
    for why, found in _by_districts(record).items():
        cities = _cities(record.end, found[0])
        owners = {number: city for city in cities for number in city.hexes}
        counts = Counter(owners[each.unit.hex].name for each in found if each.unit.hex in owners)
        ahead = max(cities, key=lambda city: (counts[city.name], city.rank), default=None)
        behind = [each for each in cities if ahead is not None and _waits(record.end, each, ahead, counts)]
        if ahead is not None and behind:
            least = min(behind, key=lambda city: (counts[city.name], city.rank, city.name))
            units = tuple(each.unit.id for each in found if each.unit.hex in ahead.hexes)
            because = say(
                "{count} come to {city} and {least} to {other}; one comes to each of {why}, then another",
                counts[ahead.name], ahead.name, counts[least.name], least.name, why,
            )  # fmt: skip
            yield Finding(ahead.hexes, because, units, least.sure & ahead.sure)


def _waits(position: Position, city: _City, ahead: _City, counts: Counter[str]) -> bool:
    """Whether a city with room got less than it should have before the other got its last."""
    room = any(len(position.at(number)) < 3 for number in city.hexes)
    lead = counts[ahead.name] - counts[city.name]
    return room and (lead > 1 or (lead == 1 and ahead.rank > city.rank))


def _cities(position: Position, one: Brought) -> list[_City]:
    """The cities of a force that its side holds: major ones first, then dot cities, last those that are isolated."""
    groups: dict[str, list[str]] = {}
    ground, index, side = ground_at(position), position.network.index, one.unit.side
    for place in position.network.theatre.places:
        if any(each.where.fits(ground, index[place.hex]).is_yes for each in one.entry.situations):
            hexes = groups.setdefault(str(place.values.get(CITY, place.name)), [])
            hexes += [place.hex] if place.hex not in hexes else []
    found = []
    for name, hexes in groups.items():
        held = [number for number in hexes if controls(position, number, side).possible]
        rank = next((i for i, where in enumerate(RANKS) if where.fits(ground, index[hexes[0]]).is_yes), None)
        if held and rank is not None:
            sure, reached = controls(position, held[0], side), joined(position, side, held[0], (NOT_ISOLATED,))
            known = sure & Known.open(*reached.missing) if reached.is_open else sure
            found.append(_City(name, tuple(held), len(RANKS) if reached.is_no else rank, known))
    return found


RANKS = (Where(places=frozenset({"major_city"})), Where(places=frozenset({"dot_city"})))
SOVIETS_ASHORE = Selector(sides=frozenset({"soviet"}), without_tags=frozenset({"afloat"}))
EASTERN_RAILS = Where(tags=frozenset({"east_edge_rail"}))
RAISED_IN = (
    Situation(where=Where(tags=frozenset({"ussr"}), places=frozenset({"major_city", "dot_city"}))),
    Situation(where=EASTERN_RAILS),
    Situation(where=Where(markers=frozenset({"factory"}))),
)


NAMED = (Situation(where=Where(tags=frozenset({"ussr"}), places=frozenset({"reference_city"}))),)
"""Where one comes only whom the order of battle, which the book's text lacks, brings to that very place."""


@CHAPTER.article(
    "On-map MDs",
    "sudden_storm:33A2.a",
    covers=("33A2.c", "33A2.d"),
    unseen="may excuse nearby",
    acts=("place", "transfer"),
)
def to_cities_or_the_east_edge(act: Act) -> Iterator[Finding]:
    """Soviet reinforcements come to major and dot cities of the USSR, or from the eastern districts onto the east edge within
    two hexes of a railway; to another place if the order of battle names it (33A2).

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [due]: so.10rif; so.10rif [due]>2A/2901
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [due]: so.10rif; so.10rif [due]>2A/2902
    """
    now = When(phases=INITIAL).holds(act.before, "soviet")
    for name in act.units if now.possible else ():
        unit = act.after.units.get(name)
        if unit is None or _hex_of(act.before.units.get(name)) or not SOVIETS_ASHORE.matches(unit):
            continue
        if unit.hex in act.before.network.index:
            fits = fits_any(act.before, unit.side, unit.hex, RAISED_IN, frozenset({name}))
            if fits_any(act.before, unit.side, unit.hex, NAMED, frozenset({name})).possible:
                fits |= Known.open(say("the place that the order of battle names for {unit}", unit))
            because = say(
                "{unit} is placed in {hex}; its place is: {situations}, or the edge near a railway",
                unit, unit.hex, nearest_words(act.before, unit.side, unit.hex, RAISED_IN, frozenset({name})),
            )  # fmt: skip
            yield Finding((unit.hex,), because, (name,), now & ~(fits | _at_the_east_edge(act.before, unit.hex)))


def _at_the_east_edge(position: Position, number: str) -> Known:
    network, ground = position.network, ground_at(position)
    i = network.index[number]
    if not (network.neighbours[i] < 0).any():
        return NO
    return any_of(EASTERN_RAILS.fits(ground, j) for j in range(len(network)) if network.distance(i, j) <= 2)
