"""Small mistakes put into one function at a time: what a slip of the pen would leave in a check or an analysis."""

from __future__ import annotations

import ast
import gc
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType

Change = Callable[[ast.AST], ast.AST | None]
"""What puts the mistake into a node; None where the node offers no such mistake."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLED = {"any": "all", "all": "any", "min": "max", "max": "min", "any_of": "all_of", "all_of": "any_of"}
ASKED = {"is_yes": "possible", "possible": "is_yes"}


@dataclass(frozen=True)
class Mutant:
    """One mistake in one function: `function` is the outermost one, by its qualified name in its file.

    `block` is the line of the function with which the innermost block around the mistake begins, 0 if that is the whole.
    """

    path: Path
    function: str
    line: int
    block: int
    site: int
    kind: str
    told: str

    def code(self) -> CodeType:
        """The function with the mistake in it."""
        tree = deepcopy(_parsed(self.path))
        function = next(node for name, node in functions(tree) if name == self.function)
        owner, field, place = list(sites(function))[self.site]
        node = getattr(owner, field) if place is None else getattr(owner, field)[place]
        changed = ast.fix_missing_locations(ast.copy_location(CHANGES[self.kind](node) or node, node))
        if place is None:
            setattr(owner, field, changed)
        else:
            getattr(owner, field)[place] = changed
        return found(compile(tree, str(self.path), "exec"), self.function)

    def put_in(self, living: Living) -> int:
        """Let every living copy of the function have the mistake; how many there were."""
        code = self.code()
        copies = living.get((code.co_filename, code.co_qualname), [])
        for each in copies:
            each.__code__ = code
        return len(copies)


Living = dict[tuple[str, str], list[FunctionType]]
"""The functions that there are, by file and qualified name."""


def living_functions() -> Living:
    """All functions of this process, so that no trial has to look through its memory for them."""
    found: Living = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found.setdefault((each.__code__.co_filename, each.__code__.co_qualname), []).append(each)
    return found


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mistake that the functions of a file offer."""
    for name, function in functions(_parsed(path)):
        for site, (owner, field, place) in enumerate(sites(function)):
            node = getattr(owner, field) if place is None else getattr(owner, field)[place]
            for kind, change in CHANGES.items():
                changed = change(node)
                if changed is not None:
                    told = f"{_short(node)}  ->  {_short(changed)}"
                    line = getattr(node, "lineno", None) or getattr(owner, "lineno", 0)
                    yield Mutant(path, name, line, block_of(function, line), site, kind, told)


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, ast.AST]]:
    """The outermost functions and methods of a file."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield within + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{within}{node.name}.")


def blocks(function: ast.AST) -> Iterator[list[ast.stmt]]:
    """The blocks within a function that a call may pass by, the outer before the inner."""
    for node in ast.walk(function):
        if node is not function and not isinstance(node, ast.ClassDef):
            yield from (each for name in ("body", "orelse") if isinstance(each := getattr(node, name, None), list))


def block_of(function: ast.AST, line: int) -> int:
    """Where the innermost block with this line begins, as lines below the function's first; 0 if it is in none."""
    within = (each for each in blocks(function) if each and each[0].lineno <= line <= (each[-1].end_lineno or 0))
    return below(function, max(within, key=lambda each: each[0].lineno, default=()))


def below(function: ast.AST, block: Sequence[ast.stmt]) -> int:
    """How many lines below its function's first a block begins; a change elsewhere in the file does not move it."""
    return block[0].lineno - getattr(function, "lineno", 0) if block else 0


def sites(function: ast.AST) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Where a node of the body stands: its owner, the owner's field and the place in it. Annotations are left out."""
    for field, value in _body(function):
        for place, node in enumerate(value) if isinstance(value, list) else ((None, value),):
            if isinstance(node, ast.AST) and not _is_text(node):
                yield function, field, place
                yield from sites(node)


def _body(node: ast.AST) -> Iterator[tuple[str, object]]:
    skipped = {"annotation", "returns", "decorator_list", "type_params"}
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        skipped.add("args")
    return ((field, value) for field, value in ast.iter_fields(node) if field not in skipped)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _compared(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Compare):
        return None
    return ast.Compare(node.left, [COMPARED[type(node.ops[0])](), *node.ops[1:]], node.comparators)


def _joined(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.BoolOp):
        return None
    return ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


def _affirmed(node: ast.AST) -> ast.AST | None:
    return node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) else None


def _computed(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.BinOp) or type(node.op) not in COMPUTED:
        return None
    return ast.BinOp(node.left, COMPUTED[type(node.op)](), node.right)


def _counted(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, bool | int):
        return None
    return ast.Constant(not node.value if isinstance(node.value, bool) else node.value + 1)


def _called(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in CALLED:
        return None
    return ast.Call(ast.Name(CALLED[node.func.id], ast.Load()), node.args, node.keywords)


def _asked(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Attribute) or node.attr not in ASKED:
        return None
    return ast.Attribute(node.value, ASKED[node.attr], node.ctx)


def _returned(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Return) or node.value is None or _says_nothing(node.value):
        return None
    return ast.Return(ast.Constant(None))


def _says_nothing(value: ast.expr) -> bool:
    """None, or a bare no, which nobody tells apart from it."""
    return isinstance(value, ast.Constant) and (value.value is None or value.value is False)


def _turned(node: ast.AST) -> ast.AST | None:
    if isinstance(node, ast.If):
        return ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    if isinstance(node, ast.IfExp):
        return ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    return None


def _left_out(node: ast.AST) -> ast.AST | None:
    """A comprehension that forgets its condition."""
    if not isinstance(node, ast.comprehension) or not node.ifs:
        return None
    return ast.comprehension(node.target, node.iter, [], node.is_async)


CHANGES: dict[str, Change] = {
    "comparison": _compared,
    "and/or": _joined,
    "not": _affirmed,
    "arithmetic": _computed,
    "number": _counted,
    "any/all": _called,
    "sure/perhaps": _asked,
    "returns None": _returned,
    "condition": _turned,
    "filter": _left_out,
}


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def found(code: CodeType, name: str) -> CodeType:
    """The code of a function in that of its file."""
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    for each in inner:
        if each.co_qualname == name:
            return each
    return next(found(each, name) for each in inner if name.startswith(each.co_qualname + "."))


def _short(node: ast.AST) -> str:
    text = ast.unparse(node).splitlines()[0] if not isinstance(node, ast.comprehension) else f"for {_filter(node)}"
    return text if len(text) <= 90 else text[:87] + "..."


def _filter(node: ast.comprehension) -> str:
    return " ".join((ast.unparse(node.target), *(f"if {ast.unparse(each)}" for each in node.ifs)))
