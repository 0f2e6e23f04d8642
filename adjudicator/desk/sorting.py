"""Which game a file belongs to that was dropped on the list of games. Runs in the worker, since it reads the files.

A file belongs to a game that holds the same bytes, or whose last table it begins with, or whose first table it ends with. A
module begins a new game, unless it is wanted by one. A file that names no module is of the one whose pieces it has. Where a
file is of the same module as a game and follows from none of its files, or from several games alike, where two logs go on
otherwise from one table, or where only part of its pieces is known, only the player knows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from pathlib import Path

from adjudicator.desk.cards import AuditCard, EndsLine, card_of
from adjudicator.desk.shelf import ShelfPlace
from adjudicator.desk.worker import Hear, Progress
from adjudicator.errors import AdjudicatorError
from adjudicator.game.boxes import OpenModule, about, alike
from adjudicator.game.digests import file_digest
from adjudicator.game.kinds import is_module_file, why_none
from adjudicator.game.opening import open_game
from adjudicator.game.outlines import Outline, Pieces, outline_of, pieces_of, share
from adjudicator.game.rules_wanted import NO_RULES
from adjudicator.lean import dataclass, replace
from adjudicator.said import say

SAME, FOLLOWS, LEADS, MODULE, NEW, UNCLEAR, NAMELESS, UNREADABLE, KIN, BRANCH = (
    "same",
    "follows",
    "leads",
    "module",
    "new",
    "unclear",
    "nameless",
    "unread",
    "kin",
    "branch",
)
"""Why a file goes where it goes."""
SURE, LIKELY, APART = 0.98, 0.5, 0.1
"""The share of its pieces that a module must have which a file does not name, or may have; and how much less any other has."""


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
    """Keys of games, and titles of those that begin with this drop; what is proposed comes first."""
    along: tuple[str, ...] = ()
    """Files that follow from it and go where it goes."""


@dataclass(slots=True)
class _ShelvedGame:
    """A game on the shelf with what tells it."""

    place: ShelfPlace
    module: str
    card: AuditCard | None
    ends: list[EndsLine] = field(default_factory=list)
    looked: bool = False
    _pieces: list[Pieces] = field(default_factory=list)

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

    @property
    def pieces(self) -> Pieces:
        """The pieces of its module, or of a file of it."""
        if not self._pieces:
            told = [*filter(None, [self.box]), *self.place.files()[:1]]
            self._pieces.append(pieces_of(told[0]) if told else frozenset())
        return self._pieces[0]


@dataclass(slots=True)
class _Waiting:
    """A file that waits for its place."""

    path: Path
    module: str
    version: str
    is_module: bool
    ends: EndsLine | None = None
    _outline: list[Outline] = field(default_factory=list)
    _pieces: list[Pieces] = field(default_factory=list)

    @classmethod
    def of(cls, path: Path) -> _Waiting:
        return cls(path, *about(path), is_module_file(path))

    @property
    def outline(self) -> Outline:
        if not self._outline:
            self._outline.append(Outline() if self.is_module else outline_of(self.path))
        return self._outline[0]

    @property
    def pieces(self) -> Pieces:
        if not self._pieces:
            self._pieces.append(pieces_of(self.path))
        return self._pieces[0]

    @property
    def family(self) -> str:
        """What files of one game have in common: the module's name. A module without one is like no other."""
        return self.module or (f"\0{self.path.name}" if self.is_module else "")


def sort(task: SortFiles, hear: Hear) -> tuple[SortedFile, ...]:
    """Where each file of the folder belongs, by name."""
    hear(Progress(say("looking where it belongs")))
    waiting = [_Waiting.of(path) for path in sorted(task.folder.iterdir())]
    games = [_known(ShelfPlace(folder)) for folder in task.games]
    found: dict[str, SortedFile] = {}
    for number, file in enumerate(waiting):
        hear(Progress(say("looking where it belongs"), file.path.name, number, len(waiting)))
        if same := _same(file.path, games):
            found[file.path.name] = same
    found |= {each.name: each for each in _with_their_games(waiting, found)}
    left = [file for file in waiting if file.path.name not in found]
    found |= {each.name: each for each in _families(left, games)}
    return tuple(_along(found, sorted(found)))


def ends_of(files: Path | Sequence[Path], module: Path | OpenModule | None = None) -> list[EndsLine]:
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


