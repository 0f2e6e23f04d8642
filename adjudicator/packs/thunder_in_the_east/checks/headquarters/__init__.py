"""Headquarters on the map: their mode, and units that pass from one to another."""
