"""Modules and extensions as files: the build file's tree as XML again, all other entries passed on one by one.

A tree written and read is the same tree: order, unknown classes, CDATA. What an entry is called and which build file counts:
`GameModule.build`, `AbstractMetaData`.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from lxml import etree

from adjudicator import marks
from adjudicator.budget import bounded, open_file
from adjudicator.errors import CorruptFile, Source, WriteError
from adjudicator.exporters.atomic import dated
from adjudicator.exporters.vassal.tree import HEAD, Entries, Tree, TreeComponent, encode
from adjudicator.lean import replace
from adjudicator.marks import OutputKind, OutputMark
from adjudicator.model.module import Module
from adjudicator.writing import replacing


def write_entries(out: Path, entries: Iterable[tuple[str, bytes]], kind: OutputKind = OutputKind.MODULE) -> None:
    """Write an archive entry by entry, all or nothing, with a mark of its kind in place of an older one."""
    with replacing(out) as beside, zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in entries:
            if name != marks.ENTRY:
                archive.writestr(dated(name), content)
        marks.put_in_zip(archive, OutputMark(kind))


def entries_of(
    source: Entries,
    changed: Mapping[str, bytes],
    dropped: Collection[str] = (),
    renamed: Mapping[str, str] | None = None,
) -> Iterator[tuple[str, bytes]]:
    """An archive's entries in their order with some changed (by their old names), dropped or renamed; new ones last."""
    names = renamed or {}
    for name in source.order:
        if name not in dropped:
            yield names.get(name, name), changed[name] if name in changed else source.read(name)
    for name, content in changed.items():
        if name not in source.names:
            yield name, content


def write_module(build: Tree | TreeComponent, build_file: str, source: Entries, out: Path) -> None:
    """Write a module or extension: its tree, and every other entry of the archive that it was read from, byte for byte."""
    if build_file not in source.names:
        raise WriteError(f"the archive has no '{build_file}'; the tree is not its build file's", Source(str(out)))
    write_entries(out, entries_of(source, {build_file: encode(build)}))


def write_back(module: Module, out: Path) -> None:
    """Write a module that was read from VASSAL's file: every entry of its archive as it is."""
    archive = getattr(module.carried.get("vassal"), "archive", None)
    if archive is None:
        raise WriteError("the module's own archive is not at hand", Source(str(out)))
    write_entries(out, entries_of(archive, {}))


@bounded
def fingerprint(path: Path) -> str:
    """A file's SHA-256, by which a document knows the archive that it stands for."""
    digest = hashlib.sha256()
    with open_file(path) as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def metadata_with(data: bytes, changes: Mapping[str, str | None]) -> bytes:
    """A metadata entry with these elements' texts (None = without the element); the translations of others stay."""
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False))
    except etree.XMLSyntaxError as error:
        raise CorruptFile(f"metadata that cannot be read: {error.msg}") from error
    for tag, text in changes.items():
        found = [each for each in root.findall(tag) if "lang" not in each.attrib]
        if text is None:
            for each in found:
                root.remove(each)
        elif found:
            found[0].text = text
        else:
            etree.SubElement(root, tag).text = text
    body: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=False)
    return HEAD.encode() + body + b"\n"


def as_plain(module: Module) -> Module:
    """The module with its VASSAL record as plain data: the build file's tree, its metadata, and the archive by its hash.

    Images and all other entries stay in the archive; `write_from_plain` finds it again by the hash.
    """
    record = module.carried.get("vassal")
    archive = getattr(record, "archive", None)
    path = getattr(archive, "path", None)
    if archive is None or not isinstance(path, Path):
        return replace(
            module, carried={name: kept for name, kept in module.carried.items() if isinstance(kept, Mapping)}
        )
    metadata = {name: archive.read(name).decode("utf-8") for name in ("moduledata",) if name in archive.names}
    plain = {
        "archive": {"file": path.name, "sha256": fingerprint(path)},
        "build_file": getattr(record, "build_file"),  # noqa: B009 - its class is the importers'
        "metadata": metadata,
        "build": _plain_tree(getattr(record, "build")),  # noqa: B009
    }
    return replace(module, carried={"vassal": plain})


def archive_of(module: Module) -> tuple[str, str] | None:
    """File name and hash of the archive that a document's module was made from; None if it tells of none."""
    record = module.carried.get("vassal")
    archive = record.get("archive") if isinstance(record, Mapping) else None
    if not isinstance(archive, Mapping):
        return None
    file, digest = archive.get("file"), archive.get("sha256")
    return (file, digest) if isinstance(file, str) and isinstance(digest, str) else None


def write_from_plain(module: Module, path: Path, source: Entries, out: Path) -> None:
    """Write a document's module again, with the entries of the archive at `path`, which must be the one it was made from."""
    known = archive_of(module)
    record = module.carried.get("vassal")
    if known is None or not isinstance(record, Mapping):
        raise WriteError("the document holds no build file of VASSAL's", Source(str(out)))
    if fingerprint(path) != known[1]:
        raise WriteError(f"'{path.name}' is not the '{known[0]}' that the document was made from", Source(str(path)))
    write_module(_tree_of(record.get("build")), str(record.get("build_file")), source, out)


def _plain_tree(tree: Tree) -> list[Any]:
    """Class, attributes, text, children and, if there is any, CDATA."""
    plain: list[Any] = [tree.kind, dict(tree.attributes), tree.text, [_plain_tree(child) for child in tree.children]]
    return [*plain, tree.cdata] if tree.cdata else plain


def _tree_of(plain: object) -> TreeComponent:
    match plain:
        case [str(kind), dict(attributes), str(text), list(children), *cdata] if len(cdata) < 2:
            if all(isinstance(each, str) for each in (*attributes, *attributes.values(), *cdata)):
                return TreeComponent(
                    kind, attributes, text, [_tree_of(child) for child in children], "".join(map(str, cdata))
                )
    raise CorruptFile(f"a component is [class, attributes, text, children], found {repr(plain)[:60]}")
