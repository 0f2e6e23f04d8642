"""Figures of a source tree: `python -m tests.figures [--tree PATH ...] [--json] [--list NAME]`; several trees side by side.

Everything is read from the source, nothing is imported, so any checkout can be measured; only for the keys a process of its
own imports it. What each figure counts is its
own sentence in FIGURES; `--list NAME` prints the places that were counted.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import os
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).parent.parent
PACKAGES = {"adjudicator": "adjudicator", "adjudicator.importers": "importers", "adjudicator.exporters": "exporters"}
"""Each package's folder: two of them are linked into the first, and no walk of a folder follows a link."""
LONG_FILE, LONG_FUNCTION = 400, 60
RULE_WIDTH = 200
# fmt: off
ACT_KINDS = frozenset((
    "move", "advance", "retreat", "attack", "overrun", "transfer", "place", "remove", "flip", "mark", "unmark",
    "lay", "lift", "shift", "swap", "phase", "say", "roll", "now", "value", "bombard", "undo", "rotate", "reveal",
    "conceal", "draw", "marker", "deck", "restack", "turn", "property", "boards", "seat", "notes", "chat", "report",
    "hidden", "demolish", "repair", "entrain", "detrain", "embark",
    "fly", "strike", "dogfight",
))
# fmt: on
"""Words that name what players do, in the notation, in play or in the account of a log."""
ROOTS = frozenset(("Table", "NoTerms", "BaseModel"))
"""What every record of terms is made from; it has no terms."""
PHASES = frozenset(("phase", "each_phase", "entry"))
"""Names whose `.kind` is that of a phase."""
BOOL_OR_NONE = re.compile(r"(?<!\| )bool \| None")
"""A union of these two alone."""
READERS = ("adjudicator.terms.cell", "adjudicator.analysis.ownership", "adjudicator.reference")
"""Where the words of charts, positions and schemas are read or written: there "?" becomes `Known`."""
Places = Iterator[str]


@dataclass(frozen=True)
class Module:
    """A source file and what Python makes of it."""

    name: str
    path: Path
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def classes(self) -> dict[str, ast.ClassDef]:
        return {node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)}

    def within(self, *packages: str) -> bool:
        return any(self.name == package or self.name.startswith(package + ".") for package in packages)


@dataclass(frozen=True)
class Tree:
    """A checkout."""

    root: Path

    @cached_property
    def modules(self) -> dict[str, Module]:
        """Every source file of the three packages by its module name."""
        found = {}
        for package, folder in PACKAGES.items():
            for path in sorted((self.root / folder).rglob("*.py")):
                parts = path.relative_to(self.root / folder).with_suffix("").parts
                name = ".".join((package, *parts)).removesuffix(".__init__")
                found[name] = Module(name, path, path.read_text(encoding="utf-8"))
        return found

    @cached_property
    def classes(self) -> dict[str, ast.ClassDef]:
        """Every class that is imported somewhere by its name; of two with one name the later one."""
        return {name: node for module in self.modules.values() for name, node in module.classes.items()}

    @cached_property
    def keys(self) -> dict[str, list[str]]:
        """Every key of the rule language with the values that TOML gives it; none in a tree without tables."""
        if not (self.root / "adjudicator" / "model" / "theatre.py").is_file():
            return {}
        command = [sys.executable, str(ROOT / "tests" / "keys.py"), str(self.root)]
        environment = {**os.environ, "PYTHONPATH": str(self.root)}
        found: dict[str, list[str]] = json.loads(subprocess.check_output(command, env=environment, cwd=self.root))
        return found

    @cached_property
    def rules_of_checks(self) -> dict[str, list[str]]:
        """By the name of a check the packs that have a rule with it, one entry for each rule."""
        found: dict[str, list[str]] = {}
        for path in sorted((self.root / "adjudicator" / "packs").glob("*/rules.toml")):
            for rule in tomllib.loads(path.read_text(encoding="utf-8")).get("rule", []):
                found.setdefault(rule.get("check", ""), []).append(path.parent.name)
        return found

    @property
    def judging(self) -> Iterator[Module]:
        """What judges: adjudicator without its commands, the model of the table and the audit's account."""
        for module in self.modules.values():
            if not module.within(
                "adjudicator.cli", "adjudicator.desk", "adjudicator.importers", "adjudicator.exporters"
            ):
                yield module

    def place(self, module: Module, node: ast.AST, told: str = "") -> str:
        line = getattr(node, "lineno", 0)
        return f"{module.path.relative_to(self.root)}:{line} {told}".rstrip()


