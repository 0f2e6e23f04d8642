"""Rule packs: one folder of TOML per game, and what loads them. See `load`."""
