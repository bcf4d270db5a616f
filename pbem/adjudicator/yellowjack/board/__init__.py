"""The board: map, winds, forces, tables, Orders and scenarios, read from the data and frozen."""
