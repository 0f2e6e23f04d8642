"""Numbers that change too early, before others that come first."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.economy import told_number
from adjudicator.analysis.resources import points, spending_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say


class InOrder(Table):
    """In a phase the numbers of each group change for the first time before those of the groups after it."""

    groups: tuple[tuple[str, ...], ...]
    """The names of the numbers, in order. Example: `groups = [["gold.red"], ["gold.blue"]]`"""


def _any_two(record: PhaseRecord, terms: InOrder) -> bool:
    return len(list(_firsts(record, terms))) > 1


@check("values.in_order", InOrder, met=_any_two)
def changes_in_order(record: PhaseRecord, terms: InOrder) -> Iterator[Breach]:
    """Numbers change group by group.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, Pay Day Step; weather clear; season summer; value PP.ussr 0; value PP.german 0;
              now weather clear; value PP.ussr 38; value PP.german 12
    Illegal:  turn 30, Pay Day Step; weather clear; season summer; value PP.ussr 0; value PP.german 0;
              now weather clear; value PP.german 12; value PP.ussr 38
    """
    seen: list[tuple[int, str, Known]] = []
    for number, name, sure in _firsts(record, terms):
        late = next(((other, told) for at, other, told in seen if at > number), None)
        if late is not None:
            earlier, told = late
            complete = unless_missing(record.gap)
            because = say("{name} changes before {other}, which comes first", name, earlier)
            yield Breach((), because, broken=sure & told & complete)
        seen.append((number, name, sure))


def _firsts(record: PhaseRecord, terms: InOrder) -> Iterator[tuple[int, str, Known]]:
    """Of each group in which a number changes: the first act that does so, its name, and whether it is a change at all."""
    for group in terms.groups:
        for number, act in enumerate(record.acts):
            changed = [(name, _changes(act.before, act.after, name)) for name in group]
            found = next(((name, answer) for name, answer in changed if answer.possible), None)
            if found is not None:
                yield number, *found
                break


def _changes(before: Position, after: Position, name: str) -> Known:
    """Whether a number is another one; open where nobody knew it before."""
    old, new = _number(before, name), _number(after, name)
    if old == new or not new.certain:
        return Known.of(False)
    return YES if old.certain else Known.open(say("what {name} was before", name))


def _number(position: Position, name: str) -> Interval:
    return points(position, name) if name in spending_table(position).pool else told_number(position, name)
