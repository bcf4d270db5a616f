"""The rules of chapter 1: ports, areas, winds, victory."""
