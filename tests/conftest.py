"""`pytest --regen` writes what published and golden files should be, instead of comparing."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regen", action="store_true", help="write published and golden files anew")
