"""Acts: what the players did. From a log's events through an `Identifier`, or from written moves; and a play of them.

A log shows where a counter was and where it is: an act's path is the hops that followed one another within a phase. What
an undo took back is dropped, and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from adjudicator.analysis.bridges import remember_bridges
from adjudicator.analysis.combat.spoken import announced, spoken_attack
from adjudicator.analysis.movement.mover import movement_table
from adjudicator.analysis.noting import noted
from adjudicator.analysis.taking import remember
from adjudicator.errors import NotationError, Source
from adjudicator.identify import Identifier
from adjudicator.model.events import Event, GameLog, Move, Roll, Say, Step
from adjudicator.model.network import Network
from adjudicator.model.notation import (
    MARKER_KINDS,
    MoveText,
    PositionText,
    UnitText,
    hexside_name,
    parse_moves,
    parse_position,
)
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment
from adjudicator.model.units import Marker, MarkerType, Unit
from adjudicator.record.deeds import Deed, Deeds, stretches
from adjudicator.record.position import Act, PhaseRecord, Position, Unidentified

TAKING = frozenset({"move", "advance", "overrun"})
"""Kinds of act that take the places they enter, where the game remembers that."""

OVERRUN = "overrun"

SPOKEN = ("say", "roll")
"""Kinds of act that move nothing; the program reports every drag in the chat."""


@dataclass(frozen=True, slots=True)
class Play:
    """A session as judged: where it began, its acts in order, where it ended. `undone` counts acts taken back."""

    start: Position
    acts: tuple[Act, ...]
    end: Position
    undone: int = 0

    def phases(self) -> tuple[PhaseRecord, ...]:
        """The acts by phase, in order; a new record begins whenever turn or phase changes."""
        records: list[PhaseRecord] = []
        for act in self.acts:
            if records and _same_phase(records[-1].moment, act.moment):
                last = records[-1]
                records[-1] = PhaseRecord(last.start, act.after, (*last.acts, act), last.previous, last.earlier)
            else:
                previous = records[-1].moment if records else None
                earlier = (*records[-1].earlier, records[-1]) if records else ()
                earlier = tuple(each for each in earlier if _same_player_turn(each.moment, act.moment))
                records.append(PhaseRecord(act.before, act.after, (act,), previous, earlier))
        return tuple(records)


def play_log(log: GameLog, identifier: Identifier) -> Play:
    """The acts of a log. The identifier must stand at the log's start; it is left at its end."""
    return play_logs((log,), identifier)


def play_logs(logs: Iterable[GameLog], identifier: Identifier) -> Play:
    """The acts of several logs as one session; where one does not begin as the other ended, the later one is believed."""
    start = identifier.position
    claims = possible_kinds(start.pack)
    acts: list[Act] = []
    undone = 0
    for deed, found in _deeds(logs, identifier):
        if deed.undoing:
            undone += _take_back(acts, found, identifier, known=deed.undoes is not None)
            continue
        for act in [_taking(_claimed(each, claims, acts), identifier) for each in found]:
            undone += _join(acts, act, identifier)
            _tell_overrun(acts)
    return Play(start, tuple(acts), identifier.position, undone)


def _deeds(logs: Iterable[GameLog], identifier: Identifier) -> Iterator[tuple[Deed, list[Act]]]:
    """Every deed of the logs with its acts; the identifier is brought to each log's start in its turn."""
    account = Deeds()
    for log in logs:
        if log.start is not identifier.state:
            identifier.resume(log.start)
        for step in log.steps:
            for undoing, events in stretches(step):
                before = identifier.state
                acts = list(_acts_of(step, events, identifier))
                yield account.enter(step, events, before, identifier.state, undoing=undoing), acts


def possible_kinds(pack: Pack) -> tuple[str, ...]:
    """What a counter dragged from hex to hex may have done: a march, or another mode of movement that the pack has.

    Also a retreat or an advance, where the pack says in which phases those belong (else any short move could pass for one).
    """
    modes = pack.tables.get("movement", {}).get("mode", {})
    named = [name for name in modes if name not in ("ground", "retreat")] if isinstance(modes, dict) else []
    for rule in pack.rules.values():
        kinds = rule.terms.get("kinds", ()) if rule.check == "sequence.closed" and not rule.retired else ()
        named += [kind for kind in ("retreat", "advance") if isinstance(kinds, list) and kind in kinds]
    return ("move", *dict.fromkeys(named))


