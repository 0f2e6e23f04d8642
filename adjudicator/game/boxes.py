"""Which module a game is read by: the one named, else one that lies beside a file of it and fits.

A module fits that has the name which the file gives, the better if it has its version too. What an edit of ours made of a
module never stands in for the original. Where none fits, those that may be meant are named, and none is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from adjudicator import importers
from adjudicator.errors import ReadError, Source, UsageError
from adjudicator.exporters.vassal.stamps import unstamped
from adjudicator.game.kinds import is_module_file, why_none
from adjudicator.game.listener import Listener
from adjudicator.game.sight import is_blank
from adjudicator.harmless import harmless
from adjudicator.importers.vassal.container import extensions_of, is_extension, is_module, is_save
from adjudicator.importers.vassal.outlines import module_named
from adjudicator.lean import dataclass
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.said import say
from adjudicator.writing import this_run

ALIKE = 60
"""From here on, of 100, two names may be two spellings of one."""
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class OpenModule:
    """A module that was read before, and its file: it serves any number of games."""

    path: Path
    module: Module

    @classmethod
    def at(cls, path: Path) -> OpenModule:
        """The module in a file; ReadError if it holds none."""
        return cls(path, open_module(path))


def box_for(
    paths: Sequence[Path], named: Path | OpenModule | None, listener: Listener
) -> tuple[Module | None, Path | None]:
    """The module of a game and its file; none if none is named and none fits a file of the game."""
    if isinstance(named, OpenModule):
        return _named(named, listener, caution=paths[0]).module, named.path
    if named is not None:
        with listener.working(say("reading {file}", named.name)):
            box = OpenModule.at(named)
        return _named(box, listener, caution=paths[0]).module, named
    for path in paths:
        if fitting := _fitting(path):
            return _taken(path, fitting, listener)
    _remark_near_misses(paths[0], listener)
    return None, None


def require_file(path: Path) -> None:
    """Refuse what is no file before anybody reads it."""
    if not path.exists() and not path.is_symlink():
        raise ReadError(say("there is no such file"), Source(str(path)))
    if why := why_none(path):
        raise ReadError(why, Source(harmless(str(path))))
    this_run().note(path)


def open_module(path: Path) -> Module:
    """The module in a file; ReadError if it holds none. The one that was read last is not read again."""
    require_file(path)
    look = tuple((str(each), each.stat().st_size, each.stat().st_mtime_ns) for each in (path, *extensions_of(path)))
    return _opened(look)


@lru_cache(maxsize=1)
def _opened(look: tuple[tuple[str, int, int], ...]) -> Module:
    """The module in a file that was looked at, with its extensions, when it had that size and time."""
    path = Path(look[0][0])
    read = importers.read(path).module
    if read is None:
        raise ReadError(say("this is no module"), Source(str(path)))
    return read


def require_vassal_module(path: Path) -> None:
    """Refuse what is known to be something else; what is wrong with a broken module is for its reader to say."""
    require_file(path)
    try:
        found = importers.recognise(path)
    except ReadError:
        return
    if found.sniff is not is_module:
        raise ReadError(f"wants a module of VASSAL's (.vmod), this is of the format {found.name}", Source(str(path)))


def require_vassal_box(path: Path) -> None:
    """Refuse what is known to be no module nor extension of VASSAL's."""
    require_file(path)
    try:
        found = importers.recognise(path)
    except ReadError:
        return
    if found.sniff not in (is_module, is_extension):
        wanted = "a module or extension of VASSAL's (.vmod, .vmdx)"
        raise ReadError(f"wants {wanted}, this is of the format {found.name}", Source(str(path)))


def strange(path: Path, box: str) -> str:
    """What to say if a game names another module than that by which it is read: its places may be wrong then; else ""."""
    game = about(path)[0]
    if not game or not box or game == box:
        return ""
    return f"{path.name} was made with the module '{game}', not with '{box}': its places may be wrong"


