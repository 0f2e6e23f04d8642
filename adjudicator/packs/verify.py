"""Cross-checks of a loaded pack: what one file names, another must have. Every mistake is a PackError with file and key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from adjudicator.analysis.movement.terms import MovementTable
from adjudicator.checks.registry import find_check
from adjudicator.errors import PackError, Source, nearest, reading
from adjudicator.model.memo import remembered
from adjudicator.model.pack import NOT_MODES, Pack, RuleEntry
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Theatre
from adjudicator.model.vocabulary import (
    EVENT,
    KIND,
    LIMIT,
    LINE,
    MARKER,
    MODE,
    MOVEMENT_CLASS,
    NATION,
    OF_MAPS,
    OPTION,
    PHASE,
    RADIUS,
    READING,
    SIDE,
    SIZE,
    STATE,
    STATUS,
    STRENGTH,
    UNIT,
    Names,
    Vocabulary,
    fields_told,
    words_of_map,
    words_used,
)
from adjudicator.packs.entries import ENTRIES, entry_names, inherited_entry_names
from adjudicator.packs.inherited import inherited_words
from adjudicator.packs.tables import TABLES
from adjudicator.packs.verify_bindings import check_bindings, last_file
from adjudicator.terms.act import ActKinds, known_kinds
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.toml import validated

Found = TypeVar("Found", bound=BaseModel | ActKinds)


def verify(pack: Pack) -> None:
    """Units against factions, tables against their analyses, rules against checks and phases, bindings against units."""
    _check_units(pack)
    _check_tables(pack)
    _check_rules(pack)
    _check_forbidden(pack)
    check_bindings(pack)


def _at(pack: Pack, stem: str) -> Source:
    return Source(str(last_file(pack, f"{stem}.toml")))


def _check_units(pack: Pack) -> None:
    sides = set(pack.sides)
    nations = {nation for faction in pack.header.factions for nation in faction.nations}
    for unit in pack.units.values():
        if sides and unit.side not in sides:
            raise PackError(f"[unit {unit.id}] side: '{unit.side}' is no faction of pack.toml", _at(pack, "units"))
        if nations and unit.nation and unit.nation not in nations:
            raise PackError(f"[unit {unit.id}] nation: '{unit.nation}' belongs to no faction", _at(pack, "units"))
    for marker in pack.markers.values():
        if marker.side and sides and marker.side not in sides:
            raise PackError(f"[marker {marker.id}] side: '{marker.side}' is no faction", _at(pack, "units"))


def _check_tables(pack: Pack) -> None:
    """Each table must be what its analysis wants; the error names the last file that had a say."""
    for stem, content in pack.tables.items():
        path = last_file(pack, f"{stem}.toml")
        table = validated(content, TABLES[stem], path)
        _check_words(pack, table, Source(str(path)), "")
        _check_conditions(pack, table, Source(str(path)), "")


def _check_rules(pack: Pack) -> None:
    moments = _moments(pack)
    here = _at(pack, "rules")
    for rule in pack.rules.values():
        if rule.retired:
            continue
        if rule.during:
            _check_during(pack, rule, here)
        if rule.check:
            _check_terms(pack, rule)
        elif rule.terms:
            raise PackError(f"[rule {rule.id}] terms: there is no check to take them", here)
        for name in rule.when:
            if moments and name not in moments and name.removeprefix("end of ") not in moments:
                raise PackError(f"[rule {rule.id}] when: '{name}' is no phase, kind or tag of pack.toml", here)
        for name in rule.options:
            if name not in pack.header.options:
                raise PackError(f"[rule {rule.id}] options: '{name}' is no option of pack.toml", here)
        for leant in rule.readings:
            name, _, choice = leant.partition("=")
            entry = pack.readings.get(name)
            if entry is None or (choice and not set(choice.split("|")) <= set(entry.choices)):
                raise PackError(f"[rule {rule.id}] readings: '{leant}' is not in readings.toml", here)
        for article in rule.covers:
            if pack.catalogue and article not in pack.catalogue:
                raise PackError(f"[rule {rule.id}] covers: '{article}' is no article of catalogue.toml", here)


def _check_during(pack: Pack, rule: RuleEntry, here: Source) -> None:
    """What a rule's time asks for must be there, and no optional rule or reading, which have keys of their own."""
    during = validated(dict(rule.during), When, Path(here.file), f"rule {rule.id} during")
    for name in ("options", "without_options", "readings", "phases", "without_phases", "phasing"):
        if getattr(during, name):
            raise PackError(
                f"[rule {rule.id} during] {name}: say it by the rule's own keys: when, options, readings", here
            )
    _check_words(pack, during, here, f"rule {rule.id} during")
    _check_conditions(pack, during, here, f"rule {rule.id} during")


