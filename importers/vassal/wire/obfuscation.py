"""The thin disguises of `savedGame`: a key byte, and every byte XOR it.

Facts: `tools.io.ObfuscatingOutputStream` up to 3.7 writes hex digits behind `!VCSK`; 3.8 writes the bytes as they are behind
`VOBS` (vassal#15060); files written by builds between them have `!VCSZ`, hex digits of what zlib has packed (vassal#15044).
pywargame (`vassal/save.py`) writes the text as a plain XZ stream, without a key. What is not UTF-8 the engine reads with U+FFFD
in its place (`GameState.decodeSavedGame`).
"""

from __future__ import annotations

import binascii
import lzma
import zlib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import chain

from adjudicator.budget import check_growth, spend
from adjudicator.errors import CorruptFile, Source

_PIECE = 1 << 20
_HEAD = len("!VCSK00")
_DIGITS = b"0123456789abcdefABCDEF"
_XZ = b"\xfd7zXZ\x00"
_XZ_MEMORY = 256 << 20
"""Bytes that unpacking an XZ stream may take beside its text; the strongest of its settings asks for 65 MB."""
_KEYS = [bytes(byte ^ key for byte in range(256)) for key in range(256)]


class Disguise(StrEnum):
    """How an entry's text is disguised; the value is what the entry begins with, or the name of what is packed without a key."""

    PLAIN = ""
    HEX = "!VCSK"
    PACKED = "!VCSZ"
    RAW = "VOBS"
    XZ = "xz"

    @property
    def header(self) -> bytes:
        return _XZ if self is Disguise.XZ else self.value.encode("ascii")

    @property
    def digits(self) -> bool:
        """Whether key and text are hex digits."""
        return self in (Disguise.HEX, Disguise.PACKED)


def disguise_of(raw: bytes | bytearray) -> Disguise:
    """The disguise of an entry; plain text has none."""
    worn = (each for each in (Disguise.HEX, Disguise.PACKED, Disguise.RAW, Disguise.XZ) if raw.startswith(each.header))
    return next(worn, Disguise.PLAIN)


def key_of(raw: bytes | bytearray) -> int | None:
    """The key byte of an obfuscated entry, None for text without one."""
    disguise = disguise_of(raw)
    if disguise in (Disguise.PLAIN, Disguise.XZ):
        return None
    start = len(disguise)
    if not disguise.digits:
        return raw[start] if len(raw) > start else _no_key(raw, disguise)
    try:
        digits = raw[start : start + 2].decode("ascii")
        return int(digits, 16) if len(digits) == 2 else _no_key(raw, disguise)
    except ValueError:
        return _no_key(raw, disguise)


def reveal(raw: bytes | bytearray) -> str:
    """The text of a `savedGame` entry, obfuscated or plain; offsets in errors count the entry's bytes."""
    disguise, key = disguise_of(raw), key_of(raw)
    if key is None:
        return _decode(_unxz(bytes(raw)) if disguise is Disguise.XZ else raw)
    if disguise is Disguise.RAW:
        return _decode(raw[len(disguise) + 1 :].translate(_KEYS[key]))
    shown = _unhexed(raw).translate(_KEYS[key])
    return _decode(_unpacked(shown) if disguise is Disguise.PACKED else shown)


def read(pieces: Iterable[bytes]) -> tuple[str, int | None, Disguise]:
    """Text, key and disguise of an entry that comes in pieces, each of which is let go before the next."""
    coming = iter(pieces)
    head = b""
    while len(head) < _HEAD and (piece := next(coming, None)) is not None:
        head += piece
    disguise, key = disguise_of(head), key_of(head)
    if disguise is Disguise.HEX and key is not None:
        return _decode(_hidden(head[_HEAD:], coming, _KEYS[key])), key, disguise
    return reveal(head + b"".join(coming)), key, disguise


