"""The commands of one logged action, put together and in the order in which the engine executes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from adjudicator.importers.vassal.wire import commands
from adjudicator.importers.vassal.wire.commands import ChangePiece, Command, Verbatim
from adjudicator.lean import dataclass, replace


@dataclass
class _Action:
    """A logged command and its sub-commands, put together as the engine does it (`Command.append`)."""

    command: Command
    below: list[_Action] = field(default_factory=list)

    def append(self, action: _Action) -> None:
        """Neighbouring changes of one piece become one; what does nothing is dropped."""
        last = self.below[-1] if self.below else self
        if isinstance(self.command, ChangePiece) and isinstance(action.command, ChangePiece):
            mine = last.command
            if isinstance(mine, ChangePiece) and mine.id == action.command.id:
                last.command = replace(mine, new=action.command.new)
                for each in action.below:
                    self.append(each)
                return
        if not action.idle():
            self.below.append(action)

    def idle(self) -> bool:
        command = self.command
        nothing = command.text == "" if isinstance(command, Verbatim) else False
        if isinstance(command, ChangePiece):
            nothing = command.new == command.old
        return nothing and all(each.idle() for each in self.below)

    def flat(self) -> Iterator[Command]:
        yield self.command
        for each in self.below:
            yield from each.flat()


def actions(tree: commands.Tree) -> Iterator[Command]:
    """The commands of one logged action in the order in which they are executed."""
    return _assembled(tree).flat()


def _assembled(tree: commands.Tree) -> _Action:
    if isinstance(tree, str):
        return _Action(commands.decode(tree.removeprefix("LOG\t")))
    action = _assembled(tree[0])
    for child in tree[1:]:
        action.append(_assembled(child))
    return action