def _families(files: Sequence[_Waiting], games: Sequence[_ShelvedGame]) -> Iterator[SortedFile]:
    """The places of all files, family by family: those that name no module come to the one whose pieces they have."""
    families: dict[str, list[_Waiting]] = defaultdict(list)
    for file in files:
        families[file.family].append(file)
    nameless = families.pop("", [])
    homes = _homes(families, games)
    strangers = []
    for file in nameless:
        likely = _likely(file, homes)
        if len(likely) == 1 and likely[0][0] >= SURE:
            file.module = likely[0][1].module
            families[likely[0][1].family].append(file)
        else:
            strangers.append((file, [home for _, home in likely]))
    mixed = len(families) > 1 or bool(strangers)
    for family, members in families.items():
        mates = [game for game in games if game.module and game.module == family]
        if mates or _boxes(members):
            yield from _placed(members, mates, mixed=mixed)
        else:
            yield from _without_module(members, homes, mixed=mixed)
    yield from _strangers(strangers, games)


@dataclass(frozen=True, slots=True)
class _Home:
    """What a family is told by: its module that was dropped along, or a game on the shelf; and what a choice calls that."""

    family: str
    module: str
    choice: str
    told_by: _Waiting | _ShelvedGame


def _homes(families: dict[str, list[_Waiting]], games: Sequence[_ShelvedGame]) -> list[_Home]:
    boxes = [box for files in families.values() for box in _boxes(files)]
    dropped = [_Home(box.family, box.module, box.path.stem, box) for box in boxes]
    return dropped + [_Home(game.module, game.module, game.place.key, game) for game in games]


def _likely(file: _Waiting, homes: Sequence[_Home]) -> list[tuple[float, _Home]]:
    """The families that have most of a file's pieces, the best first; one alone if no other comes near it."""
    best: dict[str, tuple[float, _Home]] = {}
    for home in homes:
        known = share(file.pieces, home.told_by.pieces)
        if known >= LIKELY and known > best.get(home.family, (0.0, home))[0]:
            best[home.family] = known, home
    found = sorted(best.values(), key=lambda pair: -pair[0])
    return found[:1] if len(found) > 1 and found[1][0] < found[0][0] - APART else found


def _boxes(files: Iterable[_Waiting]) -> list[_Waiting]:
    return [file for file in files if file.is_module]


def _without_module(files: Sequence[_Waiting], homes: Sequence[_Home], *, mixed: bool) -> Iterable[SortedFile]:
    """Files of a module that nothing else is of: a new game, or, if one is called alike but for its version, the player knows."""
    kin = [home for home in homes if home.module and alike(home.module, files[0].module)]
    if kin:
        choices = tuple(dict.fromkeys(home.choice for home in kin))
        return [SortedFile(file.path.name, "", KIN, "", file.module, choices) for file in files]
    return _begun(files, files[0].module, None, mixed=mixed)


def _placed(files: Sequence[_Waiting], games: Sequence[_ShelvedGame], *, mixed: bool) -> Iterable[SortedFile]:
    """Where the files of one module belong, `games` being those of the same."""
    boxes = _boxes(files)
    printings = list(dict.fromkeys(box.version for box in boxes))
    if len(printings) > 1:
        yield from _by_printing(files, {version: [b for b in boxes if b.version == version] for version in printings})
    elif not boxes:
        yield from _following(files, games)
    else:
        lacking = [game for game in games if game.box is None]
        to = lacking[0].place.key if len(lacking) == 1 else boxes[0].path.stem
        spare = boxes[1:]
        yield from (SortedFile(file.path.name, "", KIN, "", file.module, (to,)) for file in spare)
        left = [file for file in files if file not in spare]
        if len(lacking) == 1:
            yield from (SortedFile(file.path.name, to, MODULE, "", file.module) for file in left)
        else:
            yield from _begun(left, to, boxes[0], mixed=mixed)


def _by_printing(files: Sequence[_Waiting], printings: dict[str, list[_Waiting]]) -> Iterable[SortedFile]:
    """Files that were dropped with several printings of their module: each goes with the one that it names, or fits alone."""
    members = {version: list(boxes) for version, boxes in printings.items()}
    for file in (each for each in files if not each.is_module):
        fitting = [version for version, boxes in printings.items() if share(file.pieces, boxes[0].pieces) >= SURE]
        version = file.version if file.version in printings else fitting[0] if len(fitting) == 1 else ""
        if version:
            members[version].append(file)
        else:
            choices = tuple(boxes[0].path.stem for boxes in printings.values())
            yield SortedFile(file.path.name, "", UNCLEAR, "", file.module, choices)
    for each in members.values():
        yield from _placed(each, [], mixed=True)


