"""What importers carry along, looked through at the door: what writes it again later asks no more of what kind a value is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Union

from pydantic import ConfigDict, Field, Strict, TypeAdapter, ValidationError, with_config
from typing_extensions import TypeAliasType, TypedDict

from adjudicator.errors import CorruptFile, Source

Count = Annotated[int, Field(ge=0, lt=1_000_000_000)]
if TYPE_CHECKING:
    Node = Any
else:  # names itself, which pydantic understands in this form alone
    Node = TypeAliasType("Node", Union[str, dict[str, str | Count], list["Node"]])  # noqa: UP007


@with_config(ConfigDict(strict=True))
class OfVassal(TypedDict, total=False):
    """A save's record, a log's (`steps` alone) or a module's, as `savegame`, `log` and the writer of modules describe them."""

    key: Annotated[int, Field(ge=0, le=255)] | None
    disguise: str
    entries: dict[str, str]
    people: dict[str, str]
    defaults: list[Annotated[list[str], Field(min_length=3, max_length=3)]]
    at_start: dict[str, str]
    boards: dict[str, list[list[Any]]]
    commands: Annotated[list[Node], Field(min_length=1)]
    steps: list[Node]


@with_config(ConfigDict(strict=True))
class OfTabletopSimulator(TypedDict):
    """The save without its objects, the boards among these with their places, and how many counters were made."""

    save: dict[str, Any]
    boards: list[Annotated[list[Any], Field(min_length=2, max_length=2)]]
    counters: int


@with_config(ConfigDict(strict=True))
class OfZunTzu(TypedDict, total=False):
    """What a game says beside its pieces."""

    hash: str
    copyright: str
    mode: str
    visible: str
    stacking: bool
    views: dict[str, Annotated[list[float], Field(min_length=4, max_length=4)]]
    layouts: list[Annotated[tuple[str, str, bool], Strict(False)]]


RECORDS: Mapping[str, type] = {"vassal": OfVassal, "tabletop_simulator": OfTabletopSimulator, "zuntzu": OfZunTzu}


def check(format_name: str, record: object, path: str) -> None:
    """Refuse a record that is none of its format's; one of a format that we do not know is only kept."""
    kind = RECORDS.get(format_name)
    if kind is None:
        return
    try:
        _adapter(kind).validate_python(record)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        keys = ".".join(map(str, first["loc"]))
        raise CorruptFile(
            f"{first['msg']}, found {repr(first.get('input'))[:60]}", Source(entry=f"{path}.{format_name}.{keys}"[:300])
        ) from error


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
