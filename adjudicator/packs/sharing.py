"""What of a pack's folder may be given to others, and the manifest that goes with it.

A pack is facts in its writer's own words: rules, numbers, names, the map hex by hex. Modules, pictures and rulebook texts are
somebody's work and stay at home; so does what was made from the rest, or is of no use elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Literal

from pydantic import Field

from adjudicator.lean import dataclass
from adjudicator.model.theatre import Table

MANIFEST = "adjudicator-pack.json"
INSIDE = "pack/"
"""Where the pack's files lie in an archive."""
LONG_TEXT = 400
"""Characters: a rule told at greater length may be the rulebook's own words."""

_NAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}"
_SHARED = re.compile(
    rf"{_NAME}\.toml"
    rf"|(bindings|reading|cases)/{_NAME}\.toml"
    rf"|theatres/{_NAME}/((theatre|style)\.toml|(hexes|hexsides)\.txt|setups/{_NAME}\.txt)"
    r"|locale/[A-Za-z_]{2,12}/LC_MESSAGES/pack\.(po|mo)"
    r"|README\.md|LICENSE(\.md|\.txt)?"
)
_REASONS: Sequence[tuple[str, str]] = (
    (
        r".*\.(vmod|vmdx|vext|vsav|vlog|zip|jar|gam|gbx|gsn|ttsmod|ztd)",
        "a module, a save or an archive: who owns it has it",
    ),
    (r".*\.(png|jpe?g|gif|svg|bmp|webp|tiff?)", "a picture: artwork is its maker's"),
    (r".*\.(md|txt|pdf|docx?|odt|html?|rtf|epub)", "a text: rulebooks are their publishers'"),
    (r".*\.(ttf|otf|wav|mp3|ogg)", "a font or a sound: it is its maker's"),
    (r"schemas/.*", "made by the program: adjudicator packs reference --schemas"),
    (r"(.*/)?(tracing|tracing-undo|proposals)\.jsonl?", "notes of the tracer, no part of the map"),
    (r"(.*/)?[._].*", "hidden"),
)


class SharedFile(Table):
    """A file of the archive."""

    path: str
    """Its place in the pack's folder."""
    bytes: int
    sha256: str


class Manifest(Table):
    """The file `adjudicator-pack.json` of an archive: which pack it is, and what must lie in it."""

    format: Literal[1] = 1
    id: str
    title: str
    edition: str = ""
    version: int = 1
    extends: str = ""
    extends_version: int | None = None
    licence: str = Field(min_length=1, max_length=200)
    """What others may do with it, as its writer says: "CC-BY-4.0", "MIT" …"""
    made_with: str = ""
    """The version of adjudicator that made the archive."""
    files: tuple[SharedFile, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """What of a folder is shared, by place, and what is not, each with the reason."""

    shared: tuple[str, ...]
    left_out: Mapping[str, str]
    code: tuple[str, ...]


def contents_of(folder: Path) -> Contents:
    """What of a pack's folder may be given away."""
    places = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if not path.is_dir()}
    links = {place: "a link" for place, path in places.items() if path.is_symlink()}
    shared = tuple(place for place in places if place not in links and is_shared(place))
    code = tuple(place for place in places if is_code(place))
    others = {place: _reason(place) for place in places if place not in links and place not in shared}
    return Contents(shared, links | others, code)


def is_shared(place: str) -> bool:
    """Whether a file at this place of a pack's folder is one of the pack's own; no other can be in an archive."""
    return _SHARED.fullmatch(place) is not None


def is_code(place: str) -> bool:
    """Whether a file is a program."""
    return PurePosixPath(place).suffix.lower() in (
        ".py",
        ".pyc",
        ".pyd",
        ".so",
        ".dll",
        ".exe",
        ".sh",
        ".bat",
        ".class",
    )


def long_texts(rules: Mapping[str, object]) -> Iterator[str]:
    """The ids of [[rule]] entries that tell an article at such length that it may be the book's own text."""
    listed = rules.get("rule", [])
    for entry in listed if isinstance(listed, list) else ():
        told = [entry.get(key, "") for key in ("says", "why")] if isinstance(entry, dict) else []
        if any(isinstance(text, str) and len(text) > LONG_TEXT for text in told):
            yield str(entry.get("id", ""))


def _reason(place: str) -> str:
    found = (why for pattern, why in _REASONS if re.fullmatch(pattern, place, re.IGNORECASE))
    return next(found, "nothing of a pack is called so")