def position_from(text: str | Iterable[str] | PositionText, pack: Pack, network: Network) -> Position:
    """A written position as one to judge."""
    written = text if isinstance(text, PositionText) else parse_position(text, pack, network.theatre)
    position = Position(pack=pack, network=network, moment=written.moment)
    for where, unit in written.units:
        position = _set_up(position, where, unit)
    for count, (where, kind) in enumerate(written.markers, 1):
        position = position.with_marker(_lying(network, f"{kind.id}@{where}.{count}", kind, where))
    unknown = tuple(
        Unidentified(f"unknown.{count}", name, _hex(where), where, "written as unknown")
        for count, (where, name) in enumerate(written.unknown, 1)
    )
    control, values = position.control.update(dict(written.control)), position.values.update(dict(written.values))
    return replace(position, unidentified=unknown, control=control, values=values)


def write_position(position: Position) -> PositionText:
    """A position as text data; `format_position` makes lines of it."""
    units = []
    for unit in _in_order(position):
        marks = tuple(marker.type for marker in _on(position, unit))
        units.append((unit.hex or f"[{unit.location}]", UnitText(unit.id, unit.type, unit.face, marks)))
    loose = [marker for marker in position.markers.values() if not marker.on]
    markers = sorted(((_spot(marker), marker.type) for marker in loose), key=lambda pair: (pair[0], pair[1].id))
    unknown = tuple((each.hex or f"[{each.location}]", each.name) for each in position.unidentified)
    control, values = tuple(sorted(position.control.items())), tuple(sorted(position.values.items()))
    return PositionText(position.moment, tuple(units), tuple(markers), unknown, control, values)


def play_moves(text: str | Iterable[str] | Iterable[MoveText], start: Position) -> Play:
    """Written moves played from a position; NotationError where a unit is not where the text says."""
    if isinstance(text, str):
        moves = parse_moves(text, start.pack, start.network.theatre)
    else:
        written = tuple(text)
        read = tuple(each for each in written if isinstance(each, MoveText))
        lines = tuple(each for each in written if isinstance(each, str))
        moves = read or parse_moves(lines, start.pack, start.network.theatre)
    position = start
    acts: list[Act] = []
    for count, move in enumerate(moves, 1):
        if move.kind == "phase" and move.moment is not None:
            told = move.moment
            moment = Moment(told.turn or position.moment.turn, told.phase, position.moment.conditions)
            position = position.during(moment)
            continue
        after = _played(position, move)
        units = tuple(unit.id for unit in move.units)
        sides = {unit.type.side for unit in move.units}
        player = sides.pop() if len(sides) == 1 else ""
        source = Source("moves", offset=count)
        gone = _markers_of(position, after, move)
        path = tuple(_ends(position.network, place)[0] or place for place in move.path)
        acts.append(Act(_kind(move), position, after, units, path, (), player, count, source, move.values, True, gone))
        position = remember(after, position, units, move.path) if move.kind in TAKING else after
        position = remember_bridges(noted(position, acts[-1]), acts[-1])
        acts[-1] = replace(acts[-1], after=position)
    return Play(start, tuple(acts), position)


def _claimed(act: Act, claims: tuple[str, ...], acts: list[Act]) -> Act:
    """A move with all that it may have been; one into enemies may have been an overrun, none but enemies drive one back."""
    if act.kind != "move":
        return act
    sides = {act.before.units[name].side for name in act.units}
    closed = _closed_now(act)
    usable = frozenset(kind for kind in claims if _may_use(act, kind))
    claims = tuple(kind for kind in claims if kind in usable and kind not in closed & {"retreat", "advance"})
    claims = tuple(sorted(claims, key=lambda kind: kind in closed))
    if "retreat" in claims and not any(_met(each.before, act.path[0], sides) for each in (act, *_in_phase(acts, act))):
        claims = tuple(kind for kind in claims if kind != "retreat")
    foreign = bool(act.moment.phasing) and act.moment.phasing not in sides
    if "retreat" in claims and (foreign or ("advance" in claims and not _fought_over(acts, act, sides))):
        claims = ("retreat", *(kind for kind in claims if kind != "retreat"))
    if not any(unit.side not in sides for unit in act.before.at(act.path[-1])):
        return replace(act, claims=claims)
    rule = movement_table(act.before).overrun
    fit = rule is not None and all(rule.who.matches(act.before.units[name]) for name in act.units)
    return replace(act, claims=("overrun", *claims) if fit else (*claims, "overrun"))