def _check_forbidden(pack: Pack) -> None:
    """A [[forbid]] that names an article wants a rule that judges it."""
    judging = [rule for rule in pack.rules.values() if rule.check == "movement.prohibited" and not rule.retired]
    known = {str(rule.terms.get("article", "")) for rule in judging}
    for count, row in enumerate(load_table(pack, "movement", MovementTable).forbid, 1):
        if row.article and row.article not in known:
            raise PackError(
                f"[[forbid]] number {count} article: no rule with the check movement.prohibited has the article "
                f"'{row.article}' among its terms{nearest(row.article, known)}",
                _at(pack, "movement"),
            )


def _check_terms(pack: Pack, rule: RuleEntry) -> None:
    path = pack.folder / "rules.toml"
    with reading(file=str(path)):
        try:
            check = find_check(rule.check, pack.packages)
        except PackError as error:
            raise PackError(f"[rule {rule.id}] check: {error.message}") from error
    terms = validated(dict(rule.terms), check.terms, path, f"rule {rule.id} terms")
    _check_words(pack, check.figures, Source(str(path)), f"rule {rule.id} figures")
    _check_words(pack, terms, Source(str(path)), f"rule {rule.id} terms")
    _check_conditions(pack, terms, Source(str(path)), f"rule {rule.id} terms")
    _check_act_kinds(pack, terms, Source(str(path)), f"rule {rule.id} terms")


def _check_act_kinds(pack: Pack, terms: object, source: Source, where: str) -> None:
    """The acts that a rule speaks of must be modes of the pack, or what players of any game do."""
    known = known_kinds(pack)
    for path, kinds in _within(terms, ActKinds, where):
        for word in sorted(kinds - known):
            raise PackError(f"[{path}] no movement mode '{word}'{nearest(word, known)}", source)


def _check_words(pack: Pack, value: object, source: Source, where: str) -> None:
    """Whatever a word names must be there: in the pack's vocabulary, its counters, its sequence of play."""
    known = _known_words(pack)
    for path, names, word in words_used(value, where):
        if names in known and word not in known[names]:
            raise PackError(_unknown(path, names, word, known[names]), source)


@remembered(16)
def _known_words(pack: Pack) -> Mapping[Names, frozenset[str]]:
    """Every word that the pack has for each thing that can be named; nothing for what it lists nowhere."""
    known: dict[Names, frozenset[str]] = {
        MODE: known_kinds(pack) | frozenset(NOT_MODES),
        OPTION: frozenset(pack.header.options),
    }
    inherited_names = inherited_entry_names(pack)
    known |= {names: words | inherited_names.get(names, frozenset()) for names, words in entry_names(pack).items()}
    if "vocabulary" in pack.tables:
        known |= load_table(pack, "vocabulary", Vocabulary).words()
    if pack.sides:
        known[SIDE] = frozenset(pack.sides)
    if pack.header.sequence.phases:
        known[PHASE] = frozenset(_moments(pack))
    if not pack.units:
        return known
    inherited = inherited_words(pack)
    return known | {names: words | inherited[names] for names, words in _words_of_counters(pack).items()}


def lacking(pack: Pack) -> tuple[str, ...]:
    """What rules and tables of the packs that this one extends ask for, and no counter or table of this one has: sentences."""
    here = {**_words_of_counters(pack), **entry_names(pack)}
    inherited = {**inherited_words(pack), **inherited_entry_names(pack)}
    found: dict[tuple[Names, str], dict[str, None]] = {}
    for file, where, value in _everything(pack) if len(pack.folders) > 1 else ():
        for path, names, word in words_used(value, where):
            if names in here and word not in here[names] and word in inherited.get(names, ()):
                found.setdefault((names, word), {})[f"{file.name} [{path}]"] = None
    return tuple(
        f"no {names.what if names in ENTRIES else 'counter'} of {pack.id} is "
        f"{'called' if names in ENTRIES else f'a {names.what}'} '{word}', so {next(iter(places))}"
        f"{f' and {len(places) - 1} more' if len(places) > 1 else ''} finds none"
        for (names, word), places in sorted(found.items(), key=lambda pair: (pair[0][0].what, pair[0][1]))
    )


def _moments(pack: Pack) -> set[str]:
    """Ids, kinds and tags of the phases."""
    return {name for phase in pack.header.sequence.phases for name in phase.names}


