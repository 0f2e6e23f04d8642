"""What players did on the table, without any rulebook: every step of a log is an act, part of one, or ignored with a reason.

A step's acts are the net changes that it leaves: several counters that went the same way are one move, and a move that goes
on where the same counters' last one ended, in the same phase, lengthens it. An undo, or a drag back to a place passed
before, takes back; what was taken back stays in the list, marked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from adjudicator.audit.record import ActEntry, CounterEntry, PlaceEntry, StepEntry
from adjudicator.audit.telling import OUT_OF_SIGHT, Teller
from adjudicator.model.chat import plain
from adjudicator.model.counters import Counter, Spot
from adjudicator.model.events import (
    Alter,
    Arrange,
    Astray,
    Carried,
    Event,
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
from adjudicator.model.state import GameState
from adjudicator.words import counted

RESULT = "_result"
UNDOES = "takes back step "
UNDOES_WORDS = "takes back what touched no counter"
NOT_A_DEED = ("chat", "report", "roll")
MOST_REMEMBERED = 500
"""Steps back to which an undo may reach."""

Changes = dict[str, tuple[Counter | None, Counter | None]]


@dataclass(slots=True)
class _Done:
    """A step as an undo may find it: what it changed, and the acts that it became."""

    step: int
    changes: Changes
    acts: tuple[int, ...]


@dataclass(slots=True)
class Ledger:
    """Keeps account of the steps of a game, in order; `acts` and `steps` are the account so far."""

    teller: Teller
    acts: list[ActEntry] = field(default_factory=list)
    steps: list[StepEntry] = field(default_factory=list)
    moved: dict[int, tuple[str, ...]] = field(default_factory=dict)
    _open: dict[str, int] = field(default_factory=dict)
    _done: list[_Done] = field(default_factory=list)
    _turn: str | None = None

    def take(self, step: Step, at: tuple[int, int, int], before: GameState, after: GameState) -> None:
        """Enter one step; `at` is its number through the game, its file, and its number in that."""
        number, file, file_step = at
        turn = self.teller.turn(before)
        if turn != self._turn:
            self._turn = turn
            self._open.clear()
        told: list[str] = []
        acts: list[int] = []
        state = before
        for undoing, events in _stretches(step):
            then = after if len(events) == len(step.events) else _after(events, state)
            changes = _changes(events, state, then)
            undone = self._undo(changes, number) if undoing else None
            if undone:
                told.append(undone)
            else:
                acts += self._enter(ActEntry(0, "", (number,), turn=turn), events, changes, (state, then))
            state = then
        ignored = "" if acts else "; ".join(dict.fromkeys(told or _reasons(step))) or "nothing on the table changed"
        digest = digest_of(step, before, after, self.teller)
        self.steps.append(StepEntry(number, file, file_step, turn, tuple(acts), ignored, digest))

    def break_off(self) -> None:
        """Between two files that do not follow from one another nothing goes on."""
        self._open.clear()
        self._done.clear()

    def _enter(
        self, base: ActEntry, events: tuple[Event, ...], changes: Changes, states: tuple[GameState, GameState]
    ) -> list[int]:
        before, after = states
        player = next((each.player for each in events if isinstance(each, Move | Say | Roll) and each.player), "")
        side = next((seat.side for seat in before.seats if seat.player == player), "")
        base = replace(base, side=side, player=plain(player))
        if not self.teller.viewer.sees_all:
            for was, now in changes.values():
                for counter, state in ((was, before), (now, after)):
                    if counter is not None:
                        self.teller.secrets.learn_of(counter, state)
        deeds = list(self._deeds(base, changes, before, after))
        words = list(_words(base, events, states, self.teller))
        told = " ".join(act.text for act in words if act.kind == "report")
        done = next((at for at, act in enumerate(words) if act.kind not in NOT_A_DEED), None)
        if told and (deeds or done is not None):
            words = [
                replace(act, text=act.text or told) if at == done and not deeds else act for at, act in enumerate(words)
            ]
            words = [act for act in words if act.kind != "report"]
            deeds[:1] = [(replace(act, text=told), names) for act, names in deeds[:1]]
        entered = [self._add(act, counters) for act, counters in deeds]
        entered += [self._add(act, ()) for act in words]
        if not entered:
            entered = [self._add(act, ()) for act in _restacked(base, events, before, after)]
        if changes:
            self._done.append(_Done(base.steps[0], changes, tuple(entered)))
            del self._done[:-MOST_REMEMBERED]
        return list(dict.fromkeys(entered))

    def _add(self, act: ActEntry, counters: tuple[str, ...]) -> int:
        """Put an act at the end, or into the move that it goes on; its number."""
        at = self._open.get(counters[0]) if counters and act.kind == "move" else None
        if at is not None and {*self.moved[at]} == {*counters} and self._goes_on(at, act, counters):
            self._lengthen(at, act)
            return at
        number = len(self.acts)
        self.acts.append(replace(act, number=number))
        if counters:
            self.moved[number] = counters
        for name in counters:
            if act.kind == "move":
                self._open[name] = number
            elif act.path and self._open.get(name) is not None and act.kind in ("remove", "draw", "deck"):
                del self._open[name]
        return number

    def _goes_on(self, at: int, act: ActEntry, counters: tuple[str, ...]) -> bool:
        """Whether a move continues one: nothing but words came between, or a turn tracker says that the phase still runs."""
        last = self.acts[at]
        if last.undone or last.path[-1] != act.path[0] or any(self._open.get(name) != at for name in counters):
            return False
        return bool(self._turn) or all(other.kind in NOT_A_DEED for other in self.acts[at + 1 :])

    def _lengthen(self, at: int, act: ActEntry) -> None:
        """Add a hop to a move. The program reports each hop; the last report is kept, the path tells the rest."""
        last = self.acts[at]
        steps, to = (*last.steps, *act.steps), act.path[-1]
        text = act.text or last.text
        if to not in last.path:
            self.acts[at] = replace(last, steps=steps, path=(*last.path, to), text=text)
            return
        kept = last.path[: last.path.index(to) + 1]
        back = " → ".join(place.name for place in (*last.path[len(kept) - 1 :], to))
        changes = (*last.changes, f"taken back: {back}")
        if len(kept) > 1:
            self.acts[at] = replace(last, steps=steps, path=kept, changes=changes, text=text)
            return
        self.acts[at] = replace(last, steps=steps, changes=changes, undone=act.steps[0], text=text)

    def _undo(self, changes: Changes, number: int) -> str:
        """Mark the acts of the last step that these changes exactly reverse; what is to be said of it, "" if none."""
        if not changes:
            return UNDOES_WORDS
        for at in range(len(self._done) - 1, -1, -1):
            done = self._done[at]
            if done.changes.keys() != changes.keys():
                continue
            if all(_alike(changes[name][1], done.changes[name][0]) for name in changes):
                del self._done[at]
                for act in done.acts:
                    self._take_back(act, done.step, number)
                return f"{UNDOES}{done.step}"
        return ""

    def _take_back(self, at: int, step: int, number: int) -> None:
        act = self.acts[at]
        if act.kind == "move" and len(act.steps) > 1 and act.steps[-1] == step and len(act.path) > 2:
            back = f"taken back: {act.path[-2].name} → {act.path[-1].name} → {act.path[-2].name}"
            self.acts[at] = replace(act, path=act.path[:-1], changes=(*act.changes, back))
        elif act.kind not in NOT_A_DEED:
            self.acts[at] = replace(act, undone=number)
            for name in self.moved.get(at, ()):
                self._open.pop(name, None)

    def _deeds(
        self, base: ActEntry, changes: Changes, before: GameState, after: GameState
    ) -> Iterator[tuple[ActEntry, tuple[str, ...]]]:
        """The acts that a step's changes amount to; those of counters out of sight are one."""
        ways: dict[tuple[str, PlaceEntry, PlaceEntry], list[str]] = {}
        others: list[tuple[ActEntry, tuple[str, ...]]] = []
        entries: dict[str, CounterEntry] = {}
        unseen = 0
        teller = self.teller
        for name, (was, now) in changes.items():
            knew, knows = teller.knows(was, before), teller.knows(now, after)
            if not (knew or knows) and any(each is not None and not teller.sees(each) for each in (was, now)):
                unseen += 1
                continue
            entry = entries[name] = teller.counter(now if knows else was, knew or knows)
            if was is None or now is None:
                there = was or now
                kind = "place" if was is None else "remove"
                path = (teller.place(there.spot),) if there else ()
                others.append((replace(base, kind=kind, counters=(entry,), path=path), (name,)))
                continue
            kind = _way(was, now, before, after)
            if kind:
                origin = teller.place(was.spot) if teller.sees(was) else OUT_OF_SIGHT
                to = teller.place(now.spot) if teller.sees(now) else OUT_OF_SIGHT
                ways.setdefault((kind, origin, to), []).append(name)
            here = (teller.place(now.spot),) if teller.sees(now) else ()
            others += [
                (replace(base, kind=kind, counters=(entry,), path=here, changes=told), (name,))
                for kind, told in _changed(was, now, knew and knows)
            ]
        for (kind, origin, to), names in ways.items():
            ordered = tuple(sorted(names, key=lambda name: _height(after, name)))
            moved = tuple(entries[name] for name in ordered)
            yield replace(base, kind=kind, counters=moved, path=(origin, to)), ordered
        yield from others
        if unseen:
            yield replace(base, kind="hidden", counters=(teller.counter(None, False),) * unseen), ()


