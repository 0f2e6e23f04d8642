"""What an act leaves to be remembered: the places it took, who holds the bridges near it, and what history keeps."""

from __future__ import annotations

from adjudicator.analysis.bridges import remember_bridges
from adjudicator.analysis.captures import remember
from adjudicator.analysis.chronicle import noted
from adjudicator.identify import Identifier
from adjudicator.lean import replace
from adjudicator.model.pack import MARCH
from adjudicator.play.passing import passing
from adjudicator.record.acts import Act, Advance, Movement, Overrun, Travel
from adjudicator.record.position import Position


def takes(act: Act) -> bool:
    """Whether an act takes the places that it enters, where the game remembers that; a retreat takes nothing."""
    return isinstance(act, Advance | Overrun) or (isinstance(act, Movement) and act.mode == MARCH)


def remembering(act: Act, identifier: Identifier) -> Act:
    """An act out of a log with what it leaves, which the identifier goes on with."""
    goes_on = act.after is identifier.position
    identifier.position = after_act(identifier.position, act)
    after = identifier.position if goes_on else after_act(act.after, act)
    return act if after is act.after else replace(act, after=after)


def after_act(position: Position, act: Act) -> Position:
    """The position with what an act leaves to be remembered."""
    if isinstance(act, Travel) and takes(act):
        position = passing(position, act) if isinstance(act, Movement) else position
        position = remember(position, act.before, act.units, act.way)
    return remember_bridges(noted(position, act), act)
