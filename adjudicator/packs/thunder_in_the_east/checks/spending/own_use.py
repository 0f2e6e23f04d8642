"""Points of one nation spent while only units of others came or grew."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.economy import first_untold
from adjudicator.analysis.resources import spending_table, spent
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import amount, listed


def _untold(record: PhaseRecord, _terms: NoTerms) -> str:
    """The points of another nation than those served, where nobody tells them."""
    served = {nation for nation, _ in _served(record)}
    pools = spending_table(record.start).pool.items() if served else ()
    own = (name for name, each in pools if each.side == record.moment.phasing)
    others = [
        name for name in own if (nation := spending_table(record.start).pool[name].nation) and nation not in served
    ]
    return first_untold(others, record.end.values)


def _kept(record: PhaseRecord, _terms: NoTerms) -> bool:
    """Whether the players keep the points of any nation."""
    return any(pool.nation and name in record.end.values for name, pool in spending_table(record.start).pool.items())


@check("spending.own_use", NoTerms, acts=("value",), met=_kept, untold=_untold)
def spent_on_its_own(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """A nation's points pay for its own units.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.ro5inf/2; value PP.romanian 4;
              now weather clear; value PP.romanian 3; flip ax.ro5inf/1
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.5inf/2; value PP.romanian 4;
              now weather clear; value PP.romanian 3; flip ax.5inf/1
    """
    served = {nation for nation, _ in _served(record)}
    if not served:
        return
    for pool, (_, given) in spent(record).items():
        nation = spending_table(record.start).pool[pool].nation
        if nation and nation not in served:
            units = tuple(name for _, name in _served(record))
            yield Breach(
                (),
                say(
                    "{given} {pool} was spent, and what it paid for went to {served} units only",
                    amount(given),
                    pool,
                    listed(sorted(served)),
                ),
                units,
            )


def _served(record: PhaseRecord) -> Iterator[tuple[str, str]]:
    """Nation and id of every unit that came onto the map or gained a step."""
    for act in record.acts:
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            if new is None or not new.hex:
                continue
            if old is None or not old.hex or new.steps > old.steps:
                yield new.type.nation, name
