"""Cards that come into a hand at another time than they are drawn, or too many of them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import lies_away
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.acts import Laid, Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import either

BOX = "{side} hand"
"""The box, with {side} in its name."""


class Drawing(Table):
    """Markers of these kinds come into the box of their side's hand in its own `phases`, and no more of them."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker. Example: `kinds = ["strategic_card"]`"""
    phases: frozenset[PhaseName]
    """The phases by id, kind or tag. Example: `phases = ["draw"]`"""


def _drawn(record: PhaseRecord, terms: Drawing) -> list[Marker]:
    found: dict[str, Marker] = {}
    for act in record.of(Laid, Shifted):
        for name in act.markers:
            old, new = act.before.markers.get(name), act.after.markers.get(name)
            if new is None or new.type.kind not in terms.kinds or new.hex or not lies_away(act.before, old):
                continue  # what was employed returns to the hand
            hand = BOX.format(side=new.type.side)
            if new.location == hand and (old is None or old.location != hand):
                found[name] = new
    return list(found.values())


@check("markers.drawn", Drawing, unseen="cannot excuse", acts=("lay", "shift"), markers_in=("kinds",))
def drawn_when_due(record: PhaseRecord, terms: Drawing) -> Iterator[Breach]:
    """A card comes into the hand as it is drawn.

    Legal:    turn 2, Soviet card draw; weather clear; [soviet deck]: +card.konev;
              shift +card.konev [soviet deck]-[soviet hand]
    Illegal:  turn 2, Soviet attack; weather clear; chit bought; [soviet deck]: +card.konev;
              shift +card.konev [soviet deck]-[soviet hand]
    """
    drawn, phase = _drawn(record, terms), record.moment.phase
    for each in drawn:
        name = each.type.name or each.type.id
        if phase is None:
            yield Breach((), say("{name} is drawn", name), broken=Known.open(say("the phase")))
        elif phase.side != each.type.side or not phase.names & terms.phases:
            because = say(
                "{name} is drawn in {phase}; cards are drawn only in: {phases}", name, phase.name, either(terms.phases)
            )
            yield Breach((), because, broken=YES)
    if len(drawn) > 1:
        yield Breach((), say("{count} cards are drawn, and {most} may be", len(drawn), 1))
