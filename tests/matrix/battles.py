"""Battles in which two writers meet: those of the cases, and crossings of two of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product

from adjudicator.analysis.combat.beyond import columns_beyond
from adjudicator.analysis.combat.conditions import crosses
from adjudicator.analysis.combat.odds import Battle, battle
from adjudicator.analysis.combat.ranged import lenders, unknown_support
from adjudicator.analysis.combat.strength import UnitShare
from adjudicator.analysis.combat.terms import CombatTable, combat_table
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.movement.terms import Allowance
from adjudicator.errors import AdjudicatorError
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Attack
from adjudicator.record.position import Position
from tests.cases import Filed, all_cases, position_of
from tests.matrix.contradictions import Row, rows_of
from tests.matrix.writers import ALLOWANCE, COLUMN, DIE, Writer, side_strength, unit_strength, writers_of

WITNESSES = 2
"""How many battles are kept in which a writer applies."""
PLACES = 2
"""How many places are looked at where the ground is as two writers ask."""
MOST = 2
"""How many things of one battle are brought into another at most."""
NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Fought:
    """An attack, and where it comes from: a case, or two that were crossed."""

    act: Attack
    source: str

    @property
    def case(self) -> str:
        """The case that it comes from."""
        return re.split(f"{re.escape(CROSSED)}|{re.escape(AT)}|{re.escape(UNDER)}", self.source)[0]

    def reckoned(self, without: frozenset[str] = NOTHING) -> Battle:
        """The battle, reckoned without the writers of some names."""
        act, position = self.act, self.act.before
        table = _without(combat_table(position), without)
        extra = [(name, by) for name, by in columns_beyond(act) if str(name) not in without]
        units = [position.unit(name) for name in act.units]
        support, beyond = lenders(act), unknown_support(act)
        return battle(position, units, act.path, extra, support=support, beyond=beyond, fire=table, told=act.told)


ASKED = re.compile(r"(?:odds|total|die|column|armor) (\S+): (\S.*)")
"""A question about a battle."""


def _without(table: CombatTable, names: frozenset[str]) -> CombatTable:
    """A table without the rows of some names."""
    kept = {part: tuple(row for row in getattr(table, part) if row.name not in names) for part in PARTS}
    return table.model_copy(update=kept)


PARTS = ("factor", "total", "shift", "die")


def shares_of(found: Battle, part: str) -> tuple[UnitShare, ...]:
    """The units of a side with what changes each."""
    return found.attack if part == "attack" else found.defense


def numbers_of(found: Battle) -> Iterator[frozenset[Writer]]:
    """For each number of a battle the writers that surely apply to it."""
    for part, sums in zip(("attack", "defense"), found.sums, strict=True):
        for share in shares_of(found, part):
            yield frozenset(
                Writer(unit_strength(part), str(each.name)) for each in share.changes if each.applies.is_yes
            )
        yield frozenset(Writer(side_strength(part), str(each.name)) for each in sums if each.applies.is_yes)
    yield frozenset(Writer(COLUMN, str(name)) for name, _ in (*found.shifts, *found.moved))
    yield frozenset(Writer(DIE, str(name)) for name, by in found.die if by.certain)


def fights_of(book: str) -> Iterator[Fought]:
    """Every attack of the cases of a book whose arithmetic can be done, and those that a case asks of its position."""
    for filed in all_cases(book):
        asked = [found for question in filed.case.computes if (found := ASKED.fullmatch(question))]
        if asked or any(line.startswith("attack ") for line in filed.case.moves):
            yield from fights(filed)


def fights(filed: Filed) -> Iterator[Fought]:
    """The attacks of a case, then those of its questions."""
    try:
        start = position_of(filed)
        play = play_moves(filed.case.moves, start) if filed.case.moves else None
    except AdjudicatorError:
        return
    for act in play.acts if play else ():
        if isinstance(act, Attack) and act.units and all(name in act.before.units for name in act.units):
            yield Fought(act, filed.name)
    end = play.end if play else start
    for question in filed.case.computes:
        found = ASKED.fullmatch(question)
        if found is not None and all(name in end.units for name in found[2].split(", ")):
            units = tuple(found[2].split(", "))
            yield Fought(Attack(before=end, after=end, units=units, targets=(found[1],)), filed.name)


@cache
def met_in_cases(book: str) -> tuple[Mapping[Writer, tuple[Fought, ...]], Mapping[frozenset[Writer], Fought]]:
    """For each writer some battles in which it applies, and for each two that meet in a battle of the cases the first such.

    A writer that none of them has is looked for under the reading, or with the chart cells, that it asks for.
    """
    by_writer: dict[Writer, list[Fought]] = {}
    by_pair: dict[frozenset[Writer], Fought] = {}
    every = list(fights_of(book))
    for each in every:
        _count(each, by_writer, by_pair)
    for writer in writers_of(load_pack(book)):
        if writer not in by_writer and writer.number != ALLOWANCE:
            for each in every:
                made = under(each, writer)
                if made is not None and len(by_writer.get(writer, ())) < WITNESSES:
                    _count(made, by_writer, by_pair)
    return {one: tuple(found) for one, found in by_writer.items()}, by_pair


def _count(fought: Fought, by_writer: dict[Writer, list[Fought]], by_pair: dict[frozenset[Writer], Fought]) -> None:
    try:
        numbers = list(numbers_of(fought.reckoned()))
    except AdjudicatorError:
        return
    for writers in numbers:
        for one in writers:
            kept = by_writer.setdefault(one, [])
            if len(kept) < WITNESSES:
                kept.append(fought)
        for pair in combinations(writers, 2):
            by_pair.setdefault(frozenset(pair), fought)


def under(fought: Fought, *writers: Writer) -> Fought | None:
    """The battle under the readings, and with the chart cells, that writers ask for; None if they ask for none."""
    position = fought.act.before
    pack, network = position.pack, position.network
    terrain = network.terrain_names[network.terrain[network.index[fought.act.path[0]]]]
    readings: dict[str, str] = {}
    cells: dict[str, str] = {}
    for row in (row for writer in writers for row in rows_of(pack, writer)):
        readings |= {name: value for name, value in row.when.readings.items() if pack.chosen[name] != value}
        named = {} if isinstance(row, Allowance) else row.cells
        cells |= {name.replace("{terrain}", terrain): value for name, value in named.items()}
    cells = {name: value for name, value in cells.items() if pack.charts.get(name) != value}
    if not readings and not cells:
        return None
    chosen = tuple({**pack.chosen, **readings}.items())
    other = _pack_under(pack.id, chosen, tuple({**pack.charts, **cells}.items()))
    mark = UNDER + AND.join(writer.name for writer in writers)
    return Fought(_at(fought.act, replace(position, pack=other)), f"{fought.source}{mark}")


@cache
def _pack_under(name: str, readings: tuple[tuple[str, str], ...], cells: tuple[tuple[str, object], ...]) -> Pack:
    return replace(load_pack(name, dict(readings)), charts=dict(cells))


def crossed(one: Writer, other: Writer, book: str) -> Fought | None:
    """A battle in which both apply to one number, made of a battle in which each does, or fought elsewhere; None if none is."""
    by_writer, _ = met_in_cases(book)
    met = list(product(by_writer.get(one, ()), by_writer.get(other, ())))
    both = [pair for first, second in met for pair in ((first, second), (second, first))]
    for base, graft in both:
        alike = under(base, one, other) or base
        made = (each for count in range(1, MOST + 1) for each in _crossings(alike, graft, count))
        found = next((each for each in (alike, *made) if meet(each, one, other)), None)
        if found is not None:
            return found
    for base, graft in both:
        for made_of in (base, *_crossings(base, graft, 1)) if _has_ground(base, one, other) else ():
            for moved in _elsewhere(made_of, one, other):
                told = under(moved, one, other) or moved
                if meet(told, one, other):
                    return told
    return None


def _has_ground(fought: Fought, one: Writer, other: Writer) -> bool:
    """Whether both writers ask for some ground, and the map has a place where it is as both ask."""
    position = fought.act.before
    rows = [rows_of(position.pack, each) for each in (one, other)]
    if any(not any(_asks_for_ground(row) for row in each) for each in rows):
        return False
    return bool(ground_for(position, position.units[fought.act.units[0]].side, *rows))


def _asks_for_ground(row: Row) -> bool:
    return not row.where.anywhere or getattr(row, "edges", None) is not None


def _elsewhere(fought: Fought, one: Writer, other: Writer) -> Iterator[Fought]:
    """The battle in the first hexes of its map where the ground is as both writers ask."""
    position, side = fought.act.before, fought.act.before.units[fought.act.units[0]].side
    rows = [rows_of(position.pack, each) for each in (one, other)]
    for start, target in ground_for(position, side, *rows):
        yield replace(fought, act=_fought_at(fought.act, start, target), source=f"{fought.source}{AT}{start}>{target}")


AT, UNDER, AND = " @ ", " # ", " & "
"""Before the hexes to which a battle was moved, before the writers whose readings and chart cells it was fought under, and
between these."""


def ground_for(position: Position, side: str, *writers: tuple[Row, ...]) -> list[tuple[str, str]]:
    """The first pairs of neighbours such that an attack out of the one on the other may be what each of the writers asks."""
    network, ground, found = position.network, ground_at(position), []
    for i in range(len(network)):
        fit = [[row for row in rows if row.where.fits(ground, i).possible] for rows in writers]
        if not all(fit):
            continue
        for j in (int(j) for j in network.neighbours[i] if j >= 0):
            if all(
                any(crosses(position, getattr(row, "edges", None), side, (j, i)).possible for row in rows)
                for rows in fit
            ):
                found.append((network.number(j), network.number(i)))
                break
        if len(found) == PLACES:
            break
    return found


def _fought_at(act: Attack, start: str, target: str) -> Attack:
    """The attack out of one hex on another."""
    position, defending = act.before, _defending(act)
    for names, number in ((act.units, start), (defending, target)):
        for name in names:
            position = position.moved(name, number, number)
    for each in act.before.markers_at(act.path[0]):
        if not each.on and "-" not in each.location:
            position = position.with_marker(replace(each, hex=target, location=target))
    return replace(_at(act, position), targets=(target,))


def meet(made: Fought, one: Writer, other: Writer) -> bool:
    """Whether both writers apply to one number of a battle."""
    try:
        return any({one, other} <= writers for writers in numbers_of(made.reckoned()))
    except AdjudicatorError:
        return False


def made_again(book: str, source: str, number: str) -> Iterator[Fought]:
    """The battles of a source, as `Fought.source` tells it: a case, then, one after the other, all that was done with it."""
    parts = re.split(f"({'|'.join(map(re.escape, (CROSSED, AT, UNDER)))})", source)
    found = list(fights(_by_name(book)[parts[0]]))
    for mark, what in zip(parts[1::2], parts[2::2], strict=True):
        if mark == CROSSED:
            ways, _, other = what.partition(" of ")
            found = [
                Fought(made, source)
                for each in found
                for second in fights(_by_name(book)[other])
                if (made := _grafted(each.act, second.act, ways.split(", "))) is not None
            ]
        elif mark == AT:
            start, _, target = what.partition(">")
            found = [Fought(_fought_at(each.act, start, target), source) for each in found]
        else:
            writers = [Writer(number, name) for name in what.split(AND)]
            found = [under(each, *writers) or each for each in found]
    yield from found


def _grafted(act: Attack, other: Attack, ways: Iterable[str]) -> Attack | None:
    made: Attack | None = act
    for way in ways:
        made = WAYS[way](made, other) if made is not None else None
    return made


@cache
def _by_name(book: str) -> dict[str, Filed]:
    return {filed.name: filed for filed in all_cases(book)}


def _crossings(base: Fought, graft: Fought, count: int) -> Iterator[Fought]:
    """The battle with so many things of the other: its time, its weather, its marks, its units, what was told."""
    for chosen in combinations(WAYS, count):
        act = _grafted(base.act, graft.act, chosen)
        if act is not None:
            yield Fought(act, f"{base.source}{CROSSED}{', '.join(chosen)} of {graft.case}")


CROSSED = " + "
"""Before what a battle took from another."""


def _moment(act: Attack, other: Attack) -> Attack:
    return _at(act, act.before.during(other.moment))


def _weather(act: Attack, other: Attack) -> Attack:
    return _at(act, act.before.during(replace(act.moment, conditions=other.moment.conditions)))


def _markers(act: Attack, other: Attack) -> Attack | None:
    """The markers that lie where the other attacks, and between there and the attackers."""
    position, number = act.before, act.path[0]
    lying = [each for each in other.before.markers_at(other.path[0]) if not each.on]
    for each in lying:
        if "-" not in each.location:
            position = position.with_marker(replace(each, hex=number, location=number))
    return _at(act, position) if lying else None


def _marks(act: Attack, other: Attack) -> Attack | None:
    """The marks of the other's attackers on these, and those of its defenders on theirs."""
    position, laid = act.before, 0
    for there, here in (
        (other.units, act.units),
        (_defending(other), _defending(act)),
    ):
        kinds = {each.type.id: each for each in other.before.markers.values() if each.on in there}
        for name in here:
            unit = position.units[name]
            for count, each in enumerate(kinds.values()):
                made = replace(each, id=f"{each.id}.{name}.{count}", on=name, hex=unit.hex, location=unit.hex)
                position, laid = position.with_marker(made), laid + 1
    return _at(act, position) if laid else None


