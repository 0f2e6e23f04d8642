"""The thin disguise of `savedGame` (`tools.io.ObfuscatingOutputStream`): a key byte, then every byte XOR it, in hex."""

from __future__ import annotations

import binascii

from adjudicator.errors import CorruptFile, Source

HEADER = b"!VCSK"
_KEYS = [bytes(byte ^ key for byte in range(256)) for key in range(256)]


def key_of(raw: bytes | bytearray) -> int | None:
    """The key byte of an obfuscated entry, None for plain text."""
    if not raw.startswith(HEADER):
        return None
    try:
        return int(raw[5:7].decode("ascii"), 16) if len(raw) >= 7 else _no_key(raw)
    except ValueError:
        return _no_key(raw)


def reveal(raw: bytes | bytearray) -> str:
    """The text of a `savedGame` entry, obfuscated or plain; offsets in errors count the entry's bytes."""
    key = key_of(raw)
    if key is None:
        return _decode(raw, 1, 0)
    if len(raw) % 2 == 0:
        raise CorruptFile(
            f"obfuscated text wants an even number of hex digits, found {len(raw) - 7}", Source(offset=len(raw))
        )
    try:
        shown = binascii.unhexlify(memoryview(raw)[7:]).translate(_KEYS[key])
    except binascii.Error as error:
        at = next(index for index in range(7, len(raw)) if raw[index] not in b"0123456789abcdefABCDEF")
        message = f"obfuscated text wants hex digits, found byte {raw[at]:#04x}"
        raise CorruptFile(message, Source(offset=at)) from error
    return _decode(shown, 2, 7)


def obfuscate(text: str, key: int) -> bytes:
    """The text as an obfuscated entry under a key byte."""
    return HEADER + b"%02x" % key + binascii.hexlify(text.encode("utf-8").translate(_KEYS[key]))


def _decode(data: bytes | bytearray, width: int, start: int) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"the text is not UTF-8 ({error.reason}); a wrong key byte looks like this"
        raise CorruptFile(message, Source(offset=start + error.start * width)) from error


def _no_key(raw: bytes | bytearray) -> int:
    raise CorruptFile(f"two hex digits of key expected after '!VCSK', found {bytes(raw[5:7])!r}", Source(offset=5))
