"""A log as people read it: who did what in which step, as text, Markdown, CSV or JSON lines.

Nothing secret passes: counters that the reader may not know are "a hidden counter", and where an invisible one stands is
left out. Chat may hold hostile HTML, spreadsheet formulas and terminal codes; each is made harmless.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from adjudicator.exporters.spreadsheet import rows_as_csv
from adjudicator.harmless import json_bytes
from adjudicator.lean import dataclass, replace
from adjudicator.model.chat import plain
from adjudicator.model.counters import Counter, Spot
from adjudicator.model.events import GameLog, LayBoards, Restack, Roll, Say, SetNotes, SetProperty, SetTurn, TakeSeat
from adjudicator.model.module import Module
from adjudicator.model.state import Event, GameState
from adjudicator.model.viewer import A_HIDDEN_COUNTER, PUBLIC, WITHHELD, Secrets, Viewer
from adjudicator.record.deeds import CounterChanges, Deed, deeds_of, doings
from adjudicator.words import counted

MOVED = "moved"
"""The aspect of a counter that is the program's mark of having moved."""
OFF_MAP = "off the map"
ABOUT_COUNTERS = ("move", "place", "remove", "change", "hidden")


@dataclass(frozen=True, slots=True)
class LogLine:
    """One thing that happened. `undoes` marks the taking back of an earlier action, `undone` that earlier action."""

    step: int
    kind: str
    side: str = ""
    player: str = ""
    phase: str = ""
    unit: str = ""
    map_from: str = ""
    origin: str = ""
    via: tuple[str, ...] = ()
    map_to: str = ""
    to: str = ""
    changes: tuple[str, ...] = ()
    text: str = ""
    dice: tuple[int, ...] = ()
    undoes: bool = False
    undone: bool = False


@dataclass(frozen=True, slots=True)
class MoveLog:
    """A log ready for writing: its title and its lines in order."""

    title: str
    lines: tuple[LogLine, ...]


def move_log(log: GameLog, module: Module | None = None, viewer: Viewer = PUBLIC, title: str = "") -> MoveLog:
    """The log as the viewer may read it; with the module, cards in other players' hands stay secret too."""
    teller = _Teller(module, viewer)
    teller.secrets.learn(log.start)
    lines: list[LogLine] = []
    undone: set[int] = set()
    deed_of: list[int] = []
    for _, deeds in groupby(deeds_of(log), key=lambda deed: deed.step.index):
        told: list[LogLine] = []
        first, *others = deeds
        for deed in (first, *others):
            undone |= {deed.undoes.number} if deed.undoes is not None else set()
            told.extend(replace(line, undoes=deed.undoing) for line in teller.tell(deed))
            deed_of += [deed.number] * (len(lines) + len(told) - len(deed_of))
        lines.extend(_attributed(told, first.before))
    marked = (_marked(line) if number in undone else line for line, number in zip(lines, deed_of, strict=True))
    name = title or " ".join(part for part in (log.start.module, log.start.module_version) if part)
    return MoveLog(name, tuple(marked))


def to_text(log: MoveLog) -> str:
    """Plain text, a paragraph a step."""
    out = [f"Move log: {log.title}" if log.title else "Move log", ""]
    for head, lines in _by_step(log):
        out.append(head)
        out.extend(f"    {words}" for words, _ in _told_once(lines))
        out.append("")
    return "\n".join(out)


def to_markdown(log: MoveLog) -> str:
    """Markdown, a heading a step; every text is escaped."""
    out = [f"# Move log{': ' + escaped(log.title) if log.title else ''}", ""]
    for head, lines in _by_step(log):
        out.append(f"### {escaped(head)}")
        out.append("")
        for words, undone in _told_once(lines):
            out.append(f"- ~~{escaped(words)}~~" if undone else f"- {escaped(words)}")
        out.append("")
    return "\n".join(out)


_COLUMNS = (
    "step", "kind", "side", "player", "phase", "unit", "map_from", "from", "via", "map_to", "to", "changes", "dice", "text",
    "undoes", "undone",
)  # fmt: skip


def to_csv(log: MoveLog) -> str:
    """A table with a heading line; cells that a spreadsheet would take for a formula begin with an apostrophe."""
    records = map(_record, log.lines)
    rows = ([_cell(record.get(column, "")) for column in _COLUMNS] for record in records)
    return rows_as_csv(_COLUMNS, rows, "\n")


def to_json_lines(log: MoveLog) -> str:
    """One JSON object a line; fields that are empty are left out."""
    return "".join(json_bytes(_record(line)).decode() for line in log.lines)


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"([\\`*_{}\[\]()#+!|~$:@-])", r"\\\1", text)
    return re.sub(r"^(\d+)\.", r"\1\\.", text)