def _hidden(rest: bytes, coming: Iterator[bytes], table: bytes) -> bytearray:
    """The bytes that hex digits stand for, seen through a key."""
    shown = bytearray()
    for piece in chain((b"",), coming):
        digits = rest + piece if piece else rest
        even = len(digits) & ~1
        try:
            shown += binascii.unhexlify(digits[:even]).translate(table)
        except binascii.Error as error:
            at = _HEAD + 2 * len(shown) + next(index for index, digit in enumerate(digits) if digit not in _DIGITS)
            for _ in coming:  # if the whole entry is spoilt, that is the news
                continue
            message = f"obfuscated text wants hex digits, found byte {digits[at - _HEAD - 2 * len(shown)]:#04x}"
            raise CorruptFile(message, Source(offset=at)) from error
        rest = digits[even:]
    if rest:
        raise _odd(2 * len(shown) + 1)
    return shown


def obfuscate(text: str, key: int, disguise: Disguise = Disguise.HEX) -> bytes:
    """The text as an obfuscated entry under a key byte."""
    data = text.encode("utf-8")
    hidden = (zlib.compress(data, 9) if disguise is Disguise.PACKED else data).translate(_KEYS[key])
    if disguise.digits:
        return disguise.header + b"%02x" % key + binascii.hexlify(hidden)
    return disguise.header + bytes([key]) + hidden


def disguised(text: str, key: int | None, disguise: Disguise) -> bytes:
    """The text as an entry, disguised as the entry that it was read from was; None is the key of a plain one."""
    if disguise is Disguise.XZ:
        return lzma.compress(text.encode("utf-8"), preset=3)
    return text.encode("utf-8") if key is None else obfuscate(text, key, disguise)


def _unhexed(raw: bytes | bytearray) -> bytes:
    """The bytes that the hex digits behind the key stand for."""
    if len(raw) % 2 == 0:
        raise _odd(len(raw) - _HEAD)
    try:
        return binascii.unhexlify(memoryview(raw)[7:])
    except binascii.Error as error:
        at = next(index for index in range(_HEAD, len(raw)) if raw[index] not in _DIGITS)
        message = f"obfuscated text wants hex digits, found byte {raw[at]:#04x}"
        raise CorruptFile(message, Source(offset=at)) from error


def _odd(count: int) -> CorruptFile:
    return CorruptFile(
        f"obfuscated text wants an even number of hex digits, found {count}", Source(offset=_HEAD + count)
    )


def _unpacked(data: bytes) -> bytearray:
    """What zlib has packed, however little room it claims to take."""
    unpacking = zlib.decompressobj()
    text = bytearray()
    while not unpacking.eof:
        try:
            piece = unpacking.decompress(unpacking.unconsumed_tail or (b"" if text else data), _PIECE)
        except zlib.error as error:
            raise CorruptFile(f"packed text that cannot be unpacked: {error}", Source(offset=7)) from error
        if not piece and not unpacking.eof:
            raise CorruptFile("packed text that breaks off", Source(offset=7))
        text += piece
        spend(len(piece))
        check_growth(len(data), len(text))
    return text


def _unxz(data: bytes) -> bytearray:
    """The text of an XZ stream."""
    unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
    text = bytearray()
    while not unpacking.eof:
        try:
            piece = unpacking.decompress(b"" if text else data, _PIECE)
        except lzma.LZMAError as error:
            raise CorruptFile(f"an XZ stream that cannot be unpacked: {error}", Source(offset=len(_XZ))) from error
        if not piece and not unpacking.eof:
            raise CorruptFile("an XZ stream that breaks off", Source(offset=len(data)))
        text += piece
        spend(len(piece))
        check_growth(len(data), len(text))
    return text


def _decode(data: bytes | bytearray) -> str:
    return data.decode("utf-8", "replace")


def _no_key(raw: bytes | bytearray, disguise: Disguise) -> int:
    start = len(disguise)
    wanted = "two hex digits" if disguise.digits else "a byte"
    found = bytes(raw[start : start + 2])
    raise CorruptFile(f"{wanted} of key expected after '{disguise}', found {found!r}", Source(offset=start))
