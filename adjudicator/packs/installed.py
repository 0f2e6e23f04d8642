"""Packs that come by installation: a Python package names its manifest in the entry point group `adjudicator.packs`.

    [project.entry-points."adjudicator.packs"]
    three_rivers = "adjudicator_three_rivers:pack.toml"

The manifest is the pack.toml of the pack, and the folder it lies in is the pack. It is found through what the installer wrote
down of the package's files, and read and checked before any code of the package is imported. `ADJUDICATOR_INSTALLED_PACKS=no`
leaves installed packs out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from importlib.machinery import PathFinder
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path, PurePosixPath

from adjudicator.errors import PackError, Source
from adjudicator.lean import dataclass, replace
from adjudicator.toml import read_toml

GROUP = "adjudicator.packs"
API = 1
"""What the library offers to code of packs; it goes up when such code may have to change. See CONTRIBUTING."""


@dataclass(frozen=True, slots=True)
class InstalledPack:
    """A pack that an installed distribution names: its folder, and the Python package whose `checks` are its own.

    `problem` is why it cannot be used, a sentence that names the distribution; "" if it can.
    """

    id: str
    package: str
    folder: Path = Path()
    extends: str = ""
    extends_version: object = None
    problem: str = ""


def installed_packs(bundled: Mapping[str, int]) -> tuple[InstalledPack, ...]:
    """Every pack that is named by an installed distribution, sound or not; `bundled` are our own packs and their versions."""
    if os.environ.get("ADJUDICATOR_INSTALLED_PACKS", "yes") == "no":
        return ()
    found = [_read(point) for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))]
    return tuple(_among(each, found, bundled) for each in found)


def version_of(folder: Path) -> int:
    """The version of the pack in a folder: 1 if its pack.toml gives none."""
    found = read_toml(folder / "pack.toml").get("version", 1)
    if not isinstance(found, int):
        raise PackError(f"version: wants a whole number, found {found!r}", Source(str(folder / "pack.toml")))
    return found


def _read(point: EntryPoint) -> InstalledPack:
    """What one entry point names, its manifest read and checked alone."""
    package, _, manifest = point.value.partition(":")
    named = InstalledPack(point.name, package)
    try:
        path = _manifest(point.dist, package, manifest)
        content = read_toml(path)
        _check(content, point.name, Source(str(path)))
    except PackError as error:
        return replace(named, problem=f"the installed package '{_title(point)}' brings no usable pack: {error}")
    extends = str(content.get("extends", ""))
    return replace(named, folder=path.parent, extends=extends, extends_version=content.get("extends_version"))


def _check(content: Mapping[str, object], name: str, here: Source) -> None:
    if content.get("id") != name:
        raise PackError(f"id: the entry point is named '{name}', the manifest says {content.get('id')!r}", here)
    if content.get("api") != API:
        raise PackError(f"api: this version of adjudicator offers {API}, the pack wants {content.get('api')!r}", here)
    if "extends" in content and not isinstance(content.get("extends_version"), int):
        raise PackError("extends_version: wants the version of the pack that it extends, a whole number", here)


def _among(pack: InstalledPack, found: list[InstalledPack], bundled: Mapping[str, int]) -> InstalledPack:
    """The same pack, judged among the others: its id must be its own, and what it extends must be there."""
    if pack.problem:
        return pack
    trouble = next(_problems(pack, found, bundled), "")
    return replace(pack, problem=f"the installed pack '{pack.id}' cannot be used: {trouble}" if trouble else "")


def _problems(pack: InstalledPack, found: list[InstalledPack], bundled: Mapping[str, int]) -> Iterator[str]:
    if pack.id in bundled:
        yield "a bundled pack goes by that name"
    if sum(each.id == pack.id for each in found) > 1:
        yield "another installed package brings a pack of that name"
    versions = {**bundled, **{each.id: version_of(each.folder) for each in found if not each.problem}}
    if pack.extends and pack.extends not in versions:
        yield f"it extends '{pack.extends}', which is neither bundled nor installed"
    elif pack.extends and pack.extends_version != versions[pack.extends]:
        yield (
            f"it was written for version {pack.extends_version} of '{pack.extends}', "
            f"and version {versions[pack.extends]} is here"
        )


def _manifest(dist: Distribution | None, package: str, manifest: str) -> Path:
    """Where the manifest lies, by the list of installed files, else by where Python would find the package."""
    if not package.isidentifier() or not manifest.endswith("pack.toml"):
        raise PackError(f"its entry point must read PACKAGE:pack.toml, found '{package}:{manifest}'")
    wanted = PurePosixPath(package, manifest)
    for file in (dist.files or ()) if dist is not None else ():
        if PurePosixPath(file.as_posix()) == wanted:
            return Path(str(file.locate()))
    spec = PathFinder.find_spec(package)
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        if (Path(place) / manifest).is_file():
            return Path(place) / manifest
    raise PackError(f"it has no file {wanted}")


def _title(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value
