"""Reads a wargame's files, judges the position by numbered rules, draws the map.

    from adjudicator import open_game

    game = open_game("my_game/", pack="two_rivers", viewer="French")
    for finding in game.check().findings:
        print(finding.rule, finding.at, finding.because)
    game.render("map.png")

`docs/library.md` says more. Each name is imported when it is first used, so that a program pays only for what it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudicator.errors import AdjudicatorError as AdjudicatorError
    from adjudicator.errors import PackError as PackError
    from adjudicator.errors import ReadError as ReadError
    from adjudicator.errors import UsageError as UsageError
    from adjudicator.errors import WriteError as WriteError
    from adjudicator.exporters import write as write
    from adjudicator.findings import Finding as Finding
    from adjudicator.findings import Report as Report
    from adjudicator.findings import Severity as Severity
    from adjudicator.game.game import Game as Game
    from adjudicator.game.opening import open_game as open_game
    from adjudicator.game.rules import Rules as Rules
    from adjudicator.game.rules import load_rules as load_rules
    from adjudicator.importers import Imported as Imported
    from adjudicator.importers import read as read
    from adjudicator.judge import adjudicate as adjudicate
    from adjudicator.model.events import GameLog as GameLog
    from adjudicator.model.module import Module as Module
    from adjudicator.model.state import GameState as GameState
    from adjudicator.notes import Note as Note
    from adjudicator.packs.load import list_packs as list_packs
    from adjudicator.packs.load import load_pack as load_pack
    from adjudicator.packs.load import load_theatre_for as load_theatre_for
    from adjudicator.play.session import Play as Play
    from adjudicator.play.session import play_log as play_log
    from adjudicator.play.setting_up import position_from as position_from
    from adjudicator.play.written import play_moves as play_moves
    from adjudicator.record.position import Position as Position

_HOMES = {
    "adjudicator.errors": ("AdjudicatorError", "PackError", "ReadError", "UsageError", "WriteError"),
    "adjudicator.findings": ("Finding", "Report", "Severity"),
    "adjudicator.game.game": ("Game",),
    "adjudicator.game.opening": ("open_game",),
    "adjudicator.game.rules": ("Rules", "load_rules"),
    "adjudicator.judge": ("adjudicate",),
    "adjudicator.model.events": ("GameLog",),
    "adjudicator.model.module": ("Module",),
    "adjudicator.model.state": ("GameState",),
    "adjudicator.notes": ("Note",),
    "adjudicator.packs.load": ("list_packs", "load_pack", "load_theatre_for"),
    "adjudicator.play.session": ("Play", "play_log"),
    "adjudicator.play.setting_up": ("position_from",),
    "adjudicator.play.written": ("play_moves",),
    "adjudicator.record.position": ("Position",),
    "adjudicator.exporters": ("write",),
    "adjudicator.importers": ("Imported", "read"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)  # noqa: PLE0605 - the names above, once


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'adjudicator' has no attribute '{name}'")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME_OF])
