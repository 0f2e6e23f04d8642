"""What can go wrong while doing the job, and where it went wrong.

    AdjudicatorError
      ReadError
        UnknownFormat        no importer, or more than one, claims the bytes
        CorruptFile          the format was recognised, its content is broken
        UnsupportedVersion   the format was recognised, its version is not
        UnsafeFile           reading on would cost too much or touch what it must not
      PackError              a pack, theatre or chart sheet contradicts itself
        UnknownName          no pack, theatre, reading or optional rule goes by the name asked for
      UsageError             a caller asked for a viewer, step, phase or file name that there is not
      NotationError          a typed position, move or hex number cannot be read
      WriteError             an output could not be made; nothing was overwritten

A broken rule of a *game* is never an error: it is a `Finding`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

from adjudicator.lean import dataclass, replace

LONGEST = 600


@dataclass(frozen=True, slots=True)
class Source:
    """A place in the input: file, entry within it, and offset (characters of decoded text, or bytes) within that."""

    file: str = ""
    entry: str = ""
    offset: int | None = None

    def __str__(self) -> str:
        place = "!".join(part for part in (self.file, self.entry) if part)
        return place if self.offset is None else f"{place} @ {self.offset}"


class AdjudicatorError(Exception):
    """One sentence for people, and the place it is about."""

    def __init__(self, message: str, source: Source | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.source = source or Source()

    def __str__(self) -> str:
        place = str(self.source)
        return _in_a_line(f"{place}: {self.message}" if place else self.message)


class ReadError(AdjudicatorError):
    """A file could not be read."""


class UnknownFormat(ReadError):  # noqa: N818 - reads as what it says
    """No importer recognises the content."""


class CorruptFile(ReadError):  # noqa: N818
    """The content breaks its own format."""


class UnsupportedVersion(ReadError):  # noqa: N818
    """A known format in a version nobody taught us."""


class UnsafeFile(ReadError):  # noqa: N818
    """Content made to hurt: too large, too deep, or pointing outside itself."""


class PackError(AdjudicatorError):
    """A rule pack, theatre or chart sheet is wrong; the message names file, table and key."""


class UnknownName(PackError):  # noqa: N818 - reads as what it says
    """A pack, theatre, reading or optional rule was asked for by a name that it does not have."""


class UsageError(AdjudicatorError):
    """What a caller asked for is not there; `argument` is the name of the argument, `given` what it was."""

    def __init__(self, message: str, argument: str = "", given: object = "") -> None:
        super().__init__(message)
        self.argument = argument
        self.given = str(given)

    def __str__(self) -> str:
        asked = " ".join(part for part in (self.argument, self.given) if part)
        return _in_a_line(f"{asked}: {self.message}" if asked else self.message)


class NotationError(AdjudicatorError):
    """A position, move or hex number written by a person cannot be read."""


class WriteError(AdjudicatorError):
    """An output could not be written; whatever was there before is still there."""


def _in_a_line(text: str) -> str:
    """Names and words out of a stranger's file, harmless to a terminal and no longer than can be read."""
    # Cut twice: signs that are spelled out take up to ten letters each, and nobody spells out a whole stranger's file.
    return _cut("".join(each if each.isprintable() else repr(each)[1:-1] for each in _cut(text)))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"


@contextmanager
def reading(file: str = "", entry: str = "", start: int | None = None) -> Iterator[None]:
    """Fill in what an error raised inside does not know yet; `start` shifts its offset to the outer text."""
    try:
        yield
    except AdjudicatorError as error:
        known = error.source
        offset = known.offset
        if start is not None:
            offset = start + (offset or 0)
        error.source = replace(known, file=known.file or file, entry=known.entry or entry, offset=offset)
        raise


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint at the end of a complaint: what may have been meant, "" if nothing comes near."""
    near = get_close_matches(word, sorted(known), 3, 0.6)
    return f"; did you mean {' or '.join(repr(name) for name in near)}?" if near else ""
