"""An audit as JSON: the record itself, stable and documented; `schemas/adjudicator-audit-1.json` is made from it."""

from __future__ import annotations

from functools import cache

from pydantic import TypeAdapter

from adjudicator.audit.record import FORMAT, Audit


def audit_bytes(audit: Audit) -> bytes:
    """The audit as a JSON document."""
    return _adapter().dump_json(audit, indent=2) + b"\n"


def audit_json(audit: Audit) -> dict[str, object]:
    """The audit as plain JSON values."""
    made = _adapter().dump_python(audit, mode="json")
    return dict(made)


def read_audit(data: bytes) -> Audit:
    """An audit from its JSON, as `--since` and comparisons need it; ValueError if it is none."""
    return _adapter().validate_json(data)


def schema() -> dict[str, object]:
    """The JSON Schema of an audit."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{FORMAT}.json"}
    return head | _adapter().json_schema(mode="serialization")


@cache
def _adapter() -> TypeAdapter[Audit]:
    return TypeAdapter(Audit)
