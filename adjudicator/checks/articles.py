"""Articles of a book as Python: what one series of games alone asks, a function for an article, beside the rules of rules.toml.

They lie in a package `rules` of the series, one file for a chapter. A function judges what its first argument says, as a check
does (see `registry`); its docstring says what the article demands and gives its `Legal:` and `Illegal:` example. The decorator
says its title, which book has it, under which number, and what else an entry of rules.toml would say:

    @article("One crossing a turn", "8.4", area="movement", acts=("move",))
    def one_crossing(record: PhaseRecord) -> Iterator[Finding]:
        '''A unit crosses one river in a turn.

        Legal:    ...
        Illegal:  ...
        '''

What `explain` and reports say of the rule is the docstring's first paragraph, unless the decorator gives `says`. Where a series
has several games, the game stands before the number ("later_game:8.4"), or `printed` names both, and whatever this game says
otherwise. Numbers that differ are its `figures`, which the function takes as its second argument. What most articles of a file
have in common is told once:

    CHAPTER = Chapter(area="rail", when=("movement",), acts=("rail",))

    @CHAPTER.article(
        "Finnish net",
        printed("earlier_game", "7A4.8", figures=Net(axis=10)),
        printed("later_game", "7A3.b", figures=Net(axis=8)),
    )
    def finnish_net(record: PhaseRecord, net: Net) -> Iterator[Finding]: ...

A rule made so is a rule like any other: `explain`, coverage and translations see no difference. A pack that extends the game
changes its entry by rules.toml, or says the article anew: `article(printed(...), ...)(one_crossing)` for other figures, or
another function; `anew=True` says that it replaces one that must be there.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any, TypedDict, TypeVar, Unpack

from adjudicator.checks.registry import (
    Check,
    Kinds,
    Met,
    NoTerms,
    Unseen,
    brought_by,
    examined_by,
    register,
)
from adjudicator.errors import PackError
from adjudicator.findings import Severity
from adjudicator.lean import dataclass

Function = TypeVar("Function", bound=Callable[..., Iterator[Any]])
Entry = Mapping[str, object]
Meets = Callable[..., bool | Iterable[object]]
"""Whether, or what, an article finds to judge in what it examines; it takes the figures as a second argument, or none."""
Answer = TypeVar("Answer")


class Words(TypedDict, total=False):
    """What an entry of rules.toml says of its rule, except its id, title, check and terms (`model.pack.RuleEntry`)."""

    area: str
    says: str
    why: str
    covers: tuple[str, ...]
    when: tuple[str, ...]
    during: Mapping[str, object]
    severity: Severity
    readings: tuple[str, ...]
    options: tuple[str, ...]


class Told(Words, total=False):
    """What a decorator may say, for all books alike: the words, what `registry.check` takes, and whether it says one anew."""

    unseen: Unseen
    acts: Kinds | tuple[str, ...]
    units_in: str
    met: Meets
    untold: Callable[..., str]
    outright: bool
    whole_turn: bool
    counts_turns: bool
    of_ways: bool
    anew: bool


@dataclass(frozen=True, slots=True)
class Printed:
    """An article in one book: the pack, the article's number, its figures, and what its entry says otherwise than the others."""

    pack: str
    id: str
    figures: object
    words: Entry


def printed(pack: str, number: str, *, figures: object = None, title: str = "", **words: Unpack[Words]) -> Printed:
    """The article in the book of a pack, with what this one says otherwise; "" is the pack that the function itself lies in."""
    return Printed(pack, number, figures, {**_given(title=title), **words})


def _given(**texts: str) -> Entry:
    """The texts that there are."""
    return {key: text for key, text in texts.items() if text}


_ENTRIES: dict[str, dict[str, dict[str, tuple[str, Entry]]]] = {}
"""The module of an article, and what an entry of rules.toml would say: by package of the code, by pack, by its number."""


