"""The classes of a build file's parts, as the engine names them."""

from __future__ import annotations

from adjudicator.model.module import MapKind

MODULE = "VASSAL.build.module."
ROOTS = ("VASSAL.build.GameModule", "VASSAL.launch.BasicModule")
EXTENSION_ROOT = MODULE + "ModuleExtension"
MAP_KINDS = {
    MODULE + "Map": MapKind.PUBLIC,
    MODULE + "PrivateMap": MapKind.PRIVATE,
    MODULE + "PlayerHand": MapKind.HAND,
    "VASSAL.build.widget.WidgetMap": MapKind.PUBLIC,
}
BOARD_PICKER = MODULE + "map.BoardPicker"
BOARD = MODULE + "map.boardPicker.Board"
STACK_METRICS = MODULE + "map.StackMetrics"
HAND_METRICS = MODULE + "map.HandMetrics"
LAYERS = MODULE + "map.LayeredPieceCollection"
LAST_MOVED = MODULE + "map.HighlightLastMoved"
SETUP_STACK = MODULE + "map.SetupStack"
DRAW_PILE = MODULE + "map.DrawPile"
SLOTS = ("VASSAL.build.widget.PieceSlot", "VASSAL.build.widget.CardSlot")
PROTOTYPE = MODULE + "PrototypeDefinition"
PROPERTIES = MODULE + "properties.GlobalProperties"
MESSAGE = MODULE + "properties.GlobalTranslatableMessage"
PROPERTY = MODULE + "properties.GlobalProperty"
OPTION_TAB = MODULE + "properties.ScenarioPropertiesOptionTab"
ZONE_PROPERTY = MODULE + "properties.ZoneProperty"
ZONE = MODULE + "map.boardPicker.board.mapgrid.Zone"
TURN_TRACKER = MODULE + "turn.TurnTracker"
COUNTER_LEVEL = MODULE + "turn.CounterTurnLevel"
LIST_LEVEL = MODULE + "turn.ListTurnLevel"
GLOBAL_OPTIONS = MODULE + "GlobalOptions"
ROSTER = MODULE + "PlayerRoster"
SETUP = MODULE + "PredefinedSetup"
ANY_BOARD = "<any>"
