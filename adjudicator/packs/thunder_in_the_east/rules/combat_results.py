"""What the results of a battle order: 21.5 and 21.6 of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from adjudicator.analysis.cards import HAND, card_name, carded, cards_in, unread_in
from adjudicator.analysis.combat.battles import Fought, fights, has_retreat, led_by_the_other, stays
from adjudicator.analysis.combat.odds import battle_of
from adjudicator.analysis.combat.results import CardResult, ResultsBesides, given, in_every_column, unread
from adjudicator.analysis.combat.terms import SeriesAdvance
from adjudicator.analysis.losses import arrivals
from adjudicator.analysis.stacking import too_many
from adjudicator.checks.articles import article, has_figures, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import Bound
from adjudicator.model.known import NO, YES, Known, unless_missing
from adjudicator.model.units import Unit
from adjudicator.packs.thunder_in_the_east.rules._choices import Chooser, is_loss, side_of, wrongly_chosen
from adjudicator.record.acts import Advance, Attack, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.who import Selector
from adjudicator.words import counted, listed

DROPPED = "airdrop"
"""The kind of marker that stands for dropped troops."""
ANY_NUMBER = -1
COMMISSARS = "card.s16"
"""The card that makes results Attacker Pressed (302.5)."""
has_figures(__name__, "thunder_in_the_east", ResultsBesides(cards=(CardResult(COMMISSARS, "AP", most="3:1"),)))
has_figures(__name__, "thunder_in_the_east_10", ResultsBesides())
has_figures(__name__, "thunder_in_the_east", SeriesAdvance(overruns=True, stacked=True))


@dataclass(frozen=True, slots=True)
class Way:
    """One way to carry out a result: steps lost on each side (`defenders` -1: all are gone), retreat, how many advance.

    `by` is whose player chooses the way of the retreat, the defender's own or the enemy's. With `remnants` false nothing takes
    the place of a unit that is gone but units that fit `spared`. What a retreat costs besides is another article's.
    """

    defenders: int = 0
    attackers: int = 0
    retreat: bool = False
    by: Literal["", "own", "enemy"] = ""
    advance: int = 0
    remnants: bool = True
    spared: Selector | None = None

    @property
    def words(self) -> str:
        """ "the attackers lose 1 step, the defenders retreat"."""
        parts = [say("every defender is eliminated")] if self.defenders < 0 else []
        parts += [say("the defenders lose {steps}", counted(self.defenders, "step"))] if self.defenders > 0 else []
        parts += [say("the attackers lose {steps}", counted(self.attackers, "step"))] if self.attackers else []
        parts += [say("the defenders retreat")] if self.retreat else []
        parts += [say("nobody advances")] if parts and not self.advance else []
        return listed(parts) or say("nothing happens")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result of the table, and the ways to carry it out: one of them, as the player concerned chooses."""

    result: str
    ways: tuple[Way, ...]


def _came_up(record: PhaseRecord, outcome: Outcome) -> bool:
    return any(fought.result == outcome.result for fought in fights(record))


STANDING = Way(advance=ANY_NUMBER)
ELIMINATED = Way(defenders=-1, advance=ANY_NUMBER, remnants=False)
BUT_A_REMNANT = Way(defenders=-1, advance=ANY_NUMBER, remnants=False, spared=Selector(tags=frozenset({"remnant"})))
"""21.6 of 1.0 leaves a remnant of any corps with a Medal that is eliminated; it does not speak of shattered units."""
WAYS: dict[str, tuple[Way, ...]] = {
    "AL": (Way(attackers=1, advance=ANY_NUMBER),),
    "AP": (Way(attackers=1, retreat=True, by="own", advance=ANY_NUMBER), STANDING),
    "DP": (Way(retreat=True, by="own", advance=ANY_NUMBER), Way(defenders=1)),
    "NE": (STANDING,),
    "ST": (Way(defenders=1, attackers=1, advance=ANY_NUMBER),),
    "EX": (Way(defenders=1, attackers=1, retreat=True, by="own", advance=ANY_NUMBER),),
    "DR": (Way(retreat=True, by="enemy", advance=ANY_NUMBER),),
    "DL": (Way(defenders=1, retreat=True, by="enemy", advance=ANY_NUMBER),),
    "DE": (ELIMINATED,),
    "BT": (ELIMINATED,),
}
"""The ways to carry out each result of the table."""
CHOICES: Mapping[str, tuple[Chooser, Chooser]] = {
    "AL": ("", "own"),
    "AP": ("", "own"),
    "DP": ("own", ""),
    "ST": ("own", "own"),
    "EX": ("enemy", "enemy"),
    "DL": ("enemy", ""),
}
"""By result whose player chooses the defender, and the attacker, that loses a step."""
SPARED = WAYS | {"DE": (BUT_A_REMNANT,), "BT": (BUT_A_REMNANT,)}
"""Those of 1.0."""


