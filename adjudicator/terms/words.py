"""Terms as people read them: the places, hexsides and times that a rule asks for."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.words import either, listed, plain


def where_words(where: Where) -> str:
    """Hexes: "a city or port, without ice"."""
    kinds = {*where.terrains, *where.tags, *where.places, *where.features}
    parts = [either(kinds)] if kinds else []
    parts += [listed(plain(where.all_tags))] if where.all_tags else []
    parts += [f"hex {either(where.hexes)}"] if where.hexes else []
    parts += [f"with {either(where.markers)}"] if where.markers else []
    parts += [f"in {either(where.weather)} weather"] if where.weather else []
    barred = {*where.without, *where.without_places, *where.without_markers}
    parts += [f"{'any hex ' if not parts else ''}without {either(barred)}"] if barred else []
    return ", ".join(parts) or "any hex"


def edges_words(edges: Iterable[Edges]) -> str:
    """Hexsides: "lake or peak"."""
    return either({name for each in edges for name in (*each.features, *each.all_features, *each.hexsides)})


def when_words(times: Iterable[When]) -> str:
    """Times, one of which it must be: "in movement, with week 1; or in combat"."""
    return "; or ".join(_when(when) for when in times)


def _when(when: When) -> str:
    parts = [f"in {either(when.phases)}"] if when.phases else []
    parts += [f"not in {either(when.without_phases)}"] if when.without_phases else []
    parts += [{"own": "in its side's own phase", "enemy": "in the enemy's phase"}[when.phasing]] if when.phasing else []
    parts += [f"while {plain([name])[0]} is {either(values)}" for name, values in sorted(when.conditions.items())]
    parts += [f"from turn {when.first_turn} on"] if when.first_turn else []
    parts += [f"up to turn {when.last_turn}"] if when.last_turn else []
    parts += [f"with the optional rule {listed(plain(when.options))}"] if when.options else []
    parts += [f"without the optional rule {either(when.without_options)}"] if when.without_options else []
    return ", ".join(parts) or "at any time"
