"""What a document tells of a record: which of its facts, in which order, described how.

    Annotated[Finding, Excerpt("FindingEntry", "A finding …", {"id": "", "rule": "", …}, without=NO_FINDING)]

A field of this type is written as these facts and read from them again, so that no document needs classes of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from functools import cache
from typing import Any, get_type_hints

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from adjudicator.findings import Citation, Finding, Severity
from adjudicator.lean import dataclass
from adjudicator.model.known import Known, Truth
from adjudicator.said import retold

NO_FINDING = Finding((), "")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A document's choice of facts: the name and the text that its schema has for them, and each fact with its description.

    A fact that is left out is as in the record `without` anything; those in `needed` never are. `types` are those of facts
    that are written otherwise than the record has them. A `strict` excerpt has no other fact.
    """

    name: str
    text: str
    facts: Mapping[str, str]
    needed: frozenset[str]
    without: Any
    types: Mapping[str, Any] = field(default_factory=dict)
    strict: bool = True
    read: Callable[[dict[str, Any]], object] | None = None
    """Makes the record of the facts, where these are not its fields."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        shown = core_schema.typed_dict_schema(
            {name: self._fact(name, handler) for name in self.facts},
            ref=f"{__name__}.{self.name}",
            extra_behavior="forbid" if self.strict else "ignore",
            metadata={"pydantic_js_updates": {"title": self.name, "description": self.text}},
        )
        written = core_schema.plain_serializer_function_ser_schema(self._written, return_schema=shown)
        read = self.read or (lambda facts: source(**facts))

        def as_record(value: Any, facts_of: Callable[[Any], dict[str, Any]]) -> Any:
            return value if isinstance(value, source) else read(facts_of(value))

        return core_schema.no_info_wrap_validator_function(as_record, shown, serialization=written)

    def _fact(self, name: str, handler: GetCoreSchemaHandler) -> core_schema.TypedDictField:
        kind: Any = type(self.without)
        made = handler.generate_schema(self.types.get(name) or _types(kind)[name])
        if name not in self.needed:
            made = core_schema.with_default_schema(made, default=retold(getattr(self.without, name), str))
        described = {"pydantic_js_updates": {"description": self.facts[name]}} if self.facts[name] else {}
        return core_schema.typed_dict_field(made, required=name in self.needed, metadata=described)

    def _written(self, record: object) -> dict[str, Any]:
        told = {name: getattr(record, name) for name in self.facts}
        return {name: str(value) if self.types.get(name) is str else value for name, value in told.items()}


@cache
def _types(kind: type) -> Mapping[str, Any]:
    """The type of each fact of a record: a field, or what follows from fields."""
    derived = {
        name: get_type_hints(made.fget)["return"] for name, made in vars(kind).items() if isinstance(made, property)
    }
    return {**get_type_hints(kind), **derived}


def finding_of(facts: dict[str, Any]) -> Finding:
    """A finding from what a document tells of it."""
    missing = facts.get("missing", "")
    truth = Truth.OPEN if facts["severity"] is Severity.DOUBT else Truth.YES
    broken = Known(truth, (missing,) if missing else (), facts.get("reasons", ()))
    own = {each.name: facts[each.name] for each in fields(Finding) if each.name in facts}
    cited = facts["citation"]
    return Finding(
        **{"at": (), **own, "broken": broken, "citation": Citation(cited) if isinstance(cited, str) else cited}
    )
