"""The printed map of a theatre, drawn by us: from plain text data to a board that a game can be played on."""

from __future__ import annotations

from adjudicator.exporters.theatre_map.layout import TheatreLayout, lay_out
from adjudicator.exporters.theatre_map.raster import write_png
from adjudicator.exporters.theatre_map.sheet import MapSheet, draw_theatre
from adjudicator.exporters.theatre_map.style import MapStyle, load_style

__all__ = ["MapSheet", "MapStyle", "TheatreLayout", "draw_theatre", "lay_out", "load_style", "write_png"]
