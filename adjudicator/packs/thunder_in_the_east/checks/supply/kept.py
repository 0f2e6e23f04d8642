"""Supply markers that a unit got or lost at a time when its supply is not determined."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import changed_by_card
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.words import when_words
from adjudicator.words import word


class KeptState(Table):
    """When markers of supply change on units; at other times they stay as they are."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker; ["isolated"]."""
    when: tuple[When, ...]
    """Moments for the unit's side, one of which must hold; [{ phases = ["supply"], phasing = "own" }]."""


@check("supply.kept", KeptState)
def state_is_kept(record: PhaseRecord, terms: KeptState) -> Iterator[Breach]:
    """A unit keeps the marker of its supply until supply is determined again.

    Legal:    Soviet Supply Step; weather clear; season summer; 1709: ax.27inf; mark ax.27inf+out_of_supply
    Illegal:  Soviet Supply Step; weather clear; season summer; 2416: ax.7inf+isolated; 2215: sov.20a;
              mark sov.20a+out_of_supply
    """
    for name, unit, after in record.changes():
        if unit is None or after is None or not after.hex or not unit.hex:
            continue
        was, now = unit.marks & terms.kinds, after.marks & terms.kinds
        timely = any_of(when.holds(record.start, unit.side) for when in terms.when)
        if was == now or timely.is_yes:
            continue
        change = [say("was marked {kind}", word(kind)) for kind in sorted(now - was)] + [
            say("lost its mark {kind}", word(kind)) for kind in sorted(was - now)
        ]
        words = strung(change, say(" and "))
        phase = record.moment.phase.name if record.moment.phase else say("an unknown phase")
        because = say(
            "{after} {words} in the {phase}; allowed only {when}", after, words, phase, when_words(terms.when)
        )
        yield Breach((after.hex,), because, (name,), ~timely & ~changed_by_card(record, terms.kinds))
