"""The kinds of acts that an audit tells, and what they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.said import say_number

if TYPE_CHECKING:
    # writing a file needs no rules, and loading them takes a while
    pass


KINDS = (
    "move",
    "attack",
    "mission",
    "dogfight",
    "place",
    "remove",
    "draw",
    "reveal",
    "conceal",
    "flip",
    "step loss",
    "rotate",
    "marker",
    "deck",
    "restack",
    "turn",
    "property",
    "boards",
    "seat",
    "notes",
    "roll",
    "chat",
    "report",
    "hidden",
)
"""Every kind of act. An "attack", a "mission" or a "dogfight" is one that was told in the chat as the rules' binding knows it, a
"report" a line that the program wrote into the chat, "hidden" something done out of sight.
"""
KIND_WORDS = {
    "move": say_number("{number} move", "{number} moves", 1),
    "attack": say_number("{number} attack", "{number} attacks", 1),
    "mission": say_number("{number} air mission", "{number} air missions", 1),
    "dogfight": say_number("{number} dogfight", "{number} dogfights", 1),
    "roll": say_number("{number} roll", "{number} rolls", 1),
    "step loss": say_number("{number} step loss", "{number} step losses", 1),
    "place": say_number("{number} counter placed", "{number} counters placed", 1),
    "remove": say_number("{number} counter removed", "{number} counters removed", 1),
    "chat": say_number("{number} line of chat", "{number} lines of chat", 1),
}
"""What the kinds of acts that players ask for first are called; of the others only the number is told."""
