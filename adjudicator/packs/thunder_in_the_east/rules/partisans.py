"""Partisans: 107 of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.cards import let_do
from adjudicator.analysis.concealed import masked
from adjudicator.analysis.economy import first_untold, rise, told_number
from adjudicator.analysis.resources import spending_table
from adjudicator.analysis.roster import roster
from adjudicator.analysis.situation import Asked, Besides, Situation, fits_any, nearest_words
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.units import Marker, Unit
from adjudicator.packs.thunder_in_the_east.analysis.raids import Raid, arrivals, distance, raids
from adjudicator.packs.thunder_in_the_east.rules._markers import HEADQUARTERS
from adjudicator.record.acts import Act, Laid, Marked, Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position, Unidentified
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import counted, listed, word

CHAPTER = Chapter(area="partisan", options=("partisans",))

DETACHMENT = "detachment"
POOL = "partisan_pool"
WITHIN = 3
"""How many hexes from the city a unit is at most that a result strikes or brings, and those that are drawn again lie."""
UNREAD = Excuse()
"""Any counter that nobody can read may be a detachment that attacked elsewhere."""
SOVIET_CITY = Where(all_tags=frozenset({"ussr", "city"}))
ENEMY_CITY = (Besides(Situation(where=SOVIET_CITY, controlled="enemy"), statuses=frozenset({"city"})),)


def _empty_hexes(*without: str) -> tuple[Asked, ...]:
    """Where partisan units may be placed: away from enemies, in none of these terrains or in a city that the enemy has."""
    country = Where(all_tags=frozenset({"ussr"}), without=frozenset(without))
    return (
        Besides(Situation(where=country), empty=True, lonely=True),
        Besides(Situation(where=SOVIET_CITY, controlled="enemy"), empty=True, lonely=True),
    )


def _come_free(record: PhaseRecord) -> list[tuple[Act, str]]:
    """The act and the hex of each detachment that came onto the map, and of which nobody said that it came by a card."""
    found = []
    for act in record.acts:
        for name in act.markers if isinstance(act, Laid | Shifted) and "card" not in act.told else ():
            old, new = act.before.markers.get(name), act.after.markers.get(name)
            if new is not None and new.hex and new.type.kind == DETACHMENT and not (old is not None and old.hex):
                found.append((act, new.hex))
    return found


@CHAPTER.article(
    "One Detachment per Soviet turn",
    printed("thunder_in_the_east", "107.1b", figures=10),
    when=("soviet.order_of_battle",),
    unseen="cannot excuse",
    met=_come_free,
)
def one_detachment(record: PhaseRecord, least: int) -> Iterator[Finding]:
    """In the Soviet Order of Battle Step one Detachment comes free, out of a pool of ten or more.

    Under: own, partisans
    Legal:    turn 9, Soviet Order of Battle Step; weather clear; season summer; lay +detachment 1615 card=27
    Illegal:  turn 9, Soviet Order of Battle Step; weather clear; season summer; lay +detachment 1615;
              lay +detachment 1818
    """
    came = _come_free(record)
    at = tuple(dict.fromkeys(number for _, number in came))
    by_card = any_of(let_do(act, "card") for act, _ in came)
    if len(came) > 1:
        because = say("{count} come onto the map in this phase, and {most} may", len(came), 1)
        yield Finding(at, because, broken=~by_card)
    if came and least:
        held = _in_pool(record.start)
        because = say("the box that they come from holds {held}, and must hold {least}", held, least)
        yield Finding(at, because, broken=~held.at_least(Interval.of(least)) & ~by_card)


article(
    printed("thunder_in_the_east_10", "107.1b", figures=0),
    unseen="cannot excuse",
    met=_come_free,
    says="In the Soviet Order of Battle Step one Detachment comes free.",
    anew=True,
)(one_detachment)


def _in_pool(position: Position) -> Interval:
    """How many the pool holds; of an empty one nobody knows whether the module has it, and a concealed counter may be one."""
    pooled = (each for each in position.markers.values() if not each.hex and each.location == POOL)
    there = sum(each.type.kind == DETACHMENT for each in pooled)
    hidden = sum(not each.hex and each.location == POOL for each in position.unidentified)
    missing = say("what the box {box} holds", POOL)
    if not there:
        return Interval.unknown(missing)
    return Interval.of(there) if not hidden else Interval.of(there).either(Interval.of(there + hidden), missing)


def _partisans_placed(act: Act) -> Iterator[Unit]:
    for name in act.units if "card" not in act.told else ():
        old, new = act.before.units.get(name), act.after.units.get(name)
        if new is not None and new.hex and not (old and old.hex) and new.has("partisan"):
            yield new


PLACING = When(phases=frozenset({"order of battle", "partisan"}), phasing="own")
NEAR = 6


@CHAPTER.article(
    "Partisan units near their friends",
    printed("thunder_in_the_east", "107.1c.near", figures=_empty_hexes("open", "city")),
    covers=("107.1c",),
    met=_partisans_placed,
)
def partisans_near_friends(act: Act, places: tuple[Situation, ...]) -> Iterator[Finding]:
    """If possible a partisan unit is placed within six hexes of another Soviet unit.

    Under: own, partisans
    Legal:    turn 9, Soviet Order of Battle Step; weather clear; season summer; 2215: sov.20a; place sov.pardiv 1914
    Illegal:  turn 9, Soviet Order of Battle Step; weather clear; season summer; control Bobruisk axis; 2215: sov.20a;
              2415: ax.7inf; place sov.pardiv 1005
    """
    position = act.before
    for unit in _partisans_placed(act):
        now = PLACING.holds(position, unit.side)
        friends = [other.hex for other in position.of_side(unit.side)]
        if now.is_no or unit.hex not in position.network.index or _near(position, unit.hex, friends):
            continue
        because = say("{unit} is placed in {hex}, and no unit of its side is within {most} hexes", unit, unit.hex, NEAR)
        maybe = [each for each in masked(position) if each.side in ("", unit.side)]
        beside = frozenset(each.hex for each in maybe if _near(position, unit.hex, [each.hex]))
        broken = now & _might_be_near(position, unit, (friends, maybe), places)
        yield Finding((unit.hex,), because, (unit.id,), broken, excuse=Excuse(beside, frozenset({unit.side})))


article(
    printed("thunder_in_the_east_10", "107.1c.near", figures=_empty_hexes("city")), met=_partisans_placed, anew=True
)(partisans_near_friends)


def _might_be_near(
    position: Position, unit: Unit, others: tuple[list[str], list[Unidentified]], places: tuple[Situation, ...]
) -> Known:
    """Whether a hex that fits lies near a friend; open where that may be a counter nobody can tell."""

    def nearer(friends: list[str]) -> Known:
        near = (hex_.number for hex_ in position.network.hexes if friends and _near(position, hex_.number, friends))
        return any_of(fits_any(position, unit.side, number, places, frozenset({unit.id})) for number in near)

    friends, maybe = others
    known = nearer(friends)
    return known if known.is_yes else any_of((known, *(Known.open(each.datum) & nearer([each.hex]) for each in maybe)))


def _near(position: Position, number: str, friends: list[str]) -> bool:
    index = position.network.index
    return any(distance(position.network, number, other) <= NEAR for other in friends if other in index)


@dataclass(frozen=True, slots=True)
class More:
    """How many more detachments a result brings back, and how many hexes from the city at most."""

    count: int
    within: int


Results = Mapping[str, More]


def _detachments_there(record: PhaseRecord, _: object) -> bool:
    return any(marker.type.kind == DETACHMENT and marker.hex for marker in record.start.markers.values())


@CHAPTER.article(
    "Resolving Detachment attacks",
    printed("thunder_in_the_east", "107.2.2", figures={"recruit": More(2, within=6), "organize": More(3, within=9)}),
    covers=("107.2a", "107.2.3"),
    when=("axis.partisan_attacks", "soviet.partisan_attacks"),
    unseen="may excuse nearby",
    met=_detachments_there,
)
def detachment_attacks(record: PhaseRecord, results: Results) -> Iterator[Finding]:
    """Detachments that attacked a City leave it; one less comes back, and one less for each enemy step and HQ there.

    Under: own, partisans
    Legal:    turn 9, Soviet Partisan Attacks Step; weather clear; season summer; control Minsk axis; 1517: +detachment,
              +detachment; lift +detachment 1517 result=none; lift +detachment 1517; lay +detachment 1716
    Illegal:  turn 9, Soviet Partisan Attacks Step; weather clear; season summer; control Minsk axis; 1517: +detachment,
              +detachment, ax.7inf; lift +detachment 1517 result=none; lift +detachment 1517; lay +detachment 1716
    """
    made = raids(record, DETACHMENT)
    for raid in made:
        side = raid.detachments[0].type.side
        fits = fits_any(record.start, side, raid.hex, ENEMY_CITY)
        words = nearest_words(record.start, side, raid.hex, ENEMY_CITY)
        because = say("a city is attacked in {hex}; its place is: {situations}", raid.hex, words)
        yield Finding((raid.hex,), because, broken=~fits)
    for name, number in {marker.id: marker.hex for _, marker in arrivals(record, DETACHMENT)}.items():
        later = record.end.markers.get(name)
        if later is None or later.hex != number:
            because = say("a detachment came to {hex} and left it in the same phase: each attacks once", number)
            yield Finding((number,), because)
    if made:
        yield from _come_back(record, results, made)


article(
    printed("thunder_in_the_east_10", "107.2.2", figures={"recruit": More(2, within=3), "organize": More(3, within=6)}),
    unseen="may excuse nearby",
    met=_detachments_there,
    anew=True,
)(detachment_attacks)


def _come_back(record: PhaseRecord, results: Results, made: tuple[Raid, ...]) -> Iterator[Finding]:
    came = [marker for act, marker in arrivals(record, DETACHMENT) if "card" not in act.told]
    at = tuple(dict.fromkeys(marker.hex for marker in came))
    drawn = sum(_drawn(record, raid) for raid in made)
    placed = len(_partisans_came(record))
    organized = [raid for raid in made if raid.results == {"organize"}][:placed]
    more = [_added(results, raid) for raid in made if raid not in organized]
    sure, perhaps = (drawn + sum(map(pick, more)) for pick in (min, max))
    if len(came) > sure:
        because = say(
            "{count} detachments come back after the attack on {hexes}, and {drawn} may",
            *(len(came), strung((raid.hex for raid in made), ", "), sure),
        )
        yield Finding(at, because, broken=YES if len(came) > perhaps else _result(made))
    for marker in came:
        yield from _too_far(record, results, made, marker)


def _too_far(record: PhaseRecord, results: Results, made: tuple[Raid, ...], marker: Marker) -> Iterator[Finding]:
    away = {raid.hex: distance(record.start.network, raid.hex, marker.hex) for raid in made}
    far = min(away.values())
    reached = any(
        max([WITHIN, *(more.within for name, more in results.items() if raid.had(name))]) >= away[raid.hex]
        for raid in made
    )
    if far <= WITHIN or (reached and all(raid.results for raid in made)):
        return
    because = say(
        "a detachment comes back in {hex}, {far} hexes from the attacked city, and may at most {within}",
        *(marker.hex, far, WITHIN),
    )
    yield Finding((marker.hex,), because, broken=_result(made) if reached else YES)


def _drawn(record: PhaseRecord, raid: Raid) -> int:
    """How many of those that attacked come back: one less, and one less for each enemy step and headquarters there."""
    side, markers = raid.detachments[0].type.side, record.start.markers_at(raid.hex)
    steps = sum(unit.steps for unit in record.start.at(raid.hex) if unit.side != side)
    headquarters = sum(marker.type.kind in HEADQUARTERS and marker.type.side != side for marker in markers)
    off = any(marker.type.kind == "countdown" for marker in markers)
    return max(len(raid.detachments) - 1 - steps - (0 if off else headquarters), 0)


def _added(results: Results, raid: Raid) -> list[int]:
    """How many more the results may bring, one for each result that it may have had."""
    if raid.results:
        return [results[name].count if name in results else 0 for name in raid.results]
    return [0, *(more.count for more in results.values())]


def _result(made: tuple[Raid, ...]) -> Known:
    unknown = [raid for raid in made if len(raid.results) != 1] or made
    return Known.open(*(say("the result of the attack on {hex}", raid.hex) for raid in unknown))


@dataclass(frozen=True, slots=True)
class _Attacks:
    """A phase and the attacks in it."""

    record: PhaseRecord
    made: tuple[Raid, ...]

    def able(self, result: str, least: int = 1) -> Known:
        """Whether so many of the attacks had a result."""
        perhaps = [raid for raid in self.made if raid.had(result)]
        if len(perhaps) < least:
            return NO
        sure = sum(raid.results == {result} for raid in self.made)
        missing = (say("the result of the attack on {hex}", raid.hex) for raid in perhaps)
        return YES if sure >= least else Known.open(*missing)

    def near(self, number: str, result: str) -> bool:
        """Whether a hex is near enough to a city whose attack may have had a result."""
        network = self.record.start.network
        return any(raid.had(result) and distance(network, raid.hex, number) <= WITHIN for raid in self.made)


def _knives_untold(record: PhaseRecord) -> str:
    """The PPs of an enemy nation that an attack may have taken, where nobody tells them."""
    if not any(raid.had("knives") for raid in raids(record, DETACHMENT)):
        return ""
    enemies = {unit.type.nation for unit in record.start.units.values() if unit.side != record.moment.phasing}
    pools = spending_table(record.start).pool
    purses = (name for name in pools if name.startswith("PP.") and pools[name].nation in enemies)
    return first_untold(purses, record.start.values.keys() & record.end.values.keys())


@CHAPTER.article(
    "Detachment results",
    "107.2.4a",
    when=("soviet.partisan_attacks",),
    met=_detachments_there,
    untold=_knives_untold,
)
def detachment_results(record: PhaseRecord) -> Iterator[Finding]:
    """A result marks one enemy unit within three hexes that is not Large, uses up Rail at a Rail Hub, or takes half a point.

    Under: thunder_in_the_east, partisans
    Legal:    turn 9, Soviet Partisan Attacks Step; weather clear; season summer; control Minsk axis; 1517: +detachment;
              1616: ax.7inf; lift +detachment 1517 result=supply; mark ax.7inf+out_of_supply
    Illegal:  turn 9, Soviet Partisan Attacks Step; weather clear; season summer; control Minsk axis; 1517: +detachment;
              1111: ax.7inf; lift +detachment 1517 result=supply; mark ax.7inf+out_of_supply
    """
    attacks = _Attacks(record, raids(record, DETACHMENT))
    yield from _marked(attacks, "supply", "out_of_supply")
    yield from _marked(attacks, "interdiction", "interdicted")
    yield from _rail_used(attacks)
    yield from _knives(attacks)
    came = _partisans_came(record)
    for unit in came:
        if not attacks.near(unit.hex, "organize"):
            because = say("{unit} is placed in {hex}, and no attacked city is within {within}", unit, unit.hex, WITHIN)
            yield Finding((unit.hex,), because, (unit.id,), excuse=UNREAD)
        elif not unit.has("division"):
            because = say("{unit} is placed in {hex}, and a result brings a Partisan Division", unit, unit.hex)
            yield Finding((unit.hex,), because, (unit.id,), excuse=UNREAD)
    if len(came) > 1:
        at, ids = tuple(unit.hex for unit in came), tuple(unit.id for unit in came)
        because = say("{units} are placed, and each needs a result of its own", listed(came))
        yield Finding(at, because, ids, ~attacks.able("organize", len(came)), excuse=UNREAD)


def _partisans_came(record: PhaseRecord) -> list[Unit]:
    """The partisan units that came onto the map in a phase."""
    old = record.start.units
    units = (unit for _, unit in sorted(record.end.units.items()))
    return [each for each in units if each.hex and each.has("partisan") and not (each.id in old and old[each.id].hex)]


def _marked(attacks: _Attacks, result: str, mark: str) -> Iterator[Finding]:
    acts = [act for act in attacks.record.of(Marked) if mark in act.on]
    struck = [act.after.units[name] for act in acts for name in act.units if name in act.after.units]
    for unit in struck:
        if unit.type.size == "large" or not attacks.near(unit.hex, result):
            because = say(
                "{unit} gets the marker {kind}, and is too large or no attacked city is within {within}",
                *(unit, word(mark), WITHIN),
            )
            yield Finding((unit.hex,), because, (unit.id,), excuse=UNREAD)
    if struck:
        units = counted(len(struck), "unit")
        because = say("partisans marked {units} {kind}, and each mark needs a result of its own", units, word(mark))
        at, ids = tuple(unit.hex for unit in struck), tuple(unit.id for unit in struck)
        yield Finding(at, because, ids, ~attacks.able(result, len(struck)), excuse=UNREAD)


def _rail_used(attacks: _Attacks) -> Iterator[Finding]:
    name, record = "rail_used.axis", attacks.record
    risen = rise(record, name)
    if not risen.certain or risen.low <= 0:
        return
    hubs = [raid for raid in attacks.made if raid.had("rail") and _is_hub(record.start, raid.hex)]
    able = attacks.able("rail", int(risen.low)) if len(hubs) >= risen.low else NO
    because = say("{name} rises by {risen}, and {count} rail hubs were attacked", name, risen, len(hubs))
    yield Finding(tuple(raid.hex for raid in hubs), because, broken=~able, excuse=UNREAD)


def _is_hub(position: Position, number: str) -> bool:
    network = position.network
    i = network.index[number]
    named = any("rail_hub" in place.kinds for place in network.places_at.get(i, ()))
    return named or int(network.sides_with({"rail"})[i].sum()) >= 4


def _knives(attacks: _Attacks) -> Iterator[Finding]:
    start, end, half = attacks.record.start, attacks.record.end, Interval.of(Fraction(1, 2))
    enemies = {unit.type.nation for unit in start.units.values() if unit.side != attacks.record.moment.phasing}
    fell = {}
    for name in end.values:
        kind, _, nation = name.partition(".")
        lost = told_number(start, name).minus(told_number(end, name))
        if name in start.values and kind in ("PP", "morale") and nation in enemies and lost.low > 0:
            fell[name] = lost
    for name, lost in fell.items():
        because = say("{name} falls by {lost} in a partisan attack, and a result takes {loss}", name, lost, half)
        yield Finding((), because, broken=~lost.at_most(half))
        own = (unit for unit in start.units.values() if unit.type.nation == name.partition(".")[2])
        if not any(unit.hex in start.network.index and attacks.near(unit.hex, "knives") for unit in own):
            because = say("{name} falls, and no unit of that nation is within {within} of the city", name, WITHIN)
            yield Finding((), because, broken=attacks.able("knives"), excuse=UNREAD)
    if fell:
        because = say("{names} fall in partisan attacks, and each fall needs a result of its own", listed(fell))
        yield Finding((), because, broken=~attacks.able("knives", len(fell)), excuse=UNREAD)


@CHAPTER.article("Repurposed Partisans", "107.3f", when=("end of phase",), area="stacking", unseen="may excuse nearby")
def partisans_stay_apart(position: Position) -> Iterator[Finding]:
    """When a Phase ends no partisans stay with another friendly unit that has an OLoC.

    Under:    thunder_in_the_east, partisans
    Legal:    turn 1, Soviet Regular Movement Step; weather clear; season summer; 2215: sov.pardiv; 2214: sov.20a;
              mark sov.20a+interdicted
    Illegal:  turn 1, Soviet Regular Movement Step; weather clear; season summer; 2215: sov.pardiv, sov.20a;
              mark sov.20a+interdicted
    """
    for guest in roster(position).fitting(Selector(tags=frozenset({"partisan"}))):
        hosts = [unit for unit in position.at(guest.hex) if unit.side == guest.side and not unit.has("partisan")]
        states = [(host, supply(position, host.side).state(host.id)) for host in hosts]
        found = [(host, state, state.is_in(frozenset({"supplied", "out_of_supply"}))) for host, state in states]
        bad = [each for each in found if each[2].possible]
        for host, state, broken in sorted(bad, key=lambda each: each[2].is_open)[:1]:
            because = say(
                "{guest} stays with {host}, which is {words}; such units do not stay together", guest, host, state.words
            )
            yield Finding((guest.hex,), because, (guest.id, host.id), broken)