def _outcome(result: str, ways: Mapping[str, tuple[Way, ...]] = WAYS) -> Outcome:
    return Outcome(result, ways[result])


@article(
    printed(
        "",
        "21.5a",
        title="Attacker Loss",
        says="One attacker loses a step.",
        figures=_outcome("AL"),
    ),
    printed(
        "",
        "21.5b",
        title="Attacker Pressed",
        says="One attacker loses a step and the defenders retreat, or nothing happens.",
        figures=_outcome("AP"),
    ),
    printed(
        "",
        "21.5c",
        title="Defender Pressed",
        says="The defenders retreat, or one of them loses a step and nobody advances.",
        figures=_outcome("DP"),
    ),
    printed("", "21.5d", title="No Effect", says="Nothing happens.", figures=_outcome("NE")),
    printed(
        "",
        "21.5e",
        title="Stalemate",
        says="One defender and one attacker lose a step; nobody retreats.",
        covers=("21.6a",),
        figures=_outcome("ST"),
    ),
    printed(
        "",
        "21.5f",
        title="Exchange",
        says="One unit on each side loses a step, and the defenders retreat.",
        figures=_outcome("EX"),
    ),
    printed(
        "",
        "21.5g",
        title="Defender Retreat",
        says="All defenders retreat.",
        figures=_outcome("DR"),
    ),
    printed(
        "",
        "21.5h",
        title="Defender Loss",
        says="One defender loses a step, and all retreat.",
        covers=("21.6b",),
        figures=_outcome("DL"),
    ),
    printed(
        "",
        "21.5i",
        title="Defender Eliminated",
        says="All defenders are eliminated, with nothing left of them.",
        covers=("21.6g",),
        figures=_outcome("DE"),
    ),
    printed(
        "",
        "21.5j",
        title="Breakthrough",
        says="All defenders are eliminated; the attackers may advance up to the stacking limit.",
        figures=_outcome("BT"),
    ),
    area="combat",
    acts=("attack",),
    met=_came_up,
)
def result_is_carried_out(record: PhaseRecord, outcome: Outcome) -> Iterator[Finding]:
    """What the result of a battle orders is done before the next battle.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.20a;
              attack 1817: ax.24pz result=AP
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.20a;
              attack 1817: ax.24pz result=AP; flip ax.24pz/2; attack 1817: ax.24pz result=NE; flip sov.20a/2;
              attack 1817: ax.24pz result=AL; attack 1817: ax.24pz result=DP; attack 1817: ax.24pz result=ST;
              attack 1817: ax.24pz result=EX; attack 1817: ax.24pz result=DR; attack 1817: ax.24pz result=DL;
              attack 1817: ax.24pz result=DE; attack 1817: ax.24pz result=BT
    """
    for fought in fights(record):
        if fought.result == outcome.result:
            yield from _not_done(fought, outcome)
            yield from _chosen_by_the_other(fought)


def _chosen_by_the_other(fought: Fought) -> Iterator[Finding]:
    """Losses that the wrong player chose; what defenders lose after they went back may be an EZOC's (21.7.3)."""
    own, back = _own(fought), False
    for act in fought.acts:
        back |= isinstance(act, Retreat)
        side = side_of(act) if is_loss(act) else ""
        attacking = side in own
        by = CHOICES.get(fought.result, ("", ""))[attacking]
        if side and (attacking or not back) and (because := wrongly_chosen(act, side, by)):
            yield Finding((fought.hex,), because, act.units)


def _not_done(fought: Fought, outcome: Outcome) -> Iterator[Finding]:
    """That no way to carry out a result was taken."""
    doomed = _doomed(fought)
    told = unless_missing(*(name for answer in doomed.values() for name in answer.missing), *fought.toll.most.missing)
    for bound in (Bound.BEST, Bound.WORST) if told.is_open else (Bound.BEST,):
        faults = [_fault(fought, way, doomed, bound) for way in outcome.ways]
        if all(faults):
            ordered = strung((way.words for way in outcome.ways), say("; or that "))
            because = say("{result} orders that {ordered}. But {wrong}", outcome.result, ordered, strung(faults, "; "))
            yield Finding((fought.hex,), because, tuple(unit.id for unit in fought.defenders), told)
            break


