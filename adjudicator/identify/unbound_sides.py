"""Seats at the table that fit no side of the pack: nobody knows whose what their players say is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from adjudicator.model.binding import Binding
from adjudicator.model.pack import Pack
from adjudicator.notes import Note, NoteKind
from adjudicator.said import say, strung

NOT_PLAYING = ("referee", "umpire", "moderator", "observer", "solo", "solitaire", "gm", "judge")
"""Seats of those who play no side, or all."""


def unbound_sides(seats: Iterable[str], binding: Binding, pack: Pack) -> Iterator[Note]:
    """A note that names the seats that the binding does not know, with the lines that would bind them; none if it knows all."""
    unknown = dict.fromkeys(side for side in seats if side and side not in binding.sides)
    strange = [side for side in unknown if not side.startswith("<") and side.casefold() not in NOT_PLAYING]
    if not strange or not pack.header.factions:
        return
    ids = {faction.name.casefold(): faction.id for faction in pack.header.factions}
    ids |= {faction.id.casefold(): faction.id for faction in pack.header.factions}
    near = {side: get_close_matches(side.casefold(), sorted(ids), 1, 0.6) for side in strange}
    lines = "; ".join(
        f"{json.dumps(side, ensure_ascii=False)} = {json.dumps(ids[found[0]] if found else '…')}"
        for side, found in near.items()
    )
    told = say(
        "the module's sides {sides} are none that the binding knows; the pack's are {known}",
        strung((f"'{side}'" for side in strange), ", "),
        strung((faction.name for faction in pack.header.factions), ", "),
    )
    stem = next((name for name, each in pack.bindings.items() if each is binding), "vassal")
    write = say("Write into {file} of the pack, under [sides]: {lines}", f"bindings/{stem}.toml", lines)
    yield Note(NoteKind.UNJUDGED, "sides", strung((told, write), ". "))
