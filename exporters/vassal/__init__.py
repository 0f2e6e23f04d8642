"""Writing VASSAL: modules, saves and logs."""
