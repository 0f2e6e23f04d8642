"""What the Campaign Game alone has: 202 to 207, bombed cities, allies that give up, units given up, factories that leave."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.cards import may_be_carded
from adjudicator.analysis.control import controller
from adjudicator.analysis.economy import (
    any_told,
    fall,
    first_untold,
    holder_of,
    is_told,
    kept_number,
    rise,
    told_number,
    value_named,
    value_words,
)
from adjudicator.analysis.losses import arrivals, steps_lost
from adjudicator.analysis.movement.values import interval
from adjudicator.analysis.organization import reorganized
from adjudicator.analysis.resources import spending_table
from adjudicator.analysis.rolled_dice import contradicted, faces, rolled_dice
from adjudicator.analysis.situation import in_enemy_zone, joined
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import ONE, ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, all_of, any_of, unless_missing
from adjudicator.model.theatre import Place
from adjudicator.model.units import Marker, Unit
from adjudicator.packs.thunder_in_the_east.analysis.home import at_home, by_own_hq
from adjudicator.packs.thunder_in_the_east.analysis.seasons import arrival, month_now
from adjudicator.packs.thunder_in_the_east.rules._markers import HEADQUARTERS
from adjudicator.record.acts import Removed, StepLoss, Transfer
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.cell import chart
from adjudicator.terms.when import options_in_play
from adjudicator.words import listed, word

CHAPTER = Chapter(area="morale", options=("campaign",))

ALLIES = {"hungarian": "hungary", "romanian": "romania"}
"""The nations that may give up, each with the tag of its home territory."""


def _lost(record: PhaseRecord) -> Iterator[Unit]:
    """The units that came from the map onto the Casualty mat and are there still, as they stood before."""
    for act in record.of(Transfer, Removed):
        for name in act.units:
            old, now = act.before.units.get(name), record.end.units.get(name)
            if old is not None and old.hex and now is not None and not now.hex and now.location == "casualty":
                yield old


def _lies_as_lost(record: PhaseRecord, unit: Unit, *, full: bool) -> Iterator[Finding]:
    if full == record.end.units[unit.id].has("reduced"):
        how = say("face up") if full else say("face down")
        because = say("{unit} lies the wrong way on the Casualty mat; by how it was lost it lies {how}", unit, how)
        yield Finding((unit.hex,), because, (unit.id,))


def _armies_lost(record: PhaseRecord) -> Iterator[Unit]:
    for unit in _lost(record):
        if unit.type.size == "large" and any("reduced" in face.tags for face in unit.type.faces):
            yield unit


@CHAPTER.article("The Casualty mat is cleared", "202.3a", when=("morale",), unseen="cannot excuse")
def casualty_mat_cleared(record: PhaseRecord) -> Iterator[Finding]:
    """Units on the Casualty mat go to their owner's boxes when their Morale loss is settled.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Opponent's Morale Step; weather clear; season summer; [casualty]: sov.20a;
              sov.20a [casualty]>[force_pool]; turn 9, Soviet Supply Step
    Illegal:  turn 9, Axis Opponent's Morale Step; weather clear; season summer; [casualty]: sov.20a, sov.37a;
              sov.20a [casualty]>[force_pool]; turn 9, Soviet Supply Step
    """
    for name, unit in sorted(record.end.units.items()):
        if not unit.hex and unit.location == "casualty":
            box = word(unit.location)
            words = say("{unit} still lies in the {box} box, which must be empty when the phase is over", unit, box)
            yield Finding((), words, (name,), owed=not record.ended)


@CHAPTER.article("How a lost Army lies on the mat", "202.3b", when=("combat", "movement", "supply"))
def army_on_the_mat(record: PhaseRecord) -> Iterator[Finding]:
    """An Army that no Corps survives lies on the Casualty mat face up, one that a Corps replaces face down.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; month july; 2215: sov.20a;
              sov.20a 2215>[casualty]
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; month july; 2215: sov.20a/2;
              sov.20a 2215>[casualty]
    """
    for unit in _armies_lost(record):
        come = (each for each in arrivals(record, {unit.side}) if each.hex == unit.hex)
        outright = all(record.end.units[each.name].type.size == "large" for each in come)
        yield from _lies_as_lost(record, unit, full=outright)


@article(printed("thunder_in_the_east_10", "202.3b"), anew=True)
def army_on_the_mat_by_steps(record: PhaseRecord) -> Iterator[Finding]:
    """An Army that lost two steps or more in one battle lies on the Casualty mat face up, one that lost a single step face down.

    Under: thunder_in_the_east_10, campaign
    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; month july; 2215: sov.20a;
              sov.20a 2215>[casualty]
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; month july; 2215: sov.20a/2;
              sov.20a/1 2215>[casualty]
    """
    for unit in _armies_lost(record):
        yield from _lies_as_lost(record, unit, full=steps_lost(record, (unit.id,)) > 1)


@CHAPTER.article("Losses abroad count twice", "202.3c", when=("combat", "movement", "supply"))
def lost_abroad(record: PhaseRecord) -> Iterator[Finding]:
    """A small nation's ground unit lost outside its home and outside its National HQ's radius lies turned on the mat: twice the
    loss.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Soviet Ground Battles Step; weather clear; season summer; month july; 2215: ax.ro5inf/2+abroad;
              ax.ro5inf 2215>[casualty]
    Illegal:  turn 9, Soviet Ground Battles Step; weather clear; season summer; month july; 2215: ax.ro5inf/2;
              ax.ro5inf 2215>[casualty]
    """
    for unit in _lost(record):
        if unit.type.nation not in ALLIES or unit.type.size == "small":
            continue
        native = at_home(record.start.network, ALLIES, unit.type.nation, unit.hex)
        abroad = NO if native else ~by_own_hq(record.start, unit)
        marked = record.end.units[unit.id].has("abroad")
        said = say("is marked as lost abroad") if marked else say("is not marked as lost abroad")
        because = say("{unit} {said}, and was lost in {hex}", unit, said, unit.hex)
        yield Finding((unit.hex,), because, (unit.id,), broken=~abroad if marked else abroad)


PAYS = {
    "soviet": {"morale.ussr": 2, "PP.ussr": 1, "EP.soviet": 1, "FP.soviet": 1},
    "axis": {
        **{"morale.hungarian": 2, "morale.romanian": 2, "PP.german": 1, "PP.hungarian": 1, "PP.romanian": 1},
        **{"PP.italian": 1, "EP.axis": 1, "FP.axis": 1},
    },
}
"""By side the values out of which a bombed place is paid for, each with how much of it is one payment."""


def _bombed(record: PhaseRecord) -> list[str]:
    """The places of which anybody keeps how heavily they are bombed."""
    return sorted(name.partition(".")[2] for name in record.start.values if name.startswith("bombed."))


def _payments_untold(record: PhaseRecord, _: object) -> str:
    """A value out of which the holder of a bombed place pays, where nobody tells it."""
    holders = [holder_of(record.start, place) for place in _bombed(record)]
    paying = [purses for side, purses in PAYS.items() if any(holder.is_(side).possible for holder in holders)]
    return next((told for purses in paying if (told := first_untold(purses, record.end.values))), "")


@CHAPTER.article(
    "Seasonal bombing losses",
    "202.4b",
    covers=("201.0f", "208.1.3"),
    when=("season.strategic_bombing",),
    unseen="cannot excuse",
    met=_bombed,
    untold=_payments_untold,
)
def bombing_losses(record: PhaseRecord) -> Iterator[Finding]:
    """Each Destroyed or Devastated Objective costs its owner 2 Morale Points or 1 Resource Point of any kind.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, Strategic Bombing Step; weather clear; season spring; value bombed.Moscow 4;
              value morale.ussr 40; value PP.ussr 20; value EP.soviet 9; value FP.soviet 9; now weather clear;
              value morale.ussr 38; value bombed.Moscow 0
    Illegal:  turn 30, Strategic Bombing Step; weather clear; season spring; value bombed.Moscow 4;
              value morale.ussr 40; value PP.ussr 20; value EP.soviet 9; value FP.soviet 9; now weather clear;
              value morale.ussr 39; value bombed.Moscow 0
    """
    hits = {place: kept_number(record.start, f"bombed.{place}") for place in _bombed(record)}
    destroyed = [place for place, count in hits.items() if count is not None and count >= 3]
    for side, purses in PAYS.items():
        told = {name: each for name, each in purses.items() if name in record.start.values}
        if not told:
            continue
        due = sum_of(Interval.one_if(holder_of(record.start, place).is_(side)) for place in destroyed)
        paid = sum_of(fall(record, name).times(Fraction(1, each)) for name, each in told.items())
        untold = [value_named(name) for name in purses if name not in told]
        broken = (~paid.at_least(due) & unless_missing(*untold)) | ~paid.at_most(due)
        because = say("{side} pays for {paid}, and {due} of its places are Destroyed or Devastated", side, paid, due)
        yield Finding((), because, broken=broken, owed=not record.ended and paid == ZERO)


FATES = ("coup", "coup", "independent", "independent", "defected", "defected")
"""What an ally does at each result from 1 to 6."""


def _collapse_untold(record: PhaseRecord, _: object) -> str:
    """What nobody tells of a nation of which anything is told: its morale, or what it does."""
    values = record.end.values
    names = [f"{kind}.{nation}" for nation in ALLIES for kind in ("morale", "ally")]
    kept = {name.partition(".")[2] for name in names if name in values}
    needed = [name for name in names if name.partition(".")[2] in kept]
    gone = (nation for nation in sorted(kept) if values.get(f"ally.{nation}") == "defected")
    return first_untold((*needed, *(f"PP.{nation}" for nation in gone)), values)


@CHAPTER.article(
    "Collapse of an Axis ally",
    "202.7a",
    covers=("202.6", "202.7b", "202.7c", "202.7d"),
    when=("soviet.morale",),
    met=lambda record: any(is_told(record.start, f"morale.{nation}") for nation in ALLIES),
    untold=_collapse_untold,
)
def collapse_of_an_ally(record: PhaseRecord) -> Iterator[Finding]:
    """An Axis ally without Morale rolls as the Soviet Morale Step ends: 1-2 it fights on, 3-4 it is independent, 5-6 it defects.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Soviet Opponent's Morale Step; weather clear; season summer; value morale.romanian 0;
              value ally.romanian fighting; value ally_die.romanian none; now weather clear;
              value ally_die.romanian 6; value ally.romanian defected
    Illegal:  turn 9, Soviet Opponent's Morale Step; weather clear; season summer; value morale.romanian 3;
              value ally.romanian fighting; value ally_die.romanian none; now weather clear;
              value ally_die.romanian 6; value ally.romanian defected
    """
    for nation in ALLIES:
        before, now = (at.values.get(f"ally.{nation}", "") for at in (record.start, record.end))
        if f"morale.{nation}" not in record.start.values or before in (*FATES, "gone"):
            continue
        yield from _fate(record, nation, now)
        if now in FATES:
            yield from _as_rolled(record, nation, now)
        if now in ("independent", "gone"):
            yield from _still_there(record, nation, now)
        elif now == "defected":
            yield from _changes_sides(record, nation)


def _fate(record: PhaseRecord, nation: str, now: str) -> Iterator[Finding]:
    empty = told_number(record.end, f"morale.{nation}").at_most(ZERO)
    lost = _country_lost(record.end, nation)
    if now in FATES:
        yield Finding((), say("{nation} is {fate}, and has morale left", nation, now), broken=~empty)
    elif now == "gone":
        yield Finding((), say("{nation} is gone, and has a city and morale left", nation), broken=empty | ~lost)
    else:
        told = Known.of(True) if now else Known.open(value_named(f"ally.{nation}"))
        because = say("{nation} has no morale left, and no die was rolled for it", nation)
        yield Finding((), because, broken=empty & told, owed=not record.ended)
        because = say("all cities of {nation} are lost, and its units are still in play", nation)
        yield Finding((), because, broken=lost & ~empty & told, owed=not record.ended)


def _as_rolled(record: PhaseRecord, nation: str, now: str) -> Iterator[Finding]:
    told = record.end.values.get(f"ally_die.{nation}", "")
    dice = faces(record, told)
    because = say("{nation} is {fate} by a {die}", nation, now, strung(dice, say(" or ")) or "?")
    untold = Known.open(say("the die for {nation}", nation))
    if not dice:
        yield Finding((), because, broken=untold)
        return
    if contradicted(record, told):
        fell = listed(map(str, rolled_dice(record.acts)))
        words = say("a {die} is told for {nation}, and the dice of the log are {fell}", told, nation, fell)
        yield Finding((), words, broken=untold)
    partisans, axis = _partisans(record.start, nation), _axis_in_capital(record.start, nation)
    change = Interval.one_if(partisans).minus(Interval.one_if(axis))
    possible = {fate for die in dice for fate in _fates(die, change)}
    if possible != {now}:
        which = [say("which die was rolled for {nation}", nation)] if len(dice) > 1 else []
        broken = Known.open(*sorted(change.missing), *which) if now in possible else YES
        yield Finding((), because + say(", with {change} to the die", change), broken=broken)


def _fates(die: int, change: Interval) -> set[str]:
    """What an ally may do at a die with this change to it."""
    least, most = (min(max(die + int(end), 1), len(FATES)) for end in (change.low, change.high))
    return {FATES[result - 1] for result in range(least, most + 1)}


def _still_there(record: PhaseRecord, nation: str, now: str) -> Iterator[Finding]:
    for unit in record.end.units.values():
        if unit.type.nation == nation and unit.hex:
            because = say("{unit} is on the map, and its nation is {fate}", unit, now)
            yield Finding((unit.hex,), because, (unit.id,), owed=not record.ended)


def _changes_sides(record: PhaseRecord, nation: str) -> Iterator[Finding]:
    """What a nation that defects leaves behind: units among its former friends, and points."""
    for unit in record.end.units.values():
        friends = (other for other in record.end.at(unit.hex) if other.side == "axis" and other.type.nation != nation)
        if unit.hex and unit.type.nation == nation and any(True for _ in friends):
            because = say("{unit} is in a hex with units of its former side, and its nation defected", unit)
            yield Finding((unit.hex,), because, (unit.id,), owed=not record.ended)
    left = told_number(record.end, f"PP.{nation}")
    if f"PP.{nation}" in record.end.values and left != ZERO:
        because = say("{nation} defected, and {left} of its PPs did not go with it", nation, left)
        yield Finding((), because, owed=not record.ended)


def _places_of(position: Position, nation: str, kind: str) -> list[Place]:
    places = position.network.theatre.places
    return [each for each in places if each.values.get("home") == nation and kind in each.kinds]


def _country_lost(position: Position, nation: str) -> Known:
    """Whether the Axis holds no city of a nation's home any more."""
    cities = [each.hex for each in _places_of(position, nation, "city") if each.hex in position.network.index]
    return all_of(~controller(position, number, wanted_by="axis").is_("axis") for number in cities) if cities else NO


