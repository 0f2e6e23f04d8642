"""What Sudden Storm answers otherwise than its series."""
