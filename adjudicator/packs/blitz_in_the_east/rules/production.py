"""Production and expenditure: 1.4 and 1.5 of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product

from adjudicator.analysis.economy import first_untold
from adjudicator.analysis.front import GROUND_UNITS, enemy_beside
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import was_counted
from adjudicator.analysis.resources import Counted, points, spent
from adjudicator.analysis.situation import Situation
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.articles import Chapter, has_figures
from adjudicator.checks.sequence.segments import Segment, out_of_order
from adjudicator.checks.units.acts_where import ActsWhere, acts_where_it_may
from adjudicator.findings import Finding
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import Bound, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, unless_missing
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, ConditionsTold, ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import quoted, say
from adjudicator.terms.act import Acting, ActKinds
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, deed, listed

CHAPTER = Chapter(area="production")

MAKERS = {"goods": frozenset({"factory", "mine"}), "oil": frozenset({"oilfield"})}
"""The kinds of place that make a point each."""
SURRENDERED = {"goods": ("infantry", "air"), "oil": ("armor", "cavalry", "air")}
"""The kinds of surrendered unit that bring the Axis a point, once."""
has_figures(  # 1.4: "immediately", says the text under production
    __name__,
    "blitz_in_the_east",
    Counted(frozenset({"hiwis"}), frozenset({"axis.income"}), frozenset({"goods.axis", "oil.axis"})),
)


@CHAPTER.article("What is produced", "1.4.a", covers=("1.4.c",), when=("income",))
def points_produced(record: PhaseRecord) -> Iterator[Finding]:
    """A point for each own centre in land supply: goods from factories and mines, oil from oilfields; once for each surrendered
    Soviet unit the Axis gains more.

    Legal:    turn 2, Axis production; weather clear; value goods.axis 0; value oil.axis 0; now weather clear;
              value goods.axis 1; value oil.axis 1
    Illegal:  turn 2, Axis production; weather clear; value goods.axis 0; value oil.axis 0; now weather clear;
              value goods.axis 2; value oil.axis 1
    """
    side = record.moment.phasing
    for kind in MAKERS if side else ():
        pool = f"{kind}.{side}"
        before, after = points(record.start, pool), points(record.end, pool)
        if (told := before.settled & after.settled).is_open:
            yield Finding((), say("{pool} gained something, and nobody told how much", pool), broken=told)
            continue
        made, bonus = _made(record, kind), _surrendered(record, kind)
        due, got = made.plus(bonus), after.low - before.low
        words = (
            say("{pool} gained {got}, and {made} was made", pool, amount(got), made)
            if str(made) == "1"
            else say("{pool} gained {got}, and {made} were made", pool, amount(got), made)
        )
        if bonus.low:
            words += say(", {low} for units that surrendered", amount(bonus.low))
        if not due.low <= got <= due.high:
            if not bonus.certain:
                more = amount(bonus.high - bonus.low)
                words += say(", at most {high} more for those counted or not", more)
            yield Finding((), words)
        elif not made.certain or got > due.low:
            yield Finding((), words, broken=Known.open(*sorted(due.missing)))


def _made(record: PhaseRecord, kind: str) -> Interval:
    """The places that make points of a kind now."""
    found = supply(record.start, record.moment.phasing)
    makers = (place for place in record.start.network.theatre.places if place.kinds & MAKERS[kind])
    return sum_of(Interval.one_if(found.has(place.name, "producing")) for place in makers)


def _surrendered(record: PhaseRecord, kind: str) -> Interval:
    """What units bring that surrendered and were not counted before."""
    units = record.start.units.values() if record.moment.phasing == "axis" else ()
    there = (unit for unit in units if not unit.hex and unit.location == "hiwis")
    counting = (unit for unit in there if unit.type.kind in SURRENDERED[kind])
    return sum_of(Interval.one_if(~was_counted(record.start, unit)) for unit in counting)


@dataclass(frozen=True, slots=True)
class Price:
    """What something costs that is done to a unit, and of what it costs one point more at the front."""

    name: str
    costs: Mapping[str, int]
    who: Selector = EVERYONE
    at_front: str = ""


MOBILE, INFANTRY, AIR = (Selector(kinds=frozenset(kinds)) for kinds in (("armor", "cavalry"), ("infantry",), ("air",)))


def _cadre(nation: str, kind: str, *without: str) -> Selector:
    return Selector(
        nations=frozenset({nation}),
        kinds=frozenset({kind}),
        any_tags=frozenset({"cadre"}),
        without_tags=frozenset(without),
    )


CHIT = Price("attack chit", {"goods": 2, "oil": 2})
FREE = 2
"""So many units are reorganized for nothing with the chit, one at the front counting for both."""
REORGANIZE, REPLENISH, UPGRADE, RESURRECT = "reorganize", "replenish", "upgrade", "resurrect"
PRICES = (
    Price(REORGANIZE, {"oil": 1}, MOBILE, at_front="oil"),
    Price(REORGANIZE, {"goods": 1}, INFANTRY, at_front="goods"),
    Price(REPLENISH, {"goods": 1, "oil": 1}, MOBILE, at_front="oil"),
    Price(REPLENISH, {"goods": 2}, INFANTRY, at_front="goods"),
    Price(REPLENISH, {"goods": 2, "oil": 2}, AIR),
    Price(UPGRADE, {"goods": 1, "oil": 1}, _cadre("soviet", "cavalry"), at_front="oil"),
    Price(UPGRADE, {"goods": 2}, _cadre("italian", "infantry", "alpine"), at_front="goods"),
    Price(UPGRADE, {"goods": 2}, _cadre("hungarian", "cavalry"), at_front="oil"),
    Price(RESURRECT, {"goods": 1, "oil": 1}, MOBILE),
    Price(RESURRECT, {"goods": 2}, INFANTRY),
    Price(RESURRECT, {"goods": 2, "oil": 2}, AIR),
)
MOST_OPEN = 5
"""Of so many things of which it is open what they cost, every combination is looked at."""


@dataclass(frozen=True, slots=True)
class _Due:
    """Something done: its price, its unit, whether at the front, and whether it is charged at all."""

    price: Price
    unit: Unit | None
    near: Known = NO
    counts: Known = YES

    def taken(self, bound: Bound) -> _Due:
        """The same with the front taken for near (at best) or far where that is open."""
        return replace(self, near=Known.of(bound.allows(self.near)))

    def cost(self, pool: str) -> Fraction:
        """The points of goods, or of oil, asked of what is `taken` one way or the other."""
        return Fraction(self.price.costs.get(pool, 0) + (self.near.is_yes and self.price.at_front == pool))

    @property
    def words(self) -> str:
        """What was done, and to whom: "replenish 1st Panzer", "attack chit"."""
        return say("{name} {unit}", quoted(self.price.name), self.unit) if self.unit else quoted(self.price.name)


def _pools(record: PhaseRecord) -> list[str]:
    side = record.moment.phasing
    return [f"goods.{side}", f"oil.{side}"] if side else []


def _pools_untold(record: PhaseRecord, _: object) -> str:
    """A pool out of which something may have been spent, where nobody tells it."""
    return first_untold(_pools(record), record.start.values) or first_untold(_pools(record), record.end.values)


@CHAPTER.article(
    "What is done is paid for",
    "1.5.b",
    covers=("1.5.c", "1.5.c2", "1.5.h", "1.5.n", "1.5.p", "1.5.q", "1.5.r"),
    when=("spending",),
    untold=_pools_untold,
    readings=("upgrade_surcharge",),
)
def expenditure(record: PhaseRecord) -> Iterator[Finding]:
    """The chit, and every unit reorganized, replenished, upgraded or resurrected, costs what the book says, more at the front;
    the chit makes one or two reorganizations free.

    Legal:    turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6; 0405: de.6inf/2;
              flip de.6inf/1; value goods.axis 8
    Illegal:  turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6; 0405: de.6inf/2;
              flip de.6inf/1; value goods.axis 9
    """
    paid = {pool for pool in _pools(record) if pool in spent(record)}
    for pool in sorted(paid):
        left = points(record.end, pool)
        if left.high < 0:
            words = say("{pool} falls to {left}: nobody spends more than he has", pool, amount(left.high))
            yield Finding((), words)
    done = [due for act in record.acts for due in _dues(act, record.moment.phasing)]
    if not done and not paid:
        return
    unsure = sum(due.near.is_open or due.counts.is_open for due in done)
    told = unless_missing(*(name for due in done for name in (*due.near.missing, *due.counts.missing)))
    found = [_fewest_unpaid(record, taken) for taken in _takings(done, unsure)]
    for pool, breach in next((each for each in found if each), {}).items():
        sure = unsure <= MOST_OPEN and all(pool in each for each in found)
        yield breach if sure else replace(breach, broken=breach.broken & told)
    yield from _in_other_strength(record, done)


def _takings(done: list[_Due], unsure: int) -> Iterator[list[_Due]]:
    """What is to be paid for, in every way that what is open allows; of very much that is open the two extremes only."""
    if unsure > MOST_OPEN:
        for bound in (Bound.WORST, Bound.BEST):
            yield [due.taken(bound) for due in done if bound.allows(due.counts)]
        return
    for chosen in product(*map(_ways_to_take, done)):
        yield [due for due in chosen if due is not None]


def _ways_to_take(due: _Due) -> list[_Due | None]:
    near = [due.taken(bound) for bound in ((Bound.WORST, Bound.BEST) if due.near.is_open else (Bound.WORST,))]
    return [None, *near] if due.counts.is_open else [*near]


def _fewest_unpaid(record: PhaseRecord, taken: list[_Due]) -> dict[str, Finding]:
    """The pools that do not agree with the bill, for the choice of what was free with which the fewest do not."""
    return min((dict(_unpaid(record, left)) for left in _not_free(taken)), key=len)


def _not_free(done: list[_Due]) -> Iterator[list[_Due]]:
    """The dues that may remain when the chit makes others free, for every choice of those; the dearest first."""
    if not any(due.price is CHIT for due in done):
        yield list(done)
        return
    waived = [due for due in done if due.price.name == REORGANIZE]
    waived.sort(key=lambda due: -(due.cost("goods") + due.cost("oil")))
    for count in range(min(FREE, len(waived)), -1, -1):
        for free in combinations(waived, count):
            if sum(2 if due.near.is_yes else 1 for due in free) <= FREE:
                yield [due for due in done if not any(due is other for other in free)]


def _unpaid(record: PhaseRecord, left: list[_Due]) -> Iterator[tuple[str, Finding]]:
    """Pools of which less, or more, was spent than is due for what is left to pay."""
    units = tuple(sorted({due.unit.id for due in left if due.unit is not None}))
    for pool in _pools(record):
        total = sum((due.cost(pool.partition(".")[0]) for due in left), Fraction(0))
        given = spent(record).get(pool, (Fraction(0), Fraction(0)))[1]
        told = points(record.end, pool).settled
        if told.is_open and total:
            because = say("{total} {pool} is due, and nobody told what was spent", amount(total), pool)
            yield pool, Finding((), because, units, told)
        elif told.is_yes and given != total:
            names = listed(due.words for due in left) or say("nothing that was done")
            because = say(
                "{names} costs {total} {pool}, and {given} was spent", names, amount(total), pool, amount(given)
            )
            yield pool, Finding((), because, units)


def _in_other_strength(record: PhaseRecord, done: list[_Due]) -> Iterator[Finding]:
    """Units that were resurrected and never showed their second face."""
    for unit in (due.unit for due in done if due.unit is not None and due.price.name == RESURRECT):
        seen = [act.after.units.get(unit.id) for act in record.acts]
        if not any(each is not None and each.hex and each.face == 1 for each in seen):
            because = say(
                "{name} {unit}, which comes with face {face} up, and must with {faces}",
                *(quoted(RESURRECT), unit, unit.face + 1, "2"),
            )
            yield Finding((unit.hex,), because, (unit.id,))


def _dues(act: Act, side: str) -> Iterator[_Due]:
    bought = _chit_bought(act)
    if bought.possible:
        yield _Due(CHIT, None, counts=bought)
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        unit = old if old is not None and old.hex else new or old
        if unit is None or unit.side != side:
            continue
        done = _done(act, old, new)
        price = next((each for each in PRICES if each.name == done and each.who.matches(unit)), None)
        if price is not None:
            matters = price.at_front or price.name == REORGANIZE
            yield _Due(price, unit, enemy_beside(act.before, side, unit.hex, GROUND_UNITS).known if matters else NO)


def _chit_bought(act: Act) -> Known:
    """Whether an act buys the chit."""
    before, after = act.before.moment.condition("chit"), act.after.moment.condition("chit")
    now = act.conditions.get("chit", after) if isinstance(act, ConditionsTold) else after
    if now != "bought":
        return NO
    return Known.open(say("the {name} before", "chit")) if before is None else Known.of(before != "bought")


def _done(act: Act, old: Unit | None, new: Unit | None) -> str:
    """What an act does to a unit that is paid for, "" if nothing."""
    arrives = new is not None and bool(new.hex) and (old is None or not old.hex)
    before, after = (end.marks if end is not None else frozenset[str]() for end in (old, new))
    if act.kind == "unmark" and "disorganized" in before ^ after:
        return REORGANIZE
    if act.kind == "flip" and new is not None and new.face == 0:
        return REPLENISH
    if act.kind in ("remove", "transfer") and not arrives:
        return UPGRADE
    return RESURRECT if act.kind == "transfer" and old is not None and old.location == "destroyed" else ""


AIR_REPLENISHED = Acting(kinds=ActKinds({"flip"}), who=AIR, faces=frozenset({1}))


@CHAPTER.article(
    "No replenishing of air units at the front",
    "1.5.o",
    when=("spending",),
    unseen="may excuse nearby",
    acts=("flip",),
    met=AIR_REPLENISHED.comes_up,
)
def air_units_replenished_away_from_enemies(act: Act) -> Iterator[Finding]:
    """An air unit next to an enemy ground unit is not replenished.

    Legal:    turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0505: de.air/2; flip de.air/1; value goods.axis 8; value oil.axis 4
    Illegal:  turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0505: de.air/2, de.11inf; 0604: su.12inf; flip de.air/1; value goods.axis 8; value oil.axis 4
    """
    for doing in AIR_REPLENISHED.doings(act, ground_at(act.before)):
        near = enemy_beside(act.before, doing.unit.side, doing.at, GROUND_UNITS)
        if near.known.possible:
            does = deed(act.kind)
            because = say(
                "{unit} {does} next to {enemy}, and does so away from enemies only", doing.unit, does, near.enemy
            )
            yield Finding((doing.at,) if doing.at else (), because, (doing.unit.id,), doing.meant & near.known)


HOMES = {nation: f"home_{nation}" for nation in ("german", "romanian", "hungarian", "finnish", "soviet")}
SUPPLIED_CITY = Situation(
    where=Where(places=frozenset({"minor_city", "major_city", "fortress"})),
    controlled="own",
    statuses=frozenset({"airbase"}),
)


def _comes_where_it_may(act: Act, where: ActsWhere) -> Iterator[Finding]:
    """What comes onto the map comes in its home country, and there in a city in supply."""
    network = act.before.network
    abroad = set[str]()
    for doing in where.acts.doings(act, ground_at(act.before)):
        home = HOMES.get(doing.unit.type.nation)
        if home is None or doing.end not in network.index:
            continue
        if not any(home in place.kinds for place in network.places_at.get(network.index[doing.end], ())):
            abroad.add(doing.unit.id)
            words = say("{unit} {does}", doing.unit, deed(act.kind))
            because = say("{words} in {end}, which is not in its home country{said}", words, doing.end, "")
            yield Finding((doing.at,) if doing.at else (), because, (doing.unit.id,), doing.meant)
    yield from (each for each in acts_where_it_may(act, where) if not abroad & {*each.units})


COMES_BACK = ActsWhere(
    acts=Acting(kinds=ActKinds({"transfer"}), boxes=frozenset({"destroyed", "arrivals"})), to=(SUPPLIED_CITY,)
)
REINFORCES = ActsWhere(
    acts=Acting(kinds=ActKinds({"place"}), who=Selector(without_tags=frozenset({"upgraded"}))), to=(SUPPLIED_CITY,)
)


@CHAPTER.article(
    "Where units come back",
    "1.5.i",
    covers=("0.map.f",),
    when=("spending",),
    area="replacement",
    unseen="may excuse nearby",
    acts=("transfer",),
    met=COMES_BACK.acts.comes_up,
)
def where_units_come_back(act: Act) -> Iterator[Finding]:
    """Units come onto the map in own cities of their home country in land supply.

    Legal:    turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              [destroyed]: de.6inf/2; de.6inf [destroyed]>0103; value goods.axis 8
    Illegal:  turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              [destroyed]: de.6inf/2; de.6inf [destroyed]>0405; value goods.axis 8
    """
    yield from _comes_where_it_may(act, COMES_BACK)


@CHAPTER.article(
    "Where reinforcements come",
    "1.5.i2",
    when=("spending",),
    area="reinforcement",
    unseen="may excuse nearby",
    acts=("place",),
    met=REINFORCES.acts.comes_up,
)
def where_reinforcements_come(act: Act) -> Iterator[Finding]:
    """Reinforcements come where resurrected units do.

    Legal:    turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; place de.rhs 0103
    Illegal:  turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; place de.rhs 0409
    """
    yield from _comes_where_it_may(act, REINFORCES)


SPENDING = (
    Segment(name="attack chit", kinds=ActKinds({"now"})),
    Segment(name="other spending", kinds=ActKinds({"unmark", "flip", "transfer", "remove", "place"})),
)


@CHAPTER.article("The chit comes first", "1.5.a", when=("spending",), unseen="cannot excuse")
def chit_comes_first(record: PhaseRecord) -> Iterator[Finding]:
    """An attack chit is bought before anything else is paid for.

    Legal:    turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0405: de.11inf+disorganized; now chit bought; value goods.axis 8; value oil.axis 4; unmark de.11inf+disorganized
    Illegal:  turn 2, Axis expenditure; weather clear; chit none; value goods.axis 10; value oil.axis 6;
              0405: de.11inf+disorganized; unmark de.11inf+disorganized; now chit bought; value goods.axis 8;
              value oil.axis 4
    """
    yield from out_of_order((act for act in record.acts if act.kind != "now" or "chit" in _named(act)), SPENDING)


def _named(act: Act) -> set[str]:
    """The names of what was told with an act, or of what it changes."""
    changed = (
        act.values if isinstance(act, ValuesChanged) else act.conditions if isinstance(act, ConditionsTold) else {}
    )
    return {*act.told, *changed}
