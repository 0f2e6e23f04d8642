"""What may be spent of a pool, and what Offensive Points cost: 9.2 and 9.8 of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from adjudicator.analysis.economy import kept_number, value_named
from adjudicator.analysis.resources import (
    Cost,
    OnTrack,
    Price,
    Prices,
    free_points,
    gained,
    points,
    prices,
    spending_table,
    spent,
)
from adjudicator.checks.articles import Chapter, article, has_figures, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.model.interval import Interval
from adjudicator.packs.thunder_in_the_east.rules._cards import raised
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector
from adjudicator.words import amount

CHAPTER = Chapter(area="logistics", when=("order of battle",), unseen="cannot excuse", acts=("value",))

LEAST_SPENT, AGREED = 2, 2
"""9.2: what may be spent at the least, and by how much handicapped players may have agreed on another number than the most
(301.0); what they agreed on they tell as "spending_limit.SIDE"."""
HALF = Fraction(1, 2)
BUYING = When(phases=frozenset({"order of battle"}))
OFFENSIVE_POINTS = tuple(
    Price(f"OP.{side}", {f"EP.{side}": HALF, f"FP.{side}": HALF}, BUYING, free)
    for side, free in (
        (
            "axis",
            ((2, When(options=frozenset({"sneak_attack"}))), (1, When(options=frozenset({"major_offensive"})))),
        ),
        ("soviet", ()),
    )
)
"""9.8."""
MOTORIZED = frozenset({"motorized"})
RAISED = (("exchanged", Cost(who=Selector(kinds=frozenset({"shock army"})), points={"EP": 1})),)
FUEL = Cost(
    who=Selector(
        sizes=frozenset({"medium", "large"}), movement_classes=MOTORIZED, without_tags=frozenset({"early_mech"})
    ),
    points={"FP": 1},
)
"""9.3, the Build Cost chart."""
FUEL_OF_SMALL_UNITS = (
    Cost(
        who=Selector(
            sizes=frozenset({"small"}), movement_classes=MOTORIZED, without_kinds=frozenset({"motorized division"})
        ),
        points={"FP": HALF},
    ),
    Cost(
        who=Selector(kinds=frozenset({"motorized division"}), nations=frozenset({"german"})),
        points={"FP": HALF},
    ),
)
"""In edition 1.0 they cost no fuel."""
has_figures(
    __name__,
    "thunder_in_the_east",
    Prices(OFFENSIVE_POINTS, RAISED, tuple(("built", cost) for cost in (FUEL, *FUEL_OF_SMALL_UNITS))),
)
has_figures(__name__, "thunder_in_the_east", OnTrack({"PP.german": frozenset({"pp_german"})}))
has_figures(__name__, "thunder_in_the_east_10", Prices(OFFENSIVE_POINTS, RAISED, (("built", FUEL),)))
HANDICAPPED = When(options=frozenset({"handicapping"}))


def spending_limit(position: Position, pool: str, held: Fraction, most: int) -> Interval | None:
    """How much of a pool that holds so much may be spent: a tenth, rounded up; None if there is no limit on it."""
    if pool.partition(".")[0] not in ("PP", "EP"):
        return None
    name = f"spending_limit.{spending_table(position).pool[pool].side}"
    share, told = Fraction(ceil(held / 10)), name in position.values
    top = kept_number(position, name) if told else Fraction(most)
    if top is None:
        return Interval.of(max(share, Fraction(LEAST_SPENT)))
    by = AGREED if not told and HANDICAPPED.holds(position, "").possible else 0
    low, high = (max(min(share, top + change), Fraction(LEAST_SPENT)) for change in (-by, by))
    return Interval(low, high, frozenset({value_named(name)} if low < high else ()))


@CHAPTER.article("PP and EP spending limit", printed("thunder_in_the_east", "9.2a", figures=8), covers=("25.5e",))
def spending_a_tenth(record: PhaseRecord, limit: int) -> Iterator[Finding]:
    """In an Order of Battle Step a tenth of a pool is spent, at least 2 and at most 8.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; value PP.german 41; now weather clear;
              value PP.german 36
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; value PP.german 41; now weather clear;
              value PP.german 35
    """
    for pool, (held, given) in spent(record).items():
        most = spending_limit(record.start, pool, held, limit)
        if most is None or Interval.of(given).at_most(most).is_yes:
            continue
        more = raised(record, pool, spending_table(record.start).pool[pool].side)
        within, least = Interval.of(given).at_most(most.plus(more)), most.plus(Interval.of(more.low))
        words = say(
            "{given} of {held} {pool} was spent, and at most {most} may be", amount(given), amount(held), pool, least
        )
        yield Finding((), words, broken=~within, excuse=Excuse())  # a card that lies there unread may raise the limit


article(printed("thunder_in_the_east_10", "9.2a", figures=10), unseen="cannot excuse", acts=("value",), anew=True)(
    spending_a_tenth
)


def _price_untold(record: PhaseRecord, _: object) -> str:
    """The points that may be bought, where nobody tells how many there were or are."""
    side, pools_of = record.moment.phasing, spending_table(record.start).pool
    sold = (each for each in prices(record.start).price if pools_of[each.gains].side in ("", side))
    pools = [each.gains for each in sold if each.when.holds(record.start, side).possible]
    missing = (points(at, pool).missing for pool in pools for at in (record.start, record.end))
    return next((sorted(each)[0] for each in missing if each), "")


@CHAPTER.article("Buying Offensive Points", "9.8a", untold=_price_untold)
def offensive_points(record: PhaseRecord) -> Iterator[Finding]:
    """An OP costs half an EP and half an FP.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; value OP.axis 1; value EP.axis 4;
              value FP.axis 4; now weather clear; value EP.axis 7/2; value FP.axis 7/2; value OP.axis 2
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; value OP.axis 1; value EP.axis 4;
              value FP.axis 4; now weather clear; value FP.axis 3; value OP.axis 2
    """
    more, less, none = gained(record), spent(record), Fraction(0)
    for price in prices(record.start).price:
        bought = max(more.get(price.gains, none) - free_points(record, price), none)
        now = price.when.holds(record.start, record.moment.phasing)
        for pool, each in price.costs.items() if bought and now.possible else ():
            due, given = bought * each, less.get(pool, (none, none))[1]
            if given < due:
                words = say(
                    "{bought} {gains} costs {due} {pool}, and {given} was spent",
                    *(amount(bought), price.gains, amount(due), pool, amount(given)),
                )
                told = points(record.start, pool).settled & points(record.end, pool).settled
                yield Finding((), words, broken=now & told)
