"""What a drag on the table may have been: a log shows that counters went somewhere, not what their player meant by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.analysis.movement.concern import movement_table
from adjudicator.analysis.movement.mode_terms import Mode
from adjudicator.lean import replace
from adjudicator.model.pack import MARCH, NOT_MODES, Pack
from adjudicator.play.closed import closed_now
from adjudicator.play.joining import OVERRAN, same_phase
from adjudicator.record.acts import Act, Advance, Attack, Claim, Declaration, Movement, Retreat, Travel
from adjudicator.record.position import Position

MARCHED = Claim(Movement, MARCH)
RETREATED, ADVANCED = Claim(Retreat), Claim(Advance)
AFTER_COMBAT = (RETREATED, ADVANCED)


def possible_claims(pack: Pack) -> tuple[Claim, ...]:
    """What a counter dragged from hex to hex may have done: a march, or another mode of movement that the pack has.

    Also a retreat or an advance, where the pack says in which phases those belong (else any short move could pass for one).
    """
    modes = pack.tables.get("movement", {}).get("mode", {})
    named = modes if isinstance(modes, dict) else {}
    found = [Claim(Movement, name) for name in named if name not in NOT_MODES]
    for rule in pack.rules.values():
        kinds = rule.terms.get("kinds", ()) if rule.check == "sequence.closed" and not rule.retired else ()
        found += [claim for claim in AFTER_COMBAT if isinstance(kinds, list) and claim.word in kinds]
    return (MARCHED, *dict.fromkeys(found))


def claimed(act: Act, possible: tuple[Claim, ...], acts: Sequence[Act]) -> Act:
    """A march with all that it may have been; one into enemies may have been an overrun, none but enemies drive one back.

    First comes what the markers on the units tell.
    """
    if not isinstance(act, Movement):
        return act
    sides = {act.before.units[name].side for name in act.units}
    closed = closed_now(act)
    usable = [claim for claim in possible if _may_use(act, claim)]
    open_ = [claim for claim in usable if not (claim in AFTER_COMBAT and claim.word in closed)]
    claims = sorted(open_, key=lambda claim: (claim.word in closed, *_how_told(act, claim)))
    if RETREATED in claims and not _has_met(acts, act, sides):
        claims.remove(RETREATED)
    foreign = bool(act.moment.phasing) and act.moment.phasing not in sides
    fought = ADVANCED in claims and _fought_over(acts, act, sides)
    if RETREATED in claims and (foreign or (ADVANCED in claims and not fought)):
        claims.remove(RETREATED)
        claims.insert(0, RETREATED)
    elif fought:
        claims.remove(ADVANCED)
        claims.insert(claims.index(RETREATED) if RETREATED in claims else 0, ADVANCED)
    afloat = all(act.before.units[name].type.afloat for name in act.units)
    if not afloat and any(unit.side not in sides for unit in act.before.at(act.way[-1])):
        rule = movement_table(act.before).overrun
        fit = rule is not None and all(rule.who.matches(act.before.units[name]) for name in act.units)
        # dragged before the losers are taken off; an overrun comes after that
        won = fought and not _gone_before(acts, act)
        first = claims.index(ADVANCED) + 1 if won else 0
        claims.insert(first if fit else len(claims), OVERRAN)
    return replace(act, claims=tuple(claims))


def parted(act: Act) -> Iterator[Act]:
    """A drag of what is afloat together with units that are not, as two: no way of going is for ships and their cargo."""
    if not isinstance(act, Movement) or not act.claims or len(act.units) < 2:
        yield act
        return
    units = act.before.units
    afloat = tuple(name for name in act.units if name in units and units[name].type.afloat)
    others = tuple(name for name in act.units if name not in afloat)
    if not (afloat and others):
        yield act
        return
    for names in (afloat, others):
        part = replace(act, units=names)
        yield replace(part, claims=tuple(claim for claim in act.claims if _may_use(part, claim)))


def _fought_over(acts: Sequence[Act], act: Movement, sides: set[str]) -> bool:
    """Whether the hex that an act enters was attacked in this phase, or held by the enemy when it began.

    Of units that are told to have attacked, only by them: who attacked elsewhere may be driven back into a hex won by others.
    """
    target = act.way[-1]
    own = [each for each in _in_phase(acts, act) if _attacked(each, act.units)]
    if own and not any(target in each.path for each in own):
        return False
    if any(isinstance(each, Attack) and target in each.targets for each in _in_phase(acts, act)):
        return True
    return any(unit.side not in sides for unit in _begun(acts, act).at(target))


def _gone_before(acts: Sequence[Act], act: Movement) -> bool:
    """Whether any of the units went anywhere before in this phase."""
    return any(isinstance(each, Travel) and not set(each.units).isdisjoint(act.units) for each in _in_phase(acts, act))


def _attacked(act: Act, units: tuple[str, ...]) -> bool:
    """Whether an act is the attack of some of these units, and not only announced."""
    return isinstance(act, Attack) and not isinstance(act, Declaration) and not set(units).isdisjoint(act.units)


def _in_phase(acts: Sequence[Act], act: Act) -> Iterator[Act]:
    """The acts of this phase before an act, the last of them first."""
    for earlier in reversed(acts):
        if not same_phase(earlier.moment, act.moment):
            return
        yield earlier


def _begun(acts: Sequence[Act], act: Act) -> Position:
    """The position in which the phase of an act began."""
    position = act.before
    for earlier in _in_phase(acts, act):
        position = earlier.before
    return position


def _may_use(act: Movement, claim: Claim) -> bool:
    """Whether a way of going is for such units at all, in this game: not where an optional rule lacks that it asks for."""
    mode = movement_table(act.before).mode.get(claim.word)
    if mode is None:
        return True
    usable = mode.when.in_play(act.before) and any(mode.who.matches(act.before.units[name]) for name in act.units)
    return usable and (_carrier_there(act, mode) or _told_by_markers(act, claim))


def _carrier_there(act: Movement, mode: Mode) -> bool:
    """Whether one lies at either end of a drag who may have carried the units; yes where their side needs none."""
    position, carriers = act.before, mode.carriers
    if carriers is None:
        return True
    side = position.units[act.units[0]].side
    if carriers.sides and side not in carriers.sides:
        return True
    ends = (act.way[0], act.way[-1])
    if any(position.unknown_at(number) for number in ends):
        return True
    there = (
        each
        for number in ends
        for each in (*position.afloat_at(number), *position.flying_at(number), *position.at(number))
    )
    return any(each.side == side and carriers.matches(each) for each in there)


def _how_told(act: Movement, claim: Claim) -> tuple[bool, bool]:
    """What sorts a way of going: first what markers tell of, last what they would tell of and do not."""
    told, mode = _told_by_markers(act, claim), movement_table(act.before).mode.get(claim.word)
    return not told, mode is not None and bool(mode.told_by) and not told


def _told_by_markers(act: Movement, claim: Claim) -> bool:
    """Whether the markers that the units bear tell of a way of going, or allow it: "aboard", say."""
    mode = movement_table(act.before).mode.get(claim.word)
    return mode is not None and all(
        unit.marks
        and mode.who.matches(unit)
        and (bool(unit.marks & mode.told_by) or not mode.who.matches(replace(unit, marks=frozenset())))
        for unit in (act.before.units[name] for name in act.units)
    )


def _has_met(acts: Sequence[Act], act: Movement, sides: set[str]) -> bool:
    """Whether anybody of another side, or nobody knows who, was where a drag began or next to it in this phase.

    Most acts put nobody anywhere near: what lies there is looked at again only where it is otherwise than in the act before.
    """
    network, start = act.before.network, act.way[0]
    if start not in network.index:
        return False
    near = (start, *network.beside(start))
    seen: list[tuple[str, ...] | None] = []
    for each in (act, *_in_phase(acts, act)):
        position = each.before
        here, hidden = position.here, position.unidentified
        lying = [here.get(number) for number in near]
        if hidden and any(position.unknown_at(number) for number in near):
            return True
        if lying != seen and any(unit.side not in sides for number in near for unit in position.at(number)):
            return True
        seen = lying
    return False