def checks(tree: Tree) -> Iterator[tuple[Module, str, int]]:
    """Every registered check: its module, its name, how many terms it has."""
    for module in tree.modules.values():
        for node in ast.walk(module.tree):
            for made in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id == "check":
                    name = made.args[0]
                    terms = made.args[1:2] + [each.value for each in made.keywords if each.arg == "terms"]
                    record = terms[0].id if terms and isinstance(terms[0], ast.Name) else ""
                    yield module, str(ast.literal_eval(name)), len(fields(tree, module, record))


def articles(tree: Tree) -> Iterator[tuple[Module, str]]:
    """Every article that is a function: its module and the function's name."""
    for module in tree.modules.values():
        for node in ast.walk(module.tree):
            for made in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if is_article(made):
                    yield module, node.name


def is_article(made: ast.AST) -> bool:
    """Whether it is `article(...)` or `CHAPTER.article(...)`."""
    match made:
        case ast.Call(func=ast.Name("article") | ast.Attribute(attr="article")):
            return True
    return False


def fields(tree: Tree, module: Module, record: str) -> frozenset[str]:
    """The fields of a record that a module names, and of those it is made from."""
    node = module.classes.get(record) or tree.classes.get(record)
    if node is None:
        return frozenset()
    own = set(_own_fields(node))
    bases = (
        fields(tree, module, base.id) for base in node.bases if isinstance(base, ast.Name) and base.id not in ROOTS
    )
    return frozenset(own).union(*bases)


def _constant(annotation: ast.expr) -> bool:
    return "ClassVar" in ast.unparse(annotation)


def shared_checks(tree: Tree) -> Places:
    return (f"{name} ({terms} terms)" for module, name, terms in checks(tree) if ".packs." not in module.name)


def series_checks(tree: Tree) -> Places:
    return (f"{name} ({module.name})" for module, name, _ in checks(tree) if ".packs." in module.name)


def article_functions(tree: Tree) -> Places:
    return (f"{name} ({module.name})" for module, name in articles(tree))


def checks_and_articles(tree: Tree) -> Places:
    return (*shared_checks(tree), *series_checks(tree), *article_functions(tree))


def all_terms(tree: Tree) -> Places:
    return (name for _, name, terms in checks(tree) for _ in range(terms))


def checks_of_many_terms(tree: Tree) -> Places:
    return (f"{name}: {terms}" for _, name, terms in checks(tree) if terms > 6)


def most_terms(tree: Tree) -> int:
    return max((terms for *_, terms in checks(tree)), default=0)


def used_by_one_rule(tree: Tree) -> Places:
    return _used(tree, 1)


def used_by_two_rules(tree: Tree) -> Places:
    return _used(tree, 2)


def _used(tree: Tree, most: int) -> Places:
    return (name for _, name, _ in checks(tree) if len(tree.rules_of_checks.get(name, [])) <= most)


def of_one_family(tree: Tree) -> Places:
    return (name for name, families, asked in _shared_uses(tree) if len(families) < 2 and not asked)


def of_two_families(tree: Tree) -> Places:
    return (name for name, families, asked in _shared_uses(tree) if len(families) > 1 or asked)