def article(
    title: str | Printed,
    *books: str | Printed,
    unseen: Unseen = "may excuse",
    acts: Kinds | tuple[str, ...] = (),
    units_in: str = "",
    met: Meets | None = None,
    untold: Callable[..., str] | None = None,
    outright: bool = False,
    whole_turn: bool = False,
    counts_turns: bool = False,
    of_ways: bool = False,
    anew: bool = False,
    **words: Unpack[Words],
) -> Callable[[Function], Function]:
    """Register a function as the article of each of these books, "PACK:NUMBER", or a number of the pack that it lies in.

    The title stands first; where each book has a title of its own, or an entry that has one, the first book does. The other
    arguments are those of `registry.check` (`units_in` names the field of the figures that selects the units, if one does), and
    what an entry of rules.toml says; `says` is the docstring's first paragraph, if
    none is given. PackError if a book has the article twice, or no book is named.
    """
    named = books if isinstance(title, str) else (title, *books)

    def join(function: Function) -> Function:
        package = brought_by(function)
        doc = inspect.getdoc(function) or ""
        if not named:
            raise PackError(f"{function.__module__}: no book has the article '{title}'")
        says = " ".join(doc.partition("\n\n")[0].split())
        common = {**_given(title=title if isinstance(title, str) else "", says=says), **words}
        for each in named:
            book = each if isinstance(each, Printed) else _printed(each)
            of = book.pack or package.rpartition(".")[2]
            name = f"{of}:{book.id}"
            _enter(function, package, book, {**common, **book.words, "id": book.id, "check": name, ANEW: anew})
            registered = Check(
                name,
                examined_by(function),
                NoTerms,
                _with_figures(function),
                doc,
                unseen,
                acts if callable(acts) else frozenset(acts),
                units_in=units_in,
                met=None if met is None else _any_met(met),
                outright=outright,
                whole_turn=whole_turn,
                counts_turns=counts_turns,
                untold=None if untold is None else _with_figures(untold),
                of_ways=of_ways,
                article_of=of,
                figures=book.figures,
            )
            register(package, registered)
        return function

    return join


def _enter(function: Function, package: str, book: Printed, entry: Entry) -> None:
    """Note an article of a book; PackError if it has the number already."""
    entries = _ENTRIES.setdefault(package, {}).setdefault(book.pack, {})
    if book.id in entries:
        of = book.pack or package.rpartition(".")[2]
        raise PackError(f"{function.__module__}: '{of}' has the article '{book.id}' already")
    entries[book.id] = function.__module__, entry


class Chapter:
    """What most articles of a file have in common: `CHAPTER.article` takes it where the article does not say otherwise."""

    def __init__(self, **common: Unpack[Told]) -> None:
        self._common: Told = common

    def article(
        self, title: str | Printed, *books: str | Printed, **told: Unpack[Told]
    ) -> Callable[[Function], Function]:
        """Register a function as `article` does."""
        both: Told = {**self._common, **told}
        return article(title, *books, **both)


def _printed(name: str) -> Printed:
    """An article by its number, or "PACK:NUMBER"."""
    pack, _, number = name.rpartition(":")
    return printed(pack, number)


ANEW = "anew"
"""Says of an entry that it replaces one of the packs that its own extends."""


def entries_of(pack: str, own: str, packages: tuple[str, ...]) -> Iterator[Entry]:
    """The articles of a pack that these packages bring, in the order of their files, each as an entry of rules.toml.

    `own` is the package that the pack itself lies in, "" if it has none. Which file was imported first does not matter.
    """
    for package in packages:
        found = _ENTRIES.get(package, {})
        for name in (pack, "") if package == own else (pack,):
            yield from (entry for _, entry in sorted(found.get(name, {}).values(), key=itemgetter(0)))


_FIGURES: dict[str, dict[str, dict[type, object]]] = {}
"""What an analysis asks of a book, by package of the code, by pack, by class."""


def has_figures(package: str, pack: str, *figures: object) -> None:
    """Give a book the tables that analyses ask of it (`Pack.figures_of`), one of each class; `package` is `__name__`.

    A pack that extends the book has the same, unless it gives its own.
    """
    of_package = _FIGURES.setdefault(package.rpartition(".rules.")[0], {})
    of_package.setdefault(pack, {}).update((type(each), each) for each in figures)


def figures_of(packs: Iterable[str], packages: tuple[str, ...]) -> Mapping[type, object]:
    """The figures that these packages give the packs, of which each extends the one before it."""
    given = (_FIGURES.get(package, {}).get(pack, {}) for pack in packs for package in packages)
    return {kind: each for found in given for kind, each in found.items()}


def _any_met(meets: Meets) -> Met:
    """Whether it finds anything."""
    find = _with_figures(meets)

    def met(examined: object, figures: object) -> bool:
        found = find(examined, figures)
        return found if isinstance(found, bool) else any(True for _ in found)

    return met


def _with_figures(function: Callable[..., Answer]) -> Callable[[Any, Any], Answer]:
    """A function that takes its figures as a second argument, though it may have none."""
    parameters = inspect.signature(function).parameters.values()
    if sum(each.kind is not each.KEYWORD_ONLY for each in parameters) > 1:
        return function

    @functools.wraps(function)
    def alone(examined: object, _figures: object) -> Answer:
        return function(examined)

    return alone