def _attackers(act: Attack, other: Attack) -> Attack | None:
    return _joined(act, other, other.units, act.before.units[act.units[0]].hex, kept=act.units)


def _attackers_instead(act: Attack, other: Attack) -> Attack | None:
    return _joined(act, other, other.units, act.before.units[act.units[0]].hex, kept=())


def _joined(act: Attack, other: Attack, names: Iterable[str], number: str, *, kept: tuple[str, ...]) -> Attack | None:
    """The attack with units of the other in a hex, and of its own those kept alone."""
    side, position, units = act.before.units[act.units[0]].side, act.before, list(kept)
    for name in act.units:
        position = position if name in kept else position.without(name)
    for name in names:
        unit = other.before.units[name]
        if unit.side != side:
            return None
        made = replace(unit, id=f"{unit.type.id}#{len(units) + 80}", hex=number, location=number)
        position = position.with_unit(made)
        for each in other.before.markers.values():
            if each.on == name:
                position = position.with_marker(
                    replace(each, id=f"{each.id}.{made.id}", on=made.id, hex=number, location=number)
                )
        units.append(made.id)
    return replace(_at(act, position), units=tuple(units)) if units else None


def _defenders(act: Attack, other: Attack) -> Attack | None:
    return _defended(act, other, instead=False)


