"""Loading packs: a folder of TOML, the packs it extends, a user's chart sheet and chosen readings, all cross-checked.

`extends` names a bundled or installed pack, or a folder beside the pack's own. Units, markers, rules, readings and articles
are merged by id, tables key by key; the child's word wins. A list of tables is merged entry by entry where every
entry of the child has an `id`: `gone = true` drops the parent's entry of that id, `before = "ID"` puts a new one there, else
new ones come last. Any other list is replaced, and `packs.drops` tells what is lost by that. Every mistake is a PackError
naming file, table and key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from adjudicator.budget import bounded
from adjudicator.checks.articles import ANEW, entries_of, figures_of
from adjudicator.checks.registry import import_code
from adjudicator.errors import PackError, Source, UnknownName, reading
from adjudicator.lean import dataclass, replace
from adjudicator.model.binding import Binding
from adjudicator.model.pack import CatalogueEntry, Header, Pack, ReadingEntry, RuleEntry
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table, Theatre, load_theatre, with_facts
from adjudicator.model.units import MarkerType, UnitType
from adjudicator.model.vocabulary import Vocabulary, facts_of_map
from adjudicator.packs.charts import charts_of, read_charts
from adjudicator.packs.folders import BUNDLED, added_folders, chain_of, folder_of, known_folders, packages_of
from adjudicator.packs.folders import unusable_packs as unusable_installed
from adjudicator.packs.merging import Raw, merged, own_tables, without_ids
from adjudicator.packs.tables import TABLES
from adjudicator.packs.verified import is_verified
from adjudicator.packs.verify import check_map_words, verify
from adjudicator.toml import Contents, contents, files_in, read_text, read_toml, validated

OWN_FILES = frozenset({"pack", "units", "rules", "readings", "charts", "catalogue"})
ANSWERS = "rules_answers"
SENTENCES = "sentences"
"""What `packs coverage` alone reads (adjudicator.packs.sentences)."""
"""The file, without its ending, in which answers to `packs rules` are kept; it says nothing of the rules itself."""
THEATRE = ("theatre.toml", "hexes.txt", "hexsides.txt")
OF_ONE_PACK = frozenset({"version", "api", "extends_version", "samples"})

Entry = TypeVar("Entry", bound=Table)


@dataclass(frozen=True, slots=True)
class PackInfo:
    """A bundled or installed pack as a list shows it."""

    id: str
    title: str
    edition: str
    description: str
    folder: Path
    theatres: tuple[str, ...]
    samples: tuple[str, ...] = ()


def list_packs() -> tuple[PackInfo, ...]:
    """The bundled packs, then the installed and the added ones that can be used."""
    return (*(_info(folder) for folder in known_folders()), *_added()[0])


def unusable_packs() -> tuple[str, ...]:
    """Why installed and added packs that are not among them cannot be used, a sentence each."""
    return (*unusable_installed(), *_added()[1])


def _added() -> tuple[list[PackInfo], list[str]]:
    """The packs that `packs add` brought, and what is wrong with those that cannot be read."""
    sound, problems = [], []
    for folder in added_folders():
        try:
            sound.append(_info(folder))
        except PackError as error:
            problems.append(f"the added pack '{folder.name}' cannot be used: {error}")
    return sound, problems


@bounded
def load_pack(
    name: str | Path,
    readings: Mapping[str, str] | None = None,
    charts: Path | None = None,
    options: Mapping[str, bool] | None = None,
) -> Pack:
    """A pack by bundled name or folder, with chosen readings, a user's chart sheet and optional rules switched.

    It is the same object as before where no file of it has changed meanwhile.
    """
    folders = tuple(chain_of(folder_of(str(name))))
    return _loaded(
        folders,
        packages_of(list(folders)),
        (*files_of(folders), *contents([charts] if charts else [])),
        _Wanted(tuple((readings or {}).items()), charts, tuple((options or {}).items())),
    )


def files_of(folders: Iterable[Path]) -> Contents:
    """The files of a pack that say something of its rules, those of the packs that it extends first, with what is in them."""
    return contents(path for folder in folders for path in _files(folder))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """How a pack is wanted: with other readings than its own, with a chart sheet, with optional rules switched."""

    readings: tuple[tuple[str, str], ...]
    charts: Path | None
    options: tuple[tuple[str, bool], ...]


@lru_cache(maxsize=16)
def _loaded(
    folders: tuple[Path, ...],
    packages: tuple[str, ...],
    files: Contents,
    wanted: _Wanted,
) -> Pack:
    """The pack of these folders, whose files have these contents."""
    layers = [_Layer.read(folder) for folder in folders]
    header = _header(layers)

    entries = _entries(layers, "readings", "reading", ReadingEntry)
    chosen = _choose(entries, dict(wanted.readings), folders[-1])
    tables = _tables(layers, entries, chosen)
    extends = [str(layer.files.get("pack", {}).get("id", "")) for layer in layers]
    charts = wanted.charts
    known = read_charts(charts, charts_of(folders), header.id, frozenset(extends)) if charts else {}
    catalogue = _entries(layers, "catalogue", "article", CatalogueEntry)
    rules = _entries(_with_articles(layers, packages), "rules", "rule", RuleEntry)
    pack = Pack(
        header=header,
        folder=folders[-1],
        units=_entries(layers, "units", "unit", UnitType),
        markers=_entries(layers, "units", "marker", MarkerType),
        rules=_in_book_order(rules, catalogue),
        readings=entries,
        chosen=chosen,
        tables=tables,
        charts={cell.name: value for cell, value in known.items()},
        catalogue=catalogue,
        bindings=_bindings(layers),
        options=_options(header, dict(wanted.options), folders[-1]),
        folders=folders,
        packages=packages,
        figures=figures_of(extends, packages),
    )
    if charts or wanted.readings or not is_verified(pack.id, packages, files):
        verify(pack)
    return pack


@dataclass(frozen=True, slots=True)
class PackTraits:
    """What tells from afar whether a pack may know a game: its bindings, and the text of the files that list its counters."""

    bindings: Mapping[str, Binding]
    counters: str

    @classmethod
    @bounded
    def read(cls, folder: Path) -> PackTraits:
        """The roster of the pack in a folder, which reads none of its rules and checks nothing of them."""
        chain = chain_of(folder)
        layers = [_Layer(each, {}, {path.stem: read_toml(path) for path in _binding_files(each)}) for each in chain]
        listed = [path for each in chain if (path := each / "units.toml").is_file()]
        return cls(_bindings(layers), "\n".join(map(read_text, listed)))

    def may_list(self, identity: str) -> bool:
        """Whether a unit or marker may have this id: it has not where the letters stand nowhere, nor are any of them escaped."""
        return identity in self.counters or "\\" in self.counters


def list_theatres(pack: Pack) -> tuple[str, ...]:
    """The bundled theatres of a pack and of those it extends, by name."""
    return tuple(sorted(_theatres(pack.folders)))


def list_samples(pack: Pack) -> tuple[str, ...]:
    """Those of a pack's theatres that are samples."""
    return tuple(sorted(name for name, path in _theatres(pack.folders).items() if is_sample(path)))


