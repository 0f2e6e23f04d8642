"""Saves and logs without anybody's id: players' ids are their passwords, so a file that is shown should not hold them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path

from adjudicator.errors import Source, WriteError
from adjudicator.exporters.vassal.savegame import log_text, save_text, write_log, write_save
from adjudicator.importers.vassal.pseudonyms import text_without_ids, without_ids
from adjudicator.lean import replace
from adjudicator.marks import OutputKind, OutputMark
from adjudicator.model.events import GameLog
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind
from adjudicator.words import counted

FORMAT = "vassal"
SHORTEST_TOLD_APART = 5


def write_scrubbed(body: GameState | GameLog, out: Path, origin: str = "") -> tuple[Note, ...]:
    """Write a save or log of VASSAL's with pseudonyms in all ids' places; nothing is written if an id would be left.

    `origin` is what its mark says that it was made from.
    """
    mark = OutputMark(OutputKind.SCRUBBED, origin)
    ids = ids_of(body)
    clean = _swept(without_ids(body), ids)
    text, notes = log_text(clean) if isinstance(clean, GameLog) else save_text(clean)
    left = [player for player in ids_left(text, ids) if len(player) >= SHORTEST_TOLD_APART]
    if left:
        raise WriteError(f"players' ids would be left in the text: {len(left)}", Source(str(out)))
    if isinstance(clean, GameLog):
        write_log(clean, out, mark=mark)
    else:
        write_save(clean, out, mark=mark)
    return (*notes, *_told(text, ids, out))


def ids_of(body: GameState | GameLog) -> dict[str, str]:
    """The ids in a file and the pseudonym that stands for each; those that are pseudonyms already are none."""
    record = (body.start if isinstance(body, GameLog) else body).carried.get(FORMAT)
    people = record.get("people") if isinstance(record, Mapping) else None
    found = people if isinstance(people, Mapping) else {}
    return {str(player): str(name) for player, name in found.items() if player and player != name}


def ids_left(text: str, ids: Mapping[str, str]) -> list[str]:
    """The ids that stand in a text as words, escaped for commands or for HTML or as they are."""
    plain = text.replace("\\", "")
    return [player for player in ids if any(_stands(form, plain) for form in _forms(player))]


def _forms(player: str) -> set[str]:
    bare = player.replace("\\", "")
    return {form for form in (bare, escape(bare), escape(bare, quote=False)) if form}


def _stands(word: str, text: str) -> bool:
    return word in text and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def _swept(body: GameState | GameLog, ids: Mapping[str, str]) -> GameState | GameLog:
    """The same with the metadata swept as well."""
    if isinstance(body, GameLog):
        return replace(body, start=_swept_state(body.start, ids))
    return _swept_state(body, ids)


def _swept_state(state: GameState, ids: Mapping[str, str]) -> GameState:
    record = state.carried.get(FORMAT)
    entries = record.get("entries") if isinstance(record, Mapping) else None
    if not isinstance(record, Mapping) or not isinstance(entries, Mapping):
        return state
    clean = {name: text_without_ids(str(text), ids) for name, text in entries.items()}
    return replace(state, carried={**state.carried, FORMAT: {**record, "entries": clean}})


def _told(text: str, ids: Mapping[str, str], out: Path) -> list[Note]:
    """An id of few letters may be an ordinary word; where it stands in what nobody wrote for people to read, it is left."""
    short = ids_left(text, {player: name for player, name in ids.items() if len(player) < SHORTEST_TOLD_APART})
    if not short:
        return []
    few = f"{counted(len(short), 'id')} of fewer than {SHORTEST_TOLD_APART} letters"
    said = f"taken out of chat and notes, left in names and values, since the letters may be a word there: {few}"
    return [Note(NoteKind.GUESSED, "players", said, Source(str(out)))]
