"""Letters of a game: written, queued, sent, and what became of them."""
