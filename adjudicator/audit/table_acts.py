"""The deeds of a game as an audit lists them: every step of a log is an act, part of one, or ignored with a reason.

Several counters that went the same way are one move, and a move that goes on where the same counters' last one ended, in
the same phase, lengthens it. What an undo or a drag back took back stays in the list, marked. `record.deeds` says what was
done; this says it in the words that one viewer may hear.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import field

from adjudicator.audit.record import ActEntry, CounterEntry, PlaceEntry, StepEntry
from adjudicator.audit.telling import OUT_OF_SIGHT, Teller
from adjudicator.lean import dataclass, in_full, replace
from adjudicator.model.chat import plain
from adjudicator.model.counters import Counter
from adjudicator.model.events import (
    Alter,
    Arrange,
    Astray,
    Carried,
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
from adjudicator.record.deeds import (
    CounterChange,
    Course,
    Courses,
    Deed,
    Deeds,
    changes_of,
    concealment,
    counters_named,
    face,
    point,
)
from adjudicator.said import say, strung
from adjudicator.words import counted

RESULT = "_result"
UNDOES_WORDS = say("takes back what touched no counter")
NOT_A_DEED = ("chat", "report", "roll")


def takes_back(step: int) -> str:
    """Why a step that undoes another is no act."""
    return say("takes back step {step}", step)


@dataclass(slots=True)
class Ledger:
    """Keeps account of the steps of a game, in order; `acts` and `steps` are the account so far."""

    teller: Teller
    acts: list[ActEntry] = field(default_factory=list)
    steps: list[StepEntry] = field(default_factory=list)
    moved: dict[int, tuple[str, ...]] = field(default_factory=dict)
    _deeds: Deeds = field(default_factory=Deeds)
    _courses: Courses[PlaceEntry] = field(default_factory=Courses)
    _course: dict[int, Course[PlaceEntry]] = field(default_factory=dict)
    _became: dict[int, tuple[int, ...]] = field(default_factory=dict)
    _turn: str | None = None

    def take(self, step: Step, at: tuple[int, int, int], before: GameState, after: GameState) -> None:
        """Enter one step; `at` is its number through the game, its file, and its number in that."""
        number, file, file_step = at
        turn = self.teller.turn(before)
        if turn != self._turn:
            self._turn = turn
            self._courses.clear()
        told: list[str] = []
        acts: list[int] = []
        changes: Mapping[str, CounterChange] | None = None
        for deed in self._deeds.take(replace(step, index=number), before, after):
            if deed.before is before and deed.after is after:
                changes = deed.changes
            if deed.undoes is not None:
                self._take_back(deed.undoes, number)
                told.append(takes_back(deed.undoes.step.index))
            elif deed.undoing and not deed.changes:
                told.append(UNDOES_WORDS)
            else:
                acts += self._enter(number, turn, deed)
        ignored = (
            ""
            if acts
            else strung(dict.fromkeys(told or self._reasons(step)), "; ") or say("nothing on the table changed")
        )
        if changes is None:
            changes = changes_of(step.events, before, after)
        digest = digest_of(step, changes, before, after, self.teller)
        self.steps.append(StepEntry(number, file, file_step, turn, tuple(acts), ignored, digest))

    def _reasons(self, step: Step) -> Iterator[str]:
        """Why a step is no act. Whether it held anything at all is the umpire's to know: it may have been done unseen."""
        if not self.teller.viewer.sees_all:
            yield from _said(step)
            return
        if not step.events:
            yield say("the step holds no command that does anything")
        yield from _said(step)
        if any(isinstance(event, Alter | Move | Place | Remove | Arrange | Restack) for event in step.events):
            yield say("only the program's own marks (moved, trails, stack objects, drawing order)")

    def begin(self, start: GameState, ended: GameState | None, number: int, *, follows: bool) -> None:
        """Begin a file, its first step of that number; where it does not follow from the one before, nothing goes on.

        What it plays anew is marked as taken back by its first step.
        """
        dropped = self._deeds.begin(start, None if follows else ended)
        if follows:
            return
        self._courses.clear()
        for deed, acts in self._became.items() if dropped is not None else ():
            for at in acts if deed >= (dropped or 0) else ():
                if not self.acts[at].undone:
                    self.acts[at] = replace(self.acts[at], undone=number)

    def _enter(self, step: int, turn: str, deed: Deed) -> list[int]:
        player = next((each.player for each in deed.events if isinstance(each, Move | Say | Roll) and each.player), "")
        side = deed.before.side_of(player)
        base = ActEntry(len(self.acts), "", (step,), side, plain(player), turn)
        if not self.teller.viewer.sees_all:
            for was, now in deed.changes.values():
                for counter, state in ((was, deed.before), (now, deed.after)):
                    if counter is not None:
                        self.teller.secrets.learn_of(counter, state)
        told = list(self._told(base, deed))
        words = list(_words(base, deed, self.teller))
        reported = " ".join(act.text for act in words if act.kind == "report")
        done = next((at for at, act in enumerate(words) if act.kind not in NOT_A_DEED), None)
        if reported and (told or done is not None):
            words = [
                replace(act, text=act.text or reported) if at == done and not told else act
                for at, act in enumerate(words)
            ]
            words = [act for act in words if act.kind != "report"]
            told[:1] = [(replace(act, text=reported), names) for act, names in told[:1]]
        entered = [self._add(act, counters, deed.number) for act, counters in told]
        entered += [self._add(act, (), deed.number) for act in words]
        if not entered:
            entered = [self._add(act, (), deed.number) for act in _restacked(base, deed)]
        self._became[deed.number] = tuple(entered)
        return list(dict.fromkeys(entered))

    def _add(self, act: ActEntry, counters: tuple[str, ...], deed: int) -> int:
        """Put an act at the end, or into the move that it goes on; its number."""
        going_on = self._going_on(act, counters)
        if going_on is not None:
            self._lengthen(going_on, act, deed)
            return going_on.number
        number = len(self.acts)
        self.acts.append(act if act.number == number else replace(act, number=number))
        if counters:
            self.moved[number] = counters
        if act.kind == "move":
            course = self._course[number] = Course(number, counters, act.path, [deed])
            self._courses.begin(course)
        elif act.path and act.kind in ("remove", "draw", "deck"):
            self._courses.end(counters)
        return number

    def _going_on(self, act: ActEntry, counters: tuple[str, ...]) -> Course[PlaceEntry] | None:
        """The move that an act continues: nothing but words came between, or a turn tracker says the phase still runs."""
        course = self._courses.going_on(counters, act.path[0]) if act.kind == "move" else None
        if course is None or self.acts[course.number].undone:
            return None
        since = self.acts[course.number + 1 :] if not self._turn else ()
        return course if all(other.kind in NOT_A_DEED for other in since) else None

    def _lengthen(self, course: Course[PlaceEntry], act: ActEntry, deed: int) -> None:
        """Add a hop to a move. The program reports each hop; the last report is kept, the path tells the rest."""
        last = self.acts[course.number]
        back = course.go_on(act.path[-1], deed)
        last = replace(last, steps=(*last.steps, *act.steps), text=act.text or last.text)
        if back:
            last = replace(last, changes=(*last.changes, _taken_back(back)))
        gone = len(course.path) == 1
        self.acts[course.number] = replace(last, undone=act.steps[0]) if gone else replace(last, path=course.path)

    def _take_back(self, deed: Deed, number: int) -> None:
        """Mark what a deed became as taken back by the step of that number."""
        for at in self._became.get(deed.number, ()):
            act, course = self.acts[at], self._course.get(at)
            if course is not None and course.take_back(deed.number):
                back = (*act.path[-2:], act.path[-2])
                self.acts[at] = replace(act, path=course.path, changes=(*act.changes, _taken_back(back)))
            elif act.kind not in NOT_A_DEED:
                self.acts[at] = replace(act, undone=number)
                self._courses.end(self.moved.get(at, ()))

    def _told(self, base: ActEntry, deed: Deed) -> Iterator[tuple[ActEntry, tuple[str, ...]]]:
        """The acts that a deed's changes amount to; those of counters out of sight are one."""
        before, after = deed.before, deed.after
        ways: dict[tuple[str, PlaceEntry, PlaceEntry], list[str]] = {}
        others: list[tuple[ActEntry, tuple[str, ...]]] = []
        entries: dict[str, CounterEntry] = {}
        unseen = 0
        teller = self.teller
        for name, (was, now) in deed.changes.items():
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