def _fought_over(acts: list[Act], act: Act, sides: set[str]) -> bool:
    """Whether the hex that an act enters was attacked in this phase, or held by the enemy when it began."""
    target = act.path[-1]
    if any(each.kind == "attack" and target in each.path for each in _in_phase(acts, act)):
        return True
    return any(unit.side not in sides for unit in _begun(acts, act).at(target))


def _in_phase(acts: list[Act], act: Act) -> Iterator[Act]:
    """The acts of this phase before an act, the last of them first."""
    for earlier in reversed(acts):
        if not _same_phase(earlier.moment, act.moment):
            return
        yield earlier


def _begun(acts: list[Act], act: Act) -> Position:
    """The position in which the phase of an act began."""
    position = act.before
    for earlier in _in_phase(acts, act):
        position = earlier.before
    return position


def _may_use(act: Act, kind: str) -> bool:
    """Whether a kind of act is for such units at all."""
    mode = movement_table(act.before).mode.get(kind)
    return mode is None or any(mode.who.matches(act.before.units[name]) for name in act.units)


def _closed_now(act: Act) -> frozenset[str]:
    """The kinds of act that this phase has no place for: of a retreat or advance, nobody means one there."""
    phase = act.moment.phase
    if phase is None:
        return frozenset()
    now = {phase.id, phase.kind, *phase.tags}
    found: set[str] = set()
    for rule in act.before.pack.rules.values():
        kinds, phases = rule.terms.get("kinds", ()), rule.terms.get("phases", ())
        if rule.check == "sequence.closed" and isinstance(kinds, list) and isinstance(phases, list):
            found |= set(kinds) if not now & set(phases) else set()
    return frozenset(found)


def _met(position: Position, number: str, sides: set[str]) -> bool:
    """Whether anybody of another side, or nobody knows who, is in the hex or next to it."""
    network = position.network
    if number not in network.index:
        return False
    near = (network.number(int(j)) for j in network.neighbours[network.index[number]] if j >= 0)
    return any(
        position.unknown_at(each) or any(unit.side not in sides for unit in position.at(each))
        for each in (number, *near)
    )


def _kind(move: MoveText) -> str:
    """The kind of act; what goes off the map, or comes onto it, does not march."""
    return "transfer" if move.kind == "move" and any(part.startswith("[") for part in move.path) else move.kind


def _taking(act: Act, identifier: Identifier) -> Act:
    """The act with the places it took and what it leaves to be remembered; a retreat takes nothing."""
    if act.kind in TAKING:
        identifier.position = remember(identifier.position, act.before, act.units, act.path)
        act = replace(act, after=remember(act.after, act.before, act.units, act.path))
    identifier.position = remember_bridges(noted(identifier.position, act), act)
    return replace(act, after=remember_bridges(noted(act.after, act), act))


def _same_phase(one: Moment, other: Moment) -> bool:
    return (one.turn, one.phase) == (other.turn, other.phase)


def _same_player_turn(one: Moment, other: Moment) -> bool:
    return one.turn == other.turn and one.phasing == other.phasing != ""


def _acts_of(step: Step, events: tuple[Event, ...], identifier: Identifier) -> Iterable[Act]:
    """One deed's acts: units that went the same way together, then whatever else changed."""
    before = identifier.position
    touched: dict[str, None] = {}
    players = {event.player for event in events if isinstance(event, Move | Say | Roll) and event.player}
    player = players.pop() if len(players) == 1 else ""
    for event in events:
        names = {name: identifier.name_of(name) for name in _speaks_of(event)}
        for counter in identifier.after(event):
            for name in (names.get(counter, ""), identifier.name_of(counter)):
                if name:
                    touched[name] = None
    after = identifier.position
    base = Act("", before, after, player=player, step=step.index, source=step.source)
    changes = tuple(_changes(base))
    deeds = replace(base, after=replace(after, moment=before.moment, values=before.values)) if changes else base
    touched |= dict.fromkeys(_bearers(base, tuple(touched)))
    yield from _unit_acts(deeds, tuple(touched))
    yield from _marker_acts(deeds, tuple(touched))
    yield from changes
    if changes:
        base = replace(base, before=_settled(before, after))
    for event in events:
        if isinstance(event, Roll):
            yield replace(base, kind="roll", values={"dice": " ".join(map(str, event.dice)), "text": event.text})
        elif isinstance(event, Say):
            yield _said(base, event, identifier)


