"""One text for one value, in every run and on every machine: what tells whether two values are the same."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path

from pydantic import BaseModel


def digest(*values: object) -> str:
    """A number for values, as 32 hexadecimal digits: others for other values, as far as anybody will ever see."""
    return hashlib.sha256("\n".join(map(canonical, values)).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def canonical(value: object, without: frozenset[str] = frozenset()) -> str:
    """A value as text, a dataclass without the named fields; TypeError for what has no text that stays the same."""
    match value:
        case None | bool() | int() | float() | str():
            return repr(value)
        case Enum():
            return f"{type(value).__name__}.{value.name}"
        case Path():
            return repr(str(value))
        case type():
            return value.__qualname__
        case tuple() | list():
            return f"({','.join(map(canonical, value))})"
        case Set():
            return f"{{{','.join(sorted(map(canonical, value)))}}}"
        case Mapping():
            return f"{{{','.join(sorted(f'{canonical(key)}:{canonical(each)}' for key, each in value.items()))}}}"
        case BaseModel():
            names = tuple(type(value).model_fields)
        case _ if is_dataclass(value):
            names = tuple(each.name for each in fields(value))
        case _:
            raise TypeError(f"a {type(value).__name__} has no text that stays the same")
    return (
        f"{type(value).__name__}({','.join(canonical(getattr(value, name)) for name in names if name not in without)})"
    )
