"""The moderator's acts on a game: pause, extend, rule, go back, rehearse, look at its status."""
