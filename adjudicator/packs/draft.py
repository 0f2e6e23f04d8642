"""A pack begun from a module: its map, sides and counters as the TOML of a new pack, rules still to be written.

Only what the module says is written down. What it cannot say (strengths, terrain, who owns a counter whose palette names no
side) is left out, proposed in a comment or put under the side "unknown"; nothing is guessed, so a draft judges nothing until
somebody fills it in. Only a module without any hexes is refused.
"""

from __future__ import annotations

import re

from adjudicator.errors import PackError
from adjudicator.lean import dataclass
from adjudicator.model.module import Module
from adjudicator.model.pack import NO_SIDE, Pack
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import UNKNOWN_TERRAIN
from adjudicator.model.vocabulary import Vocabulary
from adjudicator.packs.drafting.counters import Counters, Sides, counters_of, sides_of
from adjudicator.packs.drafting.extending import counters_in, sides_in
from adjudicator.packs.drafting.field import HexField, field_of
from adjudicator.packs.drafting.numbers import Numbered, numbered
from adjudicator.packs.drafting.texts import literal, quoted, word
from adjudicator.packs.load import sample_units
from adjudicator.words import counted

BLANK = UNKNOWN_TERRAIN


@dataclass(frozen=True, slots=True)
class Draft:
    """The files of the new pack by their path inside its folder, and what the module did not say."""

    files: dict[str, str]
    open_points: tuple[str, ...]
    hexes: int
    units: int
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a draft is made of: the module, its hexes and their numbers, its sides and counters, and words for the map."""

    module: Module
    field: HexField
    ground: Numbered
    sides: Sides
    counters: Counters
    words: Vocabulary


def draft(module: Module, name: str, map_name: str = "") -> Draft:
    """Begin a pack `name` from a module; PackError if no map of it has a hex grid."""
    require_name(name)
    field = field_of(module, map_name)
    sides = sides_of(module)
    parts = _Parts(module, field, numbered(field), sides, counters_of(module, sides), Vocabulary())
    files = {
        "pack.toml": _pack(module, name, sides),
        "units.toml": "\n\n".join(["# The counter mix, by the module's own names.", *parts.counters.types]) + "\n",
        "terrain.toml": f"# What it costs to enter each terrain.\n\n[terrain.{BLANK}]\nany = 1\n",
        "stacking.toml": "# The most that may stand in a hex: see the stacking.toml of the bundled packs.\n",
        "zoc.toml": "# Who has a zone of control, and what it does.\n",
        "movement.toml": "# How units move.\n",
        "rules.toml": "# One [[rule]] for each article: id, title, check, terms, says, why. docs/reference lists the checks.\n",
        **_module_files(parts),
    }
    points = (
        *(() if sides.ids else ("the module names no sides: write the [[factions]] of pack.toml",)),
        "pack.toml has no [[sequence.phases]]: rules that ask for a phase need them",
        *_open_points(parts),
        "rules.toml is empty, and no rule is judged yet: 'adjudicator packs rules' asks for them",
    )
    return Draft(files, points, len(parts.ground.hexes), parts.counters.units, tuple(sides.ids))


def extension(module: Module, name: str, parent: Pack, map_name: str = "") -> Draft:
    """Begin a pack `name` with another pack's rules and units, and the map and counters of a module of one's own."""
    require_name(name)
    if name == parent.id:
        raise PackError(f"a pack that extends '{parent.id}' wants a name of its own")
    field = field_of(module, map_name)
    sides = sides_in(module, parent)
    words = load_table(parent, "vocabulary", Vocabulary) if "vocabulary" in parent.tables else Vocabulary()
    parts = _Parts(module, field, numbered(field), sides, counters_in(module, sides, parent), words)
    own = f"# Counters of the module that '{parent.id}' has no unit for; its own units are there too."
    head = [
        f"id = {quoted(name)}",
        f"short = {quoted(name[:8])}",
        f"title = {quoted(parent.header.title)}",
        f"extends = {quoted(parent.id)}",
        f"extends_version = {parent.header.version}",
        f"description = {quoted(f'{parent.header.title} on the module {module.name} {module.version}'.strip())}",
    ]
    files = {
        "pack.toml": "\n".join(head) + "\n",
        "units.toml": "\n\n".join([own, *parts.counters.types]) + "\n",
        **_module_files(parts),
    }
    told = f"the units of '{parent.id}' are samples: bind your counters to those you take, write your own for the rest"
    samples = (told,) if sample_units(parent) else ()
    points = (*samples, *_open_points(parts))
    return Draft(
        files, points, len(parts.ground.hexes), parts.counters.units + parts.counters.bound, _found_sides(sides, parent)
    )


def _found_sides(sides: Sides, parent: Pack) -> tuple[str, ...]:
    """Those sides of a pack that the module names, as people call them."""
    return tuple(faction.name for faction in parent.header.factions if faction.id in sides.ids.values())


def require_name(name: str) -> None:
    """PackError if no pack may be called so."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise PackError(f"'{name}' cannot name a pack: small letters, digits and _ only, a letter first")


def name_for(folder: str) -> str:
    """The name of a pack in a folder of that name."""
    plain = word(folder)
    return plain if plain[:1].isalpha() else f"pack_{plain}".rstrip("_")


def _module_files(parts: _Parts) -> dict[str, str]:
    """The files that say how the module's names lead to the pack's, and its map."""
    ground = parts.ground
    sheets = "# number  terrain  tags\n" + "".join(_hex_line(number, ground) for number in ground.hexes)
    return {
        "bindings/vassal.toml": _binding(parts),
        "theatres/map/theatre.toml": _theatre(parts),
        "theatres/map/hexes.txt": sheets,
        "theatres/map/hexsides.txt": "# hexside  what runs along it or crosses it\n",
    }


