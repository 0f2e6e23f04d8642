"""Which of VASSAL's classes this reader uses, and which change nothing for judging: how a game is played, looked at or printed.

Facts: the classes of `VASSAL.build` in the engine (3.8). What is in neither list is in the inventory of what was not understood.
"""

from __future__ import annotations

from adjudicator.importers.vassal.buildfile import FOLDERS
from adjudicator.importers.vassal.parts import EXTENSION_ROOT, MAP_KINDS, ROOTS, SLOTS

_MODULE = "VASSAL.build.module."
_USED = (
    "DiceButton InternetDiceButton SpecialDiceButton SpecialDie SpecialDieFace RandomTextButton ExtensionElement "
    "GlobalOptions PlayerRoster PredefinedSetup PrototypesContainer PrototypeDefinition "
    "properties.GlobalProperties properties.GlobalProperty properties.GlobalTranslatableMessages "
    "properties.GlobalTranslatableMessage properties.ZoneProperty properties.ScenarioPropertiesOptionTab "
    "properties.BooleanScenarioProperty properties.ListScenarioProperty properties.NumberScenarioProperty "
    "properties.StringScenarioProperty turn.TurnTracker turn.CounterTurnLevel turn.ListTurnLevel "
    "map.BoardPicker map.boardPicker.Board map.StackMetrics map.HandMetrics map.LayeredPieceCollection "
    "map.HighlightLastMoved map.SetupStack map.DrawPile map.boardPicker.board.HexGrid map.boardPicker.board.SquareGrid "
    "map.boardPicker.board.RegionGrid map.boardPicker.board.Region map.boardPicker.board.ZonedGrid "
    "map.boardPicker.board.mapgrid.Zone map.boardPicker.board.mapgrid.HexGridNumbering "
    "map.boardPicker.board.mapgrid.ObliqueHexGridNumbering map.boardPicker.board.mapgrid.SquareGridNumbering"
)
_OF_PLAY = (
    "ChartWindow Chatter ChessClockControl chessclockcontrol.ChessClock ConnectionWindow BasicCommandEncoder DoActionButton "
    "Documentation EventLog GlobalKeyCommand Inventory KeyNamer MultiActionButton NotesWindow PieceWindow ServerConnection "
    "StartupGlobalKeyCommand ToolbarMenu DieManager dice.BonesDiceServer dice.ShadowDiceDieServer "
    "documentation.AboutScreen documentation.BrowserHelpFile documentation.BrowserPDFFile documentation.HelpFile "
    "documentation.Tutorial properties.ChangePropertyButton turn.TurnGlobalHotkey "
    "map.CounterDetailViewer map.DeckGlobalKeyCommand map.Flare map.ForwardToChatter map.ForwardToKeyBuffer map.GlobalMap "
    "map.HidePiecesButton map.ImageSaver map.KeyBufferer map.LOS_Thread map.LayerControl map.MapCenterer "
    "map.MassKeyCommand map.MenuDisplayer map.MoveCameraButton map.PieceMover map.PieceRecenterer map.Scroller "
    "map.SelectionHighlighter map.SelectionHighlighters map.StackExpander map.TextSaver map.Zoomer "
    "map.deck.DeckKeyCommand map.deck.DeckSendKeyCommand map.deck.DeckSortKeyCommand "
    "map.boardPicker.board.mapgrid.ZonedGridHighlighter"
)
_PACKAGES_OF_PLAY = (
    "VASSAL.build.widget.",
    "VASSAL.build.module.gamepieceimage.",
    "VASSAL.i18n.",
    "VASSAL.preferences.",
    FOLDERS,
)
"""Palettes and charts; pictures that were drawn in the editor, which lie in the box; translations; what players are asked."""
_DRAWN = ("map.MapShader", "map.boardPicker.board.mapgrid.ZoneHighlight")

KNOWN = frozenset(
    [_MODULE + word for word in (*_USED.split(), *_OF_PLAY.split())] + [*ROOTS, EXTENSION_ROOT, *MAP_KINDS, *SLOTS]
)
DRAWN = frozenset(_MODULE + word for word in _DRAWN)
"""Classes that draw on the map what our pictures lack."""


def is_known(kind: str) -> bool:
    """Whether a component's class is used here or changes nothing; a text such as `<entry>` is none."""
    return "." not in kind or kind in KNOWN or kind.startswith(_PACKAGES_OF_PLAY)
