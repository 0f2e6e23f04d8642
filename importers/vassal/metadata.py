"""`moduledata`, `savedata` and `extensiondata`: what an archive says of itself (VASSAL's `AbstractMetaData`)."""

from __future__ import annotations

import re

from adjudicator.errors import Source, UnsafeFile
from adjudicator.importers.vassal.buildfile import parse
from adjudicator.lean import dataclass

FIRST_WITH_XML_NAME = (3, 5)
NEW_BUILD_FILE = "buildFile.xml"
BUILD_FILES = (NEW_BUILD_FILE, "buildFile")
MOST_BYTES = 1_000_000
"""A description may be long; more than this no module ever had to say of itself."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """The fields that all three entries share; `saved` in milliseconds since 1970, `universal` of extensions only."""

    name: str = ""
    version: str = ""
    vassal_version: str = ""
    description: str = ""
    saved: int | None = None
    extra: tuple[str, str] = ("", "")
    universal: bool = False


def read_metadata(data: bytes) -> Metadata:
    """The fields of one metadata entry; elements that are translations of another are passed over."""
    if len(data) > MOST_BYTES:
        raise UnsafeFile(f"metadata of {len(data):,} bytes; at most {MOST_BYTES:,} are read", Source(offset=MOST_BYTES))
    root = parse(data)
    texts = {child.kind: child.text for child in reversed(root.children) if "lang" not in child.attributes}
    saved = texts.get("dateSaved", "")
    return Metadata(
        name=texts.get("name", ""),
        version=texts.get("version", ""),
        vassal_version=texts.get("VassalVersion", ""),
        description=texts.get("description", ""),
        saved=int(saved) if re.fullmatch(r"[0-9]{1,18}", saved) else None,
        extra=(texts.get("extra1", ""), texts.get("extra2", "")),
        universal=texts.get("universal") == "true",
    )


def build_file_name(vassal_version: str) -> str:
    """The entry the engine reads for a module of that version: `buildFile.xml` from 3.5 on, before that `buildFile`."""
    numbers = re.match(r"\s*([0-9]{1,6})(?:\.([0-9]{1,6}))?", vassal_version)
    if numbers is None:
        return "buildFile"
    version = int(numbers.group(1)), int(numbers.group(2) or 0)
    return NEW_BUILD_FILE if version >= FIRST_WITH_XML_NAME else "buildFile"