def _axis_in_capital(position: Position, nation: str) -> Known:
    capitals = _places_of(position, nation, "national_capital")
    if not capitals:
        return Known.open(say("who stands in the capital of {nation}", nation))
    if any(unit.side == "axis" for each in capitals for unit in position.at(each.hex)):
        return YES
    hidden = [other for each in capitals for other in position.unknown_at(each.hex)]
    return Known.open(say("what is in {hex}", hidden[0].hex)) if hidden else NO


def _partisans(position: Position, nation: str) -> Known:
    """Whether partisans of another faction are in a nation's country."""
    hexes = {entry.number for entry in position.network.hexes if ALLIES[nation] in entry.tags}
    found = (unit for unit in position.units.values() if unit.hex in hexes and unit.has("partisan"))
    hidden = (other for other in position.unidentified if other.hex in hexes)
    seen = any_of(Known.of(unit.type.nation != nation) for unit in found)
    return seen | any_of(Known.open(say("what is in {hex}", each.hex)) for each in hidden)


HOMES = {
    **{"german": "germany", "italian": "germany", "hungarian": "hungary", "romanian": "romania"},
    **{"ussr": "ussr", "polish": "ussr", "czech": "ussr"},
}
SOURCES = frozenset({"supply_city_source", "major_port_source", "small_port_source", "hq_source"})
LINE_AT_HOME = (Connection(lines=("overland",), to=SOURCES),)
DEMOBILIZING = ("demobilizing a Raised Army to a Rifle Corps", "demobilizing a Guards Army to a Guards Corps")
DISBANDING = "disbanding an Early Mechanized Corps"


