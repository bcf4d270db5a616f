"""The map, counters and tables of When Lions Sailed, read from its data."""
