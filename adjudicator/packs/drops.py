"""What a pack may not mean of those that it extends: told, and the pack loads.

It loses inherited entries where a list of its own has an entry without an id; and a [[forbid]] of its own without an article
falls under a rule that it inherits.
"""

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
    """A note for each list of tables that takes the place of an inherited one without saying that it should, and so on."""
    texts = (text for stem in TABLES for text in _dropped(pack.folders, stem))
    return tuple(Note(NoteKind.GUESSED, pack.id, text) for text in (*texts, *_under_inherited(pack)))


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


def _under_inherited(pack: Pack) -> Iterator[str]:
    """Prohibitions of the pack's own folder that a rule of another folder judges, as neither names an article."""
    rules = [
        rule for rule in pack.rules.values() if rule.check == "movement.prohibited" and "article" not in rule.terms
    ]
    own = {str(each.get("id")) for each in _entries(pack.folder, "rules", "rule")}
    known = {each.get("id") for folder in pack.folders[:-1] for each in _entries(folder, "movement", "forbid")} - {None}
    for each in _entries(pack.folder, "movement", "forbid") if len(pack.folders) > 1 else ():
        if rules and rules[0].id not in own and "article" not in each and each.get("id") not in known:
            yield say(
                "movement.toml of {pack}: a [[forbid]] without an article falls under the inherited rule {rule}, {title}",
                pack.id,
                rules[0].id,
                rules[0].title,
            )


def _entries(folder: Path, stem: str, key: str) -> list[Raw]:
    path = folder / f"{stem}.toml"
    listed = read_toml(path).get(key, []) if path.is_file() else []
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _called(folder: Path) -> str:
    return str(read_toml(folder / "pack.toml").get("id", folder.name))
