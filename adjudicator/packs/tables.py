"""Which files of shared numbers a pack may have, and the model that each analysis reads its own by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import cast

from adjudicator.model.theatre import Table

_MODELS: Mapping[str, tuple[str, str]] = {
    "vocabulary": ("model.vocabulary", "Vocabulary"),
    "terrain": ("analysis.movement.terrain_terms", "TerrainTable"),
    "ground": ("terms.changes", "GroundTable"),
    "zoc": ("analysis.zone_terms", "ZocTable"),
    "control": ("analysis.control_terms", "ControlTable"),
    "stacking": ("analysis.stacking", "StackingTable"),
    "movement": ("analysis.movement.terms", "MovementTable"),
    "supply": ("analysis.supply.terms", "SupplyTable"),
    "combat": ("analysis.combat.terms", "CombatTable"),
    "calendar": ("analysis.calendar", "CalendarTable"),
    "order_of_battle": ("analysis.order_of_battle", "OrderOfBattle"),
    "organization": ("analysis.organization_terms", "OrganizationTable"),
    "spending": ("analysis.resources", "SpendingTable"),
    "events": ("analysis.events", "EventTable"),
    "air": ("analysis.air.terms", "AirTable"),
    "economy": ("analysis.economy", "EconomyTable"),
    "bridges": ("analysis.crossings", "BridgeTable"),
    "victory": ("analysis.victory", "VictoryTable"),
    "cards": ("analysis.cards", "CardTable"),
}
"""By the name of the file: the module and the model."""


class _Tables(Mapping[str, type[Table]]):
    """The models by the names of files. Its module is imported when one is first asked for, since few packs have all files."""

    def __getitem__(self, stem: str) -> type[Table]:
        module, model = _MODELS[stem]
        return cast(type[Table], getattr(import_module(f"adjudicator.{module}"), model))

    def __iter__(self) -> Iterator[str]:
        return iter(_MODELS)

    def __len__(self) -> int:
        return len(_MODELS)

    def __contains__(self, stem: object) -> bool:
        return stem in _MODELS


TABLES: Mapping[str, type[Table]] = _Tables()
