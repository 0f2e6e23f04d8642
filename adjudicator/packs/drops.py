"""What a pack loses of those that it extends, because a list of its own has an entry without an id: told, and the pack loads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.notes import Note, NoteKind
from adjudicator.packs.merging import Raw, merged, own_tables, replaced
from adjudicator.packs.tables import TABLES
from adjudicator.said import say
from adjudicator.toml import read_toml
from adjudicator.words import counted


@remembered(16)
def pack_notes(pack: Pack) -> tuple[Note, ...]:
    """A note for each list of tables that takes the place of an inherited one without saying that it should."""
    return tuple(Note(NoteKind.GUESSED, pack.id, text) for stem in TABLES for text in _dropped(pack.folders, stem))


def dropped(pack: Pack) -> tuple[str, ...]:
    """The same as sentences."""
    return tuple(note.text for note in pack_notes(pack))


def _dropped(folders: tuple[Path, ...], stem: str) -> Iterator[str]:
    whole: Raw = {}
    owner = ""
    for folder in folders:
        path = folder / f"{stem}.toml"
        content = read_toml(path) if path.is_file() else {}
        for each in replaced(whole, content):
            if not each.meant:
                yield say(
                    "{file} of {pack}: {list} has an entry without an id, so it replaces that of {parent} and drops {entries}",
                    path.name,
                    _called(folder),
                    f"[[{each.path}]]",
                    owner,
                    counted(each.entries, "entry"),
                )
        whole = merged(whole, own_tables(content, whole))
        owner = _called(folder)


def _called(folder: Path) -> str:
    return str(read_toml(folder / "pack.toml").get("id", folder.name))