@dataclass(frozen=True, slots=True)
class _Given:
    """A piece that is given up as it stood: a unit with so many of its steps, or a headquarters."""

    piece: Unit | Marker
    side: str
    nation: str
    steps: int = 0

    @property
    def ids(self) -> tuple[str, ...]:
        return (self.piece.id,) if isinstance(self.piece, Unit) else ()


def _demobilizing_untold(record: PhaseRecord, _: object) -> str:
    """The points that something was given up for, where nobody tells them."""
    given = (*_units_given(record), *_headquarters_given(record), *_air_units_given(record))
    pools = [pool for each in given for pool, _ in _worth(record.start, each)]
    return first_untold(pools, record.start.values) or first_untold(pools, record.end.values)


@CHAPTER.article(
    "Demobilizing ground units",
    "203.2a",
    covers=("203.0", "203.2b", "203.2c"),
    when=("axis.special_reorganization", "soviet.special_reorganization"),
    area="production",
    unseen="may excuse nearby",
    untold=_demobilizing_untold,
)
def demobilizing(record: PhaseRecord) -> Iterator[Finding]:
    """Steps are demobilized at home, outside EZOCs and with an OLoC, and give back their PPs or EPs, never FPs.

    Under: thunder_in_the_east, campaign
    Legal:    turn 2, Axis Special Reorganization Step; weather clear; season summer; 0521: ax.5inf/2;
              value PP.german 10; ax.5inf 0521>[force_pool]; value PP.german 11
    Illegal:  turn 2, Axis Special Reorganization Step; weather clear; season summer; 0521: ax.5inf/2;
              value PP.german 10; ax.5inf 0521>[force_pool]; value PP.german 12
    Illegal:  turn 2, Axis Special Reorganization Step; weather clear; season summer; 1517: ax.5inf/2;
              value PP.german 10; ax.5inf 1517>[force_pool]; value PP.german 11
    """
    given = [*_units_given(record), *_headquarters_given(record)]
    for each in given:
        yield from _may_not(record.start, each)
    yield from _too_much(record, [*given, *_air_units_given(record)])


