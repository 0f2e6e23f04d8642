"""Which theatre is traced, from which module's board: what a command or a page names, and what lies beside."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from adjudicator.errors import UsageError
from adjudicator.exporters.tiles import Pyramid, write_tiles
from adjudicator.game.boxes import open_module
from adjudicator.game.kinds import is_module_file
from adjudicator.game.maps.ground import grounds
from adjudicator.game.maps.tracing import MapInHand
from adjudicator.game.maps.words import PaintWords, words_of
from adjudicator.identify import binding_for
from adjudicator.lean import dataclass
from adjudicator.model.boards import Board
from adjudicator.model.hexes import Hex
from adjudicator.model.module import Module
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import TheatreHeader
from adjudicator.own_folders import cache_folder
from adjudicator.packs.folders import known_folders
from adjudicator.packs.load import load_pack, load_theatre_for, theatre_folder


def open_map(pack: str | Path, theatre: str | Path = "", module: Path | None = None) -> tuple[MapInHand, Module]:
    """The map of a pack, ready to be traced from the module's boards.

    UsageError if the theatre came with a shipped pack, if no module is named and none lies in the pack's folder or beside
    it, or if no board of the module has hexes of the theatre.
    """
    own = own_theatre(pack, theatre)
    path = module or _module_beside(own.pack.folder)
    box = open_module(path)
    binding = binding_for(own.pack, box.name)
    if binding is None:
        raise UsageError(f"the pack has no bindings for the module '{box.name}'", "module", str(path))
    numbering = own.header.numbering
    boards = grounds(box, binding, numbering)
    if not boards:
        raise UsageError("no board of the module has hexes that the theatre's numbering knows", "module", str(path))
    at = {each.number: each.at for ground in boards for each in ground.places if not numbering.listed}
    return MapInHand(own.folder, own.header.title, boards, own.words, {**at, **own.at}, path), box


@dataclass(frozen=True, slots=True)
class OwnTheatre:
    """A theatre that may be written into, with its pack."""

    pack: Pack
    folder: Path
    header: TheatreHeader
    at: Mapping[str, Hex]
    """Where its hexes lie, by their numbers."""

    @property
    def words(self) -> PaintWords:
        """The words that may be written into it."""
        return words_of(self.pack, self.header, self.folder)


def own_theatre(pack: str | Path, theatre: str | Path = "") -> OwnTheatre:
    """The theatre of a pack of one's own; UsageError if it came with a shipped pack, or has no theatre.toml."""
    loaded = load_pack(pack)
    folder = theatre_folder(loaded, theatre)
    _require_own(folder)
    found = load_theatre_for(loaded, folder)
    if found.header is None:
        raise UsageError("this theatre has no theatre.toml to write into", "theatre", str(folder))
    return OwnTheatre(loaded, folder, found.header, {each.number: each.at for each in found.hexes.values()})


def _require_own(folder: Path) -> None:
    """UsageError if a theatre belongs to a pack that came with the program or was installed: nobody traces into that."""
    if any(folder.resolve().is_relative_to(each.resolve()) for each in known_folders()):
        raise UsageError(
            "this map came with a shipped pack; begin one of your own: adjudicator packs draft MODULE --extends PACK -o "
            "FOLDER",
            "theatre",
            str(folder),
        )


def tiles_of(board: Board, module: Module) -> Pyramid | None:
    """The picture of a board as tiles, made once and kept; None if the board has no picture."""
    data = module.image(board.image) if board.image else None
    if data is None:
        return None
    return write_tiles(data, cache_folder() / "tiles" / sha256(data).hexdigest()[:32], board.colour or "#ffffff")


def _module_beside(folder: Path) -> Path:
    """The only module in a pack's folder, or else beside it."""
    for place in (folder, folder.resolve().parent):
        there = [each for each in sorted(place.iterdir()) if is_module_file(each)]
        if len(there) == 1:
            return there[0]
        if there:
            listed = ", ".join(each.name for each in there)
            raise UsageError(f"several modules lie there: {listed}; name one with --module", "module", str(place))
    raise UsageError("no module lies in the pack's folder or beside it; name one with --module", "module", str(folder))
