"""A seat's knowledge in Guerra a Muerte, and the invariants of its positions."""
