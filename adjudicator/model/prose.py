"""A pack's own words, such as a rule's title: text that the catalogue in the pack's folder may translate."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

from adjudicator.said import quoted

Prose = Annotated[str, AfterValidator(quoted)]
