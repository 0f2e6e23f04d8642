"""Production and the Economic Map: 201, 204 to 208, and points that rise otherwise (18.4, 25.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from adjudicator.analysis.cards import may_be_carded, may_have_paid
from adjudicator.analysis.economy import (
    Disturbing,
    any_told,
    economy_table,
    first_untold,
    holder_of,
    income,
    kept_number,
    rise,
    told_number,
    value_words,
)
from adjudicator.analysis.resources import points, spending_table
from adjudicator.analysis.situation import joined
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter, has_figures, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import NO, YES, Known, unless_missing
from adjudicator.model.units import Marker, Unit
from adjudicator.packs.thunder_in_the_east.analysis.rail import rail_capacity_of
from adjudicator.packs.thunder_in_the_east.rules._markers import HEADQUARTERS
from adjudicator.record.acts import Act, Travel, ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector
from adjudicator.words import listed

CHAPTER = Chapter(area="production", unseen="cannot excuse", acts=("value",), options=("campaign",))

has_figures(  # 107.3
    __name__,
    "thunder_in_the_east",
    Disturbing(Selector(tags=frozenset({"partisan"})), When(options=frozenset({"partisans"})), frozenset({"urals"})),
)

FIX_IT = When(phases=frozenset({"season.fix_it"}))
BOMBING_STEP = When(phases=frozenset({"season.strategic_bombing"}))
MOVEMENT_AND_COMBAT = When(phases=frozenset({"movement", "combat"}))
COMBAT = When(phases=frozenset({"combat"}))
BY_RAIL = (Connection(lines=("rail",), to=frozenset({"ultimate", "relay"})),)


AXIS_POOLS = ("PP.german", "PP.hungarian", "PP.romanian", "PP.italian", "EP.axis", "FP.axis")
PAY_DAY = (
    ("PP.ussr", "EP.soviet", "FP.soviet"),
    ("rail_capacity.soviet",),
    AXIS_POOLS,
)
"""The numbers that change first, and those that come after them."""


@CHAPTER.article(
    "The order of Pay Day",
    "201.0e",
    when=("season.pay_day",),
    unseen="may excuse",
    acts=(),
    met=lambda record: len(list(_first_changes(record))) > 1,
)
def order_of_pay_day(record: PhaseRecord) -> Iterator[Finding]:
    """On Pay Day the Soviets produce first, with Lend-Lease, and set their Rail Capacity; then the Axis gets its points.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, Pay Day Step; weather clear; season summer; value PP.ussr 0; value PP.german 0;
              now weather clear; value PP.ussr 38; value PP.german 12
    Illegal:  turn 30, Pay Day Step; weather clear; season summer; value PP.ussr 0; value PP.german 0;
              now weather clear; value PP.german 12; value PP.ussr 38
    """
    seen: list[tuple[int, str, Known]] = []
    for number, name, sure in _first_changes(record):
        late = next(((other, told) for at, other, told in seen if at > number), None)
        if late is not None:
            because = say("{name} changes before {other}, which comes first", name, late[0])
            yield Finding((), because, broken=sure & late[1] & unless_missing(record.gap))
        seen.append((number, name, sure))


def _first_changes(record: PhaseRecord) -> Iterator[tuple[int, str, Known]]:
    """Of each group in which a number changes: the first act that does so, its name, and whether it is a change at all."""
    for group in PAY_DAY:
        changed = ((i, name, _is_changed(act, name)) for i, act in enumerate(record.acts) for name in group)
        first = next((each for each in changed if each[2].possible), None)
        if first is not None:
            yield first


def _is_changed(act: Act, name: str) -> Known:
    """Whether a number is another one after an act; open where nobody knew it before."""
    old, new = _number(act.before, name), _number(act.after, name)
    if old == new or not new.certain:
        return NO
    return YES if old.certain else Known.open(say("what {name} was before", name))


def _number(position: Position, name: str) -> Interval:
    return points(position, name) if name in spending_table(position).pool else told_number(position, name)


@dataclass(frozen=True, slots=True)
class Account:
    """Values that grow together by incomes of economy.toml, and by any part of others."""

    pools: tuple[str, ...]
    brings: tuple[str, ...]
    upto: tuple[str, ...] = ()

    def kept(self, record: PhaseRecord) -> bool:
        return all(pool in record.start.values or pool in record.end.values for pool in self.pools)


@CHAPTER.article(
    printed(
        "thunder_in_the_east",
        "204.1",
        figures=tuple(Account((pool,), (pool,)) for pool in AXIS_POOLS),
        title="Axis seasonal income",
        says="On Pay Day the Axis receives its allowances, half an EP for each Integrated factory and the FPs of its oil fields.",
    ),
    printed(
        "thunder_in_the_east",
        "205.1",
        covers=("205.0",),
        figures=(Account(("PP.ussr",), ("PP.ussr",)),),
        title="Soviet PPs",
        says="On Pay Day each Soviet Personnel City gives 2 PPs, a recaptured one 1, a captured one none; Moscow counts double.",
    ),
    printed(
        "thunder_in_the_east",
        "205.2",
        figures=(Account(("EP.soviet",), ("EP.soviet",), upto=("lend_lease",)),),
        title="Soviet EPs",
        says="On Pay Day a Working factory gives 1 EP, a Relocated or Restored one half an EP, besides what Lend-Lease adds.",
    ),
    printed(
        "thunder_in_the_east",
        "205.3",
        figures=(Account(("FP.soviet",), ("FP.soviet",), upto=("lend_lease",)),),
        title="Soviet FPs",
        says="On Pay Day a Working oil field gives 6 FPs, a Recovered one 3, besides what Lend-Lease adds.",
    ),
    printed(
        "thunder_in_the_east",
        "205.4",
        figures=(Account(("EP.soviet", "FP.soviet"), ("EP.soviet", "FP.soviet", "lend_lease")),),
        title="Lend-Lease",
        says="Lend-Lease Points become Soviet EPs and FPs one for one, all of them, in the Pay Day Step.",
    ),
    when=("season.pay_day",),
    unseen="may excuse",
    acts=(),
    met=lambda record, accounts: any(account.kept(record) for account in accounts),
)
def seasonal_income(record: PhaseRecord, accounts: tuple[Account, ...]) -> Iterator[Finding]:
    """What a season brings is booked, no more and no less.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, Pay Day Step; weather clear; season winter; month january; year 1941; value personnel.Dnepropetrovsk 0;
              value personnel.Gorki 0; value personnel.Grozny 0; value personnel.Kazan 0; value personnel.Kharkov 0; value
              personnel.Kiev 0; value personnel.Kuybyshev 0; value personnel.Leningrad 0; value personnel.Lwow 0; value
              personnel.Minsk 0; value personnel.Moscow 0; value personnel.Odessa 0; value personnel.Rostov 0; value
              personnel.Stalingrad 0; value personnel.Tbilisi 0; value personnel.Voronezh 0; value factory.Dnepropetrovsk
              captured; value factory.Kharkov captured; value factory.Leningrad captured; value factory.Moscow captured; value
              factory.Stalingrad captured; value factory.Stalino captured; value factory.Lodz captured; value
              urals.Dnepropetrovsk none; value urals.Kharkov none; value urals.Leningrad none; value urals.Moscow none; value
              urals.Stalingrad none; value urals.Stalino none; value oil.Grozny burning; value oil.Maikop burning; value
              oil.Ploesti burning; value oil.Tbilisi burning; value PP.german 3; value PP.ussr 3; value EP.soviet 3; value
              FP.soviet 3; now weather clear; value PP.german 15; value PP.ussr 7; value EP.soviet 5
    Illegal:  turn 30, Pay Day Step; weather clear; season winter; value PP.german 3; value PP.ussr 3; value EP.soviet 3;
              value FP.soviet 3; now weather clear; value PP.german 16; value PP.ussr 99; value EP.soviet 99; value FP.soviet 99
    """
    start, end = record.start, record.end
    for account in accounts:
        if account.kept(record):
            booked = sum_of(told_number(end, pool).minus(told_number(start, pool)) for pool in account.pools)
            least = sum_of(income(start, name) for name in account.brings)
            most = least.plus(sum_of(income(start, name) for name in account.upto))
            less, more = ~booked.at_least(least), ~booked.at_most(most)
            due = Interval(least.low, most.high, least.missing | most.missing)
            because = say("{pools} grew by {booked}, and {due} is due", listed(account.pools), booked, due)
            yield Finding((), because, broken=less | more, owed=not record.ended and not more.possible)


HOLDERS = {
    "factory": {"working": "soviet", "restored": "soviet", "evacuated": "soviet", "integrated": "axis"},
    "personnel": {"2": "soviet", "1": "soviet", "0": "axis"},
}
"""The side that must hold a place in a state; an integrated factory in Lodz may be anybody's."""


