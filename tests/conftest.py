"""`pytest --regen` writes what published and golden files should be, instead of comparing.

Packs that happen to be installed are left out; only the tests of installed packs let them in. Random examples are
the same in every run, so that a failure is met by all; ADJUDICATOR_EXAMPLES asks for new ones.
"""

from __future__ import annotations

import os
import tempfile

import pytest
from hypothesis import settings

os.environ["ADJUDICATOR_INSTALLED_PACKS"] = "no"
os.environ["ADJUDICATOR_HOME"] = tempfile.mkdtemp(prefix="adjudicator-tests-")  # nobody's own settings

settings.register_profile("the same for all", derandomize=True, deadline=None)
settings.register_profile("new ones", deadline=None)
os.environ.setdefault("SOURCE_DATE_EPOCH", "1577836800")  # modules carry the time of writing; tests want the same bytes
settings.load_profile("new ones" if "ADJUDICATOR_EXAMPLES" in os.environ else "the same for all")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regen", action="store_true", help="write published and golden files anew")
