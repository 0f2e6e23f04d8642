"""More hits on marshalling yards counted than bombs brought, or than the yards take."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import all_seen
from adjudicator.analysis.economy import value_named
from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.words import amount

MISSION = "marshalling_yards"
"""The mission."""
YARDS_VALUE = "yard_hits"
"""The value "VALUE.SIDE" of the hits that a side has taken."""


class Yard(Table):
    """How many hits a kind of yard takes in a phase."""

    where: Where
    """The hexes. Example: `where = { places = ["dot_city"] }`"""
    most: int
    """So many at most. Example: `most = 1`"""


class Yards(Table):
    """The number of hits on the yards of a side rises in a phase by what bombs brought, each yard by no more than it takes."""

    yards: tuple[Yard, ...]
    """How many each takes; the first that fits."""


def _strikes(record: PhaseRecord, terms: Yards) -> list[Strike]:
    return [act for act in record.of(Strike) if act.mission == MISSION]


def _any(record: PhaseRecord, terms: Yards) -> bool:
    return bool(_strikes(record, terms))


def _untold(record: PhaseRecord, terms: Yards) -> str:
    sides = {enemy for act in _strikes(record, terms) for enemy in _enemies(act)}
    names = (f"{YARDS_VALUE}.{side}" for side in sorted(sides))
    return next((value_named(name) for name in names if not record.end.values.get(name, "")), "")


def _enemies(act: Strike) -> tuple[str, ...]:
    side = next((unit.side for name in act.units if (unit := act.before.units.get(name))), "")
    return act.before.pack.enemies(side)


@check("air.yards", Yards, unseen="cannot excuse", met=_any, untold=_untold)
def counted_as_they_count(record: PhaseRecord, terms: Yards) -> Iterator[Breach]:
    """A small yard takes one hit in a phase, whatever falls on it.

    Under: sudden_storm
    Legal:    turn 5, German Air Phase; weather clear; value yard_hits.soviet 0; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              fly marshalling_yards 1B/2712: ge.he111h; strike marshalling_yards 1B/2712: ge.he111h die=6 hits=1;
              value yard_hits.soviet 1
    Illegal:  turn 5, German Air Phase; weather clear; value yard_hits.soviet 0; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              fly marshalling_yards 1B/2712: ge.he111h; strike marshalling_yards 1B/2712: ge.he111h die=6 hits=1;
              value yard_hits.soviet 2
    """
    strikes = _strikes(record, terms)
    sides = sorted({enemy for act in strikes for enemy in _enemies(act)})
    for side in sides:
        name = f"{YARDS_VALUE}.{side}"
        old, new = str(record.start.values.get(name, "") or "0"), str(record.end.values.get(name, ""))
        if not old.isdigit() or not new.isdigit() or new == old:
            continue
        hits: dict[str, int] = {}
        for act in strikes:
            if side in _enemies(act) and act.told.get("hits", "").isdigit():
                hits[act.over] = hits.get(act.over, 0) + int(act.told["hits"])
        able = ZERO
        for number, count in hits.items():
            able = able.plus(Interval.of(count).smaller(_most(record, number, terms)))
        risen = int(new) - int(old)
        if risen > able.high:
            because = say(
                "{value} rises by {risen}; hits of the bombs that count: {able}", name, risen, amount(able.high)
            )
            silent = any("hits" not in act.told for act in strikes)
            yield Breach(
                tuple(hits), because, tuple(name for act in strikes for name in act.units), _sure(record, silent)
            )


def _most(record: PhaseRecord, number: str, terms: Yards) -> Interval:
    ground, i = standing(record.start), record.start.network.index.get(number)
    found = ZERO
    if i is not None:
        for yard in reversed(terms.yards):
            found = Interval.by(yard.where.fits(ground, i), Interval.of(yard.most), found)
    return found


def _sure(record: PhaseRecord, silent: bool) -> Known:
    return Known.open(say("how many hits the bombs brought")) if silent else all_seen(record)
