"""What markers on the map may say, and when they are laid, turned, moved and taken away."""