def _shared_uses(tree: Tree) -> Iterator[tuple[str, set[str], bool]]:
    """The shared checks with the families of packs that use them, and whether a question of `packs rules` writes one."""
    written = "".join(_texts(tree, "adjudicator/game/interview/questions", "*.toml"))
    for module, name, _ in checks(tree):
        if ".packs." not in module.name:
            packs = tree.rules_of_checks.get(name, [])
            yield name, {_family(tree, pack) for pack in packs}, f'"{name}"' in written


def _family(tree: Tree, pack: str) -> str:
    path = tree.root / "adjudicator" / "packs" / pack / "pack.toml"
    extends = tomllib.loads(path.read_text(encoding="utf-8")).get("extends") if path.is_file() else None
    return _family(tree, extends) if extends else pack


def _texts(tree: Tree, folder: str, pattern: str) -> Places:
    return (path.read_text(encoding="utf-8") for path in sorted((tree.root / folder).rglob(pattern)))


def all_keys(tree: Tree) -> Places:
    return iter(tree.keys)


def unset_keys(tree: Tree) -> Places:
    return (key for key, values in tree.keys.items() if not values)


def keys_of_one_value(tree: Tree) -> Places:
    return (f"{key} = {values[0]}" for key, values in tree.keys.items() if len(values) == 1)


def _names_of_classes(tree: Tree) -> list[str]:
    return [
        node.name for module in tree.modules.values() for node in module.tree.body if isinstance(node, ast.ClassDef)
    ]


def table_classes(tree: Tree) -> Places:
    return iter({key.rpartition(".")[0] for key in tree.keys})


def tables_of_one_name(tree: Tree) -> Places:
    return _twice(name.rpartition(".")[2] for name in table_classes(tree))


def classes_of_one_name(tree: Tree) -> Places:
    return _twice(_names_of_classes(tree))


def shapes_of_a_finding(tree: Tree) -> Places:
    """Classes with a field that says why (`because`) and one that says where, who or under which rule."""
    for module in tree.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                own = set(_own_fields(node))
                if "because" in own and own & {"at", "units", "rule"}:
                    yield tree.place(module, node, node.name)


def _own_fields(node: ast.ClassDef) -> Iterator[str]:
    """The fields that a class adds to those it is made from."""
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and not _constant(each.annotation):
            yield each.target.id


def _twice(names: Iterable[str]) -> Places:
    return (name for name, count in sorted(Counter(names).items()) if count > 1)


def python_lines(tree: Tree) -> int:
    return sum(len(module.text.splitlines()) for module in tree.modules.values())


def code_lines(tree: Tree) -> int:
    return sum(len(_code(module)) for module in tree.modules.values())


