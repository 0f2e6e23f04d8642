"""ZunTzu's XML, both ways: a box and a scenario or saved game, each with the records that it becomes."""

from __future__ import annotations

NAME = "ZunTzu"
BOX_ENTRY = "game-box.xml"
"""The entry of a box that tells what is in it."""