def digest_of(step: Step, before: GameState, after: GameState, teller: Teller) -> str:
    """What stands for all that the viewer may know of a step: the same text, the same digest; nothing secret goes in."""
    told = hashlib.sha256()
    changes = _changes(step.events, before, after)
    for name in sorted(changes):
        was, now = changes[name]
        parts: list[object] = ["counter"]
        for each, state in ((was, before), (now, after)):
            if each is None:
                parts.append(None)
            elif teller.knows(each, state):
                parts.append((each.id, each.name, _point(each.spot), *_face(each)))
            elif teller.sees(each):
                parts.append((each.id, _point(each.spot)))
            else:
                parts.append("unseen")
        told.update(repr(parts).encode())
    for event in step.events:
        if isinstance(event, Say):
            told.update(repr(("say", event.player, event.text)).encode())
        elif isinstance(event, Roll):
            told.update(repr(("roll", event.name, event.dice, event.player, event.text)).encode())
        elif isinstance(event, SetProperty):
            told.update(repr(("property", event.container, event.name, event.value)).encode())
        elif isinstance(event, SetTurn):
            told.update(repr(("turn", event.tracker.name, event.tracker.values)).encode())
        elif isinstance(event, Undo):
            told.update(repr(("undo", event.begins)).encode())
    return told.hexdigest()[:16]