def sample_units(pack: Pack) -> tuple[str, ...]:
    """Those of a pack's units that are samples, and not the game's own counters."""
    found: dict[str, bool] = {}
    for folder in pack.folders:
        listed = read_toml(folder / "units.toml").get("unit", []) if (folder / "units.toml").is_file() else []
        entries = listed if isinstance(listed, list) else []
        found.update(dict.fromkeys((str(each["id"]) for each in entries if "id" in each), _has_samples(folder)))
    return tuple(name for name, is_one in found.items() if is_one and name in pack.units)


def is_sample(theatre: Path) -> bool:
    """Whether the theatre in a folder is a sample that came with a pack, and not the game's printed map."""
    if theatre.parent.name != "theatres":
        return False
    return _has_samples(theatre.parent.parent) or read_toml(theatre / "theatre.toml").get("sample") is True


def _has_samples(folder: Path) -> bool:
    header = folder / "pack.toml"
    return header.is_file() and read_toml(header).get("samples") is True


@bounded
def load_theatre_for(pack: Pack, name: str | Path = "") -> Theatre:
    """A theatre by name or folder; "" is the one that pack.toml names, or the only one of the pack's own folder, or the only one.

    Its terrains and features must be ones the pack knows. It is the same object as before where no file has changed.
    """
    folder = theatre_folder(pack, name)
    theatre = _theatre(folder, _facts(pack), contents(folder / each for each in THEATRE))
    check_map_words(pack, theatre)
    return theatre


