"""Units exchanged for others, lost, and worn down."""
