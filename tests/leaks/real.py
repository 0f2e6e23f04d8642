"""Games of the fixtures and real ones with something hidden in them, told in two ways; and all that a `Game` answers."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import orjson

from adjudicator import open_game
from adjudicator.importers.vassal.wire import chains, commands, obfuscation, sequences
from adjudicator.importers.vassal.wire.commands import AddPiece, Tree
from tests.leaks.search import all_bytes

MASK = "obs;73,130;;Mask;B;Unknown unit;player:;Peek;"
HIDE = "hide;73,130;Invisible;0,0,0;player:;"
FOUR = 4

Edit = Callable[[AddPiece], AddPiece | None]


@dataclass(frozen=True, slots=True)
class Chosen:
    """Whose secrets they are, the counters to mask and those to make invisible."""

    owner: str
    masked: tuple[str, ...]
    hidden: tuple[str, ...]


def choose(save: Path, log: Path) -> Chosen:
    """Counters that the log does nothing with: two of one make to mask, others to hide; the owner is its first player.

    What lies in a deck is none of them: its deck lists it, and hides it anyway.
    """
    played = text_of(log)
    start, _, steps = played.partition("LOG\t")
    (owner, *_) = re.findall(r"PLAYER\t([^\t\x1b]+)\t", start)
    every = pieces_in(save)
    decks = [piece.state for piece in every if piece.type.startswith("deck;")]
    pieces = (piece for piece in every if not piece.type.startswith(("stack", "deck;")))
    makes: dict[tuple[str, ...], list[str]] = {}
    for piece in pieces:
        if any(piece.id in deck for deck in decks):
            continue
        if piece.id not in steps and not _innermost(piece).startswith("null"):
            makes.setdefault(_make(piece), []).append(piece.id)
    (*masked,) = max(makes.values(), key=len)[:2]
    others = [name for names in makes.values() for name in names if name not in masked]
    return Chosen(owner, tuple(masked), tuple(others[:2]))


def conceal(chosen: Chosen) -> Edit:
    """Masks and hides what was chosen."""

    def edit(piece: AddPiece) -> AddPiece:
        if piece.id in chosen.masked:
            return _masked(piece, chosen.owner)
        return _with_trait(piece, HIDE, chosen.owner) if piece.id in chosen.hidden else piece

    return edit


def exchange(chosen: Chosen, pieces: Iterable[AddPiece]) -> Edit:
    """The other telling: what is masked is the other counter, under another id; what is invisible is not there at all."""
    known = {piece.id: piece for piece in pieces}
    one, other = chosen.masked
    swapped = {one: known[other], other: known[one]}

    def edit(piece: AddPiece) -> AddPiece | None:
        if piece.type == "stack":
            return _stack_without(piece, chosen)
        if piece.id in chosen.hidden:
            return None
        if piece.id not in swapped:
            return piece
        there = swapped[piece.id]
        state = there.state.removesuffix(_innermost(there)) + _innermost(piece)
        return _masked(AddPiece(f"{piece.id}77", there.type, state), chosen.owner)

    return edit


def turned_decks(piece: AddPiece) -> AddPiece:
    """Another telling: the cards of every closed deck in the opposite order."""
    tokens = sequences.split(piece.state, ";")
    if not piece.type.startswith("deck;") or tokens[3:4] != ["true"] or len(tokens) < FOUR + 1:
        return piece
    cards = sequences.split(tokens[FOUR], ",")
    return replace(
        piece, state=sequences.join([*tokens[:FOUR], sequences.join(cards[::-1], ","), *tokens[FOUR + 1 :]], ";")
    )


def pieces_in(path: Path) -> tuple[AddPiece, ...]:
    """What a save or log begins with."""
    return tuple(_pieces(text_of(path)))


def retell(source: Path, target: Path, edit: Edit) -> None:
    """Write a save or log again with every piece as `edit` has it."""
    text = commands.join_stream(_edited(commands.split_stream(text_of(source)), edit))
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, obfuscation.obfuscate(text, 7) if name == "savedGame" else old.read(name))


def answers(files: Sequence[Path], module: Path, pack: str, viewer: str, folder: Path) -> dict[str, bytes]:
    """All that a game answers, as bytes, under names; without a pack nothing is judged."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    game = open_game(files, module=module, pack=pack or None, viewer=viewer)
    log = any(path.suffix == ".vlog" for path in files)
    said: dict[str, object] = {
        "inspect": game.inspect(),
        "inspect the start": game.inspect("start"),
        "audit": game.audit().as_json(),
        "chain": game.chain().as_json(),
        "dice": game.dice().as_json(),
        "diff": game.differences().as_json(),
    }
    if log:
        said["log"] = game.moves().as_json()
        game.moves().write(folder / "log.md")
    if pack:
        said["check"] = game.check().as_json()
        game.check().write(folder / "check.md")
        game.render(folder / "render.svg")
    for ending in (".json", ".geojson", ".csv", ".tts.json", ".vsav"):
        said[f"convert {ending} notes"] = game.write(folder / f"convert{ending}").as_json()
    made = {name.replace(".", " .", 1): data for name, data in all_bytes(folder)}
    return {**{name: orjson.dumps(each) for name, each in said.items()}, **made}