@lru_cache(maxsize=16)
def _theatre(folder: Path, facts: frozenset[str] | None, _contents: Contents) -> Theatre:
    """The theatre of a folder whose files have these contents; of `facts` None its own lists tell which words are one fact."""
    theatre = load_theatre(folder)
    own = facts_of_map(theatre.header) if theatre.header is not None else frozenset()
    return with_facts(theatre, own if facts is None else facts)


def _facts(pack: Pack) -> frozenset[str] | None:
    """The words that are one fact however a map states them, None if the pack has no vocabulary."""
    return load_table(pack, "vocabulary", Vocabulary).one_fact if "vocabulary" in pack.tables else None


def theatre_folder(pack: Pack, name: str | Path = "") -> Path:
    """Where a theatre lies, by the same names."""
    found = _theatres(pack.folders)
    own = _theatres(pack.folders[-1:])
    name = name or pack.header.theatre
    if not name:
        if len(own) == 1:
            return next(iter(own.values()))
        if len(found) != 1:
            listed = ", ".join(sorted(found)) or "none"
            raise UnknownName(f"which theatre? the pack '{pack.id}' has {listed}", Source(str(pack.folder)))
        return next(iter(found.values()))
    if str(name) in found:
        return found[str(name)]
    folder = Path(name)
    if not (folder / "theatre.toml").is_file():
        listed = ", ".join(sorted(found)) or "none"
        raise UnknownName(f"no theatre '{name}': not a folder with theatre.toml, and bundled are {listed}")
    return folder


@dataclass(frozen=True, slots=True)
class _Layer:
    """One folder of an `extends` chain, read but not yet merged."""

    folder: Path
    files: Mapping[str, Raw]
    bindings: Mapping[str, Raw] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> _Layer:
        files = {path.stem: read_toml(path) for path in _files(folder) if path.parent == folder}
        for stem in files:
            if stem not in OWN_FILES and stem not in TABLES:
                known = ", ".join(sorted(OWN_FILES | set(TABLES)))
                raise PackError(
                    f"nothing reads a file of this name; known are {known}", Source(str(folder / f"{stem}.toml"))
                )
        bindings = {path.stem: read_toml(path) for path in _files(folder) if path.parent != folder}
        return cls(folder, files, bindings)

    def path(self, stem: str) -> Path:
        return self.folder / f"{stem}.toml"


def _files(folder: Path) -> tuple[Path, ...]:
    """The files that say something of the rules: tables, then bindings, by name."""
    tables = (path for path in files_in(folder) if path.stem not in (ANSWERS, SENTENCES))
    return (*tables, *_binding_files(folder))


def _binding_files(folder: Path) -> list[Path]:
    return files_in(folder, "bindings/*.toml")


@bounded
def _info(folder: Path) -> PackInfo:
    """What a list shows; it needs the pack.toml of the chain and no other file."""
    chain = chain_of(folder)
    header = _header([_Layer(each, {"pack": read_toml(each / "pack.toml")}) for each in chain])
    found = _theatres(tuple(chain))
    samples = tuple(sorted(name for name, path in found.items() if is_sample(path)))
    return PackInfo(header.id, header.title, header.edition, header.description, folder, tuple(sorted(found)), samples)


def _header(layers: list[_Layer]) -> Header:
    whole: Raw = {}
    for layer in layers:
        inherited = {key: value for key, value in whole.items() if key not in OF_ONE_PACK}
        whole = merged(inherited, layer.files.get("pack", {}))
    path = layers[-1].path("pack")
    header = validated(whole, Header, path)
    phases = [phase.id for phase in header.sequence.phases]
    _unique(phases, path, "sequence.phases")
    _unique([faction.id for faction in header.factions], path, "factions")
    sides = {faction.id for faction in header.factions}
    for phase in header.sequence.phases:
        if phase.side and phase.side not in sides:
            raise PackError(f"[[sequence.phases]] {phase.id}: side '{phase.side}' is no faction", Source(str(path)))
    return header


