"""Ships, flotillas and what they carry."""
