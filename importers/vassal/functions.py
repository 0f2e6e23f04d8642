"""What an expression may call: methods of texts, `Math`, `Integer`, `String`, and sums and counts over the counters around.

Facts: `script.ExpressionInterpreter`, `java.lang.String`, `Integer`, `Math`. A call whose value would differ from Java's, or
of which that is not known, has none here: it is refused. Regular expressions are those that mean the same in both languages.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from adjudicator.errors import PackError
from adjudicator.lean import dataclass, replace
from adjudicator.patterns import Matcher, fault, matcher

Value = str | int | float | bool

LONGEST = 10_000
"""A longer text is not searched by a pattern."""
_LEAST, _MOST = -(2**31), 2**31 - 1
_NUMBER = re.compile(r"[+-]?[0-9]{1,10}")
_PLAIN = re.compile(
    r"(?:[^\\\[\](){}\n]|\\[.*+?()|^$\[\]{}\\/-]|\\[dDwWsS]|\[\^?[\w .,:;_/#-]+\]|\((?:\?:)?|\))*", re.ASCII
)
_LONGEST_PATTERN = 300


class Refused(Exception):  # noqa: N818 - internal signal of expressions and their functions
    """The expression uses more than we read."""


class Single(float):
    """A `float` of Java's, which a property with a fraction is."""

    __slots__ = ()

    @classmethod
    def of(cls, value: float) -> Single:
        """The nearest one to a number."""
        if not math.isfinite(value) or abs(value) > 1e30:
            raise Refused
        return cls(struct.unpack("f", struct.pack("f", value))[0])

    def digits(self) -> float:
        """A number of as few digits as tell it from all others, as Java prints it."""
        return next(short for digits in range(1, 18) if Single.of(short := float(f"{self:.{digits}g}")) == self)


class Asking:
    """What an expression asks: properties by name, and what lies outside the piece. A plain function answers names alone."""

    __slots__ = ()

    def keeps_zeros(self) -> bool:
        """Whether numbers with zeros in front are texts (`GlobalOptions`, `storeLeadingZeroIntegersAsStrings`)."""
        return False

    def __call__(self, name: str) -> str | None:
        raise NotImplementedError

    def failed(self, name: str) -> bool:
        """Whether the property is there, but what makes it could not be read."""
        raise NotImplementedError

    def around(self, where: str, place: str | None = None, ground: str | None = None) -> Sequence[Asking] | None:
        """The pieces of the same "stack", "location", "zone" or "map", or of all maps, "", without those that are concealed.

        `ground` names another map than its own, `place` a location or zone there. None for a piece that is asked only
        because another one counts it.
        """
        raise NotImplementedError

    def is_map(self, name: str) -> bool:
        """Whether a map has this name."""
        raise NotImplementedError

    def attached(self, name: str) -> Sequence[Asking] | None:
        """The pieces that a trait "Attachment" of this name holds; None where somebody could not see one of them."""
        raise NotImplementedError

    def kept(self, containers: Sequence[str], name: str) -> str | None:
        """A property that zones ("map:zone") or maps have, the first that has it; the module's if none does."""
        raise NotImplementedError


def text_of(value: Value) -> str:
    """A value as Java says it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if not math.isfinite(value) or not (value == 0 or 1e-3 <= abs(value) < 1e7):
            raise Refused
        return str(value.digits() if isinstance(value, Single) else value)
    return str(value)


def whole_of(value: Value) -> int:
    """A number that must be a whole one."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused
    return value


def parsed_int(value: Value) -> int:
    """`Integer.parseInt`, which takes a text alone; what is no number is an error in Java."""
    if not isinstance(value, str) or not _NUMBER.fullmatch(value) or not _LEAST <= int(value) <= _MOST:
        raise Refused
    return int(value)


def _valued(value: Value) -> int:
    """`Integer.valueOf`."""
    return value if isinstance(value, int) and not isinstance(value, bool) else parsed_int(value)


def _real(value: Value) -> float:
    if isinstance(value, bool | str):
        raise Refused
    return float(value)


