"""Fleets that go to be repaired: 209.2 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.situation import Situation, fits_any, nearest_words
from adjudicator.checks.articles import article
from adjudicator.findings import Finding
from adjudicator.record.acts import Act, Shifted
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.words import when_words

OWN_MOVEMENT = When(phases=frozenset({"movement"}), phasing="own")
OWN_SPECIAL_MOVEMENT = When(phases=frozenset({"special movement"}), phasing="own")
OUT_OF_A_BASE = (
    Situation(
        where=Where(places=frozenset({"major_port", "naval_base"})),
        controlled="own",
        statuses=frozenset({"anchorage"}),
    ),
)


@article(
    "Repair of Fleets", "209.2", area="naval", unseen="cannot excuse", acts=("shift",), options=("naval", "campaign")
)
def repair_of_fleets(act: Act) -> Iterator[Finding]:
    """A reduced Fleet goes to be repaired in a Soviet Special Movement Step, out of a friendly supplied Major Port or Naval Base.

    Under:    thunder_in_the_east, naval, campaign
    Legal:    turn 9, Soviet Special Movement Step; weather clear; season summer; 1903: +fleet.baltic.reduced;
              shift +fleet.baltic.reduced 1903-[ahead]
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; season summer; 1903: +fleet.baltic;
              shift +fleet.baltic 1903-[ahead]
    """
    for marker in act.markers if isinstance(act, Shifted) else ():
        fleet, after = act.before.markers[marker], act.after.markers[marker]
        if fleet.type.kind != "fleet" or not fleet.hex or after.location != "ahead":
            continue
        name, side = fleet.type.name or fleet.id, fleet.type.side
        now, timely = (when.holds(act.before, side) for when in (OWN_MOVEMENT, OWN_SPECIAL_MOVEMENT))
        fits = fits_any(act.before, side, fleet.hex, OUT_OF_A_BASE)
        when, where = when_words((OWN_SPECIAL_MOVEMENT,)), nearest_words(act.before, side, fleet.hex, OUT_OF_A_BASE)
        if "reduced" not in fleet.type.tags:
            because = say("{name} goes to be repaired, and is not damaged", name)
            yield Finding((fleet.hex,), because, broken=now)
        because = say("{name} goes to be repaired; allowed only {when}", name, when)
        yield Finding((fleet.hex,), because, broken=now & ~timely)
        because = say("{name} goes to be repaired; its place is: {situations}", name, where)
        yield Finding((fleet.hex,), because, broken=now & ~fits)