def _changes(base: Act) -> Iterator[Act]:
    """What a step changed of the conditions and of the numbers that the game keeps, one act each."""
    before, after = base.before, base.after
    conditions = dict(after.moment.conditions)
    told = {name: value for name, value in conditions.items() if before.moment.condition(name) != value}
    if told:
        yield replace(base, kind="now", after=_settled(before, after, values=False), values=told)
    values = {name: value for name, value in after.values.items() if before.values.get(name) != value}
    if values:
        yield replace(base, kind="value", before=_settled(before, after, values=False), values=values)


def _settled(before: Position, after: Position, *, values: bool = True) -> Position:
    """The position before a step, but with the conditions, and the numbers, that it ends with."""
    moment = replace(before.moment, conditions=after.moment.conditions)
    return replace(before, moment=moment, values=after.values if values else before.values)


def _said(base: Act, event: Say, identifier: Identifier) -> Act:
    """Words; or the attack or overrun that they tell, if the binding knows how players tell one."""
    told = spoken_attack(event.text, identifier.binding.chat, identifier.position) if event.player else None
    said = replace(base, kind="say", values={"text": event.text})
    if told is None:
        return said
    if told.kind == OVERRUN:
        return replace(said, values={**said.values, **told.values, OVERRUN: told.hex, "by": " ".join(told.units)})
    before = identifier.position
    identifier.position = announced(before, told.units, (told.hex,), declared="declared" in told.values)
    after, path, values = identifier.position, (told.hex,), dict(told.values)
    return replace(base, kind="attack", before=before, after=after, units=told.units, path=path, values=values)


def _speaks_of(event: Event) -> tuple[str, ...]:
    counter = getattr(event, "counter", None)
    return () if counter is None else (counter if isinstance(counter, str) else counter.id,)


def _bearers(base: Act, names: tuple[str, ...]) -> Iterator[str]:
    """The units on which the named markers lie or lay."""
    for name in names:
        for position in (base.before, base.after):
            marker = position.markers.get(name)
            if marker is not None and marker.on in position.units:
                yield marker.on


def _unit_acts(base: Act, names: tuple[str, ...]) -> Iterable[Act]:
    ways: dict[tuple[str, str], list[str]] = {}
    for name in names:
        old, new = base.before.units.get(name), base.after.units.get(name)
        if old is None and new is None:
            continue
        if old is None or new is None:
            there = new or old
            path = (there.hex,) if there and there.hex else ()
            yield replace(base, kind="place" if new else "remove", units=(name,), path=path)
            continue
        if _where(old) != _where(new):
            ways.setdefault((_where(old), _where(new)), []).append(name)
        if old.face != new.face:
            yield replace(base, kind="flip", units=(name,), values={"from": str(old.face + 1), "to": str(new.face + 1)})
        if old.marks != new.marks and new.hex:
            gained, lost = sorted(new.marks - old.marks), sorted(old.marks - new.marks)
            values = {"on": " ".join(gained), "off": " ".join(lost)}
            yield replace(base, kind="mark" if gained else "unmark", units=(name,), values=values)
    for (origin, to), units in ways.items():
        kind = "transfer" if "[" in origin + to else "move"
        yield replace(base, kind=kind, units=tuple(units), path=(origin, to))


