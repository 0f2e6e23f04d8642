"""Acts of a log put together: hops into marches, drags back, overruns that are told of, and markers that come and go.

What came between two hops changes the position from which the second starts, so only what nothing but words part is joined.
"""

from __future__ import annotations

from adjudicator.analysis.captures import remember
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.movement.terms import Calls
from adjudicator.identify import Identifier
from adjudicator.lean import replace
from adjudicator.model.pack import MARCH
from adjudicator.model.sequence import Moment
from adjudicator.model.units import Unit
from adjudicator.play.closed import closed_now
from adjudicator.record.acts import (
    SPOKEN,
    Act,
    Advance,
    Attack,
    Claim,
    ConditionsTold,
    Flipped,
    Laid,
    Lifted,
    Marked,
    Movement,
    Overrun,
    OverrunTold,
    Placed,
    Retreat,
    Rolled,
    Shifted,
    Speech,
    Transfer,
    Travel,
    Unmarked,
    ValuesChanged,
    overrun_of,
)
from adjudicator.record.deeds import onward
from adjudicator.record.position import Position

OVERRAN = Claim(Overrun)

FARTHEST_BACK = 2
"""As many hexes from the battle a unit may be laid that comes in place of one that was lost there."""


def same_phase(one: Moment, other: Moment) -> bool:
    """Whether two moments lie in one phase of one turn; where nobody tells the turn, a phase that began anew is another."""
    return (one.turn, one.phase) == (other.turn, other.phase) and bool(one.turn or one.since == other.since)


def join(acts: list[Act], act: Act, identifier: Identifier) -> int:
    """Add an act, and say how many drags were taken back by it.

    A move that goes on where the same units' last move ended, in the same phase, lengthens that move; one that comes back
    to a hex where it has been takes back all it did since, and gives back what it took, unless it called where it was. A move
    into enemies that, after a roll, goes back by one hex was an overrun that failed; what goes on after an overrun is a march
    of its own.
    """
    if _cancels(acts, act) or _set_back(acts, act):
        return 0
    if _laid_elsewhere(acts, act) or _laid_behind(acts, act) or _shown_late(acts, act):
        return 0
    at = last_deed(acts)
    last = acts[at] if at >= 0 else None
    act = _going_back(last, act)
    if not isinstance(last, Movement | Overrun) or not isinstance(act, Movement) or not _goes_on(last, act):
        acts.append(act)
        return 0
    way, back = onward(last.way, act.way[-1])
    if back and _called(last):
        way, back = (*last.way, act.way[-1]), ()
    if not back and OVERRAN in last.claims:
        acts.append(act)
        return 0
    if not back:
        claims = act.claims if OVERRAN in act.claims else last.claims
        acts[at] = replace(last, after=act.after, way=way, claims=claims)
        return 0
    if _thrown_back(acts[at:], last, act):
        after = given_back(last, last.way[:-1], act, identifier)
        told, was_told = {**last.told, "result": "failure"}, isinstance(last, Overrun) and last.was_told
        acts[at] = overrun_of(replace(last, after=after), told, was_told=was_told)
        return 0
    after = given_back(last, way, act, identifier)
    acts[at : at + 1] = [replace(last, after=after, way=way)] if len(way) > 1 else []
    return 1


def _set_back(acts: list[Act], act: Act) -> bool:
    """Whether a condition or a number is only set back to what it was, with nothing done since it was set: that was a slip."""
    at = last_deed(acts)
    last = acts[at] if at >= 0 else None
    match last, act:
        case (ConditionsTold(conditions=then), ConditionsTold(conditions=now)):
            was = dict(last.before.moment.conditions)
        case (ValuesChanged(values=then), ValuesChanged(values=now)):
            was = dict(last.before.values)
        case _:
            return False
    slip = then.keys() == now.keys() and all(was.get(name) == value for name, value in now.items())
    if not slip or not same_phase(last.moment, act.moment) or any(isinstance(each, Rolled) for each in acts[at:]):
        return False
    del acts[at]
    return True


def _laid_elsewhere(acts: list[Act], act: Act) -> bool:
    """Whether units that came onto the map are only laid elsewhere, in a phase in which nobody marches: they came there."""
    if not isinstance(act, Movement) or not {MARCH, Advance.word, Retreat.word} <= closed_now(act):
        return False
    for i in range(len(acts) - 1, -1, -1):
        came = acts[i]
        if not same_phase(came.moment, act.moment):
            return False
        if set(came.units).isdisjoint(act.units) or isinstance(came, Flipped):
            continue
        if not isinstance(came, Transfer | Placed) or set(came.units) != set(act.units) or came.path[-1] != act.way[0]:
            return False
        before = act.before
        for name in act.units:
            old = came.before.units.get(name)
            before = before.without(name) if old is None else before.with_unit(old)
        del acts[i]
        end = {"where": act.way[-1]} if isinstance(came, Placed) else {"way": (came.way[0], act.way[-1])}
        acts.append(replace(came, before=before, after=act.after, step=act.step, **end))
        return True
    return False


