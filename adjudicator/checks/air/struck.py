"""What flies, is bombed at its base, and is better off than its hits left it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import target_of
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import word

STATE = "inoperative"
"""The quality of who was hit."""


class Struck(Table):
    """The first hit upon a unit at its base makes it inoperative, one upon an inoperative unit eliminates it."""

    kinds: frozenset[str]
    """Kinds of mission of air.toml. Example: `kinds = ["bomb_units"]`"""


def _hits(record: PhaseRecord, terms: Struck) -> dict[str, int]:
    """By unit the hits that were told upon it."""
    found: dict[str, int] = {}
    for act in record.of(Strike):
        hits, target = act.told.get("hits", ""), target_of(act) if act.units else ""
        if act.mission in terms.kinds and target in record.start.units and hits.isdigit():
            found[target] = found.get(target, 0) + int(hits)
    return {name: hits for name, hits in sorted(found.items()) if hits}


def _any(record: PhaseRecord, terms: Struck) -> bool:
    return bool(_hits(record, terms))


@check("air.struck", Struck, unseen="cannot excuse", met=_any)
def is_as_it_was_struck(record: PhaseRecord, terms: Struck) -> Iterator[Breach]:
    """What is hit on the ground does not fly, and is lost with the next hit.

    Under: sudden_storm
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju87b; [1B/2712]: so.mig3;
              fly bomb_units 1B/2712: ge.ju87b; strike bomb_units 1B/2712: ge.ju87b hits=1 target=so.mig3;
              flip so.mig3/2; turn 5, German Combat Phase; say on
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju87b; [1B/2712]: so.mig3;
              fly bomb_units 1B/2712: ge.ju87b; strike bomb_units 1B/2712: ge.ju87b hits=1 target=so.mig3;
              turn 5, German Combat Phase; say on
    """
    for name, hits in _hits(record, terms).items():
        old, new = record.start.units[name], record.end.units.get(name)
        if new is None or new.location not in record.end.network.index:
            continue
        if hits + old.has(STATE) > 1:
            because = say("{unit} was eliminated at its base, and is still in {hex}", new, new.location)
        elif not new.has(STATE):
            because = say("{unit} was hit at its base, and is not {state}", new, word(STATE))
        else:
            continue
        yield Breach((new.location,), because, (name,), owed=not record.ended)
