"""Which game a file belongs to that was dropped on the list of games. Runs in the worker, since it reads the files.

A file belongs to a game that holds the same bytes, or whose last table it begins with, or whose first table it ends with. A
module begins a new game, unless it is wanted by one. Where a file is of the same module as a game and follows from none of
its files, or from several games alike, only the player knows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import field
from pathlib import Path

from adjudicator.desk.cards import AuditCard, EndsLine, card_of
from adjudicator.desk.shelf import ShelfPlace
from adjudicator.desk.worker import Hear, Progress
from adjudicator.errors import AdjudicatorError
from adjudicator.game.boxes import about
from adjudicator.game.digests import file_digest
from adjudicator.game.kinds import is_module_file, why_none
from adjudicator.game.opening import open_game
from adjudicator.game.rules_wanted import NO_RULES
from adjudicator.lean import dataclass, replace
from adjudicator.said import say

SAME, FOLLOWS, LEADS, MODULE, NEW, UNCLEAR, NAMELESS, UNREADABLE = (
    "same",
    "follows",
    "leads",
    "module",
    "new",
    "unclear",
    "nameless",
    "unread",
)
"""Why a file goes where it goes."""


@dataclass(frozen=True, slots=True)
class SortFiles:
    """Find the games of the files in a folder where they wait; `game` is what that folder goes by."""

    game: str
    folder: Path
    games: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class SortedFile:
    """Where a file belongs: `to` is a game's key, or the title of a new one, "" if only the player knows which of `choices`."""

    name: str
    to: str = ""
    why: str = UNCLEAR
    beside: str = ""
    """The file of the game that it follows, leads to, or is."""
    module: str = ""
    choices: tuple[str, ...] = ()


@dataclass(slots=True)
class _ShelvedGame:
    """A game on the shelf with what tells it."""

    place: ShelfPlace
    module: str
    card: AuditCard | None
    ends: list[EndsLine] = field(default_factory=list)
    looked: bool = False

    def look(self) -> None:
        """Find out with which tables its files begin and end, if that is not kept from its audit."""
        if self.looked:
            return
        self.looked = True
        if self.card is not None and self.card.ends:
            self.ends = list(self.card.ends)
        elif self.place.files():
            self.ends = ends_of(self.place.folder)

    @property
    def box(self) -> Path | None:
        """Its module's file."""
        return next((each for each in self.place.modules() if about(each)[0] == self.module), None)


@dataclass(slots=True)
class _Waiting:
    """A file that waits for its place."""

    path: Path
    module: str
    is_module: bool
    ends: EndsLine | None = None


def sort(task: SortFiles, hear: Hear) -> tuple[SortedFile, ...]:
    """Where each file of the folder belongs, by name."""
    hear(Progress(say("looking where it belongs")))
    waiting = [_Waiting(path, about(path)[0], is_module_file(path)) for path in sorted(task.folder.iterdir())]
    games = [_known(ShelfPlace(folder)) for folder in task.games]
    found: dict[str, SortedFile] = {}
    for number, file in enumerate(waiting):
        hear(Progress(say("looking where it belongs"), file.path.name, number, len(waiting)))
        if same := _same(file.path, games):
            found[file.path.name] = same
    found |= {each.name: each for each in _with_their_games(waiting, found)}
    groups: dict[str, list[_Waiting]] = defaultdict(list)
    for file in waiting:
        if file.path.name not in found:
            groups[file.module].append(file)
    for module, files in groups.items():
        nameless = not module and not any(file.is_module for file in files)
        alike = [game for game in games if module and game.module == module]
        placed = _nameless(files, games) if nameless else _placed(files, alike)
        found |= {each.name: each for each in placed}
    return tuple(_along(found, sorted(found)))


def ends_of(files: Path | Sequence[Path], module: Path | None = None) -> list[EndsLine]:
    """The tables with which files begin and end; nothing where they cannot be read."""
    try:
        game = open_game(files, pack=NO_RULES, module=module, lenient=True)
        return [EndsLine(name=name, opens=opens, closes=closes) for name, opens, closes in game.ends()]
    except AdjudicatorError:
        return []


def _known(place: ShelfPlace) -> _ShelvedGame:
    card = card_of(place.folder)
    if card is not None and card.module:
        return _ShelvedGame(place, card.module, card)
    names = (about(path)[0] for path in (*place.modules(), *place.files()))
    return _ShelvedGame(place, next(filter(None, names), ""), card)


