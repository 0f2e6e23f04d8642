"""Texts of packs: values as TOML, patterns that fit one text, ids made of names."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence


def quoted(text: str) -> str:
    """A TOML string: JSON's escapes are TOML's, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_key(name: str) -> str:
    """A key of a TOML table, in quotes if it cannot stand without."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)


def inline(value: object) -> str:
    """A value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{toml_key(str(name))} = {inline(inner)}" for name, inner in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(inline, value))}]"
    return str(value)


def literal(text: str) -> str:
    """A regular expression that fits this text alone."""
    return re.sub(r"[\\.^$*+?{}\[\]|()]", r"\\\g<0>", text)


def comment(text: str) -> str:
    """The text as it may stand behind a #."""
    return re.sub(r"[\x00-\x1f\x7f]", " ", text)


def idents(names: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """An id of small letters for each name, no two alike and none of those taken."""
    used = dict.fromkeys(taken, 1)
    found = []
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "nameless"
        used[plain] = used.get(plain, 0) + 1
        found.append(plain if used[plain] == 1 else f"{plain}.{used[plain]}")
    return found


def word(name: str) -> str:
    """A name as one word of letters, digits and _, as it may stand in a hex number or name a pack; "" if nothing is left."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