class _Teller:
    """Puts the events of a step into lines, knowing what the viewer may know."""

    def __init__(self, module: Module | None, viewer: Viewer) -> None:
        self._module, self._viewer = module, viewer
        self.secrets = Secrets(viewer, module)

    def tell(self, deed: Deed) -> Iterator[LogLine]:
        """Lines in the order in which the events began; all hops and changes of a counter make one line."""
        phase = _phase(deed.before)
        for each in doings(deed):
            line = self._line(each, deed) if isinstance(each, CounterChanges) else self._other(each, deed)
            if line is not None:
                yield replace(line, phase=phase)

    def _line(self, doing: CounterChanges, deed: Deed) -> LogLine | None:
        was, now = deed.before.counters.get(doing.counter), deed.after.counters.get(doing.counter)
        either = now or was
        if either is None:
            return None
        step, seen = deed.step.index, self._viewer.sees
        both = ((was, deed.before), (now, deed.after))
        for each, state in both:
            if each is not None:
                self.secrets.learn_of(each, state)
        known = any(each is not None and self._reads(each, state) for each, state in both)
        unseen = any(each is not None and not seen(each) for each in (was, now))
        if unseen and not known:
            return LogLine(step, "hidden", player=doing.player, unit=A_HIDDEN_COUNTER)
        spots = _without_repeats(doing.hops)
        if doing.kind == "move" and len(spots) < 2 and not doing.aspects:
            return None
        kind = "change" if doing.kind == "move" and len(spots) < 2 else doing.kind
        changes = tuple(_change(*each) for each in doing.aspects) if known else _open_changes(was, now)
        unit = plain(either.name) if known else A_HIDDEN_COUNTER
        line = LogLine(step, kind, player=doing.player, unit=unit, changes=changes)
        return _located(line, spots, was if was is not None and seen(was) else None, now, self._viewer)

    def _reads(self, counter: Counter, state: GameState) -> bool:
        return self._viewer.reads_at(counter, state, self._module)

    def _other(self, event: Event, deed: Deed) -> LogLine | None:
        step = deed.step.index
        match event:
            case Say(text, player):
                words = plain(text)
                if not words or re.fullmatch(r"<[^>]*> -", words):
                    return None
                return LogLine(step, "report" if words.startswith("* ") else "chat", player=player, text=words)
            case Roll(name, dice, text, player):
                return LogLine(step, "dice", player=player, text=plain(text) or plain(name), dice=dice)
            case SetTurn(tracker):
                return LogLine(step, "turn", text=tracker.told)
            case SetProperty(container, name, was, value) if was != value:
                place = f" ({container})" if container and container != "Module" else ""
                shown = " → ".join(WITHHELD if self.secrets.in_text(each) else each for each in (was, value))
                return LogLine(step, "property", text=plain(f"{name}{place}: {shown}"))
            case LayBoards(map_name, boards):
                names = ", ".join(placed.board.name for placed in boards)
                return LogLine(step, "boards", text=plain(f"{map_name} now shows {names or 'no board'}"))
            case SetNotes():
                return LogLine(step, "notes", text="the notes were changed")
            case TakeSeat(seat):
                taken = f"takes side {seat.side}" if seat.side else "leaves the table"
                return LogLine(step, "seat", side=seat.side, player=seat.player, text=taken)
            case Restack(stack) if stack.deck is not None:
                old = deed.before.stacks.get(stack.id)
                if old is None or old.members == stack.members or set(old.members) != set(stack.members):
                    return None
                return LogLine(
                    step, "deck", text=f"deck {stack.deck.name}: order changed ({counted(len(stack.members), 'card')})"
                )
            case _:
                return None


def _without_repeats(hops: list[Spot]) -> list[Spot]:
    spots: list[Spot] = []
    for spot in hops:
        if not spots or (spot.map, spot.x, spot.y) != (spots[-1].map, spots[-1].x, spots[-1].y):
            spots.append(spot)
    return spots


def _located(line: LogLine, spots: list[Spot], was: Counter | None, now: Counter | None, viewer: Viewer) -> LogLine:
    """The line with its places: of a move all, of an arrival the last, of a removal the first; none of an invisible counter."""
    shown = now is not None and viewer.sees(now)
    if line.kind == "move":
        start = spots[0] if was is not None else None
        end = spots[-1] if shown else None
        via = tuple(place(spot) for spot in spots[1:-1]) if start and end else ()
    elif line.kind == "place":
        start, end, via = None, spots[-1] if spots and shown else None, ()
    elif line.kind == "remove":
        start, end, via = was.spot if was else None, None, ()
    else:
        start, end, via = None, now.spot if now and shown else None, ()
    return replace(
        line,
        map_from=start.map if start else "",
        origin=place(start) if start else "",
        via=via,
        map_to=end.map if end else "",
        to=place(end) if end else "",
    )


