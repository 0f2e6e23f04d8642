"""Advances after combat into hexes that were not won, by too many, or too far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from adjudicator.analysis.combat.terms import Advance as AdvanceRule
from adjudicator.analysis.combat.terms import SeriesAdvance, combat_table
from adjudicator.analysis.headquarters import marked_near
from adjudicator.analysis.stacking import stack_counts
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Advance, Attack, Overrun, Placed, Transfer
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted, listed


class AdvanceTerms(Table):
    """Who may advance, of those who attacked the hex. How many and how far is said in combat.toml.

    Where defenders follow too, or attackers along the path of a retreat, `combat.pursuit` judges instead.
    """

    who: Selector = EVERYONE
    """The units that may; everybody, if left out. Example: { without_tags = ["static"] }."""


NO_LIMIT = -1
"""As many as will, where no row of combat.toml speaks."""


@dataclass
class _Won:
    """A hex attacked: by whom, from where, past what markers, with what result ("" = not told), and who advanced into it."""

    attackers: set[str] = field(default_factory=set)
    stood: dict[str, str] = field(default_factory=dict)
    result: str = ""
    marked: frozenset[str] = frozenset()
    advanced: list[str] = field(default_factory=list)

    def told(self, number: str) -> Known:
        """Whether the result of the attack on this hex is known."""
        return YES if self.result else Known.open(say("the result of the attack on {hex}", number))


@check("combat.advance", AdvanceTerms, acts=("attack", "advance"))
def advances_into_what_it_won(record: PhaseRecord, terms: AdvanceTerms) -> Iterator[Finding]:
    """After combat, attackers may enter the hex they attacked, once it is empty.

    Legal:    turn 2, French combat; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf; remove au.1inf;
              advance fr.1inf 0805-0804
    Illegal:  turn 2, French combat; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf; remove au.1inf;
              advance fr.1inf 0805-0905
    """
    won: dict[str, _Won] = {}
    besides = record.start.pack.figures_or_usual(SeriesAdvance)
    for act in record.acts:
        if isinstance(act, Attack):
            for number in act.path:
                hex_ = won.setdefault(number, _Won())
                hex_.attackers.update(act.units)
                hex_.stood |= {name: act.before.unit(name).hex for name in act.units}
                hex_.result = act.told.get("result", "").upper()
                hex_.marked = frozenset(marker.type.kind for marker in act.before.markers_at(number))
        elif isinstance(act, Transfer | Placed):
            for hex_ in won.values():
                hex_.attackers.update(_parts(act, hex_, record.end))
        elif isinstance(act, Advance) and len(act.path) > 1:
            for name in act.units:
                yield from _judged(act, act.before.unit(name), terms, won, record)
        elif besides.overruns and isinstance(act, Overrun) and len(act.path) > 1:
            for name in act.units:
                yield from _overrunning(act, act.before.unit(name), won, record)


def _unwon(act: Advance | Overrun, unit: Unit, won: Mapping[str, _Won], record: PhaseRecord) -> Known:
    """Whether the hex that a unit enters, and all next to it, were surely won by nobody before.

    Only a hex that the enemy held in this phase, and has left, may have been attacked without a word; if all of the phase is on
    record. Where other attacks are told, that is the hex itself alone, unless those who left it had attacked.
    """
    if won:
        attacked_from = {number for each in won.values() for number in each.stood.values()}
        emptied = act.path[-1] not in attacked_from and _emptied(act, unit, act.path[-1], record)
        return Known.open(say("whether {hex} was attacked (no attack on it is told)", act.path[-1])) if emptied else YES
    known = record.begun and not record.torn
    if known and not any(_emptied(act, unit, number, record) for number in _hexes_around(act)):
        return YES
    return Known.open(say("which hex was attacked (the record shows no attack at all)"))


def _hexes_around(act: Advance | Overrun) -> Iterator[str]:
    """The hex that an act enters and those next to it, out of which a unit may have gone on."""
    target, network = act.path[-1], act.before.network
    yield target
    if target in network.index:
        yield from network.beside(target)


def _emptied(act: Act, unit: Unit, number: str, record: PhaseRecord) -> bool:
    """Whether somebody who may have been attacked was in a hex in this phase before an act, and is there no longer."""
    left = set(_holders(record.start, unit, number))
    for earlier in record.acts:
        if earlier is act:
            break
        left.update(_holders(earlier.before, unit, number))
        left.update(_holders(earlier.after, unit, number))
    return bool(left.difference(_holders(act.before, unit, number)))


def _holders(position: Position, unit: Unit, number: str) -> Iterator[str]:
    """The units and markers of another side, or of nobody knows whom, in a hex."""
    yield from (each.id for each in position.at(number) if each.side != unit.side)
    yield from (each.id for each in position.markers_at(number) if not each.on and each.type.side != unit.side)


def _parts(act: Act, hex_: _Won, end: Position) -> Iterator[str]:
    """The units that an act puts in the place of attackers that left the map: those into which they broke down."""
    gone = {where for name, where in hex_.stood.items() if not (name in end.units and end.units[name].hex)}
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if new is not None and new.hex in gone and not (old and old.hex):
            yield name


def _judged(
    act: Advance, unit: Unit, terms: AdvanceTerms, won: dict[str, _Won], record: PhaseRecord
) -> Iterator[Finding]:
    """One unit's advance: into the hex it won, and beyond it if it may."""
    target, name = act.path[-1], (unit.id,)
    beyond = _won_before(act, unit, won) if target not in won else None
    if not terms.who.matches(unit):
        yield Finding(
            (target,), say("{unit} advances into {target}, and units like it never advance", unit, target), name
        )
        return
    later = _next_fight(act, record)  # the drag may come before the losers are taken off
    if any(other.side != unit.side and other in later.at(target) for other in act.before.at(target)):
        yield Finding((target,), say("{unit} advances into {target}, where an enemy still stands", unit, target), name)
        return
    if target not in won and beyond is None:
        yield Finding(
            (target,),
            say("{unit} advances into {target}, which was not attacked", unit, target),
            name,
            _unwon(act, unit, won, record),
        )
        return
    hex_ = won[beyond or target]
    if unit.id not in hex_.attackers:
        yield Finding(
            (target,),
            say(
                "{unit} advances into {target} and took no part in the attack on {beyond}",
                unit,
                target,
                beyond or target,
            ),
            name,
        )
        return
    if beyond is not None:
        yield from _further(act, unit, hex_, beyond)
        if unit.id in hex_.advanced:
            return
    hex_.advanced.append(unit.id)
    yield from _counted(act, unit, hex_, beyond or target)
    if record.start.pack.figures_or_usual(SeriesAdvance).stacked:
        yield from _crowded(act, unit, hex_, beyond or target)


