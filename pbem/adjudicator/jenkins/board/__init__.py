"""The map, counters and tables of The War of Jenkins' Ear, read from its data."""
