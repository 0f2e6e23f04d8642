"""The bundled packs that are known to be sound as they lie there: the tests verified them, so no run needs to do it again.

`verified.txt` lists a hash for each. A pack whose files say anything else, by one letter, is verified like a user's own.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from adjudicator.toml import Contents

LIST = Path(__file__).with_name("verified.txt")


def is_verified(pack: str, packages: tuple[str, ...], files: Contents) -> bool:
    """Whether the files of a pack, with those of the packs that it extends, are the very ones that were verified.

    `packages` bring its checks: a copy of the files elsewhere has none of them.
    """
    known = _known().get(pack)
    return known is not None and known == digest(packages, files)


def digest(packages: tuple[str, ...], files: Contents) -> str:
    """A hash of what is in the files of a pack, of their names and of the packages of its checks; not of where they lie."""
    found = hashlib.blake2b(" ".join(packages).encode(), digest_size=20)
    for path, content in files:
        name = f"{path.parent.name}/{path.name}".encode()
        found.update(b"%d %s %d " % (len(name), name, -1 if content is None else len(content)))
        found.update(content or b"")
    return found.hexdigest()


@cache
def _known() -> dict[str, str]:
    try:
        listed = LIST.read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    return {name: found for name, _, found in (line.partition(" ") for line in listed)}