def _words_of_counters(pack: Pack) -> dict[Names, frozenset[str]]:
    units, markers = pack.units.values(), pack.markers.values()
    nations = {nation for faction in pack.header.factions for nation in faction.nations}
    return {
        NATION: frozenset(nations | {unit.nation for unit in units}),
        KIND: frozenset({unit.kind for unit in units} | {marker.kind for marker in markers}),
        SIZE: frozenset(unit.size for unit in units),
        MOVEMENT_CLASS: frozenset(unit.movement_class for unit in units),
        UNIT: frozenset(pack.units),
        MARKER: frozenset(marker.kind for marker in markers),
    }


def check_map_words(pack: Pack, theatre: Theatre) -> None:
    """Of a pack without a vocabulary: its words for terrain, tags, features and places must be among those of the map."""
    if "vocabulary" in pack.tables or theatre.header is None:
        return
    known = words_of_map(theatre.header)
    for file, where, value in _everything(pack):
        for path, names, word in words_used(value, where):
            if names in known and word not in known[names]:
                raise PackError(_unknown(path, names, word, known[names], theatre.title), Source(str(file)))


def _everything(pack: Pack) -> Iterator[tuple[Path, str, BaseModel]]:
    """Every table of the pack and the terms of every rule in force, with the file and the place in it."""
    for stem, content in pack.tables.items():
        path = last_file(pack, f"{stem}.toml")
        yield path, "", validated(content, TABLES[stem], path)
    for rule in pack.rules.values():
        if rule.check and not rule.retired:
            path, check = last_file(pack, "rules.toml"), find_check(rule.check, pack.packages)
            yield path, f"rule {rule.id} terms", validated(dict(rule.terms), check.terms, path)


def _unknown(path: str, names: Names, word: str, known: frozenset[str], owner: str = "") -> str:
    place = f" of {owner}" if owner else f" of {LISTED[names]}" if names in LISTED else ""
    return f"[{path}] '{word}' is no {names.what}{place}{nearest(word, known)}"


LISTED: Mapping[Names, str] = {
    **dict.fromkeys(OF_MAPS, "vocabulary.toml"),
    **dict.fromkeys((NATION, KIND, SIZE, MOVEMENT_CLASS, UNIT, MARKER), "units.toml"),
    **dict.fromkeys((SIDE, PHASE, OPTION), "pack.toml"),
    MODE: "movement.toml",
    LIMIT: "stacking.toml",
    **dict.fromkeys((STATUS, STATE, LINE, RADIUS), "supply.toml"),
    EVENT: "events.toml",
    STRENGTH: "zoc.toml",
    READING: "readings.toml",
}
"""The file that lists such words."""


def _check_conditions(pack: Pack, value: object, source: Source, where: str) -> None:
    """A value asked of a condition must be one that pack.toml lists for it, if it lists any."""
    asked = [
        (f"{path}.conditions", name, wanted)
        for path, when in _within(value, When, where)
        for name, wanted in (*when.conditions.items(), *when.without_conditions.items())
    ]
    for path, when in _within(value, When, where):
        _check_choices(pack, when, source, path)
    for path, place in _within(value, Where, where):
        asked += [
            (f"{path}.weather", "weather", place.weather),
            (f"{path}.last_weather", "weather", place.last_weather),
        ]
    for path, name, wanted in asked:
        known, listed = pack.values_of(name), pack.header.conditions
        if listed and name.partition(":")[0] not in listed:
            raise PackError(f"[{path}] pack.toml lists no condition '{name}'{nearest(name, listed)}", source)
        for word in sorted(wanted) if known else ():
            if word not in known:
                raise PackError(f"[{path}] {name}: pack.toml lists {', '.join(known)}, not '{word}'", source)


def _check_choices(pack: Pack, when: When, source: Source, where: str) -> None:
    """A reading asked for must have the choice that is asked of it; that there is such a reading, `_check_words` has seen."""
    for name, choice in when.readings.items():
        entry = pack.readings.get(name)
        if entry is not None and choice not in entry.choices:
            near = nearest(choice, entry.choices)
            raise PackError(f"[{where}.readings] the reading '{name}' has no choice '{choice}'{near}", source)


def _within(value: object, kind: type[Found], where: str) -> Iterator[tuple[str, Found]]:
    """Every value of a kind in a table, with its path."""
    if isinstance(value, kind):
        yield where, value
    elif isinstance(value, BaseModel):
        for name in fields_told(value):
            yield from _within(getattr(value, name), kind, f"{where}.{name}" if where else name)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _within(inner, kind, f"{where}.{key}" if where else str(key))
    elif isinstance(value, tuple | list):
        for count, inner in enumerate(value, 1):
            yield from _within(inner, kind, f"{where}[{count}]")
