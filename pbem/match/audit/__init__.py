"""A whole game replayed from its record and compared, hash by hash."""
