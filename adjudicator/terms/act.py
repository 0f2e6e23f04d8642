"""Which acts a rule speaks of, by the words that packs have for them."""

from __future__ import annotations

from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from adjudicator.model.pack import Pack
from adjudicator.record.act_json import act_types
from adjudicator.record.acts import Act


class ActKinds(frozenset[str]):
    """Words of acts: modes of movement of the pack, and whatever else players do ("attack", "place", "lay" ...)."""

    __slots__ = ()

    def fit(self, act: Act) -> bool:
        """Whether an act is of one of these kinds."""
        return act.kind in self

    @classmethod
    def __get_pydantic_core_schema__(cls, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, handler.generate_schema(frozenset[str]))


ANY_KIND = ActKinds()


def known_kinds(pack: Pack) -> frozenset[str]:
    """Every word that a pack may have for an act."""
    return frozenset(pack.modes) | {kind.word for kind in act_types().values() if kind.word}
