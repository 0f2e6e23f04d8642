"""Which images a module holds, and how its parts name them: in traits, attributes, texts and saves.

Facts: `DataArchive.getInputStream` (image lookup) and the traits that draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from adjudicator.errors import ReadError
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.images import FOLDER
from adjudicator.importers.vassal.wire import endings, obfuscation, sequences, traits

_OWN = frozenset(
    [
        "Edit16.gif",
        "Help16.gif",
        "Save16.gif",
        "SaveAs16.gif",
        "Splash.gif",
        "Splash.png",
        "StepForward16.gif",
        "Undo16.gif",
        "VASSAL-256x256.png",
        "black.jpg",
        "camera.gif",
        "chart.gif",
        "chess_clock.png",
        "connect.gif",
        "counter.gif",
        "die.gif",
        "disconnect.gif",
        "getMessages.gif",
        "globe_selected.gif",
        "globe_unselected.gif",
        "inventory.gif",
        "keyCommand.gif",
        "lockedRoom.gif",
        "map.gif",
        "moved.gif",
        "notes.gif",
        "overview.gif",
        "playerAway.gif",
        "playerLooking.gif",
        "postMessage.gif",
        "recenter.gif",
        "status.gif",
        "thread.gif",
        "unmoved.gif",
        "zoom.png",
        "zoomIn.gif",
        "zoomIn.png",
        "zoomOut.gif",
        "zoomOut.png",
    ]
)
"""The engine's own pictures (`images` in its program); old files name them without that folder, GIFs without `.gif`."""
_IGNORED = "Retire"
"""The icon that the oldest versions wrote for every player roster, though there is none; the engine passes it over."""
SUFFIXES = (".png", ".gif", ".jpg", ".jpeg", ".svg", ".bmp")
_TEXTS = (".html", ".htm", ".xhtml", ".css", ".xml", ".txt", ".properties", ".bsh", ".js")
_WORD_ENDS = re.compile(r"""[;,\t\n\r"'<>|/\\=():~&\x1b]+""")


def is_computed(name: str) -> bool:
    """Whether a name is put together while the game runs."""
    return "$" in name or name.startswith("{")


def is_file(name: str) -> bool:
    """Whether a value names an image of the box: no computed name, none of VASSAL's own (`/images/…`)."""
    said = bool(name.strip()) and name not in ("true", "false", "null")
    return said and not name.startswith("/") and not is_computed(name)


def is_engines(name: str) -> bool:
    """Whether the engine itself has what a box lacks under that name, or does without it."""
    return name in _OWN or f"{name}.gif" in _OWN or name == _IGNORED


def images_of(kind: str) -> Iterator[str]:
    """The images that one trait's type names."""
    trait = traits.parse(kind)
    prefix = trait.prefix
    if prefix == "piece;":
        yield trait.text("image")
    elif prefix == "emb2;":
        yield from trait.items("images")
    elif prefix == "emb;":
        yield from (sequences.split(level, ",")[0] for level in trait.rest("levels*"))
    elif prefix == "obs;":
        yield trait.text("image")
        style = trait.text("style")
        if style.startswith("G"):
            yield style[1:]
    elif prefix == "markmoved;":
        yield trait.text("icon")


def image_names(archives: Iterable[Archive]) -> set[str]:
    """Every image in the archives, without the folder they lie in."""
    return {
        name.removeprefix(FOLDER)
        for archive in archives
        for name in archive.names
        if name.startswith(FOLDER) and name.casefold().endswith(SUFFIXES)
    }


def words_of(text: str) -> Iterator[str]:
    """The words of a text, as far as a name could be one."""
    return (word.strip() for word in _WORD_ENDS.split(text))


def text_of(archive: Archive, name: str) -> str:
    """An entry as text: plain, or a save inside the box revealed; "" for anything else."""
    lower = name.casefold()
    if lower in ("buildfile.xml", "buildfile") or lower.endswith(_TEXTS):
        return archive.read(name).decode("utf-8", "replace")
    if lower.endswith(endings.GAMES):
        return _save_text(name, archive.read(name))
    return ""


def _save_text(name: str, data: bytes) -> str:
    """The text of a save that lies in the box; "" if it cannot be read."""
    try:
        return obfuscation.reveal(Archive(Path(name), packed=data).content("savedGame"))
    except ReadError:
        return ""
