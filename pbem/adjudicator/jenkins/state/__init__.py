"""The position of The War of Jenkins' Ear, its house rules, and queries on it."""
