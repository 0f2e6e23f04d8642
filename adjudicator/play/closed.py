"""The acts that a phase has no place for, by the words that name them: nobody means one there."""

from __future__ import annotations

from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.record.acts import Act


def closed_now(act: Act) -> frozenset[str]:
    """The words of acts that the phase of an act has no place for."""
    phase = act.moment.phase
    return frozenset() if phase is None else _closed_in(act.before.pack, phase.names)


@remembered(64)
def _closed_in(pack: Pack, phase: frozenset[str]) -> frozenset[str]:
    """The words of acts that a phase which is called so has no place for."""
    found: set[str] = set()
    for rule in pack.rules.values():
        kinds, phases = rule.terms.get("kinds", ()), rule.terms.get("phases", ())
        if rule.check == "sequence.closed" and isinstance(kinds, list) and isinstance(phases, list):
            found |= set(kinds) if phase.isdisjoint(phases) else set()
    return frozenset(found)
