"""A log as people read it: who did what in which step, as text, Markdown, CSV or JSON lines.

Nothing secret passes: counters that the reader may not know are "a hidden counter", and where an invisible one stands is
left out. Chat may hold hostile HTML, spreadsheet formulas and terminal codes; each is made harmless.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

import orjson

from adjudicator.model.chat import plain
from adjudicator.model.counters import Counter, Spot
from adjudicator.model.events import (
    Alter,
    Event,
    GameLog,
    LayBoards,
    Move,
    Place,
    Remove,
    Restack,
    Roll,
    Say,
    SetNotes,
    SetProperty,
    SetTurn,
    Step,
    TakeSeat,
    Undo,
)
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import A_HIDDEN_COUNTER, PUBLIC, WITHHELD, Secrets, Viewer
from adjudicator.words import counted

OFF_MAP = "off the map"


@dataclass(frozen=True, slots=True)
class Line:
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
    lines: tuple[Line, ...]


def move_log(log: GameLog, module: Module | None = None, viewer: Viewer = PUBLIC, title: str = "") -> MoveLog:
    """The log as the viewer may read it; with the module, cards in other players' hands stay secret too."""
    teller = _Teller(module, viewer)
    teller.secrets.learn(log.start)
    lines: list[Line] = []
    state = log.start
    for step in log.steps:
        after = state
        told: list[Line] = []
        for undoing, events in _stretches(step):
            before = after
            for event in events:
                after = after.after(event)
            told.extend(replace(line, undoes=undoing) for line in teller.tell(step, events, before, after))
        lines.extend(_attributed(told, state))
        state = after
    name = title or " ".join(part for part in (log.start.module, log.start.module_version) if part)
    return MoveLog(name, tuple(_with_undone(lines)))


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
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for line in log.lines:
        record = _record(line)
        writer.writerow([_cell(record.get(column, "")) for column in _COLUMNS])
    return out.getvalue()


def to_json_lines(log: MoveLog) -> str:
    """One JSON object a line; fields that are empty are left out."""
    return "".join(orjson.dumps(_record(line)).decode() + "\n" for line in log.lines)


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"([\\`*_{}\[\]()#+!|~$:@-])", r"\\\1", text)
    return re.sub(r"^(\d+)\.", r"\1\\.", text)


@dataclass(slots=True)
class _Deed:
    """All that one step does to one counter."""

    counter: str
    kind: str = "change"
    hops: list[Spot] = field(default_factory=list)
    changes: list[tuple[str, str, str]] = field(default_factory=list)
    player: str = ""


class _Teller:
    """Puts the events of a step into lines, knowing what the viewer may know."""

    def __init__(self, module: Module | None, viewer: Viewer) -> None:
        self._module, self._viewer = module, viewer
        self.secrets = Secrets(viewer, module)

    def tell(self, step: Step, events: tuple[Event, ...], before: GameState, after: GameState) -> Iterator[Line]:
        """Lines in the order in which the events began; all hops and changes of a counter make one line."""
        phase = _phase(before)
        deeds: dict[str, _Deed] = {}
        entries: list[_Deed | Line] = []
        for event in events:
            deed = _deed(event, deeds)
            if deed is not None:
                if deed.counter not in deeds:
                    deeds[deed.counter] = deed
                    entries.append(deed)
                continue
            line = self._other(event, step.index, before)
            if line is not None:
                entries.append(replace(line, phase=phase))
        for entry in entries:
            line = self._line(entry, step.index, before, after) if isinstance(entry, _Deed) else entry
            if line is not None:
                yield replace(line, phase=phase)

    def _line(self, deed: _Deed, step: int, before: GameState, after: GameState) -> Line | None:
        was, now = before.counters.get(deed.counter), after.counters.get(deed.counter)
        either = now or was
        if either is None:
            return None
        for each, state in ((was, before), (now, after)):
            if each is not None:
                self.secrets.learn_of(each, state)
        known = any(each is not None and self._reads(each, state) for each, state in ((was, before), (now, after)))
        unseen = any(each is not None and not self._viewer.sees(each) for each in (was, now))
        if unseen and not known:
            return Line(step, "hidden", player=deed.player, unit=A_HIDDEN_COUNTER)
        spots = _without_repeats(deed.hops)
        if deed.kind == "move" and len(spots) < 2 and not deed.changes:
            return None
        kind = "change" if deed.kind == "move" and len(spots) < 2 else deed.kind
        changes = tuple(_change(*each) for each in deed.changes) if known else _open_changes(was, now)
        line = Line(
            step, kind, player=deed.player, unit=plain(either.name) if known else A_HIDDEN_COUNTER, changes=changes
        )
        return _located(
            line, spots, was if not (was and unseen and not self._viewer.sees(was)) else None, now, self._viewer
        )

    def _reads(self, counter: Counter, state: GameState) -> bool:
        return self._viewer.reads_at(counter, state, self._module)

    def _other(self, event: Event, step: int, before: GameState) -> Line | None:
        match event:
            case Say(text, player):
                words = plain(text)
                if not words or re.fullmatch(r"<[^>]*> -", words):
                    return None
                return Line(step, "report" if words.startswith("* ") else "chat", player=player, text=words)
            case Roll(name, dice, text, player):
                return Line(step, "dice", player=player, text=plain(text) or plain(name), dice=dice)
            case SetTurn(tracker):
                return Line(step, "turn", text=f"{tracker.name}: {tracker}" if tracker.name else str(tracker))
            case SetProperty(container, name, was, value) if was != value:
                place = f" ({container})" if container and container != "Module" else ""
                shown = " → ".join(WITHHELD if self.secrets.in_text(each) else each for each in (was, value))
                return Line(step, "property", text=plain(f"{name}{place}: {shown}"))
            case LayBoards(map_name, boards):
                names = ", ".join(placed.board.name for placed in boards)
                return Line(step, "boards", text=plain(f"{map_name} now shows {names or 'no board'}"))
            case SetNotes():
                return Line(step, "notes", text="the notes were changed")
            case TakeSeat(seat):
                deed = f"takes side {seat.side}" if seat.side else "leaves the table"
                return Line(step, "seat", side=seat.side, player=seat.player, text=deed)
            case Restack(stack) if stack.deck is not None:
                old = before.stacks.get(stack.id)
                if old is None or old.members == stack.members or set(old.members) != set(stack.members):
                    return None
                return Line(
                    step, "deck", text=f"deck {stack.deck.name}: order changed ({counted(len(stack.members), 'card')})"
                )
            case _:
                return None