def _states_untold(position: Position, _: object) -> str:
    """A state that nobody tells of a place that has one, by the incomes of the pack."""
    kinds = HOLDERS.keys() & {name.partition(".")[0] for name in position.values}
    on_map = {each.name for each in position.network.theatre.places}
    shares = (share for shares in economy_table(position).income.values() for share in shares if share.state in kinds)
    names = {f"{share.state}.{place}" for share in shares for place in share.places if place in on_map}
    return first_untold(sorted(names), position.values)


@CHAPTER.article(
    "The Economic Map agrees with the map",
    "206.0",
    when=("end of movement", "end of combat"),
    unseen="may excuse",
    acts=(),
    met=lambda position: any(any_told(position, kind) for kind in HOLDERS),
    untold=_states_untold,
)
def economic_map(position: Position) -> Iterator[Finding]:
    """The markers of the Economic Map agree with who holds each Objective.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Air Return Step; weather clear; season summer; 2926: sov.20a; value factory.Kharkov working
    Illegal:  turn 9, Axis Air Return Step; weather clear; season summer; 2926: ax.7inf; value factory.Kharkov working
    """
    on_map = {place.name: place.hex for place in position.network.theatre.places}
    for name, state in sorted(position.values.items()):
        kind, _, place = name.partition(".")
        side = HOLDERS.get(kind, {}).get(state)
        if side is None or place not in on_map or (state, place) == ("integrated", "Lodz"):
            continue
        held, told = holder_of(position, place), (value_words(name), state)
        if held.told.is_yes:
            because = say("{name} is {state}, and {owner} holds the place", *told, str(held) or say("nobody"))
        else:
            because = say("{name} is {state}, and nobody knows who holds the place", *told)
        yield Finding((on_map[place],), because, broken=~held.is_(side))


