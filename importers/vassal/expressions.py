"""The small part of BeanShell that modules use to name and classify counters: values, properties, arithmetic, conditions.

Nothing is run: an expression is parsed by hand, and anything beyond this part has no value (None). Facts:
`script.expression.*`, and the engine's own BeanShell (`bsh.BSHBinaryExpression`, `Primitive`); a property that reads as a
number or a boolean is one, everything else is text, and so is one whose name stands before a method of texts.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import fmod
from typing import Any

from adjudicator.importers.vassal.functions import (
    AROUND,
    OF_ATTACHED,
    OF_VARIABLES,
    STATICS,
    TEXT_METHODS,
    Asking,
    Refused,
    Single,
    Value,
    compared,
    gathered,
    matched,
    of_attached,
    text_of,
)
from adjudicator.importers.vassal.wire import sequences

Lookup = Callable[[str], str | None]
"""A function, or an `Asking` that can be asked for more than names."""
Term = Callable[[Lookup], Value]
"""A parsed part: worked out only when the parts around it ask."""

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+\.\d+|\d+)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<name>[A-Za-z_$][\w$]*)"""
    r"""|(?P<sign>--|\+\+|==|=~|!=|!~|<=|>=|&&|\|\||[-+*/%<>!?:(),.]))"""
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "'": "'", "\\": "\\"}
_BLANKS = "".join(map(chr, range(33)))
_LONGEST = 4_000
_DEEPEST = 40
_LEAST, _MOST = -(2**31), 2**31 - 1
_NUMERIC = re.compile(r"[+\-.0-9]+")
_WHOLE = re.compile(r"[+-]?[0-9]{1,60}")
_FRACTION = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")


def evaluate(expression: str, lookup: Lookup) -> str | None:
    """The value of an expression without its braces, as text; None if it says more than we read."""
    term = _parsed(expression) if len(expression) <= _LONGEST else None
    if term is None:
        return None
    try:
        return text_of(term(lookup))
    except (Refused, ArithmeticError, RecursionError, MemoryError, ValueError):  # `fmod` of no number
        return None


@lru_cache(maxsize=5_000)
def _parsed(expression: str) -> Term | None:
    try:
        return _Parser(_tokens(expression)).whole()
    except Refused:
        return None


def format_text(pattern: str, lookup: Lookup) -> str:
    """A formatted string (`FormattedStringExpression`): `$name$` gives way to its value, or to its bare name."""
    if "$" not in pattern:
        return pattern
    pieces = sequences.split(pattern, "$")
    made = [pieces[0]]
    for index, piece in enumerate(pieces[1:], 1):
        if index % 2 and index < len(pieces) - 1:
            value = lookup(piece) if piece else ""
            if value is None and isinstance(lookup, Asking) and lookup.failed(piece):
                raise Refused
            made.append(piece if value is None else value)
        else:
            made.append(piece)
    return "".join(made)


def say(pattern: str, lookup: Lookup) -> str | None:
    """A text that may be an expression in braces, a number or a formatted string (`Expression.createExpression`).

    None if it cannot be told. A number is said without its sign or zeros in front, as the engine has it.
    """
    text = pattern.strip(_BLANKS)
    if text.startswith("{") and text.endswith("}"):
        return evaluate(text[1:-1], lookup)
    if _WHOLE.fullmatch(text) and _LEAST <= int(text) <= _MOST:
        return text if text[0] == "0" and isinstance(lookup, Asking) and lookup.keeps_zeros() else str(int(text))
    try:
        return format_text(text, lookup) if "$" in text else pattern if text else ""
    except Refused:
        return None


def _tokens(expression: str) -> list[str]:
    tokens: list[str] = []
    at = 0
    end = len(expression.rstrip())
    while at < end:
        found = _TOKEN.match(expression, at)
        if found is None:
            raise Refused
        tokens.append(found.group().strip())
        at = found.end()
    return tokens


def _asked(lookup: Lookup, name: str) -> Value:
    """A variable: a property that reads as a number or a boolean is one, everything else is text."""
    text = _told(lookup, name)
    if text in ("true", "false"):
        return text == "true"
    if not _NUMERIC.fullmatch(text):
        return text
    if _WHOLE.fullmatch(text):
        zeros = len(text) > 1 and text[0] == "0" and isinstance(lookup, Asking) and lookup.keeps_zeros()
        return text if zeros or not _LEAST <= int(text) <= _MOST else int(text)
    if not _FRACTION.fullmatch(text):
        return text
    return Single.of(float(text))


