"""Soviet garrisons of the borders with neutrals: 30H of Sudden Storm, but for the Finnish entry, which its text leaves out."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.analysis.border import Border, Borders, Part
from adjudicator.checks.articles import has_figures
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector


def _soviet(neighbour: str, least: int, when: When, *of: Part) -> Border:
    return Border(
        neighbour.capitalize(),
        "soviet",
        frozenset({neighbour}),
        within=3,
        least=Fraction(least),
        of=of,
        lines=frozenset({"road", "rail_standard", "rail_broad"}),
        closed=(Edges(features=frozenset({"all_sea", "prohibited", "lake_side"})),),
        shut=Where(terrains=frozenset({"sea", "lake"})),
        reach=7,
        when=when,
    )


HUNGARY = _soviet("hungary", 9, When(last_turn=1))
IRAN = _soviet("iran", 9, When(last_turn=3))  # then it is Soviet
TURKEY = _soviet("turkey", 30, When(), Part(Selector(tags=frozenset({"mountain"})), Fraction(9)))

has_figures(__name__, "sudden_storm", Borders((HUNGARY, IRAN, TURKEY)))
