"""Changes to whole modules: another size, another name, another version, without the images that nothing names.

Every change gives the module another version (`stamps`). The set-ups in the box are changed along with it. What was done is
told line by line.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from pathlib import Path
from typing import IO

from adjudicator.budget import check_growth, spend
from adjudicator.errors import CorruptFile, reading
from adjudicator.exporters.atomic import dateless
from adjudicator.exporters.vassal import versions
from adjudicator.exporters.vassal.module import entries_of, metadata_with, write_entries
from adjudicator.exporters.vassal.picture_sizes import resized
from adjudicator.exporters.vassal.scaled_pieces import UNSCALED
from adjudicator.exporters.vassal.scaling import Scaler
from adjudicator.exporters.vassal.stamps import stamped
from adjudicator.exporters.vassal.table_pictures import images_of
from adjudicator.exporters.vassal.tree import Entries, Tree, TreeComponent, encode
from adjudicator.importers.vassal.wire import commands, obfuscation
from adjudicator.importers.vassal.wire.obfuscation import Disguise
from adjudicator.importers.vassal.wire.picture_names import computed_names
from adjudicator.lean import cached_property, dataclass, in_full
from adjudicator.marks import OutputKind
from adjudicator.model.module import Module
from adjudicator.words import counted

FOLDER = "images/"
IMAGES = (".png", ".gif", ".jpg", ".jpeg", ".svg", ".bmp")
READ_FOR_NAMES = (".html", ".htm", ".txt", ".css", ".xml", ".properties", ".js", ".json")
SAVE_PARTS = ("savedGame", "savedata", "moduledata")
_PIECE = 1 << 20
_NO_SAVE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, OverflowError, IndexError),
    *(NotImplementedError, RuntimeError),
)
"""What is raised where a packed save is none, is encrypted, or is packed in a way that no save is."""
_ENDS = str.maketrans(dict.fromkeys(";,/\t\n\x1b|\"<>'=()[]{}", "\n"))

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Edits:
    """What is to be done to a module; what is None or false stays as it is."""

    scale: float | None = None
    drop_unused_images: bool = False
    name: str | None = None
    version: str | None = None
    vassal: versions.Version | None = None

    @property
    def nothing(self) -> bool:
        return self == Edits()


@dataclass
class Editor:
    """One module being changed: its archive, what was read from it, and what was done (`done`)."""

    source: Entries
    module: Module
    build: Tree
    build_file: str
    edits: Edits
    progress: Progress = lambda _what, _done, _total: None
    done: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._root = TreeComponent.of(self.build)
        self._scaler = Scaler(self.module, self.edits.scale) if self.edits.scale is not None else None
        self._setups = [name for name in self.source.order if self._is_save(name)]

    @cached_property
    def version(self) -> str:
        """The version that was asked for, or else the old one with a stamp of what is changed and how."""
        if self.edits.version is not None:
            return self.edits.version
        read = (self.source.read(name) for name in self.source.order)
        return stamped(self._root.get("version"), (in_full(self.edits).encode(), *read))

    def write(self, out: Path) -> tuple[str, ...]:
        """Write the changed module, all or nothing, and say what was done."""
        dropped = self._unused() if self.edits.drop_unused_images else frozenset()
        scaled = self._scaled_images(dropped) if self._scaler is not None else frozenset()
        if self._scaler is not None:
            self._scaler.build(self._root)
        self._head()
        renamed = {}
        if self.edits.vassal is not None:
            versions.build_for(self._root, self.edits.vassal)
            renamed[self.build_file] = versions.build_file_name(self.edits.vassal)
            self.done.append(f"written for VASSAL {versions.said(self.edits.vassal)}")
        changed = {self.build_file: encode(self._root)}
        kept = (entry for entry in self._entries(entries_of(self.source, changed, dropped, renamed), scaled))
        write_entries(out, kept)
        self._tell()
        return tuple(self.done)

    def save(self, path: Entries, out: Path) -> None:
        """A save or log of the module that lies beside it, changed along with it."""
        write_entries(
            out, ((name, self._save_part(name, path.read(name))) for name in path.order), OutputKind.CONVERTED
        )

    def _entries(self, entries: Iterable[tuple[str, bytes]], scaled: frozenset[str]) -> Iterator[tuple[str, bytes]]:
        """The entries as they will be, one at a time."""
        finished = 0
        for name, content in entries:
            with reading(entry=name):
                if name in scaled and self._scaler is not None:
                    finished += 1
                    self.progress("images", finished, len(scaled))
                    yield name, resized(content, name, self._scaler.factor)
                elif name == "moduledata":
                    yield name, self._metadata(content, named=True)
                elif name in self._setups:
                    yield name, self._setup(content)
                else:
                    yield name, content

    def _is_save(self, name: str) -> bool:
        return name in {setup.file for setup in self.module.setups} and self.source.head(name, 4).startswith(b"PK")

    def _head(self) -> None:
        for attribute, value in (("name", self.edits.name), ("version", self.version)):
            if value is not None:
                self.done.append(f"{attribute}: '{self._root.get(attribute)}' is '{value}' now")
                self._root.attributes[attribute] = value

    def _metadata(self, data: bytes, *, named: bool) -> bytes:
        """`moduledata`, or without a name `savedata`."""
        edits = self.edits
        changes: dict[str, str | None] = {"version": self.version}
        if edits.name is not None and named:
            changes["name"] = edits.name
        made = metadata_with(data, changes)
        return made if edits.vassal is None else versions.metadata_for(made, edits.vassal)

    def _setup(self, data: bytes) -> bytes:
        """A save packed in the module."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
            for name, part in _save_parts(data):
                after.writestr(dateless(name), self._save_part(name, part))
        return out.getvalue()

    def _save_part(self, name: str, data: bytes) -> bytes:
        if name in ("savedata", "moduledata"):
            return self._metadata(data, named=name == "moduledata")
        if name != "savedGame" or (self._scaler is None and self.edits.vassal is None):
            return data
        text = obfuscation.reveal(data)
        if self._scaler is not None:
            text = self._scaler.save(text)
        if self.edits.vassal is not None:
            text = versions.older_text(text, self.edits.vassal)
        disguise = obfuscation.disguise_of(data) if self.edits.vassal is None else Disguise.HEX
        return obfuscation.disguised(text, obfuscation.key_of(data), disguise)

    def _scaled_images(self, dropped: frozenset[str]) -> frozenset[str]:
        """The entries of boards' and pieces' images."""
        names = images_of(self._root)
        for setup in self._setups:
            names |= self._images_of_save(setup)
        entries = {
            each for name in names for each in (FOLDER + name, f"{FOLDER}{name}.gif") if each in self.source.names
        }
        others = {name for name in self._elsewhere() if FOLDER + name in entries}
        if others:
            listed = ", ".join(sorted(others)[:5])
            self.done.append(
                f"scaled also where they serve as icons or charts: {counted(len(others), 'image')} ({listed})"
            )
        return frozenset(entries) - dropped

    def _images_of_save(self, name: str) -> set[str]:
        holder = TreeComponent("save")
        for text in _pieces(self._text_of_setup(name)):
            holder.children.append(TreeComponent("VASSAL.build.widget.PieceSlot", text=text))
        return images_of(holder)

    def _text_of_setup(self, name: str) -> str:
        with reading(entry=name):
            part = dict(_save_parts(self.source.read(name))).get("savedGame")
            if part is None:
                raise CorruptFile("the set-up is no save")
            return obfuscation.reveal(part)

    def _elsewhere(self) -> Iterator[str]:
        """What attributes name besides boards' images."""
        for part in self._root.walk():
            for name, value in part.attributes.items():
                if not (name == "image" and part.kind.endswith("boardPicker.Board")):
                    yield value

    def _unused(self) -> frozenset[str]:
        """Images that no component, piece, set-up or text names; none where code of the module's own may ask for any."""
        code = [name for name in self.source.order if name.endswith((".class", ".jar"))]
        strangers = {
            part.kind for part in self._root.walk() if "." in part.kind and not part.kind.startswith("VASSAL.")
        }
        if code or strangers:
            self.done.append("no image is dropped: the module has code of its own, which may ask for any of them")
            return frozenset()
        entries = {name.removeprefix(FOLDER): name for name in self.source.order if name.startswith(FOLDER)}
        images = [name for name in entries if name.lower().endswith(IMAGES)]
        used = _named(self._words(), images)
        computed = computed_names(self._words())
        used.update(name for name in images if any(form.fullmatch(name) for form in computed))
        unused = {name: entry for name, entry in entries.items() if name.lower().endswith(IMAGES) and name not in used}
        listed = f" ({', '.join(sorted(unused)[:5])})" if unused else ""
        self.done.append(f"images dropped, which nothing names: {len(unused)} of {len(entries)}{listed}")
        return frozenset(unused.values())

    def _strangers(self) -> list[str]:
        """Classes of the module's own."""
        kinds = {part.kind for part in self._root.walk() if "." in part.kind and not part.kind.startswith("VASSAL.")}
        return sorted(kinds)

    def _words(self) -> Iterator[str]:
        for part in self._root.walk():
            yield from part.attributes.values()
            yield part.text
            yield part.cdata
        for name in self._setups:
            yield self._text_of_setup(name)
        for name in self.source.order:
            if name.lower().endswith(READ_FOR_NAMES):
                yield self.source.read(name).decode("utf-8", "replace")

    def _tell(self) -> None:
        if self._scaler is None:
            return
        changed = ", ".join(counted(count, what) for what, count in self._scaler.changed.items() if what != UNSCALED)
        self.done.append(f"{self.edits.scale:g} times its size: {changed}")
        if UNSCALED in self._scaler.changed:
            left = counted(self._scaler.changed[UNSCALED], UNSCALED)
            self.done.append(f"{left}: on a grid of hexes a range counts hexes, not pixels")
        strangers = self._strangers()
        if strangers:
            listed = ", ".join(strangers[:5])
            self.done.append(
                f"left as they are, since only the module knows them: {counted(len(strangers), 'class')} ({listed})"
            )
        self.done.append("saves made with the module as it was do not fit it; --save makes copies that do")


