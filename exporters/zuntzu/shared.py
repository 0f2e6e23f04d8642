"""What boxes and scenarios made here have in common: names, places to a pixel, ids of players."""

from __future__ import annotations

import uuid

from adjudicator.marks import OutputKind, OutputMark, as_comment, sealed, unsealed

NAME = "ZunTzu"
FORMAT = "zuntzu"
FACTOR = 4


def owner_id(player: str) -> str:
    """An id of the form that the program wants, made from a pseudonym."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"adjudicator:{player}"))


def marked(scenario: str) -> bytes:
    """A scenario's file with what it says of itself."""
    return sealed((scenario + as_comment(unsealed(OutputMark(OutputKind.CONVERTED)))).encode())
