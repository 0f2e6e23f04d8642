"""Strength besides that of the units, and who stays: 14B and 14G; air support, 20F2 and 19D2; places, 30J."""

from __future__ import annotations

from adjudicator.analysis.combat.force_terms import Announced, Besides, Excess, Halved, Part
from adjudicator.analysis.combat.results import ResultsBesides
from adjudicator.analysis.combat.terms import OwnStrength, OwnStrengths, Steadfast, Total
from adjudicator.checks.articles import has_figures
from adjudicator.lean import replace
from adjudicator.packs.europa.rules._air_war import FAR_AND_FOUL
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector

ARTILLERY = frozenset({"artillery"})
SOVIETS, NKVD = Selector(sides=frozenset({"soviet"})), Selector(kinds=frozenset({"nkvd"}))
TRUCKS = Selector(kinds=frozenset({"truck"}))
FAR, IN_FOUL_WEATHER = FAR_AND_FOUL[:1], Halved(Where(weather=frozenset({"mud", "snow"})))
FORTRESS, MAJOR_CITY = frozenset({"fortress"}), frozenset({"major_city"})
GERMAN_TURN = frozenset({"german_turn"})


def _excess(part: Part, *sides: str, total: int = 1) -> Excess:
    """14B: artillery that the other units do not match; all of it together is one point."""
    who = Selector(sides=frozenset(sides), any_tags=ARTILLERY)
    return Excess(say("excess artillery"), part, who, TRUCKS, total)


def _support(key: str, part: Part, *halved: Halved, when: When = ALWAYS) -> Announced:
    name = say("ground support") if part == "attack" else say("defensive support")
    return Announced(name, key, part, "tactical", FAR, (IN_FOUL_WEATHER, *halved), when)


# 13 with the errata, 19D2c: aircraft that support the defense do not count in overruns.
DEFENSIVE = _support("defensive_support", "defense", when=When(phases=frozenset({"combat"})))
BESIDES = Besides(
    (_excess("attack"), _excess("defense", "axis"), _excess("defense", "soviet")),
    (_support("ground_support", "attack"), DEFENSIVE),
)
IN_STORM = replace(
    BESIDES,
    announced=(
        # 19D2b, 21: antiaircraft of fortresses and major cities; 30G: of the cities not yet in the first German turn
        _support(
            "ground_support",
            "attack",
            Halved(Where(places=FORTRESS)),
            Halved(Where(markers=FORTRESS, without_places=FORTRESS | MAJOR_CITY)),
            Halved(
                Where(places=MAJOR_CITY, without_places=FORTRESS),
                (When(without_phases=GERMAN_TURN), When(phases=GERMAN_TURN, first_turn=2)),
            ),
        ),
        DEFENSIVE,
    ),
)
IN_FIRE = replace(BESIDES, excess=(*BESIDES.excess[:2], _excess("defense", "soviet", total=0)))

has_figures(__name__, "europa", BESIDES, ResultsBesides(unless_helpless=True))  # 9A4
has_figures(__name__, "fire_in_the_east", IN_FIRE, Steadfast(NKVD, SOVIETS, {"DR": "EX"}))


def _own(strength: int, size: int, where: Where) -> OwnStrength:
    """30J: cities of East Prussia and ports of Norway defend themselves; once eliminated that strength is gone."""
    group = "intrinsic defense"
    total = Total(name=say("intrinsic defense"), part="defense", group=group, where=where, plus=strength)
    return OwnStrength(total, "axis", size, say("whether the intrinsic defense still stands"))


def _prussian(city: str) -> Where:
    return Where(all_tags=frozenset({"east_prussia"}), places=frozenset({city}))


NORWAY = frozenset({"norway"})
DEFENDED = (
    _own(8, 4, _prussian("major_city")),
    _own(8, 4, Where(tags=NORWAY, hexes=frozenset({"5B/2532", "5B/0911"}))),  # Trondheim and Narvik
    _own(4, 2, _prussian("dot_city")),
    _own(4, 2, Where(all_tags=NORWAY, places=frozenset({"port"}))),
    _own(2, 1, _prussian("reference_city")),
)

has_figures(__name__, "sudden_storm", IN_STORM, OwnStrengths(DEFENDED))
