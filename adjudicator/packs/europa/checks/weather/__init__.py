"""What the weather is, and when it may change."""
