"""Units that go on after what ends their phase."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.act import ActFilter, ActKinds
from adjudicator.words import deed


class LastAct(ActFilter):
    """A unit that does an act of `kinds` in a phase does none of these kinds, and none of `others`, after it."""

    kinds: ActKinds
    """The kinds of act that come last. Example: `kinds = ["landing"]`"""
    others: ActKinds
    """Kinds of act that the unit may do before, and not after. Example: `others = ["move", "rail"]`"""


@check("sequence.last", LastAct, unseen="cannot excuse", acts_in=("kinds", "others"))
def nothing_after_it(record: PhaseRecord, terms: LastAct) -> Iterator[Breach]:
    """Who comes ashore in boats has marched before, and does not march on.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0609: so.1nvl; 2A/0709: so.ca1; so.1nvl 2A/0609-2A/0709;
              sail so.ca1 2A/0709-2A/0808-2A/0807-2A/0707; landing so.1nvl 2A/0709-2A/0707
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0709: so.1nvl, so.ca1; sail so.ca1
              2A/0709-2A/0808-2A/0807-2A/0707; landing so.1nvl 2A/0709-2A/0707; so.1nvl 2A/0707-2A/0706
    """
    done: dict[str, Act] = {}
    for act in record.called(terms.kinds | terms.others):
        for name in act.units:
            unit = act.before.units.get(name)
            if unit is None or not terms.who.matches(unit):
                continue
            if name in done:
                because = say(
                    "{unit} {does} after it {did}, which is the last that it does in the phase",
                    unit,
                    deed(act.kind),
                    deed(done[name].kind),
                )
                yield Breach(act.path[-1:], because, (name,))
            elif terms.kinds.fit(act):
                done[name] = act
