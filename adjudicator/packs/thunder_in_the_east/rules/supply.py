"""Supply: 6.2 and 7.5 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.situation import Situation, fits_any, in_enemy_zone
from adjudicator.analysis.supply.line_terms import Spots
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import RadiusFactor, RadiusFactors, Raise, Raises
from adjudicator.checks.articles import article, has_figures, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import YES, Known, all_of, any_of
from adjudicator.model.units import Marker, Unit
from adjudicator.packs.thunder_in_the_east.analysis.headquarters import reforming_places
from adjudicator.packs.thunder_in_the_east.rules._cards import changed_by_card
from adjudicator.packs.thunder_in_the_east.rules._markers import HEADQUARTERS
from adjudicator.record.acts import Rolled
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import Selector
from adjudicator.terms.words import nearest_when_words
from adjudicator.words import counted, either, word

STATES = frozenset({"out_of_supply", "isolated"})
DETERMINED = (
    When(phases=frozenset({"supply"}), phasing="enemy"),
    When(phases=frozenset({"partisan"}), phasing="enemy", options=frozenset({"partisans"})),
    When(phases=frozenset({"air combat"}), phasing="enemy"),
)
MOTORIZED = RadiusFactor(
    "HQ",
    Selector(movement_classes=frozenset({"motorized"})),
    Spots(markers=frozenset({"strategic_hq_attack"})),
    Where(weather=frozenset({"clear", "overcast"})),
)
"""7.5.1: twice the radius; edition 1.0 asks for no weather."""
AIR_SUPPLY = Raise(frozenset({"air_supply"}), when=When(options=frozenset({"air_transport"})))
"""104.3: one step better."""
has_figures(__name__, "thunder_in_the_east", RadiusFactors((MOTORIZED,)), Raises((AIR_SUPPLY,)))
has_figures(__name__, "thunder_in_the_east_10", RadiusFactors((replace(MOTORIZED, where=ANYWHERE),)))
SERVING = (Situation(statuses=frozenset({"hq"})),)


@article("Who checks supply", "6.2p", covers=("7.3b",), area="supply")
def state_until_next_supply(record: PhaseRecord) -> Iterator[Finding]:
    """A unit is marked in the opponent's Supply Step, and keeps its state until the next one.

    Legal:    Soviet Supply Step; weather clear; season summer; 1709: ax.27inf; mark ax.27inf+out_of_supply
    Illegal:  Soviet Supply Step; weather clear; season summer; 2416: ax.7inf+isolated; 2215: sov.20a;
              mark sov.20a+out_of_supply
    """
    for name, unit, after in record.changes():
        if unit is None or after is None or not after.hex or not unit.hex:
            continue
        was, now = unit.marks & STATES, after.marks & STATES
        timely = any_of(when.holds(record.start, unit.side) for when in DETERMINED)
        if was == now or timely.is_yes:
            continue
        change = [say("was marked {kind}", word(kind)) for kind in sorted(now - was)]
        change += [say("lost its mark {kind}", word(kind)) for kind in sorted(was - now)]
        words, allowed = strung(change, say(" and ")), nearest_when_words(DETERMINED, record.start, unit.side)
        phase = record.moment.phase.name if record.moment.phase else say("an unknown phase")
        because = say("{after} {words} in the {phase}; allowed only {when}", after, words, phase, allowed)
        yield Finding((after.hex,), because, (name,), ~timely & ~changed_by_card(record))


@dataclass(frozen=True, slots=True)
class Dice:
    """Whether Isolated headquarters roll too, whether only those in a zone of control do, and whether one die is a hex's."""

    headquarters: bool
    only_in_zones: bool
    one_a_hex: bool


def _any_unit(record: PhaseRecord, _: Dice) -> bool:
    return any(not unit.has("immune") for at in (record.start, record.end) for unit in at.units.values())


