"""What a position means under the rules: stacking, zones of control, supply, movement, combat arithmetic."""
