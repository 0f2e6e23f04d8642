"""What a position means under the rules: networks, stacking, zones of control, supply, movement, combat arithmetic."""
