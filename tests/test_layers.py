"""Imports point downwards: a module may import its own layer and those below it, as drawn in LAYERS."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from adjudicator.cli.main import COMMANDS
from tests.figures import PACKAGES, Tree, circles

ROOT = Path(__file__).parent.parent
FRAMEWORK = ("adjudicator.checks.registry", "adjudicator.checks.articles")
PACKS = ROOT / "adjudicator" / "packs"

LAYERS = (
    ("adjudicator.cli", "adjudicator.__main__"),
    ("adjudicator.desk",),
    # whole archives on many processes: asks the game as programs do
    ("adjudicator.batch",),
    # the public names on one screen stand above what they name; commands may use them too
    ("adjudicator.__init__",),
    ("adjudicator.game",),
    ("adjudicator.reference",),
    ("adjudicator.exporters",),
    ("adjudicator.importers",),
    # proposals from a board's image: knows hexes and grids, no rule and no format
    ("adjudicator.tracing",),
    # a theatre while it is written: knows maps and their files, no rule and no picture
    ("adjudicator.editing",),
    ("adjudicator.judge", "adjudicator.judging", "adjudicator.identify", "adjudicator.play", "adjudicator.audit"),
    ("adjudicator.packs",),
    ("adjudicator.checks",),
    ("adjudicator.analysis",),
    ("adjudicator.terms",),
    # which counter may be which unit: knows counters and types, no rule and no format
    ("adjudicator.matching",),
    ("adjudicator.record",),
    ("adjudicator.model",),
    (
        # what a finding carries: an answer with its missing data and reasons, of plain values
        "adjudicator.model.known",
        # the arrow of a hexside feature: plain words, which sentences take up
        "adjudicator.model.one_way",
        "adjudicator.findings",
        # what a document tells of a finding
        "adjudicator.excerpts",
        "adjudicator.notes",
        "adjudicator.errors",
        # what reading a file may take: below all that reads
        "adjudicator.budget",
        # images that strangers made
        "adjudicator.images",
        # regular expressions that users write
        "adjudicator.patterns",
        "adjudicator.toml",
        "adjudicator.said",
        "adjudicator.languages",
        "adjudicator.words",
        "adjudicator.harmless",
        # sentences without the options of commands
        "adjudicator.plain_words",
        "adjudicator.collector",
        # what a file of ours says of itself
        "adjudicator.marks",
        # the gate through which files are written, and what it asks
        "adjudicator.writing",
        "adjudicator.unfinished",
        # where a user's own settings lie, and what can be made anew
        "adjudicator.own_folders",
        "adjudicator.game_files",
        # how this copy of the program gets its extras
        "adjudicator.extras",
        # what every class of fields is made by
        "adjudicator.lean",
        # a mapping as a value
        "adjudicator.persistent",
    ),
)
IMPORTERS_SEE = (
    "adjudicator.importers",
    "adjudicator.model",
    "adjudicator.notes",
    "adjudicator.errors",
    "adjudicator.budget",
    "adjudicator.images",
    "adjudicator.toml",
    "adjudicator.said",
    "adjudicator.words",
    "adjudicator.collector",
    "adjudicator.writing",
    "adjudicator.lean",
    "adjudicator.patterns",
    "adjudicator.persistent",
)
WIRE = "wire"
# what a record carries of players' ids lies in command texts, and only their format knows where
BESIDE_WIRE = ("adjudicator.importers.vassal.pseudonyms",)


def name_of(package: str, path: Path) -> str:
    """A file's module name; a package's own file is its `__init__` only where that is a layer of its own."""
    parts = path.relative_to(ROOT / PACKAGES[package]).with_suffix("").parts
    name = ".".join((package, *parts))
    return name if name in ("adjudicator.__init__",) else name.removesuffix(".__init__")


FILES = {
    name_of(package, path): path
    for package, folder in PACKAGES.items()
    for path in sorted((ROOT / folder).rglob("*.py"))
}


def layer_of(module: str) -> int:
    """The layer a module lies in, 0 at the top; the longest name that fits decides."""
    fitting = [
        (len(name), depth)
        for depth, layer in enumerate(LAYERS)
        for name in layer
        if module == name or module.startswith(name + ".")
    ]
    if not fitting:
        raise LookupError(f"{module} lies in no layer: add it to LAYERS")
    return max(fitting)[1]


@pytest.fixture(scope="module")
def whole() -> Tree:
    return Tree(ROOT)


@cache
def imports(path: Path) -> tuple[tuple[int, str, bool], ...]:
    """Line, module and whether it is imported at module level; annotations-only imports do not count."""
    return tuple(_imports(ast.parse(path.read_text(encoding="utf-8"))))


def _imports(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    at_top = {id(node) for node in tree.body}
    unused = {id(inner) for node in ast.walk(tree) if _for_types(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in unused:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, id(node) in at_top) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield node.lineno, inner if inner in FILES else node.module, id(node) in at_top


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def package_of(module: str) -> str:
    """Which of our three packages a module lies in, "" for none."""
    return max((each for each in PACKAGES if _under(module, each)), key=len, default="")


def ours(module: str) -> bool:
    return package_of(module) != ""


def test_every_file_lies_in_a_layer() -> None:
    assert not [name for name in FILES if layer_of(name) < 0]


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_down(package: str) -> None:
    upward = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for name, path in FILES.items()
        if package_of(name) == package
        for line, target, _ in imports(path)
        if ours(target) and target != "adjudicator" and layer_of(target) < layer_of(name)
    ]
    assert upward == []


@pytest.mark.parametrize("for_types", [False, True])
def test_no_modules_import_one_another_in_a_circle(whole: Tree, for_types: bool) -> None:
    """Imports inside functions count too, and those for annotations alone: a circle is no smaller for being closed late."""
    assert list(circles(whole, for_types=for_types)) == []


def test_nobody_imports_readers_and_writers_by_their_bare_names() -> None:
    """Those names may be a stranger's. Only what is run in trees of before asks for them."""
    bare = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for path in (
            *FILES.values(),
            *sorted((ROOT / "tests").rglob("*.py")),
            *sorted((ROOT / "fixtures").rglob("*.py")),
        )
        for line, target, _ in imports(path)
        if target.split(".")[0] in ("importers", "exporters")
    ]
    assert [told.partition(":")[0] for told in bare] == ["tests/benchmarks/_probe.py", "tests/side_by_side/old_tree.py"]


