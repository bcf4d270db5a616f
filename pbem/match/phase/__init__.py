"""A phase from its opening to its results: opened, locked, run, disclosed."""
