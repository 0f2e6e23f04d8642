"""A playable VASSAL module from a pack and a theatre: same input, same bytes.

`build_module` makes the file; `plan_box` says what will be in it without drawing, which is all that a scribe needs to write
saves and logs for it. What a component's attributes are called: the engine's classes (`getAttributeNames`).
"""

from __future__ import annotations

from adjudicator.exporters.vassal.box.build import build_module
from adjudicator.exporters.vassal.box.plan import BoxSlot, Offmap, PlannedModule, SetupText, plan_box

__all__ = ["BoxSlot", "Offmap", "PlannedModule", "SetupText", "build_module", "plan_box"]
