"""A selector put to many units at once fits those that it fits one by one."""

from __future__ import annotations

import random
from collections.abc import Collection

import pytest

from adjudicator.model.units import Unit, UnitType
from adjudicator.packs.load import list_packs, load_pack
from adjudicator.terms.who import EVERYONE, Gathering, Selector


def _some(of: Collection[str], chance: random.Random) -> frozenset[str]:
    """One or two of them, or most often none."""
    known = sorted(of)
    return (
        frozenset(chance.sample(known, min(chance.randint(1, 2), len(known)))) if chance.random() < 0.3 else frozenset()
    )


def _selector(kinds: Collection[UnitType], chance: random.Random) -> Selector:
    tags = {tag for kind in kinds for tag in (*kind.tags, *(tag for face in kind.faces for tag in face.tags))} | {
        "pinned"
    }
    return Selector(
        sides=_some({kind.side for kind in kinds}, chance),
        nations=_some({kind.nation for kind in kinds}, chance),
        kinds=_some({kind.kind for kind in kinds}, chance),
        without_kinds=_some({kind.kind for kind in kinds}, chance),
        sizes=_some({kind.size for kind in kinds}, chance),
        movement_classes=_some({kind.movement_class for kind in kinds}, chance),
        ids=_some({kind.id for kind in kinds}, chance),
        tags=_some(tags, chance),
        any_tags=_some(tags, chance),
        without_tags=_some(tags, chance),
    )


@pytest.mark.parametrize("name", [info.folder.name for info in list_packs()])
def test_all_at_once_is_as_one_by_one(name: str) -> None:
    chance = random.Random(name)
    kinds = list(load_pack(name).units.values())
    units = [
        Unit(str(k), kind, "", face=chance.randrange(len(kind.faces)), marks=_some({"pinned", "dug_in"}, chance))
        for k, kind in enumerate(chance.choices(kinds, k=200))
    ]
    gathering = Gathering(units)
    for who in (EVERYONE, *(_selector(kinds, chance) for _ in range(300))):
        assert gathering.fitting(who) == {k for k, unit in enumerate(units) if who.matches(unit)}
