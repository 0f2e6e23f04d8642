"""Versions that change with what a module holds.

VASSAL keeps the tiles of large boards under a module's name and version (`TilingHandler`): two modules that differ must differ
in one of them, or the picture of the first is shown under the counters of the second.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

_STAMP = re.compile(r"-r[0-9a-f]{6}$")


def stamped(version: str, content: Iterable[bytes]) -> str:
    """The version with a stamp of the content, in place of an older stamp.

    An `r` leads: VASSAL would take a stamp such as `a1…` or `b2…` for an alpha or beta, older than the version itself, and refuse
    extensions made for it (`ModuleExtension.build`).
    """
    digest = hashlib.sha256()
    for part in content:
        digest.update(part)
    return f"{unstamped(version) or '1'}-r{digest.hexdigest()[:6]}"


def unstamped(version: str) -> str:
    """The version without a stamp of ours."""
    return _STAMP.sub("", version)
