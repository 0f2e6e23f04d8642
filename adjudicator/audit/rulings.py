"""An umpire's rulings: findings that he overrides, with his reason, in a TOML file that is kept from turn to turn.

[[ruling]]
finding = "2R:5.1-0f3a9c21"        # by the finding's id
reason  = "the ford was agreed on before the game"

[[ruling]]
rule   = "5.1"                     # or by rule, with unit and turn as far as they are given
unit   = "fr.2inf"
turn   = 3
reason = "a slip that both players let stand"
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import Field, model_validator

from adjudicator.audit.record import RulingEntry
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.toml import load_toml


class Ruling(Table):
    """One ruling: a finding by id, or all findings under a rule that fit the unit and the turn given."""

    finding: str = ""
    rule: str = ""
    unit: str = ""
    turn: int = 0
    reason: str = Field(min_length=1)

    @model_validator(mode="after")
    def _about_something(self) -> Ruling:
        if bool(self.finding) == bool(self.rule):
            raise ValueError("a ruling names either a finding's id or a rule")
        return self

    @property
    def about(self) -> str:
        """What it overrides, in words."""
        if self.finding:
            return self.finding
        parts = (f"rule {self.rule}", self.unit, f"turn {self.turn}" if self.turn else "")
        return ", ".join(part for part in parts if part)

    def fits(self, finding: Finding) -> bool:
        """Whether it overrides this finding."""
        if self.finding:
            return finding.id == self.finding
        return (
            self.rule in (finding.rule, finding.rule.partition(":")[2])
            and (not self.unit or self.unit in (*finding.units, *finding.names))
            and (not self.turn or self.turn == finding.turn)
        )


class Rulings(Table):
    """The whole file."""

    ruling: tuple[Ruling, ...] = ()


def load_rulings(path: Path) -> tuple[Ruling, ...]:
    """Read a rulings file; PackError names table and key that are wrong."""
    return load_toml(path, Rulings).ruling


def reason_for(finding: Finding, rulings: Sequence[Ruling]) -> str:
    """The reason of the first ruling that overrides the finding, "" if none does."""
    return next((ruling.reason for ruling in rulings if ruling.fits(finding)), "")


def told(rulings: Sequence[Ruling], findings: Sequence[Finding]) -> tuple[RulingEntry, ...]:
    """Each ruling with the findings that it overrides in this audit."""
    return tuple(
        RulingEntry(ruling.about, ruling.reason, tuple(finding.id for finding in findings if ruling.fits(finding)))
        for ruling in rulings
    )
