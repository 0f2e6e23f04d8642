"""A game as a ZunTzu box (`.ztb`) or scenario (`.zts`).

A scenario of a ZunTzu box is written back against that box. Any other game gets a box of its own: its maps as scans of 150
dpi (four places to a pixel), its counters cut from sheets that are put together from their pictures.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.exporters.losses import Content, LossReport, survey
from adjudicator.exporters.zuntzu.foreign import FOREIGN, BoxWriter
from adjudicator.exporters.zuntzu.own import OWN, write_scenario
from adjudicator.exporters.zuntzu.shared import FORMAT, NAME, marked
from adjudicator.importers.zuntzu.wire.game import format_game
from adjudicator.model.state import GameState
from adjudicator.writing import free, write_bytes

__all__ = ["FOREIGN", "NAME", "OWN", "export"]


def export(content: Content, path: Path, source: str = "") -> LossReport:
    """Write a box with its start (`.ztb`) or a scenario (`.zts`), with its box beside it, unless it came from one."""
    state = content.state or (content.module.at_start if content.module else GameState())
    whole = Content(content.module, state, content.log)
    own = state.carried.get(FORMAT)
    if path.suffix.lower() == ".zts" and isinstance(own, Mapping):
        return write_scenario(whole, state, own, path, source)
    writer = BoxWriter(whole, state)
    writer.prepare()
    alone = path.suffix.lower() == ".ztb"
    digest = writer.write_box(path if alone else free(path.with_suffix(".ztb")))
    if not alone:
        write_bytes(path, marked(format_game(writer.game(digest))))
    return survey(whole, FOREIGN, source=source, target=NAME, found=writer.losses, renamed=writer.renamed)
