"""The map, counters and tables of Guerra a Muerte, read from its data."""
