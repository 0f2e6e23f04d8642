"""The published schemas are the ones that the code makes; `pytest --regen` rewrites them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from adjudicator.exporters.report import audit_json, record
from adjudicator.importers.native.wire import document
from tests.helpers import ROOT

SCHEMAS: dict[str, Any] = {
    "adjudicator-state-1.json": document.schema,
    "adjudicator-report-1.json": record.schema,
    "adjudicator-audit-1.json": audit_json.schema,
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_published_schema_is_in_step(name: str, request: pytest.FixtureRequest) -> None:
    made = orjson.dumps(SCHEMAS[name](), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    published = Path(ROOT / "schemas" / name)
    if request.config.getoption("--regen", default=False):
        published.write_bytes(made)
    assert published.read_bytes() == made
