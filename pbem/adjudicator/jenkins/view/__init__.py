"""A side's knowledge in The War of Jenkins' Ear, and the invariants of its positions."""
