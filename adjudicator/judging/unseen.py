"""What nobody can see of what is judged: counters that nobody can identify, and what is not on record.

Where such a thing could excuse a breach, the breach is a doubt. Where it could make one, a rule that found nothing broken
is undetermined: "none broken" would say more than anybody knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.analysis.cards import out_of_play
from adjudicator.analysis.concealed import (
    concealed,
    imagined,
    masked,
    possible_markers,
    stand_in,
    unreadable,
    with_markers_for,
)
from adjudicator.analysis.headquarters import nearness_untold
from adjudicator.checks.registry import Check
from adjudicator.findings import Finding
from adjudicator.judging.applicable import Rule
from adjudicator.judging.owners import hexes_of, possible_owners
from adjudicator.lean import replace
from adjudicator.model.known import YES, Known, all_of, unless_missing
from adjudicator.model.memo import remembered
from adjudicator.record.acts import Act, Attack, Bombardment, Demolition, Marked, MarkerAct, Repair, Shifted, Travel
from adjudicator.record.flights import Dogfight, Flight, Strike
from adjudicator.record.phase import EARLIER, PHASE, PhaseRecord
from adjudicator.record.position import Position, Unidentified
from adjudicator.said import say

MARKER_ACTS = frozenset({Marked.word, Shifted.word, *(each.word for each in MarkerAct.__subclasses__())})
"""The kinds of act that are done with markers alone: nobody sees what is done with one that nobody can read."""
TOLD_IN_A_LINE = frozenset(each.word for each in (Attack, Bombardment, Demolition, Repair, Dogfight, Flight, Strike))
"""The kinds of act that are told with their units in one line, which nobody understands who cannot tell what they are."""
CARDS = "cards."
"""How the names of checks begin that are about cards."""


def stands(check: Check, subject: Any, breach: Finding, position: Position) -> Known:
    """Whether a breach stands whatever it is that nobody can see; open for want of the first thing that could excuse it."""
    if breach.excuse is not None:
        return unless_missing(gap(check, subject)) if isinstance(subject, PhaseRecord) else YES
    if not isinstance(subject, PhaseRecord):
        return _seen(check, breach, position.unidentified, position)
    went = tuple(number for act in subject.acts for number in act.path)
    return all_of((unless_missing(gap(check, subject)), _seen(check, breach, _unidentified(subject), position, went)))


def excused(check: Check, subject: Any, breach: Finding, position: Position) -> Known:
    """Whether a breach stands whatever the counters are that it names as its excuse; open for want of the first."""
    excuse = breach.excuse
    if excuse is None:
        return YES
    where = excuse.places
    able = [
        each
        for each in _that_matter(check, _ever_unidentified(check, subject, position), position)
        if (where is None or each.hex in where or each.location in where)
        and (not excuse.sides or not each.side or each.side in excuse.sides)
    ]
    if len({each.counter for each in able}) < excuse.least:
        return YES
    return Known.open(able[0].datum)


def _ever_unidentified(check: Check, subject: Any, position: Position) -> tuple[Unidentified, ...]:
    """The counters that nobody can identify at any time of what a check examines."""
    if isinstance(subject, PhaseRecord):
        return _unidentified(subject.with_earlier() if check.whole_turn else subject)
    if isinstance(subject, Act):
        return tuple(dict.fromkeys((*subject.before.unidentified, *subject.after.unidentified)))
    return position.unidentified


def gap(check: Check, record: PhaseRecord) -> str:
    """What is not on record of the phase, or of the player turn if the check looks at that; "" if nothing is missing."""
    if check.whole_turn and record.earlier and not record.moment.turn:
        return say("the turn")
    return (record.with_earlier() if check.whole_turn else record).gap


def open_to(check: Check, terms: object, subject: Any) -> str:
    """What keeps anybody from saying that a rule was kept, "" if nothing does."""
    if check.untold is not None and (untold := check.untold(subject, terms)):
        return untold
    if isinstance(subject, Act):
        return unseen_by(subject, cards=_is_about_cards(check))
    if check.counts_turns and isinstance(subject, PhaseRecord | Position) and not subject.moment.turn:
        return say("the turn")
    if isinstance(subject, PhaseRecord):
        if found := gap(check, subject):
            return found
        return next((each.datum for each in _that_matter(check, unreadable(_unidentified(subject)), subject.start)), "")
    return next((each.datum for each in _that_matter(check, masked(subject), subject)), "")


def may_have_met(rule: Rule, subject: Any) -> str:
    """What nobody knows by which a rule that met nothing may have something to judge, "" if there is no such thing.

    It is the phase, what was done in it before the record begins, or a counter that may be a marker.
    """
    if isinstance(subject, PhaseRecord) and subject.moment.phase is None:
        taken = (each for each in _in_each_phase(subject) if not rule.phases or rule.phases & _called(each))
        if any(map(rule.subject.occurs, taken)) or _may_be_of(subject, rule.subject.acts or frozenset()):
            return PHASE
    if isinstance(subject, PhaseRecord) and gap(rule.check, subject) == EARLIER:
        return EARLIER
    if isinstance(subject, PhaseRecord) and (acted := _may_have_acted(rule, subject)):
        return acted[0].datum
    hidden = _possible_markers(subject)
    if not hidden:
        return ""
    start = subject if isinstance(subject, Position) else subject.before if isinstance(subject, Act) else subject.start
    markers = tuple(_that_matter(rule.check, hidden, start))
    return markers[0].datum if markers and rule.subject.occurs(_with_markers_for(subject, markers)) else ""


def _may_be_of(record: PhaseRecord, kinds: frozenset[str]) -> bool:
    """Whether a drag on the table may have been a travel of one of these kinds, as which it was not taken."""
    drags = (act for act in record.of(Travel) if act.kind not in kinds)
    return any(claim.word in kinds for act in drags for claim in act.claims)


def _may_have_acted(rule: Rule, record: PhaseRecord) -> tuple[Unidentified, ...]:
    """The counters with which something may have been done that a rule is about and that nobody sees or understands."""
    kinds = rule.subject.acts or frozenset()
    if kinds & TOLD_IN_A_LINE:
        return tuple(_that_matter(rule.check, unreadable(_unidentified(record)), record.start))
    hidden = possible_markers(_unidentified(record))
    if not kinds & MARKER_ACTS:
        hidden = _moved(hidden) if kinds.intersection(record.start.pack.modes) else ()
    return tuple(_that_matter(rule.check, hidden, record.start))


def _moved(counters: Iterable[Unidentified]) -> tuple[Unidentified, ...]:
    """Those that lie in several hexes at different times: a way by which a marker moves may have brought them there."""
    places: dict[str, list[Unidentified]] = {}
    for each in counters:
        places.setdefault(each.counter, []).append(each)
    return tuple(found[0] for found in places.values() if len({each.hex for each in found} - {""}) > 1)


def _called(record: PhaseRecord) -> frozenset[str]:
    phase = record.moment.phase
    return phase.names if phase is not None else frozenset()


@remembered(4)
def _in_each_phase(record: PhaseRecord) -> tuple[PhaseRecord, ...]:
    """What was done in a phase that nobody knows, as done in each phase that it may have been, and that is over."""
    phases = record.moment.possible or record.start.pack.header.sequence.phases
    moments = (replace(record.moment, phase=phase) for phase in phases)
    return tuple(replace(record, start=replace(record.start, moment=moment), ended=True) for moment in moments)


def _possible_markers(subject: Any) -> tuple[Unidentified, ...]:
    """The counters that may be markers: of an act those where it is done, of a phase those that are gone as well."""
    if isinstance(subject, Position):
        return possible_markers(subject.unidentified)
    if isinstance(subject, PhaseRecord):
        return possible_markers(_unidentified(subject))
    if not (subject.before.unidentified or subject.after.unidentified):
        return ()
    where = {*subject.path, *hexes_of(subject)}
    found = possible_markers((*subject.before.unidentified, *subject.after.unidentified))
    return tuple(dict.fromkeys(each for each in found if each.hex in where))


def _with_markers_for(subject: Any, hidden: tuple[Unidentified, ...]) -> Any:
    """The subject as it is if each of these counters is a marker, of whatever kind, when it lies there."""
    if isinstance(subject, Position):
        return with_markers_for(subject, hidden)
    if isinstance(subject, PhaseRecord):
        at_end = tuple(each for each in hidden if each in subject.end.unidentified)
        at_start = tuple(each for each in hidden if each in subject.start.unidentified or each in subject.gone)
        start, end = with_markers_for(subject.start, at_start), with_markers_for(subject.end, at_end)
        return replace(subject, start=start, end=end)
    before, after = (with_markers_for(each, hidden) for each in (subject.before, subject.after))
    return replace(subject, before=before, after=after)


def unseen_by(act: Act, *, cards: bool = False) -> str:
    """The counter that nobody can read and without which nobody can call an act legal, "" if there is none.

    It lies on the way or next to it; of an act by no unit it may lie anywhere. `cards` says whether cards at rest matter.
    """
    if not act.before.unidentified:
        return ""
    if isinstance(act, Travel) and (untold := _unknown_to_movers(act)):
        return untold
    near = _around(act.before, (*act.path, *hexes_of(act)))
    hidden = (each for each in masked(act.before) if not act.units or each.hex in near)
    return next((each.datum for each in _in_play(hidden, act.before, cards=cards)), "")


def _unknown_to_movers(act: Travel) -> str:
    """The counter that may be a headquarters by which the units of an act move otherwise, "" if there is none."""
    units = act.units_before
    return next(filter(None, (nearness_untold(act.before, unit) for unit in units)), "")


def _that_matter(check: Check, hidden: Iterable[Unidentified], position: Position) -> Iterator[Unidentified]:
    """Those that a check may be about: cards in a deck or a hand, which decks hide as a rule, concern those of cards alone."""
    return _in_play(hidden, position, cards=_is_about_cards(check))


def _is_about_cards(check: Check) -> bool:
    return check.name.startswith(CARDS)


def _in_play(hidden: Iterable[Unidentified], position: Position, *, cards: bool) -> Iterator[Unidentified]:
    """Some counters without those in decks and hands, unless `cards` matter."""
    at_rest = frozenset[str]() if cards else out_of_play(position)
    return (each for each in hidden if cards or each.hex or not (each.held or each.location in at_rest))


@remembered(16)  # every rule about phases asks
def _unidentified(record: PhaseRecord) -> tuple[Unidentified, ...]:
    return record.unidentified


def unread(subject: Any, position: Position) -> bool:
    """Whether there are counters that nobody can read, before or after what is judged."""
    return bool(position.unidentified or _end_of(subject).unidentified)


def if_concealed(
    check: Check, terms: object, subject: Any, position: Position, found: tuple[Finding, ...]
) -> Iterator[Finding]:
    """What a rule would find besides if units stood where counters are concealed: nobody can tell, so doubts.

    Any rule may ask for a line, a zone or who holds a hex, such as those of places where units are built: all are asked.
    """
    known = {(breach.at, breach.units) for breach in found if breach.broken.possible}
    for owners in possible_owners(subject, position, _end_of(subject)):
        then = imagined(subject, owners)
        if then is subject:
            continue
        hidden = {stand_in(each): each for at in (_end_of(subject), position) for each in concealed(at, owners)}
        for breach in check.judge(then, terms):
            if (
                not breach.broken.is_yes
                or not hidden.keys().isdisjoint(breach.units)
                or (breach.at, breach.units) in known
            ):
                continue
            near = _nearest(breach, position, hidden.values())
            if near is not None:
                known.add((breach.at, breach.units))
                yield _imagined_breach(breach, near, position)


def _imagined_breach(breach: Finding, near: Unidentified, position: Position) -> Finding:
    """What a rule finds if a unit stands where a counter is concealed."""
    mine = {position.units[name].side for name in breach.units if name in position.units}
    whose = say("a unit") if near.side in mine else say("an enemy")
    because = say("if {whose} stands in {hex}: {because}", whose, near.hex, breach.because)
    return replace(breach, because=because, broken=Known.open(near.datum))


def _end_of(subject: Any) -> Position:
    end: Position = (
        subject if isinstance(subject, Position) else subject.after if isinstance(subject, Act) else subject.end
    )
    return end


def _nearest(breach: Finding, position: Position, hidden: Iterable[Unidentified]) -> Unidentified | None:
    """The concealed counter nearest to where and what a breach is about, of two as near one of another side's."""
    index, distance = position.network.index, position.network.distance
    mine = {position.units[name].side for name in breach.units if name in position.units}
    units = (position.units[name].hex for name in breach.units if name in position.units)
    around = [index[number] for number in (*breach.at, *units) if number in index]
    if not around or not hidden:
        return None
    return min(
        hidden,
        key=lambda each: (min(distance(index[each.hex], at) for at in around), each.side in mine, each.hex),
    )


def _seen(
    check: Check, breach: Finding, hidden: tuple[Unidentified, ...], position: Position, went: tuple[str, ...] = ()
) -> Known:
    """Whether a breach stands whatever the counters are that nobody can identify; open for want of the first that matters.

    A counter whose name can be read matters in a hex of the breach, one that nobody can read next to it as well, and next
    to where anybody `went` in the phase that is judged.
    """
    if check.unseen == "cannot excuse" or not hidden:
        return YES
    hexes = dict.fromkeys(breach.at)
    near = _around(position, (*breach.at, *went, *(number for trace in breach.traces for number in trace.hexes)))
    for each in _that_matter(check, hidden, position):
        if each.hex in hexes or (each.hex in near and (each.nameless or check.unseen == "may excuse nearby")):
            return Known.open(each.datum)
        if each.nameless and not (breach.at and each.hex):
            return Known.open(each.datum)
    return YES


def _around(position: Position, numbers: Iterable[str]) -> frozenset[str]:
    """Some hexes and those next to them."""
    network = position.network
    inside = [network.index[number] for number in numbers if number in network.index]
    return frozenset(network.numbers({*inside, *(int(j) for i in inside for j in network.neighbours[i] if j >= 0)}))