def require_kin(path: Path, module: Module, state: GameState) -> None:
    """Refuse a module that has none of the counters that everybody sees in a game: nothing read by it would be so."""
    boxed = {name for slot in module.slots for name in (slot.name, slot.counter.name, slot.counter.design.name)}
    counters = [each for each in state.counters.values() if not is_blank(each.id)]
    named = {name for counter in counters for name in (counter.name, counter.design.name)} - {""}
    if not named or named & boxed:
        return
    raise UsageError(
        f"{path.name} was made with the module '{about(path)[0]}', and '{module.name}' is that of another game",
        "module",
    )


def about(path: Path) -> tuple[str, str]:
    """Name and version of a module, or of the one a game was made with; blank where that cannot be read."""
    try:
        return module_named(path)
    except ReadError:
        return "", ""


def _named(box: OpenModule, listener: Listener, caution: Path) -> OpenModule:
    if said := strange(caution, box.module.name):
        listener.remark(f"caution: {said}")
    return box


def _taken(path: Path, fitting: Sequence[Path], listener: Listener) -> tuple[Module, Path]:
    """The first of the modules that fit, and a sentence that says so."""
    found, *others = fitting
    with listener.working(say("reading {file}", found.name)):
        box = open_module(found)
    if others:
        rivals = ", ".join(other.name for other in others)
        listener.remark(f"module: {found} (beside {path.name}; {rivals} would fit as well: --module names another)")
    else:
        why = f"it lies beside {path.name}" if about(path)[0] else f"the only one beside {path.name}, which names none"
        listener.remark(f"module: {found} ({why}; --module names another)")
    return box, found


def _fitting(path: Path) -> list[Path]:
    """The modules in the same folder that fit equally well, the original before what was made of it.

    A save or log that gives no name gets the only module there is.
    """
    if not _is_game(path):
        return []
    game, there = about(path), _modules_beside(path)
    if not game[0]:
        return there if len(there) == 1 and importers.recognise(path).sniff is is_save else []
    known = {other: about(other) for other in there}
    fitting = [other for other, found in known.items() if found[0] == game[0]]
    exact = [other for other in fitting if known[other] == game]
    untouched = [other for other in fitting if known[other][1] == unstamped(known[other][1])]
    best = exact or untouched or fitting
    return [other for other in best if other.stem == path.stem] or best


def _remark_near_misses(path: Path, listener: Listener) -> None:
    """Name the modules beside a game that may be its own, though they call themselves otherwise."""
    if not _is_game(path):
        return
    game = about(path)[0]
    near = sorted(_near(game, _modules_beside(path)), reverse=True)[:MOST_NAMED] if game else []
    for _, other in sorted(near, key=lambda pair: (-pair[0], pair[1])):
        listener.remark(f"module: {other.name} may be the module '{game}' of {path.name}; --module takes it")


def _near(game: str, there: Sequence[Path]) -> Iterator[tuple[float, Path]]:
    """Modules whose name or file's name is much like that of the game's module; or the only one there is."""
    for other in there:
        likeness = max(_likeness(game, name) for name in (about(other)[0], other.stem))
        if likeness >= ALIKE or len(there) == 1:
            yield likeness, other


def _likeness(one: str, other: str) -> float:
    """How many of their words two names share, from 0 to 100; versions, signs and capitals do not count."""
    from rapidfuzz.fuzz import token_set_ratio  # noqa: PLC0415 - wanted only where no module fits

    return token_set_ratio(_plain(one), _plain(other))


def alike(one: str, other: str) -> bool:
    """Whether two names are those of one module but for their versions, signs and capitals."""
    return bool(_plain(one)) and _plain(one) == _plain(other)


def _plain(name: str) -> str:
    words = re.findall(r"[^\W_]+", name.casefold())
    return " ".join(word for word in words if not re.fullmatch(r"v?\d+(st|nd|rd|th|[a-z])?", word))


def _modules_beside(path: Path) -> list[Path]:
    return [other for other in sorted(path.parent.iterdir()) if is_module_file(other) and not why_none(other)]


def _is_game(path: Path) -> bool:
    """Whether it may be a save or log that can be opened at all."""
    if is_module_file(path):
        return False
    try:
        module_named(path)
    except ReadError:
        return False
    return True
