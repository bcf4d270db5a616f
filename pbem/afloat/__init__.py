"""The player's side as one page: what the program needs to run in a browser, and the build of that page."""
