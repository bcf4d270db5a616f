"""Commands of a player: open letters, write and seal orders, send them."""