May = Callable[[Act, str, tuple[str, str]], Known]
"""Whether the state of a place may become another now."""


def _changes(act: Act, kind: str, may: May) -> Iterator[Finding]:
    """States of a kind change as they may; who tells one for the first time changes nothing."""
    for name, new in act.values.items() if isinstance(act, ValuesChanged) else ():
        old = act.before.values.get(name)
        if name.partition(".")[0] == kind and old is not None and old != new:
            fits = may(act, name.partition(".")[2], (old, new))
            because = say("{name} goes from {old} to {new}, which it may not do now", value_words(name), old, new)
            yield Finding((), because, broken=~fits)


@CHAPTER.article("Factories change state", "207.4a", covers=("207.4c",))
def factory_states(act: Act) -> Iterator[Finding]:
    """A captured factory is Captured, then Retooling, then Integrated or Restored, a step in each Fix-it Step.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Fix-it Step; weather clear; season winter; value factory.Kharkov captured; now weather clear;
              value factory.Kharkov retooling
    Illegal:  turn 1, Fix-it Step; weather clear; season winter; value factory.Kharkov captured; now weather clear;
              value factory.Kharkov working
    """
    yield from _changes(act, "factory", _factory_may)


def _factory_may(act: Act, place: str, states: tuple[str, str]) -> Known:
    held, now = holder_of(act.after, place), FIX_IT.holds(act.before, "")
    match states:
        case ("working" | "retooling" | "restored" | "integrated", "captured") | ("working", "evacuated"):
            return YES
        case ("evacuated", "captured"):
            return held.is_("axis") | (held.is_("soviet") & _joined_by_rail(act, place))
        case ("captured", "retooling"):
            return now
        case ("retooling", "integrated"):
            return now & (YES if place == "Lodz" else held.is_("axis"))
        case ("retooling", "restored"):
            return now & held.is_("soviet")
    return NO


