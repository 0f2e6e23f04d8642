"""Questions that the games of a series, or editions of one game, answer each in its own way.

A series has a class of questions, each a small method with the answer that holds for all its games:

    class AttritionDice(Questions):
        def needs_zone(self) -> bool: ...

The pack of a game or edition that answers otherwise replaces that method, and no other, in a subclass of its own:

    @replaces(AttritionDice)
    class AttritionDiceOf10(AttritionDice): ...

Both lie in a package `questions` beside `checks`. A check asks `asked(AttritionDice, pack.packages)`: it never knows which
edition it judges. Replacing what is not there, or twice in one package, stops the import.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeVar, cast

from adjudicator.errors import AdjudicatorError, PackError


class Questions:
    """What a series answers; its heirs are answers of a game. Without state."""


Asked = TypeVar("Asked", bound=Questions)
Answering = type[Questions]

_REPLACED: dict[Answering, dict[str, Answering]] = {}
"""By the class of questions and by package: the answers that the package gives instead."""


def replaces(questions: type[Asked]) -> Callable[[type[Asked]], type[Asked]]:
    """Register the answers of a game in place of those of its series."""

    def register(answers: type[Asked]) -> type[Asked]:
        package = _package_of(answers)
        if not issubclass(answers, questions):
            raise PackError(f"{_name(answers)} replaces {_name(questions)} and is none of its kind")
        strange = [name for name in _methods(answers) if not hasattr(questions, name)]
        if strange:
            raise PackError(f"{_name(answers)} replaces {', '.join(strange)}, which {_name(questions)} does not ask")
        taken = _REPLACED.setdefault(_root(questions), {})
        if package in taken:
            raise PackError(f"{_name(answers)} and {_name(taken[package])} replace the same questions")
        taken[package] = answers
        return answers

    return register


def asked(questions: type[Asked], packages: tuple[str, ...]) -> Asked:
    """The answers that hold for a pack, by the packages it brings code in."""
    return cast(Asked, _chain(questions, packages)[-1]())


def answered_by(questions: Answering, packages: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """For each question the packages that answer it, the series first, the one that holds last."""
    chain = _chain(questions, packages)
    return {name: tuple(_package_of(each) for each in chain if name in vars(each)) for name in _methods(questions)}


def _chain(questions: Answering, packages: tuple[str, ...]) -> tuple[Answering, ...]:
    """The class of questions and what replaces it, from the series down; each must go on from the one before."""
    for package in packages:
        _import_questions(package)
    found: list[Answering] = [questions]
    for package in packages:
        answers = _REPLACED.get(questions, {}).get(package)
        if answers is None:
            continue
        if not issubclass(answers, found[-1]):
            raise PackError(f"{_name(answers)} does not go on from {_name(found[-1])}, which it would replace")
        found.append(answers)
    return tuple(found)


@cache
def _import_questions(package: str) -> None:
    try:
        import_all(f"{package}.questions")
    except AdjudicatorError:
        raise
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise PackError(f"the questions of the package '{package}' cannot be imported: {told}") from error


def import_all(package: str) -> None:
    """Import every module of a package, if there is such a package."""
    if importlib.util.find_spec(package) is None:
        return
    parent = importlib.import_module(package)
    for module in pkgutil.walk_packages(parent.__path__, parent.__name__ + "."):
        importlib.import_module(module.name)


def _root(questions: Answering) -> Answering:
    return next(each for each in reversed(questions.__mro__) if issubclass(each, Questions) and each is not Questions)


def _methods(questions: Answering) -> list[str]:
    return [name for name, each in vars(questions).items() if inspect.isfunction(each) and not name.startswith("_")]


def _package_of(questions: Answering) -> str:
    return questions.__module__.rpartition(".questions")[0] or questions.__module__


def _name(questions: Answering) -> str:
    return f"{questions.__module__}.{questions.__name__}"