def text_of(path: Path) -> str:
    """The text of a save or log."""
    with zipfile.ZipFile(path) as archive:
        return obfuscation.reveal(archive.read("savedGame"))


def _pieces(text: str) -> Iterable[AddPiece]:
    for leaf in _leaves(commands.split_stream(text)):
        if leaf.startswith("+/"):
            found = commands.decode(leaf)
            if isinstance(found, AddPiece):
                yield found


def _leaves(tree: Tree) -> Iterable[str]:
    if isinstance(tree, str):
        yield tree
        return
    for each in tree:
        yield from _leaves(each)


def _edited(tree: Tree, edit: Edit) -> Tree:
    if not isinstance(tree, str):
        return [_edited(each, edit) for each in tree]
    found = commands.decode(tree) if tree.startswith("+/") else None
    if not isinstance(found, AddPiece):
        return tree
    made = edit(found)
    return "" if made is None else commands.encode(made)


def _masked(piece: AddPiece, owner: str) -> AddPiece:
    """The counter under its own mask, or under ours if it has none."""
    own, levels = _make(piece), chains.split_levels(piece.state)
    if "obs;" not in own:
        return _with_trait(piece, MASK, f"{owner};")
    levels[own.index("obs;")] = f"{owner};"
    return replace(piece, state=chains.join_levels(levels))


def _with_trait(piece: AddPiece, kind: str, state: str) -> AddPiece:
    return AddPiece(piece.id, sequences.join((kind, piece.type), "\t"), sequences.join((state, piece.state), "\t"))


def _make(piece: AddPiece) -> tuple[str, ...]:
    """Of which traits a counter is made, with its back as it is: two of one make look the same under a mask."""
    made = ((chains.prefix_of(text), text) for text in chains.split_levels(piece.type))
    return tuple(text.lstrip("\\\t") if prefix == "obs;" else prefix for prefix, text in made)


def _innermost(piece: AddPiece) -> str:
    """Where the piece lies, as its basic trait says it."""
    return piece.state.rsplit("\t", 1)[-1]


def _stack_without(stack: AddPiece, chosen: Chosen) -> AddPiece | None:
    renamed = {name: f"{name}77" for name in chosen.masked}
    tokens = sequences.split(stack.state, ";")
    kept = [renamed.get(token, token) for token in tokens if token not in chosen.hidden]
    if len(kept) < len(tokens) and not any(token and not token.startswith("@@") for token in kept[3:]):
        return None
    return replace(stack, state=sequences.join(kept, ";"))
