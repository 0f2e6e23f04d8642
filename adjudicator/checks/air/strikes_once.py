"""Units that bomb twice in a phase."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Flight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class StrikesOnce(Table):
    """A unit takes part in one attack of its mission: alone, or with others that attack the same."""


def _strikes(record: PhaseRecord) -> bool:
    return any(air_table(act.before).role_of(act.mission) == "mission" for act in record.of(Strike))


@check("air.strikes_once", StrikesOnce, unseen="cannot excuse", met=lambda record, _terms: _strikes(record))
def bombs_once(record: PhaseRecord, _terms: StrikesOnce) -> Iterator[Breach]:
    """A bomber attacks alone or together with others, not both.

    Under: sudden_storm
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.he111h#2; 1B/2712: so.10rif;
              fly marshalling_yards 1B/2712: ge.he111h, ge.he111h#2; strike marshalling_yards 1B/2712: ge.he111h, ge.he111h#2
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.he111h#2; 1B/2712: so.10rif;
              fly marshalling_yards 1B/2712: ge.he111h, ge.he111h#2;
              strike marshalling_yards 1B/2712: ge.he111h, ge.he111h#2; strike marshalling_yards 1B/2712: ge.he111h
    """
    done: set[str] = set()
    for act in record.of(Flight, Strike):
        if isinstance(act, Flight):
            done -= set(act.units)
            continue
        if not isinstance(act, Strike) or air_table(act.before).role_of(act.mission) != "mission":
            continue
        for name in act.units:
            unit = act.before.units.get(name)
            if name in done and unit is not None:
                yield Breach(
                    act.path, say("{unit} bombs {hex} a second time, and may once in a phase", unit, act.over), (name,)
                )
            done.add(name)
