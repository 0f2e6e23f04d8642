"""Stacks that attack together."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Finding
from adjudicator.record.acts import Attack, Declaration
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import listed


@check("combat.together", acts=("attack",))
def stack_attacks_as_one(record: PhaseRecord, _terms: NoTerms) -> Iterator[Finding]:
    """Units of one hex that attack, attack the same hexes in one battle.

    Under:    cornfield
    Legal:    turn 1, Union combat; 0405: us.1, us.2; 0404: cs.3; 0305: cs.1; attack 0404 0305: us.1, us.2
    Illegal:  turn 1, Union combat; 0405: us.1, us.2; 0404: cs.3; 0305: cs.1; attack 0404: us.1; attack 0305: us.2
    """
    first: dict[tuple[str, str], tuple[Attack, str]] = {}
    for act in record.of(Attack):
        if isinstance(act, Declaration):
            continue
        for name in act.units:
            unit = act.before.unit(name)
            if not unit.hex:
                continue
            other, companion = first.setdefault((unit.side, unit.hex), (act, name))
            if other is not act and name != companion:
                stacked = other.before.unit(companion)
                because = say(
                    "{unit} attacks {targets} from {hex}, and {other} from there {others}: a stack attacks as one",
                    unit,
                    listed(act.path),
                    unit.hex,
                    stacked,
                    listed(other.path),
                )
                yield Finding((unit.hex,), because, (companion, name))
