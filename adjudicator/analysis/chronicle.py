"""What an act leaves to be remembered: who took what, where units were driven, when works were begun (see `history`)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.analysis.cards import is_play, moves_of
from adjudicator.analysis.combat.support import FLEET
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.analysis.control import controller
from adjudicator.analysis.control_terms import control_table, series_control
from adjudicator.analysis.events import settled
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import tenures
from adjudicator.analysis.ownership import Owner, recorded
from adjudicator.analysis.resources import Counted, points
from adjudicator.analysis.stacking import stacking_table
from adjudicator.analysis.supply.survey import raises
from adjudicator.lean import replace
from adjudicator.persistent import PersistentMap
from adjudicator.record.acts import (
    SPOKEN,
    Act,
    Advance,
    Attack,
    Claim,
    Declaration,
    Laid,
    Lifted,
    Movement,
    Retreat,
    Shifted,
    Swapped,
    Transfer,
    Travel,
)
from adjudicator.record.memory import Begun, FoughtBattle, Memory, Taken, Tenure, Went
from adjudicator.record.position import Position
from adjudicator.terms.changes import changes_of, watched
from adjudicator.terms.climate import climate


def noted(position: Position, act: Act) -> Position:
    """The position with what an act leaves to be remembered."""
    memory = position.memory
    if not isinstance(act, SPOKEN):
        for note in (_captures, _reached, _begun, _lifted, _played):
            memory = note(memory, position, act)
        meant = _driven_back(act)
        for note in (_driven, _fled, _went):
            memory = note(memory, position, meant)
    for note in (_counted, _held, _settled):
        memory = note(memory, position, act)
    return position if memory is position.memory else replace(position, memory=memory)


def _driven_back(act: Act) -> Act:
    """A drag out of a log as the retreat that it is: so moves whose phase it is not, where it can be one at all."""
    retreat = Claim(Retreat)
    if not isinstance(act, Travel) or retreat not in act.claims or not act.moment.phasing:
        return act
    sides = {unit.side for unit in act.units_before}
    return act if act.moment.phasing in sides else retreat.of(act)


def _counted(memory: Memory, _: Position, act: Act) -> Memory:
    phase, entry = act.moment.phase, act.before.pack.figures_of(Counted)
    if entry is None:
        return memory
    found: dict[str, bool] = {}
    boxed = [unit.id for unit in act.before.units.values() if not unit.hex and unit.location in entry.boxes]
    if phase is not None and phase.names & entry.phases:
        found |= dict.fromkeys(boxed, True)
    elif any(_rises(act, pool) for pool in entry.pools if boxed):
        paid = [name for name in boxed if memory.counted.get(name) is False]
        left = {name: told for name, told in memory.counted.items() if name not in paid}
        memory = replace(memory, counted=PersistentMap(left)) if paid else memory
    for name in act.units if isinstance(act, Transfer) else ():
        unit = act.after.units.get(name)
        if unit is not None and not unit.hex and unit.location in entry.boxes:
            found.setdefault(name, False)
    return replace(memory, counted=memory.counted.update(found)) if found else memory


def _settled(memory: Memory, _: Position, act: Act) -> Memory:
    """The events that are settled when a turn begins, as of the first act that is seen in it."""
    found = settled(act.before).memory.settled
    return memory if found is act.before.memory.settled else replace(memory, settled=found)


def _rises(act: Act, pool: str) -> bool:
    return points(act.after, pool).low > points(act.before, pool).low


def _played(memory: Memory, _: Position, act: Act) -> Memory:
    """The cards that an act takes out of a hand, with the turn."""
    found = {move.card.type.id: act.moment.turn for move in moves_of(act) if is_play(move)}
    return replace(memory, played=memory.played.update(found)) if found else memory


def _driven(memory: Memory, _: Position, act: Act) -> Memory:
    if not isinstance(act, Retreat) or not act.way:
        return memory
    return replace(memory, driven=memory.driven.update(dict.fromkeys(act.units, act.way[-1])))


def _fled(memory: Memory, _: Position, act: Act) -> Memory:
    """Who goes back in the battle that is being settled; a battle that is told begins a new list."""
    phase = act.moment.phase.id if act.moment.phase else ""
    if isinstance(act, Attack) and not isinstance(act, Declaration) and act.path:
        return replace(
            memory, fled=PersistentMap(), fought=FoughtBattle(act.path[0], act.moment.turn, phase, act.result)
        )
    if not isinstance(act, Retreat) or not act.way:
        return memory
    left = FoughtBattle(act.way[0], act.moment.turn, phase)
    return replace(memory, fled=memory.fled.update(dict.fromkeys(act.units, left)))


def _went(memory: Memory, _: Position, act: Act) -> Memory:
    """Who retreats or advances, or moves in a mode, where a row of combat.toml asks for it; who advances where units keep apart
    unless they were driven together; and where ships sail."""
    if isinstance(act, Shifted):
        moved = [act.before.markers[name].type for name in act.markers]
        ships = [each.id for each in moved if each.kind == FLEET]
        return _with_went(memory, act, ships) if ships else memory
    rows = combat_table(act.before).factor
    after_combat = isinstance(act, Retreat | Advance) and any(row.after for row in rows)
    after_combat |= isinstance(act, Advance) and bool(stacking_table(act.before).apart)
    in_mode = isinstance(act, Movement) and act.mode in {row.moved for row in rows}
    return _with_went(memory, act, act.units) if after_combat or in_mode else memory


def _with_went(memory: Memory, act: Act, names: Iterable[str]) -> Memory:
    phase = act.moment.phase.id if act.moment.phase else ""
    went = Went(act.kind, act.moment.turn, phase)
    return replace(memory, went=memory.went.update(dict.fromkeys(names, went)))


def _held(memory: Memory, position: Position, act: Act) -> Memory:
    """Who controls the hexes in which something is built, where that has changed or was not seen before."""
    turn, network = act.moment.turn, position.network
    asked = {i for spoken in changes_of(position.pack, network) if spoken.change.built for i in spoken.asked}
    if not turn or not asked:
        return memory
    held = memory.held
    for number in network.numbers(sorted(asked)):
        known = spells = tenures(ground_at(act.before), number)
        if not known or Owner.named(known[-1].owner, number).told.is_open:
            spells = (*known, Tenure(turn, controller(act.before, number).name))
        now = controller(position, number).name
        if spells[-1].owner != now:
            spells = (*spells, Tenure(turn, now))
        if spells != known:
            held = held.set(number, spells)
    return replace(memory, held=held, seen=turn) if held is not memory.held or memory.seen != turn else memory


def _captures(memory: Memory, position: Position, act: Act) -> Memory:
    """Who came to hold which hexes that are asked about, and which places their first owners lost."""
    if not act.path or isinstance(act, Retreat | Attack | Laid | Lifted | Shifted | Swapped):
        return memory
    network, takes = position.network, control_table(position.pack).takes
    asked = watched(position.pack, network)
    ever: set[tuple[str, str]] = set()
    lost: set[str] = set()
    taken: dict[tuple[str, str], int] = {}
    for number in network.numbers(sorted(asked)):
        new = position.control.get(number, "")
        if new and new != act.before.control.get(number):
            ever.add((new, number))
    for name in act.units:
        unit = act.before.units.get(name)
        if unit is None or not takes.matches(unit):
            continue
        for number in act.path[1:]:
            i = network.index.get(number)
            if i is None or (i not in network.places_at and i not in asked):
                continue
            places = network.places_at.get(i, ())
            before = act.before.control.get(number) or (places[0].owner if places else recorded(act.before, i).name)
            if before != unit.side:
                ever.add((unit.side, number))
                lost |= {place.name for place in places if place.owner not in ("", unit.side)}
                if act.moment.turn:
                    taken[unit.side, number] = act.moment.turn
    if not ever:
        return memory
    return replace(memory, ever=memory.ever | ever, lost=memory.lost | lost, taken=memory.taken.update(taken))


def _reached(memory: Memory, position: Position, act: Act) -> Memory:
    """Who came to hold which places by a zone alone, where that takes a hex for good: because one came near, or another left."""
    if not series_control(position.pack).zones_last:
        return memory
    network, sides = position.network, position.pack.sides
    stood = (unit.hex for name in act.units for at in (act.before, act.after) if (unit := at.units.get(name)))
    here = {network.index[number] for number in (*act.path, *stood) if number in network.index}
    near = here | {int(j) for i in here for j in network.neighbours[i]}
    for i in sorted(near & network.places_at.keys()):
        number = network.number(i)
        first, now = (controller(at, number).name for at in (act.before, position))
        if now == first or now not in sides:
            continue
        places = (place.name for place in network.places_at[i] if place.owner not in ("", now))
        memory = replace(memory, ever=memory.ever | {(now, number)}, lost=memory.lost | {*places})
        if first in sides and act.moment.turn:
            memory = replace(memory, taken=memory.taken.set((now, number), act.moment.turn))
    return memory


def _lifted(memory: Memory, _: Position, act: Act) -> Memory:
    """The markers that better supply and that an act takes off the map."""
    if not isinstance(act, Lifted | Shifted):
        return memory
    kinds = {kind for row in raises(act.before) for kind in row.markers}
    gone = [old for name in act.markers if (old := act.before.markers.get(name)) and old.hex and old.type.kind in kinds]
    phase = act.moment.phase.id if act.moment.phase else ""
    found = {
        (old.type.id, old.hex): Taken(act.moment.turn, phase)
        for old in gone
        if (new := act.after.markers.get(old.id)) is None or not new.hex
    }
    return replace(memory, lifted=memory.lifted.update(found)) if found else memory


def _begun(memory: Memory, position: Position, act: Act) -> Memory:
    if not isinstance(act, Laid) or not act.moment.turn:
        return memory
    begun = memory.begun
    for name in act.markers:
        marker = act.after.markers.get(name)
        if marker is None or marker.hex not in position.network.index:
            continue
        weather = climate(act.before).at(position.network.index[marker.hex])
        side = marker.type.side or act.side
        begun = begun.set((marker.type.kind, marker.hex), Begun(act.moment.turn, side, str(weather)))
    return replace(memory, begun=begun)