def _in_book_order(rules: Mapping[str, RuleEntry], catalogue: Mapping[str, CatalogueEntry]) -> dict[str, RuleEntry]:
    """Rules by the first article that each decides, as the book has these; of no catalogue as they stand, others last."""
    places = {name: place for place, name in enumerate(catalogue)}

    def place(name: str) -> int:
        return next((places[each] for each in (name, *rules[name].covers) if each in places), len(places))

    return {name: rules[name] for name in sorted(rules, key=place)}


def _with_articles(layers: list[_Layer], packages: tuple[str, ...]) -> list[_Layer]:
    """The layers with the articles that code brings before the entries of their rules.toml; PackError for one that replaces
    nothing, or replaces without a word."""
    for package in packages:
        import_code(package)
    whole: list[_Layer] = []
    known: dict[object, object] = {}
    for layer in layers:
        _require_code(layer, packages)
        content = layer.files.get("rules", {})
        listed = content.get("rule", [])
        made = [*_articles(layer, packages, known)]
        stated = listed if isinstance(listed, list) else []
        for each in (*made, *stated):
            if isinstance(each, dict):
                known[each.get("id")] = each.get("check") or known.get(each.get("id"))
        joined = {**content, "rule": [*made, *stated]} if made else content
        whole.append(replace(layer, files={**layer.files, "rules": joined}))
    return whole


def _require_code(layer: _Layer, packages: tuple[str, ...]) -> None:
    """Refuse a copy of one of our packs that left its articles behind: it would judge next to nothing without a word."""
    name = str(layer.files.get("pack", {}).get("id", ""))
    original = BUNDLED / name
    if (
        original != layer.folder
        and (original / "pack.toml").is_file()
        and not set(packages_of([original])) <= set(packages)
    ):
        raise PackError(
            f"a copy of the pack '{name}' has none of the articles that it has in code; give it an id of its own and "
            f'extends = "{name}", and say there what is to be different',
            Source(str(layer.path("pack"))),
        )


def _articles(layer: _Layer, packages: tuple[str, ...], known: Mapping[object, object]) -> Iterator[Raw]:
    """The articles that code brings for a layer, as entries of its rules.toml; terms that such a one inherits are not its own."""
    own = "".join(packages_of([layer.folder]))
    for entry in entries_of(str(layer.files.get("pack", {}).get("id", "")), own, packages):
        if known.get(entry["id"]) == entry["check"]:
            continue  # of a copy that extends its original
        if bool(entry[ANEW]) is not (entry["id"] in known):
            told = "replaces no article of a pack that this one extends" if entry[ANEW] else "is there already"
            raise PackError(f"[rule {entry['id']}] the article of {entry['check']} {told}", Source(str(layer.folder)))
        yield {**{key: value for key, value in entry.items() if key != ANEW}, "terms": None}


def _entries(layers: list[_Layer], stem: str, key: str, model: type[Entry]) -> dict[str, Entry]:
    """The [[key]] tables of a file, merged by id over the layers."""
    found: dict[str, Raw] = {}
    origin: dict[str, Path] = {}
    for layer in layers:
        path = layer.path(stem)
        content = layer.files.get(stem, {})
        _known_keys(content, stem, path)
        listed = content.get(key, [])
        if not isinstance(listed, list):
            raise PackError(f"[{key}] wants a list of tables", Source(str(path)))
        names: list[str] = []
        for count, entry in enumerate(listed, 1):
            name = entry.get("id") if isinstance(entry, dict) else None
            if not isinstance(name, str) or not name:
                raise PackError(f"[[{key}]] number {count}: id is missing", Source(str(path)))
            names.append(name)
            if entry.get("gone"):
                if found.pop(name, None) is None:
                    raise PackError(f"[{key} {name}] gone: no pack that this one extends has it", Source(str(path)))
                continue
            found[name] = merged(found.get(name, {}), entry)
            origin[name] = path
        _unique(names, path, f"[{key}]")
    stated = {name: {key: value for key, value in entry.items() if value is not None} for name, entry in found.items()}
    return {name: validated(entry, model, origin[name], f"{key} {name}") for name, entry in stated.items()}


