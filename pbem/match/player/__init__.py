"""A player's acts: join, write and seal orders, open letters, send words, give a seat away."""
