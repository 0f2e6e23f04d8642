"""The text that stands under a field in the source: `most: int = 1`, then a string on the next line.

Python throws such strings away, so they are read from the source. Nothing is paid for them until somebody asks.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from itertools import pairwise


@cache
def field_texts(kind: type) -> Mapping[str, str]:
    """What stands under each field of a class, those of its bases included; a class's own word goes first."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if "__annotations__" in vars(base) and base.__module__ in sys.modules:
            found |= _own(base)
    return found


def _own(kind: type) -> dict[str, str]:
    body = _classes(kind.__module__).get(kind.__qualname__)
    if body is None:
        return {}
    return {
        field.target.id: " ".join(inspect.cleandoc(text).split())
        for field, after in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and (text := _text(after))
    }


def _text(node: ast.stmt) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return ""


@cache
def _classes(module: str) -> Mapping[str, list[ast.stmt]]:
    """The bodies of a module's classes by qualified name; none for a module without source."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):
        return {}
    return dict(_within(tree.body, ""))


def _within(body: list[ast.stmt], outer: str) -> list[tuple[str, list[ast.stmt]]]:
    found = []
    for node in body:
        if isinstance(node, ast.ClassDef):
            name = f"{outer}{node.name}"
            found += [(name, node.body), *_within(node.body, f"{name}.")]
    return found