def _begun(files: Sequence[_Waiting], title: str, box: _Waiting | None, *, mixed: bool) -> Iterable[SortedFile]:
    """A new game of all these files.

    Among files of other games also logs that go on otherwise from one table may be of two: which is each of? Who drops the
    files of one module alone has put them together, and a turn that was played twice is of one game.
    """
    logs = [file for file in files if file.outline.steps] if mixed else []
    heads = [file for file in logs if any(file.outline.branches_from(other.outline) for other in logs)]
    if not heads:
        return [SortedFile(file.path.name, title, NEW, "", file.module) for file in files]
    return _branched(files, heads, title, box)


def _branched(
    files: Sequence[_Waiting], heads: Sequence[_Waiting], title: str, box: _Waiting | None
) -> Iterable[SortedFile]:
    """What leads to the table where logs part goes together; each of these is asked for, with what follows from it alone."""
    opened = _opened(box.path) if box else None
    for file in files:
        if not file.is_module:
            file.ends = next(iter(ends_of([file.path], opened)), None)
    behind = {head.path: _behind(head, files) for head in heads}
    parted = {head.ends.opens for head in heads if head.ends}
    for file in files:
        name = file.path.name
        leading = file.is_module or (file.ends is not None and file.ends.closes in parted and file not in heads)
        of = [head for head in heads if file.path in behind[head.path]]
        if leading:
            yield SortedFile(name, title, NEW, "", file.module)
        elif file in heads:
            along = tuple(path.name for path in behind[file.path] if sum(path in each for each in behind.values()) == 1)
            yield SortedFile(name, "", BRANCH, "", file.module, (title,), along)
        elif len(of) != 1:
            yield SortedFile(name, "", UNCLEAR if file.ends else UNREADABLE, "", file.module, (title,))


def _behind(head: _Waiting, files: Sequence[_Waiting]) -> list[Path]:
    """The files that follow from one, and those that follow from these."""
    found: list[Path] = []
    tables = [head.ends.closes] if head.ends else []
    while tables:
        table = tables.pop()
        for file in files:
            if file is not head and file.ends and file.ends.opens == table and file.path not in found:
                found.append(file.path)
                tables.append(file.ends.closes)
    return found


def _opened(box: Path | None) -> OpenModule | None:
    """A module, read once for many files; None if there is none or it cannot be read."""
    try:
        return OpenModule.at(box) if box else None
    except AdjudicatorError:
        return None


def _following(files: Sequence[_Waiting], games: Sequence[_ShelvedGame]) -> Iterable[SortedFile]:
    """The games that the files go on with, one after another: a second file may follow from the first."""
    left = list(files)
    opened = _opened(games[0].box)
    for game in games:
        game.look()
    for file in left:
        file.ends = next(iter(ends_of([file.path], opened)), None)
    parted = [file for file in left if any(file.outline.branches_from(other.outline) for other in left)]
    while left:
        steps = ((file, told) for file in left if file not in parted and (told := _next_to(file, games)) is not None)
        file, told = next(steps, (left[0], None))
        left.remove(file)
        if told is None:
            choices = tuple(game.place.key for game in games)
            why = BRANCH if file in parted else UNCLEAR if file.ends else UNREADABLE
            yield SortedFile(file.path.name, "", why, "", file.module, choices)
        else:
            yield told


def _strangers(
    files: Sequence[tuple[_Waiting, Sequence[_Home]]], games: Sequence[_ShelvedGame]
) -> Iterable[SortedFile]:
    """Files that name no module and have the pieces of none: of any game that they go on with."""
    boxes = {game.place.key: _opened(game.box) for game in games} if files else {}
    for game in games if files else ():
        game.look()
    for file, likely in files:
        told = None
        for game in games:
            file.ends = next(iter(ends_of([file.path], boxes[game.place.key])), None)
            found = _next_to(file, [game])
            if found is not None:
                told = found if told is None else SortedFile(file.path.name, why=UNCLEAR)
        readable = file.ends is not None or bool(ends_of([file.path]))
        choices = tuple(dict.fromkeys(home.choice for home in likely))
        yield told or SortedFile(file.path.name, why=NAMELESS if readable else UNREADABLE, choices=choices)


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
    """What cannot be read goes where all else goes; alone it is asked for."""
    targets = {(each.to, each.why == NEW) for each in found.values() if each.why != UNREADABLE}
    for name in names:
        told = found[name]
        if told.why == UNREADABLE and len(targets) == 1 and (target := next(iter(targets)))[0]:
            told = replace(told, to=target[0], why=NEW if target[1] else MODULE)
        yield told
