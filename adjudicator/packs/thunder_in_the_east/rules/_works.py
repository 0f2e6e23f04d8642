"""What of the Defense markers the articles about works and about what is built both ask."""

from __future__ import annotations

from adjudicator.model.units import Marker
from adjudicator.record.acts import Laid, Lifted, Shifted
from adjudicator.record.phase import PhaseRecord

IMPROVED, FORTIFIED = "improved_defense", "fortified_defense"
LAYING = (Laid.word, Lifted.word, Shifted.word)
"""The kinds of act by which `laid_works` sees markers come and go."""


def laid_works(record: PhaseRecord, side: str) -> list[Marker]:
    """The improved defenses that came onto the map in a phase of a side and are still there."""
    found: dict[str, Marker] = {}
    for act in record.of(Laid, Lifted, Shifted) if side == record.moment.phasing else ():
        for name in act.markers:
            old, new = act.before.markers.get(name), act.after.markers.get(name)
            if new is not None and new.hex and not (old is not None and old.hex) and new.type.kind == IMPROVED:
                found[name] = new
            elif new is None or not new.hex:
                found.pop(name, None)
    return [each for each in found.values() if each.type.side in ("", side)]
