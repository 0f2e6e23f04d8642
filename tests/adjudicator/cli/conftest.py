"""Running the command in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from adjudicator.cli.main import status


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Runs `adjudicator` with the given arguments."""

    def go(*arguments: object) -> Ran:
        code = status([str(each) for each in arguments])
        said = capfdbinary.readouterr()
        return Ran(code, said.out.decode(), said.err.decode())

    return go
