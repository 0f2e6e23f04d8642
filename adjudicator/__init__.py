"""Reads a wargame's files, judges the position by numbered rules, draws the map.

    from adjudicator import adjudicate, load_pack, load_theatre_for, read
    from adjudicator.identify import identify

    module = read("game.vmod").module
    pack = load_pack("two_rivers")
    position = identify(read("turn3.vsav", module).state, module, pack, load_theatre_for(pack))
    for finding in adjudicate(position).findings:
        print(finding.rule, finding.at, finding.because)

Each name is imported when it is first used, so that a program pays for what it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudicator.acts import Play as Play
    from adjudicator.acts import play_log as play_log
    from adjudicator.errors import AdjudicatorError as AdjudicatorError
    from adjudicator.errors import PackError as PackError
    from adjudicator.errors import ReadError as ReadError
    from adjudicator.errors import WriteError as WriteError
    from adjudicator.findings import Finding as Finding
    from adjudicator.findings import Report as Report
    from adjudicator.findings import Severity as Severity
    from adjudicator.identify import Identifier as Identifier
    from adjudicator.judge import adjudicate as adjudicate
    from adjudicator.model.events import GameLog as GameLog
    from adjudicator.model.module import Module as Module
    from adjudicator.model.state import GameState as GameState
    from adjudicator.notes import Note as Note
    from adjudicator.packs.load import list_packs as list_packs
    from adjudicator.packs.load import load_pack as load_pack
    from adjudicator.packs.load import load_theatre_for as load_theatre_for
    from adjudicator.record.position import Position as Position
    from exporters import write as write
    from exporters.map_picture import View as View
    from exporters.map_picture import map_drawing as map_drawing
    from exporters.move_log import move_log as move_log
    from importers import Imported as Imported
    from importers import read as read

_HOMES = {
    "adjudicator.acts": ("Play", "play_log"),
    "adjudicator.record.position": ("Position",),
    "adjudicator.errors": ("AdjudicatorError", "PackError", "ReadError", "WriteError"),
    "adjudicator.findings": ("Finding", "Report", "Severity"),
    "adjudicator.identify": ("Identifier",),
    "adjudicator.judge": ("adjudicate",),
    "adjudicator.model.events": ("GameLog",),
    "adjudicator.model.module": ("Module",),
    "adjudicator.model.state": ("GameState",),
    "adjudicator.notes": ("Note",),
    "adjudicator.packs.load": ("list_packs", "load_pack", "load_theatre_for"),
    "exporters": ("write",),
    "exporters.map_picture": ("View", "map_drawing"),
    "exporters.move_log": ("move_log",),
    "importers": ("Imported", "read"),
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
