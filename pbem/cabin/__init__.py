"""The player's side: all their games at a glance, and their letters sent from their own account."""
