"""A pack given to others: `publish` makes an archive of what is its writer's own, `add` checks one and puts it among one's packs.

An archive is a stranger's file. Nothing of it is unpacked that the program does not know by its place, nothing in it runs, and
nothing is put in its place before the pack was loaded without an error.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from adjudicator.budget import bounded, bytes_of, spend_json
from adjudicator.errors import CorruptFile, PackError, ReadError, Source, UnsafeFile, UsageError, WriteError, reading
from adjudicator.exporters.atomic import dateless
from adjudicator.extras import program_version
from adjudicator.game.boxes import require_file
from adjudicator.game.modules import Made
from adjudicator.game.outputs import require_ending
from adjudicator.importers.archive import Archive, ZipLimits
from adjudicator.languages import catalogue
from adjudicator.model.pack import Header
from adjudicator.packs import load
from adjudicator.packs.draft import require_name
from adjudicator.packs.folders import folder_of, known_folders, own_packs
from adjudicator.packs.sharing import (
    INSIDE,
    MANIFEST,
    Manifest,
    SharedFile,
    contents_of,
    is_code,
    is_shared,
    long_texts,
)
from adjudicator.toml import read_toml
from adjudicator.words import counted
from adjudicator.writing import collected, forced, free, make_folder, new_folder, write_bytes

LIMITS = ZipLimits(entries=1_000, entry=16 << 20, total=64 << 20, ratio=100, ratio_from=1 << 20)
"""The largest pack of ours has 30 files and 2 MB; a theatre of 40,000 hexes takes 1 MB."""


def publish(pack: str | Path, licence: str, out: Path | None = None, *, force: bool = False) -> Made:
    """Write an archive of a pack without anybody's artwork; what is left out is told, with the reason.

    If it is not said where, a name is taken that is free. `force` writes over what else would not be replaced.
    UsageError without a licence or if the pack has code; PackError if it cannot be loaded.
    """
    if not licence.strip():
        raise UsageError(
            "say what others may do with your pack, such as --licence CC-BY-4.0 (or MIT, or in your own words)"
        )
    folder = folder_of(str(pack))
    header = _sound(folder)
    found = contents_of(folder)
    if found.code:
        raise UsageError(
            f"{found.code[0]} is a program; a pack with code is shared as a Python package, see docs/packs.md",
            "PACK",
            folder,
        )
    path = out or free(Path(f"{header.id}-{header.version}.zip"))
    require_ending(path, ".zip")
    contents = {place: bytes_of(folder / place) for place in found.shared}
    manifest = _manifest(header, licence.strip(), contents)
    with forced(force), collected() as written:
        write_bytes(path, _zipped(manifest, contents))
    lines = [f"{header.title}, version {header.version}: {counted(len(contents), 'file')}, {manifest.licence}"]
    lines += _told(found.left_out)
    lines += [
        f"rule {name} is told at length: is that in your own words, and not the rulebook's?"
        for name in long_texts(read_toml(folder / "rules.toml") if "rules.toml" in contents else {})
    ]
    return Made(written[-1], tuple(lines))


def add(path: Path, *, replace: bool = False) -> Made:
    """Check an archive and put its pack among the user's own, where it goes by its name.

    ReadError or PackError if anything is wrong with it; WriteError if a pack of that name is there and `replace` is not said.
    """
    require_file(path)
    archive, manifest = _opened(path)
    target = own_packs() / manifest.id
    if target.exists() and not replace:
        here = _version_there(target)
        raise WriteError(
            f"a pack of this name is there ({here}); --replace puts {manifest.version} in its place", _at(target)
        )
    make_folder(target.parent)
    with new_folder(target, lambda _: replace) as beside:
        for each in manifest.files:
            _unpack(archive, each, beside)
        _check_pack(beside, manifest, path)
    told = f"{manifest.title}, version {manifest.version}: {counted(len(manifest.files), 'file')}, {manifest.licence}"
    return Made(target, (told, f"use it by its name: --pack {manifest.id}"))


@bounded
def _opened(path: Path) -> tuple[Archive, Manifest]:
    """An archive with its manifest, which names what lies in it."""
    archive = Archive(path, LIMITS)
    manifest = _read_manifest(archive)
    _check_entries(archive, manifest)
    _check_name(manifest.id, path)
    return archive, manifest


def _told(left_out: Mapping[str, str]) -> Iterator[str]:
    """What is left out, many of a folder in one line."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for place, why in left_out.items():
        grouped.setdefault((place.rpartition("/")[0], why), []).append(place)
    for (folder, why), places in grouped.items():
        told = places[0] if len(places) == 1 else f"{len(places)} files of {folder or 'the pack'}"
        yield f"left out {told}: {why}"