def _laid_behind(acts: list[Act], act: Act) -> bool:
    """Whether one that comes in place of a loser is laid straight into the hex to which it goes back: then it came, and went."""
    if not isinstance(act, Transfer | Placed) or len(act.units) != 1 or Retreat.word in closed_now(act):
        return False
    unit = act.after.units.get(act.units[0])
    fight = next((i for i in range(len(acts) - 1, -1, -1) if isinstance(acts[i], Attack)), -1)
    if fight < 0 or unit is None or unit.type.flies or not same_phase(acts[fight].moment, act.moment):
        return False
    attack, network = acts[fight], act.before.network
    if attack.told.get("declared") or any(not set(each.units).isdisjoint(act.units) for each in acts[fight:]):
        return False
    for number in attack.path:
        if {number, unit.hex} <= set(network.index) and _is_void(attack.before, act.before, unit, number):
            steps = network.distance(network.index[number], network.index[unit.hex])
            if 0 < steps <= FARTHEST_BACK:
                mid = act.after.with_unit(replace(unit, hex=number, location=number))
                came = {"where": number} if isinstance(act, Placed) else {"way": (act.way[0], number)}
                acts.append(replace(act, after=mid, **came))
                acts.append(
                    Movement(
                        before=mid,
                        after=act.after,
                        units=act.units,
                        way=(number, unit.hex),
                        claims=(Claim(Retreat),),
                        player=act.player,
                        step=act.step,
                        source=act.source,
                    )
                )
                return True
    return False


def _is_void(before: Position, now: Position, unit: Unit, number: str) -> bool:
    """Whether one of a unit's side stood in a hex before an attack, has left the map since, and nobody came in its place."""
    side = unit.side
    stood = [each for each in before.at(number) if each.side == side]
    lost = [each for each in stood if not (each.id in now.units and now.units[each.id].hex)]
    came = [each for each in now.at(number) if each.side == side and each.id not in {other.id for other in stood}]
    fits = len(lost) > len(came) and not any(each.hex == unit.hex for each in stood)
    return fits and not any(each.side != side for each in now.at(number))


def _shown_late(acts: list[Act], act: Act) -> bool:
    """Whether counters in a battle show their unknown strength when it was just told: they showed it as it began."""
    if not isinstance(act, Flipped):
        return False
    at = last_deed(acts)
    attack = acts[at] if at >= 0 else None
    if not isinstance(attack, Attack) or not same_phase(attack.moment, act.moment):
        return False
    before, after = attack.before, attack.after
    for name in act.units:
        old, new = act.before.units[name], act.after.units[name]
        hidden = old.shown.defense is None and new.shown.defense is not None
        if not hidden or not (name in attack.units or old.hex in attack.path) or before.units.get(name) != old:
            return False
        before, after = before.with_unit(new), after.with_unit(new)
    acts[at : at + 1] = [replace(act, before=attack.before, after=before), replace(attack, before=before, after=after)]
    return True


def _going_back(last: Act | None, act: Act) -> Act:
    """The act as a move if it only takes a counter back to where it was before its last one: nothing carried it there again."""
    if not isinstance(last, Movement) or not isinstance(act, Shifted) or not act.units or act.way[-1] not in last.way:
        return act
    return Claim(Movement, MARCH).of(act)


def given_back(last: Travel, way: tuple[str, ...], act: Act, identifier: Identifier) -> Position:
    """The position after a way back: of the places that the march took only those on `way` are taken."""
    position = replace(identifier.position, control=last.before.control)
    if len(way) > 1:
        position = remember(position, last.before, last.units, way)
    identifier.position = position
    return replace(act.after, control=position.control)


def tell_overrun(acts: list[Act]) -> None:
    """Give a move into enemies what was said of it as an overrun, since the deed before it or later in the phase."""
    if not acts or isinstance(acts[-1], Rolled):
        return
    words = acts[-1:] if isinstance(acts[-1], Speech) else acts[last_deed(acts, before=len(acts) - 1) + 1 : -1]
    for said in words:
        if not isinstance(said, Speech) or said.overrun is None:
            continue
        at = _overrun_of(acts, said, said.overrun)
        taken = acts[at] if at >= 0 else None
        if isinstance(taken, Travel):
            acts[at] = overrun_of(taken, {**said.overrun.told, **taken.told}, was_told=True)


def tell_deed(acts: list[Act]) -> None:
    """Give what units did last in the phase, a march or a turn of their counters, what was said of it: a die, say."""
    said = acts[-1] if acts else None
    if not isinstance(said, Speech) or said.deed is None:
        return
    for at in range(len(acts) - 2, -1, -1):
        act = acts[at]
        if not same_phase(act.moment, said.moment):
            return
        if isinstance(act, Travel | Flipped) and set(act.units) == set(said.deed.units):
            acts[at] = replace(act, told={**said.deed.told, **act.told})
            return


