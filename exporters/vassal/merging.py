"""A VASSAL module and its extensions written as one module.

What the engine does when it loads them together is done once and for all: components at their paths, images found in the
module first (`DataArchive.getInputStream`), counters under ids of their own. The tree is the one that reading has put together.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path

from adjudicator import marks
from adjudicator.errors import Source, WriteError
from adjudicator.exporters.atomic import dated
from adjudicator.exporters.vassal.module import metadata_with
from adjudicator.exporters.vassal.stamps import stamped
from adjudicator.exporters.vassal.tree import Entries, Tree, TreeComponent, encode
from adjudicator.lean import dataclass
from adjudicator.marks import OutputKind, OutputMark
from adjudicator.notes import Note, NoteKind
from adjudicator.writing import replacing

SLOTS = ("VASSAL.build.widget.PieceSlot", "VASSAL.build.widget.CardSlot")
NEXT_SLOT = "nextPieceSlotId"
OWN_FILES = ("buildFile", "buildFile.xml", "moduledata", "extensiondata")


@dataclass
class Merger:
    """One merging: the module's archive, its extensions by file name, and the tree with all of them applied."""

    module: Entries
    extensions: Mapping[str, Entries]
    whole: Tree
    build_file: str
    notes: list[Note] = field(default_factory=list)

    def write(self, out: Path) -> tuple[Note, ...]:
        """Write the module to `out`, all or nothing; the notes tell what an extension had to leave behind."""
        if not self.build_file:
            raise WriteError("the module names no build file", Source(str(out)))
        root = self._numbered()
        sources = dict(self._sources())
        version = stamped(root.get("version"), self._content(root, sources))
        root.attributes["version"] = version
        with replacing(out) as beside, zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            for name, content in self._entries(encode(root), version, sources):
                if name != marks.ENTRY:
                    archive.writestr(dated(name), content)
            marks.put_in_zip(archive, OutputMark(OutputKind.MODULE))
        return tuple(self.notes)

    def _content(self, root: TreeComponent, sources: Mapping[str, Entries]) -> Iterator[bytes]:
        """What is in the module."""
        yield encode(root)
        yield from (source.read(name) for name, source in sources.items() if name != self.build_file)

    def _entries(self, build: bytes, version: str, sources: Mapping[str, Entries]) -> Iterator[tuple[str, bytes]]:
        for name, source in sources.items():
            if name == self.build_file:
                yield name, build
            elif name == "moduledata":
                yield name, metadata_with(source.read(name), {"version": version})
            else:
                yield name, source.read(name)

    def _sources(self) -> Iterator[tuple[str, Entries]]:
        """Every entry and the archive it comes from: the module's, then what extensions add."""
        taken = set(self.module.order)
        yield from ((name, self.module) for name in self.module.order)
        for file, archive in self.extensions.items():
            for name in archive.order:
                if name in OWN_FILES:
                    continue
                if name not in taken:
                    taken.add(name)
                    yield name, archive
                elif self._differs(name, archive):
                    text = (
                        f"'{name}' of {file} is left out: an entry of that name comes before it, and that one is shown"
                    )
                    self.notes.append(Note(NoteKind.LOST, name, text, Source(file, name)))
            text = f"{file} is part of the module now; saves that name it will say that the extension is not loaded"
            self.notes.append(Note(NoteKind.APPROXIMATED, file, text, Source(file)))

    def _differs(self, name: str, archive: Entries) -> bool:
        """Whether an extension's entry is another than the one that is kept."""
        kept = next(each for each in (self.module, *self.extensions.values()) if name in each.names)
        return kept is not archive and kept.read(name) != archive.read(name)

    def _numbered(self) -> TreeComponent:
        root = TreeComponent.of(self.whole)
        self._number_slots(root)
        return root

    def _number_slots(self, root: TreeComponent) -> None:
        """Slots whose id another has already get the next free one."""
        taken: set[str] = set()
        slots = [each for kind in SLOTS for each in root.walk() if each.kind == kind]
        numbers = [int(each.get("gpid")) for each in slots if each.get("gpid").isdecimal()]
        stated = root.get(NEXT_SLOT)
        following = max([0, *numbers, int(stated) - 1 if stated.isdecimal() else 0]) + 1
        for each in slots:
            gpid = each.get("gpid")
            if gpid and gpid in taken:
                each.attributes["gpid"] = str(following)
                text = f"slot '{each.get('entryName')}' had the id {gpid} of another; it is {following} now"
                self.notes.append(Note(NoteKind.REPAIRED, each.get("entryName"), text))
                gpid, following = str(following), following + 1
            taken.add(gpid)
        root.attributes[NEXT_SLOT] = str(following)
