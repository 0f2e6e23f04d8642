"""A judgement as a document: JSON for programs, Markdown and an HTML page for people."""