def _next_fight(act: Act, record: PhaseRecord) -> Position:
    """The position when all that follows an act is done: before the next fight, or at the end."""
    rest = record.acts[next((n for n, other in enumerate(record.acts) if other is act), -1) + 1 :]
    fights = (other.before for other in rest if isinstance(other, Attack | Overrun))
    return next(fights, record.end)


def _overrunning(act: Overrun, unit: Unit, won: dict[str, _Won], record: PhaseRecord) -> Iterator[Finding]:
    """An overrun out of a hex that its unit has won and entered."""
    through = _won_before(act, unit, won)
    if through is not None:
        yield from _further(act, unit, won[through], through)
        return
    because = say(
        "{unit} overruns {end} and has not just advanced: after combat only such units overrun", unit, act.path[-1]
    )
    yield Finding(act.path[-1:], because, (unit.id,), _unwon(act, unit, won, record))


def _won_before(act: Act, unit: Unit, won: dict[str, _Won]) -> str | None:
    """The hex won from which a unit goes one hex further: where it stands, or the last but one of its path."""
    through = act.path[-2]
    started = len(act.path) == 2 and through in won and unit.id in won[through].advanced
    network = act.before.network
    near = network.distance(network.index[through], network.index[act.path[-1]]) == 1
    return through if near and (started or (len(act.path) == 3 and through in won)) else None


def _further(act: Act, unit: Unit, hex_: _Won, through: str) -> Iterator[Finding]:
    rows, settled = _rows(act, unit, hex_)
    allowed = [row is not None and row.further is not None and row.further.matches(unit) for row in rows]
    target = act.path[-1]
    after = say(" after {result}", hex_.result) if hex_.result else ""
    words = say("{unit} goes on from {through} to {target}{after}", unit, through, target, after)
    if not any(allowed):
        may = any(row is not None and row.further is not None for row in rows)
        why = (
            say("units like it advance one hex only")
            if may
            else say("after that nobody advances farther than the hex won")
        )
        yield Finding((target,), say("{words}, and {why}", words, why), (unit.id,))
    elif not all(allowed):
        broken = settled & hex_.told(through)
        yield Finding((target,), say("{words}, which only some results allow", words), (unit.id,), broken)


def _counted(act: Act, unit: Unit, hex_: _Won, target: str) -> Iterator[Finding]:
    count = len(hex_.advanced)
    rows, settled = _rows(act, unit, hex_)
    limits = [row.most if row is not None else NO_LIMIT for row in rows]
    words = say("{units} advanced into {target}", counted(count, "unit"), target) + (
        say(" after {result}", hex_.result) if hex_.result else ""
    )
    if limits and all(0 <= most < count for most in limits):
        yield Finding(act.path[-1:], say("{words}, and at most {max} may", words, max(limits)), tuple(hex_.advanced))
    elif any(0 <= most < count for most in limits) and (count > 1 or settled.is_open):
        # Results that let nobody advance leave the hex occupied, so one unit in an empty hex needs no result told.
        broken = settled & hex_.told(target)
        yield Finding(
            act.path[-1:], say("{words}, and after some results fewer may", words), tuple(hex_.advanced), broken
        )


def _crowded(act: Act, unit: Unit, hex_: _Won, target: str) -> Iterator[Finding]:
    """Those who advanced into a hex that as many may enter as have room there, when the last of them is one too many."""
    rows, settled = _rows(act, unit, hex_)
    if all(row is None or row.most != NO_LIMIT for row in rows):
        return
    units = tuple(act.before.unit(name) for name in hex_.advanced)
    if any(count.exceeded.is_yes for count in stack_counts(act.before, target, unit.side, units[:-1])):
        return
    for count in stack_counts(act.before, target, unit.side, units):
        names = listed(map(str, units))
        words = say(
            "{units} advance into {target}, which all do before any goes on: {stack}", names, target, count.words
        )
        yield Finding((target,), words, tuple(hex_.advanced), settled & count.exceeded)


def _rows(act: Act, unit: Unit, hex_: _Won) -> tuple[list[AdvanceRule | None], Known]:
    """The row that decides (None: no row does), or every one that might; and whether it is known which are in force."""
    found: list[AdvanceRule | None] = []
    result, sure = hex_.result, False
    settled = YES
    unit = marked_near(act.before, unit, hex_.stood.get(unit.id, unit.hex))
    for row in combat_table(act.before).advance:
        now = row.when.holds(act.before, unit.side)
        if now.is_no or not row.who.matches(unit) or (result and row.results and result not in row.results):
            continue
        if row.marked and not row.marked & hex_.marked:
            continue
        found.append(row)
        settled &= now
        sure = sure or now.is_yes
        if sure and result:
            break
    return (found if sure else [*found, None]), settled
