"""What single cards bring."""
