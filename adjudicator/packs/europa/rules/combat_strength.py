"""Strength besides that of the units, and who stays: 14B and 14G; ground and defensive support, 20F2 and 19D2."""

from __future__ import annotations

from adjudicator.analysis.combat.force_terms import Announced, Besides, Excess, Part
from adjudicator.analysis.combat.terms import Steadfast
from adjudicator.checks.articles import has_figures
from adjudicator.lean import replace
from adjudicator.packs.europa.rules._air_war import FAR_AND_FOUL
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector

ARTILLERY = frozenset({"artillery"})
SOVIETS, NKVD = Selector(sides=frozenset({"soviet"})), Selector(kinds=frozenset({"nkvd"}))
TRUCKS = Selector(kinds=frozenset({"truck"}))
FAR, FOUL_WEATHER = FAR_AND_FOUL[:1], Where(weather=frozenset({"mud", "snow"}))


def _excess(part: Part, *sides: str, total: int = 1) -> Excess:
    """14B: artillery that the other units do not match; all of it together is one point."""
    who = Selector(sides=frozenset(sides), any_tags=ARTILLERY)
    return Excess(say("excess artillery"), part, who, TRUCKS, total)


BESIDES = Besides(
    (_excess("attack"), _excess("defense", "axis"), _excess("defense", "soviet")),
    (
        Announced(say("ground support"), "ground_support", "attack", "tactical", FAR, FOUL_WEATHER),
        Announced(say("defensive support"), "defensive_support", "defense", "tactical", FAR, FOUL_WEATHER),
    ),
)
IN_FIRE = replace(BESIDES, excess=(*BESIDES.excess[:2], _excess("defense", "soviet", total=0)))

has_figures(__name__, "europa", BESIDES)
has_figures(__name__, "fire_in_the_east", IN_FIRE, Steadfast(NKVD, SOVIETS, {"DR": "EX"}))
