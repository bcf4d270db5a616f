"""A player's folder: joining, writing and sealing orders, opening reports."""