_KEYS: Mapping[str, frozenset[str]] = {
    "units": frozenset({"unit", "marker"}),
    "rules": frozenset({"rule"}),
    "readings": frozenset({"reading"}),
    "catalogue": frozenset({"article"}),
}


def _known_keys(content: Raw, stem: str, path: Path) -> None:
    for key in content:
        if key not in _KEYS[stem]:
            known = ", ".join(sorted(_KEYS[stem]))
            raise PackError(f"[{key}] is not a table of this file; known: {known}", Source(str(path)))


def _unique(names: list[str], path: Path, where: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise PackError(f"[{where}] the id '{name}' stands twice", Source(str(path)))
        seen.add(name)


def _choose(entries: Mapping[str, ReadingEntry], wanted: Mapping[str, str], folder: Path) -> dict[str, str]:
    path = folder / "readings.toml"
    for name, entry in entries.items():
        if entry.default not in entry.choices:
            raise PackError(f"[reading {name}] default: '{entry.default}' is not among choices", Source(str(path)))
        for choice in entry.effects:
            if choice not in entry.choices:
                raise PackError(f"[reading {name}] effects: '{choice}' is not among choices", Source(str(path)))
    chosen = {name: entry.default for name, entry in entries.items()}
    for name, choice in wanted.items():
        if name not in entries:
            known = ", ".join(sorted(entries)) or "none"
            raise UnknownName(f"no reading '{name}'; known: {known}")
        if choice not in entries[name].choices:
            raise UnknownName(f"reading '{name}' has no choice '{choice}'; choices: {', '.join(entries[name].choices)}")
        chosen[name] = choice
    return chosen


def _tables(layers: list[_Layer], readings: Mapping[str, ReadingEntry], chosen: Mapping[str, str]) -> dict[str, Raw]:
    tables: dict[str, Raw] = {}
    for layer in layers:
        for stem, content in layer.files.items():
            if stem not in OWN_FILES:
                with reading(file=str(layer.path(stem))):
                    inherited = tables.get(stem, {})
                    tables[stem] = merged(inherited, own_tables(content, inherited))
    for name, entry in readings.items():
        for stem, patch in entry.effects.get(chosen[name], {}).items():
            if stem not in TABLES:
                raise PackError(
                    f"[reading {name}] effects: no table is named '{stem}'", Source(str(layers[-1].path("readings")))
                )
            with reading(file=str(layers[-1].path("readings"))):
                tables[stem] = merged(tables.get(stem, {}), patch)
    return {stem: {key: without_ids(value) for key, value in table.items()} for stem, table in tables.items()}


def _options(header: Header, wanted: Mapping[str, bool], folder: Path) -> frozenset[str]:
    for name in wanted:
        if name not in header.options:
            known = ", ".join(sorted(header.options)) or "none"
            raise UnknownName(f"no optional rule '{name}'; known: {known}", Source(str(folder / "pack.toml")))
    return frozenset(name for name, on in {**header.options, **wanted}.items() if on)


def _bindings(layers: list[_Layer]) -> dict[str, Binding]:
    found: dict[str, Raw] = {}
    origin: dict[str, Path] = {}
    for layer in layers:
        for stem, content in layer.bindings.items():
            found[stem] = merged(found.get(stem, {}), content)
            origin[stem] = layer.folder / "bindings" / f"{stem}.toml"
    return {stem: validated(content, Binding, origin[stem]) for stem, content in found.items()}


def _theatres(folders: tuple[Path, ...]) -> dict[str, Path]:
    return {
        path.parent.name: path.parent for folder in folders for path in sorted(folder.glob("theatres/*/theatre.toml"))
    }


def with_options(pack: Pack, options: Mapping[str, bool]) -> Pack:
    """The same pack with optional rules switched."""
    kept = {name: name in pack.options for name in pack.header.options}
    return replace(pack, options=_options(pack.header, {**kept, **options}, pack.folder))
