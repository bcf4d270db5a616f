"""Commands that check or retell a game: verify, audit, roll, proof page, chronicle."""
