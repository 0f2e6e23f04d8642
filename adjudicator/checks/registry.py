"""The registry of checks: a decorator, and a walk over packages so that a new check is a new file and touches no list.

Shared checks lie in `adjudicator.checks`, each in the module of its name, so that a pack loads those alone that its rules name.
What one series of games alone asks lies in a package `checks` of that series; only its own pack, and packs that extend it,
know such a check.

A check is a generator over something it cannot change. Its first argument says what it examines: a `Position` (one
moment), an `Act` (one event with the positions before and after it), or a `PhaseRecord` (all acts of a phase). Its second
is a frozen pydantic record of its numbers, which a pack's rules.toml gives as `terms`. The docstring gives a `Legal:` and
an `Illegal:` example in the notation of `adjudicator.model.notation`; both run as a test. A shared check shows them under
the pack `two_rivers`, any other under its own; `Under: PACK, ...` names another pack, a theatre, optional rules in play, or a
reading (`7.2=radius`); `Under: own, ...` is each book that prints an article.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, TypeVar, get_type_hints

from adjudicator.errors import AdjudicatorError, PackError, nearest
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position

SHARED = "adjudicator"
CODE = ("checks", "rules")
"""The folders of a series that hold its checks, and its articles."""
Judge = Callable[[Any, Any], Iterator[Finding]]
Met = Callable[[Any, Any], bool]
"""Whether anything that a check judges with these terms is in what it examines."""
Untold = Callable[[Any, Any], str]
"""What nobody told, so that nobody can say that a rule with these terms was kept; "" if nothing lacks."""
Kinds = frozenset[str] | Callable[[Pack], frozenset[str]]
"""Words of acts, or what tells them for a pack; empty: any."""
Examined = TypeVar("Examined", Position, Act, PhaseRecord)
Terms = TypeVar("Terms", bound=Table)
Unseen = Literal["may excuse", "may excuse nearby", "cannot excuse"]
"""Whether a counter that nobody can identify, in a hex of a breach, could make it legal (then it is a doubt).

