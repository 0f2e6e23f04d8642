"""Where packs lie: bundled with the library, installed as Python packages, or in a folder of the user's, which is data.

What `adjudicator packs add` put among the user's own packs goes by its name, as the bundled and installed ones do.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from platformdirs import user_data_path

from adjudicator.errors import PackError, Source, UnknownName
from adjudicator.packs.installed import InstalledPack, installed_packs, version_of
from adjudicator.toml import read_toml

BUNDLED = Path(__file__).parent
PACKAGE = "adjudicator.packs"
LONGEST_CHAIN = 8


def known_folders() -> tuple[Path, ...]:
    """The folders of the bundled packs by name, then those of the installed ones that can be used."""
    bundled = sorted(path.parent for path in BUNDLED.glob("*/pack.toml"))
    return (*bundled, *(each.folder for each in _installed() if not each.problem))


def own_packs() -> Path:
    """Where packs that somebody shared are put; the variable ADJUDICATOR_HOME names another place."""
    told = os.environ.get("ADJUDICATOR_HOME", "")
    return Path(told) / "packs" if told else user_data_path("adjudicator", appauthor=False) / "packs"


def added_folders() -> tuple[Path, ...]:
    """The folders of the packs that were put there, by name."""
    found = sorted(path.parent for path in own_packs().glob("*/pack.toml"))
    return tuple(folder for folder in found if re.fullmatch(r"[a-z0-9_]+", folder.name))


def unusable_packs() -> tuple[str, ...]:
    """Why installed packs that are not among the known ones cannot be used, a sentence each."""
    return tuple(each.problem for each in _installed() if each.problem)


def is_bundled(name: str) -> bool:
    """Whether a bundled pack goes by this name."""
    return bool(re.fullmatch(r"[a-z0-9_]+", name)) and (BUNDLED / name / "pack.toml").is_file()


def folder_of(name: str) -> Path:
    """The folder of a bundled or installed pack by its name, else the folder of that path."""
    if is_bundled(name):
        return BUNDLED / name
    given = Path(name)
    if (given / "pack.toml").is_file():
        return given
    installed = next((each for each in _installed() if each.id == name), None)
    added = {path.name: path for path in added_folders()} if installed is None else {}
    if name in added:
        return added[name]
    if installed is not None and installed.problem:
        raise PackError(installed.problem)
    if installed is not None:
        return installed.folder
    known = ", ".join((*sorted(_bundled()), *(each.id for each in _installed() if not each.problem), *added))
    raise UnknownName(f"no pack '{name}': not a folder with pack.toml; there are {known}")


def chain_of(folder: Path) -> list[Path]:
    """The folders from the pack that extends nothing down to this one."""
    chain = [folder]
    while len(chain) <= LONGEST_CHAIN:
        path = chain[0] / "pack.toml"
        header = read_toml(path)
        parent, wanted = header.get("extends", ""), header.get("extends_version")
        if not parent:
            return chain
        here = Source(str(path))
        if not isinstance(parent, str):
            raise PackError(f"extends wants a pack's name, found {parent!r}", here)
        beside = chain[0].parent / parent
        try:
            chain.insert(0, beside if (beside / "pack.toml").is_file() else folder_of(parent))
        except PackError as error:
            raise PackError(f"extends: {error.message}", here) from error
        if wanted is not None and wanted != version_of(chain[0]):
            raise PackError(f"extends_version: wants {wanted} of '{parent}', and {version_of(chain[0])} is here", here)
    raise PackError("extends: the chain of packs is circular or too long", Source(str(folder / "pack.toml")))


def packages_of(folders: list[Path]) -> tuple[str, ...]:
    """The Python packages that bring checks, of our own and installed series. Any other folder is data: it brings none."""
    return tuple(package for folder in folders if (package := _package(folder)))


def _package(folder: Path) -> str:
    if folder.parent == BUNDLED:
        return f"{PACKAGE}.{folder.name}" if _has_code(folder) else ""
    installed = next((each for each in _installed() if each.folder == folder and not each.problem), None)
    if installed is not None:
        return installed.package if _has_code(folder) else ""
    stray = next(folder.rglob("*.py"), None)
    if stray is not None:
        raise PackError(
            "a folder is data and none of its code runs; a pack with code of its own is installed as a Python package "
            "that names its pack.toml in the entry point group 'adjudicator.packs'",
            Source(str(stray)),
        )
    return ""


def _has_code(folder: Path) -> bool:
    return any((folder / name).is_dir() for name in ("checks", "rules"))


def _bundled() -> dict[str, int]:
    """Our own packs and their versions."""
    return {path.parent.name: version_of(path.parent) for path in BUNDLED.glob("*/pack.toml")}


def _installed() -> tuple[InstalledPack, ...]:
    return installed_packs(_bundled())