def _code(module: Module) -> set[int]:
    """The lines of a module that hold code: neither blank nor a comment nor a text that stands alone."""
    texts = {
        line
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = enumerate(module.text.splitlines(), 1)
    return {number for number, line in lines if line.strip() and not line.strip().startswith("#")} - texts


def rules_lines(tree: Tree) -> int:
    return sum(len(text.splitlines()) for text in _texts(tree, "adjudicator/packs", "rules.toml"))


def share_of_logic(tree: Tree) -> int:
    """Of the lines of files with checks or articles the share, in percent, that is code inside a function."""
    files = {module.name: module for module, *_ in (*checks(tree), *articles(tree))}.values()
    logic = sum(len(_code(module) & _inside_functions(module)) for module in files)
    return round(100 * logic / max(1, sum(len(module.text.splitlines()) for module in files)))


def _inside_functions(module: Module) -> set[int]:
    return {
        line
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def comments(tree: Tree) -> Places:
    """Comments for people, each line of one."""
    for module in tree.modules.values():
        for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
            if token.type == tokenize.COMMENT and not re.match(r"#!?\s*(type:|noqa|fmt:|pragma|/)", token.string):
                yield f"{module.path.relative_to(tree.root)}:{token.start[0]} {token.string}"


def longest_toml_line(tree: Tree) -> int:
    return max(len(line) for _, _, line in _toml_lines(tree))


def long_toml_lines(tree: Tree) -> Places:
    for path, number, line in _toml_lines(tree):
        if len(line) > RULE_WIDTH:
            yield f"{path.relative_to(tree.root)}:{number} {len(line)} characters"


def _toml_lines(tree: Tree) -> Iterator[tuple[Path, int, str]]:
    for path in sorted((tree.root / "adjudicator" / "packs").rglob("*.toml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield path, number, line


def two_rivers_rules(tree: Tree) -> Places:
    path = tree.root / "adjudicator" / "packs" / "two_rivers" / "rules.toml"
    return (rule["id"] for rule in tomllib.loads(path.read_text(encoding="utf-8"))["rule"])


def act_kind_tests(tree: Tree) -> Places:
    """Comparisons and `match` of `.kind` (not a phase's) with words of ACT_KINDS or with a CONSTANT that holds some."""
    constants = _constants_of_acts(tree)
    for module in tree.modules.values():
        if module.within(
            "adjudicator.importers", "adjudicator.exporters.vassal", "adjudicator.model"
        ) and not module.within("adjudicator.model.notation"):
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Compare) and _about_act_kinds(node, constants):
                yield tree.place(module, node, ast.unparse(node))
            elif isinstance(node, ast.Match) and _asks_kind(node.subject):
                yield from (tree.place(module, case.pattern, ast.unparse(case.pattern)) for case in node.cases)


def _about_act_kinds(node: ast.Compare, constants: frozenset[str]) -> bool:
    sides = (node.left, *node.comparators)
    if not any(map(_asks_kind, sides)):
        return False
    inner = [each for side in sides for each in ast.walk(side)]
    words = {each.value for each in inner if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    return bool(words & ACT_KINDS) or any(isinstance(each, ast.Name) and each.id in constants for each in sides)


def _constants_of_acts(tree: Tree) -> frozenset[str]:
    """Constants that are, or contain, words of ACT_KINDS."""
    found = set()
    for module in tree.modules.values():
        for node in module.tree.body:
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AnnAssign)
                else []
            )
            value = getattr(node, "value", None)
            words = (
                {each.value for each in ast.walk(value) if isinstance(each, ast.Constant)}
                if targets and value
                else set()
            )
            if words & ACT_KINDS:
                found |= {target.id for target in targets if isinstance(target, ast.Name) and target.id.isupper()}
    return frozenset(found)


def _asks_kind(node: ast.AST) -> bool:
    if not isinstance(node, ast.Attribute) or node.attr != "kind":
        return False
    owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
    return owner not in PHASES


def values_in_strings(tree: Tree) -> Places:
    """Reads of an act's `values` by a word: `act.values["x"]`, `.values.get("x")`, `"x" in act.values`."""
    for module in tree.modules.values():
        if not module.within("adjudicator") or module.within("adjudicator.model"):
            continue
        for node in ast.walk(module.tree):
            if _reads_values(node):
                yield tree.place(module, node, ast.unparse(node))


def _reads_values(node: ast.AST) -> bool:
    def kept(each: ast.AST) -> bool:
        return isinstance(each, ast.Attribute) and each.attr == "values"

    if isinstance(node, ast.Subscript):
        return kept(node.value)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "get" and kept(node.func.value)
    return (
        isinstance(node, ast.Compare)
        and any(map(kept, node.comparators))
        and isinstance(node.ops[0], ast.In | ast.NotIn)
    )


def _unknown(tree: Tree, counts: Callable[[ast.AST], bool], *but: str) -> Places:
    for module in tree.judging:
        if module.within("adjudicator.model.known", *but):
            continue
        for node in ast.walk(module.tree):
            if counts(node):
                yield tree.place(module, node)


def bool_or_none(tree: Tree) -> Places:
    """Terms of pack tables are left out of the count: one that a pack leaves out is None, and its text says what holds then."""
    for module in tree.judging:
        terms = {id(field.annotation) for node in ast.walk(module.tree) for field in _terms_of(node)}
        for node in ast.walk(module.tree):
            for annotation in _annotations(node):
                if id(annotation) not in terms and BOOL_OR_NONE.search(ast.unparse(annotation)):
                    yield tree.place(module, annotation)


def _terms_of(node: ast.AST) -> Iterator[ast.AnnAssign]:
    """The fields of a record of terms: a class that is no dataclass."""
    if isinstance(node, ast.ClassDef) and not node.decorator_list:
        yield from (each for each in node.body if isinstance(each, ast.AnnAssign))


def _annotations(node: ast.AST) -> Iterator[ast.expr]:
    told = node.returns if isinstance(node, ast.FunctionDef) else getattr(node, "annotation", None)
    if isinstance(told, ast.expr):
        yield told


def unknown_arguments(tree: Tree) -> Places:
    return _unknown(
        tree,
        lambda node: (
            (isinstance(node, ast.keyword) and node.arg == "unknown")
            or (isinstance(node, ast.arg) and node.arg == "unknown")
        ),
    )


def question_marks(tree: Tree) -> Places:
    def asks(node: ast.AST) -> bool:
        if not isinstance(node, ast.Compare):
            return False
        inner = [each for side in (node.left, *node.comparators) for each in ast.walk(side)]
        return any(
            (isinstance(each, ast.Constant) and each.value == "?")
            or (isinstance(each, ast.Name) and each.id == "UNKNOWN")
            for each in inner
        )

    return _unknown(tree, asks, *READERS)


def bounds(tree: Tree) -> Places:
    return _unknown(tree, lambda node: isinstance(node, ast.Name) and node.id == "Bound")


def sure_and_perhaps(tree: Tree) -> Places:
    names = ("sure", "perhaps")
    return _unknown(
        tree,
        lambda node: (
            (isinstance(node, ast.Name) and node.id in names)
            or (isinstance(node, ast.arg | ast.keyword) and node.arg in names)
            or (isinstance(node, ast.Attribute) and node.attr in names)
        ),
    )


def missing_fields(tree: Tree) -> Places:
    return _unknown(
        tree,
        lambda node: (
            isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "missing"
        ),
    )


def missing_read(tree: Tree) -> Places:
    return _unknown(tree, lambda node: isinstance(node, ast.Attribute) and node.attr == "missing")


def missing_passed(tree: Tree) -> Places:
    return _unknown(tree, lambda node: isinstance(node, ast.keyword) and node.arg == "missing")


def known_used(tree: Tree) -> Places:
    return _unknown(tree, lambda node: isinstance(node, ast.Name) and node.id == "Known")


def imports(tree: Tree, module: Module, *, for_types: bool = False) -> Iterator[str]:
    """The modules of ours that a module imports, anywhere in it; `for_types` also what it imports for annotations alone."""
    unused = {
        id(inner) for node in ast.walk(module.tree) if not for_types and _for_types(node) for inner in ast.walk(node)
    }
    for node in ast.walk(module.tree):
        if id(node) in unused:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in tree.modules)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = _absolute(module, node)
                inner = f"{whole}.{alias.name}"
                if inner in tree.modules or whole in tree.modules:
                    yield inner if inner in tree.modules else whole


def _absolute(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module.name if module.path.name == "__init__.py" else module.name.rpartition(".")[0]
    for _ in range(node.level - 1):
        package = package.rpartition(".")[0]
    return f"{package}.{node.module}" if node.module else package


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def circles_for_types(tree: Tree) -> Places:
    return circles(tree, for_types=True)


def circles(tree: Tree, *, for_types: bool = False) -> Places:
    """Groups of modules that import one another, at module level or inside a function, `for_types` also for annotations."""
    drawn: nx.DiGraph[str] = nx.DiGraph()
    drawn.add_edges_from(
        (name, target)
        for name, module in tree.modules.items()
        for target in imports(tree, module, for_types=for_types)
        if target != name
    )
    for group in nx.strongly_connected_components(drawn):
        if len(group) > 1:
            yield ", ".join(sorted(group))


def in_circles(tree: Tree) -> Places:
    return (name for circle in circles(tree) for name in circle.split(", "))


def lazy_imports(tree: Tree) -> Places:
    """Imports of ours inside a function; the commands' own, which keep `--help` quick, are left out."""
    for module in tree.modules.values():
        if module.within("adjudicator.cli", "adjudicator.__main__"):
            continue
        at_top = {id(node) for node in module.tree.body}
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom) and id(node) not in at_top:
                target = _absolute(module, node)
                if target.split(".")[0] == "adjudicator" and not _is_for_types(module, node):
                    yield tree.place(module, node, ast.unparse(node))


def _is_for_types(module: Module, wanted: ast.AST) -> bool:
    return any(_for_types(node) and wanted in ast.walk(node) for node in module.tree.body)


def long_files(tree: Tree) -> Places:
    for module in tree.modules.values():
        lines = len(module.text.splitlines())
        if lines > LONG_FILE:
            yield f"{module.path.relative_to(tree.root)} {lines}"


def long_functions(tree: Tree) -> Places:
    for module in tree.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > LONG_FUNCTION:
                    yield tree.place(module, node, f"{node.name} {lines}")


def recents(tree: Tree) -> Places:
    for module in tree.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Recent":
                yield tree.place(module, node)


def _decorated(tree: Tree, *names: str) -> Places:
    for module in tree.modules.values():
        for node in ast.walk(module.tree):
            for made in node.decorator_list if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else ():
                called = made.func if isinstance(made, ast.Call) else made
                if isinstance(called, ast.Name) and called.id in names:
                    yield tree.place(module, node, ast.unparse(made))


def function_caches(tree: Tree) -> Places:
    return _decorated(tree, "cache", "lru_cache")


def remembered(tree: Tree) -> Places:
    return _decorated(tree, "remembered")


def cached_properties(tree: Tree) -> Places:
    return _decorated(tree, "cached_property")


def id_keys(tree: Tree) -> Places:
    for module in tree.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "id" and node.args:
                yield tree.place(module, node, ast.unparse(node))


FIGURES: tuple[tuple[str, Callable[[Tree], Places | int], str], ...] = (
    ("checks shared", shared_checks, "functions with @check outside packs/"),
    ("checks with a series", series_checks, "functions with @check in packs/"),
    ("articles", article_functions, "functions with @article"),
    ("checks and articles", checks_and_articles, "functions with either"),
    ("terms in all", all_terms, "fields of the checks' records, inherited ones too"),
    ("terms at most", most_terms, "fields of the largest record"),
    ("checks of over 6 terms", checks_of_many_terms, "records with more than six fields"),
    (
        "checks of at most 1 rule",
        used_by_one_rule,
        "registered checks that one rule of the bundled packs uses, or none",
    ),
    ("checks of at most 2 rules", used_by_two_rules, "the same, two rules"),
    (
        "shared: one family",
        of_one_family,
        "shared checks that one family of packs uses (by `extends`), and no question writes",
    ),
    (
        "shared: two or a question",
        of_two_families,
        "shared checks that two families use or a question of `packs rules` writes",
    ),
    ("keys", all_keys, "own fields of all classes under Table, those of the checks' records among them"),
    ("keys never set", unset_keys, "in no TOML of packs, fixtures, docs and questions"),
    ("keys with one value", keys_of_one_value, "whatever sets them there says the same"),
    ("table classes", table_classes, "classes under Table with keys of their own"),
    ("table names used twice", tables_of_one_name, "names that two table classes have"),
    ("class names used twice", classes_of_one_name, "names that two classes of the product have"),
    ("shapes of a finding", shapes_of_a_finding, "classes with fields that say why, and where, who or which rule"),
    ("lines of Python", python_lines, "of the three packages"),
    ("lines with code", code_lines, "of these neither blank nor comment nor docstring"),
    ("lines of rules.toml", rules_lines, "in packs/"),
    (
        "logic in rule files, %",
        share_of_logic,
        "lines of code inside functions, of all of files with a check or article",
    ),
    ("comments", comments, "lines with one, those for tools left out"),
    ("longest TOML line", longest_toml_line, "characters, in packs/"),
    ("TOML lines over 200", long_toml_lines, "lines in packs/ over 200 characters"),
    ("rules of two_rivers", two_rivers_rules, "[[rule]] in its rules.toml"),
    ("string tests on act kinds", act_kind_tests, "comparisons of .kind with words of acts or CONSTANTS"),
    ("reads of an act's values", values_in_strings, '.values["x"], .values.get("x"), "x" in .values'),
    ("unknown: bool | None", bool_or_none, "annotations of arguments, answers and records, terms of tables left out"),
    ("unknown: unknown=", unknown_arguments, "parameters and arguments of this name"),
    (
        'unknown: "?"',
        question_marks,
        'comparisons with "?" or UNKNOWN, except where words of charts and positions are read',
    ),
    ("unknown: Bound", bounds, "uses of the name"),
    ("unknown: sure, perhaps", sure_and_perhaps, "uses of the names outside model/known.py"),
    ("unknown: missing, fields", missing_fields, "fields of this name outside model/known.py"),
    ("unknown: .missing, read", missing_read, "reads of this attribute outside model/known.py"),
    ("unknown: missing=, passed", missing_passed, "arguments of this name outside model/known.py"),
    ("known: Known", known_used, "uses of the name outside model/known.py"),
    ("import circles", circles, "groups of modules that import one another, also inside functions"),
    ("circles with types", circles_for_types, "the same, imports for annotations alone among them"),
    ("modules in circles", in_circles, "modules of these groups"),
    ("imports inside functions", lazy_imports, "of our modules, those of the commands left out"),
    ("files over 400 lines", long_files, "of the three packages"),
    ("functions over 60 lines", long_functions, "from def to the last line"),
    ("caches: Recent", recents, "Recent(...)"),
    ("caches: @remembered", remembered, "decorated functions"),
    ("caches: @cache, @lru_cache", function_caches, "decorated functions"),
    ("caches: @cached_property", cached_properties, "decorated properties"),
    ("calls of id()", id_keys, "an object's identity taken, mostly as a key"),
)


def measured(tree: Tree) -> dict[str, int]:
    """Every figure of a tree."""
    found = ((name, figure(tree)) for name, figure, _ in FIGURES)
    return {name: value if isinstance(value, int) else len(list(value)) for name, value in found}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.figures", description="Figures of source trees.")
    parser.add_argument("--tree", type=Path, action="append", help="a checkout; repeatable; this one if none is given")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--list", metavar="NAME", help="the places that a figure counts")
    chosen = parser.parse_args(arguments)
    trees = [Tree(path.resolve()) for path in chosen.tree or [ROOT]]
    if chosen.list:
        figure = next(figure for name, figure, _ in FIGURES if name == chosen.list)
        for tree in trees:
            value = figure(tree)
            print("\n".join([str(value)] if isinstance(value, int) else value))
        return 0
    columns = [measured(tree) for tree in trees]
    if chosen.json:
        print(json.dumps({str(tree.root): column for tree, column in zip(trees, columns, strict=True)}, indent=2))
        return 0
    for name, _, counts in FIGURES:
        print(f"{name:28}" + "".join(f"{column[name]:8}" for column in columns) + f"   {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
