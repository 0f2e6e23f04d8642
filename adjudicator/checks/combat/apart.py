"""Units that do not attack together."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import listed


class AttackApart(Table):
    """Groups of units of which one attack has at most one."""

    groups: tuple[Selector, ...]
    """The groups. Example: `groups = [{ nations = ["au"] }, { nations = ["sa"] }]`"""


@check("combat.apart", AttackApart, unseen="cannot excuse", acts=("attack",))
def attacks_apart(act: Act, terms: AttackApart) -> Iterator[Breach]:
    """Units of certain groups do not join in one attack.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: hu.1mot; 1B/2914: so.1rbr; attack 1B/2914: hu.1mot
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: hu.1mot; 1B/3014: ru.1cav; 1B/2914: so.1rbr;
              attack 1B/2914: hu.1mot, ru.1cav
    """
    if not isinstance(act, Attack):
        return
    units = [act.before.unit(name) for name in act.units]
    found = [[unit for unit in units if group.matches(unit)] for group in terms.groups]
    if sum(map(bool, found)) > 1:
        mixed = [unit for group in found for unit in group]
        words = say(
            "{units} attack {target} together, and do not join in one attack", listed(map(str, mixed)), act.path[0]
        )
        yield Breach(act.path, words, tuple(unit.id for unit in mixed))