def _named(texts: Iterable[str], names: list[str]) -> set[str]:
    """Which of the names stand in the texts, whole or without their ending."""
    by_name = {name.lower(): name for name in names}
    stems = {name.rpartition(".")[0].lower(): name for name in names if name.lower().endswith(".gif")}
    lengths = sorted({len(name) for name in by_name})
    used: set[str] = set()
    for text in texts:
        plain = text.replace("\\", "").lower()
        for ending in IMAGES:
            at = plain.find(ending)
            while at >= 0:
                end = at + len(ending)
                found = (plain[end - length : end] for length in lengths if length <= end)
                used.update(by_name[word] for word in found if word in by_name)
                at = plain.find(ending, end)
        used.update(stems[word] for word in set(plain.translate(_ENDS).split("\n")) & stems.keys())
    return used


def _pieces(text: str) -> Iterator[str]:
    seen: set[str] = set()
    for each in commands.leaves(commands.split_stream(text)):
        bare = each.removeprefix("LOG\t")
        if bare.startswith("+/") and "/stack/" not in bare[:60]:
            kind = bare.split("/", 2)[-1]
            if kind not in seen:
                seen.add(kind)
                yield bare


def _save_parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The entries of a save that is packed in the module; CorruptFile if it is none, UnsafeFile beyond all measure."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for about in archive.infolist():
                if about.filename in SAVE_PARTS:
                    with archive.open(about) as opened:
                        yield about.filename, _bounded(opened, about.compress_size)
    except _NO_SAVE as error:
        raise CorruptFile(f"the set-up is no save ({error})") from error


def _bounded(opened: IO[bytes], packed: int) -> bytes:
    content = bytearray()
    while piece := opened.read(_PIECE):
        content += piece
        spend(len(piece))
        check_growth(packed, len(content))
    return bytes(content)