def _number(value: Value) -> int | float:
    if isinstance(value, bool | str):
        raise Refused
    return value


def pattern_of(text: str) -> Matcher:
    """A plain regular expression that means the same in Java: signs, classes, groups, choices and repeats."""
    if not text or len(text) > _LONGEST_PATTERN or not _PLAIN.fullmatch(text) or fault(text):
        raise Refused
    return matcher(text, re.ASCII)


def matched(text: str, pattern: str) -> bool:
    """`Pattern.matches`: whether a pattern is all of a text."""
    if not pattern:
        return not text
    with _in_time():
        return pattern_of(pattern).fullmatch(_searched(text)) is not None


@contextmanager
def _in_time() -> Iterator[None]:
    """A pattern that takes too long to look at a text has no value."""
    try:
        yield
    except PackError:
        raise Refused from None


def _searched(text: str) -> str:
    if len(text) > LONGEST:
        raise Refused
    return text


def _replace_all(text: str, pattern: str, by: str) -> str:
    if "$" in by or "\\" in by:
        raise Refused
    with _in_time():
        return pattern_of(pattern).sub(by, _searched(text))


def _replace_first(text: str, pattern: str, by: str) -> str:
    if "$" in by or "\\" in by:
        raise Refused
    with _in_time():
        found = pattern_of(pattern).search(_searched(text))
    return text if found is None else text[: found.start()] + by + text[found.end() :]


def _repeated(text: str, times: int) -> str:
    if times < 0 or len(text) * times > LONGEST:
        raise Refused
    return text * times


def _part(text: str, start: int, end: int | None = None) -> str:
    last = len(text) if end is None else end
    if not 0 <= start <= last <= len(text):
        raise Refused
    return text[start:last]


def compared(one: str, other: str) -> int:
    """`String.compareTo`: below, at or above 0."""
    for first, second in zip(one, other, strict=False):
        if first != second:
            return ord(first) - ord(second)
    return len(one) - len(other)


TEXT_METHODS: dict[str, tuple[tuple[type, ...], Callable[..., Value]]] = {
    "startsWith/1": ((str,), str.startswith),
    "endsWith/1": ((str,), str.endswith),
    "contains/1": ((str,), str.__contains__),
    "equals/1": ((str,), str.__eq__),
    "equalsIgnoreCase/1": ((str,), lambda text, other: text.casefold() == other.casefold()),
    "length/0": ((), len),
    "isEmpty/0": ((), lambda text: not text),
    "isBlank/0": ((), lambda text: not text.strip()),
    "trim/0": ((), lambda text: text.strip("".join(map(chr, range(33))))),
    "strip/0": ((), str.strip),
    "stripLeading/0": ((), str.lstrip),
    "stripTrailing/0": ((), str.rstrip),
    "repeat/1": ((int,), _repeated),
    "toUpperCase/0": ((), str.upper),
    "toLowerCase/0": ((), str.lower),
    "toString/0": ((), str),
    "concat/1": ((str,), str.__add__),
    "compareTo/1": ((str,), compared),
    "compareToIgnoreCase/1": ((str,), lambda text, other: compared(text.upper().lower(), other.upper().lower())),
    "indexOf/1": ((str,), str.find),
    "indexOf/2": ((str, int), lambda text, word, start: text.find(word, max(0, start))),
    "lastIndexOf/1": ((str,), str.rfind),
    "replace/2": ((str, str), str.replace),
    "replaceAll/2": ((str, str), _replace_all),
    "replaceFirst/2": ((str, str), _replace_first),
    "matches/1": ((str,), matched),
    "substring/1": ((int,), _part),
    "substring/2": ((int, int), _part),
}
"""Methods of texts by name and number of arguments: the types of these, and what they do."""
OF_VARIABLES = frozenset(each.partition("/")[0] for each in TEXT_METHODS) - {"concat"} | {
    "format",
    "hashCode",
    "regionMatches",
}
"""The methods that may be called on a property's bare name (`BeanShellExpressionValidator.supportedStringFunctions`)."""


