"""What flies."""
