"""Grids of hexes and squares: neighbours, distances and ways, without any game."""
