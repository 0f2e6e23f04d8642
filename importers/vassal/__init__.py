"""VASSAL: modules, extensions, saves and logs."""