"may excuse nearby": so could one next to such a hex or to a line drawn for it, by the zone of control it may exert.
"""


class NoTerms(Table):
    """For checks without numbers of their own."""


@dataclass(frozen=True, slots=True)
class Check:
    """A registered check: its name, what it examines, its record of numbers, and the function.

    `acts` are the kinds of act that it is about, and `acts_in` the terms that name such kinds: all of which a check of acts
    can say anything, for it is asked of no other; whoever declares neither is asked of every act. `markers_in` are the terms
    that name kinds of marker; `units_in` the term that selects the units: "" where it selects those who may not do something
    at all, so that whoever else does it keeps the rule. `met` says what these cannot say. The last three decide no verdict:
    they tell a rule that found nothing broken from one that met nothing it judges.
    """

    name: str
    examines: type[Position] | type[Act] | type[PhaseRecord]
    terms: type[Table]
    judge: Judge
    doc: str
    unseen: Unseen = "may excuse"
    acts: Kinds = frozenset()
    acts_in: tuple[str, ...] = ()
    markers_in: tuple[str, ...] = ()
    units_in: str = "who"
    met: Met | None = None
    outright: bool = False
    """Whether it forbids acts of its kinds outright, so that acts of all other kinds keep it."""
    whole_turn: bool = False
    """Whether it looks at all phases of a player turn, not only at the one that it examines."""
    counts_turns: bool = False
    """Whether it asks for the number of the turn, so that where nobody knows it nobody can say that the rule was kept."""
    untold: Untold | None = None
    """What nobody told without which a thing that is as usual may be wrong: no doubt about it, and the rule stays open."""
    of_ways: bool = False
    """Whether, of an act by which units move, it looks for faults of their ways and at nothing else: where none has any, it
    need not be asked."""
    article_of: str = ""
    """The pack whose article it is (see `articles`); "" for a check that entries of rules.toml name."""
    figures: object = None
    """What an article takes in place of terms."""

    @property
    def package(self) -> str:
        """The Python package whose `checks` it lies in: "adjudicator" for a shared one, else that of its series."""
        return brought_by(self.judge)

    @property
    def under(self) -> tuple[str, ...]:
        """What its examples are judged under: a pack, then a theatre, optional rules and readings as `Under:` names them."""
        named = self._labelled("Under")
        if named:
            pack, *words = (word.strip() for word in named[0].split(","))
            return (self.article_of if pack == "own" else pack, *words)
        if self.article_of:
            return (self.article_of,)
        return ("two_rivers" if self.package == SHARED else self.package.rpartition(".")[2],)

    def examples(self, kind: Literal["Legal", "Illegal"]) -> tuple[str, ...]:
        """The docstring's examples of a kind: the lines of a position, then of moves, parted by "; ".

        An example goes on over lines that are indented further than its first.
        """
        return self._labelled(kind)

    def _labelled(self, wanted: str) -> tuple[str, ...]:
        found: list[list[str]] = []
        inside = False
        for line in self.doc.splitlines():
            label, colon, rest = line.partition(":")
            if colon and label in ("Under", "Legal", "Illegal"):
                inside = label == wanted
                if inside:
                    found.append([rest.strip()])
            elif inside and line.startswith("    "):
                found[-1].append(line.strip())
            else:
                inside = False
        return tuple(" ".join(lines) for lines in found)


_CHECKS: dict[str, dict[str, Check]] = {}
"""By package, then by name."""


def check(
    name: str,
    terms: type[Terms] | type[NoTerms] = NoTerms,
    unseen: Unseen = "may excuse",
    *,
    acts: tuple[str, ...] | Callable[[Pack], frozenset[str]] = (),
    acts_in: tuple[str, ...] = (),
    markers_in: tuple[str, ...] = (),
    units_in: str = "who",
    met: Met | None = None,
    outright: bool = False,
    whole_turn: bool = False,
    counts_turns: bool = False,
    untold: Untold | None = None,
    of_ways: bool = False,
) -> Callable[[Callable[[Examined, Terms], Iterator[Finding]]], Callable[[Examined, Terms], Iterator[Finding]]]:
    """Register a check under a dotted name; a name taken twice in a package stops the import."""

    def join(judge: Callable[[Examined, Terms], Iterator[Finding]]) -> Callable[[Examined, Terms], Iterator[Finding]]:
        strays = [term for term in (*acts_in, *markers_in) if term not in terms.model_fields]
        if strays:
            raise PackError(f"the check '{name}' has no term {', '.join(strays)}")
        doc = inspect.getdoc(judge) or ""
        about = (acts if callable(acts) else frozenset(acts), acts_in, markers_in, units_in, met, outright)
        asked = (whole_turn, counts_turns, untold, of_ways)
        register(brought_by(judge), Check(name, examined_by(judge), terms, judge, doc, unseen, *about, *asked))
        return judge

    return join


def register(package: str, made: Check) -> None:
    """Make a check known under its name in a package; PackError if that is taken."""
    beside = _CHECKS.setdefault(package, {})
    if made.name in beside:
        raise _taken_twice(made.name, beside[made.name].judge, made.judge)
    beside[made.name] = made


def examined_by(judge: Judge) -> type[Position] | type[Act] | type[PhaseRecord]:
    """What a function judges, as its first argument says."""
    found: type[Position] | type[Act] | type[PhaseRecord] = next(iter(get_type_hints(judge).values()))
    return found


@cache
def checks(packages: tuple[str, ...] = ()) -> Mapping[str, Check]:
    """Every check by name that a pack knows: the shared ones, and those of its own packages; no two may share a name."""
    found: dict[str, Check] = {}
    for package in (SHARED, *packages):
        for name, each in _checks_in(package).items():
            if name in found:
                raise _taken_twice(name, found[name].judge, each.judge)
            found[name] = each
    return found


def find_check(name: str, packages: tuple[str, ...] = ()) -> Check:
    """The check of that name among those a pack knows; PackError if there is none."""
    found = _own(packages).get(name) or _shared(name)
    if found is None:
        raise PackError(f"no check is named '{name}'{nearest(name, checks(packages))}")
    return found


@cache
def _own(packages: tuple[str, ...]) -> Mapping[str, Check]:
    """The checks of these packages by name, none of which is the name of another or of a shared one."""
    found: dict[str, Check] = {}
    for package in packages:
        for name, each in _checks_in(package).items():
            taken = found.get(name) or _shared(name)
            if taken is not None:
                raise _taken_twice(name, taken.judge, each.judge)
            found[name] = each
    return found


@cache
def _shared(name: str) -> Check | None:
    """The shared check of a name; no other is imported for it."""
    if not all(part.isidentifier() for part in name.split(".")):
        return None
    module = f"{SHARED}.checks.{name}"
    try:
        if importlib.util.find_spec(module) is None:
            return None
    except ModuleNotFoundError:  # nor is there a folder of that name
        return None
    importlib.import_module(module)
    return _CHECKS.get(SHARED, {}).get(name)


@cache
def _checks_in(package: str) -> Mapping[str, Check]:
    """The checks of one package, all of its modules imported; PackError if they cannot be."""
    import_code(package)
    return _CHECKS.get(package, {})


@cache
def import_code(package: str) -> None:
    """Import all checks and articles of a package; PackError if they cannot be."""
    try:
        for folder in CODE:
            _import_all(f"{package}.{folder}")
    except AdjudicatorError:
        raise
    except Exception as error:
        told = error if isinstance(error, ImportError | SyntaxError) else f"{type(error).__name__}: {error}"
        raise PackError(f"the checks of the package '{package}' cannot be imported: {told}") from error


def _import_all(package: str) -> None:
    """Import every module of a package, if there is such a package."""
    if importlib.util.find_spec(package) is None:
        return
    parent = importlib.import_module(package)
    for module in pkgutil.walk_packages(parent.__path__, parent.__name__ + "."):
        importlib.import_module(module.name)


def brought_by(judge: Judge) -> str:
    """The Python package whose `checks` or `rules` a function lies in."""
    module = judge.__module__
    return next((found for folder in CODE if (found := module.rpartition(f".{folder}.")[0])), module)


def _taken_twice(name: str, first: Judge, second: Judge) -> PackError:
    return PackError(f"two checks are named '{name}': {first.__module__} and {second.__module__}")
