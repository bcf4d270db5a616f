"""A game's public folder as everybody reads it; `write_folder` beside this package writes one."""
