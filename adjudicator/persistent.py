"""A mapping that is a value: a changed copy of it costs little, and the one that it was made from stays as it was."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from math import isqrt
from typing import Any, TypeVar, overload

Key = TypeVar("Key")
Value = TypeVar("Value")
Other = TypeVar("Other")

_GONE: Any = object()
"""Stands in a layer for a key that was taken out of the whole."""
_ABSENT: Any = object()
_SMALL = 8
"""A layer of so many changes is never too large."""


class PersistentMap(Mapping[Key, Value]):
    """An immutable mapping in the order of insertion: a whole that many copies share, under a layer of each one's changes.

    A changed key keeps its place; a key that was taken out and comes again stands last, as in a dict. When a layer has more
    changes than the square root of twice the whole, the next copy gets a whole of its own, so that in a long row of copies
    each costs little time and memory.
    """

    __slots__ = ("_layer", "_size", "_taken", "_whole")

    _whole: dict[Key, Value]
    _layer: dict[Key, Value]
    _taken: frozenset[Key]
    """Keys of the whole that were taken out since it was made. Each stands in the layer, as gone or with its new value."""
    _size: int

    def __init__(self, content: Mapping[Key, Value] | Iterable[tuple[Key, Value]] = ()) -> None:
        whole = content.flat() if type(self) is type(content) is PersistentMap else dict(content)
        self._whole, self._layer, self._taken, self._size = whole, {}, frozenset(), len(whole)

    def set(self, key: Key, value: Value) -> PersistentMap[Key, Value]:
        """The mapping with one key set."""
        layer = self._layer.copy()
        was = layer.get(key, _ABSENT)
        if was is _GONE:
            del layer[key]
        layer[key] = value
        new = key not in self._whole if was is _ABSENT else was is _GONE
        return _layered(self._whole, layer, self._taken, self._size + new)

    def delete(self, key: Key) -> PersistentMap[Key, Value]:
        """The mapping without a key; KeyError if it has none such."""
        if key not in self:
            raise KeyError(key)
        layer, taken = self._layer.copy(), self._taken
        if key in self._whole:
            layer[key], taken = _GONE, taken | {key}
        else:
            del layer[key]
        return _layered(self._whole, layer, taken, self._size - 1)

    def update(self, content: Mapping[Key, Value] | Iterable[tuple[Key, Value]]) -> PersistentMap[Key, Value]:
        """The mapping with these keys set."""
        flat = self.flat().copy()
        flat.update(content)
        return PersistentMap(flat)

    def flat(self) -> dict[Key, Value]:
        """All of it as one dict, which nobody may change: it may be the whole that others share."""
        layer, taken = self._layer, self._taken
        if not layer:
            return self._whole
        found = self._whole.copy()
        for key in taken:
            del found[key]
        found.update(layer)
        for key in taken:
            if layer[key] is _GONE:
                del found[key]
        return found

    def __getitem__(self, key: Key) -> Value:
        layer = self._layer
        if key in layer:
            found = layer[key]
            if found is _GONE:
                raise KeyError(key)
            return found
        return self._whole[key]

    @overload
    def get(self, key: Key, default: None = None) -> Value | None: ...
    @overload
    def get(self, key: Key, default: Value | Other) -> Value | Other: ...
    def get(self, key: Key, default: Any = None) -> Any:
        layer = self._layer
        if key in layer:
            found = layer[key]
            return default if found is _GONE else found
        return self._whole.get(key, default)

    def __contains__(self, key: object) -> bool:
        layer = self._layer
        return layer[key] is not _GONE if key in layer else key in self._whole

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Key]:
        return iter(self.flat())

    def keys(self) -> KeysView[Key]:
        return self.flat().keys()

    def values(self) -> ValuesView[Value]:
        return self.flat().values()

    def items(self) -> ItemsView[Key, Value]:
        return self.flat().items()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PersistentMap):
            return NotImplemented
        if self._whole is other._whole and self._layer is other._layer:
            return True
        return self._size == other._size and self.flat() == other.flat()

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"PersistentMap({self.flat()!r})"

    def __reduce__(self) -> tuple[type[PersistentMap[Key, Value]], tuple[dict[Key, Value]]]:
        return PersistentMap, (self.flat(),)


class ChangingMap(PersistentMap[Key, Value]):
    """The same as one that changes itself, for whoever follows a long row of changes and keeps none of the maps between."""

    __slots__ = ()

    def set(self, key: Key, value: Value) -> ChangingMap[Key, Value]:
        self._whole[key] = value
        self._size = len(self._whole)
        return self

    def delete(self, key: Key) -> ChangingMap[Key, Value]:
        del self._whole[key]
        self._size -= 1
        return self

    def update(self, content: Mapping[Key, Value] | Iterable[tuple[Key, Value]]) -> ChangingMap[Key, Value]:
        self._whole.update(content)
        self._size = len(self._whole)
        return self


def _layered(
    whole: dict[Key, Value], layer: dict[Key, Value], taken: frozenset[Key], size: int
) -> PersistentMap[Key, Value]:
    made: PersistentMap[Key, Value] = PersistentMap.__new__(PersistentMap)
    made._whole, made._layer, made._taken, made._size = whole, layer, taken, size
    return PersistentMap(made) if len(layer) > _SMALL and len(layer) > isqrt(2 * len(whole)) else made