def _sound(folder: Path) -> Header:
    """The header of a pack that loads with all its maps."""
    pack = load.load_pack(folder)
    for theatre in sorted((folder / "theatres").glob("*/theatre.toml")):
        load.load_theatre_for(pack, theatre.parent)
    return pack.header


def _manifest(header: Header, licence: str, contents: dict[str, bytes]) -> Manifest:
    listed = [
        SharedFile(path=place, bytes=len(data), sha256=sha256(data).hexdigest()) for place, data in contents.items()
    ]
    return Manifest(
        id=header.id,
        title=header.title,
        edition=header.edition,
        version=header.version,
        extends=header.extends,
        extends_version=header.extends_version,
        licence=licence,
        made_with=program_version(),
        files=tuple(listed),
    )


def _zipped(manifest: Manifest, contents: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(dateless(MANIFEST), manifest.model_dump_json(indent=2, exclude_none=True))
        for place, data in contents.items():
            archive.writestr(dateless(f"{INSIDE}{place}"), data)
    return made.getvalue()


def _read_manifest(archive: Archive) -> Manifest:
    here = Source(archive.path.name, MANIFEST)
    if MANIFEST not in archive.names:
        raise CorruptFile("this is no pack that 'adjudicator packs publish' made: the manifest is missing", here)
    try:
        told = archive.read(MANIFEST)
        spend_json(told)
        return Manifest.model_validate_json(told)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise CorruptFile(f"{where}: {first['msg']}" if where else str(first["msg"]), here) from error


def _check_entries(archive: Archive, manifest: Manifest) -> None:
    """Every entry is a file that a pack may have, and the manifest names exactly these, each once."""
    code = next((name for name in archive.order if is_code(name)), "")
    if code:
        message = "a program; nothing of it would run, and a pack with code comes as a Python package from its writer"
        raise UnsafeFile(message, Source(archive.path.name, code))
    strange = next((name for name in archive.order if name != MANIFEST and not _known(name)), "")
    if strange:
        raise UnsafeFile("no file of a pack lies there", Source(archive.path.name, strange))
    listed = [f"{INSIDE}{each.path}" for each in manifest.files]
    if len({name.casefold() for name in listed}) < len(listed):
        raise CorruptFile("the manifest names a file twice", _at(archive.path))
    if sum(each.bytes for each in manifest.files) > LIMITS.total:
        raise UnsafeFile(f"unpacks to more than {LIMITS.total} bytes", _at(archive.path))
    differing = sorted(set(listed) ^ (archive.names - {MANIFEST}))
    if differing:
        raise CorruptFile("archive and manifest do not name the same files", Source(archive.path.name, differing[0]))


def _known(name: str) -> bool:
    return name.startswith(INSIDE) and is_shared(name.removeprefix(INSIDE))


def _check_name(name: str, path: Path) -> None:
    require_name(name)
    if name in {folder.name for folder in known_folders()}:
        raise PackError(
            f"'{name}' is a pack that came with the program or was installed; this one wants another name", _at(path)
        )


@bounded
def _unpack(archive: Archive, each: SharedFile, folder: Path) -> None:
    data = archive.read(f"{INSIDE}{each.path}")
    here = Source(archive.path.name, each.path)
    if len(data) != each.bytes or sha256(data).hexdigest() != each.sha256:
        raise CorruptFile("the file is not the one that the manifest names: its check sum differs", here)
    if each.path.endswith(".mo"):
        with reading(file=here.file, entry=here.entry):
            catalogue(data)  # those that cannot be read would stop whoever reads a finding in that language
    make_folder((folder / each.path).parent)
    write_bytes(folder / each.path, data)


def _check_pack(folder: Path, manifest: Manifest, path: Path) -> None:
    """The pack loads, with its maps, and is the one that the manifest tells of. What it extends must be here already."""
    try:
        header = _sound(folder)
    except (PackError, ReadError) as error:
        file = Path(error.source.file)
        inside = file.relative_to(folder).as_posix() if file.is_relative_to(folder) else error.source.file
        raise PackError(f"the pack does not load: {error.message}", Source(path.name, inside)) from error
    told = (manifest.id, manifest.version, manifest.extends, manifest.extends_version)
    if told != (header.id, header.version, header.extends, header.extends_version):
        raise CorruptFile("manifest and pack.toml tell of different packs", _at(path))


def _version_there(folder: Path) -> str:
    try:
        return f"version {load.load_pack(folder).header.version}"
    except PackError:
        return "which does not load"


def _at(path: Path) -> Source:
    return Source(str(path))