def _same(path: Path, games: Iterable[_ShelvedGame]) -> SortedFile | None:
    """The game that holds the very same file."""
    size = path.stat().st_size
    for game in games:
        if is_module_file(path):  # one module serves many games
            continue
        alike = (each for each in game.place.files() if not why_none(each) and each.stat().st_size == size)
        twin = next((each for each in alike if file_digest(each) == file_digest(path)), None)
        if twin is not None:
            return SortedFile(path.name, game.place.key, SAME, twin.name, game.module)
    return None


def _with_their_games(waiting: Sequence[_Waiting], found: dict[str, SortedFile]) -> list[SortedFile]:
    """A module that was dropped with nothing but what one game holds already is no new game."""
    told = []
    for box in (each for each in waiting if each.is_module):
        mates = [found.get(each.path.name) for each in waiting if each.module == box.module and not each.is_module]
        games = {mate.to if mate else "" for mate in mates}
        if len(games) == 1 and (game := games.pop()):
            told.append(SortedFile(box.path.name, game, MODULE, "", box.module))
    return told


def _placed(files: Sequence[_Waiting], games: Sequence[_ShelvedGame]) -> Iterable[SortedFile]:
    """Where the files of one module belong, `games` being those of the same."""
    boxes = [file for file in files if file.is_module]
    if boxes:
        yield from _with_module(files, games, boxes[0])
    elif not games:
        title = next(iter(sorted(file.path.stem for file in files)))
        yield from (SortedFile(file.path.name, title, NEW) for file in files)
    else:
        yield from _following(files, games)


def _with_module(files: Sequence[_Waiting], games: Sequence[_ShelvedGame], box: _Waiting) -> Iterable[SortedFile]:
    """A module goes to the one game that lacks it; else it begins a new game, and takes with it what was dropped along."""
    lacking = [game for game in games if game.box is None]
    for file in files:
        if len(lacking) == 1:
            yield SortedFile(file.path.name, lacking[0].place.key, MODULE, "", file.module)
        else:
            yield SortedFile(file.path.name, box.path.stem, NEW, "", file.module)


def _following(files: Sequence[_Waiting], games: Sequence[_ShelvedGame]) -> Iterable[SortedFile]:
    """The games that the files go on with, one after another: a second file may follow from the first."""
    left = list(files)
    for game in games:
        game.look()
    for file in left:
        file.ends = next(iter(ends_of([file.path], games[0].box)), None)
    while left:
        steps = ((file, told) for file in left if (told := _next_to(file, games)) is not None)
        file, told = next(steps, (left[0], None))
        left.remove(file)
        if told is None:
            choices = tuple(game.place.key for game in games)
            yield SortedFile(file.path.name, "", UNCLEAR if file.ends else UNREADABLE, "", file.module, choices)
        else:
            yield told


def _nameless(files: Sequence[_Waiting], games: Sequence[_ShelvedGame]) -> Iterable[SortedFile]:
    """Files that do not say of which module they are, as VASSAL 3.0 wrote them: of any game that they go on with."""
    for game in games:
        game.look()
    for file in files:
        told = None
        for game in games:
            file.ends = next(iter(ends_of([file.path], game.box)), None)
            found = _next_to(file, [game])
            if found is not None:
                told = found if told is None else SortedFile(file.path.name, why=UNCLEAR)
        readable = file.ends is not None or bool(ends_of([file.path]))
        yield told or SortedFile(file.path.name, why=NAMELESS if readable else UNREADABLE)


def _next_to(file: _Waiting, games: Sequence[_ShelvedGame]) -> SortedFile | None:
    """The one game that the file goes on with, or comes before; None if none does, or several do."""
    ends = file.ends
    if ends is None:
        return None
    told = [(game, FOLLOWS, each) for game in games for each in game.ends[-1:] if each.closes == ends.opens]
    told += [(game, LEADS, each) for game in games for each in game.ends[:1] if each.opens == ends.closes]
    if len({game.place.key for game, _, _ in told}) != 1:
        return None
    game, why, beside = told[0]
    game.ends = [*game.ends, ends] if why == FOLLOWS else [ends, *game.ends]
    return SortedFile(file.path.name, game.place.key, why, beside.name, file.module)


def _along(found: dict[str, SortedFile], names: Iterable[str]) -> Iterable[SortedFile]:
    """What cannot be read, or names no module, goes where all else goes; alone it is asked for."""
    targets = {(each.to, each.why == NEW) for each in found.values() if each.why not in (NAMELESS, UNREADABLE)}
    for name in names:
        told = found[name]
        if told.why in (NAMELESS, UNREADABLE) and len(targets) == 1 and (target := next(iter(targets)))[0]:
            told = replace(told, to=target[0], why=NEW if target[1] else MODULE)
        yield told
