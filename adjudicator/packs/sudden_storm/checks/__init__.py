"""The checks of Sudden Storm alone; those of its series lie in `adjudicator.packs.europa.checks`."""
