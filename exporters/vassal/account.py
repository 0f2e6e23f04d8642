"""What single things of a game from elsewhere lose in a VASSAL module and save, beyond what is said of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.exporters.losses import Aspect, Loss, LossKind
from adjudicator.exporters.vassal.arrangement import Arrangement, is_laid_out, keeps, noted
from adjudicator.exporters.vassal.bookkeeping import said, tracker_holds
from adjudicator.exporters.vassal.grids import comes_back
from adjudicator.model.counters import Counter

ODD_WORDS = "control characters and backslashes are left out"

Row = tuple[Aspect, LossKind, str, Sequence[str]]


def losses_of(game: Arrangement) -> list[Loss]:
    """The losses in the order of what they are about: counters, notes and stacks, names, boards."""
    rows = [*_of_counters(game), *_of_the_table(game), *_of_names(game), *_of_boards(game)]
    return [Loss(aspect, fate, text, tuple(subjects)) for aspect, fate, text, subjects in rows if subjects]


def _of_counters(game: Arrangement) -> Iterator[Row]:
    counters = game.counters
    odd = [each.id for each in counters if not _levels_hold(each)]
    yield (
        Aspect.LEVELS,
        LossKind.APPROXIMATED,
        "layers that follow properties or always show have levels of their own",
        odd,
    )
    turned = [each.id for each in counters if any(each.angles) and not _angles_hold(each)]
    yield (Aspect.ANGLES, LossKind.APPROXIMATED, "the nearest of the counter's facings", turned)
    spoken = [each.id for each in counters if any(not _plain(text) for text in each.texts)]
    yield (Aspect.TEXTS, LossKind.APPROXIMATED, "blanks at the ends go; `$` and `{` begin programs", spoken)
    empty = [
        f"{each.id}.{name}" for each in counters for name, value in each.properties.items() if not (name and value)
    ]
    yield (Aspect.PROPERTIES, LossKind.DROPPED, "a property wants a name and a value", empty)
    named = [each.id for each in counters if said(each.name) != each.name or "$" in each.name]
    yield (Aspect.NAMES, LossKind.APPROXIMATED, f"{ODD_WORDS}; `$` begins a program", named)
    marked = [
        f"{each.id}.{name}"
        for each in counters
        for name, value in each.properties.items()
        if said(name) != name or said(value) != value
    ]
    yield (Aspect.PROPERTIES, LossKind.APPROXIMATED, ODD_WORDS, marked)


def _of_the_table(game: Arrangement) -> Iterator[Row]:
    counters = game.counters
    texts = (("scenario notes", game.state.scenario_notes), ("public notes", game.state.public_notes))
    yield (
        Aspect.NOTES,
        LossKind.APPROXIMATED,
        ODD_WORDS,
        [word for word, text in texts if noted(text).replace("|", "\n") != text],
    )
    concealed = [
        each.id for each in counters if each.concealed and not {each.masked_by, each.hidden_by} <= {"", *game.sides}
    ]
    yield (Aspect.CONCEALMENT, LossKind.DROPPED, "hidden by a player, whose id nobody has", concealed)
    trails = [each.id for each in counters if each.trail]
    yield (Aspect.TRAILS, LossKind.APPROXIMATED, "trails are not kept", trails)
    hollow = [each.id for each in game.stacks if not keeps(each)]
    yield (Aspect.STACKS, LossKind.DROPPED, "a stack with nothing in it is none", hollow)
    yield (Aspect.GLOBALS, LossKind.DROPPED, "no name, or no map or module to stand in", game.properties.homeless)
    yield (Aspect.GLOBALS, LossKind.APPROXIMATED, ODD_WORDS, game.properties.unclean)
    odd = [each.name for each in game.state.trackers if not tracker_holds(each)]
    yield (Aspect.TRACKERS, LossKind.APPROXIMATED, ODD_WORDS, odd)


def _of_names(game: Arrangement) -> Iterator[Row]:
    """Maps and boards whose names cannot be said in a command."""
    unclean = [found.name for found in game.maps if game.called[found.name] != found.name]
    for aspect in (Aspect.MAPS, Aspect.LAYOUTS):
        yield (aspect, LossKind.APPROXIMATED, ODD_WORDS, unclean)
    stray = [each.id for each in game.counters if each.spot.map in unclean]
    yield (Aspect.POSITIONS, LossKind.APPROXIMATED, ODD_WORDS, stray)
    nowhere = [each.id for each in game.counters if each.stack and each.spot.map not in game.called]
    yield (Aspect.POSITIONS, LossKind.APPROXIMATED, "a stack on no map has no point", nowhere)
    boards = [
        f"{found.name}/{each.name}"
        for found in game.maps
        for each in found.boards
        if found.name in unclean or game.sheet(found, each.name) != each.name
    ]
    for aspect in (Aspect.BOARDS, Aspect.GRIDS):
        yield (aspect, LossKind.APPROXIMATED, f"{ODD_WORDS}; `/` is a dash in a board's name", boards)
    slashed = [
        found.name
        for found in game.maps
        for placed in game.state.boards.get(found.name, found.layout)
        if game.sheet(found, placed.board.name) != placed.board.name
    ]
    yield (Aspect.LAYOUTS, LossKind.APPROXIMATED, "a board is called otherwise", list(dict.fromkeys(slashed)))
    decks = [
        f"{found.name}/{deck.name}"
        for found in game.maps
        for deck in found.decks
        if found.name in unclean or said(deck.name) != deck.name or game.sheet(found, deck.board) != deck.board
    ]
    yield (Aspect.DECK_PLACES, LossKind.APPROXIMATED, ODD_WORDS, decks)


def _of_boards(game: Arrangement) -> Iterator[Row]:
    away = [
        found.name
        for found in game.maps
        if not is_laid_out(game.state.boards.get(found.name, found.layout), found.edge)
    ]
    yield (Aspect.LAYOUTS, LossKind.APPROXIMATED, "boards lie in rows and columns", away)
    yield (Aspect.LAYOUTS, LossKind.APPROXIMATED, "blank strips hold the boards where they lie", sorted(game.apart))
    grids = [f"{found.name}/{each.name}" for found in game.maps for each in found.boards if not comes_back(each.grid)]
    yield (Aspect.GRIDS, LossKind.APPROXIMATED, "zones and formats of its numbers are simplified", grids)


def _levels_hold(counter: Counter) -> bool:
    pairs = zip(counter.design.layers, counter.levels, strict=False)
    return len(counter.levels) == len(counter.design.layers) and all(
        not layer.follows and 1 <= abs(level) <= len(layer.images) and not (layer.always_active and level < 0)
        for layer, level in pairs
    )


def _angles_hold(counter: Counter) -> bool:
    def holds(count: int, angle: float) -> bool:
        if count <= 1:
            return 0 <= angle < 360
        return 0 <= angle < 360 and angle == (round(angle * count / 360.0) % count) * 360.0 / count

    return len(counter.angles) == len(counter.design.rotations) and all(
        holds(count, angle) for count, angle in zip(counter.design.rotations, counter.angles, strict=False)
    )


def _plain(text: str) -> bool:
    """Whether a label's text comes back as it is."""
    blanks = "".join(map(chr, range(33)))
    return text == said(text).strip(blanks) and "$" not in text and not text.startswith("{")
