"""The words that a pack's tables and rules use for what a map, a counter sheet or the sequence of play has.

A field typed with one of these says what its words name, so that one test of all packs can find a word that nothing has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Annotated, NamedTuple, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from adjudicator.lean import dataclass
from adjudicator.model.one_way import with_arrows
from adjudicator.model.theatre import UNKNOWN_TERRAIN, Table, TheatreHeader


@dataclass(frozen=True, slots=True)
class Names:
    """What a word names, as people call it: "terrain", "hexside feature"."""

    what: str


TERRAIN = Names("terrain")
TAG = Names("terrain or tag of hexes")
FEATURE = Names("hexside feature")
PLACE = Names("kind of place")
LAND = Names("hexside feature, terrain or tag")
MARKER = Names("kind of marker")
SIDE = Names("faction")
NATION = Names("nation")
UNIT = Names("unit")
KIND = Names("kind of unit or marker")
SIZE = Names("size of unit")
MOVEMENT_CLASS = Names("movement class")
PHASE = Names("phase, kind of phase or tag of phases")
MODE = Names("movement mode")
OPTION = Names("option")
LIMIT = Names("stacking limit")
STATUS = Names("status of supply")
STATE = Names("state of supply")
LINE = Names("line of supply")
RADIUS = Names("radius of supply")
EVENT = Names("event")
STRENGTH = Names("strength of zones")
READING = Names("reading")

TerrainName = Annotated[str, TERRAIN]
TagName = Annotated[str, TAG]
FeatureName = Annotated[str, FEATURE]
PlaceKind = Annotated[str, PLACE]
LandName = Annotated[str, LAND]
MarkerKind = Annotated[str, MARKER]
SideName = Annotated[str, SIDE]
NationName = Annotated[str, NATION]
UnitName = Annotated[str, UNIT]
UnitKind = Annotated[str, KIND]
SizeName = Annotated[str, SIZE]
MovementClass = Annotated[str, MOVEMENT_CLASS]
PhaseName = Annotated[str, PHASE]
ModeName = Annotated[str, MODE]
OptionName = Annotated[str, OPTION]
LimitName = Annotated[str, LIMIT]
StatusName = Annotated[str, STATUS]
StateName = Annotated[str, STATE]
LineName = Annotated[str, LINE]
RadiusName = Annotated[str, RADIUS]
EventName = Annotated[str, EVENT]
StrengthName = Annotated[str, STRENGTH]
ReadingName = Annotated[str, READING]

OF_MAPS = frozenset((TERRAIN, TAG, FEATURE, PLACE, LAND))
"""What a map has, not a counter sheet or a sequence of play."""


class Vocabulary(Table):
    """The file vocabulary.toml: every word that maps of the game may use, each with its name as people read it.

    A pack without one takes the words of the map that it is used with.
    """

    terrains: Mapping[str, str] = {}
    """Terrains, one of which each hex has. Example: `terrains = { swamp = "Swamp" }`"""
    features: Mapping[str, str] = {}
    """What may lie along or across a hexside. Example: `features = { major_river = "Major river" }`"""
    one_way: frozenset[str] = frozenset()
    """Those features that have a direction: rules may ask for them with an arrow, too. Example: `one_way = ["bluff"]`"""
    tags: Mapping[str, str] = {}
    """What a hex may be beside its terrain: regions, zones, coast. Example: `tags = { coast = "Coast" }`"""
    places: Mapping[str, str] = {}
    """Kinds of place. Example: `places = { port = "Port" }`"""

    one_fact: frozenset[str] = frozenset()
    """Words of several of these lists that say the same: a hex that has one as its terrain, as a tag or by a place in it has
    it in every way. Example: `one_fact = ["city"]`"""

    called: Mapping[str, str] = {}
    """What sentences call a word of the pack, where that is not the word itself; "NAME.*" speaks of the numbers NAME that are
    kept for somebody, who stands in the place {whose}. Example: `called = { ussr = "the USSR", "lost.*" = "the tally of {whose}
    losses" }`"""

    def words(self) -> Mapping[Names, frozenset[str]]:
        """The words by what they name."""
        features = with_arrows(self.features, self.one_way)
        return words_of_maps(frozenset(self.terrains), frozenset(self.tags), features, frozenset(self.places))


def facts_of_map(header: TheatreHeader) -> frozenset[str]:
    """The words that stand in several of a theatre's own lists, where no vocabulary says which of them are one fact."""
    lists = (header.terrains, header.tags, header.kinds)
    return frozenset(word for words in lists for word in words if sum(word in each for each in lists) > 1)