def _units_given(record: PhaseRecord) -> Iterator[_Given]:
    side = record.moment.phasing
    for hex_ in reorganized(record):
        for left in hex_.left:
            if not left.comes and left.unit.side == side and left.box == "force_pool":
                yield _Given(left.unit, side, left.unit.type.nation, left.unit.steps)
        for done in hex_.done:
            kept = sum(unit.steps for unit in done.came)
            for unit in done.given_up if done.exchange.name in DEMOBILIZING else ():
                yield _Given(unit, unit.side, unit.type.nation, unit.steps - kept)
    for act in record.of(StepLoss):
        for name in act.units:
            old, new = act.before.units[name], act.after.units[name]
            if old.side == side and old.hex and new.hex:
                yield _Given(old, side, old.type.nation, old.steps - new.steps)


def _air_units_given(record: PhaseRecord) -> Iterator[_Given]:
    """The units that fly and went out of a box into the pool."""
    for unit in record.start.units.values():
        now = record.end.units.get(unit.id)
        pooled = now is not None and now.location == "force_pool" != unit.location
        if pooled and unit.type.flies and unit.side == record.moment.phasing:
            yield _Given(unit, unit.side, unit.type.nation, unit.steps)


def _headquarters_given(record: PhaseRecord) -> Iterator[_Given]:
    """The headquarters that were on the map and lie in the pool, or nowhere, when the phase ends."""
    for marker in record.start.markers.values():
        later, side = record.end.markers.get(marker.id), marker.type.side
        gone = later is None or (not later.hex and later.location == "force_pool")
        if marker.hex and gone and marker.type.kind in HEADQUARTERS and side == record.moment.phasing:
            yield _Given(marker, side, next((name for name in HOMES if name in marker.type.tags), ""))


