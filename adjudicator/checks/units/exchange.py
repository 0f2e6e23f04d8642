"""Units that come out of boxes for exchanges, or go into them, by no exchange: what there is, is in organization.toml."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.organization import (
    FORCE_POOL,
    BoxTransfer,
    Done,
    Reorganized,
    besides,
    is_bound,
    may_hold,
    may_make,
    moved_before,
    reorganized,
)
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Advance
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import Said, quoted, say, strung
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import listed, word


class Exchanges(Table):
    """Whose exchanges are meant: those in which the unit given up, or the first that comes, fits `who`."""

    who: Selector = EVERYONE
    """The units; everybody, if left out. Example: { tags = ["partisan"] }."""


@check("units.exchange", Exchanges, acts=("transfer", "place", "remove", "flip"))
def exchanged_in_kind(record: PhaseRecord, terms: Exchanges) -> Iterator[Finding]:
    """Units are exchanged for others as the pack says, and so that it balances.

    Legal:    turn 2, French supply; 0405: fr.1inf, fr.2inf; [camp]: fr.guard;
              fr.1inf, fr.2inf 0405>[camp]; fr.guard [camp]>0405
    Illegal:  turn 2, French supply; 0405: fr.1inf; [camp]: fr.guard; fr.1inf 0405>[camp]; fr.guard [camp]>0405
    Illegal:  turn 2, French movement; 0405: fr.1inf, fr.2inf; [camp]: fr.guard;
              fr.1inf, fr.2inf 0405>[camp]; fr.guard [camp]>0405
    """
    for hex_ in reorganized(record):
        if _is_about(hex_.left, terms):
            yield from _unaccounted(hex_, record.start)
        for done in hex_.done:
            if _is_about(done.transfers, terms):
                yield from _not_now(record, hex_, done)
                yield from _unmoved(record, hex_, done)
                late = tuple(_too_late(record, hex_, done))
                yield from late or _without_advance(record, hex_, done)


def _is_about(transfers: tuple[BoxTransfer, ...], terms: Exchanges) -> bool:
    """Whether the unit given up, or if none was the first that came, is of those that the rule means."""
    leading = sorted(transfers, key=lambda each: each.comes)
    return bool(leading) and terms.who.matches(leading[0].unit)


def _not_now(record: PhaseRecord, hex_: Reorganized, done: Done) -> Iterator[Finding]:
    """An exchange of which nobody knows whether it may be made now."""
    unit = done.transfers[0].unit
    names = tuple(each.unit.id for each in done.transfers)
    because = say("{name}: that may be done at some times only", done.exchange.name)
    yield Finding((hex_.hex,), because, names, ~may_make(record.start, done.exchange, unit.side))


def _unmoved(record: PhaseRecord, hex_: Reorganized, done: Done) -> Iterator[Finding]:
    """What should have gone from one box to another and did not."""
    units = tuple(each.unit.id for each in done.transfers)
    for piece in done.owed:
        if may_hold(record.start, piece):
            origin, to = (strung(map(word, sorted(names)), say(" or ")) for names in (piece.box, {FORCE_POOL}))
            because = say(
                "{name}: a unit of the {origin} box goes to the {to} box with it, and none went",
                quoted(done.exchange.name),
                origin,
                to,
            )
            yield Finding((hex_.hex,), because, units)


def _too_late(record: PhaseRecord, hex_: Reorganized, done: Done) -> Iterator[Finding]:
    """Units given up after they had moved."""
    for unit in moved_before(record, done):
        because = say(
            "{name}: {unit} had moved already in this phase, and may be given up only before it moves",
            quoted(done.exchange.name),
            unit,
        )
        yield Finding((hex_.hex,), because, (unit.id,))


def _without_advance(record: PhaseRecord, hex_: Reorganized, done: Done) -> Iterator[Finding]:
    """Units given up for an advance that no part of them made; as long as nothing else was done it may still come."""
    rule = besides(record.start)
    only = rule.to_advance if done.exchange.name in rule.before_moving else None
    if only is None or _advanced(record, hex_, done):
        return
    open_yet = not record.ended and bool({unit.id for unit in done.came} & set(record.acts[-1].units))
    for unit in done.given_up:
        because = say(
            "{name}: no part of {unit} advanced, and in this phase it may be given up only to advance",
            quoted(done.exchange.name),
            unit,
        )
        yield Finding((hex_.hex,), because, (unit.id,), only.holds(record.start, unit.side), owed=open_yet)


def _advanced(record: PhaseRecord, hex_: Reorganized, done: Done) -> bool:
    """Whether something that came by an exchange advanced, or a part of it that came by another."""
    came = {unit.id for unit in done.came}
    if any(came & set(act.units) for act in record.of(Advance)):
        return True
    further = (other for other in hex_.done if other is not done and came & {unit.id for unit in other.given_up})
    return any(_advanced(record, hex_, other) for other in further)


def _unaccounted(found: Reorganized, start: Position) -> Iterator[Finding]:
    bound = [(each, is_bound(start, each, found.left)) for each in found.left]
    left = [each for each, answer in bound if answer.possible]
    if left:
        alike: dict[tuple[bool, str], list[Unit]] = {}
        for each in left:
            alike.setdefault((each.comes, each.box), []).append(each.unit)
        ways = listed(_told(comes, box, listed(units)) for (comes, box), units in alike.items())
        units = tuple(dict.fromkeys(each.unit.id for each in left))
        because = say("{ways}: that is no exchange of this phase", ways)
        yield Finding((found.hex,), because, units, any_of(answer for _, answer in bound))


def _told(comes: bool, box: str, units: Said) -> Said:
    if comes and not box:
        return say("{units} onto the map out of no box", units)
    if comes:
        return say("{units} out of the {box} box", units, word(box))
    if box:
        return say("{units} into the {box} box", units, word(box))
    return say("{units} off the map", units)