def _text(lookup: Lookup, name: str) -> Value:
    """A variable that has a method called on it: the property's text, whatever it reads as."""
    text = _told(lookup, name)
    if "\\" in text or "\n" in text:
        raise Refused  # the engine puts it between quotation marks as it stands
    return text


def _property(lookup: Lookup, name: str) -> Value:
    """`GetProperty`: whole numbers and booleans are what they say, everything else is text."""
    text = _told(lookup, name)
    if text in ("true", "false"):
        return text == "true"
    return int(text) if _WHOLE.fullmatch(text) and _LEAST <= int(text) <= _MOST else text


def _told(lookup: Lookup, name: str) -> str:
    """A property's text, "" for one that is not there; what we could not read has no value."""
    text = lookup(name)
    if text is None and isinstance(lookup, Asking) and lookup.failed(name):
        raise Refused
    return text or ""


def _int(value: int | float) -> int | float:
    """A whole number as Java keeps it, in 32 bits."""
    return (value - _LEAST) % 2**32 + _LEAST if isinstance(value, int) else value


def _of_kind(value: int | float, *operands: int | float) -> int | float:
    """The outcome of arithmetic: of single precision unless one operand is double."""
    if not isinstance(value, float):
        return _int(value)
    return Single.of(value) if all(isinstance(each, int | Single) for each in operands) else value


def unread_calls(expression: str) -> tuple[str, ...]:
    """What an expression calls that we do not read, "" for one of which nothing can be read; none if all of it is."""
    try:
        tokens = _tokens(expression) if len(expression) <= _LONGEST else []
        _Parser(list(tokens)).whole()
    except Refused:
        return ("",)
    found = []
    for index, (name, after) in enumerate(pairwise(tokens)):
        if after == "(" and re.fullmatch(r"[A-Za-z_]\w*", name):
            owner = tokens[index - 2] if index > 1 and tokens[index - 1] == "." else ""
            if not _is_known(name, owner):
                found.append(name)
    return tuple(dict.fromkeys(found))


def _is_known(name: str, owner: str) -> bool:
    if not owner:
        return name in ("GetProperty", "GetString", "If", "int", *_KEPT) or name in AROUND | OF_ATTACHED
    known = STATICS if owner in _CLASSES else TEXT_METHODS
    return any(each.rpartition("/")[0] in (name, f"{owner}.{name}") for each in known)


def _text_variables(tokens: Sequence[str]) -> Iterator[str]:
    """The names before a method of texts (`BeanShellExpressionValidator`)."""
    for index, (name, dot, method, after) in enumerate(zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)):
        first = index == 0 or tokens[index - 1] != "."
        if first and (dot, after) == (".", "(") and name[:1] not in ('"', ")") and name not in _CLASSES:
            if method not in OF_VARIABLES:
                raise Refused
            yield name


def _escaped(found: re.Match[str]) -> str:
    if found[1] not in _ESCAPES:
        raise Refused
    return _ESCAPES[found[1]]


def _literal(word: str) -> int | float:
    if "." in word:
        return float(word)
    if int(word[:20]) > _MOST or (len(word) > 1 and word[0] == "0"):  # none of Java's, or one of eight digits
        raise Refused
    return int(word)