def _marker_acts(base: Act, names: tuple[str, ...]) -> Iterable[Act]:
    """What became of markers on hexes or in boxes; what goes with a unit is the unit's own doing."""
    pairs: dict[str, list[Marker | None]] = {}
    for name in names:
        for slot, position in enumerate((base.before, base.after)):
            marker = position.markers.get(name)
            if marker is not None:
                pairs.setdefault(marker.counter, [None, None])[slot] = marker
    for old, new in _turned(list(pairs.values())):
        lone = new if old is None else old if new is None else None
        if lone is not None and lone.on:
            continue
        if old is None and new is not None:
            yield replace(base, kind="lay", path=(_where(new),), markers=(new.id,))
        elif old is not None and new is None:
            yield replace(base, kind="lift", path=(_where(old),), markers=(old.id,))
        elif old is not None and new is not None and new.type.on_hexside and old.type is new.type:
            yield from _relaid(base, old, new)
        elif old is not None and new is not None:
            if _where(old) != _where(new) and not (old.on and old.on == new.on):
                yield replace(base, kind="shift", path=(_where(old), _where(new)), markers=(new.id,))
            if old.type is not new.type:
                yield replace(base, kind="swap", path=(_where(new),), markers=(old.id, new.id))


def _relaid(base: Act, old: Marker, new: Marker) -> Iterator[Act]:
    """A marker dragged from hexside to hexside does not travel: it is taken away here and laid there."""
    if set(old.hexes) != set(new.hexes):
        if old.hex:
            yield replace(base, kind="lift", path=(old.hex,), markers=(old.id,))
        if new.hex:
            yield replace(base, kind="lay", path=(new.hex,), markers=(new.id,))


def _turned(pairs: list[list[Marker | None]]) -> list[list[Marker | None]]:
    """The pairs, with one marker that is gone and one that came in its place in one step taken as one that turned."""
    places: dict[str, list[list[Marker | None]]] = {}
    for pair in pairs:
        only = [marker for marker in pair if marker is not None]
        if len(only) == 1:
            places.setdefault(_spot(only[0]), []).append(pair)
    for one, *others in places.values():
        if len(others) == 1 and (one[0] is None) != (others[0][0] is None):
            other = others[0]
            pairs = [pair for pair in pairs if pair is not one and pair is not other]
            pairs.append([one[0] or other[0], one[1] or other[1]])
    return pairs


def _where(piece: Unit | Marker) -> str:
    return piece.hex or f"[{piece.location}]"


def _spot(marker: Marker) -> str:
    """Where a marker lies, as it is written."""
    return hexside_name(*marker.hexes) if marker.beyond else _where(marker)


def _join(acts: list[Act], act: Act, identifier: Identifier) -> int:
    """Add an act, and say how many drags were taken back by it.

    A move that goes on where the same units' last move ended, in the same phase, lengthens that move; one that comes back
    to a hex where it has been takes back all it did since, and gives back what it took. A move into enemies that, after a
    roll, goes back by one hex was an overrun that failed; what goes on after an overrun is a march of its own.
    """
    if (act.kind == "mark" and _put_back(acts, act)) or (act.kind == "unmark" and _passed_by(acts, act)):
        return 0
    if act.kind == "lift" and _put_right(acts, act):
        return 0
    at = _last_deed(acts)
    last = acts[at] if at >= 0 else None
    goes_on = (
        last is not None
        and act.kind == "move"
        and (last.kind == "move" or (last.kind == OVERRUN and OVERRUN in last.values))
        and act.units == last.units
        and act.path[0] == last.path[-1]
        and _same_phase(last.moment, act.moment)
    )
    if last is None or not goes_on:
        acts.append(act)
        return 0
    if act.path[-1] not in last.path and OVERRUN in last.claims:
        acts.append(act)
        return 0
    if act.path[-1] not in last.path:
        claims = act.claims if OVERRUN in act.claims else last.claims
        acts[at] = replace(last, after=act.after, path=(*last.path, act.path[-1]), claims=claims)
        return 0
    if _thrown_back(acts[at:], act):
        after = _given_back(last, last.path[:-1], act, identifier)
        values = {**last.values, "result": "failure"}
        acts[at] = replace(last, kind=OVERRUN, claims=(), after=after, values=values)
        return 0
    kept = last.path[: last.path.index(act.path[-1]) + 1]
    after = _given_back(last, kept, act, identifier)
    acts[at : at + 1] = [replace(last, after=after, path=kept)] if len(kept) > 1 else []
    return 1


