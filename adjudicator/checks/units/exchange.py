"""Units that come out of boxes for exchanges, or go into them, by no exchange: what there is, is in organization.toml."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.organization import Reorganized, is_bound, may_hold, moved_before, reorganized
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position


@check("units.exchange", NoTerms, acts=("transfer", "place", "remove", "flip"))
def exchanged_in_kind(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """Units are exchanged for others as the pack says, and so that it balances.

    Legal:    turn 2, French supply; 0405: fr.1inf, fr.2inf; [camp]: fr.guard;
              fr.1inf, fr.2inf 0405>[camp]; fr.guard [camp]>0405
    Illegal:  turn 2, French supply; 0405: fr.1inf; [camp]: fr.guard; fr.1inf 0405>[camp]; fr.guard [camp]>0405
    Illegal:  turn 2, French movement; 0405: fr.1inf, fr.2inf; [camp]: fr.guard;
              fr.1inf, fr.2inf 0405>[camp]; fr.guard [camp]>0405
    """
    for hex_ in reorganized(record):
        yield from _unaccounted(hex_, record.start)
        for done in hex_.done:
            for piece in done.owed:
                if not may_hold(record.start, piece):
                    continue
                to = " or ".join(sorted(piece.to)).replace("_", " ")
                units = tuple(each.unit.id for each in done.transfers)
                because = f"{done.exchange.name}: another unit goes from its box to the {to}, and did not"
                yield Breach((hex_.hex,), because, units)
            for unit in moved_before(record, done):
                because = f"{done.exchange.name}: {unit} had moved already in this phase"
                yield Breach((hex_.hex,), because, (unit.id,))


def _unaccounted(found: Reorganized, start: Position) -> Iterator[Breach]:
    left = [each for each in found.left if is_bound(start, each, found.left)]
    if left:
        ways = "; ".join(
            f"{each.unit} {'comes out of' if each.comes else 'goes into'} the {each.box.replace('_', ' ')} box"
            for each in left
        )
        units = tuple(dict.fromkeys(each.unit.id for each in left))
        yield Breach((found.hex,), f"no exchange of this phase accounts for this: {ways}", units)
