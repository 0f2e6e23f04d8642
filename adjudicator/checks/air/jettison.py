"""Bombs that are dropped before a fight by units that cannot, or too late."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.engagement import begin_of
from adjudicator.analysis.air.sorties import unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector

KIND = "jettison"
"""The kind of air.toml, of the role "said", that tells it."""


class Jettison(Table):
    """Units that bomb may drop their bombs before a fight, and bomb no more; they then fly what `becomes` says."""

    who: Selector
    """The units that may. Example: `who = { tags = ["type_f"] }`"""
    missions: frozenset[str]
    """The kinds of mission that they fly. Example: `missions = ["ground_support"]`"""


def _any(record: PhaseRecord, terms: Jettison) -> bool:
    return any(act.mission == KIND for act in record.of(Strike))


@check("air.jettison", Jettison, unseen="cannot excuse", units_in="", met=_any)
def dropped_before_the_fight(record: PhaseRecord, terms: Jettison) -> Iterator[Breach]:
    """A fighter drops its bombs before the fight over its hex, and then does not bomb.

    Under: sudden_storm
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me110n; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.me110n; fly intercept 1B/2714: so.mig3; strike jettison 1B/2714: ge.me110n;
              dogfight 1B/2714: so.mig3 against=ge.me110n
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me110n; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.me110n; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.me110n; strike jettison 1B/2714: ge.me110n
    """
    light: set[str] = set()
    for i, act in enumerate(record.acts):
        if not isinstance(act, Strike):
            continue
        for name in act.units:
            unit, sortie = act.before.units.get(name), act.before.memory.flown.get(name)
            if unit is None:
                continue
            if act.mission != KIND:
                if name in light and air_table(act.before).role_of(act.mission) == "mission":
                    because = say("{unit} dropped its bombs before the fight, and bombs {hex}", unit, act.over)
                    yield Breach(act.path, because, (name,))
                continue
            light.add(name)
            bombs = sortie is not None and sortie.mission in terms.missions and sortie.hex == act.over
            if not terms.who.matches(unit) or not bombs:
                missing = unseen_mission(act.before, unit) if terms.who.matches(unit) else ""
                because = say("{unit} drops its bombs, and is no fighter that bombs {hex}", unit, act.over)
                yield Breach(act.path, because, (name,), Known.open(missing) if missing else YES)
            elif i > begin_of(record, act.over):
                because = say("{unit} drops its bombs after the fight over {hex} began", unit, act.over)
                yield Breach(act.path, because, (name,))