def _thrown_back(since: list[Act], act: Act) -> bool:
    """Whether a move out of a hex where enemies stand ends an overrun: one was told or a die fell since it went in."""
    last, *words = since
    sides = {last.before.units[name].side for name in last.units}
    still = any(unit.side not in sides for unit in act.after.at(last.path[-1]))
    rolled = OVERRUN in last.values or any(each.kind == "roll" or OVERRUN in each.values for each in words)
    return OVERRUN in (last.kind, *last.claims) and still and rolled and act.path[-1] == last.path[-2]


def _given_back(last: Act, path: tuple[str, ...], act: Act, identifier: Identifier) -> Position:
    """The position after a way back: of the places that the march took only those on `path` are taken."""
    position = replace(identifier.position, control=last.before.control)
    if len(path) > 1:
        position = remember(position, last.before, last.units, path)
    identifier.position = position
    return replace(act.after, control=position.control)


def _tell_overrun(acts: list[Act]) -> None:
    """Give a move into enemies what was said of it as an overrun, since the deed before it or later in the phase."""
    if not acts or acts[-1].kind == "roll":
        return
    words = acts[-1:] if acts[-1].kind == "say" else acts[_last_deed(acts[:-1]) + 1 : -1]
    for said in words:
        at = _overrun_of(acts, said) if OVERRUN in said.values else -1
        if at >= 0:
            told = {name: value for name, value in said.values.items() if name not in ("text", "by")}
            acts[at] = replace(acts[at], kind=OVERRUN, claims=(), values={**told, **acts[at].values})


def _overrun_of(acts: list[Act], said: Act) -> int:
    """Where the overrun stands that a line of chat speaks of, -1 if nobody went into that hex in this phase."""
    for at in range(len(acts) - 1, -1, -1):
        act = acts[at]
        if not _same_phase(act.moment, said.moment):
            return -1
        able = OVERRUN in (act.kind, *act.claims) and act.path[-1] == said.values[OVERRUN]
        if able and sorted(act.units) == sorted(said.values["by"].split()):
            return at
    return -1


def _put_back(acts: list[Act], act: Act) -> bool:
    """Whether a unit only gets again, in the same phase, the markers that it lost (left behind, say): then neither happened."""
    for i in range(len(acts) - 1, -1, -1):
        lost = acts[i]
        if not _same_phase(lost.moment, act.moment):
            return False
        if lost.units == act.units and lost.kind in ("mark", "unmark"):
            if lost.kind == "mark" or lost.values.get("off") != act.values.get("on") or act.values.get("off"):
                return False
            del acts[i]
            return True
    return False


def _put_right(acts: list[Act], act: Act) -> bool:
    """Whether a marker on a hexside goes again in the phase in which it was laid, to be laid right: then neither happened."""
    marker = act.marker
    if marker is None or not marker.type.on_hexside:
        return False
    for i in range(len(acts) - 1, -1, -1):
        if not _same_phase(acts[i].moment, act.moment):
            return False
        if acts[i].kind == "lay" and acts[i].markers == act.markers:
            del acts[i]
            return True
    return False


def _passed_by(acts: list[Act], act: Act) -> bool:
    """Whether a unit only leaves a marker again that lay in a hex through which it came: then it never was on the unit."""
    for i in range(len(acts) - 1, -1, -1):
        mark = acts[i]
        if not _same_phase(mark.moment, act.moment):
            return False
        if mark.units != act.units or mark.kind not in ("mark", "unmark"):
            continue
        hop = next((each for each in acts[i + 1 :] if each.kind == "move" and each.units == act.units), None)
        came = hop is not None and hop.step == mark.step and act.values.get("off") == mark.values.get("on")
        if mark.kind == "unmark" or not came or mark.values.get("off") or act.values.get("on"):
            return False
        del acts[i]
        _rejoin(acts, act.units)
        return True
    return False


def _rejoin(acts: list[Act], units: tuple[str, ...]) -> None:
    """Make one of the last two moves of units where nothing but words is between them any more."""
    last = _last_deed(acts)
    at = _last_deed(acts[:last]) if last > 0 else -1
    if at < 0 or not all(each.kind == "move" and each.units == units for each in (acts[at], acts[last])):
        return
    one, other = acts[at], acts[last]
    together = (*one.path, *other.path[1:])
    if _same_phase(one.moment, other.moment) and one.path[-1] == other.path[0] and len(set(together)) == len(together):
        acts[at] = replace(one, after=other.after, path=together, claims=other.claims)
        del acts[last]


