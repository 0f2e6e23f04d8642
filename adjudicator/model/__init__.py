"""The canonical state: what every importer makes and everything else reads. No file format, no rule."""
