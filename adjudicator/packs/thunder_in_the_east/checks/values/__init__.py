"""Numbers that the game keeps."""
