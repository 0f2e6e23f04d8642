"""Sentences for pages: what of them tells an option of a command goes, since there is none to be typed on a page.

A sentence names an option in brackets or after a semicolon ("; --pack names others"), in every language; a test holds all of
them to that.
"""

from __future__ import annotations

import re

_OPTION = r"(?<![\w-])--[a-z]"
_CLAUSE = re.compile(rf"\s*;[^;()]*{_OPTION}[^;()]*?(?=[.]?\s*(?:$|[;)]))")
_BRACKETS = re.compile(rf"\s*\([^()]*{_OPTION}[^()]*\)")


def plainly(text: str) -> str:
    """The sentence without the clauses that tell options."""
    return _BRACKETS.sub("", _CLAUSE.sub("", text)) if "--" in text else text
