"""How much of a force is capable: of armor and antitank effects (10), of engineering (14A), of winter (29D1, 28D1)."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.analysis.combat.terms import ArmorEffects, Casualties, Proportion, Proportions
from adjudicator.checks.articles import has_figures
from adjudicator.lean import replace
from adjudicator.terms.who import Selector


def _of_kinds(*kinds: str) -> Selector:
    return Selector(kinds=frozenset(kinds))


SEVENTH, FIFTH, HALF, WHOLE = Fraction(1, 7), Fraction(1, 5), Fraction(1, 2), Fraction(1)
ARTILLERY, TRUCKS = Selector(any_tags=frozenset({"artillery"})), _of_kinds("truck")
OUT_OF_SUPPLY = Selector(any_tags=frozenset({"out_2", "out_3", "out_4"}), without_tags=frozenset({"fed"}))
ON_FOOT = _of_kinds("infantry", "rifle")
ARMOR = Proportion(
    ignored=(Selector(any_tags=frozenset({"no_stacking"})),),
    none=(OUT_OF_SUPPLY,),
    neutral=(ARTILLERY, _of_kinds("headquarters")),
    optional=True,
)
"""10B, 10C, 10E; which types are capable stands on the unit identification chart."""
ATTACK = replace(
    ARMOR,
    none=(OUT_OF_SUPPLY, ON_FOOT),
    full=(_of_kinds("panzer", "tank"),),
    cells="aec.aeca.{kind}",
    steps=((SEVENTH, 1), (HALF, 2), (WHOLE, 3)),
)
DEFENSE = replace(
    ARMOR,
    none=(OUT_OF_SUPPLY, ON_FOOT),
    half=(_of_kinds("light_tank"),),
    cells="aec.aecd.{kind}",
    steps=((SEVENTH, -1), (HALF, -2), (WHOLE, -2)),
)
ANTITANK = replace(
    ARMOR,
    full=(_of_kinds("heavy_antiaircraft"),),
    cells="aec.atec.{kind}",
    steps=((SEVENTH, -1), (HALF, -2), (WHOLE, -4)),
)
MOTORIZED = ((_of_kinds("motorized", "motorized_rifle"), SEVENTH),)
"""10B3 of Sudden Storm: motorized infantry and motorized rifle units are capable to a seventh."""

HARDY = frozenset({"mountain", "ski", "winterized", "nkvd", "nkvd_force", "guards", "luftwaffe", "ss"})
WINTERIZED = Proportion(
    ignored=(TRUCKS,),
    full=(Selector(any_tags=HARDY), Selector(nations=frozenset({"finnish"}))),
    steps=((Fraction(0), 0), (FIFTH, 1), (HALF, 2)),
)
ELITE = frozenset(
    {
        "ge.motorized.regiment.gd",
        "ge.motorized.brigade.900-lehr",
        "ge.reconnaissance.battalion.lehr",
        "ge.rocket_artillery.regiment.1-lehr",
    }
)
"""29D1b, 38D."""

AT_A_FORT = Proportion(
    ignored=(ARTILLERY, TRUCKS),
    full=(_of_kinds("engineer", "assault_engineer", "flammpanzer"),),
    steps=((FIFTH, 1),),
    told="engineers",
)
AT_A_CITY = replace(AT_A_FORT, doubled=(_of_kinds("assault_engineer"),))

OF_BOTH = {"winterized": WINTERIZED, "aeca": ATTACK, "aecd": DEFENSE, "atec": ANTITANK}
# 10B: assault guns defend as half armor, and a motorized division is neutral. The errata: mechanized and panzergrenadier units
# are full antitank.
NEUTRAL = (ARTILLERY, _of_kinds("headquarters", "motorized"))
IN_FIRE = {
    "aeca": replace(ATTACK, neutral=NEUTRAL),
    "aecd": replace(DEFENSE, half=(_of_kinds("light_tank", "assault_gun"),)),
    "atec": replace(
        ANTITANK,
        full=(_of_kinds("heavy_antiaircraft", "mechanized", "panzergrenadier"),),
        neutral=(*NEUTRAL, _of_kinds("motorized_rifle")),
    ),
    "winterized": replace(WINTERIZED, full=(*WINTERIZED.full, Selector(ids=ELITE))),
    "engineers": AT_A_CITY,
    "engineers_fort": AT_A_FORT,
}
IN_STORM = {
    **{name: replace(each, parts=MOTORIZED) for name, each in OF_BOTH.items()},
    "winterized": replace(WINTERIZED, full=(*WINTERIZED.full, Selector(ids=frozenset({"ge.gdmot"})))),
}
CADRES = Casualties(
    hidden_face=Selector(sizes=frozenset({"division"}), without_tags=frozenset({"sample", "cadre"})),
    stand_in=Selector(any_tags=frozenset({"cadre"})),
    compare="weaker-side",
)
"""9E: which divisions have a cadre stands on the counters alone."""

has_figures(__name__, "europa", Proportions(OF_BOTH), ArmorEffects("aeca", "aecd", "atec", HALF), CADRES)
has_figures(__name__, "fire_in_the_east", Proportions(IN_FIRE))
has_figures(__name__, "sudden_storm", Proportions(IN_STORM))
