"""A side's knowledge in When Lions Sailed, and the invariants of its positions."""
