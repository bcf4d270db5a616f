"""What a player does: join, write and seal orders, open letters, send words, give a seat away."""
