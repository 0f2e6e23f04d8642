"""Waters said to be frozen, or open, against the weather of this turn and the last."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.weather import Ice, ice
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import condition, word


class FreezingTerms(Table):
    """Where the water may freeze: the condition `severe` ("yes" or "no", by region) goes with the weather."""

    never: frozenset[str] = frozenset()
    """Regions in which it never does; ["zone_d"]."""


@check("weather.freezing", FreezingTerms, unseen="cannot excuse", acts=("now",))
def frozen_when_it_should(record: PhaseRecord, terms: FreezingTerms) -> Iterator[Breach]:
    """When the weather changes, waters freeze and thaw as it orders.

    Under:    sudden_storm
    Legal:    turn 10, Weather; value weather_die.10 5; weather:zone_b frost; severe:zone_b no;
              now weather:zone_b snow; now severe:zone_b yes
    Illegal:  turn 10, Weather; value weather_die.10 5; weather:zone_b mud; severe:zone_b no; now weather:zone_b snow;
              now severe:zone_b yes
    """
    before, after = dict(record.start.moment.conditions), dict(record.end.moment.conditions)
    for name in sorted(after):
        kind, _, region = name.partition(":")
        if kind != "severe":
            continue
        suffix = f":{region}" if region else ""
        then = before.get(f"weather{suffix}", before.get("weather"))
        now = after.get(f"weather{suffix}", after.get("weather"))
        was = before.get(name, before.get("severe"))
        if then is None or now is None or was is None:
            continue
        frozen = region not in terms.never and _frozen(record, was == "yes", then, now)
        if (after[name] == "yes") != frozen:
            words = (
                say("after {then} and {now} weather, with waters frozen before,", then, now)
                if was == "yes"
                else say("after {then} and {now} weather, with waters open before,", then, now)
            )
            where = say(" in {region}", word(region)) if region else ""
            because = (
                say(
                    "{words} they are frozen{where} now; the {condition} is said to be {after}",
                    words,
                    where,
                    condition(name),
                    after[name],
                )
                if frozen
                else say(
                    "{words} they are open{where} now; the {condition} is said to be {after}",
                    words,
                    where,
                    condition(name),
                    after[name],
                )
            )
            yield Breach(
                (),
                because,
            )


def _frozen(record: PhaseRecord, was: bool, then: str, now: str) -> bool:
    """Whether waters are frozen now: as after these two turns, or still, where they were and it stays cold."""
    pack = record.start.pack
    alone = ice(pack, (then, now)) == Ice.FROZEN
    return alone or (was and ice(pack, (now, now, now)) == Ice.FROZEN)
