"""Movement and stacking: 0, 1.5 to 1.7 and 2.0 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.concealed import beside
from adjudicator.analysis.control_terms import Enclosure, SeriesControl
from adjudicator.analysis.front import GROUND_UNITS, enemy_beside
from adjudicator.analysis.history import has_acted_by_its_marks
from adjudicator.analysis.movement.moves import breaches, by_units, moved_paths, went_clear
from adjudicator.analysis.stacking import stack_counts, with_unknown, words_with_unknown
from adjudicator.checks.articles import Chapter, has_figures
from adjudicator.checks.sequence.exclusive import EitherOr, one_or_the_other
from adjudicator.checks.sequence.once import too_often
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.act import ActKinds
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import deed, times

CHAPTER = Chapter(unseen="cannot excuse")

has_figures(__name__, "blitz_in_the_east", SeriesControl(enclosure=Enclosure(Where(without=frozenset({"urban"})))))


def _crowded(position: Position, number: str, name: str, how: str) -> Iterator[Finding]:
    unit = position.unit(name)
    for count in stack_counts(position, number, unit.side):
        counted = unit in count.counted
        if counted or count.exceeded.is_open:
            because = say("{unit} {how} {hex}, where there is no room for it: {words}", unit, how, number, count.words)
            yield Finding((number,), because, (name,), count.exceeded)
        if counted and count.exceeded.is_no and (crowded := with_unknown(position, count)).possible:
            words = words_with_unknown(position, count)
            yield Finding(
                (number,), say("{unit} {how} {hex}: {words_with_unknown}", unit, how, number, words), (name,), crowded
            )


@CHAPTER.article(
    "Every single move ends in a legal stack",
    "0.stack.f",
    covers=("1.6.d", "1.7.e", "2.0.c"),
    area="stacking",
    acts=("move", "rail", "operational", "flight", "retreat", "advance"),
)
def room_for_who_moves(act: Act) -> Iterator[Finding]:
    """A unit that moves, flies, travels, retreats or advances ends where there is room; who retreats or advances passes no full
    hex either.

    Legal:    turn 2, Axis ground movement; weather clear; 0405: de.11inf; 0404: de.6inf, de.rhs;
              de.11inf 0405-0404-0403
    Illegal:  turn 2, Axis ground movement; weather clear; 0405: de.11inf; 0404: de.6inf, de.rhs; de.11inf 0405-0404;
              de.6inf 0404-0403
    """
    passed = act.path[1:-1] if act.kind in ("retreat", "advance") else ()
    for name in act.units:
        unit = act.after.units.get(name)
        for number in passed if unit is not None and unit.hex else ():
            if number in act.before.network.index:
                yield from _crowded(act.before.moved(name, number), number, name, say("passes"))
        if unit is not None and unit.hex:
            yield from _crowded(act.after, unit.hex, name, say("ends in"))


@CHAPTER.article("Room for who comes", "1.5.i3", when=("spending",), area="replacement", acts=("transfer", "place"))
def room_for_who_comes(act: Act) -> Iterator[Finding]:
    """Who comes onto the map finds room there.

    Legal:    turn 2, Axis expenditure; weather clear; chit none; 0404: de.6inf; [destroyed]: de.11inf/2;
              de.11inf [destroyed]>0404
    Illegal:  turn 2, Axis expenditure; weather clear; chit none; 0404: de.6inf, de.rhs; [destroyed]: de.11inf/2;
              de.11inf [destroyed]>0404
    """
    for name in act.units:
        unit = act.after.units.get(name)
        if unit is not None and unit.hex:
            yield from _crowded(act.after, unit.hex, name, say("ends in"))


@CHAPTER.article(
    "Ground units by rail", "1.6.a2", area="rail", unseen="may excuse", acts=("rail",), met=by_units, of_ways=True
)
def ground_units_by_rail(act: Act) -> Iterator[Finding]:
    """Ground units travel by rail, air units do not.

    Legal:    turn 2, Axis strategic rail; weather clear; 0505: de.6inf; rail de.6inf 0505-0405-0406-0407-0408-0409
    Illegal:  turn 2, Axis strategic rail; weather clear; 0505: de.air; rail de.air 0505-0405-0406-0407-0408-0409
    """
    yield from breaches(act, frozenset({"user"}))


@CHAPTER.article(
    "Air units fly, ground units do not",
    "1.7.a2",
    area="movement",
    unseen="may excuse",
    acts=("operational", "flight"),
    met=by_units,
    of_ways=True,
)
def air_units_fly(act: Act) -> Iterator[Finding]:
    """Air units fly; operational movement over land is for ground units.

    Legal:    turn 2, Axis operational movement; weather clear; 0405: de.11inf; operational de.11inf 0405-0404
    Illegal:  turn 2, Axis operational movement; weather clear; 0405: de.air; operational de.air 0405-0404
    """
    yield from breaches(act, frozenset({"user"}))


def _near_enemies(act: Act) -> Iterator[Finding]:
    """Ways that begin, pass or end next to an enemy ground unit."""
    for path in moved_paths(act):
        unit = act.before.unit(path.unit)
        near = {number: enemy_beside(act.before, unit.side, number, GROUND_UNITS) for number in path.hexes}
        found = {number: enemy for number, enemy in near.items() if enemy.known.possible}
        if not found:
            continue

        def touched(number: str, side: str = unit.side) -> Known:
            return enemy_beside(act.before, side, number, GROUND_UNITS).known

        number = next((each for each, enemy in found.items() if enemy.known.is_yes), next(iter(found)))
        elsewhere = went_clear(act, path, touched)
        if not elsewhere.is_yes:
            because = say(
                "{unit} {does} through {hex}, {words}, and keeps away from enemies",
                *(unit, deed(act.kind), number, found[number].words),
            )
            yield Finding((number,), because, (path.unit,), found[number].known & ~elsewhere, traces=(path.trace,))


@CHAPTER.article("Trains keep from the front", "blitz_in_the_east:1.6.b", area="rail", acts=("rail",))
def trains_away_from_enemies(act: Act) -> Iterator[Finding]:
    """Who travels by rail neither starts, passes nor ends next to an enemy ground unit.

    Legal:    turn 2, Axis strategic rail; weather clear; 0505: de.6inf; rail de.6inf 0505-0405-0406-0407-0408-0409
    Illegal:  turn 2, Axis strategic rail; weather clear; 0505: de.6inf; 0604: su.12inf;
              rail de.6inf 0505-0405-0406-0407-0408-0409
    """
    yield from _near_enemies(act)


@CHAPTER.article(
    "Operational moves keep from the front", "1.7.c", covers=("1.5.m",), area="movement", acts=("operational",)
)
def operational_moves_away_from_enemies(act: Act) -> Iterator[Finding]:
    """Who uses operational movement on the ground neither starts, passes nor ends next to an enemy ground unit.

    Legal:    turn 2, Axis operational movement; weather clear; 0405: de.11inf; 0604: su.12inf;
              operational de.11inf 0405-0404
    Illegal:  turn 2, Axis operational movement; weather clear; 0505: de.11inf; 0604: su.12inf;
              operational de.11inf 0505-0405
    """
    yield from _near_enemies(act)


@CHAPTER.article("No stacks", "2.0.bs", covers=("2.0.b",), when=("movement",), area="movement", acts=("move",))
def no_stacks(act: Act) -> Iterator[Finding]:
    """Stacks do not move together: each ground unit makes its own move, even from the same hex to the same hex.

    Legal:    turn 2, Axis ground movement; weather clear; 0405: de.11inf, de.6inf; de.11inf 0405-0404;
              de.6inf 0405-0404
    Illegal:  turn 2, Axis ground movement; weather clear; 0405: de.11inf, de.6inf; de.11inf, de.6inf 0405-0404
    """
    found = (act.before.units.get(name) or act.after.units.get(name) for name in act.units)
    units = [unit for unit in found if unit is not None]
    hidden = beside(act) if units else ()
    if len(units) > 1 or hidden:
        names = [*map(str, units), *([say("a counter that nobody can identify")] if hidden else [])]
        because = say("{units} move together by one move; each has to make its own", strung(names, ", "))
        broken = YES if len(units) > 1 else Known.open(hidden[0].datum)
        yield Finding(act.path[-1:], because, tuple(unit.id for unit in units), broken)


OPERATIONAL = ActKinds({"operational"})
ON_THE_GROUND = Selector(kinds=frozenset({"armor", "cavalry", "infantry"}))
NOT_BOTH = EitherOr(
    kinds=OPERATIONAL,
    others=ActKinds({"move"}),
    phases=frozenset({"operational", "movement"}),
    twice=True,
    who=ON_THE_GROUND,
)
TURNED_OPERATIONAL, TURNED_GROUND = frozenset({"turned_operational"}), frozenset({"turned_ground"})
"""How units lie that have moved so in a phase that had begun before the record."""


@CHAPTER.article(
    "Not again on the ground",
    "1.7.g",
    covers=("1.6.f", "2.0.d"),
    area="movement",
    acts=("operational", "move"),
    whole_turn=True,
)
def operational_or_ground(record: PhaseRecord) -> Iterator[Finding]:
    """Who has used operational movement, or lies turned by 90 degrees as one that has, does not move in the Ground Movement
    Phase; one by rail uses one of the two.

    Legal:    turn 2, Axis operational movement; weather clear; 0405: de.11inf; 0108: de.rhs; operational de.11inf 0405-0404;
              turn 2, Axis ground movement; de.rhs 0108-0107
    Illegal:  turn 2, Axis ground movement; weather clear; 0405: de.11inf+turned.operational; de.11inf 0405-0404
    """
    yield from one_or_the_other(record, NOT_BOTH)
    whole = record.with_earlier(NOT_BOTH.phases)
    done = {name for act in whole.called(OPERATIONAL) for name in act.units}
    for act in record.called(NOT_BOTH.others) if whole.end is record.end else ():
        for name in act.units:
            unit = whole.start.units.get(name)
            if unit is None or name in done or not ON_THE_GROUND.matches(unit):
                continue
            if marks := has_acted_by_its_marks(whole, name, TURNED_OPERATIONAL):
                because = say(
                    "{unit} {does}, and lies as one that {first} in this turn ({marks}): one excludes the other",
                    unit,
                    deed(act.kind),
                    deed("operational"),
                    marks,
                )
                yield Finding(act.path[-1:], because, (name,))


@CHAPTER.article("One at a time", "2.0.b", covers=("2.0.d",), when=("movement",), area="movement", acts=("move",))
def one_at_a_time(record: PhaseRecord) -> Iterator[Finding]:
    """A ground unit moves once in the ground movement phase; after an overrun it goes on before any other moves. One that lies
    turned by 45 degrees has moved.

    Legal:    turn 2, Axis ground movement; weather clear; 0405: de.11inf; 0108: de.rhs; de.11inf 0405-0404;
              de.11inf 0404-0403; de.rhs 0108-0107
    Illegal:  turn 2, Axis ground movement; weather clear; 0405: de.11inf; 0108: de.rhs; de.11inf 0405-0404;
              de.rhs 0108-0107; de.11inf 0404-0403
    """
    done: dict[str, list[Act]] = {}
    last: tuple[str, ...] = ()
    for act in record.called({"move"}):
        for name in act.units if act.units != last else ():
            done.setdefault(name, []).append(act)
        last = act.units
    for name, acts in done.items():
        unit = record.end.units.get(name) or record.start.units.get(name)
        if unit is not None and (marks := has_acted_by_its_marks(record, name, TURNED_GROUND)):
            because = say(
                "{unit} acts, and lies as one that has acted already ({marks}); it may act {most} in a phase",
                unit,
                marks,
                times(1),
            )
            yield Finding(acts[0].path[-1:], because, (name,))
        yield from too_often(record, name, acts)
