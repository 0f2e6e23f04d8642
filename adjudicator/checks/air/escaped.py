"""What escaped from its base, and where and how it landed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.reach import distance, reaches
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import word

KIND = "escape"
"""The trial of air.toml."""
RESULT = "escaped"
"""What it brings to those who get away."""
REACH = "thrice"
"""The ranges by which they fly, by their name among `reaches` or `times` of air.toml."""
STATE = "inoperative"
"""The quality of who has escaped."""


class Escaped(Table):
    """What escapes flies at once to a base within REACH, and is inoperative then."""


def _flights(record: PhaseRecord, terms: Escaped) -> Iterator[Strike]:
    for act in record.of(Strike):
        if act.mission == KIND and act.told.get("result", "").casefold() == RESULT:
            yield act


def _any(record: PhaseRecord, terms: Escaped) -> bool:
    return any(True for _ in _flights(record, terms))


@check("air.escaped", Escaped, unseen="cannot excuse", met=_any)
def lands_after_its_escape(record: PhaseRecord, terms: Escaped) -> Iterator[Breach]:
    """Who escapes lands within reach, and does not fly again at once.

    Under: fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2712: ge.1inf; [1B/2712]: so.mig3;
              strike escape 1B/2712: so.mig3 die=3 result=escaped; so.mig3 [1B/2712]>[1B/2702]; flip so.mig3/2
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2712: ge.1inf; [1B/2712]: so.po2;
              strike escape 1B/2712: so.po2 die=3 result=escaped; so.po2 [1B/2712]>[2A/2707]; flip so.po2/2
    """
    for act in _flights(record, terms):
        for name in act.units:
            old, new = act.before.units.get(name), record.end.units.get(name)
            if old is None or new is None or new.location not in record.end.network.index:
                continue
            if new.location == act.over:
                if record.ended:
                    yield Breach(act.path, say("{unit} escapes from {hex}, and is still there", new, act.over), (name,))
                continue
            far = reaches(act.before, old, act.over, new.location, REACH)
            if not far.is_yes:
                away = distance(act.before, act.over, new.location)
                because = say("{unit} escapes {away} hexes to {base}, beyond its range", new, away, new.location)
                yield Breach((act.over, new.location), because, (name,), ~far)
            if not new.has(STATE):
                because = say("{unit} has escaped, and is not {state}", new, word(STATE))
                yield Breach((new.location,), because, (name,), owed=not record.ended)