def _joined_by_rail(act: Act, place: str) -> Known:
    hexes = [each.hex for each in act.after.network.theatre.places if each.name == place]
    return joined(act.after, "soviet", hexes[0], BY_RAIL) if hexes else Known.open(say("the hex of {place}", place))


@CHAPTER.article("Oil fields", "207.3")
def oil_field_states(act: Act) -> Iterator[Finding]:
    """A captured oil field burns, is Recovered in the next Fix-it Step, and never works fully again.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Fix-it Step; weather clear; season winter; value oil.Grozny burning; now weather clear;
              value oil.Grozny recovered
    Illegal:  turn 1, Fix-it Step; weather clear; season winter; value oil.Grozny burning; now weather clear;
              value oil.Grozny working
    """
    yield from _changes(act, "oil", _oil_field_may)


def _oil_field_may(act: Act, _: str, states: tuple[str, str]) -> Known:
    if states == ("burning", "recovered"):
        return FIX_IT.holds(act.before, "")
    return Known.of(states in (("working", "burning"), ("recovered", "burning")))


@CHAPTER.article("When Personnel Cities change", "207.2.kept")
def personnel_states(act: Act) -> Iterator[Finding]:
    """The PP marker of a Personnel City changes when the city is captured, and at no other time.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Axis Regular Movement Step; weather clear; season winter; value personnel.Kharkov 2;
              now weather clear; value personnel.Kharkov 0
    Illegal:  turn 1, Fix-it Step; weather clear; season winter; value personnel.Kharkov 2; now weather clear;
              value personnel.Kharkov 0
    """
    yield from _changes(act, "personnel", _personnel_may)


def _personnel_may(act: Act, _: str, states: tuple[str, str]) -> Known:
    captured = states in (("2", "0"), ("1", "0"), ("0", "1"), ("0", "2"))
    return MOVEMENT_AND_COMBAT.holds(act.before, "") if captured else NO


@CHAPTER.article("Bombing adds up", "208.1.2")
def bombing_hits(act: Act) -> Iterator[Finding]:
    """Hits on an Objective add up over a season: 3 destroy it, 6 devastate it.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, Strategic Bombing Step; weather clear; season spring; value bombed.Moscow 6; now weather clear;
              value bombed.Moscow 3
    Illegal:  turn 30, Strategic Bombing Step; weather clear; season spring; value bombed.Moscow 6; now weather clear;
              value bombed.Moscow 0
    """
    yield from _changes(act, "bombed", _hits_may)


def _hits_may(act: Act, _: str, states: tuple[str, str]) -> Known:
    old, new = states
    if not {old, new} <= {*"0123456"}:
        return NO
    if old < new:
        return COMBAT.holds(act.before, "")
    return BOMBING_STEP.holds(act.before, "") if new == ("3" if old == "6" else "0") else NO


PAYING = {
    "axis": (("PP.german", "PP.hungarian", "PP.romanian", "PP.italian"), ("EP.axis",)),
    "soviet": (("PP.ussr",), ("EP.soviet",)),
}
"""By side the pools that pay for air defense: each group pays the price in all."""
OWN_ORDER_OF_BATTLE = When(phases=frozenset({"order of battle"}), phasing="own")


def _rise(record: PhaseRecord, name: str) -> Interval | None:
    if name not in record.start.values or name not in record.end.values:
        return None
    return rise(record, name)