def _after(events: Iterable[Event], state: GameState) -> GameState:
    for event in events:
        state = state.after(event)
    return state


def _point(spot: Spot) -> tuple[str, int, int]:
    return spot.map, spot.x, spot.y


def _face(counter: Counter) -> tuple[object, ...]:
    properties = tuple(sorted(counter.properties.items()))
    return counter.levels, counter.angles, counter.texts, properties, counter.masked_by, counter.hidden_by


def _alike(one: Counter | None, other: Counter | None) -> bool:
    """Whether a counter is back as it was."""
    if one is None or other is None:
        return one is other
    return _point(one.spot) == _point(other.spot) and _face(one) == _face(other)


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


def _changes(events: Iterable[Event], before: GameState, after: GameState) -> Changes:
    """Every counter that is other than it was: where it lies, what it shows, whether it is there."""
    found: Changes = {}
    for name in _named(events, before):
        was, now = before.counters.get(name), after.counters.get(name)
        if was is not now and not (was is None and now is None) and not _alike(was, now):
            found[name] = was, now
    return found


def _named(events: Iterable[Event], before: GameState) -> dict[str, None]:
    """The counters that events speak of, in their order."""
    names: dict[str, None] = {}
    for event in events:
        if isinstance(event, Restack):
            names |= dict.fromkeys(event.stack.members)
            old = before.stacks.get(event.stack.id)
            names |= dict.fromkeys(old.members if old else ())
        elif isinstance(event, Arrange):
            names |= dict.fromkeys(counter.id for counter in event.counters)
            names |= dict.fromkeys(event.gone)
            names |= {member: None for stack in event.stacks for member in stack.members}
        elif isinstance(event, Astray):
            continue
        else:
            counter = getattr(event, "counter", None)
            if counter is not None:
                names[counter if isinstance(counter, str) else counter.id] = None
    return names


def _way(was: Counter, now: Counter, before: GameState, after: GameState) -> str:
    """How a counter got to another place: "move", "draw" out of a deck, "deck" into one; "" if it stayed."""
    from_deck, to_deck = _in_deck(was, before), _in_deck(now, after)
    if from_deck and not to_deck:
        return "draw"
    if to_deck and not from_deck:
        return "deck"
    return "move" if _point(was.spot) != _point(now.spot) else ""


def _in_deck(counter: Counter, state: GameState) -> bool:
    stack = state.stacks.get(counter.stack)
    return stack is not None and stack.deck is not None


def _height(state: GameState, name: str) -> tuple[str, int, str]:
    counter = state.counters[name]
    return counter.stack, state.index(counter), name