class _Parser:
    """Recursive descent over tokens; conditions leave the branch that is not taken alone, as in Java."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.texts = frozenset(_text_variables(tokens))

    def whole(self) -> Term:
        term = self.choice()
        if self.at != len(self.tokens):
            raise Refused
        return term

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *signs: str) -> str:
        found = self.peek()
        if found and found in signs:
            self.at += 1
            return found
        return ""

    def need(self, sign: str) -> None:
        if not self.take(sign):
            raise Refused

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise Refused

    def choice(self) -> Term:
        self.deeper()
        term = self.either()
        if self.take("?"):
            yes = self.choice()
            self.need(":")
            no = self.choice()
            term = _choose(term, yes, no)
        self.depth -= 1
        return term

    def either(self) -> Term:
        terms = [self.both()]
        while self.take("||"):
            terms.append(self.both())
        return terms[0] if len(terms) == 1 else lambda lookup: any(_true(term(lookup)) for term in terms)

    def both(self) -> Term:
        terms = [self.compared()]
        while self.take("&&"):
            terms.append(self.compared())
        return terms[0] if len(terms) == 1 else lambda lookup: all(_true(term(lookup)) for term in terms)

    def compared(self) -> Term:
        return self.chain(("==", "!=", "=~", "!~"), self.ordered)

    def ordered(self) -> Term:
        return self.chain(("<=", ">=", "<", ">"), self.sum)

    def sum(self) -> Term:
        return self.chain(("+", "-"), self.product)

    def product(self) -> Term:
        return self.chain(("*", "/", "%"), self.unary)

    def chain(self, signs: tuple[str, ...], part: Callable[[], Term]) -> Term:
        """Parts with such signs between them, worked out from the left."""
        term = part()
        while sign := self.take(*signs):
            term = _both(sign, term, part())
        return term

    def unary(self) -> Term:
        self.deeper()
        if self.take("!"):
            inner = self.unary()
            term: Term = lambda lookup: not _true(inner(lookup))  # noqa: E731 - a term is a function by nature
        elif self.take("-"):
            inner = self.unary()
            term = lambda lookup: _negated(_number(inner(lookup)))  # noqa: E731
        elif self.take("+"):
            inner = self.unary()
            term = lambda lookup: _number(inner(lookup))  # noqa: E731
        elif self.tokens[self.at : self.at + 3] == ["(", "int", ")"]:
            self.at += 3
            inner = self.unary()
            term = lambda lookup: int(_number(inner(lookup)))  # noqa: E731 - Java cuts off towards nought, as Python does
        else:
            term = self.atom()
            while self.take("."):
                term = self.method(term)
        self.depth -= 1
        return term

    def atom(self) -> Term:
        word = self.peek()
        self.at += 1
        if word == "(":
            term = self.choice()
            self.need(")")
            return term
        if word[:1] == '"':
            return _constant(re.sub(r"\\(.)", _escaped, word[1:-1]))
        if word[:1].isdigit():
            return _constant(_literal(word))
        if word in ("true", "false"):
            return _constant(word == "true")
        if not word[:1].isalpha() and word[:1] not in ("_", "$"):
            raise Refused
        if self.take("("):
            return self.call(word)
        if word in _CLASSES and self.take("."):
            return self.static(word)
        name = word[1:-1] if len(word) > 2 and word[0] == word[-1] == "$" else word
        asked = _text if word in self.texts else _asked
        return lambda lookup: asked(lookup, name)

    def arguments(self) -> list[Term]:
        """What stands in a call's parentheses, the opening one behind us."""
        if self.take(")"):
            return []
        terms = [self.choice()]
        while self.take(","):
            terms.append(self.choice())
        self.need(")")
        return terms

    def call(self, name: str) -> Term:
        terms = self.arguments()
        if name == "GetProperty" and len(terms) == 1:
            return lambda lookup: _property(lookup, text_of(terms[0](lookup)))
        if name == "GetString" and len(terms) == 1:
            return lambda lookup: _told(lookup, text_of(terms[0](lookup)))
        if name == "If" and len(terms) == 3:
            return lambda lookup: _chosen(*(term(lookup) for term in terms))
        if name in AROUND:
            return lambda lookup: gathered(name, [text_of(term(lookup)) for term in terms], lookup, _holds)
        if name in OF_ATTACHED:
            return lambda lookup: _of_attached(name, [text_of(term(lookup)) for term in terms], lookup)
        if name in _KEPT and len(terms) == 2:
            return lambda lookup: _kept(lookup, [text_of(term(lookup)) for term in terms])
        return _refuse

    def static(self, owner: str) -> Term:
        """A function of one of Java's classes."""
        name = self.peek()
        self.at += 1
        self.need("(")
        terms = self.arguments()
        known = STATICS.get(f"{owner}.{name}/{len(terms)}")
        return _refuse if known is None else lambda lookup: _int_of(known(*(term(lookup) for term in terms)))

    def method(self, term: Term) -> Term:
        """A method of a text."""
        name = self.peek()
        self.at += 1
        self.need("(")
        terms = self.arguments()
        known = TEXT_METHODS.get(f"{name}/{len(terms)}")
        if known is None:
            return _refuse
        wanted, does = known
        return lambda lookup: _called(name, does, wanted, term(lookup), [each(lookup) for each in terms])


