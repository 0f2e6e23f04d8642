"""Supply: lines searched from their far ends, statuses of units and places, witnesses, who perishes."""
