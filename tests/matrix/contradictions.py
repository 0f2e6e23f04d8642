"""Two rows of a table that never apply together: what one asks for is what the other does not have."""

from __future__ import annotations

from itertools import product

from adjudicator.analysis.combat.terms import CombatTable, Factor, Modifier, Total
from adjudicator.analysis.movement.terms import Allowance, MovementTable
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.tables import load_table
from adjudicator.model.units import Unit
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from tests.matrix.writers import ALLOWANCE, COLUMN, DIE, Writer, side_strength, unit_strength

Row = Factor | Total | Modifier | Allowance


def rows_of(pack: Pack, writer: Writer) -> tuple[Row, ...]:
    """The rows of a writer; none where the code has it."""
    combat, movement = load_table(pack, "combat", CombatTable), load_table(pack, "movement", MovementTable)
    if writer.number == ALLOWANCE:
        named = (row for count, row in enumerate(movement.allowance, 1) if (row.why or f"row {count}") == writer.name)
        return tuple(named)
    found: list[Row] = []
    if writer.number == COLUMN:
        found += combat.shift
    elif writer.number == DIE:
        found += combat.die
    else:
        found += (row for row in combat.factor if unit_strength(row.part) == writer.number)
        found += (row for row in combat.total if side_strength(row.part) == writer.number)
    return tuple(row for row in found if not isinstance(row, Allowance) and row.name == writer.name)


def contradiction(pack: Pack, one: Writer, other: Writer) -> str:
    """Why two writers never meet, in words; "" if they may."""
    pairs = list(product(rows_of(pack, one), rows_of(pack, other)))
    whys = [why(pack, *pair) for pair in pairs]
    return ", or ".join(dict.fromkeys(whys)) if pairs and all(whys) else ""


def why(pack: Pack, one: Row, other: Row) -> str:
    """Why two rows never apply together, in words; "" if they may."""
    if not isinstance(one, Allowance) and not isinstance(other, Allowance) and one.group and one.group == other.group:
        return f"of the group {one.group} the first alone counts"
    if isinstance(one, Allowance) and isinstance(other, Allowance):
        if one.modes and other.modes and not one.modes & other.modes:
            return "no unit moves in two modes at once"
        if {one.start, other.start} == {"zone", "free"}:
            return "a unit starts in an enemy zone or does not"
        rows = load_table(pack, "movement", MovementTable).allowance
        if min(one, other, key=rows.index).last:
            return "after the first no other is looked at"
    if (told := _times(one.when, other.when)) or (told := _places(one.where, other.where)):
        return told
    if isinstance(one, Factor) and isinstance(other, Factor) and (told := _places(one.own, other.own)):
        return told
    first, second = getattr(one, "edges", None), getattr(other, "edges", None)
    if isinstance(first, Edges) and isinstance(second, Edges) and (told := _hexsides(first, second)):
        return told
    return _units(pack, one, other)


def _times(one: When, other: When) -> str:
    if one.phases and other.phases and not one.phases & other.phases:
        return "the phases differ"
    if {one.phasing, other.phasing} == {"own", "enemy"}:
        return "one is for whoever is phasing, the other for his enemy"
    for name in one.conditions.keys() & other.conditions.keys():
        if not one.conditions[name] & other.conditions[name]:
            return f"the {name} differs"
    for name in one.readings.keys() & other.readings.keys():
        if one.readings[name] != other.readings[name]:
            return f"they are of two readings of {name}"
    if (one.last_turn and other.first_turn > one.last_turn) or (other.last_turn and one.first_turn > other.last_turn):
        return "the turns differ"
    return (
        "the optional rules differ"
        if one.options & other.without_options or other.options & one.without_options
        else ""
    )


def _places(one: Where, other: Where) -> str:
    if one.terrains and other.terrains and not one.terrains & other.terrains:
        return "a hex has one terrain"
    if one.weather and other.weather and not one.weather & other.weather:
        return "a hex has one weather"
    for here, there in ((one, other), (other, one)):
        if (here.tags and here.tags <= there.without) or (here.terrains and here.terrains <= there.without):
            return "the hexes differ"
        if here.places and here.places <= there.without_places:
            return "the places differ"
        if here.markers and here.markers <= there.without_markers:
            return "the markers differ"
    return ""


def _hexsides(one: Edges, other: Edges) -> str:
    if one.weather and other.weather and not one.weather & other.weather:
        return "a hexside has one weather"
    if {one.frozen, other.frozen} == {"yes", "no"}:
        return "water is frozen or it is not"
    for here, there in ((one, other), (other, one)):
        if here.features and here.features <= there.without:
            return "the hexsides differ"
    return ""


def _units(pack: Pack, one: Row, other: Row) -> str:
    """Rows about one unit, that no unit of the game, with whatever marks, fits."""
    if isinstance(one, Modifier | Total) or isinstance(other, Modifier | Total):
        return ""
    fixed = tuple(_of_its_type(who, _tags_of_types(pack)) for who in (one.who, other.who))
    units = (Unit(each.id, each, "", "", face) for each in pack.units.values() for face in range(len(each.faces)))
    return "" if any(all(who.matches(unit) for who in fixed) for unit in units) else "no unit is of both kinds"


@remembered(8)
def _tags_of_types(pack: Pack) -> frozenset[str]:
    """The tags that units of the game have without any mark."""
    found = (tags for each in pack.units.values() for tags in (each.tags, *(face.tags for face in each.faces)))
    return frozenset[str]().union(*found)


def _of_its_type(who: Selector, printed: frozenset[str]) -> Selector:
    """What a selector asks of a unit without its marks."""
    any_tags = who.any_tags if who.any_tags <= printed else frozenset[str]()
    update = {"tags": who.tags & printed, "any_tags": any_tags, "without_tags": who.without_tags & printed}
    return who.model_copy(update=update)
