"""The store: a Parquet dataset with one file for each game, written beside its place and moved into it.

    STORE/units/3f/3f09….parquet     one row: a game with its files, findings, dice and problems as lists
    STORE/content/a4/a4c1…           where the answer for a content lies, so that a copy is not judged again
    STORE/pictures/3f/3f09….png      the map, where it was wanted

`read_parquet('STORE/units/*/*.parquet')` of DuckDB, `pandas.read_parquet('STORE/units')` and `adjudicator batch report` read it.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from adjudicator.batch.places import StorePlace, bytes_at, opened, shown
from adjudicator.batch.unit import Values
from adjudicator.budget import bounded, bytes_of, spend
from adjudicator.errors import UnsafeFile
from adjudicator.lean import dataclass
from adjudicator.writing import quietly, rewrite_bytes, this_run

TEXT, NUMBER, LONG = pa.string(), pa.int32(), pa.int64()
FILE = {
    **dict.fromkeys(("name", "kind", "module", "module_version", "turn", "unread", "sha256"), TEXT),
    **dict.fromkeys(("steps", "counters"), NUMBER),
    "bytes": LONG,
}
FINDING = {
    **dict.fromkeys(("rule", "file", "phase", "title", "citation", "because", "missing", "ruling", "severity"), TEXT),
    **dict.fromkeys(("turn", "step"), NUMBER),
    **dict.fromkeys(("sides", "at"), pa.list_(TEXT)),
}
DICE = {"player": TEXT, "what": TEXT, "sides": NUMBER, "count": NUMBER, "total": LONG, "faces": pa.list_(NUMBER)}
PROBLEM = dict.fromkeys(("kind", "subject", "text", "where"), TEXT)
ERROR = dict.fromkeys(("step", "text"), TEXT)
TEXTS = ("unit", "folder", "key", "status", "reason", "program", "viewer", "pack", "pack_title")
OF_MODULE = ("module", "module_version", "module_file", "picture", "same_as")
COUNTS = ("maps", "slots", "setups", "steps", "acts", "legal", "illegal", "undetermined", "rules_judged")
LISTS = {"files": FILE, "findings": FINDING, "dice": DICE, "problems": PROBLEM, "errors": ERROR}
MEASURED = {"tries": NUMBER, "seconds": pa.float64(), "processor_seconds": pa.float64(), "peak_bytes": LONG}
"""What is another in every run: the tries that it took, seconds, the most memory in use."""
SCHEMA = pa.schema(
    {
        **dict.fromkeys((*TEXTS, *OF_MODULE), TEXT),
        "what": pa.list_(TEXT),
        **dict.fromkeys(COUNTS, NUMBER),
        "sound": pa.bool_(),
        **{name: pa.list_(pa.struct(fields)) for name, fields in LISTS.items()},
        **MEASURED,
    }
)
KEPT, SEAL = b"adjudicator", b"adjudicator seal"
UNSEALED = b"sealed " + b"0" * 64
_SEALED = re.compile(rb"sealed ([0-9a-f]{64})")
_PLACE = re.compile("[0-9a-f]{32}")
_LONGEST_PLACE = 64
_VALUE = 128
"""Bytes that a value of a list takes as Python has it, and in the table that it comes from."""
_KINDS = dict(zip(SCHEMA.names, SCHEMA.types, strict=True))
DAMAGED = "damaged"
"""The status of what lies among the rows and cannot be read as one."""
SPOILT = (OSError, pa.ArrowException, ValueError, TypeError, KeyError, UnsafeFile)
ENDING = ".parquet"


@dataclass(frozen=True, slots=True)
class Store:
    """A store at a folder or URL that every worker reaches."""

    url: str

    def has_units(self) -> bool:
        """Whether anything is in it."""
        return next(self._paths(), None) is not None

    def begin(self) -> None:
        """Make the folder."""
        place = StorePlace.at(self.url)
        place.system.makedirs(place.path, exist_ok=True)

    def kept(self, place: str) -> Values | None:
        """What was kept of a game beside its row (`stamp`, `key`, …); None if it is not there, or spoilt."""
        try:
            return _kept(self._unit(place))
        except SPOILT:
            return None

    def row(self, place: str) -> Values | None:
        """The row of a game; None if it is not there, or spoilt."""
        try:
            return _read(self._unit(place))
        except SPOILT:
            return None

    def put(self, place: str, row: Mapping[str, Any], kept: Mapping[str, Any]) -> None:
        """Write a game's row in place of what was there; WriteError (elsewhere OSError) if that cannot be done."""
        schema = SCHEMA.with_metadata({KEPT: orjson.dumps(_as_text(kept))})
        self._write(self._unit(place), sealed(pa.Table.from_pylist([_as_text(row)], schema)))

    def place_of(self, key: str) -> str:
        """Where the answer for a content lies, "" if nobody has it or what says so is spoilt."""
        try:
            with opened(self._content(key)) as file:
                told = str(file.read(_LONGEST_PLACE).decode("ascii"))
        except (OSError, UnicodeDecodeError):
            return ""
        return told if _PLACE.fullmatch(told) else ""

    def remember(self, key: str, place: str) -> None:
        """Say where the answer for a content lies."""
        self._write(self._content(key), place.encode("ascii"))

    def put_picture(self, place: str, file: Path) -> str:
        """Move a picture into the store; its name there."""
        name = f"pictures/{place[:2]}/{place}{file.suffix}"
        self._write(f"{self.url}/{name}", bytes_of(file))
        return name

    def rows(self, columns: list[str] | None = None) -> Iterator[Values]:
        """Every row, one at a time; what an older version did not write is blank.

        A file that is damaged, or is no row of a store, is a row of its own that says so (DAMAGED).
        """
        for path in self._paths():
            at = StorePlace.at(path)
            if at.is_local:
                this_run().note(Path(at.path))
            blank = {name: _blank(kind) for name, kind in _KINDS.items() if columns is None or name in columns}
            try:
                row = _read(path, columns)
            except SPOILT as error:
                yield {**blank, "unit": shown(path), "status": DAMAGED, "reason": str(error) or "no row of a store"}
                continue
            yield blank | {name: _filled(name, value) for name, value in row.items() if value is not None}

    def _paths(self) -> Iterator[str]:
        """The files of all games, one folder's names in memory at a time."""
        root = StorePlace.at(f"{self.url}/units")
        if not root.exists():
            return
        for folder in root.listing().folders:
            yield from (
                each.path
                for each in StorePlace.at(folder).listing().files
                if each.name.endswith(ENDING) and not each.name.startswith(".")
            )

    def _unit(self, place: str) -> str:
        return f"{self.url}/units/{place[:2]}/{place}{ENDING}"

    def _content(self, key: str) -> str:
        return f"{self.url}/content/{key[:2]}/{key}"

    def _write(self, url: str, data: bytes) -> None:
        """Put bytes at a place, all or nothing."""
        at = StorePlace.at(url)
        folder, _, name = at.path.rpartition("/")
        at.system.makedirs(folder, exist_ok=True)
        if at.is_local:
            with quietly():
                rewrite_bytes(Path(at.path), data)
            return
        beside = f"{folder}/.{name}.{uuid.uuid4().hex}.part"
        at.system.pipe_file(beside, data)
        at.system.mv(beside, at.path)


