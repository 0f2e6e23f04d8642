"""Seats on the roster: taken under a player's id, or free for whoever comes.

To VASSAL a seat under any id is taken, and who has another id sits down as observer, unable to retire (`PlayerRoster`). Whose id
nobody has shall not keep a side from its player: his seat is told by a command of ours, which the engine passes over.
"""

from __future__ import annotations

import re

from adjudicator.importers.vassal.wire.commands import NAMED, NamedCommand, decode, encode
from adjudicator.lean import replace

PSEUDONYM = re.compile(r"Player \d+")
"""What stands for a player's id outside his files."""
SEATS = ("player", "free seat")
SEATED = tuple(NAMED[word].prefix for word in SEATS)
"""How commands begin that tell who sits, or sat, where."""
_LOGGED = "LOG\t"


def seat(player: str, name: str, side: str, *more: str) -> NamedCommand:
    """The command that gives a player his side; under a pseudonym he has had it, and it is free."""
    return NamedCommand("free seat" if PSEUDONYM.fullmatch(player) else "player", (player, name, side, *more))


def freed(text: str) -> str:
    """A command, logged or not; if a pseudonym takes a seat by it, as one that leaves the seat free."""
    logged = _LOGGED if text.startswith(_LOGGED) else ""
    if not text.startswith(f"{logged}PLAYER\t"):
        return text
    command = decode(text[len(logged) :])
    if not isinstance(command, NamedCommand) or not PSEUDONYM.fullmatch(command.fields[0]):
        return text
    return logged + encode(replace(command, word="free seat"))
