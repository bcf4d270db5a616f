"""The position of Guerra a Muerte, its house rules, and queries on it."""