def _rounded(value: Value) -> int:
    return math.floor(_real(value) + 0.5) if not isinstance(value, int) else _unrounded(value)


def _unrounded(value: int) -> int:
    return whole_of(value)


def _power(base: Value, exponent: Value) -> float:
    try:
        return math.pow(_real(base), _real(exponent))
    except (OverflowError, ValueError):
        raise Refused from None


def _root(value: Value) -> float:
    real = _real(value)
    if real < 0:
        raise Refused
    return math.sqrt(real)


def _either(choose: Callable[..., int | float], one: Value, other: Value) -> Value:
    """One of two numbers, of the wider of their kinds."""
    found = choose(_number(one), _number(other))
    if isinstance(one, int) and isinstance(other, int):
        return found
    single = isinstance(one, int | Single) and isinstance(other, int | Single)
    return Single.of(found) if single else float(found)


STATICS: dict[str, Callable[..., Value]] = {
    "Integer.parseInt/1": parsed_int,
    "Integer.valueOf/1": _valued,
    "Integer.max/2": lambda one, other: max(whole_of(one), whole_of(other)),
    "Integer.min/2": lambda one, other: min(whole_of(one), whole_of(other)),
    "String.valueOf/1": text_of,
    "Boolean.parseBoolean/1": lambda value: text_of(value).casefold() == "true",
    "Math.min/2": partial(_either, min),
    "Math.max/2": partial(_either, max),
    "Math.abs/1": lambda value: Single.of(abs(value)) if isinstance(value, Single) else abs(_number(value)),
    "Math.floor/1": lambda value: math.copysign(math.floor(_real(value)), value),
    "Math.ceil/1": lambda value: math.copysign(math.ceil(_real(value)), value),
    "Math.round/1": _rounded,
    "Math.pow/2": _power,
    "Math.sqrt/1": _root,
    "Math.floorMod/2": lambda one, other: whole_of(one) % whole_of(other),
    "Math.floorDiv/2": lambda one, other: whole_of(one) // whole_of(other),
}
"""Functions of Java's classes, by name and number of arguments."""

SCOPES = {"Stack": "stack", "Location": "location", "Zone": "zone", "Map": "map", "": ""}
"""The ends of `Sum…` and `Count…`, and the pieces that these look at."""
AROUND = frozenset(f"{what}{end}" for what in ("Sum", "Count") for end in SCOPES)
"""The functions whose value depends on other pieces."""


OF_ATTACHED = frozenset(("SumAttach", "CountAttach", "MaxAttach", "MinAttach", "GetAttachProperty"))
"""The functions that ask the pieces which are attached to one."""


def of_attached(
    name: str, arguments: Sequence[str], asking: object, matches: Callable[[str, Asking], bool]
) -> int | str:
    """`SumAttach` and its like; `GetAttachProperty` answers with the property's text, "" where no piece has it."""
    if not isinstance(asking, Asking) or not 2 <= len(arguments) <= 3:
        raise Refused
    attachment, word, *more = arguments
    held = asking.attached(attachment)
    if held is None or (more and name in ("CountAttach", "MaxAttach", "MinAttach")):
        raise Refused
    if name == "GetAttachProperty":
        chosen = _one_of(held, more[0] if more else "1", asking, matches)
        return _said(chosen, word) if chosen is not None else ""
    if name in ("MaxAttach", "MinAttach"):
        return (max if name == "MaxAttach" else min)((_worth(each, word) for each in held), default=0)
    condition = more[0] if more else ""
    if name == "CountAttach" and _braced(word):
        word, condition = "", word
    if condition:
        held = _accepted(held, condition, asking, matches)
    return sum((_worth if name == "SumAttach" else _has)(each, word) for each in held)


def _one_of(
    held: Sequence[Asking], which: str, asking: Asking, matches: Callable[[str, Asking], bool]
) -> Asking | None:
    """An attached piece by its number, by a condition in braces, or by its name."""
    if which.isdecimal():
        return held[int(which) - 1] if 0 < int(which) <= len(held) else None
    if _braced(which):
        return next(iter(_accepted(held, which, asking, matches)), None)
    return next((each for each in held if which and which == _said(each, "BasicName")), None)


