"""How this copy of the program was installed: its version, and the command that adds an extra ("batch", "trace") to it.

Facts: uv writes `uv-receipt.toml` and pipx `pipx_metadata.json` into the environment of a tool; where a distribution came from
stands in its `direct_url.json` (PEP 610), which one from a package index does not have.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

DISTRIBUTION = "wargame-adjudicator"
_WITH = {"uv": "uv tool install --force", "pipx": "pipx install --force", "pip": "pip install"}


def install_command(extra: str) -> str:
    """What to type so that this copy has an extra: `pip install 'wargame-adjudicator[batch]'`, or what uv or pipx want."""
    source, editable = _source(extra)
    options = ["--editable"] if editable else []
    return " ".join([_WITH[_installer()], *options, _quoted(source)])


def program_version() -> str:
    """The version of this copy, "" of one that nobody installed."""
    try:
        return distribution(DISTRIBUTION).version
    except PackageNotFoundError:
        return ""


def _installer() -> str:
    """What put the program here, told by what it left in the environment."""
    place = Path(sys.prefix)
    if (place / "uv-receipt.toml").is_file():
        return "uv"
    return "pipx" if (place / "pipx_metadata.json").is_file() else "pip"


def _source(extra: str) -> tuple[str, bool]:
    """What to ask for, with the extra; whether it is installed as a link to its folder."""
    named = f"{DISTRIBUTION}[{extra}]"
    try:
        came_from = _direct_url(distribution(DISTRIBUTION))
    except PackageNotFoundError:  # a copy that runs from its folder
        return f"{Path(__file__).resolve().parent.parent}[{extra}]", False
    url = came_from.get("url", "")
    if not url:
        return named, False
    if url.startswith("file:"):
        editable = bool(came_from.get("dir_info", {}).get("editable"))
        return f"{url2pathname(urlsplit(url).path)}[{extra}]", editable
    version_control = came_from.get("vcs_info", {}).get("vcs")
    return f"{named} @ {f'{version_control}+' if version_control else ''}{url}", False


def _direct_url(found: Distribution) -> dict[str, Any]:
    """Where the distribution came from, nothing if from a package index or if the record cannot be read."""
    try:
        told = json.loads(found.read_text("direct_url.json") or "{}")
    except ValueError:
        return {}
    return told if isinstance(told, dict) and isinstance(told.get("url", ""), str) else {}


def _quoted(source: str) -> str:
    """For the shell of this machine, with quotes that people may copy."""
    return f'"{source}"' if os.name == "nt" else shlex.quote(source)
