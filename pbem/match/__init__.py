"""The game folder: a match played by letters, from invitation to audit. Knows no game but through Game and Match."""