def last_deed(acts: list[Act], words: tuple[type[Act], ...] = SPOKEN, *, before: int | None = None) -> int:
    """Where the last act, or the last before one of them, that is more than words stands, -1 if there is none."""
    for i in range((len(acts) if before is None else before) - 1, -1, -1):
        if not isinstance(acts[i], words):
            return i
    return -1


def _goes_on(last: Movement | Overrun, act: Movement) -> bool:
    marched = isinstance(last, Movement) or last.was_told
    return marched and act.units == last.units and act.path[0] == last.path[-1] and same_phase(last.moment, act.moment)


def _called(last: Travel) -> bool:
    """Whether units went where they call and go back from, such as ships that put in to a port."""
    calls, position = last.after.pack.figures_of(Calls), last.after
    i = position.network.index.get(last.way[-1])
    if calls is None or i is None or not all(calls.who.matches(position.units[name]) for name in last.units):
        return False
    now = calls.when.holds(position, position.units[last.units[0]].side)
    return not (now & calls.where.fits(ground_at(position), i)).is_no


def _thrown_back(since: list[Act], last: Travel, act: Movement) -> bool:
    """Whether a move out of a hex where enemies stand ends an overrun: one was told or a die fell since it went in."""
    sides = {last.before.units[name].side for name in last.units}
    still = any(unit.side not in sides for unit in act.after.at(last.way[-1]))
    rolled = (isinstance(last, Overrun) and last.was_told) or any(
        isinstance(each, Rolled) or (isinstance(each, Speech) and each.overrun is not None) for each in since[1:]
    )
    able = isinstance(last, Overrun) or OVERRAN in last.claims
    return able and still and rolled and act.way[-1] == last.way[-2]


def _overrun_of(acts: list[Act], said: Act, told: OverrunTold) -> int:
    """Where the overrun stands that a line of chat speaks of, -1 if nobody went into that hex in this phase."""
    for at in range(len(acts) - 1, -1, -1):
        act = acts[at]
        if not same_phase(act.moment, said.moment):
            return -1
        able = isinstance(act, Travel) and (isinstance(act, Overrun) or OVERRAN in act.claims)
        if able and act.path[-1] == told.hex and sorted(act.units) == sorted(told.units):
            return at
    return -1


def _cancels(acts: list[Act], act: Act) -> bool:
    """Whether an act only takes back, or puts right, what was done with a marker in the same phase: then neither happened."""
    match act:
        case Marked():
            return _put_back(acts, act)
        case Unmarked():
            return _passed_by(acts, act)
        case Lifted():
            return _put_right(acts, act)
    return False


def _put_back(acts: list[Act], act: Marked) -> bool:
    """Whether a unit only gets again, in the same phase, the markers that it lost (left behind, say)."""
    for i in range(len(acts) - 1, -1, -1):
        lost = acts[i]
        if not same_phase(lost.moment, act.moment):
            return False
        if lost.units == act.units and isinstance(lost, Marked | Unmarked):
            if isinstance(lost, Marked) or lost.off != act.on or act.off:
                return False
            del acts[i]
            return True
    return False


def _put_right(acts: list[Act], act: Lifted) -> bool:
    """Whether a marker on a hexside goes again in the phase in which it was laid, to be laid right."""
    marker = act.marker
    if marker is None or not marker.type.on_hexside:
        return False
    for i in range(len(acts) - 1, -1, -1):
        laid = acts[i]
        if not same_phase(laid.moment, act.moment):
            return False
        if isinstance(laid, Laid) and laid.marker_ids == act.marker_ids:
            del acts[i]
            return True
    return False


def _passed_by(acts: list[Act], act: Unmarked) -> bool:
    """Whether a unit only leaves a marker again that lay in a hex through which it came: then it never was on the unit."""
    for i in range(len(acts) - 1, -1, -1):
        mark = acts[i]
        if not same_phase(mark.moment, act.moment):
            return False
        if mark.units != act.units or not isinstance(mark, Marked | Unmarked):
            continue
        hop = next((each for each in acts[i + 1 :] if isinstance(each, Movement) and each.units == act.units), None)
        came = hop is not None and hop.step == mark.step and isinstance(mark, Marked) and act.off == mark.on
        if not came or mark.off:
            return False
        del acts[i]
        _rejoin(acts, act.units)
        return True
    return False


def _rejoin(acts: list[Act], units: tuple[str, ...]) -> None:
    """Make one of the last two moves of units where nothing but words is between them any more."""
    last = last_deed(acts)
    at = last_deed(acts, before=last) if last > 0 else -1
    one, other = (acts[at], acts[last]) if at >= 0 else (None, None)
    if not isinstance(one, Movement) or not isinstance(other, Movement) or not one.units == units == other.units:
        return
    together = (*one.way, *other.way[1:])
    if same_phase(one.moment, other.moment) and one.way[-1] == other.way[0] and len(set(together)) == len(together):
        acts[at] = replace(one, after=other.after, way=together, claims=other.claims)
        del acts[last]