def _accepted(
    held: Sequence[Asking], condition: str, asking: Asking, matches: Callable[[str, Asking], bool]
) -> list[Asking]:
    if not _braced(condition):
        raise Refused
    plain = _filled(condition.strip()[1:-1].replace('\\"', '"'), asking)
    return [each for each in held if matches(plain, each)]


@dataclass(frozen=True, slots=True)
class _Gathering:
    """What a sum or count asks: which property, under what condition, and where if not around the piece itself."""

    word: str = ""
    condition: str = ""
    place: str | None = None
    ground: str | None = None


def gathered(name: str, arguments: Sequence[str], asking: object, matches: Callable[[str, Asking], bool]) -> int:
    """`SumStack`, `CountLocation`, `Sum` and their like, over the piece's own stack, location, zone or map, or over others.

    A property counts where it has a value; an expression in braces where it is true.
    """
    if not isinstance(asking, Asking):
        raise Refused
    sums = name.startswith("Sum")
    end = name.removeprefix("Sum" if sums else "Count")
    found = _asked_for(sums, end, list(arguments), asking)
    if (sums and not found.word) or (found.condition and not _braced(found.condition)):
        raise Refused
    condition = _filled(found.condition.strip()[1:-1].replace('\\"', '"'), asking)
    if found.ground is not None and not asking.is_map(found.ground):
        return 0
    others = asking.around(SCOPES[end], found.place, found.ground)
    if others is None:
        raise Refused
    chosen = [each for each in others if not condition or matches(condition, each)]
    return sum((_worth if sums else _has)(each, found.word) for each in chosen)


def _asked_for(sums: bool, end: str, given: list[str], asking: Asking) -> _Gathering:
    """Which argument is which (`init_expression.bsh`): conditions stand in braces, and a place comes with its map."""
    if not end:
        if sums:
            return _Gathering(given[0], given[1], ground=_map_of(given[2:])) if 2 <= len(given) <= 3 else _refused()
        return _Gathering(condition=given[0], ground=_map_of(given[1:])) if 1 <= len(given) <= 2 else _refused()
    condition = given.pop() if given and _braced(given[-1]) else ""
    word = given.pop(0) if sums and given else ""
    if end == "Map" and given and (sums or len(given) > 1 or asking.is_map(given[0])):
        ground, *given = given
        found = _Gathering(word, condition, None, ground or None)
    elif end in ("Location", "Zone") and len(given) > 1:
        place, ground, *given = given
        found = _Gathering(word, condition, place, ground)
    else:
        found = _Gathering(word, condition)
    if len(given) > (0 if sums else 1):
        raise Refused
    return replace(found, word=given[0]) if given else found


def _map_of(given: Sequence[str]) -> str | None:
    return given[0] if given else None


def _refused() -> _Gathering:
    raise Refused


def _filled(condition: str, asking: Asking) -> str:
    """A condition with what the asking piece's own properties say in it (`replaceDollarVariables`)."""
    at, out = 0, ""
    while (start := condition.find("$", at)) >= 0 and (end := condition.find("$", start + 1)) >= 0:
        name = condition[start + 1 : end]
        value = asking(name)
        if value is None and asking.failed(name):
            raise Refused
        out += condition[at:start] + (f"${name}" if value is None else value)
        at = end if value is None else end + 1
    return out + condition[at:]


def _braced(text: str) -> bool:
    return text.strip().startswith("{") and text.strip().endswith("}")


def _said(asking: Asking, name: str) -> str:
    value = asking(name)
    if value is None and asking.failed(name):
        raise Refused
    return value or ""


def _worth(asking: Asking, name: str) -> int:
    text = _said(asking, name)
    return int(text) if _NUMBER.fullmatch(text) and _LEAST <= int(text) <= _MOST else 0


def _has(asking: Asking, name: str) -> int:
    return 1 if not name or _said(asking, name) else 0
