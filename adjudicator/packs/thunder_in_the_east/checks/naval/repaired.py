"""Ships that go to be repaired when, or from where, they may not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.situation import Situation, fits_any, situations_words
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act, Shifted
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.words import when_words

KIND = "fleet"
"""The kind of marker that stands for ships."""
BOX = "ahead"
"""The box in which they are repaired."""


class Repaired(Table):
    """Markers of a kind that their own side takes from the map into a box are damaged, and lie where they may be repaired."""

    damaged: frozenset[str]
    """Tags of their types, one of which a damaged ship has. Example: `damaged = ["reduced"]`"""
    during: When
    """Their side's movement, in which they go nowhere else. Example: `during = { phases = ["movement"], phasing = "own" }`"""
    when: When
    """The part of it in which they go. Example: `when = { phases = ["special movement"] }`"""
    situations: tuple[Situation, ...]
    """What the hex must be that they leave, one of these."""


@check("naval.repaired", Repaired, unseen="cannot excuse", acts=("shift",))
def goes_to_the_yard(act: Act, terms: Repaired) -> Iterator[Breach]:
    """A damaged Fleet goes to be repaired out of a Major Port or Naval Base, in the Special Movement Step.

    Under: thunder_in_the_east, naval, campaign
    Legal:    turn 9, Soviet Special Movement Step; weather clear; season summer; 1903: +fleet.baltic.reduced;
              shift +fleet.baltic.reduced 1903-[ahead]
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; season summer; 1903: +fleet.baltic;
              shift +fleet.baltic 1903-[ahead]
    """
    for name in act.markers if isinstance(act, Shifted) else ():
        old, new = act.before.markers[name], act.after.markers[name]
        if old.type.kind != KIND or not old.hex or new.location != BOX:
            continue
        now = terms.during.holds(act.before, old.type.side)
        if now.is_no:
            continue
        for because, wrong in _wrong(act, old, terms):
            yield Breach((old.hex,), because, broken=now & wrong)


def _wrong(act: Act, ship: Marker, terms: Repaired) -> Iterator[tuple[str, Known]]:
    """Why a ship may not go, each with whether it is so."""
    name, side = ship.type.name or ship.id, ship.type.side
    if not terms.damaged & ship.type.tags:
        yield say("{name} goes to be repaired, and is not damaged", name), Known.of(True)
    timely = terms.when.holds(act.before, side)
    yield say("{name} goes to be repaired; allowed only {when}", name, when_words((terms.when,))), ~timely
    fits = fits_any(act.before, side, ship.hex, terms.situations)
    because = say("{name} goes to be repaired; its place is: {situations}", name, situations_words(terms.situations))
    yield because, ~fits
