"""Commands that run a game: open it, take letters in, adjudicate, deliver, manage seats."""