def _changed(was: Counter, now: Counter, known: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a counter shows that it did not show, kind by kind; of one that the viewer may not know, only its mask."""
    if (was.masked_by, was.hidden_by) != (now.masked_by, now.hidden_by):
        yield ("conceal" if now.concealed else "reveal"), ()
    if not known:
        return
    flips: dict[str, list[str]] = {}
    for at, layer in enumerate(now.design.layers):
        old = was.levels[at] if at < len(was.levels) else 0
        if at < len(now.levels) and old != now.levels[at]:
            kind = "step loss" if "step" in layer.name.casefold() else "flip"
            words = (
                f"{layer.name or f'layer {at + 1}'}: {_level(layer.names, old)} → {_level(layer.names, now.levels[at])}"
            )
            flips.setdefault(kind, []).append(plain(words))
    yield from ((kind, tuple(words)) for kind, words in flips.items())
    if was.angles != now.angles:
        turned = [f"{old:g}° → {new:g}°" for old, new in zip(was.angles, now.angles, strict=False) if old != new]
        yield "rotate", tuple(turned)
    marks = [
        plain(f"{key}: {was.properties.get(key, '') or '–'} → {now.properties.get(key, '') or '–'}")
        for key in dict.fromkeys([*was.properties, *now.properties])
        if was.properties.get(key, "") != now.properties.get(key, "")
    ]
    if was.texts != now.texts:
        marks.append(plain(f"text: {' / '.join(was.texts) or '–'} → {' / '.join(now.texts) or '–'}"))
    if marks and not flips:
        yield "marker", tuple(marks)


def _level(names: tuple[str, ...], level: int) -> str:
    if level <= 0:
        return "off"
    name = names[level - 1] if level <= len(names) else ""
    return name or str(level)


def _words(
    base: ActEntry, events: tuple[Event, ...], states: tuple[GameState, GameState], teller: Teller
) -> Iterator[ActEntry]:
    """What belongs to no counter: turns, properties, boards, seats, notes, decks, rolls, chat and the program's lines."""
    rolled = {f"{event.name}{RESULT}" for event in events if isinstance(event, Roll)}
    for event in events:
        match event:
            case SetTurn(tracker):
                yield replace(
                    base, kind="turn", text=plain(f"{tracker.name}: {tracker}" if tracker.name else str(tracker))
                )
            case SetProperty(container, name, was, value) if was != value and name not in rolled:
                place = f" ({container})" if container not in ("", "Module") else ""
                shown = (f"{plain(name)}{place}: {teller.words(was) or '–'} → {teller.words(value) or '–'}",)
                yield replace(base, kind="property", changes=shown)
            case LayBoards(map_name, boards):
                names = ", ".join(placed.board.name for placed in boards)
                yield replace(base, kind="boards", text=plain(f"{map_name} shows {names or 'no board'}"))
            case SetNotes():
                yield replace(base, kind="notes", text="the notes were changed")
            case TakeSeat(seat):
                deed = f"takes side {seat.side}" if seat.side else "leaves the table"
                yield replace(base, kind="seat", side=plain(seat.side), player=seat.player, text=plain(deed))
            case Roll(_, dice, text, player):
                yield replace(base, kind="roll", player=plain(player) or base.player, text=plain(text), dice=dice)
            case Say(text, player):
                words = _spoken(plain(text), player)
                if words:
                    yield replace(base, kind="chat" if player else "report", text=words)
            case Restack(stack) if stack.deck is not None and _reordered(stack.id, *states):
                yield replace(
                    base,
                    kind="deck",
                    text=plain(f"{stack.deck.name}: order changed ({counted(len(stack.members), 'card')})"),
                )


def _spoken(words: str, player: str) -> str:
    """A line without the name before it, where we know whose it is (`Chatter.formatChat`)."""
    return re.sub(r"^<[^<>]{0,80}> ?- ?", "", words) if player else words


def _reordered(stack: str, before: GameState, after: GameState) -> bool:
    old, new = before.stacks.get(stack), after.stacks.get(stack)
    if old is None or new is None or old.members == new.members:
        return False
    return set(old.members) == set(new.members)


def _restacked(base: ActEntry, events: tuple[Event, ...], before: GameState, after: GameState) -> Iterator[ActEntry]:
    """A pile whose counters lie in another order, where nothing else happened to them."""
    names = {
        counter.stack for event in events for name in _named((event,), before) if (counter := after.counters.get(name))
    }
    for name in sorted(names - {""}):
        stack = after.stacks.get(name)
        if stack is not None and stack.deck is None and _reordered(name, before, after):
            where = stack.spot.location or stack.spot.zone or f"{stack.spot.x},{stack.spot.y}"
            place = PlaceEntry(where, stack.spot.map, stack.spot.x, stack.spot.y)
            yield replace(base, kind="restack", path=(place,), text=f"{len(stack.members)} counters in another order")


def _reasons(step: Step) -> Iterator[str]:
    """Why a step is no act."""
    if not step.events:
        yield "the step holds no command that does anything"
    for event in step.events:
        match event:
            case Carried(kind):
                yield f"a command of the program that changes nothing on the table ({plain(kind)})"
            case Astray(_, deed):
                yield f"a counter that is not in the game should be {deed}"
            case Say(text) if not plain(text):
                yield "an empty line of chat"
            case Undo(begins) if begins:
                yield "an undo of what no file shows"
            case SetProperty(_, name, was, value) if was == value:
                yield f"property {plain(name)} set to what it was"
    if any(isinstance(event, Alter | Move | Place | Remove | Arrange | Restack) for event in step.events):
        yield "only the program's own marks (moved, trails, stack objects, drawing order)"
