"""Units built or improved where that is not done."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import carded
from adjudicator.analysis.gains import EVERY_WAY, Gain, Way, gains
from adjudicator.analysis.situation import Situation, fits_any, nearest_words
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class GainPlace(Table):
    """Units that fit `who` gain steps only in hexes that fit one of `situations`; the first entry that fits decides."""

    who: Selector = EVERYONE
    """The units. Example: `who = { sizes = ["small"] }`"""
    situations: tuple[Situation, ...] = ()
    """What the hex must be like, one of them; anything, if left out."""
    edge: bool = False
    """Whether it must lie on the map's edge besides. Example: `edge = true`"""


class GainsWhere(Table):
    """Units are built, or gain a step, in some places only."""

    boxes: frozenset[str]
    """The boxes out of which units are built. Example: `boxes = ["pool"]`"""
    ways: frozenset[Way] = EVERY_WAY
    """How they gain steps: "built" out of a box, "exchanged" for another unit, "turned" to a better face."""
    places: tuple[GainPlace, ...]
    """Who may gain them where. Example: `places = [{ situations = [{ where = { tags = ["city"] } }] }]`"""


def _judged(record: PhaseRecord, terms: GainsWhere) -> Iterator[tuple[Gain, GainPlace]]:
    for each in gains(record, terms.boxes):
        place = next((row for row in terms.places if row.who.matches(each.unit)), None)
        if each.way in terms.ways and place is not None and place.situations:
            yield each, place


def _any_judged(record: PhaseRecord, terms: GainsWhere) -> bool:
    return any(True for _ in _judged(record, terms))


@check("gains.where", GainsWhere, unseen="may excuse nearby", met=_any_judged)
def gains_where_it_may(record: PhaseRecord, terms: GainsWhere) -> Iterator[Finding]:
    """Who is built or improved stands where that is done.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [force_pool]: ax.5inf/2;
              ax.5inf/2 [force_pool]>0521
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [force_pool]: ax.5inf/2;
              ax.5inf/2 [force_pool]>0620
    """
    for each, place in _judged(record, terms):
        unit = each.unit
        if unit.hex not in each.before.network.index:
            continue
        fits = fits_any(each.before, unit.side, unit.hex, place.situations, frozenset({unit.id}))
        if place.edge:
            network = each.before.network
            fits = fits & Known.of(bool((network.neighbours[network.index[unit.hex]] < 0).any()))
        if fits.is_yes:
            continue
        done = say("is built") if each.way == "built" else say("is improved")
        because = say(
            "{unit} {done} in {hex}; the place must be: {situations}",
            unit,
            done,
            unit.hex,
            nearest_words(each.before, unit.side, unit.hex, place.situations, frozenset({unit.id}))
            + (say(" on the map's edge") if place.edge else ""),
        )
        broken = each.sure & ~fits & ~carded(each.told)
        yield Finding((unit.hex,), because, (unit.id,), broken)