def test_importers_know_no_rule() -> None:
    strays = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for name, path in FILES.items()
        if name.startswith("adjudicator.importers")
        for line, target, _ in imports(path)
        if ours(target) and not target.startswith(IMPORTERS_SEE)
    ]
    assert strays == []


def test_exporters_see_only_the_wire_of_importers() -> None:
    strays = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for name, path in FILES.items()
        if name.startswith("adjudicator.exporters")
        for line, target, _ in imports(path)
        if target.startswith("adjudicator.importers") and WIRE not in target.split(".") and target not in BESIDE_WIRE
    ]
    assert strays == []


def test_checks_do_not_import_checks() -> None:
    strays = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for name, path in FILES.items()
        if ".checks." in name and name not in FRAMEWORK
        for line, target, _ in imports(path)
        if ".checks" in target and target not in FRAMEWORK
    ]
    assert strays == []


def test_shared_code_knows_no_series() -> None:
    strays = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for name, path in FILES.items()
        for line, target, _ in imports(path)
        if series_of(target) and series_of(target) not in (series_of(name), extended(series_of(name)))
    ]
    assert strays == []


def series_of(module: str) -> str:
    """The pack whose own code a module is, "" for shared code."""
    parts = module.split(".")
    own = parts[:2] == ["adjudicator", "packs"] and len(parts) > 2 and (PACKS / parts[2] / "pack.toml").exists()
    return parts[2] if own else ""