article(
    printed(
        "thunder_in_the_east_10",
        "21.5i",
        says="All defenders are eliminated; of a corps with a Medal a remnant may be left.",
        figures=_outcome("DE", SPARED),
    ),
    printed(
        "thunder_in_the_east_10",
        "21.5j",
        says="All defenders are eliminated, but for a corps' remnant; the attackers may advance up to the stacking limit.",
        figures=_outcome("BT", SPARED),
    ),
    acts=("attack",),
    met=_came_up,
    anew=True,
)(result_is_carried_out)


@dataclass(frozen=True, slots=True)
class Ordered:
    """The ways to carry out each result."""

    ways: Mapping[str, tuple[Way, ...]]


def _only_rolled(record: PhaseRecord, *_: object) -> Iterator[Fought]:
    """Battles whose die was told and whose result was not; of one of which neither was told, the result is asked for in vain."""
    for fought in fights(record):
        told = fought.attack.told
        rolled = told.keys() >= {"die"} and told["die"].isdigit()
        if not told.keys() >= {"result"} and (rolled or "result" in told):
            yield fought


def _roll_unsure(record: PhaseRecord, *_: object) -> str:
    """What nobody knows, so that another result than the table's may have come of a die."""
    missing = (name for fought in _only_rolled(record) for name in sorted(_rolled(fought)[1].missing))
    return next(missing, "")


@article(
    printed("", "21.5.rolled", title="What a die orders", figures=Ordered(WAYS)),
    covers=("21.0g",),
    area="combat",
    acts=("attack",),
    met=_only_rolled,
    untold=_roll_unsure,
)
def die_is_carried_out(record: PhaseRecord, ordered: Ordered) -> Iterator[Finding]:
    """Where only the die of a battle is told, what the table gives for it is done.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.7inf; 1816: sov.5gda; attack 1816: ax.7inf die=5;
              flip ax.7inf/2
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.7inf; 1816: sov.5gda; attack 1816: ax.7inf die=5;
              remove sov.5gda
    """
    for fought in _only_rolled(record):
        result, sure = _rolled(fought)
        if sure.is_yes and result in ordered.ways:
            for breach in _not_done(fought, Outcome(result, ordered.ways[result])):
                rolled = say("a {die} is {result}: ", fought.attack.told["die"], result)
                yield replace(breach, because=rolled + breach.because)


@article(
    printed("thunder_in_the_east_10", "21.5.rolled", figures=Ordered(SPARED)),
    acts=("attack",),
    met=_only_rolled,
    untold=_roll_unsure,
    anew=True,
)
def die_of_the_first_printing(record: PhaseRecord, ordered: Ordered) -> Iterator[Finding]:
    """Where only the die of a battle is told, what the table gives for it is done.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.7inf; 1816: sov.5gda; attack 1816: ax.7inf die=5
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.7inf; 1816: sov.5gda; attack 1816: ax.7inf die=5;
              flip ax.7inf/2
    """
    yield from die_is_carried_out(record, ordered)


def _rolled(fought: Fought) -> tuple[str, Known]:
    """The one result that a die gives, and whether no other may have come of it: by a card, a column or a cell not known."""
    act, found = fought.attack, battle_of(fought.attack)
    die = int(act.told["die"])
    results = given(act.before, found, die)
    result = results[0] if len(results) == 1 else ""
    sure = ~carded(act.told) & _unchanged(act) & unread(act.before, found, die, results)
    if not result or not in_every_column(act.before, found, die, result):
        sure &= found.settled
    return result, sure


def _unchanged(act: Attack) -> Known:
    """Whether no card changed the result: open where one that does is, or may be, in a hand, or was played this turn."""
    position, card = act.before, act.before.pack.markers[COMMISSARS]
    held = any(each.type is card for each in cards_in(position, card.side, HAND))
    if held or unread_in(position, card.side, HAND) or COMMISSARS in position.memory.played:
        return Known.open(say("whether {card} was played", card_name(card)))
    return YES


def _doomed(fought: Fought) -> dict[str, Known]:
    """Whether each defender had nowhere to go, if it had to go back."""
    before = fought.attack.before
    return {unit.id: NO if stays(before, unit) else ~has_retreat(before, unit) for unit in fought.defenders}


def _fault(fought: Fought, way: Way, doomed: Mapping[str, Known], bound: Bound) -> str:
    """What does not fit a way, "" if all does; what is open about retreats is taken by the bound."""
    return (
        _defenders_left(fought, way, doomed, bound)
        or _attackers_lost(fought, way)
        or _retreats(fought, way)
        or _in_their_place(fought, way)
        or _advances(fought, way)
    )