def place(spot: Spot) -> str:
    """What players call a spot, or that it is on no map."""
    return spot.words if spot.map else OFF_MAP


def _phase(state: GameState) -> str:
    return plain(", ".join(str(tracker) for tracker in state.trackers if str(tracker)))


def _change(aspect: str, was: str, now: str) -> str:
    if aspect == MOVED:
        return "marked as moved" if now == "true" else "no longer marked as moved"
    return plain(f"{aspect}: {was or '–'} → {now or '–'}")


def _open_changes(was: Counter | None, now: Counter | None) -> tuple[str, ...]:
    """What everybody sees of a change to a counter nobody else may read: that it was masked."""
    if was is not None and now is not None and not was.masked_by and now.masked_by:
        return ("masked",)
    return ()


def _attributed(lines: list[LogLine], state: GameState) -> Iterator[LogLine]:
    """Lines with player and side: what one line of a step knows of the player holds for the whole step."""
    player = next((line.player for line in lines if line.player), "")
    for line in lines:
        who = line.player or player
        yield replace(line, player=who, side=line.side or state.side_of(who))


def _marked(line: LogLine) -> LogLine:
    """A line of a deed that an undo took back; what was said or rolled stays said."""
    return replace(line, undone=True) if line.kind in ABOUT_COUNTERS else line


def _by_step(log: MoveLog) -> Iterator[tuple[str, list[LogLine]]]:
    """The lines of each step under its heading."""
    step: list[LogLine] = []
    for line in log.lines:
        if step and step[0].step != line.step:
            yield _heading(step), step
            step = []
        step.append(line)
    if step:
        yield _heading(step), step


def _told_once(lines: list[LogLine]) -> Iterator[tuple[str, bool]]:
    """Each line in words and whether it was undone; the same said many times in a row is said once, with the count."""
    for (words, undone), same in groupby((_sentence(line), line.undone) for line in lines):
        count = sum(1 for _ in same)
        yield (f"{count} × {words}" if count > 1 else words), undone


def _heading(lines: Iterable[LogLine]) -> str:
    first, *_ = lines
    who = first.side or first.player
    parts = [f"Step {first.step}", first.phase, who]
    return " · ".join(part for part in parts if part)


def _sentence(line: LogLine) -> str:
    """A line in words."""
    changes = "; ".join(line.changes)
    tail = f" ({changes})" if changes else ""
    mark = "undo: " if line.undoes else ""
    end = " [taken back later]" if line.undone else ""
    route = " → ".join(
        (_at(line.map_from, line.origin, line.map_to), *line.via, _at(line.map_to, line.to, line.map_from))
    )
    sentence = {
        "move": f"{line.unit}: {route}{tail}",
        "place": f"{line.unit}: appears at {line.to}{tail}" if line.to else f"{line.unit}: appears{tail}",
        "remove": f"{line.unit}: removed from {line.origin}{tail}" if line.origin else f"{line.unit}: removed{tail}",
        "change": f"{line.unit}{' at ' + line.to if line.to else ''}: {changes or 'changed'}",
        "hidden": f"{line.unit}: something was done with it",
        "dice": f"dice: {line.text}",
        "chat": f"says: {line.text}",
        "report": line.text,
        "turn": f"turn: {line.text}",
        "property": f"property {line.text}",
        "seat": f"{line.player} {line.text}",
        "deck": line.text,
        "boards": f"boards: {line.text}",
        "notes": line.text,
    }[line.kind]
    return f"{mark}{sentence}{end}"


def _at(map_name: str, location: str, other_map: str) -> str:
    """A place, with its map where a move leads from one map to another; "out of sight" where it may not be told."""
    if not location:
        return "out of sight"
    return f"{location} [{map_name}]" if map_name and map_name != other_map else location


def _record(line: LogLine) -> dict[str, object]:
    """The line's fields that say something, under their column names."""
    fields: dict[str, object] = {
        "step": line.step,
        "kind": line.kind,
        "side": line.side,
        "player": line.player,
        "phase": line.phase,
        "unit": line.unit,
        "map_from": line.map_from,
        "from": line.origin,
        "via": list(line.via),
        "map_to": line.map_to,
        "to": line.to,
        "changes": list(line.changes),
        "dice": list(line.dice),
        "text": line.text,
        "undoes": line.undoes,
        "undone": line.undone,
    }
    return {name: value for name, value in fields.items() if value or name == "step"}


def _cell(value: object) -> str:
    if isinstance(value, list):
        value = " | ".join(str(part) for part in value)
    return "yes" if value is True else str(value)
