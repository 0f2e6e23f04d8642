"""TOML into pydantic models, with errors that name file, table and key."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from adjudicator.errors import PackError, Source

Model = TypeVar("Model", bound=BaseModel)


def load_toml(path: Path, model: type[Model]) -> Model:
    """Read one TOML file as `model`; PackError names the file and the first table and key that are wrong."""
    return validated(read_toml(path), model, path)


def read_toml(path: Path) -> dict[str, object]:
    """Read one TOML file as plain tables; PackError if it is missing or is no TOML. The tables within are not to be changed."""
    text = read_text(path)
    try:
        return dict(_parsed(text))
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"not TOML: {error}", Source(str(path))) from error
    except RecursionError as error:
        raise PackError("not TOML: tables or lists nested too deep", Source(str(path))) from error


@lru_cache(maxsize=256)
def _parsed(text: str) -> dict[str, object]:
    """The tables of a text: a pack is loaded many times in one process, with other readings, options or charts."""
    return tomllib.loads(text)


def read_text(path: Path) -> str:
    """The text of a pack's file; PackError if it is missing or is no UTF-8."""
    here = Source(str(path))
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise PackError("the file is missing", here) from error
    except OSError as error:
        raise PackError(f"cannot be read: {error.strerror}", here) from error
    except UnicodeDecodeError as error:
        raise PackError(f"not UTF-8 at byte {error.start}", here) from error


def validated(tables: object, model: type[Model], path: Path, where: str = "") -> Model:
    """Plain tables as `model`; `where` names the table they came from."""
    try:
        return model.model_validate(tables)
    except ValidationError as error:
        first = error.errors()[0]
        keys = ".".join(str(part) for part in first["loc"])
        table = ".".join(part for part in (where, keys) if part)
        shown = repr(first.get("input"))[:60]
        raise PackError(f"[{table}] {first['msg']}, found {shown}", Source(str(path))) from error
