"""The people of a game: the charter, replaced keys, keys held in escrow."""