def _defenders_instead(act: Attack, other: Attack) -> Attack | None:
    return _defended(act, other, instead=True)


def _defended(act: Attack, other: Attack, *, instead: bool) -> Attack | None:
    number, position = act.path[0], act.before
    side = position.units[act.units[0]].side
    names = _defending(other)
    if not names or any(other.before.units[name].side == side for name in names):
        return None
    for name in _defending(act) if instead else ():
        position = position.without(name)
    for count, name in enumerate(names):
        unit = other.before.units[name]
        made = replace(unit, id=f"{unit.type.id}#{count + 90}", hex=number, location=number)
        position = position.with_unit(made)
        for each in other.before.markers.values():
            if each.on == name:
                position = position.with_marker(
                    replace(each, id=f"{each.id}.{made.id}", on=made.id, hex=number, location=number)
                )
    return _at(act, position)


def _told(act: Attack, other: Attack) -> Attack | None:
    return replace(act, told={**other.told, **act.told}) if other.told else None


def _defending(act: Attack) -> tuple[str, ...]:
    side = act.before.units[act.units[0]].side
    return tuple(unit.id for unit in act.before.at(act.path[0]) if unit.side != side)


def _at(act: Attack, position: Position) -> Attack:
    return replace(act, before=position, after=position)


def _armies(act: Attack, other: Attack) -> Attack | None:
    """Both armies of the other in place of these, and what was told of them."""
    attacking = _attackers_instead(act, other)
    defending = _defenders_instead(attacking, other) if attacking is not None else None
    return replace(defending, told={**act.told, **other.told}) if defending is not None else None


WAYS = {
    "the weather": _weather,
    "the words": _told,
    "the markers": _markers,
    "the marks": _marks,
    "the moment": _moment,
    "the armies": _armies,
    "the attackers": _attackers,
    "the attackers alone": _attackers_instead,
    "the defenders": _defenders,
}
"""What a battle may take from another."""