def words_of_map(header: TheatreHeader) -> Mapping[Names, frozenset[str]]:
    """The words that a theatre's own lists allow, by what they name."""
    return words_of_maps(header.terrains, header.tags, with_arrows(header.features, header.one_way), header.kinds)


def words_of_maps(
    terrains: frozenset[str], tags: frozenset[str], features: frozenset[str], places: frozenset[str]
) -> Mapping[Names, frozenset[str]]:
    """The same of such lists; that a hex is not yet known may be said under any of them."""
    return {
        TERRAIN: terrains | {UNKNOWN_TERRAIN},
        TAG: terrains | tags,
        FEATURE: features,
        PLACE: places,
        LAND: terrains | tags | features,
    }


class Used(NamedTuple):
    """A word in a table: its path there ("limit[2].where.tags"), what it names, and the word."""

    path: str
    names: Names
    word: str


def words_used(value: object, path: str = "") -> Iterator[Used]:
    """Every word of a table or of a check's terms that names something."""
    if isinstance(value, BaseModel):
        for name in fields_told(value):
            inner = f"{path}.{name}" if path else name
            field = type(value).model_fields[name]
            names = next((each for each in field.metadata if isinstance(each, Names)), None)
            yield from _words(getattr(value, name), names or field.annotation, inner)
    elif hasattr(value, "__dataclass_fields__"):  # the figures of an article
        for name, typed in get_type_hints(type(value), include_extras=True).items():
            yield from _words(getattr(value, name), typed, f"{path}.{name}" if path else name)
    else:
        yield from _words(value, None, path)


def fields_told(table: BaseModel) -> Iterator[str]:
    """The fields of a table that say anything: those that were written, and those that say something by themselves."""
    written = table.model_fields_set
    return (name for name, silent in _silent_by_default(type(table)).items() if name in written or not silent)


@cache
def _silent_by_default(model: type[BaseModel]) -> Mapping[str, bool]:
    """Every field of a table, and whether it says nothing where it is left out."""
    return {name: _says_nothing(field.default) for name, field in model.model_fields.items()}


def _says_nothing(value: object) -> bool:
    """Whether a default names nothing; one that pydantic makes anew each time (it gives none here) may name anything."""
    if isinstance(value, BaseModel):
        return all(_says_nothing(getattr(value, name)) for name in type(value).model_fields)
    return value is None or isinstance(value, bool | int | Fraction) or value in ("", (), frozenset(), {})


def _words(value: object, typed: object, path: str) -> Iterator[Used]:
    """`typed` is the type of the value as it was written down, or what it names."""
    if isinstance(value, str):
        names = typed if isinstance(typed, Names) else _named_by(typed)
        if names is not None and value:
            yield Used(path, names, value)
    elif isinstance(value, BaseModel) or hasattr(value, "__dataclass_fields__"):
        yield from words_used(value, path)
    elif isinstance(value, Mapping):
        key, inner = (*_inner(typed), None, None)[:2]
        for name, each in value.items():
            yield from _words(name, key, path)
            yield from _words(each, inner, f"{path}.{name}")
    elif isinstance(value, frozenset):
        for each in sorted(value, key=str):
            yield from _words(each, (*_inner(typed), None)[0], path)
    elif isinstance(value, tuple | list):
        for count, each in enumerate(value, 1):
            yield from _words(each, (*_inner(typed), None)[0], f"{path}[{count}]")


def _named_by(typed: object) -> Names | None:
    if get_origin(typed) is not Annotated:
        return None
    return next((each for each in get_args(typed)[1:] if isinstance(each, Names)), None)


def _inner(typed: object) -> tuple[object, ...]:
    """The types inside a container's; of an Annotated container, those of the container."""
    args = get_args(typed)
    return _inner(args[0]) if get_origin(typed) is Annotated else args