def _may_not(start: Position, given: _Given) -> Iterator[Finding]:
    hex_ = given.piece.hex
    name = given.piece if isinstance(given.piece, Unit) else given.piece.type.name
    if isinstance(given.piece, Unit) and (given.piece.has("partisan") or given.piece.has("assembled")):
        yield Finding((hex_,), say("{unit} is demobilized, which such units never are", name), given.ids)
        return
    if not at_home(start.network, HOMES, given.nation, hex_):
        because = say("{unit} is demobilized in {hex}, which is not its home territory", name, hex_)
        yield Finding((hex_,), because, given.ids)
    because = say("{unit} is demobilized in {hex}, which is in an enemy zone of control", name, hex_)
    yield Finding((hex_,), because, given.ids, in_enemy_zone(start, given.side, hex_))
    because = say("{unit} is demobilized where no line of communication leads", name)
    yield Finding((hex_,), because, given.ids, ~joined(start, given.side, hex_, LINE_AT_HOME))


def _too_much(record: PhaseRecord, given: list[_Given]) -> Iterator[Finding]:
    """More points of any kind taken back than what was given up is worth; only where something was given up."""
    due: dict[str, Interval] = {}
    for each in given:
        for pool, worth in _worth(record.start, each):
            due[pool] = due.get(pool, ZERO).plus(worth)
    if preserved := [*_preserved(record)]:
        pool = f"EP.{record.moment.phasing}"
        due[pool] = sum_of(preserved).plus(due.get(pool, ZERO))
    pools = spending_table(record.start).pool if due else {}
    own = {name for name, pool in pools.items() if pool.side == record.moment.phasing}
    for name in sorted((own | set(due)) & set(record.start.values)):
        worth = due.get(name, ZERO)
        risen = rise(record, name)
        because = say("{pool} grew by {risen}, and what was demobilized gives {worth}", name, risen, worth)
        carded = NO if name in due else may_be_carded(record)
        yield Finding((), because, broken=~risen.at_most(worth) & ~carded)