def _last_deed(acts: list[Act], words: tuple[str, ...] = SPOKEN) -> int:
    """Where the last act that is more than words stands, -1 if there is none."""
    return next((i for i in range(len(acts) - 1, -1, -1) if acts[i].kind not in words), -1)


def _last_of(acts: list[Act], undo: Act) -> int:
    """Where the last deed of the same units or markers stands, -1 if there is none."""
    found = (i for i in range(len(acts) - 1, -1, -1) if acts[i].kind not in (*SPOKEN, "attack"))
    return next((i for i in found if acts[i].units == undo.units and {*acts[i].markers} == {*undo.markers}), -1)


def _take_back(acts: list[Act], undoing: list[Act], identifier: Identifier, *, known: bool) -> int:
    """Drop what the undo reversed, and give back what it took; how many acts that were.

    Where it is `known` to reverse a deed on record, others may have acted since; else only the last deed can be meant.
    """
    count = 0
    for undo in undoing:
        at = _last_of(acts, undo) if known else _last_deed(acts, (*SPOKEN, "attack"))
        last = acts[at] if at >= 0 else None
        if last is None or undo.kind in SPOKEN or last.units != undo.units:
            continue
        if undo.markers:
            if set(last.markers) == set(undo.markers):
                del acts[at]
                count += 1
            continue
        if last.kind in TAKING and len(last.path) == len(undo.path):
            identifier.position = replace(identifier.position, control=last.before.control)
        if undo.kind == "move" and last.kind == "move" and last.path[-1] == undo.path[0]:
            back = undo.path[-1]
            if back in last.path:
                kept = last.path[: last.path.index(back) + 1]
                acts[at : at + 1] = [replace(last, path=kept, after=undo.after)] if len(kept) > 1 else []
                count += 1
        elif (
            {undo.kind, last.kind} <= {"flip", "mark", "unmark"}
            or {undo.kind, last.kind} == {"place", "remove"}
            or (undo.kind == last.kind in ("now", "value") and undo.values.keys() == last.values.keys())
        ):
            del acts[at]
            count += 1
    return count


def _hex(where: str) -> str:
    return "" if where.startswith("[") else where


def _ends(network: Network, where: str) -> tuple[str, str]:
    """The hex of a place as written, "" for a box; of a hexside both hexes."""
    if where.startswith("[") or where in network.index:
        return _hex(where), ""
    for at, char in enumerate(where):
        if char == "-" and where[:at] in network.index and where[at + 1 :] in network.index:
            return where[:at], where[at + 1 :]
    return where, ""


def _lying(network: Network, name: str, kind: MarkerType, where: str) -> Marker:
    """A marker in a hex, on a hexside or in a box."""
    number, beyond = _ends(network, where)
    return Marker(name, kind, number, "", where.strip("[]"), kind.value, beyond=beyond)


def _set_up(position: Position, where: str, unit: UnitText) -> Position:
    location = where.strip("[]")
    position = position.with_unit(Unit(unit.id, unit.type, _hex(where), location, unit.face))
    for mark in unit.marks:
        position = _marked(position, unit.id, mark)
    return position


def _marked(position: Position, name: str, kind: MarkerType) -> Position:
    unit = position.unit(name)
    return position.with_marker(Marker(f"{kind.id}@{name}", kind, unit.hex, name, unit.location, kind.value))


def _in_order(position: Position) -> Iterable[Unit]:
    for stack in position.stacks():
        yield from stack.units
    yield from sorted(
        (unit for unit in position.units.values() if not unit.hex), key=lambda unit: (unit.location, unit.id)
    )


def _on(position: Position, unit: Unit) -> list[Marker]:
    near = position.markers_at(unit.hex) if unit.hex else position.markers.values()
    return sorted((marker for marker in near if marker.on == unit.id), key=lambda marker: marker.id)