UNSEEN = "None"


def digest_of(
    step: Step, changes: Mapping[str, CounterChange], before: GameState, after: GameState, teller: Teller
) -> str:
    """What stands for all that the viewer may know of a step: the same text, the same digest; nothing secret goes in."""
    seen = ((_shown(was, before, teller), _shown(now, after, teller)) for was, now in changes.values())
    counters = sorted(f"({was}, {now})" for was, now in seen if (was, now) != (UNSEEN, UNSEEN))
    words = (in_full(each) for each in map(teller.heard, step.events) if each)
    return hashlib.sha256("\n".join((*counters, *words)).encode()).hexdigest()[:16]


def _shown(counter: Counter | None, state: GameState, teller: Teller) -> str:
    """What the viewer sees of a counter: neither how many are out of sight nor their ids are his to know."""
    if counter is None or not teller.sees_at(counter, state):
        return UNSEEN
    if not teller.knows(counter, state):
        return repr((point(counter.spot),))
    told = counter.id, counter.name, point(counter.spot), *face(counter)
    return in_full(told) if counter.masks or counter.hides else repr(told)  # which are the same, but for masks


def _taken_back(places: tuple[PlaceEntry, ...]) -> str:
    return say("taken back: {places}", strung((place.name for place in places), " → "))


def _way(was: Counter, now: Counter, before: GameState, after: GameState) -> str:
    """How a counter got to another place: "move", "draw" out of a deck, "deck" into one; "" if it stayed."""
    from_deck, to_deck = _in_deck(was, before), _in_deck(now, after)
    if from_deck and not to_deck:
        return "draw"
    if to_deck and not from_deck:
        return "deck"
    return "move" if point(was.spot) != point(now.spot) else ""


