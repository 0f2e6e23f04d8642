"""Files with one thing wrong with them, made from whole ones: cut, flipped, swapped, filled with absurd numbers.

A zip is spoilt as a whole and entry by entry (an obfuscated entry in its plain text), so that flaws reach the readers behind.
"""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Iterator

from adjudicator.importers.vassal.wire import obfuscation

ABSURD = (b"-1", b"0", b"2147483648", b"99999999999999999999", b"1e308", b"NaN", b"9" * 400, b"", b"x")
HOSTILE = (b"\x00", b"\xff\xfe", b"\x1b", b"\\", b"\t", b";" * 50, b"[" * 3000, b"<a>" * 300, b"{" * 300, b"../../x")
EDGES = (b"\xff\xff", b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\xff\xff\xff\x7f", b"\x00\x00\x00\x80", b"\xff" * 8)
_NUMBER = re.compile(rb"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")


def spoilt(data: bytes, dice: random.Random, count: int) -> Iterator[bytes]:
    """The file cut at each fiftieth, then `count` other ways to spoil it."""
    yield from (data[: len(data) * part // 50] for part in range(50))
    inside = _inside(data)
    for _ in range(count):
        yield spoilt_once(data, dice) if inside is None or dice.random() < 0.15 else _entries_spoilt(dict(inside), dice)


def cut_entries(data: bytes) -> Iterator[bytes]:
    """A zip with one of its entries cut at each fiftieth, and without the entry."""
    for name, content in (_inside(data) or {}).items():
        if not name.endswith((".png", ".jpg")):
            rest = {key: value for key, value in (_inside(data) or {}).items() if key != name}
            yield zipped(rest)
            yield from (zipped({**rest, name: content[: len(content) * part // 50]}) for part in range(50))


def _inside(data: bytes) -> dict[str, bytes] | None:
    """A zip's entries, obfuscated ones in plain text; None for what is no zip."""
    if not data.startswith(b"PK"):
        return None
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {each.filename: archive.read(each) for each in archive.infolist()}
    return {
        name: obfuscation.reveal(content).encode() if obfuscation.disguise_of(content) else content
        for name, content in entries.items()
    }


def zipped(entries: dict[str, bytes]) -> bytes:
    """A zip with these entries, nothing packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return out.getvalue()


def _entries_spoilt(entries: dict[str, bytes], dice: random.Random) -> bytes:
    """One entry spoilt, gone, or with another's content; names that hold text are chosen more often than pictures."""
    names = [name for name in entries if not name.endswith((".png", ".jpg"))] or list(entries)
    name = dice.choice(names if dice.random() < 0.9 else list(entries))
    way = dice.random()
    if way < 0.05:
        del entries[name]
    elif way < 0.1:
        entries[name] = entries[dice.choice(list(entries))]
    else:
        entries[name] = spoilt_once(entries[name], dice)
    return zipped(entries)


def spoilt_once(data: bytes, dice: random.Random) -> bytes:
    """The file with its bytes spoilt in one way, or a few."""
    ways = (_flipped, _absurd, _absurd, _hostile, _swapped, _repeated, _edged)
    for _ in range(dice.choice((1, 1, 1, 2, 5))):
        data = dice.choice(ways)(data, dice)
    return data


def _flipped(data: bytes, dice: random.Random) -> bytes:
    if not data:
        return data
    at = dice.randrange(len(data))
    return data[:at] + bytes((data[at] ^ (1 << dice.randrange(8)),)) + data[at + 1 :]


def _absurd(data: bytes, dice: random.Random) -> bytes:
    """One of its numbers made one that cannot be."""
    found = list(_NUMBER.finditer(data))
    if not found:
        return _edged(data, dice)
    number = dice.choice(found)
    return data[: number.start()] + dice.choice(ABSURD) + data[number.end() :]


def _hostile(data: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(data) + 1)
    return data[:at] + dice.choice(HOSTILE) + data[at:]


def _swapped(data: bytes, dice: random.Random) -> bytes:
    """Two pieces of it change places."""
    if len(data) < 8:
        return data
    a, b, c, d = sorted(dice.sample(range(len(data)), 4))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def _repeated(data: bytes, dice: random.Random) -> bytes:
    """A piece of it stands there twice, or not at all."""
    if len(data) < 4:
        return data
    a, b = sorted(dice.sample(range(len(data)), 2))
    b = min(b, a + 2000)
    return data[:b] + data[a:] if dice.random() < 0.5 else data[:a] + data[b:]


def _edged(data: bytes, dice: random.Random) -> bytes:
    """Some bytes overwritten by the largest and smallest numbers that binary files hold."""
    at, edge = dice.randrange(len(data) + 1), dice.choice(EDGES)
    return data[:at] + edge + data[at + len(edge) :]
