"""VASSAL's own language, both ways: sequences, obfuscation, commands, chains of traits. Knows no canonical state."""
