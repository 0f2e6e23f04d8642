"""Weather, and other conditions, that change at the wrong time."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import When
from adjudicator.analysis.position import Act
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table


class ChangesOnly(Table):
    """Conditions of these names change only in `phases` (by id, kind or tag), or when one of `also` holds.

    Where the game keeps what was announced under `forecast` ("forecast.REGION", or "forecast" for all), the new value must be
    that one; "4:mud" there is a die and what it brought.
    """

    conditions: frozenset[str] = frozenset({"weather"})
    phases: frozenset[str]
    also: tuple[When, ...] = ()
    forecast: str = ""


@check("weather.changes", ChangesOnly, unseen="cannot excuse")
def changes_in_its_phase(act: Act, terms: ChangesOnly) -> Iterator[Breach]:
    """The weather changes in its own phase.

    Legal:    Weather; weather clear; now weather rain
    Illegal:  turn 2, French movement; weather clear; now weather rain
    """
    before, after = dict(act.before.moment.conditions), dict(act.after.moment.conditions)
    for name in sorted(before.keys() | after.keys()):
        kind, _, region = name.partition(":")
        if kind not in terms.conditions or before.get(name) == after.get(name):
            continue
        words = f"{name} {before.get(name, '?')} becomes {after.get(name, '?')}"
        phase = act.moment.phase
        if phase is not None and not {phase.id, phase.kind, *phase.tags} & terms.phases and not _also(act, terms):
            allowed = ", ".join(sorted(terms.phases))
            yield Breach((), f"{words} in the phase '{phase.name}', allowed in: {allowed}")
        elif terms.forecast:
            yield from _as_forecast(act, terms.forecast, region, after.get(name, ""), words)


def _also(act: Act, terms: ChangesOnly) -> bool:
    return any(when.holds(act.before, act.moment.phasing) for when in terms.also)


def _as_forecast(act: Act, key: str, region: str, value: str, words: str) -> Iterator[Breach]:
    said = act.before.values.get(f"{key}.{region}" if region else key, act.before.values.get(key))
    if said is None:
        yield Breach((), f"{words}, and what was forecast is not known", missing="the forecast")
    elif said.rpartition(":")[2] != value:
        yield Breach((), f"{words}, forecast was {said.rpartition(':')[2]}")
