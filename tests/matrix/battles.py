"""Battles in which two writers meet: those of the cases, and crossings of two of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations, product
from typing import NamedTuple

import numpy as np

from adjudicator.analysis.combat.beyond import columns_beyond
from adjudicator.analysis.combat.conditions import crosses
from adjudicator.analysis.combat.odds import Battle, battle
from adjudicator.analysis.combat.ranged import lenders, unknown_support
from adjudicator.analysis.combat.strength import UnitShare
from adjudicator.analysis.combat.terms import CombatTable, Factor, combat_table
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.movement.terms import Allowance
from adjudicator.errors import AdjudicatorError
from adjudicator.model.amounts import exact
from adjudicator.model.hexes import Hexside
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Place
from adjudicator.model.units import Marker, Unit
from adjudicator.packs.load import load_pack
from adjudicator.play.session import Play
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Attack
from adjudicator.record.position import Position
from adjudicator.terms.climate import WEATHER
from adjudicator.terms.edges import Edges
from adjudicator.terms.where import Where
from tests.cases import Filed, all_cases, position_of
from tests.matrix.contradictions import Row, rows_of, why
from tests.matrix.writers import (
    ALLOWANCE,
    COLUMN,
    DIE,
    Writer,
    cases_by_name,
    count_met,
    lent_cases,
    side_strength,
    unit_strength,
    writers_of,
)

WITNESSES, MORE_WITNESSES, MOST_WITNESSES = 2, 6, 400
"""How many battles in which a writer applies are crossed with another's, how many if none of those will do, and how many are
looked at as they are, but under the readings and with the chart cells that both ask for."""
PLACES = 2
"""How many places are looked at where the ground is as two writers ask."""
FEW = 30
"""Of how many battles the map is drawn anew for a writer that applies in none."""
MOST = 2
"""How many things of one battle are brought into another at most."""
NOTHING: frozenset[str] = frozenset()
CROSSED, AT, UNDER, DRAWS, AND = " + ", " @ ", " # ", " % ", " & "
"""Before what a battle took from another, before the hexes to which it was moved, before the writers whose readings and chart
cells it was fought under, before those for which the map was drawn, and between these."""
MARKS = (CROSSED, AT, UNDER, DRAWS)
"""What parts the things that were done with a battle of a case."""


@dataclass(frozen=True)
class Fought:
    """An attack, and where it comes from: a case, or two that were crossed."""

    act: Attack
    source: str

    @property
    def case(self) -> str:
        """The case that it comes from."""
        return re.split("|".join(map(re.escape, (CROSSED, AT, UNDER, DRAWS))), self.source)[0]

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
STANDING = re.compile(r"strength (\S+) (attack|defense) (\S+)")
"""A question about a unit that attacks a hex, or defends it."""


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
        asked = any(ASKED.fullmatch(question) for question in filed.case.computes)
        if asked or any(line.startswith("attack ") for line in filed.case.moves):
            yield from _attacks(filed, _played(filed))


def fights(filed: Filed) -> Iterator[Fought]:
    """The attacks of a case, those of its questions, and the battles of single units that it asks about."""
    play = _played(filed)
    yield from _attacks(filed, play)
    yield from _single(filed, play)


def _played(filed: Filed) -> Play | None:
    """A case played; None where it cannot be."""
    try:
        return play_moves(filed.case.moves, position_of(filed))
    except AdjudicatorError:
        return None


def _attacks(filed: Filed, play: Play | None) -> Iterator[Fought]:
    if play is None:
        return
    for act in play.acts:
        if isinstance(act, Attack) and act.units and all(name in act.before.units for name in act.units):
            yield Fought(act, filed.name)
    end = play.end
    for question in filed.case.computes:
        found = ASKED.fullmatch(question)
        if found is not None and all(name in end.units for name in found[2].split(", ")):
            units = tuple(found[2].split(", "))
            yield Fought(Attack(before=end, after=end, units=units, targets=(found[1],)), filed.name)


def _single(filed: Filed, play: Play | None) -> Iterator[Fought]:
    if play is None:
        return
    asked = (found for question in filed.case.computes if (found := STANDING.fullmatch(question)))
    for name, part, number in (found.groups() for found in asked):
        unit = play.end.units.get(name)
        act = _alone(play.end, unit, part, number) if unit is not None else None
        if act is not None:
            yield Fought(act, filed.name)


def _alone(position: Position, unit: Unit, part: str, number: str) -> Attack | None:
    """The attack of a unit alone on a hex; or, as it defends there, that of its first enemy, who comes beside it."""
    if part == "attack":
        return Attack(before=position, after=position, units=(unit.id,), targets=(number,))
    network = position.network
    beside = [int(j) for j in network.neighbours[network.index[number]] if j >= 0]
    enemy = next(
        (each for each in position.units.values() if each.side not in ("", unit.side) and not each.type.flies), None
    )
    if enemy is None or not beside:
        return None
    start = network.number(beside[0])
    met = position.moved(unit.id, number, number).moved(enemy.id, start, start)
    return Attack(before=met, after=met, units=(enemy.id,), targets=(number,))


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
        if writer not in by_writer and writer.number != ALLOWANCE:
            for each in every[:FEW]:
                for told in _drawn_in_each_weather(book, each, writer):
                    if len(by_writer.get(writer, ())) < WITNESSES:
                        _count(told, by_writer, by_pair)
    asked = (filed for filed in all_cases(book) if any(map(STANDING.fullmatch, filed.case.computes)))
    single = (each for filed in asked for each in _single(filed, _played(filed)))
    for each in chain(single, *map(fights, lent_cases(book))):
        if any(len(by_writer.get(writer, ())) < MORE_WITNESSES for writer in _writers_in(each)):
            _count(each, by_writer, by_pair)
    return {one: tuple(found) for one, found in by_writer.items()}, by_pair


def _count(fought: Fought, by_writer: dict[Writer, list[Fought]], by_pair: dict[frozenset[Writer], Fought]) -> None:
    for writers in _numbers_in(fought):
        count_met(writers, fought, by_writer, by_pair, MOST_WITNESSES)


def _writers_in(fought: Fought) -> frozenset[Writer]:
    return frozenset[Writer]().union(*_numbers_in(fought))


def _numbers_in(fought: Fought) -> list[frozenset[Writer]]:
    try:
        return list(numbers_of(fought.reckoned()))
    except AdjudicatorError:
        return []


def _drawn_in_each_weather(book: str, fought: Fought, *writers: Writer) -> Iterator[Fought]:
    """The battle on a map drawn for writers, under their readings, in its own weather and with the weather of other cases."""
    drawn = drawn_for(fought, *writers)
    if drawn is None:
        return
    made = under(drawn, *writers) or drawn
    yield made
    weathers: dict[str, Filed] = {}
    for filed in all_cases(book):
        for line in filed.case.given:
            if line.startswith(f"{WEATHER} ") and any(word.startswith("attack ") for word in filed.case.moves):
                weathers.setdefault(line, filed)
    for filed in weathers.values():
        for other in fights(filed):
            act = _weather(made.act, other.act)
            yield Fought(act, f"{made.source}{CROSSED}the weather of {filed.name}")


def under(fought: Fought, *writers: Writer) -> Fought | None:
    """The battle under the readings, and with the chart cells, that writers ask for; None if they ask for none."""
    position = fought.act.before
    pack, network = position.pack, position.network
    terrain = network.terrain_names[network.terrain[network.index[fought.act.path[0]]]]
    readings: dict[str, str] = {}
    cells: dict[str, str] = {}
    rows = _together(pack, writers)
    for row in rows:
        readings |= {name: value for name, value in row.when.readings.items() if pack.chosen[name] != value}
        named = {} if isinstance(row, Allowance) else row.cells
        cells |= {name.replace("{terrain}", terrain): value for name, value in named.items()}
    cells = {name: value for name, value in cells.items() if pack.charts.get(name) != value}
    made = fought.act
    if readings or cells:
        chosen = tuple({**pack.chosen, **readings}.items())
        other = _pack_under(pack.id, chosen, tuple({**pack.charts, **cells}.items()))
        made = _at(made, replace(position, pack=other))
    made = _at_the_time(made, rows)
    made = _with_dice(made, frozenset(writer.name for writer in writers))
    if made is fought.act:
        return None
    return Fought(made, f"{fought.source}{UNDER}{AND.join(writer.name for writer in writers)}")


def _at_the_time(act: Attack, rows: Iterable[Row]) -> Attack:
    """The attack in the turn, and under the conditions and weather, that some rows ask for."""
    moment, told = act.moment, dict(act.moment.conditions)
    turn = moment.turn
    for row in rows:
        weathers = [each for each in (row.where.weather, *(each.weather for each in _hexsides((row,)))) if each]
        asked = {**row.when.conditions, **({WEATHER: weathers[0]} if weathers else {})}
        for name, values in asked.items():
            if any(each.partition(":")[0] == name and value in values for each, value in told.items()):
                continue
            told = {each: value for each, value in told.items() if each.partition(":")[0] != name or value in values}
            told.setdefault(name, min(values))
        turn = max(turn, row.when.first_turn)
        turn = min(turn, row.when.last_turn) if row.when.last_turn else turn
    now = replace(moment, turn=turn, conditions=tuple(told.items()))
    return act if now == moment else _at(act, act.before.during(now))


def _with_dice(act: Attack, names: frozenset[str]) -> Attack:
    """The attack with a number of ours in each cell of a chart that rows of the die want, if it adds nothing or is untold."""
    position = act.before
    network, told = position.network, dict(position.moment.conditions)
    terrain = network.terrain_names[network.terrain[network.index[act.path[0]]]]
    weathers = {value for name, value in told.items() if name.partition(":")[0] == WEATHER} or {""}
    asked = [row.chart for row in combat_table(position).die if row.name in names and row.chart]
    wanted = {
        chart.replace("{terrain}", terrain).replace("{weather}", weather) for chart in asked for weather in weathers
    }
    wanted = {cell for cell in wanted if "{" not in cell and not exact(str(position.pack.charts.get(cell, 0)))}
    pack, armor = position.pack, combat_table(position).armor
    found: dict[str, object] = dict.fromkeys(sorted(wanted), INVENTED)
    if ARMOR in names and armor is not None:
        barred = (cell.replace("{terrain}", terrain) for row in armor.barred for cell in row.cells)
        found |= {cell.replace("{weather}", weather): OPEN for cell in barred for weather in weathers}
    if all(pack.charts.get(cell) == value for cell, value in found.items()):
        return act
    cells = {**pack.charts, **found}
    return _at(act, replace(act.before, pack=_pack_under(pack.id, tuple(pack.chosen.items()), tuple(cells.items()))))


ARMOR, OPEN = "armor and antitank effects", "open"
"""The writer that cells of charts bar, and what they have where they do not."""
INVENTED = -1
"""A number on a chart that no book tells us."""


@cache
def _pack_under(name: str, readings: tuple[tuple[str, str], ...], cells: tuple[tuple[str, object], ...]) -> Pack:
    return replace(load_pack(name, dict(readings)), charts=dict(cells))


def crossed(one: Writer, other: Writer, book: str) -> Fought | None:
    """A battle in which both apply to one number, made of a battle in which each does, or fought elsewhere; None if none is."""
    by_writer, _ = met_in_cases(book)
    first, second = by_writer.get(one, ()), by_writer.get(other, ())
    alike = (told for each in (*first, *second) if (told := under(each, one, other)) is not None)
    first, second = first[:MORE_WITNESSES], second[:MORE_WITNESSES]
    few = list(product(first[:WITNESSES], second[:WITNESSES]))
    more = [*product(first[WITNESSES:], second), *product(first[:WITNESSES], second[WITNESSES:])]
    drawn = (told for each in (*first, *second) for told in _drawn_in_each_weather(book, each, one, other))
    return (
        _crossed(few, one, other)
        or next((each for each in alike if meet(each, one, other)), None)
        or _crossed(more, one, other)
        or next((each for each in drawn if meet(each, one, other)), None)
    )


def _crossed(met: Sequence[tuple[Fought, Fought]], one: Writer, other: Writer) -> Fought | None:
    """A battle made of two, the first such."""
    # what a battle is made of is told by its case alone
    both = [(here, there) for pair in met for here, there in (pair, pair[::-1]) if there.source == there.case]
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
    for base, graft in ((here, there) for pair in met for here, there in (pair, pair[::-1])):
        shaped = drawn_for(base, one, other)
        if shaped is None:
            break
        counts = range(1, MOST + 1) if graft.source == graft.case else ()
        made = (each for count in counts for each in _crossings(shaped, graft, count))
        for made_of in (shaped, *made):
            told = under(made_of, one, other) or made_of
            if meet(told, one, other):
                return told
    return None


def drawn_for(fought: Fought, *writers: Writer) -> Fought | None:
    """The battle on a map on which its hex and hexsides are drawn as the first row of each writer asks that fits the others; None
    where none asks for any ground."""
    act, position = fought.act, fought.act.before
    rows = _together(position.pack, writers)
    if not any(map(_asks_for_ground, rows)):
        return None
    network, number = position.network, act.path[0]
    near = {network.number(int(j)) for j in network.neighbours[network.index[number]] if j >= 0}
    starts = near & {position.units[name].hex for name in act.units}
    where, edges = [_ground_of(row) for row in rows], _hexsides(rows)
    asked = frozenset[str]().union(*(_one(each.tags) | each.all_tags for each in where))
    alike = [each.terrains for each in where if each.terrains]
    ground = _Ground(
        min(frozenset.intersection(*alike)) if alike else _plain(network),
        (network.hexes[network.index[number]].tags - _words_of_ground(position)) | asked,
        frozenset[str]().union(*(_one(each.inside.tags) for each in edges)),
        frozenset[str]().union(*(each.all_features | _rarest(position, each.features) for each in edges)),
        frozenset[str]().union(*(_one(each.places) for each in where)),
    )
    position = replace(position, network=_drawn(network, number, frozenset(starts), ground))
    for kind in sorted({kind for each in where for kind in _one(each.markers)}):
        laid = next((each for each in position.pack.markers.values() if each.kind == kind), None)
        if laid is not None:
            position = position.with_marker(Marker(f"{laid.id}@{DRAWN}", laid, number, "", number, laid.value))
    made = _at(act, position)
    return Fought(made, f"{fought.source}{DRAWS}{AND.join(writer.name for writer in writers)}")


class _Ground(NamedTuple):
    """How a hex is drawn: its terrain and tags, the tags of those next to it too, the features of its hexsides to those who
    attack it, and the kinds of place in it."""

    terrain: str
    tags: frozenset[str]
    region: frozenset[str]
    features: frozenset[str]
    places: frozenset[str]


@cache
def _drawn(network: Network, number: str, starts: frozenset[str], ground: _Ground) -> Network:
    """A map with one hex, and its hexsides to some others, drawn anew."""
    theatre, target = network.theatre, network.hexes[network.index[number]]
    hexes = {**theatre.hexes, target.at: replace(target, terrain=ground.terrain, tags=ground.tags)}
    sides = dict(theatre.hexsides)
    for entry in (network.hexes[network.index[start]] for start in starts):
        sides[Hexside.between(entry.at, target.at)] = ground.features
    for entry in (network.hexes[network.index[each]] for each in (*starts, number)):
        hexes[entry.at] = replace(hexes[entry.at], tags=hexes[entry.at].tags | ground.region)
    there = tuple(each for each in theatre.places if each.hex != number)
    placed = (Place(name=DRAWN, hex=number, kinds=ground.places),) if ground.places else ()
    return Network.of(replace(theatre, hexes=hexes, hexsides=sides, places=there + placed))


def _one(names: frozenset[str]) -> frozenset[str]:
    return frozenset(sorted(names)[:1])


def _rarest(position: Position, features: frozenset[str]) -> frozenset[str]:
    """Of some features the one that the fewest rows of battles ask for."""
    used = [edges.features for part in PARTS for edges in _hexsides(getattr(combat_table(position), part))]
    return frozenset(sorted(features, key=lambda name: (sum(name in each for each in used), name))[:1])


def _words_of_ground(position: Position) -> frozenset[str]:
    """The tags and terrains that rows of battles ask for."""
    table = combat_table(position)
    where = [row.where for part in PARTS for row in getattr(table, part)]
    return frozenset[str]().union(*(each.tags | each.all_tags | each.terrains for each in where))


def _plain(network: Network) -> str:
    """The terrain that most hexes of a map have."""
    names, counts = np.unique(network.terrain, return_counts=True)
    return network.terrain_names[int(names[counts.argmax()])]


def _hexsides(rows: Iterable[Row]) -> list[Edges]:
    return [edges for row in rows if isinstance(edges := getattr(row, "edges", None), Edges)]


def _together(pack: Pack, writers: Iterable[Writer]) -> tuple[Row, ...]:
    """A row of each writer that has any, such that they may apply together."""
    every = product(*(found for writer in writers if (found := rows_of(pack, writer))))
    return next((rows for rows in every if not any(why(pack, *pair) for pair in combinations(rows, 2))), ())


DRAWN = "Drawn"
"""The name of a place that was drawn for two writers."""


def _has_ground(fought: Fought, one: Writer, other: Writer) -> bool:
    """Whether both writers ask for some ground, and the map has a place where it is as both ask."""
    position = fought.act.before
    rows = [rows_of(position.pack, each) for each in (one, other)]
    if any(not any(_asks_for_ground(row) for row in each) for each in rows):
        return False
    return bool(ground_for(position, position.units[fought.act.units[0]].side, *rows))


def _ground_of(row: Row) -> Where:
    """What a row asks of the hex that is attacked: for a defender that is where it stands."""
    return row.own if isinstance(row, Factor) and row.part == "defense" and row.where.anywhere else row.where


def _asks_for_ground(row: Row) -> bool:
    return not _ground_of(row).anywhere or getattr(row, "edges", None) is not None


def _elsewhere(fought: Fought, one: Writer, other: Writer) -> Iterator[Fought]:
    """The battle in the first hexes of its map where the ground is as both writers ask."""
    position, side = fought.act.before, fought.act.before.units[fought.act.units[0]].side
    rows = [rows_of(position.pack, each) for each in (one, other)]
    for start, target in ground_for(position, side, *rows):
        yield replace(fought, act=_fought_at(fought.act, start, target), source=f"{fought.source}{AT}{start}>{target}")


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
    parts = re.split(f"({'|'.join(map(re.escape, MARKS))})", source)
    found = list(fights(cases_by_name(book)[parts[0]]))
    for mark, what in zip(parts[1::2], parts[2::2], strict=True):
        if mark == CROSSED:
            ways, _, other = what.partition(" of ")
            found = [
                Fought(made, source)
                for each in found
                for second in fights(cases_by_name(book)[other])
                if (made := _grafted(each.act, second.act, ways.split(", "))) is not None
            ]
        elif mark == AT:
            start, _, target = what.partition(">")
            found = [Fought(_fought_at(each.act, start, target), source) for each in found]
        else:
            pack = load_pack(book)
            named = [each for name in what.split(AND) for each in _named(pack, number, name)]
            writers, made_as = named, drawn_for if mark == DRAWS else under
            found = [made_as(each, *writers) or each for each in found]
    yield from found


def _named(pack: Pack, number: str, name: str) -> list[Writer]:
    """The writer of a name, of this number if it has such a one."""
    found = [each for each in writers_of(pack) if each.name == name]
    return [each for each in found if each.number == number] or found[:1]


def _grafted(act: Attack, other: Attack, ways: Iterable[str]) -> Attack | None:
    made: Attack | None = act
    for way in ways:
        made = WAYS[way](made, other) if made is not None else None
    return made


def _crossings(base: Fought, graft: Fought, count: int) -> Iterator[Fought]:
    """The battle with so many things of the other: its time, its weather, its marks, its units, what was told."""
    for chosen in combinations(WAYS, count):
        act = _grafted(base.act, graft.act, chosen)
        if act is not None:
            yield Fought(act, f"{base.source}{CROSSED}{', '.join(chosen)} of {graft.case}")


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
        made = f"{unit.type.id}#{len(units) + 80}"
        position = _with_copy(position, unit, made, number, other.before)
        units.append(made)
    return replace(_at(act, position), units=tuple(units)) if units else None


def _with_copy(position: Position, unit: Unit, name: str, number: str, origin: Position) -> Position:
    """The position with a unit of another, under a name of its own in a hex, and with the markers that lie on it there."""
    position = position.with_unit(replace(unit, id=name, hex=number, location=number))
    for each in origin.markers.values():
        if each.on == unit.id:
            position = position.with_marker(replace(each, id=f"{each.id}.{name}", on=name, hex=number, location=number))
    return position


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
        position = _with_copy(position, unit, f"{unit.type.id}#{count + 90}", number, other.before)
    return _at(act, position)


def _past(act: Attack, other: Attack) -> Attack | None:
    """What the other's defenders did before, as done by these in this phase."""
    went = other.before.memory.went
    done = next((went[name] for name in _defending(other) if name in went), None)
    phase = act.moment.phase
    if done is None or phase is None:
        return None
    now = done._replace(turn=act.moment.turn, phase=phase.id)
    memory = act.before.memory
    changed = replace(memory, went=memory.went.update(dict.fromkeys(_defending(act), now)))
    return _at(act, replace(act.before, memory=changed))


