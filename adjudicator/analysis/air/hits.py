"""What shots and fire from below did to what flies, as it was told."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.record.acts import Act
from adjudicator.record.flights import Dogfight, Strike

KILLED, ABORTED = "K", "A"
"""The results that are followed up: eliminated, aborted."""
NOTHING = "-"
"""How a shot without a result is told."""


def brought_by(act: Act, name: str, fire: Collection[str]) -> str:
    """The letters that an act brought a unit: of a shot at it alone, or of fire of these kinds."""
    aimed = isinstance(act, Dogfight) and act.aims == (name,)
    below = isinstance(act, Strike) and act.mission in fire and act.told.get("target", "") == name
    return act.told.get("result", "").upper().strip(NOTHING) if aimed or below else ""


def is_killed(letters: str) -> bool:
    """Whether results eliminate: one that does, or a second abort."""
    return KILLED in letters or letters.count(ABORTED) > 1
