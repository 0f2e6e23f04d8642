"""TOML into pydantic models, with errors that name file, table and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from types import UnionType
from typing import Annotated, TypeVar, Union, get_args, get_origin

import tomli
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from adjudicator.budget import bounded, bytes_of, spend, text_of
from adjudicator.errors import PackError, Source, nearest, reading
from adjudicator.writing import this_run

UNKNOWN_KEY = "extra_forbidden"
"""What pydantic calls a key that a table does not have."""
Model = TypeVar("Model", bound=BaseModel)
Contents = tuple[tuple[Path, bytes | None], ...]


@bounded
def load_toml(path: Path, model: type[Model]) -> Model:
    """Read one TOML file as `model`; PackError names the file and the first table and key that are wrong."""
    return validated(read_toml(path), model, path)


@bounded
def read_toml(path: Path) -> dict[str, object]:
    """Read one TOML file as plain tables; PackError if it is missing or is no TOML. The tables within are not to be changed."""
    text = read_text(path)
    try:
        with reading(file=str(path)):
            # what a table and a key take at most in the parser
            spend(len(text) + 1000 * text.count("[") + 400 * (text.count("=") + text.count(".")) + 64 * text.count(","))
            return dict(_parsed(text))
    except tomli.TOMLDecodeError as error:
        raise PackError(f"not TOML: {error}", Source(str(path))) from error
    except ValueError as error:
        raise PackError("a number has more digits than can be read", Source(str(path))) from error
    except RecursionError as error:
        raise PackError("not TOML: tables or lists nested too deep", Source(str(path))) from error


@lru_cache(maxsize=256)
def _parsed(text: str) -> dict[str, object]:
    """The tables of a text: a pack is loaded many times in one process, with other readings, options or charts."""
    return tomli.loads(text)


def files_in(folder: Path, pattern: str = "*.toml") -> list[Path]:
    """The files of a folder that are called so, by name. Hidden ones are none of them: they are being written, or a Mac's own."""
    return sorted(path for path in folder.glob(pattern) if not path.name.startswith("."))


def read_text(path: Path) -> str:
    """The text of a pack's file; PackError if it is missing or is no UTF-8."""
    here = Source(str(path))
    this_run().note(path)
    try:
        with reading(file=str(path)):
            return text_of(path)
    except FileNotFoundError as error:
        raise PackError("the file is missing", here) from error
    except OSError as error:
        raise PackError(f"cannot be read: {error.strerror}", here) from error
    except UnicodeDecodeError as error:
        raise PackError(f"not UTF-8 at byte {error.start}", here) from error


def contents(paths: Iterable[Path]) -> Contents:
    """Files with what is in them, None for one that cannot be read: the same answer twice means that nothing changed."""
    return tuple((path, _bytes(path)) for path in paths)


def _bytes(path: Path) -> bytes | None:
    this_run().note(path)
    try:
        return bytes_of(path)
    except OSError:
        return None


def validated(tables: object, model: type[Model], path: Path, where: str = "") -> Model:
    """Plain tables as `model`; `where` names the table they came from."""
    try:
        return model.model_validate(tables, context={"file": str(path)})
    except ValidationError as error:
        first = _first(error)
        keys = ".".join(str(part) for part in first["loc"])
        table = ".".join(part for part in (where, keys) if part)
        shown = repr(first.get("input"))[:60]
        said = f"{first['msg']}, found {shown}"
        if first["type"] == UNKNOWN_KEY:
            said = f"there is no such key{_meant(str(first['loc'][-1]), _keys_at(model, first['loc'][:-1]))}"
        raise PackError(f"[{table}] {said}", Source(str(path))) from error


def _first(error: ValidationError) -> ErrorDetails:
    """What is wrong first; before a key that its table lacks, one that was misspelt there."""
    found = error.errors()
    table = found[0]["loc"][:-1]
    strays = (each for each in found if each["type"] == UNKNOWN_KEY and each["loc"][:-1] == table)
    return next(strays, found[0]) if found[0]["type"] == "missing" else found[0]


def _meant(key: str, known: set[str]) -> str:
    """The keys that come near one that is not there, else all that are."""
    return nearest(key, known) or (f"; there are {', '.join(sorted(known))}" if known else "")


def _keys_at(model: type[BaseModel], path: Iterable[object]) -> set[str]:
    """The keys of the tables to which a path of keys and numbers of entries leads, as files write them."""
    here: list[object] = [model]
    for part in path:
        here = [inner for kind in here for inner in _under(kind, part)]
    return {each.alias or name for kind in _tables(here) for name, each in kind.model_fields.items()}


def _under(kind: object, part: object) -> Iterator[object]:
    """The types of what stands under a key, or as an entry, of a value of this type."""
    for table in _tables([kind]):
        yield from (each.annotation for name, each in table.model_fields.items() if part in (name, each.alias))
    yield from get_args(kind)


def _tables(kinds: Iterable[object]) -> Iterator[type[BaseModel]]:
    """The tables among types, or among those of a choice between several."""
    for kind in kinds:
        if isinstance(kind, type) and not get_args(kind):
            yield from (kind,) if issubclass(kind, BaseModel) else ()
        elif get_origin(kind) in {Union, UnionType, Annotated}:
            yield from _tables(get_args(kind))
