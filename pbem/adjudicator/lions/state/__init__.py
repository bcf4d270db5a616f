"""The position of When Lions Sailed, its house rules, and queries on it."""
