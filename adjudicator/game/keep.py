"""What was worked out for a game's folder, kept in it so that nothing has to be worked out twice; deleting it loses nothing.

The files lie in `.adjudicator` in the game's folder, one for each key. A key is a digest of all that its content follows from.
Each file is signed with a key of the user's own: what somebody else put there, or sent along with a game, is not believed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.budget import bounded, bytes_of, spend_json
from adjudicator.errors import UnsafeFile, WriteError
from adjudicator.lean import dataclass
from adjudicator.own_folders import config_folder
from adjudicator.writing import make_folder, quietly, rewrite_bytes, rewrite_text

NAME = ".adjudicator"
ABOUT = """What adjudicator has worked out for the game in this folder, so that it need not do so again.
You may delete this folder at any time. Do not send it to other players: it may tell what is hidden from them.
"""
MOST_BYTES = 400_000_000
"""What the files of one game may take up; those that were not used for longest go first."""
SEAL = hashlib.sha256().digest_size


def read_own(path: Path) -> Any:
    """What stands in JSON in one of the user's own settings; None if it is not there, or cannot be read."""
    try:
        return _told(path)
    except (OSError, ValueError, RecursionError, UnsafeFile):
        return None


@bounded
def _told(path: Path) -> Any:
    data = bytes_of(path)
    spend_json(data)
    return json.loads(data)


def write_own(path: Path, text: str) -> None:
    """Write one of the user's own settings; the old one stays whole if that fails. WriteError if it cannot be written."""
    with quietly():
        make_folder(path.parent)
        rewrite_text(path, text)


@dataclass(frozen=True, slots=True)
class Keep:
    """What is kept for one game. Where nothing can be written, nothing is kept, and nobody is told: it is only slower."""

    game: Path

    @property
    def folder(self) -> Path:
        """Where the files lie."""
        return self.game / NAME

    def get(self, key: str) -> bytes | None:
        """What was kept under a key; None if nothing was, or not by this user."""
        path, sign = self._path(key), _signing_key(config_folder())
        try:
            data = bytes_of(path)
        except (OSError, UnsafeFile):
            return None
        if not sign or not hmac.compare_digest(data[:SEAL], _seal(sign, key, data[SEAL:])):
            return None
        _touch(path)
        return zlib.decompress(data[SEAL:])

    def put(self, key: str, body: bytes) -> None:
        """Keep something under a key, in place of what was there."""
        sign = _signing_key(config_folder())
        if not sign:
            return
        packed = zlib.compress(body, 1)
        try:
            self._begin()
            with quietly():
                rewrite_bytes(self._path(key), _seal(sign, key, packed) + packed)
            self._tidy()
        except (OSError, WriteError):
            return

    def _path(self, key: str) -> Path:
        return self.folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.kept"

    def _begin(self) -> None:
        make_folder(self.folder)
        for name, text in (("README.txt", ABOUT), (".gitignore", "*\n")):
            if not (self.folder / name).exists():
                with quietly():
                    rewrite_text(self.folder / name, text)

    def _tidy(self) -> None:
        """Drop what was not used for longest if there is too much."""
        room = MOST_BYTES
        for used, path in sorted(((path.stat(), path) for path in self.folder.glob("*.kept")), key=_newest_first):
            room -= used.st_size
            if room < 0:
                path.unlink(missing_ok=True)


def _newest_first(pair: tuple[os.stat_result, Path]) -> tuple[float, str]:
    return -pair[0].st_mtime, pair[1].name


def _seal(sign: bytes, key: str, packed: bytes) -> bytes:
    return hmac.digest(sign, key.encode() + b"\0" + packed, "sha256")


def _touch(path: Path) -> None:
    try:
        os.utime(path)
    except OSError:  # it is still good, and merely looks older than it is
        return


@cache
def _signing_key(folder: Path) -> bytes:
    """This user's key, made when it is first wanted; empty where it cannot be kept."""
    path = folder / "keep.key"
    try:
        if not path.exists():
            with quietly():
                make_folder(folder)
                rewrite_bytes(path, secrets.token_bytes(SEAL))
            path.chmod(0o600)
        return bytes_of(path)
    except (OSError, UnsafeFile, WriteError):
        return b""
