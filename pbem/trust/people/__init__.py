"""Who is in a game: the charter, replaced keys, keys held in escrow."""
