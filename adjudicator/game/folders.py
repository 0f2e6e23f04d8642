"""Finding out what a folder tells of its game, to be kept in its `adjudicator.toml`."""

from __future__ import annotations

from pathlib import Path

from adjudicator.errors import ReadError, Source
from adjudicator.game.boxes import open_module
from adjudicator.game.evidence import read_evidence
from adjudicator.game.fitting import FittingPack, Traits, fitting
from adjudicator.game.game import Game
from adjudicator.game.kinds import is_game_file, is_module_file
from adjudicator.game.listener import Listener
from adjudicator.game.settings import Settings
from adjudicator.lean import dataclass
from adjudicator.model.module import Module


@dataclass(frozen=True, slots=True)
class FolderSettings:
    """The settings as far as they can be told, the packs that fit alike (one, if `settings` names it), the sides."""

    settings: Settings
    choices: tuple[FittingPack, ...]
    sides: tuple[str, ...]


def look_into(folder: Path, said: Settings, listener: Listener) -> FolderSettings:
    """What the saves, logs and the module in a folder tell; what is `said` goes before it.

    ReadError if the folder holds nothing of a game.
    """
    box, module, traits, sides = _looked(folder, said, listener)
    choices = [] if said.pack or traits is None else fitting(traits, said.theatre)
    told = {"module": from_folder(folder, box)} if box else {}
    if len(choices) == 1:
        told |= {"pack": choices[0].pack, "theatre": choices[0].theatre}
    known = dict.fromkeys((*sides, *(module.sides if module else ())))
    return FolderSettings(said.model_copy(update=told), tuple(choices), tuple(known))


def told_by(game: Game, folder: Path, said: Settings) -> FolderSettings:
    """The same of a game that was opened with the rules that fit it, so that nothing is read twice."""
    file = game._evidence.files[0]
    state = file.held_at(0)  # which game it is hangs on all its counters, and nothing else is said of them
    sides = tuple(seat.side for seat in state.seats if seat.side and not seat.side.startswith("<"))
    choices = [] if said.pack else fitting(Traits.of_game(state, file.module), said.theatre)
    told = {"module": from_folder(folder, file.module_path)} if file.module_path and not said.module else {}
    if len(choices) == 1:
        told |= {"pack": choices[0].pack, "theatre": choices[0].theatre}
    known = dict.fromkeys((*sides, *(file.module.sides if file.module else ())))
    return FolderSettings(said.model_copy(update=told), tuple(choices), tuple(known))


def _looked(
    folder: Path, said: Settings, listener: Listener
) -> tuple[Path | None, Module | None, Traits | None, tuple[str, ...]]:
    """The module's file, the module, what tells the game, the sides that somebody plays."""
    if not folder.is_dir():
        raise ReadError("there is no such folder", Source(str(folder)))
    there = [each for each in sorted(folder.iterdir()) if each.is_file()]
    named = folder / said.module if said.module else None
    if any(is_game_file(each) for each in there):
        file = read_evidence(folder, named, None, listener, leave_out=said.leave_out, lenient=True).files[0]
        state = file.state_at(0)
        sides = tuple(seat.side for seat in state.seats if seat.side and not seat.side.startswith("<"))  # "<observer>"
        return file.module_path, file.module, Traits.of_game(state, file.module), sides
    boxes = [named] if named else [each for each in there if is_module_file(each)]
    if not boxes:
        raise ReadError("no module, save or log lies in this folder", Source(str(folder)))
    if len(boxes) > 1:
        listener.remark(f"several modules lie here; --module names one of {', '.join(each.name for each in boxes)}")
        return None, None, None, ()
    module = open_module(boxes[0])
    return boxes[0], module, Traits.of_module(module), ()


def from_folder(folder: Path, path: Path) -> str:
    """A file's name as the settings of a folder say it."""
    inside, here = path.resolve(), folder.resolve()
    return inside.relative_to(here).as_posix() if inside.is_relative_to(here) else str(inside)
