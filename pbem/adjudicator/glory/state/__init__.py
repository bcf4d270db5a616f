"""The position of 1805: Sea of Glory, its house rules, and queries on it."""