def _stretches(step: Step) -> Iterator[tuple[bool, tuple[Event, ...]]]:
    """A step's events, split where an undo begins or ends."""
    undoing = False
    gathered: list[Event] = []
    for event in step.events:
        if not isinstance(event, Undo):
            gathered.append(event)
            continue
        if gathered:
            yield undoing, tuple(gathered)
        gathered = []
        undoing = event.begins
    if gathered:
        yield undoing, tuple(gathered)


def _deed(event: Event, deeds: dict[str, _Deed]) -> _Deed | None:
    """The deed an event belongs to, grown by it; None for events that are about no counter."""
    match event:
        case Move(counter, origin, to, _, _, player):
            deed = deeds.get(counter) or _Deed(counter, "move")
            deed.kind = "move" if deed.kind == "change" else deed.kind
            if deed.kind != "place" and not deed.hops:
                deed.hops.append(origin)
            deed.hops.append(to)
            deed.player = deed.player or player
            return deed
        case Place(counter):
            deed = deeds.get(counter.id) or _Deed(counter.id, "place")
            deed.hops.append(counter.spot)
            return deed
        case Remove(counter):
            deed = deeds.get(counter) or _Deed(counter, "remove")
            deed.kind = "remove"
            return deed
        case Alter(counter, changes):
            deed = deeds.get(counter.id) or _Deed(counter.id)
            deed.changes.extend(changes)
            return deed
        case _:
            return None


def _without_repeats(hops: list[Spot]) -> list[Spot]:
    spots: list[Spot] = []
    for spot in hops:
        if not spots or (spot.map, spot.x, spot.y) != (spots[-1].map, spots[-1].x, spots[-1].y):
            spots.append(spot)
    return spots


def _located(line: Line, spots: list[Spot], was: Counter | None, now: Counter | None, viewer: Viewer) -> Line:
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
    """What players call a spot: its number or name, else its zone, else its pixel."""
    if not spot.map:
        return OFF_MAP
    return spot.location or spot.zone or f"{spot.x},{spot.y}"


def _phase(state: GameState) -> str:
    return plain(", ".join(str(tracker) for tracker in state.trackers if str(tracker)))


def _change(aspect: str, was: str, now: str) -> str:
    return plain(f"{aspect}: {was or '–'} → {now or '–'}")


def _open_changes(was: Counter | None, now: Counter | None) -> tuple[str, ...]:
    """What everybody sees of a change to a counter nobody else may read: that it was masked."""
    if was is not None and now is not None and not was.masked_by and now.masked_by:
        return ("masked",)
    return ()


def _attributed(lines: list[Line], state: GameState) -> Iterator[Line]:
    """Lines with player and side: what one line of a step knows of the player holds for the whole step."""
    player = next((line.player for line in lines if line.player), "")
    sides = {seat.player: seat.side for seat in state.seats}
    for line in lines:
        who = line.player or player
        yield replace(line, player=who, side=line.side or sides.get(who, ""))


def _with_undone(lines: list[Line]) -> Iterator[Line]:
    """Moves that an undo takes back later are marked: the last one that it exactly reverses."""
    marked = list(lines)
    open_moves: dict[tuple[str, str, str], list[int]] = {}
    for number, line in enumerate(lines):
        if line.kind != "move":
            continue
        if not line.undoes:
            open_moves.setdefault((line.unit, line.origin, line.to), []).append(number)
        elif earlier := open_moves.get((line.unit, line.to, line.origin)):
            back = earlier.pop()
            marked[back] = replace(marked[back], undone=True)
    return iter(marked)


def _by_step(log: MoveLog) -> Iterator[tuple[str, list[Line]]]:
    """The lines of each step under its heading."""
    step: list[Line] = []
    for line in log.lines:
        if step and step[0].step != line.step:
            yield _heading(step), step
            step = []
        step.append(line)
    if step:
        yield _heading(step), step


def _told_once(lines: list[Line]) -> Iterator[tuple[str, bool]]:
    """Each line in words and whether it was undone; the same said many times in a row is said once, with the count."""
    for (words, undone), same in groupby((_sentence(line), line.undone) for line in lines):
        count = sum(1 for _ in same)
        yield (f"{count} × {words}" if count > 1 else words), undone


def _heading(lines: Iterable[Line]) -> str:
    first, *_ = lines
    who = first.side or first.player
    parts = [f"Step {first.step}", first.phase, who]
    return " · ".join(part for part in parts if part)


def _sentence(line: Line) -> str:
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


def _record(line: Line) -> dict[str, object]:
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
    text = "yes" if value is True else str(value)
    return f"'{text}" if text[:1] in "=+-@\t\r" and text else text
