"""Exchanges of pieces: what organization.toml does not say of 9.5, 12.0 to 12.7 and 13.2."""

from __future__ import annotations

from adjudicator.analysis.organization_terms import ByExchange, ExchangesBesides, Piece
from adjudicator.checks.articles import has_figures
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector

BREAKING_DOWN = frozenset(
    f"breaking down a {unit}"
    for unit in (
        "Panzer Army",
        "reduced Panzer Army",
        "Panzer Corps",
        "reduced Infantry Army",
        "Tank Army",
        "reduced Tank Army",
        "Cav-Mech Group",
    )
) | {"breaking down an Infantry Army"}
RAISED, GUARDS = "a reduced Raised Army that loses a step", "a reduced Guards Army that loses a step"
LAST_GUARDS = "a reduced Guards Army that loses a step while no Guards Corps is in the Force Pool"
ON_THE_MAP = Selector(
    movement_classes=frozenset({"leg", "mounted", "motorized"}), without_tags=frozenset({"partisan", "airborne"})
)
OUT_OF_BOXES = ByExchange(
    boxes=frozenset({"force_pool", "untried", "holding", "trading", "stock"}),
    when=When(without_phases=frozenset({"order of battle", "supply"})),
)
OUT_OF_PALETTES = ByExchange(
    boxes=frozenset({""}),
    who=ON_THE_MAP,
    when=When(phases=frozenset({"special movement phase", "combat", "regular movement phase"})),
)
"""Cards bring Garrisons and partisans, and Airdrop markers turn into their Division."""
RAISED_INSTEAD = ByExchange(
    boxes=frozenset({"force_pool"}),
    who=Selector(tags=frozenset({"raised"})),
    instead=True,
    when=When(phases=frozenset({"order of battle"})),
)
has_figures(
    __name__,
    "thunder_in_the_east",
    ExchangesBesides(
        arrivals=(OUT_OF_BOXES, OUT_OF_PALETTES, RAISED_INSTEAD),
        also=When(
            phases=frozenset({"reorganization"}),
            without_phases=frozenset({"build up"}),
            phasing="own",
            options=frozenset({"campaign"}),
        ),
        twice=BREAKING_DOWN | {RAISED, GUARDS, LAST_GUARDS},
        before_moving=BREAKING_DOWN,
        to_advance=When(phases=frozenset({"combat"})),
        after={LAST_GUARDS: Piece(who=Selector(kinds=frozenset({"guards corps"})), box=frozenset({"force_pool"}))},
    ),
)