def _preserved(record: PhaseRecord) -> Iterator[Interval]:
    """The equipment that each Early Mechanized Corps saves which is disbanded: 1 EP, if it had a line."""
    side = record.moment.phasing
    for hex_ in reorganized(record):
        for done in hex_.done:
            for unit in done.given_up if done.exchange.name == DISBANDING else ():
                yield Interval.by(joined(record.start, side, unit.hex, LINE_AT_HOME), ONE, ZERO)


@CHAPTER.article(
    "Equipment of a disbanded Mechanized Corps",
    "15.1b",
    when=("soviet.special_reorganization",),
    area="organization",
    unseen="may excuse nearby",
    options=(),
    met=_preserved,
)
def equipment_preserved(record: PhaseRecord) -> Iterator[Finding]:
    """An Early Mechanized Corps that is disbanded where a line of communication leads brings 1 EP, any other nothing.

    Legal:    turn 9, Soviet Special Reorganization Step; weather clear; season summer; 2215: sov.5mc; [untried]: sov.2rc;
              value EP.soviet 4; sov.5mc 2215>[trading]; sov.2rc [untried]>2215; value EP.soviet 5
    Illegal:  turn 9, Soviet Special Reorganization Step; weather clear; season summer; 2215: sov.5mc; [untried]: sov.2rc;
              value EP.soviet 4; sov.5mc 2215>[trading]; sov.2rc [untried]>2215; value EP.soviet 6
    """
    name = f"EP.{record.moment.phasing}"
    if name not in record.start.values or "campaign" in options_in_play(record.start):
        return  # in the Campaign Game it is reckoned with what is demobilized
    risen, worth = rise(record, name), sum_of(_preserved(record))
    because = say("{pool} grew by {risen}, and what was disbanded gives {worth}", name, risen, worth)
    yield Finding((), because, broken=~risen.at_most(worth) & ~may_be_carded(record))


def _worth(position: Position, given: _Given) -> Iterator[tuple[str, Interval]]:
    """The points that a piece gives back, each with the pool that gets them."""
    personnel, equipment, piece = f"PP.{given.nation}", f"EP.{given.side}", given.piece
    if isinstance(piece, Unit) and piece.type.flies:
        yield personnel, Interval.of(2)
    elif isinstance(piece, Unit):
        for step in range(piece.steps - given.steps, piece.steps):
            kind, amount = _of_step(piece, step)
            yield personnel if kind == "PP" else equipment, Interval.of(amount)
    else:
        row = next((row for row in ("strategic", "operational") if row in piece.type.tags), "")
        for pool, column in ((personnel, "personnel"), (equipment, "equipment")) if row else ():
            cell = f"hq_cost.{row}.{column}"
            yield pool, interval(chart(position.pack, cell, None), cell, Fraction(0))