def extended(pack: str) -> str:
    """The pack that a pack extends, "" if none."""
    header = PACKS / pack / "pack.toml"
    return str(tomllib.loads(header.read_text(encoding="utf-8")).get("extends", "")) if pack else ""


def test_commands_and_the_desk_ask_only_the_game() -> None:
    """They parse, ask and show; what they may name below the game are values that they show."""
    values = (
        "adjudicator.errors",
        "adjudicator.findings",
        "adjudicator.excerpts",
        "adjudicator.words",
        "adjudicator.said",
        "adjudicator.languages",
        "adjudicator.harmless",
        "adjudicator.plain_words",
        "adjudicator.marks",
        "adjudicator.writing",
        "adjudicator.unfinished",
        "adjudicator.lean",
        # a mapping as a value
        "adjudicator.persistent",
        "adjudicator.extras",
        "adjudicator.own_folders",
    )
    asked = ("adjudicator.cli", "adjudicator.desk", "adjudicator.batch", "adjudicator.game", *values)
    strays = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for name, path in FILES.items()
        if name.startswith(("adjudicator.cli", "adjudicator.desk"))
        for line, target, _ in imports(path)
        if ours(target) and not any(_under(target, each) for each in asked)
    ]
    assert strays == []


def test_commands_import_the_library_only_when_they_run() -> None:
    light = {"adjudicator.errors", "adjudicator.cli", "adjudicator.lean"}
    started: set[str] = set()
    for name in ("main", *COMMANDS):
        assert f"adjudicator.cli.{name}" in FILES
        _closure(f"adjudicator.cli.{name}", started)
    heavy = [target for target in started if ours(target) and not any(_under(target, each) for each in light)]
    assert heavy == []


def _under(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def _closure(module: str, seen: set[str]) -> set[str]:
    """What importing a module of ours imports, module-level imports only."""
    if module in seen or module not in FILES:
        return seen
    seen.add(module)
    for _, target, at_top in imports(FILES[module]):
        if at_top and ours(target):
            _closure(target, seen)
            seen.add(target)
    return seen


@pytest.mark.parametrize("package", PACKAGES)
def test_any_module_can_be_imported_first(package: str) -> None:
    unfinished = {
        f"{name} first: {who} wants {word} of {target}, which is still being imported"
        for name in FILES
        if package_of(name) == package
        for who, target, word in _wanted_too_early(name, {}, [])
    }
    assert unfinished == set()


def _wanted_too_early(
    name: str, done: dict[str, bool], found: list[tuple[str, str, str]]
) -> list[tuple[str, str, str]]:
    """What Python does when it imports a module, followed on paper: names asked of modules that have not come to them."""
    parent = name.rpartition(".")[0]
    if parent in FILES and parent not in done:
        _wanted_too_early(parent, done, found)
    if name in done or name not in FILES:
        return found
    done[name] = False
    for target, word in _asked(name):
        _wanted_too_early(target, done, found)
        if f"{target}.{word}" in FILES:
            _wanted_too_early(f"{target}.{word}", done, found)
        elif word and done.get(target) is False:
            found.append((name, target, word))
    done[name] = True
    return found


@cache
def _asked(name: str) -> tuple[tuple[str, str], ...]:
    """The modules of ours, and the names in them, that a module asks for while it is imported."""
    body = ast.parse(FILES[name].read_text(encoding="utf-8")).body
    whole = [(alias.name, "") for node in body if isinstance(node, ast.Import) for alias in node.names]
    named = [
        (node.module or "", alias.name) for node in body if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    return tuple((target, word) for target, word in [*whole, *named] if ours(target))


def test_the_packages_tell_type_checkers_that_they_are_typed() -> None:
    for folder in PACKAGES.values():
        assert (ROOT / folder / "py.typed").is_file()
