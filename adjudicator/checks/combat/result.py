"""Results that the die and the odds do not give."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import HAND, card_name, carded, cards_in, unread_in
from adjudicator.analysis.combat.odds import Battle, battle_of, shot_of
from adjudicator.analysis.combat.results import CardResult, ResultsBesides, given, in_every_column, unread
from adjudicator.analysis.combat.strength import printed_strength
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Finding
from adjudicator.model.interval import ZERO
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.terms.cell import UNKNOWN
from adjudicator.words import one_of


@check("combat.result", acts=("attack", "bombard"))
def result_of_the_die(act: Act, _terms: NoTerms) -> Iterator[Finding]:
    """The result of an attack is what the table gives for odds and die; "shift" are columns that no map shows.

    The result of fire that is no attack is what [bombardment] of combat.toml gives; without it such fire is not judged.
    Where the source of the table leaves a cell in doubt, any of its readings will do.

    Legal:    French combat; 0805: fr.1inf; 0806: fr.2inf; 0804: au.1art; attack 0804: fr.1inf die=4 result=DR;
              retreat au.1art 0804-0803-0802
    Illegal:  French combat; 0805: fr.1inf; 0806: fr.2inf; 0804: au.1art; attack 0804: fr.1inf die=1 result=DE
    """
    die, result = act.told.get("die", ""), act.told.get("result", "").upper()
    besides = act.before.pack.figures_or_usual(ResultsBesides)
    helpless = besides.unless_helpless and isinstance(act, Attack) and _helpless(act)
    if not die.isdigit() or not result or helpless:
        return
    found = battle_of(act) if isinstance(act, Attack) else shot_of(act)
    if found is None:
        return
    results = given(act.before, found, int(die))
    possible = result in results or UNKNOWN in results
    between = len(found.columns) > 1 and not in_every_column(act.before, found, int(die), result)
    if not found.columns or (possible and between):
        unknown = found.settled.because_of(found.reasons)
        yield Finding(
            act.path,
            say("{words}; so nobody knows whether a {die} gives {result}", found.words, die, result),
            act.units,
            unknown,
        )
    elif (read := unread(act.before, found, int(die), results)).is_open and possible:
        words = say("{words}; what a {die} gives there is not known", found.words, die)
        yield Finding(act.path, words, act.units, read.because_of(found.reasons))
    elif result not in results:
        because = say(
            "{words}; on a {die} the table gives {given}, not {result}",
            found.words,
            die,
            one_of(results) if results else say("nothing"),
            result,
        )
        changed = any_of(_by_card(act, found, each) for each in besides.cards if each.result == result)
        yield Finding(act.path, because, act.units, YES.because_of(found.reasons) & ~carded(act.told) & ~changed)


def _by_card(act: Act, found: Battle, card: CardResult) -> Known:
    """Whether a card gave a battle its result: it was played this turn; open where it is, or may be, in hand."""
    position, heads = act.before, combat_table(act.before).odds.ladder
    fit = [heads.index(column) <= heads.index(card.most) for column in found.columns] if card.most else [True]
    within = Known.of(all(fit)) if all(fit) or not any(fit) else found.settled
    kind = position.pack.markers[card.card]
    held = unread_in(position, kind.side, HAND) or any(
        each.type is kind for each in cards_in(position, kind.side, HAND)
    )
    now = position.memory.played.get(card.card) == position.moment.turn
    played = YES if now else Known.open(say("whether {card} was played", card_name(kind))) if held else NO
    return within & played


def _helpless(act: Attack) -> bool:
    """Whether units stand in the hexes attacked, and none of them has any strength to defend with."""
    side = act.before.unit(act.units[0]).side if act.units else ""
    units = [unit for number in act.path for unit in act.before.at(number) if unit.side != side]
    return bool(units) and all(printed_strength(unit, "defense").at_most(ZERO).is_yes for unit in units)