def _open_points(parts: _Parts) -> tuple[str, ...]:
    """What of map, sides, counters and turns is left to do."""
    module, ground = parts.module, parts.ground
    tracker: tuple[str, ...] = ()
    if module.trackers and not _turn_level(module):
        name = module.trackers[0].name
        tracker = (f"no level of the turn tracker '{name}' counts turns: see bindings/vassal.toml",)
    return (
        *parts.sides.notes,
        *parts.counters.notes,
        *tracker,
        *parts.field.notes,
        *ground.notes,
        f"{counted(len(ground.hexes), 'hex')} are '{BLANK}': "
        "draw their terrain with 'adjudicator trace', or write it into theatres/map/hexes.txt",
        "theatres/map/theatre.toml says that the map is unfinished: take that line out when its places and tags are written",
    )


def _hex_line(number: str, ground: Numbered) -> str:
    cut = "  # cut by the edge" if number in ground.cut else ""
    if not ground.numbering.listed:
        return f"{number} {BLANK}{cut}\n"
    column, row = ground.numbering.cell(ground.hexes[number])
    return f"{number} {BLANK} at={column},{row}{cut}\n"


def _pack(module: Module, name: str, sides: Sides) -> str:
    head = [
        f"id = {quoted(name)}",
        f"short = {quoted(name[:3])}",
        f"title = {quoted(module.name or name)}",
        f"edition = {quoted(module.version)}",
        f"description = {quoted(f'Begun from the module {module.name} {module.version}'.strip())}",
    ]
    factions = [*((ident, side) for side, ident in sides.ids.items()), (NO_SIDE, "Whose is not known")]
    tables = [f"[[factions]]\nid = {quoted(ident)}\nname = {quoted(shown)}" for ident, shown in factions]
    return "\n\n".join(["\n".join(head), *tables]) + "\n"


def _binding(parts: _Parts) -> str:
    module, field, ground, sides = parts.module, parts.field, parts.ground, parts.sides
    maps = ", ".join(quoted(name) for name in field.maps)
    head = f"module = {quoted(literal(module.name) or '.*')}\nmaps = [{maps}]\n"
    first = ground.namings[0] if len(ground.namings) == 1 else None
    plain = first is not None and first.number == "{hex}"
    head += f"location = {quoted(first.location)}" if plain and first is not None else 'location = "(?P<hex>(?!))"'
    tables = [head] if plain else [head, *_namings(ground)]
    seats = {seat: sides.ids[seat] for seat in sides.seats}
    if seats:
        tables.append("\n".join(["[sides]", *(f"{quoted(side)} = {quoted(ident)}" for side, ident in seats.items())]))
    if module.trackers:
        tables.append("\n".join(["[turn]", *_levels(module)]))
    return "\n\n".join([*tables, *filter(None, parts.counters.lines)]) + "\n"


def _namings(ground: Numbered) -> list[str]:
    """The [[numbers]] of a binding, one for each way in which hexes are called."""
    tables = []
    for naming in ground.namings:
        wheres = zip(("map", "board", "zone"), naming.where, strict=True)
        keys = [f"{key} = {quoted(name)}" for key, name in wheres if name]
        keys += [f"location = {quoted(naming.location)}", f"number = {quoted(naming.number)}"]
        tables.append("\n".join(["[[numbers]]", *keys]))
    return tables


def _levels(module: Module) -> list[str]:
    """The tracker and its levels; a level without a name of its own goes by its place."""
    told = [f"tracker = {quoted(module.trackers[0].name)}", f"turn_level = {quoted(_turn_level(module))}"]
    phase = next((name for name, value in _named_levels(module) if not value.strip().isdigit()), "")
    return [*told, f"phase_level = {quoted(phase)}"] if phase else told


def _turn_level(module: Module) -> str:
    return next((name for name, value in _named_levels(module) if value.strip().isdigit()), "")


def _named_levels(module: Module) -> list[tuple[str, str]]:
    values = module.trackers[0].values
    names = [name for name, _ in values]
    return [
        (name if name and names.count(name) == 1 else f"#{count}", value)
        for count, (name, value) in enumerate(values, 1)
    ]


def _theatre(parts: _Parts) -> str:
    module, field, words = parts.module, parts.field, parts.words
    plan = parts.ground.numbering
    title = field.maps[0] if len(field.maps) == 1 else module.name
    listed = {
        "terrains": [BLANK, *(each for each in sorted(words.terrains) if each != BLANK)],
        "features": sorted(words.features),
        "tags": sorted(words.tags),
        "kinds": sorted(words.places),
    }
    lists = "".join(f"{key} = [{', '.join(map(quoted, names))}]\n" for key, names in listed.items())
    head = f"title = {quoted(title or module.name)}\nunfinished = true\n{lists}\n[numbering]\n"
    if plan.listed:
        return head + f"listed = true\nstagger = {quoted(plan.stagger)}\nsideways = {str(plan.sideways).lower()}\n"
    sheets = "\n".join(
        f"[[numbering.sheets]]\nprefix = {quoted(each.prefix)}\nfirst = [{each.first[0]}, {each.first[1]}]\n"
        f"column = {each.column}\nrow = {each.row}\ncolumns = {each.columns}\nrows = {each.rows}\n"
        f"column_step = {each.column_step}\nrow_step = {each.row_step}\n"
        for each in plan.sheets
    )
    return (
        f"{head}order = {quoted(plan.order)}\ndigits = [{plan.digits[0]}, {plan.digits[1]}]\n"
        f"separator = {quoted(plan.separator)}\nstagger = {quoted(plan.stagger)}\n"
        f"sideways = {str(plan.sideways).lower()}\n\n{sheets}"
    )
