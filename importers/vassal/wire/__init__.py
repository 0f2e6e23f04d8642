"""VASSAL's own language, both ways: sequences, obfuscation, commands, traits. Knows no canonical state."""
