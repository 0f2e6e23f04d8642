"""Delimited sequences exactly as the engine reads and writes them (`tools.SequenceEncoder`)."""

from __future__ import annotations

from collections.abc import Iterable

_NOWHERE = "\0"
"""Stands for an escaped delimiter while a text is taken apart; a letter that no file of the engine holds."""
_MANY = 32
"""From so many delimiters on it is quicker to look for the escaped ones in the whole text than behind each token."""
_MARKS = ("\\", "'")
"""What a token may begin with that must be quoted."""


def split(text: str, delimiter: str) -> list[str]:
    """The tokens of a sequence; never empty, since even "" holds one empty token."""
    tokens = text.split(delimiter)
    if "\\" in text:
        if len(tokens) < _MANY or _NOWHERE in text:
            tokens = _unescape(tokens, delimiter)
        else:
            cut = text.replace("\\" + delimiter, _NOWHERE).split(delimiter)
            tokens = [token.replace(_NOWHERE, delimiter) for token in cut]
    return [_unquote(token) for token in tokens] if "'" in text else tokens


def join(tokens: Iterable[str], delimiter: str) -> str:
    """The tokens as one sequence. A token ending in a backslash comes back glued to the next one, as in the engine."""
    listed = tokens if isinstance(tokens, list | tuple) else list(tokens)
    plain = delimiter.join(listed)
    unescaped = plain.count(delimiter) == len(listed) - 1
    if unescaped and not plain.startswith(_MARKS) and delimiter + "\\" not in plain and delimiter + "'" not in plain:
        return plain
    return delimiter.join(_escape(token, delimiter) for token in listed)


def split_first(text: str, delimiter: str, count: int) -> list[str]:
    """The first `count` tokens, without looking at the rest; fewer if the sequence is shorter."""
    if "\\" not in text and "'" not in text:
        return text.split(delimiter, count)[:count]
    tokens: list[str] = []
    start = 0
    while len(tokens) < count:
        end = text.find(delimiter, start)
        while end > 0 and text[end - 1] == "\\":
            end = text.find(delimiter, end + 1)
        raw = text[start:] if end < 0 else text[start:end]
        tokens.append(_unquote(raw.replace("\\" + delimiter, delimiter)))
        if end < 0:
            break
        start = end + 1
    return tokens


def _unescape(parts: list[str], delimiter: str) -> list[str]:
    """Glue together what a delimiter behind a backslash did not separate; that one backslash goes."""
    tokens: list[str] = []
    glued: list[str] = []
    last = len(parts) - 1
    for index, part in enumerate(parts):
        if index < last and part.endswith("\\"):
            glued.append(part[:-1])
        elif glued:
            glued.append(part)
            tokens.append(delimiter.join(glued))
            glued = []
        else:
            tokens.append(part)
    return tokens


def _unquote(token: str) -> str:
    return token[1:-1] if len(token) > 1 and token[0] == "'" and token[-1] == "'" else token


def _escape(token: str, delimiter: str) -> str:
    if not token:
        return token
    escaped = token.replace(delimiter, "\\" + delimiter)
    if token[0] == "\\" or (token[0] == "'" and token[-1] == "'"):
        return f"'{escaped}'"
    return escaped
