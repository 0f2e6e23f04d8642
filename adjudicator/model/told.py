"""What players said of an act, and what was asked of it in vain: without the die, nobody can say that its table was kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Told(dict[str, str]):
    """What was said of an act, by name: die, result, hits. Who asks for what nobody said is heard (`with_what_lacked`)."""

    __slots__ = ()

    def get(self, name: str, default: Any = None) -> Any:
        """What was said, or `default`."""
        found = super().get(name)
        if found is not None:
            return found
        lacked(((self, name),))
        return default

    def __contains__(self, name: object) -> bool:
        if super().__contains__(name):
            return True
        lacked(((self, str(name)),))
        return False


def told_or(told: Mapping[str, str], name: str, other: str) -> str:
    """What was said, or what stands in for it; it lacks only where there is neither."""
    return other if other and name not in told.keys() else told.get(name, "")  # noqa: SIM118 - the view does not ask


NO_NUMBER, UNTOLD_NUMBER = Told(), Told()
"""Stand for the numbers that the game keeps: whoever asks for one that is told as no number, or whether one is told that is not,
is heard as well."""
_LACKED: ContextVar[list[tuple[Told, str]] | None] = ContextVar("lacked", default=None)


def lacked(what: Iterable[tuple[Told, str]]) -> None:
    """Say that something was asked for which nobody told."""
    heard = _LACKED.get()
    if heard is not None:
        heard.extend(what)


def with_what_lacked(question: Callable[[], Answer]) -> tuple[Answer, list[tuple[Told, str]]]:
    """An answer, and what was asked for meanwhile that nobody told: of which act, and by which name."""
    heard: list[tuple[Told, str]] = []
    before = _LACKED.set(heard)
    try:
        return question(), heard
    finally:
        _LACKED.reset(before)
