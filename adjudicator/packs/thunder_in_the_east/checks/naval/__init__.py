"""The sea."""