def _of_step(unit: Unit, step: int) -> tuple[str, Fraction]:
    """What one step of a unit gives back, the first that it is built with being 0."""
    if unit.type.kind == "shock army":
        return ("EP" if step == 1 else "PP"), Fraction(1)
    small = unit.type.size == "small"
    if unit.has("heavy"):
        return "EP", Fraction(1, 2) if small else Fraction(1)
    half = small or unit.has("second_line") or unit.has("garrison")
    return "PP", Fraction(1, 2) if half else Fraction(1)


NONE, RELOCATED = "none", "relocated"
LEFT = ("captured", "evacuated")
"""What a factory becomes when its workers leave."""


def _factories_untold(record: PhaseRecord, _: object) -> str:
    """When a factory arrives that has left, or whether one left that is on its way, where nobody tells it."""
    start, end = record.start.values, record.end.values
    gone = (name for name, state in start.items() if name.startswith("factory.") and state == "working")
    left = sorted(name.partition(".")[2] for name in gone if end.get(name) in LEFT)
    on_way = sorted(name.partition(".")[2] for name, state in end.items() if _is_on_way(name, state))
    return first_untold((f"urals.{place}" for place in left), end) or first_untold(
        (f"factory.{place}" for place in on_way), start
    )


def _is_on_way(name: str, state: str) -> bool:
    return name.startswith("urals.") and state != NONE


@CHAPTER.article(
    "Soviet factory evacuation",
    "207.4b",
    area="production",
    unseen="cannot excuse",
    acts=("value",),
    untold=_factories_untold,
)
def evacuated_factories(record: PhaseRecord) -> Iterator[Finding]:
    """A Working Soviet factory that is captured or Isolated arrives in the Urals in the second full season after.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Supply Step; weather clear; season summer; month september; year 1941;
              value factory.Stalino working; value urals.Stalino none; now weather clear;
              value factory.Stalino evacuated; value urals.Stalino january 1942
    Illegal:  turn 9, Axis Supply Step; weather clear; season summer; month september; year 1941;
              value factory.Stalino working; value urals.Stalino none; now weather clear;
              value factory.Stalino evacuated; value urals.Stalino april 1942
    """
    for name, now in sorted(record.end.values.items()):
        kind, _, place = name.partition(".")
        if kind != "urals":
            continue
        then = record.start.values.get(name, now)
        before, became = (at.values.get(f"factory.{place}") for at in (record.start, record.end))
        wanted = arrival(record.moment)
        if before == "working" and became in LEFT and now != wanted:
            words, due = value_words(name), wanted or "?"
            because = say("{name} is {now}, and the factory arrives in {wanted}", words, now, due)
            yield Finding((), because, broken=_dated(wanted), owed=not record.ended and now == NONE)
        elif (before != "working" or became not in LEFT) and now != then and not (now == RELOCATED and then != NONE):
            because = say("{name} becomes {now}, and no Working factory left {place}", value_words(name), now, place)
            told = YES if before is not None else Known.open(value_named(f"factory.{place}"))
            yield Finding((), because, broken=told)


@CHAPTER.article(
    "Relocated factories arrive",
    "207.4b.arrives",
    when=("season.fix_it",),
    area="production",
    unseen="cannot excuse",
    met=lambda record: any_told(record.start, "urals"),
)
def relocated_factories(record: PhaseRecord) -> Iterator[Finding]:
    """In the Fix-it Step Relocated factories come to the Urals in their month.

    Under: thunder_in_the_east, campaign
    Legal:    turn 20, Fix-it Step; weather clear; season winter; month january; year 1942;
              value urals.Stalino january 1942; now weather clear; value urals.Stalino relocated
    Illegal:  turn 20, Fix-it Step; weather clear; season winter; month january; year 1942;
              value urals.Stalino april 1942; now weather clear; value urals.Stalino relocated
    """
    today = month_now(record.moment)
    for name, then in sorted(record.start.values.items()):
        now, words = record.end.values.get(name, ""), value_words(name)
        if not _is_on_way(name, then) or then == RELOCATED:
            continue
        if now == RELOCATED and then != today:
            yield Finding((), say("{name} is relocated, and arrives in {then}", words, then), broken=_dated(today))
        elif now != RELOCATED and (then == today or not today):
            because = say("{name} is {now}, and the factory arrives in {then}", words, now, then)
            yield Finding((), because, broken=_dated(today), owed=not record.ended)


def _dated(date: str) -> Known:
    return YES if date else Known.open(say("month and year"))
