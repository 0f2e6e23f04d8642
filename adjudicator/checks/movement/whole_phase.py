"""Units that move more than once in a phase, and further than one allowance goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from adjudicator.analysis.movement.moves import kinder_ways, last_before_overrun, moved_paths, spent_together
from adjudicator.analysis.movement.step_cost import in_words
from adjudicator.analysis.movement.values import MoveStep, Path
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.interval import Interval, sum_of
from adjudicator.record.acts import Act, Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.act import ActFilter, ActKinds
from adjudicator.words import amount, counted


class WholePhase(ActFilter):
    """Whose marches and overruns of a phase count together."""

    kinds: ActKinds = ActKinds({"move", "overrun"})
    """The kinds of act that count together."""
    overran: bool | None = None
    """Whether only units that overran somebody in the phase are meant (true), or only others (false); left out: all."""
    unpaid_overruns: bool | None = None
    """Whether points that do not suffice are meant where a unit ends with an overrun, and nothing else (true), or all but that
    (false); left out: all."""


@check("movement.whole_phase", WholePhase, acts_in=("kinds",))
def one_allowance_a_phase(record: PhaseRecord, terms: WholePhase) -> Iterator[Finding]:
    """What a unit marches before and after an overrun comes out of one allowance; who had to stop has stopped.

    Legal:    turn 2, French movement; weather clear; 0405: fr.1cav; 0505: au.1art; overrun fr.1cav 0405-0505;
              remove au.1art; fr.1cav 0505-0605
    Illegal:  turn 2, French movement; weather clear; 0405: fr.1cav; 0505: au.1art; 0705: au.1inf;
              overrun fr.1cav 0405-0505; remove au.1art; fr.1cav 0505-0405-0305-0205-0105-0106-0107-0108
    """
    acts = tuple(record.called(terms.kinds))
    times = Counter(name for act in acts for name in dict.fromkeys(act.units))
    done: dict[str, list[tuple[Act, Path]]] = {}
    for act in acts:
        # Most units move once: of a long phase their paths were judged too long ago to be remembered.
        if any(times[name] > 1 for name in act.units):
            for path in moved_paths(act):
                if times[path.unit] > 1 and terms.who.matches(act.before.unit(path.unit)):
                    done.setdefault(path.unit, []).append((act, path))
    for name, goes in done.items():
        overran = any(isinstance(act, Overrun) for act, _ in goes)
        if len(goes) > 1 and terms.overran in (None, overran):
            if not terms.unpaid_overruns:
                yield from _went_on(record, name, goes)
            if terms.unpaid_overruns in (None, isinstance(goes[-1][0], Overrun)):
                yield from _together(record, name, goes)


def _went_on(record: PhaseRecord, name: str, goes: list[tuple[Act, Path]]) -> Iterator[Finding]:
    """Where a unit went on though it had to stop."""
    unit = record.start.units.get(name) or record.end.units[name]
    for (act, path), (following, _) in pairwise(goes):
        last = _last(act, path, following)
        if last is not None and last.halts:
            because = say(
                "{unit} goes on from {end} in the same phase, where {halts}", unit, path.hexes[-1], last.halts
            )
            yield Finding((path.hexes[-1],), because, (name,), last.halting)


def _together(record: PhaseRecord, name: str, goes: list[tuple[Act, Path]]) -> Iterator[Finding]:
    """What all its goes cost, if that is more than it has."""
    unit = record.start.units.get(name) or record.end.units[name]
    paths = [path for _, path in goes]
    budget, end = paths[0].budget, paths[-1].hexes[-1]
    spent = spent_together(paths)
    total = sum_of(spent)
    if not total.at_most(budget.points).is_yes:
        # What only goes from here to there may have gone by a way of which too little is known, or in part by rail.
        quicker = [min((path, *kinder_ways(act, path)), key=lambda way: way.spent.low) for act, path in goes]
        if any(new is not old for new, old in zip(quicker, paths, strict=True)):
            spent = spent_together(quicker)
            total = sum_of(spent)
    hexes = sum(len(path.hexes) - 1 for path in paths)
    words = say(
        "{unit}: {paths} = {total}, {words}",
        unit,
        strung((str(part) for part in spent), " + "),
        total,
        budget.words,
    )
    near = Interval.of(hexes).at_most(budget.hexes)
    if not near.is_yes:
        yield Finding(
            (end,), say("{words}; it went {hexes} in the phase", words, counted(hexes, "hex")), (name,), ~near
        )
    else:
        enough = total.at_most(budget.points) | Interval.of(hexes).at_most(budget.minimum)
        broken = in_words(record.start, ~enough)
        over = total.low - budget.points.high
        more = (
            say("; {over} too many in the phase", amount(over))
            if broken.is_yes and over > 0
            else say("; which may be too many")
        )
        yield Finding((end,), words + more, (name,), broken)


def _last(act: Act, path: Path, following: Act) -> MoveStep | None:
    """The last step of a go, where a unit may have to stop; the zone of a unit that it overruns from there stops nobody."""
    if not path.steps or not path.steps[-1].halts:
        return None
    if not isinstance(following, Overrun) or len(following.path) != 2:
        return path.steps[-1]
    return last_before_overrun(act.before, act.before.unit(path.unit), path.hexes, following.path[-1])
