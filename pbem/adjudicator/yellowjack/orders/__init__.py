"""Order files: read, checked, explained and turned into answers."""