def _any_rise(record: PhaseRecord, side: str) -> bool:
    risen = (_rise(record, f"{name}.{side}") for name in ("air_defense", "air_defense_built"))
    return any(each is not None and each.low > 0 for each in risen)


def _pools_untold(record: PhaseRecord, side: str) -> str:
    """The first pool that nobody tells, of a group that so is not judged."""
    names = [pool for group in PAYING[side] for pool in group] if _any_rise(record, side) else []
    return first_untold(names, record.start.values) or first_untold(names, record.end.values)


def _air_defense(record: PhaseRecord, side: str) -> Iterator[Finding]:
    """Air defense rises by one for as many points as its new value; paid part by part, when there are more parts than it has."""
    name, parts, start = f"air_defense.{side}", f"air_defense_built.{side}", record.start
    rise, steps = _rise(record, name), _rise(record, parts)
    rises = rise is not None and rise.low > 0
    by_parts = steps is not None and rises and steps.low <= 0
    if rise is not None and rise.low > 1:
        yield Finding((), say("{name} rises by {rise}, and may rise by 1 at a time", name, rise))
        return
    due = Fraction(0)
    if rises and not (by_parts and told_number(start, parts).high > 0):
        due = Fraction(told_number(record.end, name).low)
    elif by_parts:
        due = Fraction(1)
        full = told_number(start, parts).at_least(told_number(start, name))
        yield Finding(
            (), say("{name} rises, and {parts} was {value} before", name, parts, start.values[parts]), broken=~full
        )
    elif steps is not None and steps.low > 0:
        due = Fraction(steps.low)
    if due:
        now = OWN_ORDER_OF_BATTLE.holds(start, side)
        yield Finding((), say("{name} rises in {moment}, and may not now", name, record.moment), broken=~now)
    for group in PAYING[side] if due else ():
        if all(pool in start.values and pool in record.end.values for pool in group):
            given = sum_of(told_number(start, pool).minus(told_number(record.end, pool)) for pool in group)
            because = say("{name} costs {due} {pool}, and {given} was paid", name, due, " + ".join(group), given)
            yield Finding((), because, broken=~given.at_least(Interval.of(due)), owed=not record.ended)


@CHAPTER.article(
    "Axis Air Defense",
    "208.4.1a",
    when=("order of battle",),
    area="antiair",
    acts=(),
    met=lambda record: _any_rise(record, "axis"),
    untold=lambda record: _pools_untold(record, "axis"),
)
def axis_air_defense(record: PhaseRecord) -> Iterator[Finding]:
    """Air Defense rises by one for as many PPs and EPs as its new value, or by parts of 1 PP and 1 EP.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Order of Battle Step; weather clear; season summer; year 1942; month july; week 1;
              value air_defense.axis 2; value PP.german 40; value EP.axis 40; now weather clear; value air_defense.axis 3;
              value PP.german 37; value EP.axis 37
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; season summer; year 1942; month july; week 1;
              value air_defense.axis 2; value PP.german 40; value EP.axis 40; now weather clear; value air_defense.axis 4;
              value PP.german 36; value EP.axis 36
    """
    yield from _air_defense(record, "axis")


@CHAPTER.article(
    "Soviet Air Defense",
    "208.4.1a.soviet",
    covers=("208.4.1a",),
    when=("order of battle",),
    area="antiair",
    acts=(),
    met=lambda record: _any_rise(record, "soviet"),
    untold=lambda record: _pools_untold(record, "soviet"),
)
def soviet_air_defense(record: PhaseRecord) -> Iterator[Finding]:
    """Soviet Air Defense rises by one for as many PPs and EPs as its new value, or by parts of 1 PP and 1 EP.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Soviet Order of Battle Step; weather clear; season summer; year 1942; month july; week 1;
              value air_defense.soviet 2; value PP.ussr 40; value EP.soviet 40; now weather clear;
              value air_defense.soviet 3; value PP.ussr 37; value EP.soviet 37
    Illegal:  turn 9, Soviet Order of Battle Step; weather clear; season summer; year 1942; month july; week 1;
              value air_defense.soviet 2; value PP.ussr 40; value EP.soviet 40; now weather clear;
              value air_defense.soviet 3; value PP.ussr 38; value EP.soviet 37; turn 9, Soviet HQ Mode Step
    """
    yield from _air_defense(record, "soviet")


