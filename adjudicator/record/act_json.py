"""Acts as JSON and back. The positions before and after an act are not part of it: whoever reads it says them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, asdict, fields

from adjudicator.errors import NotationError, Source, nearest
from adjudicator.record import flights  # noqa: F401 (its acts have names, too)
from adjudicator.record.acts import Act, Claim, OverrunTold
from adjudicator.record.position import Position

Json = object
POSITIONS = ("before", "after")


def act_to_json(act: Act) -> dict[str, Json]:
    """An act as plain data: the name of its type under "act", then every field that is not what it is by default."""
    found: dict[str, Json] = {"act": name_of(type(act))}
    for each in fields(act):
        value = getattr(act, each.name)
        default = each.default_factory() if each.default_factory is not MISSING else each.default
        if each.name not in POSITIONS and value != default:
            found[each.name] = _plain(value)
    return found


def act_from_json(data: Mapping[str, Json], before: Position, after: Position) -> Act:
    """The act that `act_to_json` told; NotationError where there is no such act, or it lacks a field."""
    name = data.get("act")
    kind = act_types().get(str(name))
    if kind is None:
        raise NotationError(f"no act is called {name!r}{nearest(str(name), act_types())}")
    given = {key: _typed(key, value) for key, value in data.items() if key != "act"}
    try:
        return kind(before=before, after=after, **given)  # type: ignore[arg-type] # checked by the call itself
    except TypeError as error:
        raise NotationError(f"{name}: {error}") from error


def act_types() -> dict[str, type[Act]]:
    """Every type of act by its name."""
    return {name_of(kind): kind for kind in _subtypes(Act)}


def name_of(kind: type[Act]) -> str:
    """The name of a type of act: StepLoss is "step loss"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()


def _subtypes(kind: type[Act]) -> Iterator[type[Act]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subtypes(each)


def _plain(value: object) -> Json:
    match value:
        case Claim(kind, mode):
            return {"act": name_of(kind), "mode": mode} if mode else {"act": name_of(kind)}
        case OverrunTold(units, number, told):
            return {"units": list(units), "hex": number, "told": dict(told)}
        case Source():
            return {key: part for key, part in asdict(value).items() if part not in ("", None)}
        case tuple():
            return [_plain(each) for each in value]
        case Mapping():
            return dict(value)
    return value


def _typed(field: str, value: Json) -> object:
    if field == "source" and isinstance(value, Mapping):
        return Source(**value)
    if field == "overrun" and isinstance(value, Mapping):
        return OverrunTold(tuple(value["units"]), value["hex"], value["told"])
    if field == "claims" and isinstance(value, list):
        return tuple(_claim(each) for each in value)
    return tuple(value) if isinstance(value, list) else value


def _claim(data: Mapping[str, str]) -> Claim:
    return Claim(act_types()[data["act"]], data.get("mode", ""))  # type: ignore[arg-type] # claims are of travels
