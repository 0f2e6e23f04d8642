"""Signs out of a stranger's file that must not act: terminals obey control signs, direction signs turn names round.

Text for people shows a stand-in for each; JSON keeps the value and writes the sign as an escape.
"""

from __future__ import annotations

import re

import orjson

_SIGNS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]|\r(?!\n)"
)
"""Control signs of ASCII and C1 but for tab and line end, separators of lines, what turns the writing direction, half signs.

Half signs stand in the name of a file that is no text; none can be written."""

_ENCODED = re.compile(
    rb"\x7f|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xef\xbb\xbf",
)
"""The same in UTF-8, but for those that JSON never holds as they are."""


def harmless(text: str) -> str:
    """The text with a visible sign in place of each that would act: ␛ for an escape, � for what has no picture."""
    return _SIGNS.sub(_picture, text)


def harmless_line(text: str) -> str:
    """The same on one line."""
    return harmless(text.replace("\n", "␊").replace("\t", " "))


def json_bytes(content: object, *, indented: bool = False, ended: bool = True) -> bytes:
    """One JSON document in UTF-8 whose strings hold such signs as escapes, so that a reader gets them unchanged."""
    options = (orjson.OPT_INDENT_2 if indented else 0) | (orjson.OPT_APPEND_NEWLINE if ended else 0)
    return _ENCODED.sub(_escape, orjson.dumps(content, option=options))


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    return chr(0x2400 + code) if code < 0x20 else "␡" if code == 0x7F else "�"


def _escape(match: re.Match[bytes]) -> bytes:
    return b"\\u%04x" % ord(match[0].decode())
