"""Commands for the first hour: the demo, the list of games, keys, accepting an invitation."""