def _flights(act: Attack, other: Attack) -> Attack | None:
    """What flies over the other's hex, over this one; of the other side, where the armies are, the first of its kind."""
    position, number = act.before, act.path[0]
    side, theirs = position.units[act.units[0]].side, other.before.units[other.units[0]].side
    flown = position.memory.flown
    for name, sortie in sorted(other.before.memory.flown.items()):
        unit = other.before.units.get(name)
        if unit is None or sortie.hex != other.path[0]:
            continue
        attacks = unit.side == theirs
        kinds = [each for each in position.pack.units.values() if each.flies and each.kind == unit.type.kind]
        fit = [each for each in kinds if (each.side == side) == attacks]
        if fit:
            kind = unit.type if unit.type in fit else fit[0]
            made = replace(unit, id=f"{kind.id}#70", type=kind, hex="", location=number)
            position = position.with_unit(made)
            flown = flown.set(made.id, sortie._replace(hex=number, packet=made.id, driven=""))
    if flown is position.memory.flown:
        return None
    return _at(act, replace(position, memory=replace(position.memory, flown=flown)))


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
    "the flights": _flights,
    "the markers": _markers,
    "the marks": _marks,
    "the past": _past,
    "the moment": _moment,
    "the armies": _armies,
    "the attackers": _attackers,
    "the attackers alone": _attackers_instead,
    "the defenders": _defenders,
}
"""What a battle may take from another."""
