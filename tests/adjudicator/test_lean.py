"""The lean `dataclass` against the standard library's, on the same classes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from functools import cached_property
from itertools import product
from typing import Any, ClassVar

import pytest

from adjudicator.lean import dataclass, replace

WAYS = [
    dict(zip(("frozen", "slots", "kw_only", "eq", "order"), each, strict=True))
    for each in product((False, True), repeat=5)
    if each[3] or not each[4]
]


def classes(decorated: Callable[..., Any], ways: dict[str, bool]) -> tuple[type[Any], type[Any]]:
    """A class with every kind of field, and one that inherits from it."""

    @decorated(**ways)
    class Unit:
        kinds: ClassVar[int] = 3
        name: str
        steps: int = 2
        marks: list[str] = field(default_factory=list)
        note: str = field(default="", repr=False, compare=False)
        side: str = field(default="axis", kw_only=True)
        born: str = field(init=False, default="here")
        seen: tuple[str, ...] = field(init=False, default_factory=tuple)
        told: str = field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "told", f"{self.name} of {self.side}")

    @decorated(**ways)
    class Tank(Unit):
        steps: int = 4
        armour: int = 1

    return Unit, Tank


@pytest.mark.parametrize("ways", WAYS, ids=lambda ways: "-".join(name for name, on in ways.items() if on) or "plain")
def test_a_lean_class_does_what_the_standard_library_makes_it_do(ways: dict[str, bool]) -> None:
    def told(decorated: Callable[..., Any]) -> list[object]:
        found: list[object] = []

        def attempt(made: Callable[[], object]) -> None:
            try:
                found.append(made())
            except Exception as error:  # noqa: BLE001 - which one it is, is what we compare
                found.append(type(error))

        for cls in classes(decorated, ways):
            first, same = cls(name="1st"), cls(name="1st", note="late")
            other = cls(name="2nd", steps=1, marks=["late"], side="soviet")
            attempt(lambda cls=cls: dataclasses.astuple(cls("3rd", 1, ["x"])))
            attempt(lambda cls=cls: cls("3rd", 1, side="axis", nobody=1))
            attempt(lambda cls=cls: cls())
            attempt(lambda first=first, same=same, other=other: (first == same, first == other, first == "1st"))
            attempt(lambda first=first: repr(first).replace(told.__qualname__, ""))
            attempt(lambda first=first, other=other: (first < other, first >= other))
            attempt(lambda other=other: dataclasses.asdict(dataclasses.replace(other, name="4th")))
            attempt(lambda cls=cls: (cls.__match_args__, hasattr(cls("1st"), "__dict__"), cls.kinds))
            attempt(lambda cls=cls: cls.__hash__ is None)
            attempt(lambda first=first, same=same: hash(first) == hash(same))
            attempt(lambda other=other: dataclasses.astuple(copy.deepcopy(other)))
            attempt(lambda first=first: setattr(first, "name", "5th") or first.name)
            attempt(lambda other=other: delattr(other, "name"))
        return found

    assert told(dataclass) == told(dataclasses.dataclass)


@dataclass(frozen=True, slots=True)
class Hex:
    column: int
    row: int = 1


@dataclass(frozen=True)
class Spot:
    at: Hex

    @cached_property
    def told(self) -> str:
        return f"{self.at.column:02}{self.at.row:02}"


def test_lean_objects_are_pickled() -> None:
    spot = Spot(Hex(3))
    again = pickle.loads(pickle.dumps(spot))  # noqa: S301 - our own bytes
    assert again == spot
    assert (again.at, again.told) == (Hex(3, 1), "0301")
    with pytest.raises(FrozenInstanceError):
        again.at.row = 2


def test_methods_of_ones_own_are_kept() -> None:
    @dataclass(frozen=True, slots=True)
    class Loud:
        name: str

        def __repr__(self) -> str:
            return self.name.upper()

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Loud)

        def __hash__(self) -> int:
            return 7

    assert repr(Loud("one")) == "ONE"
    assert Loud("one") == Loud("two")
    assert hash(Loud("one")) == 7


def test_a_mistake_in_making_one_names_the_class() -> None:
    with pytest.raises(TypeError, match=r"Hex\.__init__\(\) got an unexpected keyword argument 'rows'"):
        Hex(column=1, rows=2)  # type: ignore[call-arg]


@pytest.mark.parametrize("ways", WAYS, ids=lambda ways: "-".join(name for name, on in ways.items() if on) or "plain")
def test_replace_makes_what_the_standard_library_makes(ways: dict[str, bool]) -> None:
    for made in classes(dataclass, ways):
        first = made(name="one", marks=["hit"], side="allies")
        for changes in ({}, {"steps": 7}, {"name": "two", "side": "axis"}):
            for _ in range(40):  # from some time on it is our own that answers
                replace(first, **changes)
            told = vars if not ways["slots"] else lambda each: [getattr(each, f.name) for f in dataclasses.fields(each)]
            assert told(replace(first, **changes)) == told(dataclasses.replace(first, **changes))


def test_replace_knows_no_other_fields() -> None:
    for _ in range(40):
        with pytest.raises(TypeError, match="unexpected keyword argument 'rows'"):
            replace(Hex(1), rows=2)  # type: ignore[call-arg]
