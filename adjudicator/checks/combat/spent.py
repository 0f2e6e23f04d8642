"""Units that have advanced in a phase and are out of its further battles."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Advance, Attack, Declaration
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import deed, listed


class Spent(Table):
    """Who has advanced in a phase and neither attacks nor is attacked any more in it."""

    attacked: bool = True
    """Whether they may be attacked; left out, they may. Example: `attacked = false`"""


@check("combat.spent", Spent, acts=("attack",))
def out_of_further_battles(record: PhaseRecord, terms: Spent) -> Iterator[Finding]:
    """A unit that has advanced after a battle takes no part in the next ones of the phase.

    Under:    cornfield
    Legal:    turn 1, Union combat; weather clear; 0405: us.1, us.guns; 0306: us.3; 0404: cs.3; 0305: cs.guns;
              attack 0404: us.1, us.guns result=DE; remove cs.3; advance us.1 0405-0404; attack 0305: us.3
    Illegal:  turn 1, Union combat; weather clear; 0405: us.1, us.guns; 0306: us.3; 0404: cs.3; 0305: cs.guns;
              attack 0404: us.1, us.guns result=DE; remove cs.3; advance us.1 0405-0404; attack 0305: us.3, us.1
    """
    gone: set[str] = set()
    for act in record.acts:
        if isinstance(act, Advance):
            gone.update(act.units)
        elif isinstance(act, Attack) and not isinstance(act, Declaration):
            yield from _judged(act, terms, gone)


def _judged(act: Attack, terms: Spent, gone: set[str]) -> Iterator[Finding]:
    before, where = act.before, listed(act.path)
    for unit in (before.unit(name) for name in act.units if name in gone):
        because = say(
            "{unit} {deed} and then attacks {target} in one phase, which it may not", unit, deed("advance"), where
        )
        yield Finding((unit.hex, *act.path), because, (unit.id,))
    sides = {before.unit(name).side for name in act.units}
    for unit in (unit for number in act.path for unit in before.at(number) if not terms.attacked and unit.id in gone):
        if unit.side not in sides:
            because = say(
                "{unit} {deed} and then is attacked in {hex} in one phase, and may not be",
                unit,
                deed("advance"),
                unit.hex,
            )
            yield Finding((unit.hex,), because, (unit.id,))