def _risen(record: PhaseRecord, *kinds: str) -> list[str]:
    """The numbers of these kinds that are more when a phase is over, and that no card is told for."""
    said = {name for act in record.of(ValuesChanged) if "card" in act.told for name in act.values}
    return [name for name in _more(record, *kinds) if name not in said]


def _any_risen(record: PhaseRecord, *kinds: str) -> bool:
    return any(True for _ in _more(record, *kinds))


def _more(record: PhaseRecord, *kinds: str) -> Iterator[str]:
    was, now = record.start.values, record.end.values
    for name in sorted(each for each in now if each.partition(".")[0] in kinds and now[each] != was.get(each)):
        old, new = kept_number(record.start, name), kept_number(record.end, name)
        if old is not None and new is not None and new > old:
            yield name


def _rises(record: PhaseRecord, name: str, gone: list[Unit], a_step: Fraction) -> Iterator[str]:
    """A sentence if a number rises by more than what the units bring that left the map."""
    due = a_step * sum(unit.steps for unit in gone)
    risen = rise(record, name)
    phase = record.moment.phase.name if record.moment.phase else ""
    if risen.at_most(Interval.of(due)).is_yes:
        return
    yield (
        say("{name} rises by {risen} in the {phase}, and what left the map brings {due}", name, risen, phase, due)
        if gone
        else say("{name} rises in the {phase}, and nothing that was done there brings any", name, phase)
    )


def _gone(record: PhaseRecord, tag: str) -> list[Unit]:
    left = ((old, new) for _, old, new in record.changes() if old is not None and old.hex)
    return [old for old, new in left if not (new is not None and new.hex) and old.has(tag)]


def _booty(record: PhaseRecord) -> bool:
    """Whether an HQ is no longer in its hex, turned over or not, or was entered upon: its owner may take it off later."""
    for marker in record.start.markers.values():
        if marker.type.kind in HEADQUARTERS and marker.hex:
            now = record.end.markers_at(marker.hex)
            same = (other for other in now if other.type.side == marker.type.side)
            if not any(other.type.kind in HEADQUARTERS for other in same) or _is_entered(record, marker):
                return True
    return False


def _is_entered(record: PhaseRecord, marker: Marker) -> bool:
    acts = (act for act in record.of(Travel) if marker.hex in act.path[1:])
    return any(act.before.unit(name).side != marker.type.side for act in acts for name in act.units)


HALF = Fraction(1, 2)


@CHAPTER.article(
    "No points come while others march and fight",
    "25.5e.when",
    covers=("25.5e",),
    when=("movement", "declaration", "reaction", "interception", "air combat", "combat", "air return"),
    met=lambda record: _any_risen(record, "PP", "EP", "FP", "OP"),
)
def points_while_units_fight(record: PhaseRecord) -> Iterator[Finding]:
    """PPs, EPs and FPs come with the season and OPs in an Order of Battle Step; while units march and fight they rise by a card,
    FPs by booty (10.2.2) and PPs by partisans who join the army, half a PP for each of their steps (107.3).

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Special Movement Step; weather clear; history whole; [axis deck]: +card.a1; [soviet deck]: +card.s1;
              value FP.axis 4; value FP.axis 3
    Illegal:  turn 9, Axis Special Movement Step; weather clear; history whole; [axis deck]: +card.a1; [soviet deck]: +card.s1;
              value FP.axis 4; now weather clear; value FP.axis 6
    """
    for name in _risen(record, "PP", "EP", "FP", "OP"):
        kind = name.partition(".")[0]
        if kind != "FP" or not _booty(record):
            for because in _rises(record, name, _gone(record, "partisan") if kind == "PP" else [], HALF):
                excuse = Excuse() if kind in ("PP", "FP") else None
                yield Finding((), because, broken=~may_be_carded(record), excuse=excuse)


