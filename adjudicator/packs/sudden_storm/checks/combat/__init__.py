"""What becomes of who fought."""