def _defenders_left(fought: Fought, way: Way, doomed: Mapping[str, Known], bound: Bound) -> str:
    if way.defenders < 0:
        left = [str(unit) for unit in fought.defenders if not fought.left(unit.id)]
        if len(left) == 1:
            return say("{left} is still on the map", listed(left))
        return say("{left} are still on the map", listed(left)) if left else ""
    lost_for = {name for name, answer in doomed.items() if way.retreat and bound.allows(answer)}
    counted_in = tuple(unit.id for unit in fought.defenders if unit.id not in lost_for or not fought.left(unit.id))
    lost, most = fought.lost(counted_in), bound.purse(fought.toll.most)
    dropped = _dropped(fought, {unit.side for unit in fought.defenders})
    if lost - _crowded_out(fought) <= way.defenders + most and way.defenders <= lost + dropped:
        return ""
    beyond = say(", {words} besides", fought.toll.words) if most else ""
    return say("the defenders lost {steps} ({defenders} due{beyond})", counted(lost, "step"), way.defenders, beyond)


def _crowded_out(fought: Fought) -> int:
    """The steps of defenders that went back into a hex of too many units and were taken away: the owner chose them (21.7.2)."""
    defenders = {unit.id for unit in fought.defenders}
    return sum(
        act.after.unit(name).steps
        for act in fought.withdrawals
        for name in act.units
        if name in defenders and fought.left(name) and too_many(act.after, act.path[-1], act.after.unit(name).side)
    )


def _attackers_lost(fought: Fought, way: Way) -> str:
    lost = max(0, fought.lost(fought.attackers))  # an exchange that brings steps is judged as what it is
    if lost <= way.attackers <= lost + _dropped(fought, _own(fought)):
        return ""
    return say("the attackers lost {steps} ({attackers} due)", counted(lost, "step"), way.attackers)


def _own(fought: Fought) -> set[str]:
    """The sides of the attackers."""
    return {fought.attack.before.unit(name).side for name in fought.attackers}


def _dropped(fought: Fought, sides: set[str]) -> int:
    """How many dropped markers of these sides left the hex: each may have been a step lost (105.1)."""
    return sum(
        marker.type.kind == DROPPED and marker.type.side in sides and marker.id not in fought.end.markers
        for marker in fought.attack.before.markers_at(fought.hex)
    )


def _retreats(fought: Fought, way: Way) -> str:
    before = fought.attack.before
    retreated = {name for act in fought.acts if isinstance(act, Retreat) for name in act.units}
    for unit in _there(fought):
        now = (
            fought.end.unit(unit.id) if way.defenders else unit
        )  # a loss before the retreat may make it one that stays
        if not (stays(before, unit) or stays(before, now)) and way.retreat != (unit.id in retreated):
            return say("{unit} did not retreat", unit) if way.retreat else say("{unit} retreated", unit)
    led = (led_by_the_other(act, way.by) for act in fought.withdrawals) if way.retreat and way.by else ()
    if wrong := next(filter(None, led), ""):
        return wrong
    if fled := [str(before.units[name]) for name in fought.attackers if name in retreated]:
        return say("{fled} retreated, and attacked", listed(fled))
    return ""


def _there(fought: Fought) -> tuple[Unit, ...]:
    """The defenders that are left, and what came in the place of others."""
    sides = {unit.side for unit in fought.defenders}
    came = [each.name for each in arrivals(fought.record, sides) if each.hex == fought.hex]
    heirs = tuple(fought.end.unit(name) for name in came if not fought.left(name))
    return (*(unit for unit in fought.defenders if not fought.left(unit.id)), *heirs)


def _in_their_place(fought: Fought, way: Way) -> str:
    """What came into the places of units that are gone, where nothing may."""
    came = [fought.end.unit(each.name) for each in arrivals(fought.record, {unit.side for unit in fought.defenders})]
    instead = [str(unit) for unit in came if way.spared is None or not way.spared.matches(unit)]
    if instead and not way.remnants:
        return say("{instead} took the place of a unit that is gone", listed(instead))
    return ""


def _advances(fought: Fought, way: Way) -> str:
    own = _own(fought)
    advanced = {name for act in fought.acts if isinstance(act, Advance) for name in act.units}
    many = [name for name in advanced if fought.end.unit(name).side in own]
    if 0 <= way.advance < len(many):
        return say("{units} advanced (at most {advance} may)", counted(len(many), "unit"), way.advance)
    return ""