@CHAPTER.article(
    "When OPs are bought",
    "9.8a.time",
    covers=("9.8a",),
    when=("repair", "hq mode", "reorganization"),
    met=lambda record: any(name.partition(".")[0] == "OP" for act in record.of(ValuesChanged) for name in act.values),
)
def offensive_points_in_their_step(record: PhaseRecord) -> Iterator[Finding]:
    """OPs are bought in an Order of Battle Step, and otherwise come by a card only.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis HQ Mode Step; weather clear; history whole; [axis deck]: +card.a1; [soviet deck]: +card.s1;
              value OP.axis 2; now weather clear; value OP.axis 1
    Illegal:  turn 9, Axis HQ Mode Step; weather clear; history whole; [axis deck]: +card.a1; [soviet deck]: +card.s1;
              value OP.axis 2; now weather clear; value OP.axis 3
    """
    for name in _risen(record, "OP"):
        for because in _rises(record, name, [], HALF):
            yield Finding((), because, broken=~may_be_carded(record))


@CHAPTER.article(
    "No points come while units are built",
    "25.5e.bought",
    covers=("25.5e", "302.4"),
    when=("order of battle",),
    met=lambda record: _any_risen(record, "PP", "EP", "FP"),
)
def points_while_units_are_built(record: PhaseRecord) -> Iterator[Finding]:
    """In an Order of Battle Step PPs, EPs and FPs rise by no card but one that gives any, nor otherwise but by 1 EP for an Early
    Mechanized Corps that is disbanded: Great Patriotic War lets them be spent faster.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Order of Battle Step; weather clear; history whole; [axis deck]: +card.a1; [soviet deck]: +card.s1;
              value FP.axis 4; value FP.axis 3
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; history whole; [axis deck]: +card.a1; [soviet deck]: +card.s1;
              value FP.axis 4; now weather clear; value FP.axis 6
    """
    brings = {"PP": ("partisan", HALF), "EP": ("early_mech", Fraction(1))}
    for name in _risen(record, "PP", "EP", "FP"):
        tag, a_step = brings.get(name.partition(".")[0], ("", Fraction(0)))
        for because in _rises(record, name, _gone(record, tag) if tag else [], a_step):
            pool = spending_table(record.start).pool.get(name)
            card = may_have_paid(record, pool.side) if pool is not None else may_be_carded(record)
            yield Finding((), because, broken=~card, excuse=Excuse() if tag else None)


@CHAPTER.article("Damage to railways", "18.4.4d", covers=("107.2.4b",), area="rail", options=())
def damage_to_railways(act: Act) -> Iterator[Finding]:
    """Bombing and partisans raise the enemy's Rail Used by 1, never to his full capacity.

    Legal:    Axis Air Combat Step; weather clear; season summer; value rail_used.soviet 1; now weather clear;
              value rail_used.soviet 2
    Illegal:  Axis Air Combat Step; weather clear; season summer; value rail_used.soviet 1; now weather clear;
              value rail_used.soviet 3
    """
    for name in act.values if isinstance(act, ValuesChanged) else ():
        kind, _, side = name.partition(".")
        if kind != "rail_used" or act.moment.phasing in ("", side):
            continue
        before, new = kept_number(act.before, name), kept_number(act.after, name)
        if before is None or new is None:
            continue
        if new > before + 1:
            because = say("{name} rises from {before} to {new}, and may rise by {most} at a time", name, before, new, 1)
            yield Finding((), because)
        elif new > before:
            kept = f"rail_capacity.{side}"
            told = kept in act.before.values
            most = told_number(act.before, kept) if told else rail_capacity_of(act.before, side)
            broken = ~Interval.of(new + 1).at_most(most)
            why = (
                say("which may be too high") if broken.is_open else say("and may rise to {most} less {short}", most, 1)
            )
            yield Finding((), say("{name} rises to {new}, {why}", name, new, why), broken=broken)
