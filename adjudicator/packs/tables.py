"""Which files of shared numbers a pack may have, and the model that each analysis reads its own by."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.analysis.air.terms import AirTable
from adjudicator.analysis.border import BorderTable
from adjudicator.analysis.calendar import CalendarTable
from adjudicator.analysis.cards import CardTable
from adjudicator.analysis.combat.terms import CombatTable
from adjudicator.analysis.control_terms import ControlTable
from adjudicator.analysis.crossings import BridgeTable
from adjudicator.analysis.economy import EconomyTable
from adjudicator.analysis.events import EventTable
from adjudicator.analysis.headquarters import HeadquartersTable
from adjudicator.analysis.movement.terms import MovementTable
from adjudicator.analysis.movement.terrain_terms import TerrainTable
from adjudicator.analysis.order_of_battle import OrderOfBattle
from adjudicator.analysis.organization_terms import OrganizationTable
from adjudicator.analysis.resources import SpendingTable
from adjudicator.analysis.stacking import StackingTable
from adjudicator.analysis.supply.terms import SupplyTable
from adjudicator.analysis.victory import VictoryTable
from adjudicator.analysis.weather import WeatherTable
from adjudicator.analysis.zone_terms import ZocTable
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import Vocabulary
from adjudicator.terms.changes import GroundTable

TABLES: Mapping[str, type[Table]] = {
    "vocabulary": Vocabulary,
    "terrain": TerrainTable,
    "ground": GroundTable,
    "zoc": ZocTable,
    "control": ControlTable,
    "stacking": StackingTable,
    "movement": MovementTable,
    "supply": SupplyTable,
    "combat": CombatTable,
    "calendar": CalendarTable,
    "headquarters": HeadquartersTable,
    "order_of_battle": OrderOfBattle,
    "organization": OrganizationTable,
    "spending": SpendingTable,
    "weather": WeatherTable,
    "events": EventTable,
    "air": AirTable,
    "economy": EconomyTable,
    "border": BorderTable,
    "bridges": BridgeTable,
    "victory": VictoryTable,
    "cards": CardTable,
}