def _played(position: Position, move: MoveText) -> Position:
    if move.kind == "now":
        return position.during(_changed(position.moment, move.values))
    if move.kind == "value":
        return replace(position, values=position.values.update(dict(move.values)))
    if move.kind == "attack":
        return _announced(position, move)
    if move.kind in MARKER_KINDS:
        return _laid(position, move)
    for kind in move.markers:
        position = _carried(position, kind, move.path)
    for unit in move.units:
        if move.kind == "place":
            if unit.id in position.units:
                raise NotationError(f"'{unit.id}' is placed but stands already in {_where(position.units[unit.id])}")
            position = _set_up(position, move.path[0], unit)
            continue
        known = position.units.get(unit.id)
        if known is None:
            raise NotationError(f"'{unit.id}' is not in the position")
        if move.kind == "remove":
            position = position.without(unit.id)
        elif move.kind == "flip":
            position = position.with_unit(replace(known, face=unit.face))
        elif move.kind == "mark":
            for mark in unit.marks:
                position = _marked(position, unit.id, mark)
        elif move.kind == "unmark":
            position = _unmarked(position, known, {mark.id for mark in unit.marks})
        elif move.kind != "bombard":
            if _where(known) != move.path[0]:
                raise NotationError(f"'{unit.id}' stands in {_where(known)}, the move starts in {move.path[0]}")
            thrown_back = move.kind == "overrun" and move.values.get("result") == "failure"
            to = move.path[-2] if thrown_back else move.path[-1]
            position = position.moved(unit.id, _hex(to), to.strip("[]"))
    return position


def _changed(moment: Moment, values: Mapping[str, str]) -> Moment:
    """The moment with some of its conditions changed."""
    kept = {**dict(moment.conditions), **values}
    return replace(moment, conditions=tuple(sorted(kept.items())))


def _announced(position: Position, move: MoveText) -> Position:
    """An attack moves nobody; one that is only announced (declared=yes, or in a declaration phase) is remembered."""
    for unit in move.units:
        if unit.id not in position.units:
            raise NotationError(f"'{unit.id}' is not in the position")
    units = tuple(unit.id for unit in move.units)
    return announced(position, units, move.path, declared="declared" in move.values)


def _markers_of(before: Position, after: Position, move: MoveText) -> tuple[str, ...]:
    """The ids of the markers that a written act speaks of."""
    if move.kind == "lay":
        return tuple(sorted(set(after.markers) - set(before.markers)))
    if move.kind == "swap":
        new = set(after.markers) - set(before.markers)
        return (_marker_named(before, move.markers[0], move.path), *sorted(new))
    return tuple(_marker_named(before, marker, move.path) for marker in move.markers)


def _laid(position: Position, move: MoveText) -> Position:
    """Markers laid on a hex or in a box, taken away, or turned into others."""
    gone, new = {
        "lay": ((), move.markers),
        "lift": (move.markers, ()),
        "swap": (move.markers[:1], move.markers[1:]),
    }[move.kind]
    where = move.path[0]
    for kind in gone:
        position = position.without_marker(_marker_named(position, kind, move.path))
    for kind in new:
        count = 1
        while f"{kind.id}@{where}.{count}" in position.markers:
            count += 1
        position = position.with_marker(_lying(position.network, f"{kind.id}@{where}.{count}", kind, where))
    return position


def _marker_named(position: Position, kind: MarkerType, path: tuple[str, ...]) -> str:
    """The marker of that type in the hex or box where its way starts; NotationError if there is none."""
    boxed = (marker for marker in position.markers.values() if _where(marker) in (path[0], f"[{path[0]}]"))
    number, beyond = _ends(position.network, path[0])
    lying = position.markers_on(number, beyond) if beyond else position.markers_at(number)
    for marker in lying or sorted(boxed, key=lambda marker: marker.id):
        if marker.type.id == kind.id:
            return marker.id
    raise NotationError(f"no '{kind.id}' is in {path[0]}")


def _carried(position: Position, kind: MarkerType, path: tuple[str, ...]) -> Position:
    marker = position.markers[_marker_named(position, kind, path)]
    to = path[-1]
    return position.with_marker(replace(marker, hex=_hex(to), location=to.strip("[]"), on=""))


def _unmarked(position: Position, unit: Unit, kinds: set[str]) -> Position:
    for marker in _on(position, unit):
        if marker.type.id in kinds:
            position = position.without_marker(marker.id)
    return position
