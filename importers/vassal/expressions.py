"""The small part of BeanShell that modules use to name and classify counters: values, properties, arithmetic, conditions.

Nothing is run: an expression is parsed by hand, and anything beyond this part has no value (None). Facts:
`script.expression.*`; a property that reads as a number or a boolean is one, everything else is text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from adjudicator.importers.vassal.wire import sequences

Value = str | int | float | bool
Lookup = Callable[[str], str | None]
Term = Callable[[Lookup], Value]
"""A parsed part: worked out only when the parts around it ask."""

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+\.\d+|\d+)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<name>[A-Za-z_]\w*)"""
    r"""|(?P<sign>==|!=|<=|>=|&&|\|\||[-+*/%<>!?:(),.]))"""
)
_LONGEST = 4_000
_DEEPEST = 40


class _Unsupported(Exception):  # noqa: N818 - internal signal, never leaves this module
    """The expression uses more than we read."""


def evaluate(expression: str, lookup: Lookup) -> str | None:
    """The value of an expression without its braces, as text; None if it says more than we read."""
    term = _parsed(expression) if len(expression) <= _LONGEST else None
    if term is None:
        return None
    try:
        return _text(term(lookup))
    except (_Unsupported, ArithmeticError, RecursionError):
        return None


@lru_cache(maxsize=5_000)
def _parsed(expression: str) -> Term | None:
    try:
        return _Parser(_tokens(expression)).whole()
    except _Unsupported:
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
    """Recursive descent over tokens; conditions leave the branch that is not taken alone, as in Java."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    def whole(self) -> Term:
        term = self.choice()
        if self.at != len(self.tokens):
            raise _Unsupported
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
            raise _Unsupported

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _Unsupported

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
        term = self.sum()
        while sign := self.take("==", "!=", "<=", ">=", "<", ">"):
            term = _both(_compare, sign, term, self.sum())
        return term

    def sum(self) -> Term:
        term = self.product()
        while sign := self.take("+", "-"):
            term = _both(_add, sign, term, self.product())
        return term

    def product(self) -> Term:
        term = self.unary()
        while sign := self.take("*", "/", "%"):
            term = _both(_multiply, sign, term, self.unary())
        return term

    def unary(self) -> Term:
        self.deeper()
        if self.take("!"):
            inner = self.unary()
            term: Term = lambda lookup: not _true(inner(lookup))  # noqa: E731 - a term is a function by nature
        elif self.take("-"):
            inner = self.unary()
            term = lambda lookup: -_number(inner(lookup))  # noqa: E731
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
            return _constant(re.sub(r"\\(.)", r"\1", word[1:-1]))
        if word[:1].isdigit():
            return _constant(float(word) if "." in word else int(word))
        if word in ("true", "false"):
            return _constant(word == "true")
        if not word[:1].isalpha() and word[:1] != "_":
            raise _Unsupported
        if self.take("("):
            return self.call(word)
        return lambda lookup: _wrap(lookup(word))

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
            return lambda lookup: _wrap(lookup(_text(terms[0](lookup))))
        if name == "If" and len(terms) == 3:
            return _choose(*terms)
        return _refuse

    def method(self, term: Term) -> Term:
        """The text methods that modules use most."""
        name = self.peek()
        self.at += 1
        self.need("(")
        terms = self.arguments()
        plain = _METHODS.get((name, len(terms)))
        if plain is None:
            return _refuse
        return lambda lookup: plain(_text(term(lookup)), *(_text(each(lookup)) for each in terms))


_METHODS: dict[tuple[str, int], Callable[..., Value]] = {
    ("startsWith", 1): str.startswith,
    ("endsWith", 1): str.endswith,
    ("contains", 1): str.__contains__,
    ("equals", 1): str.__eq__,
    ("length", 0): len,
    ("isEmpty", 0): lambda text: not text,
    ("trim", 0): str.strip,
    ("toUpperCase", 0): str.upper,
    ("toLowerCase", 0): str.lower,
    ("indexOf", 1): str.find,
    ("replace", 2): str.replace,
}


def _refuse(_lookup: Lookup) -> Value:
    raise _Unsupported


def _constant(value: Value) -> Term:
    return lambda _lookup: value


def _choose(condition: Term, yes: Term, no: Term) -> Term:
    return lambda lookup: yes(lookup) if _true(condition(lookup)) else no(lookup)


def _both(how: Callable[[str, Value, Value], Value], sign: str, left: Term, right: Term) -> Term:
    return lambda lookup: how(sign, left(lookup), right(lookup))


def _add(sign: str, left: Value, right: Value) -> Value:
    if sign == "+" and (isinstance(left, str) or isinstance(right, str)):
        return _text(left) + _text(right)
    return _number(left) + _number(right) if sign == "+" else _number(left) - _number(right)


def _true(value: Value) -> bool:
    if isinstance(value, bool):
        return value
    raise _Unsupported


def _number(value: Value) -> int | float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise _Unsupported


def _multiply(sign: str, one: Value, other: Value) -> Value:
    left, right = _number(one), _number(other)
    if abs(left) > 1e12 or abs(right) > 1e12:
        raise _Unsupported
    if sign == "*":
        return left * right
    if isinstance(left, int) and isinstance(right, int):
        size = abs(left) // abs(right) if sign == "/" else abs(left) % abs(right)
        negative = (left < 0) != (right < 0) if sign == "/" else left < 0
        return -size if negative else size
    return left / right if sign == "/" else left % right


def _compare(sign: str, left: Value, right: Value) -> Value:
    if sign in ("==", "!="):
        same = _text(left) == _text(right)
        return same if sign == "==" else not same
    first, second = _number(left), _number(right)
    return {"<": first < second, "<=": first <= second, ">": first > second, ">=": first >= second}[sign]