def _in_deck(counter: Counter, state: GameState) -> bool:
    stack = state.stacks.get(counter.stack)
    return stack is not None and stack.deck is not None


def _height(state: GameState, name: str) -> tuple[str, int, str]:
    counter = state.counters[name]
    return counter.stack, state.index(counter), name


def _changed(was: Counter, now: Counter, known: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a counter shows that it did not show, kind by kind; of one that the viewer may not know, only its mask."""
    if concealment(was) != concealment(now):
        yield ("conceal" if now.concealed else "reveal"), ()
    if not known:
        return
    flips: dict[str, list[str]] = {}
    for at, layer in enumerate(now.design.layers):
        old = was.levels[at] if at < len(was.levels) else 0
        if at < len(now.levels) and old != now.levels[at]:
            kind = "step loss" if "step" in layer.name.casefold() else "flip"
            words = say(
                "{layer}: {was} → {now}",
                layer.name or say("layer {at}", at + 1),
                _level(layer.names, old),
                _level(layer.names, now.levels[at]),
            )
            flips.setdefault(kind, []).append(plain(words))
    yield from ((kind, tuple(words)) for kind, words in flips.items())
    if was.angles != now.angles:
        turned = [
            say("{old}° → {new}°", f"{old:g}", f"{new:g}")
            for old, new in zip(was.angles, now.angles, strict=False)
            if old != new
        ]
        yield "rotate", tuple(turned)
    marks = [
        plain(f"{key}: {was.properties.get(key, '') or '–'} → {now.properties.get(key, '') or '–'}")
        for key in dict.fromkeys([*was.properties, *now.properties])
        if was.properties.get(key, "") != now.properties.get(key, "")
    ]
    if was.texts != now.texts:
        marks.append(
            say("text: {was} → {now}", plain(" / ".join(was.texts) or "–"), plain(" / ".join(now.texts) or "–"))
        )
    if marks and not flips:
        yield "marker", tuple(marks)


def _level(names: tuple[str, ...], level: int) -> str:
    if level <= 0:
        return "off"
    name = names[level - 1] if level <= len(names) else ""
    return name or str(level)


def _words(base: ActEntry, deed: Deed, teller: Teller) -> Iterator[ActEntry]:
    """What belongs to no counter: turns, properties, boards, seats, notes, decks, rolls, chat and the program's lines."""
    rolled = {f"{event.name}{RESULT}" for event in deed.events if isinstance(event, Roll)}
    for event in deed.events:
        match event:
            case SetTurn(tracker):
                yield replace(base, kind="turn", text=plain(tracker.told))
            case SetProperty(container, name, was, value) if was != value and name not in rolled:
                place = say(" ({container})", container) if container not in ("", "Module") else ""
                shown = (
                    say(
                        "{name}{place}: {was} → {now}",
                        plain(name),
                        place,
                        teller.words(was) or "–",
                        teller.words(value) or "–",
                    ),
                )
                yield replace(base, kind="property", changes=shown)
            case LayBoards(map_name, boards):
                names = ", ".join(placed.board.name for placed in boards)
                yield replace(
                    base,
                    kind="boards",
                    text=say("{map} shows {boards}", plain(map_name), plain(names) if names else say("no board")),
                )
            case SetNotes():
                yield replace(base, kind="notes", text=say("the notes were changed"))
            case TakeSeat(seat):
                taken = say("takes side {side}", seat.side) if seat.side else say("leaves the table")
                yield replace(base, kind="seat", side=plain(seat.side), player=seat.player, text=plain(taken))
            case Roll(_, dice, text, player):
                yield replace(base, kind="roll", player=plain(player) or base.player, text=plain(text), dice=dice)
            case Say(text, player):
                words = _spoken(plain(text), player)
                if words:
                    yield replace(base, kind="chat" if player else "report", text=words)
            case Restack(stack) if stack.deck is not None and _reordered(stack.id, deed):
                yield replace(
                    base,
                    kind="deck",
                    text=say(
                        "{deck}: order changed ({cards})", plain(stack.deck.name), counted(len(stack.members), "card")
                    ),
                )


def _spoken(words: str, player: str) -> str:
    """A line without the name before it, where we know whose it is (`Chatter.formatChat`)."""
    return re.sub(r"^<[^<>]{0,80}> ?- ?", "", words) if player else words


def _reordered(stack: str, deed: Deed) -> bool:
    old, new = deed.before.stacks.get(stack), deed.after.stacks.get(stack)
    if old is None or new is None or old.members == new.members:
        return False
    return set(old.members) == set(new.members)


def _restacked(base: ActEntry, deed: Deed) -> Iterator[ActEntry]:
    """A pile whose counters lie in another order, where nothing else happened to them."""
    named = (deed.after.counters.get(name) for name in counters_named(deed.events, deed.before))
    names = {counter.stack for counter in named if counter is not None}
    for name in sorted(names - {""}):
        stack = deed.after.stacks.get(name)
        if stack is not None and stack.deck is None and _reordered(name, deed):
            place = PlaceEntry(stack.spot.words, stack.spot.map, stack.spot.x, stack.spot.y)
            yield replace(
                base, kind="restack", path=(place,), text=say("{count} counters in another order", len(stack.members))
            )


def _said(step: Step) -> Iterator[str]:
    """What of a step is no act though anybody may know it."""
    for event in step.events:
        match event:
            case Carried(kind):
                yield say("a command of the program that changes nothing on the table ({kind})", plain(kind))
            case Astray(_, deed):
                yield say("a counter that is not in the game should be {deed}", deed)
            case Say(text) if not plain(text):
                yield say("an empty line of chat")
            case Undo(begins) if begins:
                yield say("an undo of what no file shows")
            case SetProperty(_, name, was, value) if was == value:
                yield say("property {name} set to what it was", plain(name))
