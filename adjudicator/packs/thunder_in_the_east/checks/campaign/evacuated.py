"""Soviet factories that go to the Urals, and when they are there."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.economy import first_untold, value_named, value_words
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.packs.thunder_in_the_east.analysis.seasons import arrival, month_now
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

LEFT = frozenset({"captured", "evacuated"})
"""What a factory becomes when its workers leave."""
NONE, RELOCATED = "none", "relocated"
NOT_KNOWN = say("month and year")


def _untold(record: PhaseRecord, _terms: NoTerms) -> str:
    """When a factory arrives that has left, or whether one left that is on its way, where nobody tells it."""
    start, end = record.start.values, record.end.values
    gone = (name for name, state in start.items() if name.startswith("factory.") and state == "working")
    left = [name.partition(".")[2] for name in gone if end.get(name) in LEFT]
    on_way = [name.partition(".")[2] for name, state in end.items() if name.startswith("urals.") and state != NONE]
    return first_untold((f"urals.{place}" for place in sorted(left)), end) or first_untold(
        (f"factory.{place}" for place in sorted(on_way)), start
    )


@check("campaign.evacuated", NoTerms, unseen="cannot excuse", acts=("value",), untold=_untold)
def goes_to_the_urals(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """A Working factory that is lost arrives in the Urals in the second full season after.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Supply Step; weather clear; season summer; month september; year 1941;
              value factory.Stalino working; value urals.Stalino none; now weather clear;
              value factory.Stalino evacuated; value urals.Stalino january 1942
    Illegal:  turn 9, Axis Supply Step; weather clear; season summer; month september; year 1941;
              value factory.Stalino working; value urals.Stalino none; now weather clear;
              value factory.Stalino evacuated; value urals.Stalino april 1942
    """
    for name, now in sorted(record.end.values.items()):
        kind, _, place = name.partition(".")
        if kind != "urals":
            continue
        before, became = (at.values.get(f"factory.{place}") for at in (record.start, record.end))
        if before == "working" and became in LEFT:
            wanted = arrival(record.moment)
            if now != wanted:
                because = say(
                    "{name} is {now}, and the factory arrives in {wanted}", value_words(name), now, wanted or "?"
                )
                yield Breach((), because, broken=_dated(wanted), owed=not record.ended and now == NONE)
        elif _comes_from_nowhere(record.start.values.get(name, now), now):
            because = say("{name} becomes {now}, and no Working factory left {place}", value_words(name), now, place)
            told = YES if before is not None else Known.open(value_named(f"factory.{place}"))
            yield Breach((), because, broken=told)


def _comes_from_nowhere(old: str, now: str) -> bool:
    """Whether a marker appears that was not on its way; of one that was, its arrival is judged."""
    return now != old and not (now == RELOCATED and old != NONE)


def _any_on_its_way(record: PhaseRecord, _terms: NoTerms) -> bool:
    return any(name.startswith("urals.") and then != NONE for name, then in record.start.values.items())


@check("campaign.arrived", NoTerms, unseen="cannot excuse", met=_any_on_its_way)
def is_in_the_urals(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """A Relocated factory comes to the Urals in its month.

    Under: thunder_in_the_east, campaign
    Legal:    turn 20, Fix-it Step; weather clear; season winter; month january; year 1942;
              value urals.Stalino january 1942; now weather clear; value urals.Stalino relocated
    Illegal:  turn 20, Fix-it Step; weather clear; season winter; month january; year 1942;
              value urals.Stalino april 1942; now weather clear; value urals.Stalino relocated
    """
    today = month_now(record.moment)
    for name, then in sorted(record.start.values.items()):
        now = record.end.values.get(name, "")
        if not name.startswith("urals.") or then in (NONE, RELOCATED):
            continue
        if now == RELOCATED and then != today:
            yield Breach(
                (), say("{name} is relocated, and arrives in {then}", value_words(name), then), broken=_dated(today)
            )
        elif now != RELOCATED and (then == today or not today):
            because = say("{name} is {now}, and the factory arrives in {then}", value_words(name), now, then)
            yield Breach((), because, broken=_dated(today), owed=not record.ended)


def _dated(date: str) -> Known:
    return YES if date else Known.open(NOT_KNOWN)
