"""Many games on one mailbox: a folder of games, one address, one tick for all of them, one page for everybody."""