_CLASSES = ("Integer", "Math", "String", "Boolean")
_KEPT = ("GetMapProperty",)


def _called(
    name: str, does: Callable[..., Value], wanted: Sequence[type], value: Value, given: Sequence[Value]
) -> Value:
    """A method called on a value; a number that is no text has but two of them."""
    if name in ("toString", "equals"):
        return does(text_of(value), *(text_of(each) for each in given))
    if not isinstance(value, str) or not all(type(each) is kind for each, kind in zip(given, wanted, strict=True)):
        raise Refused
    return does(value, *given)


def _of_attached(name: str, words: Sequence[str], lookup: Lookup) -> Value:
    found = of_attached(name, words, lookup, _holds)
    return _property({name: found}.get, name) if isinstance(found, str) else found


def _kept(lookup: Lookup, words: Sequence[str]) -> Value:
    """A property of a map, by its name and the map's."""
    if not isinstance(lookup, Asking):
        raise Refused
    found = lookup.kept((words[1],), words[0]) or ""
    return _property({words[0]: found}.get, words[0])


def _holds(condition: str, asking: Asking) -> bool:
    """Whether an expression is true of a piece; what cannot be told of one has no value."""
    term = _parsed(condition) if len(condition) <= _LONGEST else None
    if term is None:
        raise Refused
    return _true(term(asking))


def _int_of(value: Value) -> Value:
    return _int(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _refuse(_lookup: Lookup) -> Value:
    raise Refused


def _constant(value: Value) -> Term:
    return lambda _lookup: value


def _choose(condition: Term, yes: Term, no: Term) -> Term:
    return lambda lookup: yes(lookup) if _true(condition(lookup)) else no(lookup)


def _chosen(condition: Value, yes: Value, no: Value) -> Value:
    """`If`, a function: both values are worked out."""
    return yes if _true(condition) else no


def _both(sign: str, left: Term, right: Term) -> Term:
    return lambda lookup: _operated(sign, left(lookup), right(lookup))


def _operated(sign: str, left: Value, right: Value) -> Value:
    """What a sign between two values comes to. An empty text beside a whole number is 0; any other pair of kinds are texts."""
    one, other = (0 if each == "" and type(beside) is int else each for each, beside in ((left, right), (right, left)))
    texts = isinstance(one, str) or isinstance(other, str) or isinstance(one, bool) != isinstance(other, bool)
    if texts or sign in ("=~", "!~"):
        return _of_texts(sign, text_of(one), text_of(other))
    if sign in _COMPARED:
        if isinstance(one, bool) and sign not in ("==", "!="):
            raise Refused
        return _COMPARED[sign](one, other)
    first, second = _number(one), _number(other)
    if sign in ("+", "-"):
        return _of_kind(first + second if sign == "+" else first - second, first, second)
    return _of_kind(_multiplied(sign, first, second), first, second)


_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _of_texts(sign: str, one: str, other: str) -> Value:
    if sign == "+":
        return one + other
    if sign in ("=~", "!~"):
        return matched(one, other) is (sign == "=~")
    if sign not in _COMPARED:
        raise Refused
    return _COMPARED[sign](compared(one, other), 0)


def _true(value: Value) -> bool:
    if isinstance(value, bool):
        return value
    raise Refused


def _number(value: Value) -> int | float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise Refused


def _negated(value: int | float) -> int | float:
    return _of_kind(-value, value)


def _multiplied(sign: str, left: int | float, right: int | float) -> int | float:
    if abs(left) > 1e12 or abs(right) > 1e12:
        raise Refused
    if sign == "*":
        return left * right
    if isinstance(left, int) and isinstance(right, int):
        size = abs(left) // abs(right) if sign == "/" else abs(left) % abs(right)
        negative = (left < 0) != (right < 0) if sign == "/" else left < 0
        return -size if negative else size
    return left / right if sign == "/" else fmod(left, right)
