"""Units that end a move of their own in a hex that is too full with them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.stacking import stack_counts, with_unknown, words_with_unknown
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.act import ActKinds


class OnArrival(Table):
    """Which acts must find room at once, by every stacking limit."""

    kinds: ActKinds
    """Kinds of act that must where they end; ["move", "retreat"]."""
    through: ActKinds = ActKinds()
    """Kinds of act that must in every hex they pass, too; ["move"]."""


@check("stacking.on_arrival", OnArrival, unseen="cannot excuse", acts_in=("kinds",))
def finds_room_at_once(act: Act, terms: OnArrival) -> Iterator[Breach]:
    """A unit finds room at once in the hex where it stops.

    Legal:    turn 2, Axis ground movement; weather clear; 0405: de.11inf; 0404: de.6inf, de.rhs;
              de.11inf 0405-0404-0403
    Illegal:  turn 2, Axis ground movement; weather clear; 0405: de.11inf; 0404: de.6inf, de.rhs; de.11inf 0405-0404;
              de.6inf 0404-0403
    """
    if not terms.kinds.fit(act):
        return
    for name in act.units:
        unit = act.after.units.get(name)
        if unit is None or not unit.hex:
            continue
        for number in act.path[1:-1] if terms.through.fit(act) else ():
            if number in act.before.network.index:
                yield from _crowded(act.before.moved(name, number), number, name, say("passes"))
        yield from _crowded(act.after, unit.hex, name, say("ends in"))


def _crowded(position: Position, number: str, name: str, how: str) -> Iterator[Breach]:
    unit = position.unit(name)
    for count in stack_counts(position, number, unit.side):
        if unit in count.counted or count.exceeded.is_open:
            because = say("{unit} {how} {hex}, where there is no room for it: {words}", unit, how, number, count.words)
            yield Breach((number,), because, (name,), count.exceeded)
        if unit in count.counted and count.exceeded.is_no and (crowded := with_unknown(position, count)).possible:
            because = say(
                "{unit} {how} {hex}: {words_with_unknown}", unit, how, number, words_with_unknown(position, count)
            )
            yield Breach((number,), because, (name,), crowded)
