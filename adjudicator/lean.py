"""`dataclass` and `cached_property` with the standard library's meaning, which take less time.

The methods of a `dataclass` are written when they are first called. The standard library compiles up to six methods of a class
when its module is imported: a small check imports 370 classes and makes objects of a third of them, and spent a fifth of its
time on methods that it never called. `__init__` sets the slots of a frozen class straight as well: such an object is made in
a third of the time.

`cached_property` takes no lock, as from Python 3.12 on that of the standard library does not either: what two threads ask for
at once is worked out twice. Models of pydantic keep the standard library's, the only one that pydantic takes for no field.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from dataclasses import MISSING, FrozenInstanceError
from enum import Enum
from typing import TYPE_CHECKING, Any

__all__ = ["cached_property", "dataclass", "in_full", "replace", "short"]

if TYPE_CHECKING:
    from dataclasses import dataclass, replace
    from functools import cached_property
else:

    class cached_property(functools.cached_property):  # noqa: N801 - the standard library's name
        """What an object knows of itself, worked out when it is first asked for."""

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            found = instance.__dict__[self.attrname] = self.func(instance)
            return found

    def replace(obj, /, **changes):
        """The object with some fields otherwise, as `dataclasses.replace` makes it, in half the time."""
        copy = _COPIES.get(obj.__class__)
        return copy(obj, **changes) if copy is not None else _replaced(obj, changes)

    def dataclass(cls=None, /, *, frozen=False, slots=False, kw_only=False, eq=True, order=False):
        """A class of fields, as `dataclasses.dataclass` makes it from the same arguments.

        `fields`, `replace`, `asdict` and `is_dataclass` serve it. Three things differ: there are no fields that only
        `__init__` knows (`InitVar`), the class's parameters do not tell that it is frozen, and its signature is not known
        before the first object is made.
        """

        def made(cls):
            own = frozenset(name for name, value in vars(cls).items() if name != "__hash__" or value is not None)
            cls = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
            if frozen:
                _freeze(cls, own, slots=slots)
            if eq and not frozen and "__hash__" not in own:
                cls.__hash__ = None
            if "__repr__" not in own:
                cls.__repr__ = short
            wanted = {"__init__", *(_COMPARED if eq else ()), *(_ORDERED if order else ())}
            if eq and frozen:
                wanted.add("__hash__")
            for name in wanted - own:
                setattr(cls, name, _stand_in(cls, name, frozen=frozen))
            return cls

        return made if cls is None else made(cls)


_COMPARED = ("__eq__",)
_ORDERED = ("__lt__", "__le__", "__gt__", "__ge__")
_WRITTEN_FOR: Mapping[str, Mapping[str, Any]] = {
    "__eq__": {"eq": True},
    "__hash__": {"eq": True, "frozen": True},
    **{name: {"eq": True, "order": True} for name in _ORDERED},
}
"""The methods, and what has the standard library write each."""


LONGEST_REPR = 200
_LONGEST_VALUE = 40
_LONGEST_NAME = 80
_PLAIN = (bool, int, float, type(None))
_TOLD_AS_THEY_ARE = frozenset({str, *_PLAIN})


def short(obj: Any) -> str:
    """The `repr` of an object with fields, at most 200 characters: its class and its first fields; it looks into none of them."""
    called = type(obj).__qualname__[:_LONGEST_NAME]
    told: list[str] = []
    room = LONGEST_REPR - len(called) - len("(, …)")
    for name in _told(obj):
        told.append(f"{name}={_shown(getattr(obj, name, None))}")
        room -= len(told[-1]) + len(", ")
        if room < 0:
            told[-1] = "…"
            break
    return f"{called}({', '.join(told)})"


def in_full(value: Any) -> str:
    """What the standard library's `repr` says of a value, whatever fields its parts have: for digests."""
    if type(value) in _TOLD_AS_THEY_ARE:
        return repr(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return f"{type(value).__qualname__}({', '.join(f'{name}={in_full(getattr(value, name))}' for name in _told(value))})"
    if type(value) is tuple:
        return f"({', '.join(map(in_full, value))}{',' * (len(value) == 1)})"
    if type(value) is list:
        return f"[{', '.join(map(in_full, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{in_full(key)}: {in_full(each)}' for key, each in value.items())}}}"
    return repr(value)


def _told(obj: Any) -> list[str]:
    """The names of the fields that a `repr` tells."""
    if dataclasses.is_dataclass(obj):
        return [each.name for each in dataclasses.fields(obj) if each.repr]
    return list(type(obj).model_fields)


def _shown(value: Any) -> str:
    """A value in a few characters."""
    if isinstance(value, str):
        return repr(str.__str__(value[:_LONGEST_VALUE])) + "…" * (len(value) > _LONGEST_VALUE)
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, _PLAIN) and not (isinstance(value, int) and value.bit_length() > 128):
        return repr(value)
    if type(value) in (tuple, list, dict, set, frozenset):
        return f"<{type(value).__name__} of {len(value)}>" if value else repr(value)
    return f"{type(value).__name__[:_LONGEST_VALUE]}(…)"


