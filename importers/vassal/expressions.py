"""The small part of BeanShell that modules use to name and classify counters: values, properties, arithmetic, conditions.

Nothing is run: an expression is parsed by hand, and anything beyond this part has no value (None). Facts:
`script.expression.*`; a property that reads as a number or a boolean is one, everything else is text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Value = str | int | float | bool
Lookup = Callable[[str], str | None]

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+\.\d+|\d+)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<name>[A-Za-z_]\w*)"""
    r"""|(?P<sign>==|!=|<=|>=|&&|\|\||[-+*/%<>!?:(),]))"""
)
_LONGEST = 4_000
_DEEPEST = 40


class _Unsupported(Exception):  # noqa: N818 - internal signal, never leaves this module
    """The expression uses more than we read."""


def evaluate(expression: str, lookup: Lookup) -> str | None:
    """The value of an expression without its braces, as text; None if it says more than we read."""
    if len(expression) > _LONGEST:
        return None
    try:
        return _text(_Parser(_tokens(expression), lookup).whole())
    except (_Unsupported, ArithmeticError):
        return None


def format_text(pattern: str, lookup: Lookup) -> str:
    """A formatted string (`FormattedStringExpression`): `$name$` gives way to its value, or to its bare name."""
    if "$" not in pattern:
        return pattern
    pieces = pattern.split("$")
    made = [pieces[0]]
    for index, piece in enumerate(pieces[1:], 1):
        if index % 2 and index < len(pieces) - 1:
            value = lookup(piece) if piece else ""
            made.append(piece if value is None else value)
        else:
            made.append(piece)
    return "".join(made)


def say(pattern: str, lookup: Lookup) -> str | None:
    """A text that may be an expression in braces or a formatted string; None if it cannot be told."""
    if pattern.startswith("{") and pattern.endswith("}"):
        return evaluate(pattern[1:-1], lookup)
    return format_text(pattern, lookup)


def _tokens(expression: str) -> list[str]:
    tokens: list[str] = []
    at = 0
    end = len(expression.rstrip())
    while at < end:
        found = _TOKEN.match(expression, at)
        if found is None:
            raise _Unsupported
        tokens.append(found.group().strip())
        at = found.end()
    return tokens


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _wrap(text: str | None) -> Value:
    if text is None:
        return ""
    if text in ("true", "false"):
        return text == "true"
    if len(text) <= 10 and re.fullmatch(r"-?\d+", text):
        return int(text)
    return text


class _Parser:
    """Recursive descent over tokens, evaluating as it goes."""

    def __init__(self, tokens: list[str], lookup: Lookup) -> None:
        self.tokens = tokens
        self.at = 0
        self.lookup = lookup
        self.depth = 0

    def whole(self) -> Value:
        value = self.choice()
        if self.at != len(self.tokens):
            raise _Unsupported
        return value

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
            raise _Unsupported

    def choice(self) -> Value:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _Unsupported
        condition = self.either()
        if self.take("?"):
            yes = self.choice()
            self.need(":")
            no = self.choice()
            condition = yes if _true(condition) else no
        self.depth -= 1
        return condition

    def either(self) -> Value:
        value = self.both()
        while self.take("||"):
            other = self.both()
            value = _true(value) or _true(other)
        return value

    def both(self) -> Value:
        value = self.compared()
        while self.take("&&"):
            other = self.compared()
            value = _true(value) and _true(other)
        return value

    def compared(self) -> Value:
        value = self.sum()
        while sign := self.take("==", "!=", "<=", ">=", "<", ">"):
            value = _compare(sign, value, self.sum())
        return value

    def sum(self) -> Value:
        value = self.product()
        while sign := self.take("+", "-"):
            other = self.product()
            if sign == "+" and (isinstance(value, str) or isinstance(other, str)):
                value = _text(value) + _text(other)
            else:
                value = _number(value) + _number(other) if sign == "+" else _number(value) - _number(other)
        return value

    def product(self) -> Value:
        value = self.unary()
        while sign := self.take("*", "/", "%"):
            value = _multiply(sign, _number(value), _number(self.unary()))
        return value

    def unary(self) -> Value:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _Unsupported
        if self.take("!"):
            value: Value = not _true(self.unary())
        elif self.take("-"):
            value = -_number(self.unary())
        else:
            value = self.atom()
        self.depth -= 1
        return value

    def atom(self) -> Value:
        word = self.peek()
        self.at += 1
        if word == "(":
            value = self.choice()
            self.need(")")
            return value
        if word[:1] == '"':
            return re.sub(r"\\(.)", r"\1", word[1:-1])
        if word[:1].isdigit():
            return float(word) if "." in word else int(word)
        if word in ("true", "false"):
            return word == "true"
        if not word[:1].isalpha() and word[:1] != "_":
            raise _Unsupported
        if self.take("("):
            return self.call(word)
        return _wrap(self.lookup(word))

    def call(self, name: str) -> Value:
        arguments = [self.choice()]
        while self.take(","):
            arguments.append(self.choice())
        self.need(")")
        if name == "GetProperty" and len(arguments) == 1:
            return _wrap(self.lookup(_text(arguments[0])))
        if name == "If" and len(arguments) == 3:
            return arguments[1] if _true(arguments[0]) else arguments[2]
        raise _Unsupported


def _true(value: Value) -> bool:
    if isinstance(value, bool):
        return value
    raise _Unsupported


def _number(value: Value) -> int | float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise _Unsupported


def _multiply(sign: str, left: int | float, right: int | float) -> int | float:
    if abs(left) > 1e12 or abs(right) > 1e12:
        raise _Unsupported
    if sign == "*":
        return left * right
    if isinstance(left, int) and isinstance(right, int):
        size = abs(left) // abs(right) if sign == "/" else abs(left) % abs(right)
        negative = (left < 0) != (right < 0) if sign == "/" else left < 0
        return -size if negative else size
    return left / right if sign == "/" else left % right


def _compare(sign: str, left: Value, right: Value) -> bool:
    if sign in ("==", "!="):
        same = _text(left) == _text(right)
        return same if sign == "==" else not same
    first, second = _number(left), _number(right)
    return {"<": first < second, "<=": first <= second, ">": first > second, ">=": first >= second}[sign]
