"""Lines of text on stdout and stderr. Light, so that help and errors need no more."""

from __future__ import annotations

import sys
from typing import TextIO


def say(text: object = "", end: str = "\n") -> None:
    """Text on stdout; signs that a terminal would obey are shown, not sent."""
    _put(sys.stdout, f"{text}{end}")


def remark(line: str) -> None:
    """A line on stderr about what was done or assumed, so that stdout stays clean."""
    _put(sys.stderr, f"{line}\n")


def _put(stream: TextIO, text: str) -> None:
    if not (text.isascii() and text.isprintable()):
        from adjudicator.harmless import harmless  # noqa: PLC0415 - kept out of --help

        text = harmless(text)
    stream.write(text)
