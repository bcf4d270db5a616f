"""The map, counters and tables of 1805: Sea of Glory, read from its data."""