@article(
    "Isolation attrition",
    printed("thunder_in_the_east", "7.5.3f", figures=Dice(headquarters=True, only_in_zones=True, one_a_hex=False)),
    covers=("7.5.3g",),
    when=("supply",),
    area="supply",
    unseen="may excuse nearby",
    met=_any_unit,
    readings=("isolated_hq",),
)
def isolation_attrition(record: PhaseRecord, dice: Dice) -> Iterator[Finding]:
    """In a Supply Step each Isolated enemy ground unit and HQ in an EZOC rolls: on 1 to 3 it loses a step, the HQ is eliminated.

    Legal:    turn 1, Axis Supply Step; weather clear; season summer; 0919: sov.37a+isolated; 0819: ax.5inf;
              flip sov.37a/2
    Illegal:  turn 1, Axis Supply Step; weather clear; season summer; 2215: sov.20a; flip sov.20a/2
    """
    for side in record.start.pack.enemies(record.moment.phasing) if record.moment.phasing else ():
        rolls = [(piece, must) for piece, must in _rolls(record.start, side, dice) if must.possible]
        pieces = [piece for piece, _ in rolls]
        lost = [unit for unit in record.start.of_side(side) if _is_hurt(record, unit) and not unit.has("immune")]
        for unit in lost:
            due = any_of(must for piece, must in rolls if piece is unit or (dice.one_a_hex and piece.hex == unit.hex))
            because = say(
                "{unit} loses a step, and no die had to be rolled for it: it is not {states} where that counts",
                *(unit, either({"isolated"})),
            )
            yield Finding((unit.hex,), because, (unit.id,), ~due)
        gone = sum(isinstance(each, Marker) and each.id not in record.end.markers for each in pieces)
        at = tuple(dict.fromkeys(each.hex for each in pieces))
        gone += sum(_lost_in(record, side, number, [unit for unit in lost if unit in pieces]) for number in at)
        settled = all_of(must for _, must in rolls)
        if settled.is_yes:
            yield from _as_rolled(record, at, len(at) if dice.one_a_hex else len(pieces), gone)
        elif any(record.of(Rolled)):
            yield Finding(at, say("dice were rolled, and nobody knows how many were due"), broken=settled)


article(
    printed("thunder_in_the_east_10", "7.5.3f", figures=Dice(headquarters=False, only_in_zones=False, one_a_hex=True)),
    unseen="may excuse nearby",
    met=_any_unit,
    says="In a Supply Step one die is rolled for each hex with Isolated enemy ground units: on 1 to 3 one of them loses a step.",
    anew=True,
)(isolation_attrition)


def _as_rolled(record: PhaseRecord, at: tuple[str, ...], due: int, lost: int) -> Iterator[Finding]:
    rolled = [die for act in record.of(Rolled) for die in act.dice]
    if not rolled or not due:
        return  # who rolls a die that nothing asks for breaks no rule: it may be another's, such as Frostbite's
    dice, bad = counted(len(rolled), "die"), sum(die <= 3 for die in rolled)
    if len(rolled) != due:
        because = (
            say("{dice} rolled, and {due} was due", dice, due)
            if due == 1
            else say("{dice} rolled, and {due} were due", dice, due)
        )
        which = Known.open(say("which of the dice were rolled for it")) if len(rolled) > due else YES
        yield Finding(at, because, broken=which)
    elif lost != bad:
        losses = counted(lost, "loss")
        yield Finding(at, say("{bad} of {dice} cost a step, and {losses} followed", bad, dice, losses))


def _rolls(position: Position, side: str, dice: Dice) -> Iterator[tuple[Unit | Marker, Known]]:
    """The units and headquarters that may have to roll, and whether they must."""

    def counts(number: str) -> Known:
        return in_enemy_zone(position, side, number) if dice.only_in_zones else YES

    found, index, chosen = supply(position, side), position.network.index, position.pack.chosen.get("isolated_hq")
    for unit in position.of_side(side):
        if not unit.has("immune") and unit.hex in index and (near := counts(unit.hex)).possible:
            yield unit, near & found.state(unit.id).is_in(frozenset({"isolated"}))
    # 10.2.2 has an HQ that an OLoC leads away from dissolve before dice are rolled
    for marker in position.markers.values() if dice.headquarters and chosen != "reform_else_eliminated" else ():
        own = marker.type.kind in HEADQUARTERS and marker.type.side == side and marker.hex in index
        if own and (near := counts(marker.hex)).possible:
            stays = YES if chosen == "roll_only" else ~any_of(reforming_places(position, marker).values())
            yield marker, near & stays & ~fits_any(position, side, marker.hex, SERVING)


def _lost_in(record: PhaseRecord, side: str, number: str, lost: list[Unit]) -> int:
    """How many steps were lost in a hex in which such units are hurt; one of each, though something takes its place."""
    here = [unit for unit in lost if unit.hex == number]
    before, after = (
        sum(unit.steps for unit in at.at(number) if unit.side == side) for at in (record.start, record.end)
    )
    return max(len(here), before - after) if here else 0


def _is_hurt(record: PhaseRecord, unit: Unit) -> bool:
    now = record.end.units.get(unit.id)
    return now is None or not now.hex or now.steps < unit.steps