def _stand_in(cls: Any, name: str, *, frozen: bool) -> Callable[..., Any]:
    """What writes a method of a class when it is first called, and makes way for it."""

    def method(self: object, *arguments: Any, **named: Any) -> Any:
        written = _init(cls, frozen=frozen) if name == "__init__" else _as_the_library_writes_it(cls, name)
        written.__name__, written.__qualname__ = name, f"{cls.__qualname__}.{name}"
        setattr(cls, name, written)
        return written(self, *arguments, **named)

    return method


def _as_the_library_writes_it(cls: Any, name: str) -> Any:
    fields: Any = [(each.name, each.type, each) for each in dataclasses.fields(cls)]
    wanted = {"init": False, "repr": False, "eq": False, **_WRITTEN_FOR[name]}
    return vars(dataclasses.make_dataclass(cls.__name__, fields, **wanted))[name]


def _init(cls: Any, *, frozen: bool) -> Any:
    """`__init__` of a class of fields, which may set the fields of a frozen one.

    It does so while the object is of a class that lets anybody set the same slots; one of a class below may be laid out
    otherwise and is set field by field.
    """
    opened = _with_open_slots(cls) if frozen else None
    closed = "__set(self, {name!r}, {value})"
    if opened is None:
        return _written(cls, closed if frozen else "self.{name} = {value}", {})
    other = functools.cache(lambda: _written(cls, closed, {}))
    known = {"__cls": cls, "__opened": opened, "__turn": _CLASS.__set__, "__other": other}
    return _written(cls, "self.{name} = {value}", known)


def _written(cls: Any, setting: str, known: dict[str, Any]) -> Any:
    """`__init__` with this line for each field; what is `known` says how the class's own objects are opened before."""
    turns = bool(known)
    known |= {"__set": object.__setattr__, "__unset": MISSING}
    taken: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for each in dataclasses.fields(cls):
        name, value = each.name, each.name
        argument = name
        if each.default is not MISSING:
            known[f"__default_{name}"] = each.default
            argument, value = f"{name}=__default_{name}", name if each.init else f"__default_{name}"
        elif each.default_factory is not MISSING:
            known[f"__make_{name}"] = each.default_factory
            argument = f"{name}=__unset"
            value = f"__make_{name}() if {name} is __unset else {name}" if each.init else f"__make_{name}()"
        elif not each.init:
            continue  # `__post_init__` gives it its value
        if each.init:
            (named if each.kw_only else taken).append(argument)
        lines.append(setting.format(name=name, value=value))
    if turns:
        given = [name for name, _, _ in (argument.partition("=") for argument in taken)]
        given += [f"{name}={name}" for name, _, _ in (argument.partition("=") for argument in named)]
        lines = [
            f"if self.__class__ is not __cls: return __other()(self, {', '.join(given)})",
            "__turn(self, __opened)",
            *lines,
            "self.__class__ = __cls",
        ]
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    head = ", ".join(["self", *taken, *(["*", *named] if named else ())])
    exec(f"def __init__({head}):\n " + "\n ".join(lines or ["pass"]), known)  # noqa: S102 - written of the class's own fields
    return known["__init__"]


_CLASS: Any = object.__dict__["__class__"]


def _with_open_slots(cls: Any) -> Any:
    """A class whose objects are laid out as those of a frozen one and can be set, None if there is none."""
    own = vars(cls).get("__slots__", ())
    opened = type(cls.__name__, (), {"__slots__": own})
    try:
        _CLASS.__set__(object.__new__(cls), opened)
    except TypeError:  # it has no slots of its own alone
        return None
    return opened


_COPIES: dict[Any, Callable[..., Any]] = {}
"""How objects of a class are made of others, written once that has been asked for often."""
_ASKED: dict[Any, int] = {}
_OFTEN = 20
"""From so many times on it takes less time to write it than to do without."""


def _replaced(obj: Any, changes: Mapping[str, Any]) -> Any:
    """The same of a class of which few objects are asked for."""
    cls = obj.__class__
    _ASKED[cls] = _ASKED.get(cls, 0) + 1
    if _ASKED[cls] >= _OFTEN:
        _COPIES[cls] = _copy_of(cls)
    return dataclasses.replace(obj, **changes)


def _copy_of(cls: Any) -> Callable[..., Any]:
    names = [each.name for each in dataclasses.fields(cls) if each.init]
    kept = {name: f"self.{name} if {name} is __unset else {name}" for name in names}
    named = any(each.kw_only for each in dataclasses.fields(cls))
    given = ", ".join(f"{name}={value}" if named else value for name, value in kept.items())
    taken = ", ".join(f"{name}=__unset" for name in names)
    known: dict[str, Any] = {"__unset": MISSING, "__cls": cls}
    exec(f"def __copy(self, {'*, ' if names else ''}{taken}):\n return __cls({given})", known)  # noqa: S102 - as above
    copy: Callable[..., Any] = known["__copy"]
    return copy


def _freeze(cls: Any, own: frozenset[str], *, slots: bool) -> None:
    cls.__setattr__, cls.__delattr__ = _not_set, _not_deleted
    if slots and not own & {"__getstate__", "__setstate__"}:
        cls.__getstate__, cls.__setstate__ = _state, _with_state


def _not_set(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _not_deleted(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _with_state(self: Any, state: list[object]) -> None:
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