def sealed(row: pa.Table) -> bytes:
    """A table of one row as a file, with what stands for all its bytes in the footer, behind all columns."""
    made = pa.BufferOutputStream()
    pq.write_table(
        row.replace_schema_metadata({**(row.schema.metadata or {}), SEAL: UNSEALED}), made, compression="zstd"
    )
    head, zeros, tail = made.getvalue().to_pybytes().rpartition(UNSEALED)
    return bytes(head + b"sealed " + sha256(head + zeros + tail).hexdigest().encode() + tail)


def _whole(data: bytes) -> bytes:
    """The bytes if they are those that were written; ValueError if not.

    What has no seal is not read either: the library for Parquet ends the process over some of what is damaged.
    """
    seal = next(iter([*_SEALED.finditer(data)][-1:]), None)
    if seal is None:
        raise ValueError("no row of a store: it has no seal")
    if sha256(data[: seal.start(1)] + b"0" * 64 + data[seal.end(1) :]).hexdigest().encode() != seal[1]:
        raise ValueError("these are not the bytes that were written")
    return data


@bounded
def _kept(url: str) -> Values:
    """What a file keeps beside its row; one of SPOILT if it is damaged."""
    told = pq.read_metadata(pa.BufferReader(_whole(bytes_at(url)))).metadata or {}
    return dict(orjson.loads(told[KEPT]))


@bounded
def _read(url: str, columns: list[str] | None = None) -> Values:
    """The row of a file; one of SPOILT if it is damaged."""
    held = pq.ParquetFile(pa.BufferReader(_whole(bytes_at(url))))
    _require_bearable(held.metadata)
    there = set(held.schema_arrow.names)
    wanted = [name for name in columns if name in there] if columns else None
    if "unit" not in there:
        raise ValueError("no row of a store")
    (row,) = held.read(columns=wanted).to_pylist()
    return dict(row)


def _require_bearable(about: pq.FileMetaData) -> None:
    """ValueError unless there is one row; UnsafeFile if its values take more than they may, as the columns tell."""
    if about.num_rows != 1:
        raise ValueError("no row of a store")
    for group in map(about.row_group, range(about.num_row_groups)):
        for column in map(group.column, range(group.num_columns)):
            spend(column.total_uncompressed_size + _VALUE * column.num_values)


def _blank(kind: Any) -> Any:
    """What stands for nothing in a column."""
    return [] if pa.types.is_list(kind) else "" if kind == TEXT else None if kind == pa.bool_() else 0


def _filled(name: str, value: Any) -> Any:
    """A value in which each line of a list has all its fields."""
    fields = LISTS.get(name)
    if fields is None:
        return value
    blank = {key: _blank(kind) for key, kind in fields.items()}
    return [blank | {key: each[key] for key in each if each[key] is not None} for each in value]


def _as_text(value: Any) -> Any:
    """Plain values with every name that is no text shown by its bytes."""
    match value:
        case str():
            return value if value.isascii() else shown(value)
        case Mapping():
            return {name: _as_text(each) for name, each in value.items()}
        case list() | tuple():
            return [_as_text(each) for each in value]
    return value
